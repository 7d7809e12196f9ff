// Playing a whole game tree on a board, node by node.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <tengen/model/game.h>

#include "rules/board.h"

namespace tengen::rules {

/// What else is to be said about a move.
struct MoveRemarks {
    bool same_color = false;        ///< the move before was by the same side, with no setup in between
    bool against_player = false;    ///< PL named the other side, and this is the first move since
    bool after_two_passes = false;  ///< exactly two passes in a row stand before it
    [[nodiscard]] bool any() const { return same_color | against_player | after_two_passes; }
};

/// A side, or none, in one byte: every move of a replay looks at several of these.
class MaybeColor {
public:
    constexpr MaybeColor() = default;
    constexpr MaybeColor(Color color) : value_(static_cast<std::uint8_t>(color)) {}
    [[nodiscard]] constexpr bool has_value() const { return value_ != 0; }
    constexpr explicit operator bool() const { return has_value(); }
    [[nodiscard]] constexpr Color operator*() const { return static_cast<Color>(value_); }
    constexpr void reset() { value_ = 0; }
    friend constexpr bool operator==(MaybeColor, MaybeColor) = default;

private:
    std::uint8_t value_ = 0;
};

/// A move as it was executed.
struct MoveStep {
    std::uint32_t property = none;
    Color color = Color::black;
    bool is_pass = false;
    MoveRemarks remarks{};
    Verdict verdict = Verdict::none;
    std::uint16_t captured = 0;
    Point point{};              ///< meaningless for a pass
    std::uint32_t number = 0;   ///< move number, set by MN or counted
    std::uint32_t ordinal = 0;  ///< how many moves the line has up to this one, whatever MN says
    [[nodiscard]] bool is_remarkable() const { return verdict != Verdict::none || remarks.any(); }
};

/// A setup property (AB, AW, AE) as it was executed.
struct SetupStep {
    std::uint32_t property = none;
    Stone stone = Stone::empty;
    std::uint32_t points = 0;   ///< points that the property decides
    std::uint32_t changed = 0;  ///< those of them where something else stood before
};

/// What happened in one node. The spans are valid during the visit only.
struct Step {
    std::uint32_t node = 0;
    std::span<const SetupStep> setup;
    bool new_group_without_liberties = false;
    std::span<const MoveStep> moves;
};

/// What a line of play has come to.
struct Line {
    std::uint32_t number = 0;   ///< move number of the node
    std::uint32_t ordinal = 0;  ///< moves so far
    std::uint8_t passes = 0;    ///< passes in a row, at most 3
    MaybeColor last{};          ///< side of the last move, unless setup came after it
    MaybeColor named{};         ///< side that PL named, if no move came after it
    MaybeColor next{};          ///< side to move, if PL or a move tells
};

/// Executes all nodes of a game in pre-order. At a branch it goes back by undoing, so the whole tree costs as much as
/// its nodes, whatever its shape, and there is no recursion.
///
/// Order inside a node ("SGF FF[4], Setup vs. move properties"): setup, the side to move, moves in the order of the
/// record. Of repeated properties all setup counts and the first of anything else; a point that AB, AW and AE name more
/// than once keeps its first mention. In the nodes of a recorded stream later properties replace earlier ones instead.
/// Values without a reading are not executed.
///
/// Not thread-safe; use one for many games, it keeps its memory.
class Replay {
public:
    /// Whether a game can be executed: Go, with values that have a meaning and a board.
    [[nodiscard]] static bool is_possible(Game game) {
        const tengen_game& columns = game.columns();
        return game.has_meaning() && columns.board_columns >= 1 && columns.board_columns <= max_board_side &&
               columns.board_rows >= 1 && columns.board_rows <= max_board_side;
    }

    /// Call visit(const Step&) for every node of a game that is_possible(); board() and line() then tell the state
    /// after that node. Throws std::bad_alloc, and std::invalid_argument if the nodes are not in pre-order.
    template <class Visit>
    void run(Game game, Visit&& visit) {
        walk<false>(game, visit, [](std::uint32_t, std::uint32_t) {});
    }

    /// The same for callers to whom ordinary moves mean nothing: of the nodes in a run of moves that the game names,
    /// only those with a remarkable move are visited, and line() is behind in these visits. After a run comes
    /// skip(first node, number of nodes).
    template <class Visit, class Skip>
    void run_remarkable(Game game, Visit&& visit, Skip&& skip) {
        walk<true>(game, visit, skip);
    }

    [[nodiscard]] const Board& board() const { return board_; }
    [[nodiscard]] Board& board() { return board_; }
    [[nodiscard]] const Line& line() const { return line_; }

private:
    struct Fork {
        std::uint32_t node;
        Board::Mark mark;
        Line line;
    };

