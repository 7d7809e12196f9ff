// Points as move lists have them: "D4" is column D (there is no I), row 4 from the bottom.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <tengen/model/point.h>

namespace move_list {

constexpr int smallest_board = 2;
constexpr int largest_board = 25;  // one letter for each column

/// Nothing if the text is no point of a square board of that side. Letters may be lower case.
std::optional<tengen::Point> parse_vertex(std::string_view text, int side);

void append_vertex(tengen::Point point, int side, bool lower_case, std::string& to);

}  // namespace move_list
