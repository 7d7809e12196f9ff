#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

// The catalogue of diagnostics: every finding tengen can make, its severity at each level, its fix, where its rule
// comes from and what a user can do about it. The data stands in catalogue.tsv. All functions here are pure and may be
// called from any thread; all texts live as long as the program.

namespace tengen::diagnostics {

enum class Severity : std::uint8_t { off, info, warning, error, fatal };

// strict refuses what the rules refuse, lenient reads what people wrote, archive loses nothing.
enum class Level : std::uint8_t { strict, lenient, archive };

// safe: one reading, nothing silently gone. guess: likely, not certain.
enum class FixClass : std::uint8_t { none, safe, guess };

std::string_view to_text(Severity severity) noexcept;
std::string_view to_text(Level level) noexcept;
std::string_view to_text(FixClass fix) noexcept;

// Exact, lower case; nothing for any other text.
std::optional<Severity> parse_severity(std::string_view text) noexcept;
std::optional<Level> parse_level(std::string_view text) noexcept;
std::optional<FixClass> parse_fix_class(std::string_view text) noexcept;

struct CatalogueEntry {
    std::string_view id;  // "area.name", stable for ever
    std::string_view area;
    std::string_view meaning;
    Severity strict;
    Severity lenient;
    Severity archive;
    FixClass fix;
    std::string_view fix_does;  // empty if and only if fix is none
    std::uint16_t sgfc;         // number of the message of the checker SGFC about the same fault, 0: none
    std::string_view source;    // where the rule is stated
    std::string_view help;      // a way out

    constexpr Severity severity(Level level) const noexcept {
        return level == Level::strict ? strict : level == Level::lenient ? lenient : archive;
    }

    // True where the "fix" only describes how the value is read, played back or written at every level, so that no
    // option switches it on or off.
    constexpr bool happens_anyway() const noexcept {
        return fix_does.starts_with("writing:") || fix_does.starts_with("writing SGF:") ||
               fix_does.starts_with("reading:") || fix_does.starts_with("play-back:");
    }
};

// All entries, sorted by id.
std::span<const CatalogueEntry> catalogue() noexcept;

// Place in catalogue(), by binary search.
std::optional<std::size_t> index_of(std::string_view id) noexcept;

// nullptr if there is no such id.
const CatalogueEntry* find(std::string_view id) noexcept;

// Ids that a user may have meant, best first: those whose part behind the dot is the word, those at a small edit
// distance (of that part alone if the word has no dot), those that contain the word. At most `limit`.
std::vector<std::string_view> near_ids(std::string_view word, std::size_t limit = 3);

}  // namespace tengen::diagnostics
