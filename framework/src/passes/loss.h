// What a target does not hold as it was.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// One more loss, for the caller to add what else there is to say.
inline Loss& add_loss(std::vector<Loss>& losses, std::string_view id, tengen_loss_kind kind, std::uint32_t node,
                      std::string_view what, std::string message) {
    Loss& loss = losses.emplace_back();
    loss.id = id;
    loss.kind = kind;
    loss.node = node;
    loss.what = what;
    loss.message = std::move(message);
    return loss;
}

}  // namespace tengen::passes
