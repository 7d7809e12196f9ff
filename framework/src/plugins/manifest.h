#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/abi/plugin.h>

// What a plugin says about itself, as data that outlives and does not need its code. It comes from the plugin's entry,
// or from the manifest file that the build puts beside the plugin. All functions are pure; any thread.
namespace tengen::plugins {

enum class OptionType : std::uint8_t { boolean, integer, text, choice, path };

[[nodiscard]] std::string_view to_text(OptionType type) noexcept;

struct OptionInfo {
    std::string name;
    OptionType type = OptionType::text;
    std::string default_value;
    std::vector<std::string> choices;  ///< of a choice only
    std::int64_t minimum = 0;          ///< of an integer only
    std::int64_t maximum = 0;
    std::string help;
    friend bool operator==(const OptionInfo&, const OptionInfo&) = default;
};

struct ReaderInfo {
    std::string format;
    std::string title;
    std::vector<std::string> extensions;  ///< without dot, lower case
    std::vector<OptionInfo> options;
    friend bool operator==(const ReaderInfo&, const ReaderInfo&) = default;
};

enum class CapabilityLevel : std::uint8_t { cannot = TENGEN_CANNOT, partly = TENGEN_PARTLY, can = TENGEN_CAN };

[[nodiscard]] std::string_view to_text(CapabilityLevel level) noexcept;

/// "several-games", "tree" ... for a tengen_feature; "feature-N" for one that this version has no word for.
[[nodiscard]] std::string feature_name(std::uint32_t feature);

struct WriterInfo {
    std::string format;
    std::string title;
    std::string extension;
    std::vector<OptionInfo> options;
    std::vector<CapabilityLevel>
        capabilities;  ///< indexed by tengen_feature; features beyond the end cannot be carried

    [[nodiscard]] CapabilityLevel level(tengen_feature feature) const {
        return feature < capabilities.size() ? capabilities[feature] : CapabilityLevel::cannot;
    }
    friend bool operator==(const WriterInfo&, const WriterInfo&) = default;
};

struct Manifest {
    std::string id;
    std::string version;
    std::string description;
    std::uint32_t abi_major = TENGEN_ABI_MAJOR;
    std::uint32_t abi_minor = TENGEN_ABI_MINOR;
    std::string file;  ///< name of the module, without folder
    std::vector<ReaderInfo> readers;
    std::vector<WriterInfo> writers;
    friend bool operator==(const Manifest&, const Manifest&) = default;

    /// nullptr if the plugin has no such reader or writer.
    [[nodiscard]] const ReaderInfo* find_reader(std::string_view format) const;
    [[nodiscard]] const WriterInfo* find_writer(std::string_view format) const;
};

/// A manifest file that is no manifest; the text says where and why.
class BadManifest : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Where the manifest of a module is: "x.so" has "x.tengen-plugin.json" beside it.
[[nodiscard]] std::filesystem::path manifest_path(const std::filesystem::path& module);

/// The JSON text of a manifest, line breaks included. Equal manifests give equal texts.
[[nodiscard]] std::string to_json(const Manifest& manifest);

/// Throws BadManifest. Unknown members are ignored: a newer tengen may write more.
[[nodiscard]] Manifest parse_manifest(std::string_view text);

/// Throws BadManifest, also if the file cannot be read.
[[nodiscard]] Manifest read_manifest(const std::filesystem::path& path);

/// What an entry says. The entry must have passed validate_entry.
[[nodiscard]] Manifest describe(const tengen_plugin& entry, std::string file);

/// The first thing in which a manifest and the entry of its module differ, for people; empty if they agree.
[[nodiscard]] std::string difference(const Manifest& manifest, const Manifest& entry);

}  // namespace tengen::plugins
