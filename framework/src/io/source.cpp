#include "io/source.h"

#include <algorithm>
#include <cerrno>
#include <deque>
#include <system_error>
#include <unordered_set>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "io/error.h"
#include "io/file_id.h"
#include "io/glob.h"
#include "io/utf8.h"

namespace tengen::io {
namespace {

// A folder together with something that was looked for in it.
struct Walked {
    FileId folder;
    PatternSet::State state;
    friend bool operator==(const Walked&, const Walked&) = default;
};

struct WalkedHash {
    std::size_t operator()(const Walked& walked) const noexcept {
        const std::uint64_t state = (std::uint64_t{walked.state.pattern} << 32U) | walked.state.part;
        return FileIdHash{}(walked.folder) + static_cast<std::size_t>(state * 0xC2B2AE3D27D4EB4FU);
    }
};

struct CloseDirectory {
    void operator()(DIR* directory) const noexcept { ::closedir(directory); }
};

std::string join(const std::string& folder, std::string_view name) {
    std::string out;
    out.reserve(folder.size() + 1 + name.size());
    out = folder;
    if (!out.empty() && out.back() != '/') out.push_back('/');
    out.append(name);
    return out;
}

// What is kept of a file's status: folders may have very many files.
struct Status {
    mode_t mode = 0;
    FileId id;
    std::uint64_t size = 0;
    std::int64_t changed = 0;  // nanoseconds since 1970
    bool has_hard_links = false;

    Status() = default;
    explicit Status(const struct stat& status)
        : mode(status.st_mode),
          id{status.st_dev, status.st_ino},
          size(static_cast<std::uint64_t>(status.st_size)),
          changed(std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec),
          has_hard_links(status.st_nlink > 1) {}
};

struct Child {
    std::string name;
    Status status;
    int error = 0;         // errno of a failed stat, else 0
    bool is_link = false;  // the status is that of what it leads to
};

struct Name {
    std::string text;
    unsigned char type;  // as readdir() has it
};

// The entries of a folder, sorted; an errno value if it cannot be read.
int read_folder(const std::string& path, std::vector<Child>& children) {
    const std::unique_ptr<DIR, CloseDirectory> directory(::opendir(path.c_str()));
    if (!directory) return errno;
    std::vector<Name> names;
    for (;;) {
        errno = 0;
        const dirent* const entry = ::readdir(directory.get());
        if (entry == nullptr) {
            if (errno != 0) return errno;
            break;
        }
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") names.push_back({std::string(name), entry->d_type});
    }
    std::sort(names.begin(), names.end(), [](const Name& a, const Name& b) { return a.text < b.text; });
    const int descriptor = ::dirfd(directory.get());
    children.reserve(names.size());
    for (Name& name : names) {
        Child child;
        struct stat status {};
        child.is_link = name.type == DT_LNK;
        if (name.type == DT_UNKNOWN) {  // of some file systems
            child.is_link =
                ::fstatat(descriptor, name.text.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode);
        }
        if (::fstatat(descriptor, name.text.c_str(), &status, 0) == 0) {
            child.status = Status(status);
        } else {
            child.error = errno;
        }
        // Gone between the two calls: then it is not in the folder.
        if (child.error == ENOENT && ::fstatat(descriptor, name.text.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
            continue;
        }
        child.name = std::move(name.text);
        children.push_back(std::move(child));
    }
    return 0;
}

bool is_link(const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
}

}  // namespace

class Sources::Walk {
public:
    explicit Walk(SourceOptions options) : options_(std::move(options)) {}

    void add(std::string text, bool literal) { arguments_.push_back({std::move(text), literal, {}, {}}); }
    void add_list(std::string file, ListSeparator separator) {
        arguments_.push_back({std::move(file), true, separator, {}});
    }

