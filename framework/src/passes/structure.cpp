#include "passes/structure.h"

#include <algorithm>
#include <bit>
#include <string>

#include <tengen/model/move_runs.h>

#include "passes/game_editor.h"
#include "passes/value_text.h"

namespace tengen::passes {

namespace {

// Nodes with none of these, and without two moves, have nothing to say.
constexpr trait::Set worth_a_look = trait::setup | trait::move_annotation | trait::ko | trait::position_annotation |
                                    trait::markup | trait::territory | trait::root | trait::game_info | trait::unknown |
                                    trait::not_ff4 | trait::only_ff4 | trait::stream | trait::old_form |
                                    trait::repeated;

bool is_several(trait::Set set) {
    return std::popcount(set) > 1;
}

}  // namespace

void StructurePass::run(Game game, Context& context, GameEditor& editor) {
    if (!game.has_meaning() || game.node_count() == 0) {
        return;
    }
    game_ = game;
    context_ = &context;
    editor_ = &editor;
    info_at_or_above_.clear();
    streams_.find(game);
    std::uint32_t siblings = 0;
    MoveRunSkipper runs(game);
    for (std::uint32_t node = 0; node < game.node_count(); node = runs.skip(node + 1)) {
        if (node != 0 && is_plain_move(game, node)) {
            siblings |= game.columns().nodes[node].next_sibling;
            continue;
        }
        siblings |= game.columns().nodes[node].next_sibling;
        const trait::Set traits = survey(game, node);
        if (node == 0 || (traits & worth_a_look) != 0 || (traits & trait::move) == trait::move) {
            check(node, traits);
        }
    }
    if (siblings != 0) {
        check_longer_branch();
    }
}

Answer StructurePass::report(std::string_view id, std::uint32_t node, std::uint32_t property,
                             std::string_view message) {
    return context_->report(id, *game_, node, property, message);
}

// The first property of the node that has one of the traits.
std::uint32_t StructurePass::first_of(std::uint32_t node, trait::Set traits) const {
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        if ((traits_of(game_->identifier(p)) & traits) != 0) {
            return p;
        }
    }
    return none;
}

void StructurePass::check(std::uint32_t node, trait::Set traits) {
    changes_.clear();
    kept_values_.clear();
    dialect_.clear();
    splits_root_ = false;
    if (node == 0) {
        check_dialect();
    }
    if ((traits & (trait::unknown | trait::not_ff4 | trait::only_ff4 | trait::stream)) != 0) {
        check_vocabulary(node);
    }
    if (node == 0) {
        if ((traits & trait::move) != 0) {
            const std::uint32_t move = first_of(node, trait::move);
            splits_root_ = report("node.move-in-root", node, move, "a move stands in the root node").apply_fix();
        }
    } else {
        if ((traits & trait::root) != 0) {
            check_root_properties(node);
        }
        if ((traits & trait::game_info) != 0) {
            check_game_info(node);
        }
    }
    // What recorded streams pile up in a node is judged when it is played back.
    if (!streams_.contains(node)) {
        if ((traits & trait::repeated) != 0) {
            check_repetitions(node);
        }
        if ((traits & trait::setup) != 0 && (traits & trait::move_class) != 0) {
            check_setup_and_move(node, traits);
        }
        if ((traits & trait::move) == trait::move) {
            check_two_moves(node);
        }
        if ((traits & trait::stones) != 0) {
            check_points(node, trait::stones, "node.setup-conflict", "set up");
        }
        if (is_several(traits & trait::markup)) {
            check_points(node, trait::markup, "node.markup-conflict", "marked");
        }
        if ((traits & trait::territory) == trait::territory) {
            check_points(node, trait::territory, "node.territory-conflict", "territory");
        }
        check_old_forms(node, traits);
        if (is_several(traits & trait::move_annotation)) {
            check_annotations(node, trait::move_annotation);
        }
        if (is_several(traits & trait::position_annotation)) {
            check_annotations(node, trait::position_annotation);
        }
        if ((traits & (trait::move_annotation | trait::ko)) != 0 && (traits & trait::move) == 0) {
            sort_changes();
            check_annotations_without_move(node);
        }
    }
    if (!changes_.empty() || splits_root_) {
        apply_changes(node);
    }
}

