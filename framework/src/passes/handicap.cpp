#include "passes/handicap.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tengen/model/decimal.h>

#include "passes/game_editor.h"
#include "passes/node_survey.h"
#include "passes/star_points.h"
#include "passes/stated_text.h"
#include "passes/value_text.h"

namespace tengen::passes {

namespace {

// There is one, without a stone that counts.
constexpr const char* broken_setup = "AB of the same node names no points";

// AB with these points right behind a property, HA.
void add_stones(Game game, GameEditor& editor, std::uint32_t node, std::uint32_t property,
                std::span<const tengen_value> stones) {
    editor.edit(node);
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        editor.copy(p);
        if (p == property) {
            editor.add("AB");
            for (const tengen_value stone : stones) {
                editor.value(make_point(stone.offset, point_of(stone)));
            }
        }
    }
}

// The move that a node executes first, or none.
std::uint32_t move_of(Game game, std::uint32_t node) {
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        const ValueKind kind = kind_of(game.values(p).front());
        if ((game.identifier(p) == Identifier("B") || game.identifier(p) == Identifier("W")) &&
            (kind == ValueKind::point || kind == ValueKind::pass)) {
            return p;
        }
    }
    return none;
}

bool has_any_move(Game game) {
    for (std::uint32_t node = 0; node < game.node_count(); ++node) {
        if (move_of(game, node) != none) {
            return true;
        }
    }
    return false;
}

// The first node of the main line, from `node` on, that has a move; or none.
std::uint32_t first_move_node(Game game, std::uint32_t node) {
    while (node != none && move_of(game, node) == none) {
        node = game.first_child(node);
    }
    return node;
}

// Whether the line from `node` on begins with so many moves of Black.
bool begins_with_black_moves(Game game, std::uint32_t node, std::uint32_t count) {
    std::uint32_t black = 0;
    for (; node != none && black < count; node = game.first_child(node)) {
        if (const std::uint32_t move = move_of(game, node); move != none) {
            if (game.identifier(move) == Identifier("W") || kind_of(game.values(move).front()) == ValueKind::pass) {
                return false;
            }
            ++black;
        }
    }
    return black == count;
}

}  // namespace

void HandicapPass::run(Game game, Context& context, GameEditor& editor) {
    if (!game.has_meaning() || game.node_count() == 0) {
        return;
    }
    std::optional<StatedText> stated;
    bool is_there = false;
    for (std::uint32_t i = 0; i < game.columns().fact_count; ++i) {
        is_there = is_there || (game.columns().facts[i].field == TENGEN_FIELD_HANDICAP);
    }
    for_each_stated_text(game, TENGEN_FIELD_HANDICAP, [&](const StatedText& s) { stated = stated ? stated : s; });
    if (!is_there) {
        check_setup_without_handicap(game, context);
        return;
    }
    const std::optional<std::int64_t> handicap =
        stated && is_number(stated->text) ? integer_of(stated->text) : std::nullopt;
    if (!handicap) {
        return;  // named when it was typed
    }
    if (*handicap < 2) {
        const Answer answer = context.report("info.handicap-out-of-range", game, stated->node, stated->property,
                                             "HA[" + quoted(stated->text) + "] is below 2");
        if (*handicap == 0 && dialects_.applies(DialectRule::zero_handicap, answer.apply_fix())) {
            changes_.clear();
            for (std::uint32_t p = game.first_property(stated->node); p < game.end_property(stated->node); ++p) {
                if (game.identifier(p) != game.identifier(stated->property)) {
                    continue;
                }
                if (game.text(game.values(p).front()) != stated->text) {
                    return;  // of a repeated HA the first one counts, and without it another one would
                }
                changes_.drop(stated->node, p);
            }
            changes_.apply(game, editor);
        }
        return;
    }
    const std::int64_t most = max_board_side * max_board_side + 1;
    check_stones(game, context, editor, stated->node, stated->property,
                 static_cast<std::uint32_t>(std::min(*handicap, most)));
}

