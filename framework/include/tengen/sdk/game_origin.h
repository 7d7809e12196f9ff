// Where the game comes from that a writer is given.
#pragma once

#include <string_view>

#include <tengen/abi/game_origin.h>
#include <tengen/sdk/host.h>

namespace tengen::sdk {

/// Valid while put runs.
struct GameOrigin {
    std::string_view input;   ///< empty: not known
    std::string_view member;  ///< of a container; empty: none
};

/// For calls inside put; empty where the host does not know.
[[nodiscard]] inline GameOrigin game_origin(const Host& host) {
    const auto* extension = static_cast<const tengen_game_origin*>(host.extension(TENGEN_GAME_ORIGIN));
    if (extension == nullptr) {
        return {};
    }
    tengen_text input{};
    tengen_text member{};
    extension->get(host.abi(), &input, &member);
    return {from_abi(input), from_abi(member)};
}

}  // namespace tengen::sdk
