#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/abi/plugin.h>

#include "plugins/manifest.h"
#include "plugins/search.h"

namespace tengen::plugins {

enum class PluginState : std::uint8_t {
    active,    ///< at least one of its readers or writers is in use
    shadowed,  ///< all it offers is offered by plugins earlier in the search order
    rejected   ///< cannot be used
};

[[nodiscard]] std::string_view to_text(PluginState state) noexcept;

/// What is known about one plugin file.
struct PluginInfo {
    std::filesystem::path file;
    Origin origin = Origin::option;
    PluginState state = PluginState::active;
    std::string reason;   ///< why it is shadowed or rejected; empty if active
    Manifest manifest;    ///< empty if the file was rejected before it said anything
    bool loaded = false;  ///< whether its code is in memory
};

/// A reader that can be opened; `entry` and `reader` live until the process ends.
struct ReaderHandle {
    const tengen_plugin* entry = nullptr;
    const tengen_reader* reader = nullptr;
    /// Whether somebody put it in the way of the search; else it came with this program or its installation.
    bool is_foreign = false;
};

/// The same for a writer.
struct WriterHandle {
    const tengen_plugin* entry = nullptr;
    const tengen_writer* writer = nullptr;
};

/// A reader or writer as lists show it, without any code behind it.
struct OfferedReader {
    ReaderInfo info;
    std::filesystem::path file;
    std::string plugin_id;
};
struct OfferedWriter {
    WriterInfo info;
    std::filesystem::path file;
    std::string plugin_id;
};

/// How sure a reader is of an input, 1 to 100.
struct SniffResult {
    std::string format;
    std::uint32_t score = 0;
    bool fits_name = false;  ///< the reader names the extension
};

/// Something to report about a plugin: id is plugin.load-failed, plugin.abi-mismatch or plugin.duplicate-name.
struct PluginFinding {
    std::string id;
    std::filesystem::path file;
    std::string message;  ///< one sentence, with the reason; names the file
};

/// Why nobody offers a format (plugin.missing): every place looked at and every file that was refused.
struct MissingPlugin {
    struct Place {
        std::filesystem::path path;
        Origin origin;
        std::string problem;  ///< empty if plugins were found there
    };
    struct Refused {
        std::filesystem::path file;
        std::string reason;
    };
    std::string format;
    bool reader = true;  ///< else a writer was wanted
    std::vector<Place> places;
    std::vector<Refused> refused;
    std::vector<std::string> known;  ///< formats that could be had instead, sorted
    std::string nearest;             ///< the known one that was probably meant, or empty

    /// "no plugin reads the format 'x' (did you mean 'y'?)"
    [[nodiscard]] std::string message() const;
    /// The places and refused files, one line each, indented by two spaces, without a line break at the end.
    [[nodiscard]] std::string details() const;
};

/// All plugins of a process. A plugin's code is loaded when one of its readers or writers is asked for; lists and
/// messages come from the manifests. (A module without a manifest has to be loaded before it says what it offers; that
/// happens at the first question whose answer may depend on it.)
///
/// A manifest that cannot be read, or that says something else than the plugin's entry, makes the plugin rejected.
///
/// Thread rule: all functions may be called from any thread; loads happen one after the other.
class Registry {
public:
    /// Reads directories and manifests. Throws std::bad_alloc only.
    [[nodiscard]] static Registry scan(const ScanOptions& options);

    Registry(Registry&&) noexcept;
    Registry& operator=(Registry&&) noexcept;
    ~Registry();

    /// The first one in search order, loaded; nothing if no usable plugin has one (see missing_reader).
    [[nodiscard]] std::optional<ReaderHandle> find_reader(std::string_view format);
    [[nodiscard]] std::optional<WriterHandle> find_writer(std::string_view format);

    /// What they publish, without loading; nothing if nobody offers the format. By the manifests, so that find_reader
    /// may still fail.
    [[nodiscard]] std::optional<ReaderInfo> reader_info(std::string_view format);
    [[nodiscard]] std::optional<WriterInfo> writer_info(std::string_view format);

    /// Those in use, sorted by format.
    [[nodiscard]] std::vector<OfferedReader> readers();
    [[nodiscard]] std::vector<OfferedWriter> writers();

    /// The readers that know an input from its first bytes (at most the first 4 KiB are looked at) and its name (may be
    /// empty), the surest first, equals in search order. Loads readers: first those whose extension fits the name; if
    /// one of these is as sure as can be, the others are not asked.
    [[nodiscard]] std::vector<SniffResult> sniff(std::string_view head, std::string_view name);
    /// The same question to one reader, which looks at all of the bytes: for formats that may begin like another one. 0
    /// also if there is no such reader.
    [[nodiscard]] std::uint32_t sniff_all(const std::string& format, std::string_view bytes, std::string_view name);

    /// The formats whose readers name the extension (without dot, any case), in search order. By the manifests.
    [[nodiscard]] std::vector<std::string> readers_of_extension(std::string_view extension);
    [[nodiscard]] std::vector<std::string> writers_of_extension(std::string_view extension);

    /// In search order; only the active ones unless `all`. With `load`, every plugin is loaded first, so that all
    /// faults come to light.
    [[nodiscard]] std::vector<PluginInfo> plugins(bool all, bool load = false);

    [[nodiscard]] const std::vector<SearchPlace>& places() const;

    /// What came to light since the last call, in the order of its coming.
    [[nodiscard]] std::vector<PluginFinding> take_findings();

    [[nodiscard]] MissingPlugin missing_reader(std::string_view format);
    [[nodiscard]] MissingPlugin missing_writer(std::string_view format);

private:
    class Implementation;
    explicit Registry(std::unique_ptr<Implementation> implementation);
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace tengen::plugins
