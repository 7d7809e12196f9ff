// Numbers, and the short words that stand for few things: doubles, colors, sizes.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <tengen/model/decimal.h>
#include <tengen/model/overtime.h>

#include "sgf/syntax/scan.h"
#include "sgf/syntax/tree_sink.h"
#include "sgf/typing/board_size.h"
#include "sgf/typing/text.h"
#include "sgf/typing/typer.h"
#include "sgf/typing/white_space.h"

namespace tengen::sgf {

/// The text of a value whose type allows no white space; nullopt if there was some that must stay.
std::optional<std::string_view> Typer::compact(tengen_value raw) {
    const std::string_view text = raw_text(raw);
    if (!has_space(text)) {
        return text;
    }
    scratch_ = without_space(text);
    if (!repairs("value.white-space", raw.offset, "white space inside " + quote(text))) {
        return std::nullopt;
    }
    return scratch_;
}

tengen_value Typer::number_value(tengen_value raw, const PropertyDefinition& definition) {
    const std::string_view text = raw_text(raw);
    tengen_value value = make_value(raw.offset, ValueKind::text, payload_of(raw));
    std::string number(text);
    if (text.empty()) {
        return empty_value(raw, "a number");
    }
    if (!is_number(text)) {
        number = without_space(text);
        if (has_space(text) && is_number(number)) {
            if (!repairs("value.white-space", raw.offset, "white space inside " + quote(text))) {
                return invalid(raw);
            }
        } else if (const std::string plain = simple_text_of(text); without_space(plain).empty()) {
            return empty_value(raw, "a number");
        } else {
            // A text that stays as it is must not be read as a number the next time.
            const std::optional<std::string> reading = read_number_leniently(plain);
            const bool is_info = definition.property_class == PropertyClass::game_info;
            const sdk::Answer answer =
                report("value.bad-number", raw.offset,
                       quote(text) + " is no whole number" + (reading ? "; " + *reading + " is read" : ""));
            if (!answer.apply_fix()) {
                return invalid(raw);
            }
            if (!reading) {
                return is_info ? text_part(raw.offset, text, TextKind::simple_text) : invalid(raw);
            }
            is_repaired_ = true;
            number = *reading;
        }
        value = storage_->store_value(raw.offset, ValueKind::text_stored, number);
    }
    const std::optional<std::int64_t> n = integer_of(number);
    const Identifier identifier = definition.identifier;
    if (identifier == Identifier("FF")) {
        if (!n || *n < 1 || *n > 4) {
            report("node.ff-unknown", raw.offset,
                   "FF[" + number + "] is unknown; it is read as FF[" + std::to_string(storage_->header.file_format) +
                       "]");
        }
        return value;
    }
    if (identifier == Identifier("GM") && !is_go_ && n == std::int64_t{storage_->header.game_kind} &&
        !std::exchange(is_kind_named_, true)) {
        report("node.not-go", raw.offset, "the game is GM[" + number + "], not Go; its values stay as they are");
    }
    const bool is_in_range = identifier == Identifier("ST")   ? n && *n >= 0 && *n <= 3
                             : identifier == Identifier("PM") ? n && *n >= 0 && *n <= 2
                             : identifier == Identifier("GM") ? n && *n >= 1
                                                              : true;
    if (!is_in_range) {
        report("value.out-of-range", raw.offset, name() + "[" + number + "] is outside the allowed range");
        return invalid(raw);
    }
    return value;
}

tengen_value Typer::real_value(tengen_value raw, const PropertyDefinition& definition) {
    const std::string_view text = raw_text(raw);
    if (is_real(text)) {
        return make_value(raw.offset, kind_of(raw) == escaped_value_stored ? ValueKind::text_stored : ValueKind::text,
                          payload_of(raw));
    }
    const std::string plain = simple_text_of(text);
    std::string number = without_space(text);
    if (without_space(plain).empty()) {
        return empty_value(raw, "a number");
    }
    if (has_space(text) && is_real(number)) {
        return repairs("value.white-space", raw.offset, "white space inside " + quote(text))
                   ? storage_->store_value(raw.offset, ValueKind::text_stored, number)
                   : invalid(raw);
    }
    const Identifier identifier = definition.identifier;
    std::optional<std::string> reading;
    if (identifier == Identifier("TM") || identifier == Identifier("BL") || identifier == Identifier("WL")) {
        // What states an overtime as well cannot become one number.
        const std::optional<MainTime> time = read_main_time_leniently(plain);
        if (time && !time->overtime) {
            reading = time->seconds;
        }
    }
    if (!reading) {
        reading = read_real_leniently(plain);
    }
    const sdk::Answer answer =
        report("value.bad-real", raw.offset,
               quote(text) + " is no real number" + (reading ? "; " + *reading + " is read" : ""));
    if (!answer.apply_fix()) {
        return invalid(raw);
    }
    if (!reading) {
        return definition.property_class == PropertyClass::game_info
                   ? text_part(raw.offset, text, TextKind::simple_text)
                   : invalid(raw);
    }
    is_repaired_ = true;
    return storage_->store_value(raw.offset, ValueKind::text_stored, *reading);
}

tengen_value Typer::double_value(tengen_value raw) {
    const std::string_view text = raw_text(raw);
    if (text == "1" || text == "2") {
        return make_value(raw.offset, ValueKind::text, 1);
    }
    const std::string compacted = without_space(text);
    if (compacted.empty()) {
        return empty_value(raw, "1 or 2");
    }
    if (has_space(text) && (compacted == "1" || compacted == "2")) {
        return repairs("value.white-space", raw.offset, "white space inside " + quote(text))
                   ? storage_->store_value(raw.offset, ValueKind::text_stored, compacted)
                   : invalid(raw);
    }
    return repairs("value.bad-double", raw.offset, quote(text) + " is neither 1 nor 2")
               ? storage_->store_value(raw.offset, ValueKind::text_stored, "1")
               : invalid(raw);
}

tengen_value Typer::color_value(tengen_value raw) {
    const std::string_view text = raw_text(raw);
    if (text == "B" || text == "W") {
        return make_value(raw.offset, ValueKind::text, 1);
    }
    std::string compacted = without_space(text);
    if (compacted.empty()) {
        return empty_value(raw, "a color");
    }
    if (has_space(text) && (compacted == "B" || compacted == "W")) {
        return repairs("value.white-space", raw.offset, "white space inside " + quote(text))
                   ? storage_->store_value(raw.offset, ValueKind::text_stored, compacted)
                   : invalid(raw);
    }
    for (char& c : compacted) {
        c = is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c;
    }
    const bool is_black = compacted == "b" || compacted == "black" || compacted == "1";
    const bool is_white = compacted == "w" || compacted == "white" || compacted == "2";
    const sdk::Answer answer = report("value.bad-color", raw.offset, quote(text) + " is neither B nor W");
    if (!answer.apply_fix() || (!is_black && !is_white)) {
        return invalid(raw);
    }
    is_repaired_ = true;
    return storage_->store_value(raw.offset, ValueKind::text_stored, is_black ? "B" : "W");
}

tengen_value Typer::size_value(tengen_value raw) {
    const std::string_view text = raw_text(raw);
    const std::string compacted = without_space(text);
    if (compacted.empty()) {
        return empty_value(raw, "a size");
    }
    const std::optional<SizeReading> size = read_size(compacted);
    const tengen_value value = make_value(raw.offset, ValueKind::text, payload_of(raw));
    if (size && !size->is_square_pair && compacted == text) {
        return value;
    }
    if (!size) {
        report("value.bad-size", raw.offset, quote(text) + " is no board size");
        return invalid(raw);
    }
    bool is_good = true;
    if (compacted != text) {
        is_good = repairs("value.white-space", raw.offset, "white space inside " + quote(text));
    }
    if (!size->is_square_pair) {
        return is_good ? storage_->store_value(raw.offset, ValueKind::text_stored, compacted) : invalid(raw);
    }
    is_good &= repairs("value.bad-size", raw.offset, "a square board is written as " + quote(text));
    return is_good ? storage_->store_value(raw.offset, ValueKind::text_stored, std::to_string(size->board.columns))
                   : invalid(raw);
}

}  // namespace tengen::sgf
