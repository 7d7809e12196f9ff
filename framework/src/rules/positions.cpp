#include "rules/positions.h"

namespace tengen::rules {

namespace {

constexpr std::uint8_t black_territory = 1;
constexpr std::uint8_t white_territory = 2;

constexpr std::size_t slot(Point point) {
    return point.column * std::size_t{64} + point.row;
}

// Side of the first move that a node executes, 0 if it has none.
std::uint8_t side_of_move(Game game, std::uint32_t node) {
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        const bool black = game.identifier(p) == Identifier("B");
        if (black || game.identifier(p) == Identifier("W")) {
            const ValueKind kind = kind_of(game.values(p).front());
            if (kind == ValueKind::point || kind == ValueKind::pass) {
                return static_cast<std::uint8_t>(black ? Color::black : Color::white);
            }
        }
    }
    return 0;
}

}  // namespace

bool PositionTable::compute(Game game, Replay& replay) {
    positions_.clear();
    points_.clear();
    if (!Replay::is_possible(game)) {
        return false;
    }
    find_first_moves(game);
    territory_.assign(64 * max_board_side, 0);
    replay.run(game, [&](const Step& step) { add(game, step, replay); });
    return true;
}

void PositionTable::attach(tengen_game& game) const {
    game.positions = positions_.empty() ? nullptr : positions_.data();
    game.position_points = points_.data();
    game.position_point_count = points_.size();
}

void PositionTable::find_first_moves(Game game) {
    first_moves_.resize(game.node_count());
    for (std::uint32_t node = game.node_count(); node-- > 0;) {
        const std::uint8_t own = side_of_move(game, node);
        const std::uint32_t child = game.first_child(node);
        first_moves_[node] = own != 0 ? own : child != none ? first_moves_[child] : std::uint8_t{0};
    }
}

template <class Wanted>
void PositionTable::list_points(BoardSize size, std::uint32_t& first, std::uint32_t& count, Wanted&& wanted) {
    first = points_.size();
    for (std::uint8_t column = 0; column < size.columns; ++column) {
        for (std::uint8_t row = 0; row < size.rows; ++row) {
            if (wanted(Point{column, row})) {
                points_.push_back(static_cast<std::uint16_t>(column | row << 8));
            }
        }
    }
    count = points_.size() - first;
}

void PositionTable::add(Game game, const Step& step, const Replay& replay) {
    const Board& board = replay.board();
    const BoardSize size = board.size();
    tengen_position position{};
    list_points(size, position.first_black, position.black_count, [&](Point p) { return board.at(p) == Stone::black; });
    list_points(size, position.first_white, position.white_count, [&](Point p) { return board.at(p) == Stone::white; });
    position.prisoners_of_black = board.prisoners_of(Color::black);
    position.prisoners_of_white = board.prisoners_of(Color::white);
    position.move_number = replay.line().number;
    if (replay.line().next) {
        position.next = static_cast<std::uint32_t>(*replay.line().next);
    } else if (first_moves_[step.node] != 0) {
        position.next = first_moves_[step.node];
    } else {
        const bool only_black = position.black_count != 0 && position.white_count == 0;
        position.next = static_cast<std::uint32_t>(only_black ? Color::white : Color::black);
    }

    const auto for_each_territory = [&](auto&& visit) {
        for (std::uint32_t p = game.first_property(step.node); p < game.end_property(step.node); ++p) {
            const bool black = game.identifier(p) == Identifier("TB");
            if (black || game.identifier(p) == Identifier("TW")) {
                position.has_dead = 1;
                for (const tengen_value value : game.values(p)) {
                    for_each_point(value, [&](Point point) {
                        if (point.is_on(size)) {
                            visit(point, black ? black_territory : white_territory);
                        }
                    });
                }
            }
        }
    };
    for_each_territory([&](Point point, std::uint8_t side) { territory_[slot(point)] |= side; });
    position.first_dead_black = position.first_dead_white = points_.size();
    if (position.has_dead != 0) {
        list_points(size, position.first_dead_black, position.dead_black_count, [&](Point p) {
            return board.at(p) == Stone::black && (territory_[slot(p)] & white_territory) != 0;
        });
        list_points(size, position.first_dead_white, position.dead_white_count, [&](Point p) {
            return board.at(p) == Stone::white && (territory_[slot(p)] & black_territory) != 0;
        });
        for_each_territory([&](Point point, std::uint8_t) { territory_[slot(point)] = 0; });
    }
    positions_.push_back(position);
}

}  // namespace tengen::rules
