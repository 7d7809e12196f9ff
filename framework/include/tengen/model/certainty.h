// How sure a statement is. Keyword cards of 1988: one question mark behind an item says that it may be wrong, two that
// it is only a guess.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace tengen {

/// Ordered from best to worst; the numbers are those of tengen_certainty in the plugin boundary.
enum class Certainty : std::uint8_t { certain = 0, uncertain = 1, guess = 2 };

/// The less sure of two.
[[nodiscard]] constexpr Certainty worst(Certainty a, Certainty b) noexcept {
    return a < b ? b : a;
}

/// The least sure of several; certain if there are none.
[[nodiscard]] constexpr Certainty worst(std::initializer_list<Certainty> several) noexcept {
    Certainty result = Certainty::certain;
    for (const Certainty one : several) {
        result = worst(result, one);
    }
    return result;
}

/// The certainty of a fact computed from others: never better than its worst input, nor better than uncertain if one
/// of them is an estimate.
[[nodiscard]] constexpr Certainty certainty_of_derived(Certainty worst_input, bool from_estimate) noexcept {
    return from_estimate ? worst(worst_input, Certainty::uncertain) : worst_input;
}

/// The name in documents: "certain", "uncertain", "guess".
[[nodiscard]] constexpr std::string_view certainty_name(Certainty certainty) noexcept {
    switch (certainty) {
        case Certainty::certain:
            return "certain";
        case Certainty::uncertain:
            return "uncertain";
        case Certainty::guess:
            return "guess";
    }
    return "certain";
}

[[nodiscard]] constexpr std::optional<Certainty> find_certainty(std::string_view name) noexcept {
    for (const Certainty certainty : {Certainty::certain, Certainty::uncertain, Certainty::guess}) {
        if (certainty_name(certainty) == name) {
            return certainty;
        }
    }
    return std::nullopt;
}

/// The mark that says it on a card: "", "?", "??".
[[nodiscard]] constexpr std::string_view certainty_mark(Certainty certainty) noexcept {
    return std::string_view("??").substr(0, static_cast<std::size_t>(certainty));
}

/// What a mark says. Three question marks and more are no mark.
[[nodiscard]] constexpr std::optional<Certainty> certainty_of_mark(std::string_view mark) noexcept {
    for (const Certainty certainty : {Certainty::certain, Certainty::uncertain, Certainty::guess}) {
        if (certainty_mark(certainty) == mark) {
            return certainty;
        }
    }
    return std::nullopt;
}

}  // namespace tengen
