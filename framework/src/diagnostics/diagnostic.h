#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "diagnostics/catalogue.h"

namespace tengen::diagnostics {

// What a target format did to something it cannot carry.
enum class LossKind : std::uint8_t {
    lost,
    demoted,  // kept as free text
    approximated,
    defaulted,
    derived,
    reordered,
    normalised,
    unsafe_removed,
};

// "unsafe-removed" and the like, as reports spell them.
constexpr std::string_view to_text(LossKind kind) noexcept {
    switch (kind) {
        case LossKind::lost:
            return "lost";
        case LossKind::demoted:
            return "demoted";
        case LossKind::approximated:
            return "approximated";
        case LossKind::defaulted:
            return "defaulted";
        case LossKind::derived:
            return "derived";
        case LossKind::reordered:
            return "reordered";
        case LossKind::normalised:
            return "normalised";
        case LossKind::unsafe_removed:
            return "unsafe-removed";
    }
    return "lost";
}

struct LossDetail {
    LossKind kind = LossKind::lost;
    std::string what;          // the thing concerned: a property, a field, a feature
    std::string to;            // where it went, empty if nowhere
    std::uint64_t count = 1;   // how many of them
    bool recoverable = false;  // true if reading the output back restores it
};

// One finding about an input, or one loss of an output. Texts are UTF-8 where their source allows it; renderers make
// any bytes safe. Offsets and columns count bytes.
struct Diagnostic {
    std::string id;
    Severity severity = Severity::warning;
    std::string message;
    std::optional<std::uint32_t> game;    // index in the file, from 0
    std::optional<std::uint32_t> node;    // index in the game, pre-order, from 0
    std::optional<std::uint64_t> offset;  // in the input, or in `file` if that is given, from 0
    std::optional<std::uint64_t> line;    // from 1
    std::optional<std::uint64_t> column;  // from 1
    std::string file;                     // member of a container or attached file, else empty
    std::string input;                    // name of the input, empty if the finding is about none
    std::optional<LossDetail> loss;
};

}  // namespace tengen::diagnostics