// "SGF FF[4], private properties"; "Properties of FF[1]-FF[3] that are obsolete".
void StructurePass::check_vocabulary(std::uint32_t node) {
    const tengen_game& columns = game_->columns();
    const bool is_stated = columns.file_format_stated != 0;
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        const trait::Set traits = traits_of(game_->identifier(p));
        if (is_dialect(p)) {
            continue;
        }
        if ((traits & trait::unknown) != 0 || ((traits & trait::stream) != 0 && !streams_.any())) {
            report("node.unknown-property", node, p, game_->name(p) + " is no property of SGF; it is kept as it is");
        } else if ((traits & trait::not_ff4) != 0 && is_stated && columns.file_format == 4) {
            report("node.obsolete-property", node, p, game_->name(p) + " is obsolete in FF[4]; it is kept");
        } else if ((traits & trait::only_ff4) != 0 && is_stated && columns.file_format < 4) {
            report("node.newer-property", node, p,
                   game_->name(p) + " is newer than FF[" + std::to_string(columns.file_format) + "]");
        }
    }
}

// "SGF FF[4], Node: each property at most once".
void StructurePass::check_repetitions(std::uint32_t node) {
    find_repetitions(*game_, node, repetitions_);
    for (const Repetition& repetition : repetitions_) {
        report("node.duplicate-property", node, repetition.property,
               quoted_property(*game_, repetition.property) + " repeats a property of its node");
        if (node == 0 && dialects_.is_on(DialectRule::repeated_ap) &&
            game_->identifier(repetition.property) == Identifier("AP")) {
            for (const tengen_value value : game_->values(repetition.property)) {
                message_.clear();
                append_value_text(*game_, value, message_);
                editor_->add_extension_field("AP", message_, root_property_place);
            }
            changes_.push_back({repetition.property, Identifier("AP"), true, 0, 0});
        }
    }
}

// "SGF FF[4], Setup vs. move properties".
void StructurePass::check_setup_and_move(std::uint32_t node, trait::Set traits) {
    // An annotation or a ko mark without a move has a finding of its own.
    if ((traits & (trait::move | trait::clock | trait::number)) == 0) {
        return;
    }
    const std::uint32_t setup = first_of(node, trait::setup);
    const std::uint32_t move = first_of(node, trait::move | trait::clock | trait::number);
    report("node.setup-and-move", node, setup > move ? setup : move,
           game_->name(setup) + " (setup) and " + game_->name(move) + " (move) stand in one node");
}

void StructurePass::check_two_moves(std::uint32_t node) {
    const std::uint32_t black = first_of(node, trait::black);
    const std::uint32_t white = first_of(node, trait::white);
    report("node.two-moves", node, black > white ? black : white, "B and W stand in one node");
}

// Lists of which only one may name a point ("SGF FF[4], Setup properties", "Markup properties", TB and TW).
void StructurePass::check_points(std::uint32_t node, trait::Set group, std::string_view id, std::string_view what) {
    mentions_.begin_node();
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        const Identifier identifier = game_->identifier(p);
        if ((traits_of(identifier) & group) == 0) {
            continue;
        }
        std::uint32_t conflicts = 0;
        Point first_point;
        Identifier first_identifier;
        tengen_value first_value{};
        for (const tengen_value value : game_->values(p)) {
            for_each_point(value, [&](Point point) {
                const Identifier holder = mentions_.mention(point, identifier).holder;
                if (holder != identifier && conflicts++ == 0) {
                    first_point = point;
                    first_identifier = holder;
                    first_value = value;
                }
            });
        }
        if (conflicts == 0) {
            continue;
        }
        const auto letters = point_letters(first_point);
        message_.assign(letters.begin(), letters.end());
        if (conflicts > 1) {
            message_ += " and " + std::to_string(conflicts - 1) + " more";
        }
        message_ += conflicts > 1 ? " are " : " is ";
        message_.append(what);
        message_ += " by ";
        message_ += IdentifierText(first_identifier).view();
        message_ += " and by ";
        message_ += IdentifierText(identifier).view();
        if (!context_->report(id, *game_, node, first_value, message_).apply_fix()) {
            continue;
        }
        Change change{p, identifier, false, static_cast<std::uint32_t>(kept_values_.size()), 0};
        for (const tengen_value value : game_->values(p)) {
            bool is_whole = true;
            for_each_point(value, [&](Point point) {
                is_whole = is_whole && mentions_.mention(point, identifier).holder == identifier;
            });
            if (is_whole) {
                kept_values_.push_back(value);
                continue;
            }
            for_each_point(value, [&](Point point) {
                if (mentions_.mention(point, identifier).holder == identifier) {
                    kept_values_.push_back(make_point(value.offset, point));
                }
            });
        }
        change.value_count = static_cast<std::uint32_t>(kept_values_.size()) - change.first_value;
        change.is_dropped = change.value_count == 0;
        changes_.push_back(change);
    }
}