    std::optional<Item> next() {
        for (;;) {
            std::optional<Item> item;
            if (!frames_.empty()) {
                item = advance();
            } else if (!linked_.empty()) {
                LinkedFolder folder = std::move(linked_.front());
                linked_.pop_front();
                drop_walked(folder.id, folder.states);
                if (!folder.states.empty()) {
                    item = enter(std::move(folder.path), std::move(folder.shown), std::move(folder.states), true);
                }
            } else if (!roots_.empty()) {
                const Root root = std::move(roots_.front());
                roots_.pop_front();
                item = enter_root(root);
            } else if (pattern_waits_) {
                item = end_pattern();
            } else if (!arguments_.empty()) {
                const Argument argument = std::move(arguments_.front());
                arguments_.pop_front();
                item = begin(argument);
            } else {
                return std::nullopt;
            }
            if (item) return item;
        }
    }

private:
    struct Argument {
        std::string text;
        bool literal;
        std::optional<ListSeparator> list;
        std::string from_list;  // the list it came from, for messages
    };
    // A folder in which a walk begins, with what is looked for below it.
    struct Root {
        std::string path;
        std::string shown;
        PatternSet patterns;
        bool is_pattern;
    };
    struct Frame {
        std::string path;
        std::string shown;
        PatternSet::States states;
        std::vector<Child> children;
        bool is_linked = false;  // a link leads here
        std::size_t index = 0;
    };
    // A folder that a link leads to: its turn comes when all that have their own names had theirs.
    struct LinkedFolder {
        std::string path;
        std::string shown;
        PatternSet::States states;
        FileId id;
    };

    std::string show(std::string_view raw) const {
        if (utf8::is_valid(raw)) return std::string(raw);
        return options_.decode_name ? options_.decode_name(raw) : utf8::from_latin1(raw);
    }

    std::string resolve(const std::string& text) const {
        if (options_.base.empty() || text.starts_with('/')) return text;
        return (options_.base / text).native();
    }

    Finding failed(const std::string& raw, std::string_view reason) const {
        const std::string name = show(raw);
        return {.id = "io.open-failed",
                .message = fmt::format("cannot open '{}': {}", name, reason),
                .input = name,
                .member = {},
                .offset = {}};
    }

    std::optional<Item> file(std::string path, std::string shown, const Status& status, bool is_linked) {
        SourceEntry entry;
        entry.path = std::move(path);
        if (utf8::is_valid(shown)) {
            entry.name = std::move(shown);
        } else {
            entry.name = show(shown);
            entry.raw_name = std::move(shown);
        }
        entry.is_linked = is_linked;
        entry.has_hard_links = status.has_hard_links;
        if (S_ISREG(status.mode)) {
            entry.size = status.size;
            entry.device = status.id.device;
            entry.number = status.id.number;
            entry.changed = status.changed;
        }
        return entry;
    }

    std::optional<Item> begin(const Argument& argument) {
        if (argument.list) return begin_list(argument);
        const std::string& text = argument.text;
        if (text.empty()) return failed(text, "the path is empty");
        if (text == "-" && !argument.literal) {
            if (standard_input_listed_) return failed(text, "standard input was already used");
            if (std::exchange(standard_input_used_, true)) return std::nullopt;
            return SourceEntry{SourceEntry::Kind::standard_input, options_.standard_input_name, {}, 0};
        }
        if (text.find('\0') != std::string::npos) return failed(text, "the path holds a NUL character");
        const std::string path = resolve(text);
        struct stat status {};
        if (::stat(path.c_str(), &status) != 0) {
            const int error = errno;
            if (!argument.literal && is_pattern(text)) return begin_pattern(text);
            std::string reason = error_text(error);
            if (!argument.from_list.empty()) reason += fmt::format(" (named in '{}')", show(argument.from_list));
            return failed(text, reason);
        }
        if (S_ISDIR(status.st_mode)) {
            Root root{path, text, PatternSet(), false};
            root.patterns.add(options_.recursive ? "**" : "*");
            roots_.push_back(std::move(root));
            return std::nullopt;
        }
        if (S_ISSOCK(status.st_mode)) return failed(text, "it is a socket");
        return file(path, text, Status(status), is_link(path));
    }

