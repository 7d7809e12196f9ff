#include "shown_position.h"

#include <vector>

#include <tengen/model/identifier.h>

namespace tengen::cli {

std::uint32_t end_of_main_line(Game game) {
    std::uint32_t node = 0;
    while (game.first_child(node) != none) {
        node = game.first_child(node);
    }
    return node;
}

// Every node is executed, the position after the wanted one kept.
std::optional<Position> position_after(Game game, std::uint32_t wanted) {
    if (!rules::Replay::is_possible(game)) {
        return std::nullopt;
    }
    std::vector<std::uint32_t> path;
    for (std::uint32_t node = wanted; node != none; node = game.parent(node)) {
        path.push_back(node);
    }
    Position position;
    rules::Replay replay;
    replay.run(game, [&](const rules::Step& step) {
        if (path.empty() || step.node != path.back()) {
            return;
        }
        path.pop_back();
        if (!step.moves.empty()) {
            position.last_move = step.moves.back();
        }
        if (path.empty()) {
            position.stones = Stones(replay.board());
            position.prisoners = {replay.board().prisoners_of(Color::black), replay.board().prisoners_of(Color::white)};
            position.line = replay.line();
        }
    });
    return position;
}

Color next_player(Game game, std::uint32_t node, const Position& position) {
    if (position.line.next) {
        return *position.line.next;
    }
    for (std::uint32_t n = node; n != none; n = game.first_child(n)) {
        for (std::uint32_t p = game.first_property(n); p < game.end_property(n); ++p) {
            if (game.identifier(p) == Identifier("B")) {
                return Color::black;
            }
            if (game.identifier(p) == Identifier("W")) {
                return Color::white;
            }
        }
    }
    bool black_stones = false;
    for (std::uint8_t column = 0; column < game.board().columns; ++column) {
        for (std::uint8_t row = 0; row < game.board().rows; ++row) {
            switch (position.stones.at({column, row})) {
                case rules::Stone::white:
                    return Color::black;
                case rules::Stone::black:
                    black_stones = true;
                    break;
                case rules::Stone::empty:
                    break;
            }
        }
    }
    return black_stones ? Color::white : Color::black;
}

std::string comment_of(Game game, std::uint32_t node) {
    std::string comment;
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        if (game.identifier(p) == Identifier("C")) {
            for (const tengen_value value : game.values(p)) {
                comment += comment.empty() ? "" : "\n";
                comment += game.text(value);
            }
        }
    }
    return comment;
}

}  // namespace tengen::cli
