// Typed values in the notation of the keyword cards of 1988 (Landman posting, explanation of the fields): signs from
// Black's side, question marks behind what is uncertain.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/certainty.h>
#include <tengen/model/date.h>
#include <tengen/model/point.h>

namespace tengen::json {

/// The text without a certainty mark at its end, and without the blanks in front of that.
[[nodiscard]] std::string_view without_mark(std::string_view text);

/// Nothing but question marks: stated to be unknown.
[[nodiscard]] bool is_unknown_on_card(std::string_view text);

/// A date whose parts may carry marks: "1846-07?-21".
[[nodiscard]] std::optional<PartialDate> read_card_date(std::string_view text);

struct CardItem {
    std::string_view text;
    Certainty certainty = Certainty::certain;
};
/// Pieces between commas. A mark behind a piece is its own; one behind a blank holds for all pieces before it.
[[nodiscard]] std::vector<CardItem> read_card_items(std::string_view text);

struct CardScore {
    std::string difference;  ///< from Black's side, without "+"
    bool estimated = false;
    enum class Counting : std::uint8_t { not_said, chinese, ing } counting = Counting::not_said;
};
/// "+4", "-3E", "0", "+2.5C".
[[nodiscard]] std::optional<CardScore> read_card_score(std::string_view text);

struct CardResult {
    std::optional<Color> winner;  ///< none: a draw
    bool by_resignation = false;
    std::string points;  ///< of a win on points, or what a resigned game would have been won by
};
/// "+2", "0", "-R", "+4.5R".
[[nodiscard]] std::optional<CardResult> read_card_result(std::string_view text);

struct CardHandicap {
    std::uint32_t black = 0;
    std::optional<std::uint32_t> white{};
    std::string_view label;
};
/// "3", "2+2 (tasuki)".
[[nodiscard]] std::optional<CardHandicap> read_card_handicap(std::string_view text);

}  // namespace tengen::json
