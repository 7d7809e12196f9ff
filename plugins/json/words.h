// Words that stand for numbers of the model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tengen::json {

// In the order of tengen_fact_state, tengen_fact_note, tengen_mark_scope and tengen_source_kind.
inline constexpr std::string_view state_names[] = {"value", "empty", "unknown", "invalid"};
inline constexpr std::string_view note_names[] = {"stated", "assumed", "derived", "repaired", "imported"};
inline constexpr std::string_view scope_names[] = {"item", "upto", "component"};
inline constexpr std::string_view source_names[] = {"clock", "file", "web", "unsafe"};

template <std::size_t Count>
[[nodiscard]] constexpr std::optional<std::uint32_t> find_name(const std::string_view (&names)[Count],
                                                               std::string_view name) {
    for (std::uint32_t i = 0; i < Count; ++i) {
        if (names[i] == name) {
            return i;
        }
    }
    return std::nullopt;
}

}  // namespace tengen::json