void HandicapPass::check_stones(Game game, Context& context, GameEditor& editor, std::uint32_t node,
                                std::uint32_t property, std::uint32_t handicap) {
    const std::string what = quoted_property(game, property);
    if (const std::uint32_t stones = count_stones(game, node); stones != 0) {
        if (stones != handicap) {
            std::string message =
                what + ", but AB of the same node has " + std::to_string(stones) + (stones == 1 ? " stone" : " stones");
            if (options_.to_stones && stones < 2) {
                message += "; HA stays as it is, since one stone is no handicap";
            }
            context.report("info.handicap-mismatch", game, node, property, message);
            if (options_.to_stones && stones >= 2) {
                changes_.clear();
                changes_.set(node, property, std::to_string(stones));
                changes_.apply(game, editor);
            }
        }
        return;
    }
    if (!has_any_move(game)) {
        return;  // about a game, not of one
    }
    if (const std::uint32_t child = game.first_child(node); child != none && count_stones(game, child) != 0) {
        context.report("info.handicap-elsewhere", game, child, game.find(child, "AB"),
                       "the handicap stones of " + what + " stand in another node");
        return;
    }
    if (begins_with_black_moves(game, node, handicap)) {
        const std::uint32_t first = first_move_node(game, node);
        std::string message = "the handicap stones of " + what + " are given as moves";
        const bool becomes_setup = dialects_.applies(DialectRule::handicap_moves, options_.to_setup);
        std::string fault;
        if (becomes_setup) {
            fault = collect_handicap_moves(game, node, handicap);
            message += fault.empty() ? "" : "; they stay moves, since " + fault;
        }
        context.report("info.handicap-as-move", game, first, move_of(game, first), message);
        if (becomes_setup && fault.empty()) {
            make_setup_of_moves(game, editor, node, property);
        }
        return;
    }
    places_.clear();
    std::string fault;
    if (options_.place) {
        fault = choose_places(game, node, property, handicap);
    }
    context.report("info.handicap-no-stones", game, node, property,
                   what + " without AB in the same node" +
                       (fault.empty() ? "" : "; no stones are put on the star points, since " + fault));
    if (!places_.empty()) {
        place_stones(game, editor, node, property);
    }
}

void HandicapPass::place_stones(Game game, GameEditor& editor, std::uint32_t node, std::uint32_t property) const {
    const std::uint32_t offset = game.values(property).front().offset;
    std::vector<tengen_value> stones;
    stones.reserve(places_.size());
    for (const Point point : places_) {
        stones.push_back(make_point(offset, point));
    }
    add_stones(game, editor, node, property, stones);
}

// The star points for so many stones into places_. Why none are put there; or nothing.
std::string HandicapPass::choose_places(Game game, std::uint32_t node, std::uint32_t property, std::uint32_t handicap) {
    if (game.find(node, "AB") != none) {
        return broken_setup;
    }
    const BoardSize size = game.board();
    places_ = fixed_handicap(size, static_cast<int>(std::min<std::uint32_t>(handicap, 100)));
    if (places_.empty()) {
        return "a board of " + std::to_string(size.columns) + "x" + std::to_string(size.rows) + " has none for so many";
    }
    std::string fault = fault_of_placing(game, node, property);
    if (!fault.empty()) {
        places_.clear();
    }
    return fault;
}

// Why the stones cannot have stood on these points; or nothing.
std::string HandicapPass::fault_of_placing(Game game, std::uint32_t node, std::uint32_t property) {
    if (move_of(game, node) != none) {
        return "a move stands in the same node";
    }
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        if (game.identifier(p) != Identifier("AW") && game.identifier(p) != Identifier("AE")) {
            continue;
        }
        bool is_shared = false;
        for (const tengen_value value : game.values(p)) {
            for_each_point(value, [&](Point point) {
                is_shared = is_shared || std::find(places_.begin(), places_.end(), point) != places_.end();
            });
        }
        if (is_shared) {
            return quoted_property(game, p) + " names one of them";
        }
    }
    if (!rules::Replay::is_possible(game)) {
        return "the game cannot be played";
    }
    if (!replay_) {
        replay_ = std::make_unique<rules::Replay>();
    }
    std::vector<bool> occupied(game.node_count());
    replay_->run(game, [&](const rules::Step& step) {
        for (const rules::MoveStep& move : step.moves) {
            occupied[step.node] = occupied[step.node] || move.verdict == rules::Verdict::occupied;
        }
    });
    GameEditor trial;
    trial.begin(game);
    place_stones(game, trial, node, property);
    const OwnedGame placed = trial.finish(nullptr);
    std::string fault;
    replay_->run(placed.view(), [&](const rules::Step& step) {
        for (const rules::MoveStep& move : step.moves) {
            if (fault.empty() && move.verdict == rules::Verdict::occupied && !occupied[step.node]) {
                fault = quoted_property(placed.view(), move.property) + " is played on one of them";
            }
        }
    });
    return fault;
}