// "SGF FF[4], Move annotation properties", "Node annotation properties": at most one of each kind.
void StructurePass::check_annotations(std::uint32_t node, trait::Set group) {
    // Until FF[3] a good and a bad sign together had a meaning: interesting, doubtful.
    const bool was_a_pair = group == trait::move_annotation && game_->file_format() < 4;
    const std::uint32_t first = first_of(node, group);
    for (std::uint32_t p = first + 1; p < game_->end_property(node); ++p) {
        const trait::Set traits = traits_of(game_->identifier(p));
        if ((traits & group) == 0 || game_->identifier(p) == game_->identifier(first)) {
            continue;
        }
        if (was_a_pair && ((traits | traits_of(game_->identifier(first))) & group) == (trait::bm | trait::te)) {
            continue;
        }
        const Answer answer = report("node.annotation-conflict", node, p,
                                     quoted_property(*game_, p) + " contradicts " + quoted_property(*game_, first));
        if (answer.apply_fix()) {
            changes_.push_back({p, game_->identifier(p), true, 0, 0});
        }
    }
}

// "SGF FF[4], BM": move annotations without a move in the node are bad form.
void StructurePass::check_annotations_without_move(std::uint32_t node) {
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        if ((traits_of(game_->identifier(p)) & (trait::move_annotation | trait::ko)) != 0 && !is_dialect(p) &&
            change_of(p) == nullptr) {
            report("node.annotation-without-move", node, p, game_->name(p) + " stands in a node without a move");
        }
    }
}

// "SGF FF[4], Root properties".
void StructurePass::check_root_properties(std::uint32_t node) {
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        if ((traits_of(game_->identifier(p)) & trait::root) != 0) {
            report("node.root-property", node, p, quoted_property(*game_, p) + " stands outside the root node");
        }
    }
}

// "SGF FF[4], Game info properties: once on each path".
void StructurePass::check_game_info(std::uint32_t node) {
    const std::uint32_t stream = first_of(node, trait::stream);
    const bool is_stream_node = streams_.contains(node) && stream != none;
    if (!is_stream_node && has_game_info_above(node)) {
        const std::uint32_t info = first_of(node, trait::game_info);
        report("node.second-game-info", node, info,
               game_->name(info) + " is game information, and a node above has game information already");
    }
}

bool StructurePass::has_game_info_above(std::uint32_t node) {
    if (first_of(0, trait::game_info) != none) {
        return true;
    }
    if (info_at_or_above_.empty()) {
        info_at_or_above_.resize(game_->node_count(), false);
        for (std::uint32_t n = 1; n < game_->node_count(); ++n) {
            info_at_or_above_[n] = info_at_or_above_[game_->parent(n)] || first_of(n, trait::game_info) != none;
        }
    }
    return info_at_or_above_[game_->parent(node)];
}

// A Korean site wrote the komi as KO, the date as RD and the event as TE; no standard file has those together.
void StructurePass::check_dialect() {
    const std::uint32_t date = game_->find(0, "RD");
    if (date == none || first_of(0, trait::move) != none) {
        return;
    }
    const auto has_text = [&](std::uint32_t property) {
        return property != none && kind_of(game_->values(property).front()) != ValueKind::empty &&
               !game_->text(game_->values(property).front()).empty();
    };
    const std::uint32_t komi = game_->find(0, "KO");
    const std::uint32_t event = game_->find(0, "TE");
    if (!has_text(komi) && !has_text(event)) {
        return;
    }
    const auto map = [&](std::uint32_t property, Identifier standard) {
        if (!has_text(property)) {
            return;
        }
        const std::string message = quoted_property(*game_, property) + " means " +
                                    std::string(IdentifierText(standard).view()) + " in the dialect of this record";
        dialect_.push_back(property);
        const Answer answer = report("node.dialect-property", 0, property, message);
        if (!dialects_.applies(DialectRule::cyberoro_names, answer.apply_fix()) || game_->find(0, standard) != none) {
            return;
        }
        const tengen_value value = game_->values(property).front();
        std::string text;
        if (is_text(kind_of(value))) {
            text = game_->text(value);
        } else {
            // The name hid that it is a text, so nobody has undone the escapes yet.
            const std::string_view raw = game_->text(value);
            for (std::size_t i = 0; i < raw.size(); ++i) {
                i += raw[i] == '\\' && i + 1 < raw.size() ? 1 : 0;
                text += raw[i];
            }
        }
        changes_.push_back({property, standard, false, static_cast<std::uint32_t>(kept_values_.size()), 1});
        kept_values_.push_back(editor_->store_text(text, value.offset));
    };
    map(komi, "KM");
    map(date, "DT");
    map(event, "EV");
}

