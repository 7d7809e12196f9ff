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

struct Child {
    std::string name;
    struct stat status;
    int error;     // errno of a failed stat, else 0
    bool is_link;  // the status is that of what it leads to
};

// The entries of a folder, sorted; an errno value if it cannot be read.
int read_folder(const std::string& path, std::vector<Child>& children) {
    const std::unique_ptr<DIR, CloseDirectory> directory(::opendir(path.c_str()));
    if (!directory) return errno;
    const int descriptor = ::dirfd(directory.get());
    for (;;) {
        errno = 0;
        const dirent* const entry = ::readdir(directory.get());
        if (entry == nullptr) {
            if (errno != 0) return errno;
            break;
        }
        const std::string_view name = entry->d_name;
        if (name == "." || name == "..") continue;
        Child child{std::string(name), {}, 0, entry->d_type == DT_LNK};
        if (entry->d_type == DT_UNKNOWN) {  // of some file systems
            struct stat link {};
            child.is_link =
                ::fstatat(descriptor, entry->d_name, &link, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(link.st_mode);
        }
        if (::fstatat(descriptor, entry->d_name, &child.status, 0) != 0) child.error = errno;
        // Gone between the two calls: then it is not in the folder.
        if (child.error == ENOENT) {
            struct stat link {};
            if (::fstatat(descriptor, entry->d_name, &link, AT_SYMLINK_NOFOLLOW) != 0) continue;
        }
        children.push_back(std::move(child));
    }
    std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) { return a.name < b.name; });
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
                drop_walked(folder.status, folder.states);
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
        struct stat status;
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

    std::optional<Item> file(const std::string& path, const std::string& shown, const struct stat& status,
                             bool is_linked) {
        SourceEntry entry{SourceEntry::Kind::file, show(shown), path};
        if (!utf8::is_valid(shown)) entry.raw_name = shown;
        entry.is_linked = is_linked;
        entry.has_hard_links = status.st_nlink > 1;
        if (S_ISREG(status.st_mode)) {
            entry.size = static_cast<std::uint64_t>(status.st_size);
            entry.device = status.st_dev;
            entry.number = status.st_ino;
            entry.changed = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
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
        return file(path, text, status, is_link(path));
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
            drop_walked(status, states);
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
        std::string path = join(frame.path, child.name);
        std::string shown = join(frame.shown, child.name);
        if (child.error == 0 && S_ISDIR(child.status.st_mode)) {
            PatternSet::States states = patterns_.enter(frame.states, child.name, options_.hidden);
            if (child.is_link) {
                if (!states.empty()) {
                    linked_.push_back({std::move(path), std::move(shown), std::move(states), child.status});
                }
                return std::nullopt;
            }
            drop_walked(child.status, states);
            if (states.empty()) return std::nullopt;
            return enter(std::move(path), std::move(shown), std::move(states), frame.is_linked);
        }
        if (!patterns_.matches(frame.states, child.name, options_.hidden)) return std::nullopt;
        if (!walks_pattern_ && options_.accept && !options_.accept(child.name)) return std::nullopt;
        if (child.error != 0) {
            if (walks_pattern_) pattern_found_ = true;
            return failed(shown, error_text(child.error));
        }
        if (!S_ISREG(child.status.st_mode)) return std::nullopt;
        if (walks_pattern_) pattern_found_ = true;
        return file(path, shown, child.status, child.is_link || frame.is_linked);
    }

    // Leaves only what was not yet looked for in this folder: so links cannot make a walk endless, and a folder reached
    // again for another part of a pattern is still searched.
    void drop_walked(const struct stat& status, PatternSet::States& states) {
        std::erase_if(states, [&](const PatternSet::State& state) {
            return !walked_.insert({{status.st_dev, status.st_ino}, state}).second;
        });
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

NameChoice::Chosen* NameChoice::find(const SourceEntry& entry, const Chosen& first) {
    const bool has_id = entry.kind != SourceEntry::Kind::standard_input && entry.number != 0;
    if (has_id && !entry.has_hard_links) {
        const auto [known, is_new] = files_.try_emplace({entry.device, entry.number}, first);
        return is_new ? nullptr : &known->second;
    }
    std::string name = "-";
    if (entry.kind != SourceEntry::Kind::standard_input) {
        // Names of one file that are equal in rank: only the same name counts as the same file.
        std::error_code error;
        const std::filesystem::path real = std::filesystem::canonical(entry.path, error);
        name = error ? entry.path.native() : real.native();
    }
    const auto [known, is_new] = names_.try_emplace(std::move(name), first);
    return is_new ? nullptr : &known->second;
}

std::optional<NameChoice::Double> NameChoice::offer(const SourceEntry& entry, std::size_t number, std::size_t use) {
    Chosen* const chosen = find(entry, {number, use, entry.is_linked});
    if (chosen == nullptr) return std::nullopt;
    if (chosen->use == use && chosen->is_linked && !entry.is_linked) {
        const Double result{chosen->number, number};
        *chosen = {number, use, false};
        return result;
    }
    return Double{number, chosen->number};
}

std::variant<Input, Finding> open(const SourceEntry& entry, const ReadOptions& options, int standard_input) {
    try {
        Bytes bytes = entry.kind == SourceEntry::Kind::standard_input
                          ? read_descriptor(standard_input, entry.name, options)
                          : read_file(entry.path, options);
        return Input{entry.name, entry.path, {}, std::move(bytes), entry.raw_name};
    } catch (const IoError& error) {
        Finding finding = error.finding();
        finding.input = entry.name;
        return finding;
    }
}

}  // namespace tengen::io
