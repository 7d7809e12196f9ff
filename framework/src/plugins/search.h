#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

// Where plugins are looked for. The current directory is never among the places unless the user names it.
namespace tengen::plugins {

/// Which step of the search a place belongs to, in the order of the search.
enum class Origin : std::uint8_t {
    option,       ///< --plugin-path
    environment,  ///< TENGEN_PLUGIN_PATH
    user,         ///< the user's data directory
    executable,   ///< relative to the running program
    installation  ///< the directory tengen was installed to
};

/// "--plugin-path", "TENGEN_PLUGIN_PATH", "user directory" ... for messages.
[[nodiscard]] std::string_view to_text(Origin origin) noexcept;

/// What the search depends on. Relative paths in `option_paths` are relative to the current directory (the user said
/// so); everywhere else they are ignored.
struct ScanOptions {
    std::vector<std::filesystem::path> option_paths;  ///< directories, or modules themselves
    std::string environment_path;                     ///< directories, separated by colons
    std::filesystem::path user_data_directory;        ///< "tengen/plugins" below it is looked into; empty: none
    std::filesystem::path program;                    ///< the running executable; empty: none
    std::filesystem::path installation_directory;     ///< of plugins; empty: none

    /// What this process was started with: the environment, its own executable, the directory compiled in.
    [[nodiscard]] static ScanOptions of_this_process(std::vector<std::filesystem::path> option_paths = {});
};

/// One place that was looked at.
struct SearchPlace {
    std::filesystem::path path;
    Origin origin = Origin::option;
    /// Why nothing was found there ("does not exist", "is no absolute path" ...), or empty.
    std::string problem;
    /// Modules in the place, sorted by name; none if an earlier place is the same directory.
    std::vector<std::filesystem::path> modules;
};

/// All places in the order of the search. Reads directories only, never a module. Does not throw for places that are
/// missing or unreadable: their `problem` tells.
[[nodiscard]] std::vector<SearchPlace> search(const ScanOptions& options);

}  // namespace tengen::plugins
