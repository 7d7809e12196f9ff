#include "pipeline/journal.h"

#include <algorithm>
#include <cerrno>
#include <utility>
#include <variant>

#include <boost/json/parse.hpp>
#include <fcntl.h>
#include <fmt/compile.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diagnostics/json_text.h"
#include "diagnostics/render_jsonl.h"
#include "io/error.h"
#include "io/write_all.h"
#include "pipeline/configuration_error.h"
#include "pipeline/journal_lines.h"
#include "pipeline/journal_place.h"
#include "pipeline/report_lines.h"

namespace tengen::pipeline {

namespace {

namespace json = boost::json;

constexpr std::size_t buffer_size = std::size_t{64} << 10U;
// How the line of an input begins, and what stands behind its key.
constexpr std::string_view done_line = R"({"done":{"key":")";
constexpr std::string_view behind_key = R"(","refused":)";
// How a line of an input ends: "lines":N,"sum":"...".
constexpr std::string_view before_sum = R"(,"lines":)";
// Ends the lines of an input that cannot be known again.
constexpr std::string_view forgotten = R"({"forget":1})";
// Instead of size and last change of an input whose files were removed.
constexpr std::string_view no_stamp = "-:-";
// How a line begins that says what an input is going to leave.
constexpr std::string_view plan_line = R"({"plan":{"key":")";
// Stands where a run was taken up again.
constexpr std::string_view taken_up = R"({"resumed":1})";

// An input by the step that lists it and its name, and how it was; nothing for what cannot be known again.
struct InputKey {
    std::size_t step = 0;
    std::string stamp;  ///< size and last change
    std::string name;   ///< with the escapes of JSON

    [[nodiscard]] bool empty() const { return stamp.empty(); }
    [[nodiscard]] std::string place() const { return fmt::format(FMT_COMPILE("{}:{}"), step, name); }
};

// Nothing for what cannot be known again.
const io::SourceEntry* entry_of(const ListedInput& listed) {
    const auto* entry = std::get_if<io::SourceEntry>(&listed.item);
    return entry != nullptr && entry->number != 0 ? entry : nullptr;
}

void append_stamp(std::string& out, const io::SourceEntry& entry) {
    diagnostics::append_json_number(out, entry.size);
    out += ':';
    // A time before 1970 is as good a stamp as any other.
    diagnostics::append_json_number(out, static_cast<std::uint64_t>(entry.changed));
}

// All of a line but its end.
void append_line(std::string& out, std::string_view begin, const io::SourceEntry& entry, const InputJob& job) {
    out += begin;
    diagnostics::append_json_number(out, job.listed->step);
    out += ':';
    append_stamp(out, entry);
    out += ':';
    diagnostics::append_json_escaped(out, entry.name);
    out += behind_key;
    append_outcome(out, job);
}

InputKey key_of(const ListedInput& listed) {
    InputKey key;
    if (const io::SourceEntry* entry = entry_of(listed)) {
        key.step = listed.step;
        append_stamp(key.stamp, *entry);
        diagnostics::append_json_escaped(key.name, entry->name);
    }
    return key;
}

void append_hex(std::string& out, std::uint64_t number) {
    constexpr std::string_view digits = "0123456789abcdef";
    for (int shift = 60; shift >= 0; shift -= 4) {
        out += digits[(number >> static_cast<unsigned>(shift)) & 15U];
    }
}

// The place and the stamp of a key as it stands in the file: step, size, last change and name. No stamp if it is none.
struct WrittenKey {
    std::string place;
    std::string_view stamp;
};

WrittenKey taken_apart(std::string_view key) {
    const std::size_t step = std::min(key.find(':'), key.size());
    const std::size_t size = std::min(key.find(':', step + 1), key.size());
    const std::size_t changed = std::min(key.find(':', size + 1), key.size());
    return {std::string(key.substr(0, step)) + std::string(key.substr(changed)),
            changed > step ? key.substr(step + 1, changed - step - 1) : std::string_view()};
}