    std::optional<Item> begin_list(const Argument& argument) {
        Bytes bytes;
        try {
            if (argument.text == "-") {
                if (standard_input_used_ || standard_input_listed_) {
                    return failed(argument.text, "standard input was already used");
                }
                standard_input_listed_ = true;
                bytes = read_descriptor(options_.standard_input, options_.standard_input_name);
            } else {
                bytes = read_file(resolve(argument.text));
            }
        } catch (const IoError& error) {
            Finding finding = error.finding();
            finding.input = show(argument.text);
            return finding;
        }
        ListSeparator separator = *argument.list;
        std::string_view rest = bytes.view();
        if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);  // a byte-order mark
        if (separator == ListSeparator::detect) {
            separator = rest.find('\0') == std::string_view::npos ? ListSeparator::newline : ListSeparator::nul;
        }
        const char end_mark = separator == ListSeparator::nul ? '\0' : '\n';
        std::vector<Argument> listed;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(end_mark), rest.size());
            std::string_view line = rest.substr(0, end);
            rest.remove_prefix(std::min(end + 1, rest.size()));
            if (separator == ListSeparator::newline && line.ends_with('\r')) line.remove_suffix(1);
            if (!line.empty()) listed.push_back({std::string(line), true, {}, argument.text});
        }
        arguments_.insert(arguments_.begin(), std::make_move_iterator(listed.begin()),
                          std::make_move_iterator(listed.end()));
        return std::nullopt;
    }

    std::optional<Item> begin_pattern(const std::string& text) {
        const auto expanded = expand_braces(text);
        if (!expanded) return failed(text, "the pattern stands for too many patterns");
        // Alternatives below one folder are looked for together: one walk, one order.
        std::vector<std::pair<std::string, PatternSet>> groups;
        for (const std::string& pattern : *expanded) {
            // The folder is everything before the first part with a wildcard.
            std::size_t folder_end = 0;
            std::size_t from = 0;
            while (from < pattern.size()) {
                const std::size_t slash = pattern.find('/', from);
                if (slash == std::string::npos) break;
                if (is_pattern(std::string_view(pattern).substr(from, slash - from))) break;
                folder_end = slash + 1;
                from = slash + 1;
            }
            const std::string folder = unescape_pattern(pattern.substr(0, folder_end));
            const std::string below = pattern.substr(folder_end);
            if (below.starts_with("../") || below.ends_with("/..") || below.find("/../") != std::string::npos) {
                return failed(text, "'..' after a wildcard is not supported");
            }
            auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == folder; });
            if (group == groups.end()) group = groups.insert(groups.end(), {folder, PatternSet(options_.ignore_case)});
            group->second.add(below);
        }
        for (auto& [folder, patterns] : groups) {
            if (patterns.empty()) continue;
            std::string path = resolve(folder);
            if (path.empty()) path.push_back('.');
            roots_.push_back({std::move(path), folder, std::move(patterns), true});
        }
        pattern_waits_ = true;
        pattern_found_ = false;
        pattern_ = text;
        return std::nullopt;
    }

    std::optional<Item> end_pattern() {
        pattern_waits_ = false;
        if (pattern_found_) return std::nullopt;
        return failed(pattern_, options_.base.empty() || pattern_.starts_with('/')
                                    ? std::string("no file matches the pattern")
                                    : fmt::format("no file matches the pattern in '{}'", show(options_.base.native())));
    }

    std::optional<Item> enter_root(const Root& root) {
        patterns_ = root.patterns;
        walks_pattern_ = root.is_pattern;
        walked_.clear();
        PatternSet::States states = patterns_.start();
        struct stat status {};
        if (::stat(root.path.c_str(), &status) == 0) {
            drop_walked({status.st_dev, status.st_ino}, states);
        } else if (root.is_pattern && (errno == ENOENT || errno == ENOTDIR)) {
            return std::nullopt;  // a folder that is not there matches nothing, which is said at the end
        }
        return enter(root.path, root.shown, std::move(states), is_link(root.path));
    }

    std::optional<Item> enter(std::string path, std::string shown, PatternSet::States states, bool is_linked) {
        Frame frame{std::move(path), std::move(shown), std::move(states), {}, is_linked, 0};
        if (const int error = read_folder(frame.path, frame.children); error != 0) {
            if (walks_pattern_) pattern_found_ = true;  // one finding for it is enough
            return failed(frame.shown.empty() ? frame.path : frame.shown, error_text(error));
        }
        frames_.push_back(std::move(frame));
        return std::nullopt;
    }

    std::optional<Item> advance() {
        Frame& frame = frames_.back();
        if (frame.index == frame.children.size()) {
            frames_.pop_back();
            return std::nullopt;
        }
        const Child& child = frame.children[frame.index++];
        const bool is_folder = child.error == 0 && S_ISDIR(child.status.mode);
        if (!is_folder && (!patterns_.matches(frame.states, child.name, options_.hidden) ||
                           (!walks_pattern_ && options_.accept && !options_.accept(child.name)))) {
            return std::nullopt;
        }
        std::string path = join(frame.path, child.name);
        std::string shown = join(frame.shown, child.name);
        if (is_folder) {
            PatternSet::States states = patterns_.enter(frame.states, child.name, options_.hidden);
            if (child.is_link) {
                if (!states.empty()) {
                    linked_.push_back({std::move(path), std::move(shown), std::move(states), child.status.id});
                }
                return std::nullopt;
            }
            drop_walked(child.status.id, states);
            if (states.empty()) return std::nullopt;
            return enter(std::move(path), std::move(shown), std::move(states), frame.is_linked);
        }
        if (child.error != 0) {
            if (walks_pattern_) pattern_found_ = true;
            return failed(shown, error_text(child.error));
        }
        if (!S_ISREG(child.status.mode)) return std::nullopt;
        if (walks_pattern_) pattern_found_ = true;
        return file(std::move(path), std::move(shown), child.status, child.is_link || frame.is_linked);
    }

    // Leaves only what was not yet looked for in this folder: so links cannot make a walk endless, and a folder reached
    // again for another part of a pattern is still searched.
    void drop_walked(const FileId& folder, PatternSet::States& states) {
        std::erase_if(states, [&](const PatternSet::State& state) { return !walked_.insert({folder, state}).second; });
    }

    SourceOptions options_;
    std::deque<Argument> arguments_;
    std::deque<Root> roots_;
    std::vector<Frame> frames_;
    std::deque<LinkedFolder> linked_;
    PatternSet patterns_;
    bool walks_pattern_ = false;
    bool pattern_waits_ = false;
    bool pattern_found_ = false;
    std::string pattern_;
    bool standard_input_used_ = false;               // as an input
    bool standard_input_listed_ = false;             // as a list of paths
    std::unordered_set<Walked, WalkedHash> walked_;  // of the current walk
};

