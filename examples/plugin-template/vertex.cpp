#include "vertex.h"

#include <charconv>
#include <cstdint>

namespace move_list {

std::optional<tengen::Point> parse_vertex(std::string_view text, int side) {
    if (text.size() < 2) {
        return std::nullopt;
    }
    const char letter = static_cast<char>(text[0] >= 'a' && text[0] <= 'z' ? text[0] - 'a' + 'A' : text[0]);
    if (letter < 'A' || letter > 'Z' || letter == 'I') {
        return std::nullopt;
    }
    const int column = letter - 'A' - (letter > 'I' ? 1 : 0);
    int number = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || column >= side || number < 1 || number > side) {
        return std::nullopt;
    }
    return tengen::Point{static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(side - number)};
}

void append_vertex(tengen::Point point, int side, bool lower_case, std::string& to) {
    const int skip = point.column >= 'I' - 'A' ? 1 : 0;
    to += static_cast<char>((lower_case ? 'a' : 'A') + point.column + skip);
    to += std::to_string(side - point.row);
}

}  // namespace move_list