// The input of a place.
std::string name_at(std::string_view place) {
    return std::string(json::parse(fmt::format("\"{}\"", place.substr(place.find(':') + 1))).as_string());
}

// The line that begins there, without its end.
std::string_view line_behind(const std::string& text, std::size_t begin) {
    std::string_view line = std::string_view(text).substr(begin);
    if (line.ends_with('\n')) {
        line.remove_suffix(1);
    }
    return line;
}

[[noreturn]] void refuse(const std::filesystem::path& path) {
    throw io::IoError("io.output-exists",
                      fmt::format("'{}' belongs to a run that did not end (--resume goes on with it; --overwrite "
                                  "begins anew)",
                                  io::display_path(path)),
                      path);
}

}  // namespace

Journal::Journal(std::filesystem::path path, const Key& key, bool resume, bool overwrite, io::Sync sync)
    : path_(std::move(path)), sync_(sync) {
    open(key, resume, overwrite);
}

Journal::~Journal() = default;

void Journal::Sum::add(std::string_view line) {
    const Digest one = digest_of(line);
    // Multiplied by odd numbers, so that the order matters and nothing is lost.
    digest.high = (digest.high ^ one.high) * 0x9E3779B97F4A7C15U;
    digest.low = (digest.low + one.low) * 0xC2B2AE3D27D4EB4FU;
    ++lines;
}

std::string Journal::end_of(const Sum& sum) {
    std::string end(before_sum);
    diagnostics::append_json_number(end, sum.lines);
    end += R"(,"sum":")";
    append_hex(end, sum.digest.high);
    append_hex(end, sum.digest.low);
    end += R"("}})";
    return end;
}

void Journal::refuse_existing(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && status.st_size != 0) {
        refuse(path);
    }
}

std::string Journal::tag_of(std::uint64_t resumed) const {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::uint64_t digest = digest_of(fmt::format("{}:{}", resumed, path_.native())).low;
    std::string tag;
    for (int i = 0; i < 3; ++i) {
        tag += letters[digest % letters.size()];
        digest /= letters.size();
    }
    return tag;
}

std::vector<std::string> Journal::earlier_tags() const {
    std::vector<std::string> tags;
    for (std::uint64_t i = 0; i < resumed_; ++i) {
        if (std::string tag = tag_of(i); tag != this->tag()) {
            tags.push_back(std::move(tag));
        }
    }
    return tags;
}

void Journal::open(const Key& key, bool resume, bool overwrite) {
    std::error_code error;
    std::filesystem::create_directories(path_.parent_path(), error);
    descriptor_ = io::Descriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!descriptor_) {
        throw io::IoError::from_errno("io.write-failed", "create", path_, errno);
    }
    if (::flock(descriptor_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        throw io::IoError("io.output-exists",
                          fmt::format("another run is using the journal '{}'", io::display_path(path_)), path_);
    }
    struct stat status {};
    if (::fstat(descriptor_.get(), &status) != 0) {
        throw io::IoError::from_errno("io.open-failed", "read", path_, errno);
    }
    if (is_foreign_to_journals(path_)) {
        throw io::IoError("io.output-exists",
                          fmt::format("'{}' is no journal of tengen, and is left as it is; name another one",
                                      io::display_path(path_)),
                          path_);
    }
    const std::string header = header_of(key);
    if (status.st_size != 0 && !resume && !overwrite) {
        refuse(path_);
    }
    if (status.st_size != 0 && resume) {
        read(key);
        return;
    }
    if (::ftruncate(descriptor_.get(), 0) != 0) {
        throw io::IoError::from_errno("io.write-failed", "write", path_, errno);
    }
    buffer_ = header + "\n";
    flush();
}