Sources::Sources(SourceOptions options) : walk_(std::make_unique<Walk>(std::move(options))) {}
Sources::Sources(Sources&&) noexcept = default;
Sources& Sources::operator=(Sources&&) noexcept = default;
Sources::~Sources() = default;

void Sources::add(std::string argument) {
    walk_->add(std::move(argument), false);
}
void Sources::add_path(const std::filesystem::path& path) {
    walk_->add(path.native(), true);
}
void Sources::add_list(std::string file, ListSeparator separator) {
    walk_->add_list(std::move(file), separator);
}

std::optional<Sources::Item> Sources::next() {
    return walk_->next();
}

std::variant<Input, Finding> open(const SourceEntry& entry, const ReadOptions& options, int standard_input) {
    Input input;
    if (std::optional<Finding> finding = open_into(input, entry, options, standard_input)) {
        return std::move(*finding);
    }
    return input;
}

std::optional<Finding> open_into(Input& input, const SourceEntry& entry, const ReadOptions& options,
                                 int standard_input) {
    try {
        if (entry.kind == SourceEntry::Kind::standard_input) {
            input.bytes = read_descriptor(standard_input, entry.name, options);
        } else {
            input.bytes = read_file_of_size(entry.path, entry.size, options, std::move(input.bytes));
        }
    } catch (const IoError& error) {
        input = Input();
        Finding finding = error.finding();
        finding.input = entry.name;
        return finding;
    }
    input.name = entry.name;
    input.path = entry.path;
    input.member.clear();
    input.raw_name = entry.raw_name;
    return std::nullopt;
}

}  // namespace tengen::io
