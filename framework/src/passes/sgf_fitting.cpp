#include "passes/sgf_fitting.h"

#include <algorithm>
#include <bit>

#include <tengen/model/move_runs.h>

#include "passes/sgf_values.h"
#include "passes/value_text.h"

namespace tengen::passes {

namespace {

bool is_several(trait::Set set) {
    return std::popcount(set) > 1;
}

}  // namespace

std::optional<OwnedGame> SgfFitting::fit(Game game, std::vector<Loss>& losses) {
    game_ = game;
    losses_ = &losses;
    editor_.begin(game);
    touched_.clear();
    if (!game.is_go()) {
        if (!has_current_file_format()) {
            write_root_of_another_game();
        }
    } else {
        look_at_nodes();
        if (touched_.empty()) {
            return std::nullopt;
        }
        std::sort(touched_.begin(), touched_.end());
        touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
        marked_.clear();
        if (has_marks_) {
            marked_.find(game);
        }
        writer_.begin_game(game, editor_, losses, marked_);
        for (const std::uint32_t node : touched_) {
            write(node);
        }
    }
    if (!editor_.is_changed()) {
        return std::nullopt;
    }
    return editor_.finish(nullptr);
}

// Fills touched_ and what belongs to it.
void SgfFitting::look_at_nodes() {
    clock_givers_.clear();
    has_marks_ = false;
    streams_.find(*game_);
    places_.begin(*game_);
    MoveRunSkipper runs(*game_);
    for (std::uint32_t node = 0; node < game_->node_count(); node = runs.skip(node + 1)) {
        if (node == 0 || !is_readable_move(*game_, node)) {
            look_at(node);
        }
    }
    places_.decide();
    places_.for_each_node([&](std::uint32_t node) { touched_.push_back(node); });
    for (const PropertyPlaces::Move& move : places_.moves()) {
        touched_.push_back(move.to);
    }
}

void SgfFitting::look_at(std::uint32_t node) {
    const trait::Set traits = survey(*game_, node);
    if (node != 0 && (traits & (trait::root | trait::game_info)) != 0) {
        places_.see(node, traits, streams_);
    }
    if (needs_change(node, traits)) {
        touched_.push_back(node);
        look_for_clocks(node, traits);
    }
    if ((traits & trait::old_form) != 0 && game_->file_format() < 4 && game_->find(node, "M") != none) {
        has_marks_ = true;
    }
}

bool SgfFitting::needs_change(std::uint32_t node, trait::Set traits) {
    if (node == 0 && !has_current_file_format()) {
        return true;
    }
    constexpr trait::Set annotations = trait::move_annotation | trait::ko;
    if ((traits & trait::repeated) != 0 || (traits & trait::move) == trait::move ||
        ((traits & trait::setup) != 0 && (traits & trait::move_class) != 0) ||
        is_several(traits & trait::move_annotation) || is_several(traits & trait::position_annotation) ||
        ((traits & annotations) != 0 && (traits & trait::move) == 0)) {
        return true;
    }
    if ((traits & trait::old_form) != 0 && game_->file_format() >= 1 && game_->file_format() <= 3) {
        return true;
    }
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        if (!can_hold_all(*game_, p)) {
            return true;
        }
    }
    return ((traits & trait::stones) != 0 && has_conflict(node, trait::stones)) ||
           (is_several(traits & trait::markup) && has_conflict(node, trait::markup)) ||
           ((traits & trait::territory) == trait::territory && has_conflict(node, trait::territory));
}

bool SgfFitting::has_conflict(std::uint32_t node, trait::Set group) {
    bool conflict = false;
    mentions_.begin_node();
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node) && !conflict; ++p) {
        const Identifier identifier = game_->identifier(p);
        if ((traits_of(identifier) & group) == 0) {
            continue;
        }
        for (const tengen_value value : game_->values(p)) {
            for_each_point(value, [&](Point point) {
                conflict = conflict || mentions_.mention(point, identifier).holder != identifier;
            });
        }
    }
    return conflict;
}

bool SgfFitting::has_current_file_format() const {
    const std::uint32_t property = game_->find(0, "FF");
    return property != none && game_->values(property).size() == 1 &&
           is_text(kind_of(game_->values(property).front())) && game_->text(game_->values(property).front()) == "4";
}

