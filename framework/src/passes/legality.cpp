#include "passes/legality.h"

#include <algorithm>

#include <tengen/model/fact.h>

#include "passes/game_editor.h"
#include "passes/node_survey.h"
#include "passes/value_text.h"

namespace tengen::passes {

namespace {

using rules::MoveStep;
using rules::SetupStep;
using rules::Step;
using rules::Verdict;

// The text of the first fact of a field.
std::string_view text_of(Game game, tengen_field field) {
    const tengen_fact* fact = find_fact(game, field);
    return fact == nullptr ? std::string_view() : fact_text(game, *fact);
}

// Rule sets of SGF that allow taking the own stones ("SGF FF[4], RU").
bool allows_suicide(std::string_view rules) {
    return rules == "NZ" || rules == "GOE";
}

}  // namespace

void LegalityPass::run(Game game, Context& context, GameEditor& editor) {
    if (!rules::Replay::is_possible(game) || game.node_count() == 0) {
        return;
    }
    streams_.find(game);
    rules_ = text_of(game, TENGEN_FIELD_RULES);
    find_handicap(game);
    counted_.begin(game);
    const auto visit = [&](const Step& step) {
        if (streams_.contains(step.node)) {
            return;
        }
        if (!step.setup.empty()) [[unlikely]] {
            check_setup(game, context, editor, step);
        }
        for (const MoveStep& move : step.moves) {
            if (move.is_remarkable()) [[unlikely]] {
                report_move(game, context, step.node, move);
            }
        }
        counted_.see(game, step.node, !step.moves.empty(), replay_.board());
    };
    replay_.run_remarkable(game, visit,
                           [&](std::uint32_t node, std::uint32_t count) { counted_.skip_moves(game, node, count); });
    counted_.finish(game, context);
}

// Without stones in the node of HA, the first moves of Black alone are the handicap.
void LegalityPass::find_handicap(Game game) {
    handicap_moves_ = 0;
    const tengen_fact* fact = find_fact(game, TENGEN_FIELD_HANDICAP);
    if (fact == nullptr || fact->property == none || game.find(fact->node, "AB") != none) {
        return;
    }
    std::uint32_t handicap = 0;
    for (const char c : fact_text(game, *fact)) {
        if (c < '0' || c > '9' || handicap > max_board_side * max_board_side) {
            return;
        }
        handicap = handicap * 10 + static_cast<std::uint32_t>(c - '0');
    }
    if (handicap < 2) {
        return;
    }
    std::uint32_t black = 0;
    for (std::uint32_t node = 0; node != none && black < handicap; node = game.first_child(node)) {
        if (game.find(node, "W") != none) {
            break;
        }
        black += game.find(node, "B") != none ? 1 : 0;
    }
    handicap_moves_ = black == handicap ? handicap : 0;
}

void LegalityPass::report_move(Game game, Context& context, std::uint32_t node, const MoveStep& move) {
    message_ = "move " + std::to_string(move.number) + ", ";
    message_ += quoted_property(game, move.property);
    message_ += ": ";
    const std::size_t start = message_.size();
    const auto say = [&](std::string_view id, std::string_view text) {
        message_.resize(start);
        message_ += text;
        context.report(id, game, node, move.property, message_);
    };
    switch (move.verdict) {
        case Verdict::none:
            break;
        case Verdict::occupied:
            say("go.occupied", "the point is occupied; the old stone vanishes and is no prisoner");
            break;
        case Verdict::suicide: {
            std::string text = "suicide; the stones are taken off";
            if (allows_suicide(rules_)) {
                text += " (the rules of this game, RU[" + quoted(rules_) + "], allow it)";
            }
            say("go.suicide", text);
            break;
        }
        case Verdict::ko:
            say("go.ko", "one stone is taken and the position from before the opponent's move is back (ko)");
            break;
        case Verdict::superko:
            say("go.superko", "an earlier position of this line is back (positional superko)");
            break;
    }
    if (move.remarks.same_color && move.ordinal > handicap_moves_) {
        say("go.same-color", move.color == Color::black ? "Black moves twice in a row" : "White moves twice in a row");
    }
    if (move.remarks.against_player) {
        say("go.against-pl",
            move.color == Color::black ? "PL says that White is to move" : "PL says that Black is to move");
    }
    if (move.remarks.after_two_passes) {
        say("go.after-two-passes", "two passes went before");
    }
}

void LegalityPass::check_setup(Game game, Context& context, GameEditor& editor, const Step& step) {
    without_effect_.clear();
    for (const SetupStep& setup : step.setup) {
        if (setup.points != 0 && setup.changed == 0) {
            const Answer answer =
                context.report("node.setup-no-effect", game, step.node, setup.property,
                               quoted_property(game, setup.property) + " changes nothing on the board");
            if (answer.apply_fix()) {
                without_effect_.push_back(setup.property);
            }
        }
    }
    if (step.new_group_without_liberties) {
        context.report("go.setup-no-liberties", game, step.node, step.setup.front().property,
                       "the setup leaves stones without liberties; they stay");
    }
    if (!without_effect_.empty()) {
        editor.edit(step.node);
        for (std::uint32_t p = game.first_property(step.node); p < game.end_property(step.node); ++p) {
            if (!std::binary_search(without_effect_.begin(), without_effect_.end(), p)) {
                editor.copy(p);
            }
        }
    }
}

}  // namespace tengen::passes
