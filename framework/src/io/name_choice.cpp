#include "io/name_choice.h"

#include <filesystem>
#include <system_error>
#include <utility>

namespace tengen::io {

NameChoice::Chosen* NameChoice::find(const SourceEntry& entry, const Chosen& first) {
    const bool has_id = entry.kind != SourceEntry::Kind::standard_input && entry.number != 0;
    if (has_id && !entry.has_hard_links) {
        const auto [known, is_new] = files_.try_emplace({entry.device, entry.number}, first);
        return is_new ? nullptr : &known->second;
    }
    std::string name = "-";
    if (entry.kind != SourceEntry::Kind::standard_input) {
        // Names of one file that are equal in rank: only the same name counts as the same file.
        std::error_code error;
        const std::filesystem::path real = std::filesystem::canonical(entry.path, error);
        name = error ? entry.path : real.native();
    }
    const auto [known, is_new] = names_.try_emplace(std::move(name), first);
    return is_new ? nullptr : &known->second;
}

std::optional<NameChoice::Double> NameChoice::offer(const SourceEntry& entry, std::size_t number, std::size_t use) {
    Chosen* const chosen = find(entry, {number, use, entry.is_linked});
    if (chosen == nullptr) return std::nullopt;
    if (chosen->use == use && chosen->is_linked && !entry.is_linked) {
        const Double result{chosen->number, number};
        *chosen = {number, use, false};
        return result;
    }
    return Double{number, chosen->number};
}

}  // namespace tengen::io
