// Where the grammar and its recovery put what they read: the columns of a game, and the place reached in the tree.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <tengen/abi/game.h>
#include <tengen/model/column.h>
#include <tengen/model/identifier.h>
#include <tengen/model/storage.h>
#include <tengen/model/value.h>

#include "sgf/syntax/irregularity.h"
#include "sgf/syntax/scan.h"

namespace tengen::sgf {

/// How a value stands in the columns after the syntax stage, before anything gave it a meaning: `plain_value` if it has
/// neither a backslash nor a control character, so that it is its own text; `escaped_value` (or its stored form, if the
/// bytes had to be put right) for all others. An empty value is a plain one of length 0. Values of plain moves (see
/// PlainMoveRun) are points already.
inline constexpr ValueKind plain_value = ValueKind::text;
inline constexpr ValueKind escaped_value = ValueKind::raw;
inline constexpr ValueKind escaped_value_stored = ValueKind::raw_stored;

struct SyntaxLimits {
    std::uint32_t most_open_trees = 100'000;
    std::uint32_t longest_value = std::uint32_t{64} << 20;  ///< bytes, at most max_payload
};

/// An open parenthesis: what to go back to behind its ')'.
struct OpenTree {
    std::uint32_t node;        ///< the node it stands behind
    std::uint32_t first_node;  ///< the first node inside; TENGEN_NONE for the game's own and for ignored parentheses
};

/// A subtree that is, so far, the only child of its parent.
struct LoneSubtree {
    std::uint32_t node;
    std::uint32_t offset;  ///< of its parenthesis, in the text of the game
};

/// Consecutive nodes, each the child of the one before, that hold one property each, B or W, whose value is two small
/// letters. (Further values and properties may have come to the last one, siblings to the first one.) These values are
/// points from the start, on a board that may be too small for them: what gives values their meaning has to look only
/// at the largest.
struct PlainMoveRun {
    std::uint32_t first_node;
    std::uint32_t first_property;
    std::uint32_t count;
    std::uint8_t columns;  ///< that a board needs to have all the points
    std::uint8_t rows;
};

/// The point that two small letters name ("SGF FF[4], Point").
inline tengen_value small_letter_point(std::uint32_t offset, unsigned letters) {
    return make_value(offset, ValueKind::point, letters - ('a' | 'a' << 8));
}

/// Take the meaning from the values of these runs: they are two letters again.
void make_plain_values(GameStorage& storage, std::span<const PlainMoveRun> runs);

/// Memory that one game after the other uses.
struct SyntaxWorkspace {
    Column<OpenTree> open_trees;
    Column<LoneSubtree> lone_subtrees;
    Column<PlainMoveRun> plain_moves;  ///< of the tree that was read last, in its order
};

/// All state of a reading between two tokens, so that reading can stop and go on at any of them. Whoever fills the
/// columns of node and property keeps these rules: a node begins before its properties, a property before its values,
/// and every property gets a value before the next one begins.
class TreeSink {
public:
    TreeSink(GameStorage& storage, Notes& notes, SyntaxWorkspace& workspace, const SyntaxLimits& limits,
             bool cut_suspects)
        : storage_(storage), notes_(notes), workspace_(workspace), limits_(limits), cut_suspects_(cut_suspects) {}

    /// Begin the game whose own parenthesis stands at `paren`; its root is the first node.
    void begin(const char* paren, const char* end) {
        base_ = paren;
        end_ = end;
        workspace_.open_trees.clear();
        workspace_.lone_subtrees.clear();
        workspace_.plain_moves.clear();
        workspace_.open_trees.push_back({none, none});
        current_ = none;
        previous_sibling_ = 0;
        add_node();
    }

    // -- tree --

    [[nodiscard]] bool is_behind_subtree() const { return previous_sibling_ != 0; }

    void add_node() {
        const std::uint32_t node = storage_.nodes.size();
        storage_.nodes.push_back({current_, 0, storage_.properties.size()});
        // Without a sibling before, this writes to the root, which has none and is put right at the end.
        storage_.nodes[previous_sibling_].next_sibling = node;
        current_ = node;
        previous_sibling_ = 0;
    }

    /// '(' and ';' of a subtree. False, and nothing done, where that is no ordinary subtree.
    bool open_subtree(const char* paren) {
        if (is_line_break(paren[-1]) && starts_game(paren)) [[unlikely]] {
            return false;
        }
        if (is_at_limit()) [[unlikely]] {
            return false;
        }
        push_subtree(paren);
        return true;
    }

    [[nodiscard]] bool is_at_limit() const { return workspace_.open_trees.size() >= limits_.most_open_trees; }