void Journal::note_block(std::string_view key, Block block, bool is_good) {
    const WrittenKey written = taken_apart(key);
    if (is_good && !written.stamp.empty()) {
        block.stamp = written.stamp;
        blocks_[written.place] = std::move(block);
    } else if (const auto known = blocks_.find(written.place); known != blocks_.end()) {
        known->second.size = 0;  // whatever is damaged, nothing older counts
    }
}

void Journal::note_plan(std::string_view key, std::uint64_t begin, std::uint64_t size) {
    const WrittenKey written = taken_apart(key);
    if (!written.stamp.empty()) {
        blocks_[written.place].plans.push_back({begin, size, std::string(written.stamp)});
    }
}

std::vector<Journal::Line> Journal::lines_of(const Block& block) {
    std::vector<Line> lines;
    if (block.size != 0) {
        lines.push_back({block.end, block.size, block.stamp});
    }
    lines.insert(lines.end(), block.plans.begin(), block.plans.end());
    return lines;
}

void Journal::read(const Key& key) {
    const std::string header = header_of(key);
    std::uint64_t good = 0;  // where the last complete block ends
    {
        // Mapped: a journal of a big archive is bigger than what a run may keep in memory.
        const io::Bytes bytes = io::read_file(path_);
        const std::string_view all = bytes.view();
        const std::size_t first = all.find('\n');
        if (first != std::string_view::npos && all.substr(0, first) != header) {
            throw ConfigurationError({"config.bad-value", fmt::format("the journal '{}' {}", io::display_path(path_),
                                                                      difference_of(all.substr(0, first), key))});
        }
        std::uint64_t begin = first == std::string_view::npos ? 0 : first + 1;
        good = begin;
        Sum sum;
        for (std::uint64_t at = begin; at < all.size();) {
            const std::size_t end = all.find('\n', at);
            if (end == std::string_view::npos) {
                break;
            }
            const std::string_view line = all.substr(at, end - at);
            if (line.starts_with(plan_line)) {
                // It may stand among the lines of another input.
                const std::size_t quote = line.find(behind_key, plan_line.size());
                const std::size_t last = line.rfind(before_sum);
                Sum own;
                own.add(line.substr(0, last));
                if (quote != std::string_view::npos && last != std::string_view::npos &&
                    line.substr(last) == end_of(own)) {
                    note_plan(line.substr(plan_line.size(), quote - plan_line.size()), at, end - at);
                }
                good = end + 1;
            } else if (line.starts_with(done_line)) {
                // The key as it stands in the file, with its escapes. The rest is looked at when it is needed.
                const std::size_t quote = line.find(behind_key, done_line.size());
                const std::size_t last = line.rfind(before_sum);
                sum.add(line.substr(0, last));
                const bool is_good = quote != std::string_view::npos && last != std::string_view::npos &&
                                     line.substr(last) == end_of(sum);
                note_block(line.substr(done_line.size(), quote - std::min(quote, done_line.size())),
                           {begin, at, end - at, {}, {}}, is_good);
                sum = {};
                begin = good = end + 1;
            } else if (line == forgotten || line == taken_up) {
                resumed_ += line == taken_up ? 1 : 0;
                sum = {};
                begin = good = end + 1;
            } else {
                sum.add(line);
            }
            at = end + 1;
        }
    }
    if (::ftruncate(descriptor_.get(), static_cast<off_t>(good)) != 0) {
        throw io::IoError::from_errno("io.write-failed", "write", path_, errno);
    }
    if (good == 0) {
        buffer_ = header + "\n";
    }
    ++resumed_;
    buffer_ += taken_up;
    buffer_ += '\n';
    flush();
}

std::string Journal::load(std::uint64_t begin, std::uint64_t size) const {
    std::string text(static_cast<std::size_t>(size), '\0');
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t count =
            ::pread(descriptor_.get(), text.data() + done, text.size() - done, static_cast<off_t>(begin + done));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            throw io::IoError::from_errno("io.open-failed", "read", path_, count < 0 ? errno : EIO);
        }
        done += static_cast<std::size_t>(count);
    }
    return text;
}

