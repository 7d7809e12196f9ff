#include "pipeline/stream_settings.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>

#include <tengen/model/decimal.h>

namespace tengen::pipeline {

namespace {

/// A file with more streams has no command line that names them.
constexpr std::uint32_t most_streams = 1'000'000;

std::optional<std::uint32_t> parse_index(std::string_view text) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || number >= most_streams) {
        return std::nullopt;
    }
    return number;
}

}  // namespace

std::optional<std::vector<streams::Instant>> parse_instants(std::string_view text) {
    if (text.find('=') == std::string_view::npos) {
        const std::optional<streams::Instant> instant = streams::Instant::parse(text);
        return instant ? std::optional(std::vector{*instant}) : std::nullopt;
    }
    std::vector<streams::Instant> instants;
    std::vector<std::uint32_t> named;
    for (;;) {
        const std::size_t comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos) {
            return std::nullopt;
        }
        const std::optional<std::uint32_t> index = parse_index(part.substr(0, equals));
        const std::optional<streams::Instant> instant = streams::Instant::parse(part.substr(equals + 1));
        if (!index || !instant || std::find(named.begin(), named.end(), *index) != named.end()) {
            return std::nullopt;
        }
        named.push_back(*index);
        if (instants.size() <= *index + std::size_t{1}) {
            instants.resize(*index + std::size_t{2});  // streams that are not named are shown at their end
        }
        instants[*index] = *instant;
        if (comma == std::string_view::npos) {
            return instants;
        }
        text.remove_prefix(comma + 1);
    }
}

std::optional<passes::StreamLayout> parse_layout(std::string_view text) {
    using Kind = passes::StreamLayout::Kind;
    if (text == "auto") {
        return passes::StreamLayout{Kind::automatic, 0};
    }
    if (text == "split") {
        return passes::StreamLayout{Kind::split, 0};
    }
    if (text == "push") {
        return passes::StreamLayout{Kind::push, 0};
    }
    if (text.starts_with("one=")) {
        const std::optional<std::uint32_t> index = parse_index(text.substr(4));
        return index ? std::optional(passes::StreamLayout{Kind::one, *index}) : std::nullopt;
    }
    return std::nullopt;
}

bool holds_recordings(const tengen_writer& writer) {
    return writer.capability_count > TENGEN_FEATURE_STREAMS &&
           writer.capabilities[TENGEN_FEATURE_STREAMS] != TENGEN_CANNOT;
}

bool has_idle_layout(const StreamSettings& settings, const tengen_writer& writer) {
    return settings.layout && settings.at.empty() && holds_recordings(writer);
}

bool is_duration(std::string_view text) {
    return is_real(text) && sign_of_real(text) > 0;
}

std::optional<std::uint32_t> highest_named(const std::vector<streams::Instant>& instants) {
    // What is said of streams by their index ends with a word on all others.
    return instants.size() < 2 ? std::nullopt : std::optional(static_cast<std::uint32_t>(instants.size() - 2));
}

}  // namespace tengen::pipeline
