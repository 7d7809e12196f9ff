// From the arguments of a command to inputs. Listing (paths only, cheap) and opening (bytes) are separate, so that a
// pipeline can list in one thread and open in several.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/bytes.h"
#include "io/finding.h"

namespace tengen::io {

// Something that can be opened.
struct SourceEntry {
    enum class Kind { file, standard_input };

    Kind kind = Kind::file;
    std::string name;        // as shown to the user: the argument as written plus the way below it, UTF-8
    std::string path;        // what to open; empty for standard input
    std::uint64_t size = 0;  // when listed, 0 if unknown: a hint for scheduling, nothing more
    // Which file it was when it was listed; all 0 if it is no regular one.
    std::uint64_t device = 0;
    std::uint64_t number = 0;  // inode
    std::int64_t changed = 0;  // last change of the content, nanoseconds since 1970
    std::string raw_name{};    // the name as it is written, if that is no UTF-8
    bool is_linked = false;    // the name is a symbolic link, or leads through one behind the argument
    bool has_hard_links = false;
};

// One input with its bytes.
struct Input {
    std::string name;    // as SourceEntry::name
    std::string path;    // empty for standard input
    std::string member;  // member of a container, UTF-8; empty for the file itself
    Bytes bytes;
    std::string raw_name{};  // as SourceEntry::raw_name
};

struct SourceOptions {
    // Relative arguments are looked up here (the folder of a pipeline file, say); empty: the current directory.
    // The names shown do not change.
    std::filesystem::path base;
    // Also take names that begin with a dot, in folders and in patterns. A path given in full is always taken.
    bool hidden = false;
    // A pattern takes names in capital and small letters alike (letters of ASCII).
    bool ignore_case = false;
    // Go into folders below an argument.
    bool recursive = true;
    // Which file names to take when a folder is walked; empty: all. Not asked for files that were named or matched.
    std::function<bool(std::string_view name)> accept;
    // Makes UTF-8 of a file name in another charset; empty: ISO-8859-1.
    std::function<std::string(std::string_view raw)> decode_name;
    std::string standard_input_name = "<stdin>";
    int standard_input = 0;
};

enum class ListSeparator { detect, newline, nul };

// A deterministic sequence of inputs: arguments in the order given; inside a folder or a pattern by the bytes of the
// names, part by part, a folder's content at the place of its name.
//
//  * "-" is standard input. An existing path is taken as it is, also when it looks like a pattern.
//  * A folder stands for the regular files in it. FIFOs, sockets and devices are taken only when named themselves.
//  * Anything else with wildcards is a pattern (see glob.h). A pattern stands for files; a folder it matches is not
//    entered (write `**`).
//  * Symbolic links are followed. Every folder is walked once, which ends loops: under its own name if that is below
//  the
//    argument, so that folders behind links come when all others were walked. A file comes under every name; who has
//    chosen among them leaves doubles out (NameChoice).
//  * What is missing, unreadable or matched by nothing becomes a finding io.open-failed in its place, and the rest
//    goes on.
//
// One thread at a time. Holds one open folder's names per level, never descriptors.
class Sources {
public:
    explicit Sources(SourceOptions options = {});
    Sources(Sources&&) noexcept;
    Sources& operator=(Sources&&) noexcept;
    ~Sources();

    // A file, a folder, a pattern or "-".
    void add(std::string argument);
    // A path that is no pattern and no "-".
    void add_path(const std::filesystem::path& path);
    // Paths (never patterns) from a file, or from standard input if `file` is "-": one a line (the CR of CR LF and
    // empty lines do not count), or separated by NUL; `detect` takes NUL if there is one. Read when its turn comes.
    void add_list(std::string file, ListSeparator separator = ListSeparator::detect);

    using Item = std::variant<SourceEntry, Finding>;
    // The next entry or finding; nothing at the end.
    std::optional<Item> next();

private:
    class Walk;
    std::unique_ptr<Walk> walk_;
};

// Reads an entry: the input, or a finding io.open-failed or io.too-large. Any thread; standard input only once.
std::variant<Input, Finding> open(const SourceEntry& entry, const ReadOptions& options = {}, int standard_input = 0);

// The same into an input that is not needed any more, whose memory is used again: nothing, or the finding, after which
// the input is empty.
std::optional<Finding> open_into(Input& input, const SourceEntry& entry, const ReadOptions& options = {},
                                 int standard_input = 0);

}  // namespace tengen::io