bool Journal::replay(InputJob& job) const {
    const InputKey key = key_of(*job.listed);
    const auto found = key.empty() ? blocks_.end() : blocks_.find(key.place());
    if (found == blocks_.end() || found->second.size == 0 || found->second.stamp != key.stamp ||
        !found->second.plans.empty()) {
        return false;
    }
    const Block& block = found->second;
    const std::string line = load(block.end, block.size);
    if (!take_outcome(job, line) || !has_all_files(job)) {
        job.begin(job.index, *job.listed, job.tallies.size());
        return false;
    }
    const std::string lines = load(block.begin, block.end - block.begin);
    std::string_view rest = lines;
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        const std::string_view one = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        if (one.starts_with(plan_line)) {
            continue;
        }
        const auto parsed = parse_report_line(one);
        if (!parsed) {
            job.begin(job.index, *job.listed, job.tallies.size());
            return false;
        }
        if (const auto* diagnostic = std::get_if<diagnostics::Diagnostic>(&*parsed)) {
            job.events.add(*diagnostic, {});
        } else if (const auto* summary = std::get_if<diagnostics::InputSummary>(&*parsed)) {
            job.events.add(*summary);
        }
    }
    job.input.name = std::get<io::SourceEntry>(job.listed->item).name;
    job.replayed = true;
    return true;
}

std::map<std::string, std::string, std::less<>> Journal::stamps_of(const std::vector<ListedInput>& inputs) {
    std::map<std::string, std::string, std::less<>> stamps;
    for (const ListedInput& input : inputs) {
        if (const InputKey key = key_of(input); !key.empty()) {
            stamps.emplace(key.place(), key.stamp);
        }
    }
    return stamps;
}

void Journal::visit(const std::vector<ListedInput>& inputs, Kind kind,
                    const std::function<void(const Record&)>& visitor) const {
    const auto stamps = stamps_of(inputs);
    for (const auto& [place, block] : blocks_) {
        const auto now = stamps.find(place);
        for (const Line& line : lines_of(block)) {
            const bool is_valid = now != stamps.end() && now->second == line.stamp;
            if (is_valid == (kind == Kind::valid)) {
                visitor({name_at(place), now == stamps.end(), load(line.begin, line.size)});
            }
        }
    }
}

void Journal::forget_stale(const std::vector<ListedInput>& inputs) {
    const auto stamps = stamps_of(inputs);
    for (auto& [place, block] : blocks_) {
        const auto now = stamps.find(place);
        const std::vector<Line> lines = lines_of(block);
        const bool has_stale = std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
            return line.stamp != no_stamp && (now == stamps.end() || now->second != line.stamp);
        });
        if (!has_stale) {
            continue;
        }
        const std::size_t begin = buffer_.size();
        const std::size_t colon = place.find(':');
        buffer_ +=
            fmt::format("{}{}:{}{}{}", done_line, place.substr(0, colon), no_stamp, place.substr(colon), behind_key);
        append_outcome(buffer_, InputJob());
        finish_line(begin);
    }
    flush();
}

