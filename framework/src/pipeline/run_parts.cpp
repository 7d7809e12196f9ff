#include "pipeline/run_parts.h"

#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "io/bytes.h"
#include "pipeline/input_overlap.h"
#include "pipeline/shard_names.h"
#include "pipeline/version.h"

namespace tengen::pipeline {

namespace {

namespace fs = std::filesystem;

// Inputs above this are not kept as a whole.
constexpr std::uint64_t most_kept = std::uint64_t{1} << 20U;
// A container may become 200 times as big.
constexpr std::uint64_t most_kept_packed = std::uint64_t{64} << 10U;

bool names_container(std::string_view name) {
    for (const std::string_view extension : {".zip", ".gz", ".tgz", ".tar", ".xz", ".txz", ".zst", ".bz2", ".tbz",
                                             ".7z", ".rgt", ".rgz", ".ZIP", ".GZ", ".TGZ", ".TAR", ".7Z"}) {
        if (name.ends_with(extension)) {
            return true;
        }
    }
    return false;
}

}  // namespace

bool is_streamed(const ListedInput& listed) {
    const auto* entry = std::get_if<io::SourceEntry>(&listed.item);
    if (entry == nullptr) {
        return false;
    }
    return entry->number == 0 || entry->size > (names_container(entry->name) ? most_kept_packed : most_kept);
}

std::uint64_t work_of(const ListedInput& listed) {
    const auto* entry = std::get_if<io::SourceEntry>(&listed.item);
    if (entry == nullptr) {
        return 0;
    }
    return entry->number == 0 || names_container(entry->name) ? most_kept : entry->size;
}

fs::path fixed_folder(const Plan& plan, const OutputStep& output) {
    const std::string& text = output.archive.empty() ? output.path.text() : output.archive;
    const std::size_t slash = text.substr(0, text.find('{')).find_last_of('/');
    return (slash == std::string::npos ? plan.folder : plan.resolve(text.substr(0, slash + 1))).lexically_normal();
}

fs::path journal_path(const Plan& plan, const Shard& shard) {
    const std::string part = shard.is_whole() ? "" : fmt::format(".{}-of-{}", shard.number, shard.count);
    if (!plan.journal.empty()) {
        fs::path path = plan.resolve(plan.journal).lexically_normal();
        path += part;
        return path;
    }
    return (fixed_folder(plan, plan.outputs.front()) / fmt::format(".{}.tengen-journal{}", plan.name, part))
        .lexically_normal();
}

// Of the code that makes the outputs.
std::uint64_t plugins_digest(plugins::Registry& registry) {
    std::string all;
    for (const plugins::PluginInfo& plugin : registry.plugins(false)) {
        const Digest digest = digest_of(io::read_file(plugin.file).view());
        all += fmt::format("{}:{:x}{:x};", plugin.file.filename().string(), digest.high, digest.low);
    }
    return digest_of(all).low;
}

BooksShard books_shard(const Plan& plan, const Shard& shard, std::uint64_t inputs) {
    std::string all;
    for (const auto& [key, digest] : plan.fingerprints) {
        if (key != "folder" && key != "level") {
            all += fmt::format("{}:{:x};", key, digest);
        }
    }
    return {shard.number,
            shard.count,
            inputs,
            std::string(version),
            std::string(diagnostics::to_text(plan.settings.policy.level())),
            fmt::format("{:016x}", digest_of(all).low)};
}

bool accepts_identical(const Plan& plan, const RunOptions& options, std::size_t output) {
    return options.resume || plan.outputs[output].collision == Collision::skip_identical;
}

bool Shard::has(std::string_view input) const {
    std::uint64_t hash = 14695981039346656037U;
    for (const char c : input) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    }
    return hash % count == number - 1;
}

const std::string& name_of(const ListedInput& listed) {
    const auto* entry = std::get_if<io::SourceEntry>(&listed.item);
    return entry != nullptr ? entry->name : std::get<io::Finding>(listed.item).input;
}

std::vector<ConfigurationFault> input_faults(const Plan& plan, const std::vector<ListedInput>& inputs,
                                             const Shard& shard) {
    std::vector<ConfigurationFault> faults = missing_inputs(plan, inputs);
    if (faults.empty()) {
        faults = overlap_faults(plan, inputs);
    }
    if (faults.empty() && !shard.is_whole()) {
        faults = shard_faults(plan, inputs);
    }
    return faults;
}

}  // namespace tengen::pipeline
