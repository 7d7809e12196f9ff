#include "diagnostics/catalogue.h"

#include <algorithm>
#include <array>

#include "diagnostics/did_you_mean.h"

namespace tengen::diagnostics {

namespace {

constexpr auto table = std::to_array<CatalogueEntry>({
#include "catalogue_table.inc"
});

constexpr bool strictly_ascending() {
    for (std::size_t i = 1; i < table.size(); ++i) {
        if (table[i].id <= table[i - 1].id) {
            return false;
        }
    }
    return true;
}
static_assert(strictly_ascending(), "ids of the catalogue are unique and sorted");

constexpr std::array<std::string_view, 5> severity_names{"off", "info", "warning", "error", "fatal"};
constexpr std::array<std::string_view, 3> level_names{"strict", "lenient", "archive"};
constexpr std::array<std::string_view, 3> fix_names{"none", "safe", "guess"};

// The part of the id behind the dot.
std::string_view name_of(const CatalogueEntry& entry) noexcept {
    return entry.id.substr(entry.area.size() + 1);
}

template <typename Enum, std::size_t count>
std::optional<Enum> parse(std::string_view text, const std::array<std::string_view, count>& names) noexcept {
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end()) {
        return std::nullopt;
    }
    return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view to_text(Severity severity) noexcept {
    return severity_names[static_cast<std::size_t>(severity)];
}
std::string_view to_text(Level level) noexcept {
    return level_names[static_cast<std::size_t>(level)];
}
std::string_view to_text(FixClass fix) noexcept {
    return fix_names[static_cast<std::size_t>(fix)];
}

std::optional<Severity> parse_severity(std::string_view text) noexcept {
    return parse<Severity>(text, severity_names);
}
std::optional<Level> parse_level(std::string_view text) noexcept {
    return parse<Level>(text, level_names);
}
std::optional<FixClass> parse_fix_class(std::string_view text) noexcept {
    return parse<FixClass>(text, fix_names);
}

std::span<const CatalogueEntry> catalogue() noexcept {
    return table;
}

std::optional<std::size_t> index_of(std::string_view id) noexcept {
    const auto found =
        std::lower_bound(table.begin(), table.end(), id,
                         [](const CatalogueEntry& entry, std::string_view key) { return entry.id < key; });
    if (found == table.end() || found->id != id) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(found - table.begin());
}

const CatalogueEntry* find(std::string_view id) noexcept {
    const std::optional<std::size_t> index = index_of(id);
    return index ? &table[*index] : nullptr;
}

std::vector<std::string_view> near_ids(std::string_view word, std::size_t limit) {
    std::vector<std::string_view> near;
    const auto add = [&](std::string_view id) {
        if (near.size() < limit && std::find(near.begin(), near.end(), id) == near.end()) {
            near.push_back(id);
        }
    };
    if (word.empty()) {
        return near;
    }
    for (const CatalogueEntry& entry : table) {
        if (name_of(entry) == word) {
            add(entry.id);
        }
    }
    const bool without_area = word.find('.') == std::string_view::npos;
    NearestNames by_distance(word, limit);
    for (const CatalogueEntry& entry : table) {
        by_distance.offer(without_area ? name_of(entry) : entry.id);
    }
    for (const std::string_view near_name : by_distance.best()) {
        for (const CatalogueEntry& entry : table) {
            if (near_name == (without_area ? name_of(entry) : entry.id)) {
                add(entry.id);
            }
        }
    }
    // Shorter words stand inside half the catalogue.
    if (word.size() >= 4) {
        for (const CatalogueEntry& entry : table) {
            if (entry.id.find(word) != std::string_view::npos) {
                add(entry.id);
            }
        }
    }
    return near;
}

}  // namespace tengen::diagnostics
