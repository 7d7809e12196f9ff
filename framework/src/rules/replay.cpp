#include "rules/replay.h"

#include <stdexcept>

namespace tengen::rules {

namespace {

constexpr std::size_t slot(Point point) {
    return point.row * std::size_t{64} + point.column;
}

constexpr std::uint32_t code(Identifier identifier) {
    return identifier.code();
}

// A whole number as MN has it; nothing if it is negative or too large for a move number.
std::optional<std::uint32_t> move_number(std::string_view text) {
    if (!text.empty() && text.front() == '+') {
        text.remove_prefix(1);
    }
    if (text.empty()) {
        return std::nullopt;
    }
    std::uint32_t number = 0;
    for (const char c : text) {
        if (c < '0' || c > '9' || number > 99'999'999) {
            return std::nullopt;
        }
        number = number * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return number;
}

std::optional<Color> side(Game game, tengen_value value) {
    const std::string_view text = is_text(kind_of(value)) ? game.text(value) : std::string_view();
    return text == "B" ? std::optional(Color::black) : text == "W" ? std::optional(Color::white) : std::nullopt;
}

}  // namespace

void Replay::begin(Game game) {
    board_.reset(game.board());
    line_ = Line{};
    forks_.clear();
    has_streams_ = game.columns().stream_count != 0;
    if (has_streams_) {
        streams_.assign(game.node_count(), false);
        for (std::uint32_t i = 0; i < game.columns().stream_count; ++i) {
            if (game.columns().streams[i].node < game.node_count()) {
                streams_[game.columns().streams[i].node] = true;
            }
        }
    }
}

bool Replay::is_in_stream(Game game, std::uint32_t node) {
    if (!has_streams_) {
        return false;
    }
    if (const std::uint32_t parent = game.parent(node); parent != none && streams_[parent]) {
        streams_[node] = true;
    }
    return streams_[node];
}

void Replay::go_back_to(std::uint32_t node, bool for_the_last_time) {
    while (!forks_.empty() && forks_.back().node != node) {
        forks_.pop_back();
    }
    if (forks_.empty()) {
        throw std::invalid_argument("the nodes of the game are not in pre-order");
    }
    board_.restore(forks_.back().mark);
    line_ = forks_.back().line;
    if (for_the_last_time) {
        forks_.pop_back();
        if (forks_.empty()) {
            board_.forget_marks();
        }
    }
}

// A move of a run; `executed` counts the moves of the run up to it.
MoveStep Replay::executed_step(std::uint32_t property, Color color, Point point, Played played,
                               std::uint32_t executed) {
    MoveStep step;
    step.property = property;
    step.color = color;
    step.point = point;
    step.verdict = played.verdict;
    step.captured = played.captured;
    step.number = line_.number + executed;
    step.ordinal = line_.ordinal + executed;
    step.remarks.against_player = line_.named == opponent(color);
    step.remarks.after_two_passes = line_.passes == 2;
    line_.named.reset();
    line_.passes = 0;
    return step;
}

void Replay::end_run(MaybeColor last, MaybeColor mover, std::uint32_t executed) {
    line_.last = last;
    line_.number += executed;
    line_.ordinal += executed;
    if (mover) {
        line_.next = opponent(*mover);
    }
}

Step Replay::execute_any(Game game, std::uint32_t node) {
    std::optional<std::uint32_t> number;
    std::optional<Color> to_move;
    std::array<std::uint32_t, 2> move_properties{none, none};
    std::size_t move_count = 0;
    bool has_setup = false;
    const bool in_stream = is_in_stream(game, node);
    const std::uint32_t end = game.end_property(node);
    for (std::uint32_t p = game.first_property(node); p < end; ++p) {
        switch (game.columns().properties[p].identifier) {
            case code("AB"):
            case code("AE"):
            case code("AW"):
                has_setup = true;
                break;
            case code("B"):
            case code("W"): {
                const std::uint32_t identifier = game.columns().properties[p].identifier;
                std::size_t at = 0;
                while (at < move_count && game.columns().properties[move_properties[at]].identifier != identifier) {
                    ++at;
                }
                if (at == move_count || in_stream) {
                    move_count = at == move_count ? move_count + 1 : move_count;
                    move_properties[at] = p;
                }
                break;
            }
            case code("MN"):
                if (const tengen_value value = game.values(p).front();
                    is_text(kind_of(value)) && (!number || in_stream)) {
                    number = move_number(game.text(value));
                }
                break;
            case code("PL"):
                if (!to_move || in_stream) {
                    to_move = side(game, game.values(p).front());
                }
                break;
            default:
                break;
        }
    }

    Step step;
    step.node = node;
    if (has_setup) {
        setup_.clear();
        new_group_without_liberties_ = false;
        if (++setup_nodes_ == 0) {
            mentioned_.fill(0);
            without_liberties_.fill(0);
            looked_at_before_.fill(0);
            looked_at_after_.fill(0);
            setup_nodes_ = 1;
        }
        const auto for_each_setup = [&](auto&& visit) {
            for (std::uint32_t p = game.first_property(node); p < end; ++p) {
                const std::uint32_t identifier = game.columns().properties[p].identifier;
                if (identifier == code("AB")) {
                    visit(p, Stone::black);
                } else if (identifier == code("AW")) {
                    visit(p, Stone::white);
                } else if (identifier == code("AE")) {
                    visit(p, Stone::empty);
                }
            }
        };
        if (node != 0) {  // before the first node the board is empty
            for_each_setup([&](std::uint32_t p, Stone) { look_for_liberties(game, p, true); });
        }
        for_each_setup([&](std::uint32_t p, Stone stone) { set_up(game, p, stone, !in_stream); });
        for_each_setup([&](std::uint32_t p, Stone) { look_for_liberties(game, p, false); });
        bool any_point = false;
        for (const SetupStep& part : setup_) {
            any_point = any_point || part.points != 0;
        }
        if (any_point) {
            board_.start_history();
            line_.last.reset();
            line_.passes = 0;
        }
        step.setup = setup_;
        step.new_group_without_liberties = new_group_without_liberties_;
    }
    if (to_move) {
        line_.named = line_.next = *to_move;
        line_.last.reset();
    }
    if (number) {
        line_.number = *number - 1;  // the move of the node counts it up again
    }
    std::size_t executed = 0;
    for (std::size_t i = 0; i < move_count; ++i) {
        const Color color = game.identifier(move_properties[i]) == Identifier("B") ? Color::black : Color::white;
        const tengen_value value = game.values(move_properties[i]).front();
        executed += move(value, move_properties[i], color, moves_[executed]) ? 1 : 0;
    }
    if (number && executed == 0) {
        line_.number = *number;
    }
    step.moves = {moves_.data(), executed};
    return step;
}

void Replay::set_up(Game game, std::uint32_t property, Stone stone, bool first_mention_stays) {
    SetupStep step;
    step.property = property;
    step.stone = stone;
    for (const tengen_value value : game.values(property)) {
        for_each_point(value, [&](Point point) {
            if (!point.is_on(board_.size())) {
                return;
            }
            std::uint32_t& mentioned = mentioned_[slot(point)];
            if (first_mention_stays && mentioned == setup_nodes_) {
                return;
            }
            mentioned = setup_nodes_;
            ++step.points;
            if (board_.set(point, stone)) {
                ++step.changed;
                without_liberties_[slot(point)] = 0;  // another stone than the one looked at before
            }
        });
    }
    setup_.push_back(step);
}

// Setup can only take liberties from groups at its points and next to them. Those are looked at before and after, each
// group once.
void Replay::look_for_liberties(Game game, std::uint32_t property, bool before) {
    PerPoint& looked_at = before ? looked_at_before_ : looked_at_after_;
    const auto look_at = [&](int column, int row) {
        const Point point{static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)};
        if (column < 0 || row < 0 || !point.is_on(board_.size()) || board_.at(point) == Stone::empty ||
            looked_at[slot(point)] == setup_nodes_) {
            return;
        }
        bool is_new = false;
        const bool has_liberty = board_.visit_group(point, [&](Point stone) {
            looked_at[slot(stone)] = setup_nodes_;
            is_new = is_new || without_liberties_[slot(stone)] != setup_nodes_;
        });
        if (has_liberty) {
            return;
        }
        if (before) {
            board_.visit_group(point, [&](Point stone) { without_liberties_[slot(stone)] = setup_nodes_; });
        } else {
            new_group_without_liberties_ = new_group_without_liberties_ || is_new;
        }
    };
    for (const tengen_value value : game.values(property)) {
        for_each_point(value, [&](Point point) {
            look_at(point.column, point.row);
            look_at(point.column + 1, point.row);
            look_at(point.column - 1, point.row);
            look_at(point.column, point.row + 1);
            look_at(point.column, point.row - 1);
        });
    }
}

}  // namespace tengen::rules
