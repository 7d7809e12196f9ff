#include "diagnostics/examples.h"

#include <algorithm>
#include <iterator>

namespace tengen::diagnostics {

namespace {

// An array of the language: clang gives up on deducing the size of a std::array from so many of them.
constexpr Example table[] = {
#include "examples_table.inc"
};

}  // namespace

std::span<const Example> examples() noexcept {
    return table;
}

const Example* example_of(std::string_view id) noexcept {
    const auto found =
        std::lower_bound(std::begin(table), std::end(table), id,
                         [](const Example& example, std::string_view wanted) { return example.id < wanted; });
    return found != std::end(table) && found->id == id ? &*found : nullptr;
}

bool changes_record(const CatalogueEntry& entry) noexcept {
    return entry.fix != FixClass::none && !entry.fix_does.starts_with("reading:") &&
           !entry.fix_does.starts_with("play-back:") && entry.fix_does.find("(--") == std::string_view::npos;
}

// Several files stand behind form feeds; "=name=" in front of a content gives it a name.
std::vector<ExampleFile> files_of(std::string_view content, std::string_view name) {
    std::vector<ExampleFile> files;
    while (!content.empty()) {
        const std::size_t end = std::min(content.find('\f'), content.size());
        std::string_view part = content.substr(0, end);
        content.remove_prefix(std::min(end + 1, content.size()));
        if (part.empty()) {
            continue;
        }
        std::string_view own = name;
        const std::size_t second = part[0] == '=' ? part.find('=', 1) : std::string_view::npos;
        if (second != std::string_view::npos) {
            own = part.substr(1, second - 1);
            part.remove_prefix(second + 1);
        }
        files.push_back({own, part});
    }
    return files;
}

}  // namespace tengen::diagnostics