    template <bool in_runs, class Visit, class Skip>
    void walk(Game game, Visit& visit, Skip&& skip) {
        begin(game);
        // Copies, since the compiler must take every byte put on the board for a change of anything.
        const tengen_node* const nodes = game.columns().nodes;
        const tengen_property* const properties = game.columns().properties;
        const tengen_value* const values = game.columns().values;
        const std::uint32_t count = game.node_count();
        std::span<const tengen_move_run> runs;
        if (in_runs && !has_streams_) {
            runs = game.move_runs();
        }
        for (std::uint32_t node = 0; node < count; ++node) {
            const std::uint32_t parent = nodes[node].parent;
            if (parent + 1 != node) [[unlikely]] {
                go_back_to(parent, nodes[node].next_sibling == 0);
            }
            const std::uint32_t first = nodes[node].first_property;
            const std::uint32_t code = properties[first].identifier;
            const bool is_black = code == Identifier("B").code();
            if (!runs.empty() && runs.front().first_node == node) {
                const std::uint32_t length = runs.front().node_count;
                runs = runs.subspan(1);
                play_run(node, {properties + first, length}, values + properties[first].first_value, first, visit);
                skip(node, length);
                node += length - 1;
            } else if (nodes[node + 1].first_property - first == 1 && !has_streams_ &&
                       (is_black | (code == Identifier("W").code()))) [[likely]] {
                // Nearly every other node holds just one move.
                Step step;
                step.node = node;
                if (move(values[properties[first].first_value], first, is_black ? Color::black : Color::white,
                         moves_[0])) {
                    step.moves = {moves_.data(), 1};
                }
                visit(static_cast<const Step&>(step));
            } else {
                visit(static_cast<const Step&>(execute_any(game, node)));
            }
            if (const std::uint32_t child = node + 1;  // in pre-order
                child < count && nodes[child].parent == node && nodes[child].next_sibling != 0) [[unlikely]] {
                forks_.push_back({node, board_.mark(), line_});
            }
        }
    }

    template <class Visit>
    void play_run(std::uint32_t node, std::span<const tengen_property> properties, const tengen_value* value,
                  std::uint32_t property, Visit& visit);

    void begin(Game game);
    void go_back_to(std::uint32_t node, bool for_the_last_time);

    MoveStep executed_step(std::uint32_t property, Color color, Point point, Played played, std::uint32_t executed);
    void end_run(MaybeColor last, MaybeColor mover, std::uint32_t executed);

    Step execute_any(Game game, std::uint32_t node);
    bool move(tengen_value value, std::uint32_t property, Color color, MoveStep& step);
    void set_up(Game game, std::uint32_t property, Stone stone, bool first_mention_stays);
    void look_for_liberties(Game game, std::uint32_t property, bool before);
    [[nodiscard]] bool is_in_stream(Game game, std::uint32_t node);

    Board board_;
    Line line_;
    std::vector<Fork> forks_;
    std::array<MoveStep, 2> moves_;
    std::vector<SetupStep> setup_;
    bool new_group_without_liberties_ = false;

    // Setup nodes only: for every point the number of the last one for which something holds.
    using PerPoint = std::array<std::uint32_t, 64 * max_board_side>;
    std::uint32_t setup_nodes_ = 0;
    PerPoint mentioned_{};
    PerPoint looked_at_before_{};
    PerPoint looked_at_after_{};
    PerPoint without_liberties_{};  // before the setup

    bool has_streams_ = false;
    std::vector<bool> streams_;  // node by node
};

inline bool Replay::move(tengen_value value, std::uint32_t property, Color color, MoveStep& step) {
    const ValueKind kind = kind_of(value);
    const Point point = point_of(value);
    const bool is_pass = kind == ValueKind::pass;
    if ((kind != ValueKind::point || !point.is_on(board_.size())) && !is_pass) [[unlikely]] {
        // Nothing is executed, but this side had its turn.
        line_.last = color;
        line_.passes = 0;
        return false;
    }
    step.property = property;
    step.color = color;
    step.is_pass = is_pass;
    step.point = point;
    step.number = ++line_.number;
    step.ordinal = ++line_.ordinal;
    step.remarks.same_color = line_.last == color;
    step.remarks.against_player = line_.named == opponent(color);
    step.remarks.after_two_passes = line_.passes == 2;
    line_.last = color;
    line_.named.reset();
    line_.next = opponent(color);
    if (is_pass) [[unlikely]] {
        board_.pass(color);
        line_.passes = line_.passes < 3 ? static_cast<std::uint8_t>(line_.passes + 1) : line_.passes;
        step.verdict = Verdict::none;
        step.captured = 0;
    } else {
        const Played played = board_.play(color, point);
        step.verdict = played.verdict;
        step.captured = played.captured;
        line_.passes = 0;
    }
    return true;
}

// The nodes of a run hold one move each, with a point for a value, which may lie outside of the board.
template <class Visit>
void Replay::play_run(std::uint32_t node, std::span<const tengen_property> properties, const tengen_value* value,
                      std::uint32_t property, Visit& visit) {
    const BoardSize size = board_.size();
    MaybeColor last = line_.last;
    bool is_first = line_.named.has_value() || line_.passes != 0;  // what was before still matters
    std::uint32_t executed = 0;
    MaybeColor mover;
    for (std::size_t i = 0; i < properties.size(); ++i) {
        const Color color = properties[i].identifier == Identifier("B").code() ? Color::black : Color::white;
        const Point point = point_of(value[i]);
        const bool same_color = last == color;
        last = color;
        if (!point.is_on(size)) [[unlikely]] {  // this side had its turn
            line_.passes = 0;
            continue;
        }
        const Played played = board_.play(color, point);
        mover = color;
        ++executed;
        if (same_color | is_first | (played.verdict != Verdict::none)) [[unlikely]] {
            is_first = false;
            MoveStep& step = moves_[0];
            step = executed_step(property + static_cast<std::uint32_t>(i), color, point, played, executed);
            step.remarks.same_color = same_color;
            if (step.is_remarkable()) {
                Step visited;
                visited.node = node + static_cast<std::uint32_t>(i);
                visited.moves = {&step, 1};
                visit(static_cast<const Step&>(visited));
            }
        }
    }
    end_run(last, mover, executed);
}

}  // namespace tengen::rules
