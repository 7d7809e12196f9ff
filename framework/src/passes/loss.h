// What a target does not hold as it was.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tengen/abi/plugin.h>

namespace tengen::passes {

struct Loss {
    std::string_view id;  ///< "loss.name", lives as long as the program
    tengen_loss_kind kind = TENGEN_LOSS_LOST;
    std::uint32_t node = TENGEN_NONE;  ///< of the game before it was fitted
    std::uint32_t count = 1;
    bool recoverable = false;
    std::string what;
    std::string to;  ///< empty if it went nowhere
    std::string message;
};

}  // namespace tengen::passes
