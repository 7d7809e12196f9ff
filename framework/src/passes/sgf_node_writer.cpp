#include "passes/sgf_node_writer.h"

#include <algorithm>

#include "passes/sgf_values.h"
#include "passes/value_text.h"

namespace tengen::passes {

namespace {

std::string letter_label(std::uint32_t index) {
    if (index < 52) {
        return std::string(1, static_cast<char>(index < 26 ? 'A' + index : 'a' + index - 26));
    }
    return std::to_string(index - 51);
}

}  // namespace

tengen_value lettered_point(GameEditor& editor, tengen_value point, std::uint32_t index) {
    return editor.store_pair(point.offset, point, editor.store_text(letter_label(index), point.offset));
}

void SgfNodeWriter::begin_game(Game game, GameEditor& editor, std::vector<Loss>& losses, MarkedStones& marked) {
    game_ = game;
    editor_ = &editor;
    losses_ = &losses;
    marked_ = &marked;
    known_slots_.assign(vocabulary().size(), 0);
}

void SgfNodeWriter::begin_node(std::uint32_t node) {
    node_ = node;
    node_traits_ = survey(*game_, node);
    letters_ = 0;
    for (const Slot& slot : slots_) {
        if (const PropertyDefinition* definition = find_property(Identifier(slot.code)); definition != nullptr) {
            known_slots_[vocabulary_index(*definition)] = 0;
        }
    }
    slots_.clear();
    values_.clear();
    next_value_.clear();
    other_slots_.clear();
    seen_.clear();
    for (auto& texts : seen_texts_) {
        texts.clear();
    }
    for (FirstMentions& mentions : mentions_) {
        mentions.begin_node();
    }
}

void SgfNodeWriter::take_file_format(std::uint32_t offset) {
    const std::size_t at = slot_of(Identifier("FF").code(), none);
    if (slots_[at].value_count == 0) {
        add_value(slots_[at], editor_->store_text("4", offset));
        slots_[at].is_source = false;
    }
}

void SgfNodeWriter::take(std::uint32_t property) {
    const Identifier identifier = game_->identifier(property);
    const PropertyDefinition* definition = find_property(identifier);
    if (identifier == Identifier("FF") && node_ == 0) {
        take_file_format(game_->values(property).front().offset);
    } else if (definition == nullptr) {
        take_list(property, nullptr);
    } else if (converts() && is_known_in(*definition, game_->file_format()) && identifier == Identifier("L")) {
        take_letters(property);
    } else if (converts() && is_known_in(*definition, game_->file_format()) && identifier == Identifier("M")) {
        take_marks(property);
    } else if (converts() && (node_traits_ & trait::move_annotation) == (trait::bm | trait::te) &&
               (traits_of(identifier) & (trait::bm | trait::te)) != 0) {
        take_annotation_pair(property);
    } else if (definition->type == ValueType::text) {
        take_text(property, *definition);
    } else if (definition->list == ListKind::single && !is_raw(kind_of(game_->values(property).front()))) {
        take_single(property, *definition);
    } else {
        take_list(property, definition);
    }
}

// Of everything that is no list the first value counts.
void SgfNodeWriter::take_single(std::uint32_t property, const PropertyDefinition& definition) {
    const std::span<const tengen_value> values = game_->values(property);
    const tengen_value value = values.front();
    if (values.size() > 1) {
        lose("loss.dropped-value", property, static_cast<std::uint32_t>(values.size() - 1),
             "only the first value can be written");
    }
    if (!can_hold(&definition, value)) {
        const bool is_text_type = definition.type == ValueType::simple_text;
        if (kind_of(value) == ValueKind::empty && is_text_type) {
            lose("loss.present-empty", property, 1, "a text without text is left out");
        } else {
            lose("loss.invalid-value", property, 1, "a value without a reading is left out");
        }
        return;
    }
    const std::size_t at = slot_of(game_->identifier(property).code(), property);
    Slot& slot = slots_[at];
    if (slot.value_count == 0) {
        slot.source = property;
        slot.is_source = values.size() == 1;
        add_value(slot, value);
        return;
    }
    std::string other;
    append_value_text(*game_, values_[slot.first_value], other);
    text_.clear();
    append_value_text(*game_, value, text_);
    if (other != text_) {
        lose("loss.dropped-value", property, 1, "the property stands in its node before, and its first value counts");
    }
}

void SgfNodeWriter::take_list(std::uint32_t property, const PropertyDefinition* definition) {
    const std::size_t at = slot_of(game_->identifier(property).code(), property);
    const bool is_first = slots_[at].value_count == 0;
    std::uint32_t invalid = 0;
    std::uint32_t contradicting = 0;
    const std::uint32_t count_before = slots_[at].value_count;
    const std::span<const tengen_value> values = game_->values(property);
    for (const tengen_value value : values) {
        const ValueKind kind = kind_of(value);
        Slot& slot = slots_[at];
        if (kind == ValueKind::empty && definition != nullptr) {
            if (definition->list == ListKind::possibly_empty && values.size() == 1) {
                if (slot.value_count == 0) {
                    add_value(slot, value);
                }
            } else {
                ++invalid;
            }
        } else if (!can_hold(definition, value)) {
            ++invalid;
        } else {
            if (slot.value_count == 1 && kind_of(values_[slot.first_value]) == ValueKind::empty) {
                slot.value_count = 0;  // an empty list and one with points: the points
                slot.first_value = slot.last_value = none;
            }
            if (kind == ValueKind::point || kind == ValueKind::rectangle) {
                contradicting += add_points(at, value);
            } else if (kind != ValueKind::pair || is_new_pair(slot, value)) {
                add_value(slot, value);
            }
        }
    }
    if (invalid != 0) {
        lose("loss.invalid-value", property, invalid, "values without a reading are left out");
    }
    if (contradicting != 0) {
        lose("loss.dropped-value", property, contradicting, "another property of the node names the point first");
    }
    Slot& slot = slots_[at];
    if (is_first) {
        slot.source = property;
        slot.is_source = slot.is_source && slot.value_count - count_before == values.size();
    } else {
        slot.is_source = false;
    }
}

// Texts of several lines: repeated ones are joined, equal ones collapse.
void SgfNodeWriter::take_text(std::uint32_t property, const PropertyDefinition& definition) {
    const std::span<const tengen_value> values = game_->values(property);
    const tengen_value value = values.front();
    if (values.size() > 1) {
        lose("loss.dropped-value", property, static_cast<std::uint32_t>(values.size() - 1),
             "only the first value can be written");
    }
    if (!can_hold(&definition, value)) {
        const bool is_empty = kind_of(value) == ValueKind::empty;
        lose(is_empty ? "loss.present-empty" : "loss.invalid-value", property, 1,
             is_empty ? "a text without text is left out" : "a value without a reading is left out");
        return;
    }
    const std::size_t at = slot_of(game_->identifier(property).code(), property);
    Slot& slot = slots_[at];
    if (slot.value_count == 0) {
        slot.source = property;
        slot.is_source = values.size() == 1;
        add_value(slot, value);
        return;
    }
    bool is_known = false;
    if (slot.value_count < 16) {
        for_each_value(slot, [&](tengen_value v) { is_known = is_known || game_->text(v) == game_->text(value); });
    } else {
        // Somebody wrote very many comments into one node.
        auto& seen = seen_texts_[(slot.traits & trait::game_info) != 0 ? 0 : 1];
        if (seen.empty()) {
            for_each_value(slot, [&](tengen_value v) { seen.insert(game_->text(v)); });
        }
        is_known = !seen.insert(game_->text(value)).second;
    }
    slot.is_source = false;
    if (!is_known) {
        add_value(slot, value);
    }
}

// "FF[1]-FF[2], L": letters are shown on the points, in their order.
void SgfNodeWriter::take_letters(std::uint32_t property) {
    const std::size_t at = slot_of(Identifier("LB").code(), none);
    slots_[at].is_source = false;
    const std::uint32_t invalid = for_each_point_of(*game_, property, [&](tengen_value point) {
        const tengen_value pair = lettered_point(*editor_, point, letters_++);
        const std::uint64_t key = std::uint64_t{slots_[at].code} << 32 | payload_of(point);
        if (seen_.insert(key).second) {
            add_value(slots_[at], pair);
        }
    });
    if (invalid != 0) {
        lose("loss.invalid-value", property, invalid, "values without a reading are left out");
    }
}

// "FF[1]-FF[2], M": a mark, which is a triangle on stones and a cross elsewhere.
void SgfNodeWriter::take_marks(std::uint32_t property) {
    std::uint32_t contradicting = 0;
    const std::uint32_t invalid = for_each_point_of(*game_, property, [&](tengen_value point) {
        const std::size_t at = slot_of((marked_->take_next() ? Identifier("TR") : Identifier("MA")).code(), none);
        slots_[at].is_source = false;
        contradicting += add_points(at, point);
    });
    if (invalid != 0) {
        lose("loss.invalid-value", property, invalid, "values without a reading are left out");
    }
    if (contradicting != 0) {
        lose("loss.dropped-value", property, contradicting, "the point has another mark already");
    }
}

// "FF[3], BM, TE": together they meant interesting or doubtful, whichever came first.
void SgfNodeWriter::take_annotation_pair(std::uint32_t property) {
    const auto has = [&](Identifier identifier) {
        return std::any_of(slots_.begin(), slots_.end(),
                           [&](const Slot& slot) { return slot.code == identifier.code(); });
    };
    if (has("IT") || has("DO")) {
        return;
    }
    const Identifier both = game_->identifier(property) == Identifier("TE") ? Identifier("IT") : Identifier("DO");
    const std::size_t at = slot_of(both.code(), none);
    slots_[at].is_source = false;
    add_value(slots_[at], make_value(game_->values(property).front().offset, ValueKind::empty));
}

// Add the points of a value that nobody named before; how many another property named.
std::uint32_t SgfNodeWriter::add_points(std::size_t at, tengen_value value) {
    FirstMentions* mentions = mentions_of(slots_[at].traits);
    const Identifier identifier(slots_[at].code);
    std::uint32_t contradicting = 0;
    std::uint32_t points = 0;
    new_points_.clear();
    for_each_point(value, [&](Point point) {
        ++points;
        if (mentions != nullptr) {
            const FirstMentions::Mention mention = mentions->mention(point, identifier);
            if (mention.is_first) {
                new_points_.push_back(point);
            } else if (mention.holder != identifier) {
                ++contradicting;
            }
        } else if (seen_.insert(std::uint64_t{identifier.code()} << 32 | payload_of(make_point(0, point))).second) {
            new_points_.push_back(point);
        }
    });
    if (new_points_.size() == points) {
        add_value(slots_[at], value);
    } else {
        slots_[at].is_source = false;
        for (const Point point : new_points_) {
            add_value(slots_[at], make_point(value.offset, point));
        }
    }
    return contradicting;
}

// Labels: one on a point. Arrows and lines: one between two points, lines without a direction.
bool SgfNodeWriter::is_new_pair(const Slot& slot, tengen_value value) {
    const tengen_pair& pair = game_->pair(value);
    if (kind_of(pair.first) != ValueKind::point) {
        return true;
    }
    std::uint64_t key = payload_of(pair.first);
    if (kind_of(pair.second) == ValueKind::point) {
        std::uint64_t other = payload_of(pair.second);
        if (Identifier(slot.code) == Identifier("LN") && other < key) {
            std::swap(key, other);
        }
        key |= (other + 1) << 16;
    }
    return seen_.insert(std::uint64_t{slot.code} << 32 | key).second;
}

std::size_t SgfNodeWriter::slot_of(std::uint32_t code, std::uint32_t source) {
    const PropertyDefinition* definition = find_property(Identifier(code));
    std::uint32_t& number = definition != nullptr ? known_slots_[vocabulary_index(*definition)] : other_slots_[code];
    if (number == 0) {
        Slot slot;
        slot.code = code;
        slot.traits = traits_of(Identifier(code));
        slot.source = source;
        slots_.push_back(slot);
        number = static_cast<std::uint32_t>(slots_.size());
    }
    return number - 1;
}

FirstMentions* SgfNodeWriter::mentions_of(trait::Set traits) {
    return (traits & trait::stones) != 0      ? &mentions_[0]
           : (traits & trait::markup) != 0    ? &mentions_[1]
           : (traits & trait::territory) != 0 ? &mentions_[2]
                                              : nullptr;
}

void SgfNodeWriter::add_value(Slot& slot, tengen_value value) {
    const auto index = static_cast<std::uint32_t>(values_.size());
    values_.push_back(value);
    next_value_.push_back(none);
    (slot.value_count == 0 ? slot.first_value : next_value_[slot.last_value]) = index;
    slot.last_value = index;
    ++slot.value_count;
}

template <class Visit>
void SgfNodeWriter::for_each_value(const Slot& slot, Visit&& visit) const {
    std::uint32_t at = slot.first_value;
    for (std::uint32_t i = 0; i < slot.value_count; ++i, at = next_value_[at]) {
        visit(values_[at]);
    }
}

void SgfNodeWriter::drop(Slot& slot, std::string_view why) {
    if (slot.source != none) {
        lose("loss.dropped-value", slot.source, 1, why);
    }
    slot.value_count = 0;
}

// "SGF FF[4], BM, DO, IT, TE, KO": they need a move. Of those of one kind the first stays.
void SgfNodeWriter::drop_annotations() {
    bool has_move = false;
    for (const Slot& slot : slots_) {
        has_move = has_move || ((slot.traits & trait::move) != 0 && slot.value_count != 0);
    }
    bool has_move_annotation = false;
    bool has_position_annotation = false;
    for (Slot& slot : slots_) {
        if (slot.value_count == 0) {
            continue;
        }
        if ((slot.traits & (trait::move_annotation | trait::ko)) != 0 && !has_move) {
            drop(slot, "there is no move in the node");
        } else if ((slot.traits & trait::move_annotation) != 0) {
            if (has_move_annotation) {
                drop(slot, "it contradicts another annotation of the move");
            }
            has_move_annotation = true;
        } else if ((slot.traits & trait::position_annotation) != 0) {
            if (has_position_annotation) {
                drop(slot, "it contradicts another annotation of the position");
            }
            has_position_annotation = true;
        }
    }
}

// Setup goes into the first node, moves behind it in their order, everything else with the move it stands beside. How
// many nodes there are in the end.
std::uint32_t SgfNodeWriter::assign_parts() {
    trait::Set all = 0;
    for (const Slot& slot : slots_) {
        all |= slot.value_count != 0 ? slot.traits : 0;
    }
    const bool two_moves = (all & trait::move) == trait::move;
    const std::uint32_t base = (all & trait::setup) != 0 && (all & trait::move_class) != 0 ? 1 : 0;
    trait::Set first_move = 0;
    std::uint32_t part = base;
    for (Slot& slot : slots_) {
        if (slot.value_count == 0) {
            continue;
        }
        if (two_moves && (slot.traits & trait::move) != 0) {
            part = first_move == 0 ? base : base + 1;
            first_move = first_move == 0 ? slot.traits & trait::move : first_move;
        }
        slot.part = (slot.traits & (trait::setup | trait::root | trait::game_info)) != 0 ? 0 : part;
    }
    if (two_moves) {
        for (Slot& slot : slots_) {
            if ((slot.traits & trait::clock) != 0) {
                const bool is_black = slot.code == Identifier("BL").code() || slot.code == Identifier("OB").code();
                slot.part = base + (is_black == (first_move == trait::black) ? 0 : 1);
            }
        }
    }
    return base + (two_moves ? 2 : 1);
}

void SgfNodeWriter::end_node() {
    drop_annotations();
    const std::uint32_t parts = assign_parts();
    editor_->edit(node_);
    for (std::uint32_t part = 0; part < parts; ++part) {
        if (part != 0) {
            editor_->next_node();
        }
        for (const Slot& slot : slots_) {
            if (slot.part == part && slot.value_count != 0) {
                write_slot(slot);
            }
        }
    }
}

void SgfNodeWriter::write_slot(const Slot& slot) {
    if (slot.is_source && slot.source != none) {
        editor_->copy(slot.source);
        return;
    }
    editor_->add_code(slot.code);
    const PropertyDefinition* definition = find_property(Identifier(slot.code));
    if (definition != nullptr && definition->type == ValueType::text && slot.value_count > 1) {
        text_.clear();
        for_each_value(slot, [&](tengen_value value) {
            if (!text_.empty()) {
                text_ += '\n';
            }
            text_ += game_->text(value);
        });
        editor_->value(editor_->store_text(text_, values_[slot.first_value].offset));
        return;
    }
    for_each_value(slot, [&](tengen_value value) { editor_->value(value); });
}

void SgfNodeWriter::lose(std::string_view id, std::uint32_t property, std::uint32_t count, std::string_view why) {
    Loss loss;
    loss.id = id;
    loss.kind = TENGEN_LOSS_LOST;
    loss.node = node_;
    loss.count = count;
    loss.what = game_->name(property);
    loss.message = quoted_property(*game_, property) + ": ";
    loss.message += why;
    losses_->push_back(std::move(loss));
}

}  // namespace tengen::passes
