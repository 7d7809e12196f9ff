// The same game in several records.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <tengen/model/game.h>

#include "passes/main_line.h"
#include "passes/similar_lines.h"

namespace tengen::passes {

enum class DuplicateKind : std::uint8_t {
    same,       ///< equal moves on the main line, whichever way the board is turned, also with the colours exchanged
    beginning,  ///< the moves of one are the first moves of the other
    similar     ///< all but a few moves are equal
};

/// What a game has to do with one that was seen before.
struct DuplicateNote {
    DuplicateKind kind = DuplicateKind::same;
    std::string_view id;  ///< of the diagnostic
    std::string message;
    std::uint32_t earlier = 0;  ///< number of the other game, counted over all that were added
};

struct DuplicateMember {
    std::uint32_t number = 0;                  ///< counted over all that were added
    std::string_view source;                   ///< as it was given, valid as long as the finder
    std::uint32_t index = 0;                   ///< in its source, as it was given
    DuplicateKind kind = DuplicateKind::same;  ///< to the member that is kept
    std::string note;                          ///< how it differs from the member that is kept; empty: not at all
    std::uint32_t moves = 0;
    std::uint32_t facts = 0;
    std::uint32_t nodes = 0;
    bool is_kept = false;
    bool is_close = true;  ///< to the member that is kept, and not only to another one that is similar to it
};

/// Which record of a group is the one to keep.
enum class Keep : std::uint8_t {
    first,  ///< the one that came first
    best    ///< the most moves on the main line, then the most facts, then the most nodes, then the first
};

/// Looks for games that occur more than once among any number of records. It keeps no game: two bytes for each move of
/// the main line (nothing for the second record of a game), and about half a kilobyte besides.
///
/// Records without a move say nothing and are left out. Fewer than five moves are many games' beginning: they are not
/// mentioned as one, and two such records are the same only where the information of the later one contradicts nothing
/// that the first one with these moves says. Games with fewer than 40 moves are never similar. Time grows with the
/// moves, and with the logarithm of the number of games. One thread at a time.
class DuplicateFinder {
public:
    DuplicateFinder() : lines_(LineOrder{this}) {}
    DuplicateFinder(const DuplicateFinder&) = delete;
    DuplicateFinder& operator=(const DuplicateFinder&) = delete;

    /// Look at one more game. `source` and `index` say where it stands; equal sources in a row are kept once.
    std::optional<DuplicateNote> add(Game game, std::string_view source, std::uint32_t index);

    /// All groups of two games or more, by their first members; the kept member stands first. A beginning is in the
    /// group of the first game found that goes on. What binds a group are relations up to `widest`.
    [[nodiscard]] std::vector<std::vector<DuplicateMember>> groups(Keep keep = Keep::best,
                                                                   DuplicateKind widest = DuplicateKind::similar) const;

    [[nodiscard]] std::uint32_t games() const { return static_cast<std::uint32_t>(records_.size()); }

private:
    using Facts = std::array<std::uint16_t, TENGEN_FIELD_COUNT>;  // what is said in each field, 0: nothing
    struct Record {
        std::size_t first_entry = 0;  // of entries_
        std::uint32_t entry_count = 0;
        std::uint32_t moves = 0;
        std::uint32_t source = 0;
        std::uint32_t index = 0;
        std::uint32_t nodes = 0;
        std::uint32_t parent = 0;                  // of the group
        std::uint32_t twin = 0;                    // the first one that is the same
        std::uint32_t continuation = TENGEN_NONE;  // a game this one is the beginning of
        Orientations orientations = 0;
        std::uint16_t fact_count = 0;
        Facts facts{};
    };
    // Records of a line that is so short that many games begin with it: those that do not contradict each other.
    struct ShortGroup {
        std::uint32_t first;
        Facts facts;  // what any of them says
    };
    using Line = std::span<const LineEntry>;
    // The order of words, of games by their number and of lines.
    struct LineOrder {
        using is_transparent = void;
        const DuplicateFinder* finder;
        [[nodiscard]] bool operator()(std::uint32_t a, std::uint32_t b) const;
        [[nodiscard]] bool operator()(std::uint32_t a, Line b) const;
        [[nodiscard]] bool operator()(Line a, std::uint32_t b) const;
    };

    [[nodiscard]] Line line(const Record& record) const {
        return Line(entries_).subspan(record.first_entry, record.entry_count);
    }
    [[nodiscard]] std::string name(std::uint32_t number) const;
    [[nodiscard]] std::uint32_t source_number(std::string_view source);
    [[nodiscard]] std::uint32_t group_of(std::uint32_t number) const;
    void unite(std::uint32_t one, std::uint32_t other);
    [[nodiscard]] DuplicateNote same(std::uint32_t earlier, std::uint32_t later) const;
    [[nodiscard]] std::optional<std::uint32_t> longest_beginning(Line of) const;
    [[nodiscard]] std::optional<DuplicateNote> similar(std::uint32_t number);
    void compare(const Record& kept, DuplicateMember& member) const;
    /// The first game of the group that the record belongs to; nothing if it is the first of a new one.
    [[nodiscard]] std::optional<std::uint32_t> join_short_group(std::uint32_t first_with_line, std::uint32_t number);
    /// Whether both say something in a field, and not the same.
    [[nodiscard]] static bool contradicts(const Facts& one, const Facts& other);

    std::vector<std::string> sources_;
    std::vector<Record> records_;
    std::vector<LineEntry> entries_;
    std::set<std::uint32_t, LineOrder> lines_;                                 // one number for each different line
    std::unordered_map<std::uint32_t, std::vector<ShortGroup>> short_groups_;  // by the first record of the line
    std::unordered_multimap<std::uint64_t, std::uint32_t> anchors_;
    MainLine main_line_;
    LineAnchors line_anchors_;
    mutable LineComparison comparison_;
};

}  // namespace tengen::passes