std::vector<ConfigurationFault> Journal::stale_inputs(const std::vector<ListedInput>& inputs) const {
    constexpr std::size_t most_named = 10;
    constexpr std::size_t most_files_named = 5;
    const auto stamps = stamps_of(inputs);
    std::vector<ConfigurationFault> faults;
    std::size_t more = 0;
    for (const auto& [place, block] : blocks_) {
        const auto now = stamps.find(place);
        std::vector<std::string> files;
        for (const Line& line : lines_of(block)) {
            if (now != stamps.end() && now->second == line.stamp) {
                continue;
            }
            for (std::string& file : files_there(load(line.begin, line.size), now == stamps.end())) {
                if (std::find(files.begin(), files.end(), file) == files.end()) {
                    files.push_back(std::move(file));
                }
            }
        }
        if (files.empty()) {
            continue;
        }
        if (faults.size() == most_named) {
            ++more;
            continue;
        }
        const std::string name = name_at(place);
        std::string written = "which wrote ";
        for (std::size_t i = 0; i < std::min(files.size(), most_files_named); ++i) {
            written += fmt::format("{}'{}'", i == 0 ? "" : ", ", io::display_path(files[i]));
        }
        written += files.size() <= most_files_named
                       ? std::string(" of it")
                       : fmt::format(" and {} more of it", files.size() - most_files_named);
        faults.push_back(
            {"io.output-exists",
             now == stamps.end()
                 ? fmt::format(
                       "the input '{}' is gone since the interrupted run, {}; bring it back, or remove what was "
                       "written, and go on with --resume (--resume --overwrite removes it)",
                       name, written)
                 : fmt::format(
                       "the input '{}' has changed since the interrupted run, {}; remove what was written and go "
                       "on with --resume, or replace it with --resume --overwrite",
                       name, written)});
    }
    if (more != 0) {
        faults.push_back({"io.output-exists", fmt::format("the same is true of {} more inputs", more)});
    }
    return faults;
}

void Journal::add(const diagnostics::Diagnostic& diagnostic, std::string_view) {
    const std::size_t begin = buffer_.size();
    diagnostics::append_json_line(buffer_, diagnostic);
    sum_.add(line_behind(buffer_, begin));
    if (buffer_.size() >= buffer_size) {
        flush();
    }
}

void Journal::add(const diagnostics::InputSummary& summary) {
    const std::size_t begin = buffer_.size();
    diagnostics::append_json_line(buffer_, summary);
    sum_.add(line_behind(buffer_, begin));
}

void Journal::done(const InputJob& job) {
    const io::SourceEntry* entry = entry_of(*job.listed);
    if (entry == nullptr || job.is_forgotten) {
        buffer_ += forgotten;  // it will be read again
        buffer_ += '\n';
        sum_ = {};
        return;
    }
    const std::size_t begin = buffer_.size();
    append_line(buffer_, done_line, *entry, job);
    finish_line(begin);
    if (buffer_.size() >= buffer_size || sync_ == io::Sync::file) {
        flush();
    }
}

void Journal::plan(const InputJob& job) {
    const io::SourceEntry* entry = entry_of(*job.listed);
    if (entry == nullptr) {
        return;
    }
    const std::size_t begin = plans_.size();
    append_line(plans_, plan_line, *entry, job);
    Sum own;
    own.add(std::string_view(plans_).substr(begin));
    plans_ += end_of(own);
    plans_ += '\n';
}

// Not for the disk: what matters is a process that is killed, and the lines of what is done go there when they must.
void Journal::write_plans() {
    if (!plans_.empty()) {
        io::write_all(descriptor_.get(), plans_, path_);
        plans_.clear();
    }
}

// The line of an input that begins there.
void Journal::finish_line(std::size_t begin) {
    sum_.add(std::string_view(buffer_).substr(begin));
    buffer_ += end_of(sum_);
    buffer_ += '\n';
    sum_ = {};
}

void Journal::flush() {
    if (buffer_.empty()) {
        return;
    }
    if (sync_ == io::Sync::batch && ::syncfs(descriptor_.get()) != 0) {
        throw io::IoError::from_errno("io.write-failed", "sync", path_, errno);
    }
    io::write_all(descriptor_.get(), buffer_, path_);
    buffer_.clear();
    if (sync_ != io::Sync::none && ::fdatasync(descriptor_.get()) != 0) {
        throw io::IoError::from_errno("io.write-failed", "sync", path_, errno);
    }
}

void Journal::remove() {
    buffer_.clear();
    ::unlink(path_.c_str());
}

}  // namespace tengen::pipeline
