// File name patterns.
//
//   *        any number of characters of one name      ?       one character (one code point where the name is UTF-8)
//   [a-z]    one character of a set, [!..] or [^..] one that is not in it; the set compares code points
//   {a,b}    either text; may be nested and may hold separators and further patterns; {a} stays as it is
//   **       as a whole part of the path: any number of folders, also none; at the end: every file below
//   \x       x itself
//
// Letters are folded only where that is asked for, and then only those of ASCII. A wildcard never matches a dot at the
// beginning of a name unless hidden files are asked for. An unclosed [ or { stands for itself. Number ranges ({1..3})
// and extended patterns (@(..)) are not part of this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tengen::io {

// True if the text holds an unescaped wildcard or brace: only such texts are ever matched.
bool is_pattern(std::string_view text) noexcept;

// All texts a pattern with braces stands for, in order; nothing if there would be more than `limit`.
std::optional<std::vector<std::string>> expand_braces(std::string_view pattern, std::size_t limit = 4096);

// Matches one name (no separators on either side, no braces). Linear in the name for each `*`, never exponential.
bool match_name(std::string_view pattern, std::string_view name, bool hidden = false, bool fold = false) noexcept;

// Removes the escapes from a text without wildcards.
std::string unescape_pattern(std::string_view text);

// Several patterns, already free of braces, matched together while walking down a tree of folders once.
class PatternSet {
public:
    // Where each pattern stands in one folder.
    struct State {
        std::uint32_t pattern;
        std::uint32_t part;
        friend bool operator==(const State&, const State&) = default;
    };
    using States = std::vector<State>;

    explicit PatternSet(bool fold = false) : fold_(fold) {}

    // `pattern` is relative, parts separated by '/'; empty parts and "." count as absent.
    void add(std::string_view pattern);
    bool empty() const noexcept { return patterns_.empty(); }

    // The states at the folder where the walk begins.
    States start() const;
    // The states inside the sub-folder `name`; empty: nothing there can match.
    States enter(const States& states, std::string_view name, bool hidden) const;
    // True if the file `name` in this folder matches.
    bool matches(const States& states, std::string_view name, bool hidden) const noexcept;

private:
    void close(States& states) const;

    std::vector<std::vector<std::string>> patterns_;
    bool fold_;
};

}  // namespace tengen::io
