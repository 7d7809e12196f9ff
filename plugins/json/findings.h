// What the reader says about a document.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tengen/sdk/host.h>

namespace tengen::json {

/// Knows the input and the game that is being read; everything is reported at once.
class Findings {
public:
    Findings(sdk::Host host, std::string_view input) : host_(host), input_(input) {}

    /// The game that findings belong to from now on; TENGEN_NONE outside of games.
    void set_game(std::uint32_t index) {
        game_ = index;
        has_reported_ = false;
    }
    [[nodiscard]] std::uint32_t game() const { return game_; }
    /// Whether anything was reported since set_game: the number of the game is fixed then.
    [[nodiscard]] bool has_reported() const { return has_reported_; }

    /// `at` points into the input. Throws sdk::GiveUp if the input ends here.
    sdk::Answer report(const char* id, const char* at, std::string_view message, std::uint32_t node = TENGEN_NONE) {
        has_reported_ = true;
        return host_.report(id, {game_, node, static_cast<std::uint64_t>(at - input_.data())}, message);
    }

    [[nodiscard]] const sdk::Host& host() const { return host_; }
    [[nodiscard]] std::string_view input() const { return input_; }

private:
    sdk::Host host_;
    std::string_view input_;
    std::uint32_t game_ = TENGEN_NONE;
    bool has_reported_ = false;
};

/// The beginning of a text from the input, in quotes, fit for a message.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace tengen::json