void StructurePass::check_old_forms(std::uint32_t node, trait::Set traits) {
    const unsigned file_format = game_->file_format();
    if (file_format == 0 || file_format == 4) {
        return;
    }
    if ((traits & trait::old_form) != 0) {
        for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
            const PropertyDefinition* definition = find_property(game_->identifier(p));
            if (definition != nullptr && is_known_in(*definition, file_format) &&
                (traits_of(game_->identifier(p)) & trait::old_form) != 0) {
                report(
                    "node.old-property", node, p,
                    game_->identifier(p) == Identifier("L") ? "L becomes LB in FF[4]" : "M becomes TR or MA in FF[4]");
            }
        }
    }
    if ((traits & trait::move_annotation) == (trait::bm | trait::te)) {
        const std::uint32_t bad = first_of(node, trait::bm);
        const std::uint32_t good = first_of(node, trait::te);
        report("node.old-property", node, good > bad ? good : bad,
               good < bad ? "TE and BM together become IT in FF[4]" : "BM and TE together become DO in FF[4]");
    }
}

// A taken-back move leaves a short first branch behind.
void StructurePass::check_longer_branch() {
    std::uint32_t fork = 0;
    while (!game_->is_fork(fork)) {
        fork = game_->first_child(fork);
        if (fork == none) {
            return;
        }
    }
    const auto count_moves = [&](std::uint32_t node) {
        std::uint32_t moves = 0;
        for (; node != none; node = game_->first_child(node)) {
            if (is_plain_move(*game_, node) || first_of(node, trait::move) != none) {
                ++moves;
            }
        }
        return moves;
    };
    const std::uint32_t main_line = game_->first_child(fork);
    const std::uint32_t moves = count_moves(main_line);
    for (std::uint32_t node = game_->next_sibling(main_line); node != none; node = game_->next_sibling(node)) {
        const std::uint32_t others = count_moves(node);
        if (others / 2 >= moves && others > 2 * std::uint64_t{moves}) {
            context_->report_node(
                "node.longer-branch", *game_, node,
                "this branch has " + std::to_string(others) + " moves, the first one " + std::to_string(moves));
            return;
        }
    }
}

bool StructurePass::is_dialect(std::uint32_t property) const {
    return std::find(dialect_.begin(), dialect_.end(), property) != dialect_.end();
}

void StructurePass::sort_changes() {
    std::sort(changes_.begin(), changes_.end(),
              [](const Change& a, const Change& b) { return a.property < b.property; });
}

// Needs sorted changes.
const StructurePass::Change* StructurePass::change_of(std::uint32_t property) const {
    const auto found =
        std::lower_bound(changes_.begin(), changes_.end(), property,
                         [](const Change& change, std::uint32_t wanted) { return change.property < wanted; });
    return found != changes_.end() && found->property == property ? &*found : nullptr;
}

void StructurePass::apply_changes(std::uint32_t node) {
    sort_changes();
    const auto write = [&](std::uint32_t property) {
        const Change* change = change_of(property);
        if (change == nullptr) {
            editor_->copy(property);
        } else if (!change->is_dropped) {
            editor_->replace(property, change->identifier);
            for (std::uint32_t i = 0; i < change->value_count; ++i) {
                editor_->value(kept_values_[change->first_value + i]);
            }
        }
    };
    const auto goes_with_the_move = [&](std::uint32_t property) {
        return splits_root_ && change_of(property) == nullptr &&
               (traits_of(game_->identifier(property)) & trait::move_class) != 0;
    };
    editor_->edit(node);
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        if (!goes_with_the_move(p)) {
            write(p);
        }
    }
    if (splits_root_) {
        editor_->next_node();
        for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
            if (goes_with_the_move(p)) {
                write(p);
            }
        }
    }
}

}  // namespace tengen::passes