// Different points of AB in the node.
std::uint32_t HandicapPass::count_stones(Game game, std::uint32_t node) {
    points_.clear();
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        if (game.identifier(p) == Identifier("AB")) {
            for (const tengen_value value : game.values(p)) {
                for_each_point(value, [&](Point point) {
                    points_.push_back(static_cast<std::uint16_t>(point.column | point.row << 8));
                });
            }
        }
    }
    std::sort(points_.begin(), points_.end());
    return static_cast<std::uint32_t>(std::unique(points_.begin(), points_.end()) - points_.begin());
}

// Black stones on star points only, and White begins: that looks like a handicap nobody stated.
void HandicapPass::check_setup_without_handicap(Game game, Context& context) {
    const std::uint32_t property = game.find(0, "AB");
    if (property == none || game.find(0, "AW") != none || count_stones(game, 0) < 2) {
        return;
    }
    for (const std::uint16_t point : points_) {
        if (!is_star_point(game.board(),
                           {static_cast<std::uint8_t>(point & 0xFF), static_cast<std::uint8_t>(point >> 8)})) {
            return;
        }
    }
    const std::uint32_t first = first_move_node(game, 0);
    bool white_begins = first != none && game.identifier(move_of(game, first)) == Identifier("W");
    if (const std::uint32_t player = game.find(0, "PL"); player != none) {
        white_begins = game.text(game.values(player).front()) == "W";
    }
    if (white_begins) {
        context.report("info.handicap-inferred", game, 0, property,
                       quoted_property(game, property) + " and White to move look like a handicap of " +
                           std::to_string(count_stones(game, 0)));
    }
}

// The first moves of the line into moved_nodes_ and moved_stones_. Why they cannot become setup; or nothing.
std::string HandicapPass::collect_handicap_moves(Game game, std::uint32_t node, std::uint32_t handicap) {
    if (move_of(game, node) != none) {
        return "one of them stands in the node of HA";
    }
    if (game.find(node, "AB") != none) {
        return broken_setup;
    }
    moved_nodes_.clear();
    moved_stones_.clear();
    for (std::uint32_t n = node; moved_stones_.size() < handicap;) {
        if (game.is_fork(n)) {
            return "the game branches before the last of them";
        }
        n = game.first_child(n);
        if (const std::uint32_t move = move_of(game, n); move != none) {
            const tengen_value value = game.values(move).front();
            if (std::any_of(moved_stones_.begin(), moved_stones_.end(),
                            [&](tengen_value other) { return point_of(other) == point_of(value); })) {
                return "two of them stand on one point";
            }
            moved_nodes_.push_back(n);
            moved_stones_.push_back(value);
        }
    }
    return {};
}

// What was collected becomes AB in the node of HA; nodes that held nothing else vanish.
void HandicapPass::make_setup_of_moves(Game game, GameEditor& editor, std::uint32_t node,
                                       std::uint32_t property) const {
    add_stones(game, editor, node, property, moved_stones_);
    for (const std::uint32_t n : moved_nodes_) {
        const auto goes = [&](std::uint32_t p) { return (traits_of(game.identifier(p)) & trait::move_class) != 0; };
        bool is_empty = true;
        for (std::uint32_t p = game.first_property(n); p < game.end_property(n); ++p) {
            is_empty = is_empty && goes(p);
        }
        if (is_empty) {
            editor.remove(n);
            continue;
        }
        editor.edit(n);
        for (std::uint32_t p = game.first_property(n); p < game.end_property(n); ++p) {
            if (!goes(p)) {
                editor.copy(p);
            }
        }
    }
}

}  // namespace tengen::passes
