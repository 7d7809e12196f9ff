#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "diagnostics/diagnostic.h"

namespace tengen::diagnostics {

// What a report says about one input as a whole. Losses are counted here and under their severity.
struct InputSummary {
    std::string input;
    std::string format;  // name of the format it was read as, empty if none was found
    std::uint64_t games = 0;
    std::uint64_t rejected = 0;
    std::uint64_t filtered = 0;  // left out because the user wants other games
    std::uint64_t fatal = 0;
    std::uint64_t errors = 0;
    std::uint64_t warnings = 0;
    std::uint64_t infos = 0;
    std::uint64_t losses = 0;
    std::uint64_t omitted = 0;  // findings counted above but left out of the report, by a limit
    // Where the input stands among all of its run, from 0, in reports of a part that is to be put together with others.
    std::optional<std::uint64_t> place;

    // Whether anything kept a game of the input, or the input itself, from being taken.
    [[nodiscard]] bool is_refused() const noexcept { return rejected != 0 || fatal != 0 || errors != 0; }

    void count(const Diagnostic& diagnostic) noexcept {
        switch (diagnostic.severity) {
            case Severity::off:
                return;
            case Severity::info:
                ++infos;
                break;
            case Severity::warning:
                ++warnings;
                break;
            case Severity::error:
                ++errors;
                break;
            case Severity::fatal:
                ++fatal;
                break;
        }
        if (diagnostic.loss) {
            ++losses;
        }
    }
};

}  // namespace tengen::diagnostics
