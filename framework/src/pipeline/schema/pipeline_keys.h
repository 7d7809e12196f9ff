// The keys of pipelines: one table for reading them, for messages and for the JSON Schema.
#pragma once

#include <span>
#include <string_view>

#include "pipeline/schema/keys.h"

namespace tengen::pipeline::schema {

[[nodiscard]] std::span<const Key> pipeline_keys();
[[nodiscard]] std::span<const Key> input_keys();
[[nodiscard]] std::span<const Key> output_keys();
/// Of `streams` of an output.
[[nodiscard]] std::span<const Key> stream_keys();
[[nodiscard]] std::span<const Key> report_keys();
[[nodiscard]] std::span<const Key> test_keys();

/// A pass with something to choose. All passes run in their own order, whatever a pipeline says.
struct PassKeys {
    std::string_view name;
    std::string_view help;
    std::span<const Key> keys;
};
[[nodiscard]] std::span<const PassKeys> pass_keys();

[[nodiscard]] std::span<const std::string_view> severity_names();

}  // namespace tengen::pipeline::schema
