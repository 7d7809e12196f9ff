#include "passes/old_forms.h"

#include <array>
#include <utility>

#include "passes/value_text.h"
#include "streams/removal.h"

namespace tengen::passes {

namespace {

constexpr Identifier te("TE");
constexpr Identifier bm("BM");

std::uint32_t key_of(Point point) {
    return point.column | std::uint32_t{point.row} << 8;
}

}  // namespace

std::optional<OwnedGame> OldForms::fit(Game game, std::vector<Loss>& losses) {
    if (!game.is_go() || !game.has_meaning() || game.file_format() < 1 || game.file_format() > 3) {
        return std::nullopt;
    }
    game_ = game;
    losses_ = &losses;
    editor_.begin(game);
    streams_.find(game);
    marked_.find(game);
    writer_.begin_game(game, editor_, losses, marked_);
    for (std::uint32_t node = 0; node < game.node_count(); ++node) {
        if (is_plain_move(game, node)) {
            continue;
        }
        const trait::Set traits = survey(game, node);
        if (!has_old_form(node, traits)) {
            continue;
        }
        streams_.contains(node) ? write_recorded(node, traits) : write_plain(node);
    }
    return editor_.is_changed() ? std::optional(editor_.finish(nullptr)) : std::nullopt;
}

bool OldForms::has_old_form(std::uint32_t node, trait::Set traits) const {
    if ((traits & (trait::bm | trait::te)) == (trait::bm | trait::te)) {
        return true;
    }
    for (std::uint32_t p = game_->first_property(node);
         (traits & trait::old_form) != 0 && p < game_->end_property(node); ++p) {
        const PropertyDefinition* definition = find_property(game_->identifier(p));
        if ((traits_of(game_->identifier(p)) & trait::old_form) != 0 &&
            is_known_in(*definition, game_->file_format())) {
            return true;
        }
    }
    return false;
}

void OldForms::write_plain(std::uint32_t node) {
    writer_.begin_node(node);
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        writer_.take(p);
    }
    writer_.end_node();
}

void OldForms::write_recorded(std::uint32_t node, trait::Set traits) {
    node_ = node;
    letters_ = 0;
    is_triangle_.clear();
    has_triangles_ = has_crosses_ = false;
    good_ = bad_ = merged_ = none;
    editor_.edit(node);
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        const Identifier identifier = game_->identifier(p);
        const PropertyDefinition* definition = find_property(identifier);
        const bool is_old =
            (traits_of(identifier) & trait::old_form) != 0 && is_known_in(*definition, game_->file_format());
        if (is_old) {
            identifier == Identifier("L") ? write_letters(p) : write_marks(p);
        } else if (identifier == Identifier("RP")) {
            write_removal(p);
        } else if ((traits & trait::bm) != 0 && (traits & trait::te) != 0 && (identifier == bm || identifier == te)) {
            write_annotation(p);
        } else {
            editor_.copy(p);
        }
    }
}

// "FF[1]-FF[2], L": letters in the order in which the points are named in the node.
void OldForms::write_letters(std::uint32_t property) {
    bool is_begun = false;
    const std::uint32_t invalid = for_each_point_of(*game_, property, [&](tengen_value point) {
        const tengen_value pair = lettered_point(editor_, point, letters_++);
        if (!std::exchange(is_begun, true)) {
            editor_.replace(property, Identifier("LB"));
        }
        editor_.value(pair);
    });
    lose_invalid(property, invalid);
}

void OldForms::write_marks(std::uint32_t property) {
    std::array<std::vector<tengen_value>, 2> points;  // crosses, triangles
    const std::uint32_t invalid = for_each_point_of(*game_, property, [&](tengen_value point) {
        const bool is_triangle = marked_.take_next();
        is_triangle_[key_of(point_of(point))] = is_triangle;
        points[is_triangle ? 1 : 0].push_back(point);
    });
    for (const std::size_t kind : {1u, 0u}) {
        if (!points[kind].empty()) {
            (kind == 1 ? has_triangles_ : has_crosses_) = true;
            editor_.replace(property, kind == 1 ? Identifier("TR") : Identifier("MA"));
            for (const tengen_value value : points[kind]) {
                editor_.value(value);
            }
        }
    }
    lose_invalid(property, invalid);
}

