// Which games a pipeline keeps: a condition on what is known about a game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/game.h>

namespace tengen::pipeline {

/// Conditions:
///
///     FIELD                    the game says something there
///     FIELD == VALUE           also !=, <, <=, >, >=; values are numbers or texts in quotes
///     FIELD contains "TEXT"
///     not C, C and C, C or C, (C)
///
/// A comparison with something that the game does not say is false, whatever the operator. Texts are compared byte by
/// byte, so dates compare as days ("1995" < "1995-03-01"). Immutable; any thread.
class Filter {
public:
    /// Nothing, and a message in `fault`, if the text is no condition; it names the place, counted from 1.
    [[nodiscard]] static std::optional<Filter> parse(std::string_view text, std::string& fault);

    [[nodiscard]] bool accepts(Game game) const;

    enum class Operator : std::uint8_t { exists, equal, different, less, less_equal, greater, greater_equal, contains };
    struct Comparison {
        std::size_t field = 0;
        Operator op = Operator::exists;
        std::string text;
        double number = 0;
    };
    struct Step {
        enum class Kind : std::uint8_t { compare, negate, both, either };
        Kind kind = Kind::compare;
        std::size_t comparison = 0;
    };

private:
    std::vector<Comparison> comparisons_;
    std::vector<Step> steps_;  // in the order of a stack machine
};

}  // namespace tengen::pipeline