bool SgfFitting::has_move(std::uint32_t node) const {
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        const ValueKind kind = kind_of(game_->values(p).front());
        if ((traits_of(game_->identifier(p)) & trait::move) != 0 &&
            (kind == ValueKind::point || kind == ValueKind::pass)) {
            return true;
        }
    }
    return false;
}

// Clock values beside setup belong to the move that follows, if that is plainly one move without clock values.
void SgfFitting::look_for_clocks(std::uint32_t node, trait::Set traits) {
    if ((traits & trait::setup) == 0 || (traits & trait::clock) == 0 || (traits & trait::number) != 0 ||
        has_move(node)) {
        return;
    }
    const std::uint32_t child = game_->first_child(node);
    if (child == none || game_->is_fork(node) || !has_move(child)) {
        return;
    }
    const trait::Set of_child = survey(*game_, child);
    if ((of_child & (trait::setup | trait::clock)) == 0 && (of_child & trait::move) != trait::move) {
        clock_givers_.push_back(node);
        touched_.push_back(child);
    }
}

void SgfFitting::write(std::uint32_t node) {
    writer_.begin_node(node);
    if (node == 0 && game_->find(0, "FF") == none) {
        writer_.take_file_format(0);
    }
    const bool gives_clocks = std::binary_search(clock_givers_.begin(), clock_givers_.end(), node);
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        if (gives_clocks && (traits_of(game_->identifier(p)) & trait::clock) != 0) {
            continue;
        }
        switch (places_.fate_of(p)) {
            case PropertyPlaces::Fate::stays:
                writer_.take(p);
                break;
            case PropertyPlaces::Fate::moves:
            case PropertyPlaces::Fate::equals:
                break;
            case PropertyPlaces::Fate::contradicts:
                lose_contradiction(node, p);
                break;
        }
    }
    if (const std::uint32_t parent = game_->parent(node);
        parent != none && parent + 1 == node &&
        std::binary_search(clock_givers_.begin(), clock_givers_.end(), parent)) {
        for (std::uint32_t p = game_->first_property(parent); p < game_->end_property(parent); ++p) {
            if ((traits_of(game_->identifier(p)) & trait::clock) != 0) {
                writer_.take(p);
            }
        }
    }
    const std::vector<PropertyPlaces::Move>& moves = places_.moves();
    auto move = std::lower_bound(moves.begin(), moves.end(), node,
                                 [](const PropertyPlaces::Move& m, std::uint32_t to) { return m.to < to; });
    for (; move != moves.end() && move->to == node; ++move) {
        writer_.take(move->property);
        lose_place(*move);
    }
    writer_.end_node();
}

void SgfFitting::write_root_of_another_game() {
    editor_.edit(0);
    bool done = false;
    const auto write_file_format = [&](std::uint32_t offset) {
        if (!done) {
            editor_.add("FF");
            editor_.value(editor_.store_text("4", offset));
            done = true;
        }
    };
    if (game_->find(0, "FF") == none) {
        write_file_format(0);
    }
    for (std::uint32_t p = game_->first_property(0); p < game_->end_property(0); ++p) {
        if (game_->identifier(p) == Identifier("FF")) {
            write_file_format(game_->values(p).front().offset);
        } else {
            editor_.copy(p);
        }
    }
}

void SgfFitting::lose_contradiction(std::uint32_t node, std::uint32_t property) {
    Loss loss;
    loss.id = "loss.dropped-value";
    loss.node = node;
    loss.what = game_->name(property);
    loss.message = quoted_property(*game_, property) + ": this is not its place, and its value cannot hold";
    losses_->push_back(std::move(loss));
}

void SgfFitting::lose_place(const PropertyPlaces::Move& move) {
    Loss loss;
    loss.id = "loss.info-moved";
    loss.kind = TENGEN_LOSS_REORDERED;
    loss.node = move.from;
    loss.what = game_->name(move.property);
    loss.to = "node " + std::to_string(move.to);
    loss.message = quoted_property(*game_, move.property) + ": moved to " +
                   (move.to == 0 ? std::string("the root") : "node " + std::to_string(move.to));
    losses_->push_back(std::move(loss));
}

}  // namespace tengen::passes