// "FF[3], BM, TE": together they mean interesting or doubtful, whichever comes first. From the time of the second on,
// that is: in a stream the later annotation takes the place of the earlier one.
void OldForms::write_annotation(std::uint32_t property) {
    if (property == merged_) {
        return;
    }
    const bool is_good = game_->identifier(property) == te;
    const std::uint32_t other = is_good ? bad_ : good_;
    (is_good ? good_ : bad_) = property;
    const auto write_both = [&](bool good_is_first) {
        editor_.replace(property, good_is_first ? Identifier("IT") : Identifier("DO"));
        editor_.value(make_value(game_->values(property).front().offset, ValueKind::empty));
    };
    if (other != none) {
        write_both(!is_good);
        return;
    }
    for (std::uint32_t p = property + 1; p < game_->end_property(node_); ++p) {
        if (game_->identifier(p) == (is_good ? bm : te) && is_same_time(p, property)) {
            (is_good ? bad_ : good_) = p;
            merged_ = p;
            write_both(is_good);
            return;
        }
    }
    editor_.copy(property);
}

// What is taken away has another name now.
void OldForms::write_removal(std::uint32_t property) {
    const tengen_value value = game_->values(property).front();
    const std::string_view text = game_->text(value);
    const streams::Removal removal = streams::parse_removal(text, is_raw(kind_of(value)));
    if ((removal.property == "TE" && good_ != none) || (removal.property == "BM" && bad_ != none)) {
        std::uint32_t& gone = removal.property == "TE" ? good_ : bad_;
        const std::uint32_t stays = removal.property == "TE" ? bad_ : good_;
        gone = none;
        if (stays == none || !removal.entries.empty()) {
            editor_.copy(property);
            return;
        }
        // The two were one, and the one that is left takes its place.
        editor_.replace(property, game_->identifier(stays));
        for (const tengen_value left : game_->values(stays)) {
            editor_.value(left);
        }
    } else if (removal.property == "L" && letters_ != 0) {
        const std::size_t name = text.find('L');
        write_text(property, Identifier("RP"), "LB" + std::string(text.substr(name + 1)));
    } else if (removal.property == "M" && (has_triangles_ || has_crosses_)) {
        std::array<std::string, 2> entries;  // of crosses, of triangles
        for (const std::string& entry : removal.entries) {
            const std::optional<Point> point = parse_point(entry);
            const auto found = point ? is_triangle_.find(key_of(*point)) : is_triangle_.end();
            if (found != is_triangle_.end() || !point) {
                // Rectangles may name points of both.
                for (const std::size_t kind : {1u, 0u}) {
                    if (found == is_triangle_.end() ? (kind == 1 ? has_triangles_ : has_crosses_)
                                                    : found->second == (kind == 1)) {
                        entries[kind] += (entries[kind].empty() ? ":" : ",") + entry;
                    }
                }
            }
        }
        if (removal.entries.empty() ? has_triangles_ : !entries[1].empty()) {
            write_text(property, Identifier("RP"), "TR" + entries[1]);
        }
        if (removal.entries.empty() ? has_crosses_ : !entries[0].empty()) {
            write_text(property, Identifier("RP"), "MA" + entries[0]);
        }
    } else {
        editor_.copy(property);
    }
}

void OldForms::write_text(std::uint32_t property, Identifier identifier, std::string_view text) {
    const tengen_value value = game_->values(property).front();
    const ValueKind kind = is_raw(kind_of(value)) ? ValueKind::raw_stored : ValueKind::text_stored;
    editor_.replace(property, identifier);
    editor_.value(editor_.storage().store_value(value.offset, kind, text));
}

bool OldForms::is_same_time(std::uint32_t a, std::uint32_t b) const {
    const tengen_game& columns = game_->columns();
    if (columns.property_stamps == nullptr || columns.property_stamps[a] == columns.property_stamps[b]) {
        return true;
    }
    const std::uint32_t first = columns.property_stamps[a];
    const std::uint32_t second = columns.property_stamps[b];
    return first != 0 && second != 0 && columns.stamps[first - 1].kind == columns.stamps[second - 1].kind &&
           game_->stored(columns.stamps[first - 1].time) == game_->stored(columns.stamps[second - 1].time);
}

void OldForms::lose_invalid(std::uint32_t property, std::uint32_t count) {
    if (count == 0) {
        return;
    }
    Loss& loss = add_loss(*losses_, "loss.invalid-value", TENGEN_LOSS_LOST, node_, game_->name(property),
                          quoted_property(*game_, property) + ": values without a reading are left out");
    loss.count = count;
}

}  // namespace tengen::passes
