// What a run does with recorded streams on their way to an output.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <tengen/abi/plugin.h>

#include "passes/stream_fitting.h"
#include "passes/time_import.h"

namespace tengen::pipeline {

struct StreamSettings {
    /// The instants the streams are shown at. Given, every target gets trees instead of recordings; empty, only those
    /// that can hold no recording do, and get the end.
    std::vector<streams::Instant> at{};
    /// Given, trees are arranged in every target; else in those that cannot hold game information anywhere.
    std::optional<passes::StreamLayout> layout{};
    /// Given: what each recording shows at these instants is put beside it as an ordinary tree.
    std::vector<streams::Instant> detach{};
    /// Show the events of streams in the order of time, for writers that can.
    bool events = false;
    /// Make recordings of games with clocks, for targets that can hold them.
    std::optional<passes::TimeImportOptions> import_times{};
};

/// "initial", "final", a number of seconds, or one of these for some streams: "0=final,1=28.9". Nothing for other
/// texts, also if one stream is named twice. Streams that are not named are shown at their end.
[[nodiscard]] std::optional<std::vector<streams::Instant>> parse_instants(std::string_view text);

/// "auto", "split", "push", "one=N".
[[nodiscard]] std::optional<passes::StreamLayout> parse_layout(std::string_view text);

/// Whether a writer can hold recordings, in full or in part.
[[nodiscard]] bool holds_recordings(const tengen_writer& writer);

/// Whether there is a layout and nothing to lay out: recordings stay what they are.
[[nodiscard]] bool has_idle_layout(const StreamSettings& settings, const tengen_writer& writer);

/// A number of seconds above 0.
[[nodiscard]] bool is_duration(std::string_view text);

/// What these take, for messages.
inline constexpr std::string_view instants_help =
    "initial, final, a number of seconds, or these by stream, each once (0=final,1=28.9)";
inline constexpr std::string_view layout_help = "auto, split, push or one=N";
inline constexpr std::string_view duration_help = "a number of seconds above 0";

/// The highest stream that is named, if any is.
[[nodiscard]] std::optional<std::uint32_t> highest_named(const std::vector<streams::Instant>& instants);

}  // namespace tengen::pipeline
