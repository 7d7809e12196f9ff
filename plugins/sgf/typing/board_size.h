// Board sizes ("SGF FF[4], Go: SZ").
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <tengen/model/point.h>

namespace tengen::sgf {

struct SizeReading {
    BoardSize board;
    bool is_square_pair = false;  ///< "n:n", which should have been "n"

    /// The same board.
    friend constexpr bool operator==(const SizeReading& a, const SizeReading& b) { return a.board == b.board; }
};

/// "n" or "columns:rows" with sides from 1 to 52, digits only; nullopt for anything else.
[[nodiscard]] constexpr std::optional<SizeReading> read_size(std::string_view text) {
    const auto side = [](std::string_view digits) -> std::uint8_t {
        unsigned n = 0;
        for (const char c : digits) {
            if (c < '0' || c > '9' || n > static_cast<unsigned>(max_board_side)) {
                return 0;
            }
            n = n * 10 + static_cast<unsigned>(c - '0');
        }
        return n <= static_cast<unsigned>(max_board_side) ? static_cast<std::uint8_t>(n) : std::uint8_t{0};
    };
    const std::size_t colon = text.find(':');
    const std::uint8_t columns = side(text.substr(0, colon));
    const std::uint8_t rows = colon == std::string_view::npos ? columns : side(text.substr(colon + 1));
    if (columns == 0 || rows == 0) {
        return std::nullopt;
    }
    return SizeReading{{columns, rows}, colon != std::string_view::npos && columns == rows};
}

}  // namespace tengen::sgf
