// Komi values that are probably written in another unit than points.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tengen/model/decimal.h>
#include <tengen/model/spelling.h>

namespace tengen {

enum class KomiClass : std::uint8_t {
    usual,
    unusual,  // above 20 either way, or not a multiple of a quarter
    suspect,  // 50 or more either way: legal, but hardly points
};

/// `komi` is a real number.
[[nodiscard]] constexpr KomiClass classify_komi(std::string_view komi) noexcept {
    if (compare_absolute(komi, "50") >= 0) {
        return KomiClass::suspect;
    }
    return compare_absolute(komi, "20") > 0 || !is_multiple_of_quarter(komi) ? KomiClass::unusual : KomiClass::usual;
}

/// True if an application name (AP) is that of the Fox server, which writes komi in hundredths.
[[nodiscard]] constexpr bool names_fox_server(std::string_view application) noexcept {
    for (SpellingCursor cursor(application); !cursor.at_end(); cursor.advance()) {
        SpellingCursor here = cursor;
        if (here.take("foxwq") || here.take("fox weiqi") || here.take("野狐")) {
            return true;
        }
    }
    return false;
}

/// What a suspect komi likely means in points; nullopt if there is no good guess. Hundredths of points (650 is 6.5),
/// but 275, 325 and 375 are hundredths of stones by Chinese counting, two points each. The Fox server is known to
/// write other things in handicap games, where only its 50 (0.5) is sure; elsewhere 50 is not touched.
[[nodiscard]] inline std::optional<std::string> scaled_komi(std::string_view komi, bool by_fox_server, int handicap) {
    const std::optional<std::int64_t> value = integer_of(komi);
    if (!value) {
        return std::nullopt;
    }
    if (*value == 50) {
        return by_fox_server ? std::optional<std::string>("0.5") : std::nullopt;
    }
    // 5000 and above would be suspect again after the division
    if (*value < 200 || *value >= 5000 || *value % 25 != 0 || (by_fox_server && handicap >= 2)) {
        return std::nullopt;
    }
    const bool stones = *value == 275 || *value == 325 || *value == 375;
    return shift_point_left(stones ? multiply_real(komi, 2) : std::string(komi), 2);
}

}  // namespace tengen
