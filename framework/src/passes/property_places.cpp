#include "passes/property_places.h"

#include <algorithm>
#include <string_view>

#include <tengen/model/decimal.h>
#include <tengen/model/vocabulary.h>

#include "passes/sgf_values.h"
#include "passes/value_text.h"

namespace tengen::passes {

namespace {

// "6.50" says what "6.5" says.
bool is_same_number(std::string_view a, std::string_view b) {
    return is_real(a) && is_real(b) ? compare_reals(a, b) == 0 : a == b;
}

// "SGF FF[4], SZ": one number, or two with a colon.
bool is_same_size(std::string_view a, std::string_view b) {
    const std::size_t colon_a = a.find(':');
    const std::size_t colon_b = b.find(':');
    if (colon_a == std::string_view::npos || colon_b == std::string_view::npos) {
        return colon_a == colon_b && is_same_number(a, b);
    }
    return is_same_number(a.substr(0, colon_a), b.substr(0, colon_b)) &&
           is_same_number(a.substr(colon_a + 1), b.substr(colon_b + 1));
}

}  // namespace

void PropertyPlaces::see(std::uint32_t node, trait::Set traits, const StreamNodes& streams) {
    std::uint32_t first_info = none;
    if ((traits & trait::game_info) != 0 && !((traits & trait::stream) != 0 && streams.contains(node))) {
        first_info = top_info_above(node);
    }
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        const trait::Set own = traits_of(game_->identifier(p));
        if ((own & trait::root) != 0) {
            misplaced_.push_back({p, node, 0, true});
        } else if ((own & trait::game_info) != 0 && first_info != none) {
            misplaced_.push_back({p, node, first_info, false});
        }
    }
}

void PropertyPlaces::decide() {
    if (misplaced_.empty()) {
        return;
    }
    // What holds at a place for an identifier: the property that is there, or the first one that wants to go there.
    std::unordered_map<std::uint64_t, std::uint32_t> holders;
    std::unordered_map<std::uint64_t, bool> contested;
    const auto key = [&](const Misplaced& m) {
        return std::uint64_t{m.to} << 32 | game_->identifier(m.property).code();
    };
    for (const Misplaced& m : misplaced_) {
        const Identifier identifier = game_->identifier(m.property);
        const PropertyDefinition* definition = find_property(identifier);
        if (identifier == Identifier("FF")) {
            fates_[m.property] = Fate::equals;  // it is written anyway
            continue;
        }
        if (!can_hold(definition, game_->values(m.property).front())) {
            fates_[m.property] = Fate::contradicts;
            continue;
        }
        const auto [holder, is_new] = holders.try_emplace(key(m), none);
        if (is_new) {
            holder->second = find_held(m.to, identifier);
        }
        if (holder->second == none) {
            holder->second = m.property;
            fates_[m.property] = Fate::moves;
        } else if (is_equal(holder->second, m.property)) {
            fates_[m.property] = Fate::equals;
        } else {
            fates_[m.property] = Fate::contradicts;
            if (m.is_root_property) {
                contested[key(m)] = true;
            }
        }
    }
    for (const Misplaced& m : misplaced_) {
        Fate& fate = fates_[m.property];
        if (m.is_root_property && contested.contains(key(m)) && find_held(0, game_->identifier(m.property)) == none) {
            fate = Fate::contradicts;  // nobody can tell which one holds
        }
        if (fate == Fate::moves) {
            moves_.push_back({m.property, m.from, m.to});
        }
    }
    std::stable_sort(moves_.begin(), moves_.end(), [](const Move& a, const Move& b) { return a.to < b.to; });
}

bool PropertyPlaces::has_info(std::uint32_t node) const {
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        if ((traits_of(game_->identifier(p)) & trait::game_info) != 0) {
            return true;
        }
    }
    return false;
}

// The uppermost node above `node` that has game information.
std::uint32_t PropertyPlaces::top_info_above(std::uint32_t node) {
    if (top_info_.empty()) {
        top_info_.resize(game_->node_count(), none);
        for (std::uint32_t n = 0; n < game_->node_count(); ++n) {
            const std::uint32_t above = n == 0 ? none : top_info_[game_->parent(n)];
            top_info_[n] = above != none ? above : has_info(n) ? n : none;
        }
    }
    return top_info_[game_->parent(node)];
}

// A value without a reading is left out, and is in nobody's way.
std::uint32_t PropertyPlaces::find_held(std::uint32_t node, Identifier identifier) const {
    const PropertyDefinition* definition = find_property(identifier);
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        if (game_->identifier(p) == identifier && can_hold(definition, game_->values(p).front())) {
            return p;
        }
    }
    return none;
}

bool PropertyPlaces::is_equal(std::uint32_t a, std::uint32_t b) {
    first_.clear();
    second_.clear();
    append_value_text(*game_, game_->values(a).front(), first_);
    append_value_text(*game_, game_->values(b).front(), second_);
    const PropertyDefinition* definition = find_property(game_->identifier(a));
    const ValueType type = definition == nullptr ? ValueType::unknown : definition->type;
    if (type == ValueType::number || type == ValueType::real) {
        return is_same_number(first_, second_);
    }
    if (type == ValueType::board_size) {
        return is_same_size(first_, second_);
    }
    return first_ == second_;
}

}  // namespace tengen::passes