    void push_subtree(const char* paren) {
        const std::uint32_t node = storage_.nodes.size();
        workspace_.open_trees.push_back({current_, node});
        if (node == current_ + 1) {
            workspace_.lone_subtrees.push_back({node, static_cast<std::uint32_t>(paren - base_)});
        }
        add_node();
    }

    /// ')' of a subtree. False, and nothing done, for that of the game and that of an ignored parenthesis.
    bool close_subtree() {
        const OpenTree tree = workspace_.open_trees.back();
        if (tree.first_node == none) [[unlikely]] {
            return false;
        }
        workspace_.open_trees.pop_back();
        current_ = tree.node;
        previous_sibling_ = tree.first_node;
        return true;
    }

    /// '(' directly before another tree: counted, without effect on the tree.
    void ignore_paren() { workspace_.open_trees.push_back({current_, none}); }

    /// False if the next ')' is that of the game itself.
    bool close_ignored_paren() {
        if (workspace_.open_trees.size() == 1) {
            return false;
        }
        workspace_.open_trees.pop_back();
        return true;
    }

    // -- content of a node --

    /// Take nodes like ";B[xx]", with white space behind each, as long as there are such; must not be called behind a
    /// subtree. Returns what stands behind them.
    const char* add_plain_moves(const char* p, const char* end);

    /// Capital letters only.
    void add_property(const char* begin, const char* end) {
        const auto size = static_cast<std::uint32_t>(end - begin);
        std::uint32_t code = 0;
        if (size == 1) {
            code = static_cast<unsigned char>(begin[0]);
        } else if (size == 2) [[likely]] {
            code = static_cast<unsigned char>(begin[0]) | std::uint32_t{static_cast<unsigned char>(begin[1])} << 8;
        } else {
            code = long_identifier(begin, size);
        }
        storage_.properties.push_back({code, storage_.values.size()});
    }

    /// Whether a value that stands here belongs to a property.
    [[nodiscard]] bool has_property() const {
        return !is_behind_subtree() && storage_.properties.size() > storage_.nodes.back().first_property;
    }

    void add_value(const char* begin, const char* end, bool special) {
        storage_.values.push_back(make_value(offset_of(begin), special ? escaped_value : plain_value,
                                             static_cast<std::uint32_t>(end - begin)));
    }

    /// Whether a value of that many bytes is too large to be kept.
    [[nodiscard]] bool is_too_large(std::int64_t size) const { return size > limits_.longest_value; }

    /// Where a value ends that ends at `end` by its bracket: the same, unless it seems to have swallowed a node (";B["
    /// and at most two letters, or "(;FF[" and what may stand there) and is to be cut in front of it.
    const char* check_end(const char* begin, const char* end) {
        if (end - begin >= 3 && (end[-1] == '[' || end[-2] == '[' || end[-3] == '[')) [[unlikely]] {
            return cut_swallowed_node(begin, end);
        }
        return end;
    }

    // -- for the recovery --

    [[nodiscard]] GameStorage& storage() { return storage_; }
    [[nodiscard]] const char* base() const { return base_; }
    [[nodiscard]] const char* end() const { return end_; }
    [[nodiscard]] std::uint32_t last_node() const { return current_; }
    [[nodiscard]] std::uint32_t offset_of(const char* p) const { return static_cast<std::uint32_t>(p - base_); }

    void note(Irregularity what, const char* at, std::int64_t size = 0) {
        constexpr std::int64_t most = 0xFFFFFFFF;
        notes_.push_back({at, static_cast<std::uint32_t>(size < most ? size : most), current_, what});
    }
    void note(Irregularity what, const char* at, std::int64_t size, std::uint32_t node) {
        note(what, at, size);
        notes_.back().node = node;
    }

    /// Whether a '(' is followed by a node whose properties include FF, GM or SZ.
    [[nodiscard]] bool starts_game(const char* paren) const;

    /// The last things to do when the tree has ended.
    void finish();

private:
    std::uint32_t long_identifier(const char* begin, std::uint32_t size);
    const char* cut_swallowed_node(const char* begin, const char* end);

    GameStorage& storage_;
    Notes& notes_;
    SyntaxWorkspace& workspace_;
    const SyntaxLimits& limits_;
    const char* base_ = nullptr;
    const char* end_ = nullptr;
    std::uint32_t current_ = 0;           ///< the last node, or behind a subtree the node before that
    std::uint32_t previous_sibling_ = 0;  ///< first node of the subtree just closed; 0 if there is none
    bool cut_suspects_;
};

}  // namespace tengen::sgf
