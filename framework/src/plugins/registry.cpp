#include "plugins/registry.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "diagnostics/did_you_mean.h"
#include "plugins/module.h"

namespace tengen::plugins {

namespace {

constexpr std::size_t most_sniffed_bytes = 4096;
constexpr std::uint32_t surest = 100;

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') {
            c = static_cast<char>(c - 'A' + 'a');
        }
    }
    return result;
}

bool has_extension(const std::vector<std::string>& extensions, std::string_view extension) {
    const std::string wanted = lower_case(extension);
    return !wanted.empty() && std::find(extensions.begin(), extensions.end(), wanted) != extensions.end();
}

std::string_view extension_of(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    const std::size_t slash = name.rfind('/');
    return dot == std::string_view::npos || (slash != std::string_view::npos && dot < slash) ? std::string_view()
                                                                                             : name.substr(dot + 1);
}

// One plugin file with everything the registry knows about it.
struct Plugin {
    PluginInfo info;
    const tengen_plugin* entry = nullptr;
    bool described = false;  // the manifest in info is filled
};

// A reader that is asked again and again: found, and loaded, at the first question.
struct SniffCandidate {
    explicit SniffCandidate(std::string name) : format(std::move(name)) {}

    std::string format;
    std::atomic<const tengen_reader*> reader = nullptr;
};

struct SniffOrder {
    std::deque<SniffCandidate> candidates;
    std::size_t fitting = 0;  // so many of them name the extension
};
// Names are anybody's: what lies beyond is looked up each time.
constexpr std::size_t most_sniff_orders = 64;

// format -> index of the plugin whose reader (or writer) is used
using Owners = std::map<std::string, std::size_t, std::less<>>;

}  // namespace

std::string_view to_text(PluginState state) noexcept {
    switch (state) {
        case PluginState::active:
            return "active";
        case PluginState::shadowed:
            return "shadowed";
        case PluginState::rejected:
            return "rejected";
    }
    return "";
}

std::string MissingPlugin::message() const {
    std::string text = fmt::format("no plugin {} the format '{}'", reader ? "reads" : "writes", format);
    if (!nearest.empty()) {
        text += fmt::format("; did you mean '{}'?", nearest);
    } else if (!known.empty()) {
        text += fmt::format("; known: {}", fmt::join(known, ", "));
    }
    return text;
}

std::string MissingPlugin::details() const {
    std::string text;
    const auto line = [&text](const std::string& content) {
        text += text.empty() ? "  " : "\n  ";
        text += content;
    };
    for (const Place& place : places) {
        line(fmt::format("looked at {} ({}){}{}", place.path.string(), to_text(place.origin),
                         place.problem.empty() ? "" : ": ", place.problem));
    }
    for (const Refused& file : refused) {
        line(fmt::format("refused {}: {}", file.file.string(), file.reason));
    }
    return text;
}

class Registry::Implementation {
public:
    explicit Implementation(const ScanOptions& options) : places_(search(options)) {
        for (const SearchPlace& place : places_) {
            for (const std::filesystem::path& module : place.modules) {
                Plugin& plugin = plugins_.emplace_back();
                plugin.info.file = module;
                plugin.info.origin = place.origin;
                read_manifest_of(plugin);
            }
        }
    }

    // Every public function of the registry holds this while it works.
    std::mutex& mutex() { return mutex_; }

    const std::vector<SearchPlace>& places() const { return places_; }
    const std::vector<Plugin>& plugins() const { return plugins_; }

    // Make sure that owners are known: modules without a manifest are loaded now.
    void settle() {
        if (settled_) {
            return;
        }
        for (Plugin& plugin : plugins_) {
            if (!plugin.described && plugin.info.state != PluginState::rejected) {
                load(plugin);
            }
        }
        assign();
        settled_ = true;
    }

    void load_all() {
        settle();
        for (Plugin& plugin : plugins_) {
            load(plugin);
        }
        settle();
    }

    // The loaded plugin that owns a format; nullptr if there is none, or none that loads.
    const Plugin* loaded_owner(bool reader, std::string_view format) {
        while (true) {
            const Plugin* owner = this->owner(reader, format);
            if (owner == nullptr || owner->entry != nullptr) {
                return owner;
            }
            load(plugins_[static_cast<std::size_t>(owner - plugins_.data())]);  // loaded or rejected: one step on
        }
    }

    const Plugin* owner(bool reader, std::string_view format) {
        settle();
        const Owners& owners = this->owners(reader);
        const auto found = owners.find(format);
        return found == owners.end() ? nullptr : &plugins_[found->second];
    }

    const Owners& owners(bool reader) {
        settle();
        return reader ? reader_owners_ : writer_owners_;
    }

    // The formats with readers, those that name an extension first; a run asks for the same one again and again.
    std::shared_ptr<SniffOrder> sniff_order(std::string_view extension) {
        settle();
        const auto known = sniff_orders_.find(extension);
        if (known != sniff_orders_.end()) {
            return known->second;
        }
        auto order = std::make_shared<SniffOrder>();
        std::vector<std::string> others;
        for (std::size_t i = 0; i < plugins_.size(); ++i) {
            for (const ReaderInfo& reader : plugins_[i].info.manifest.readers) {
                const auto owner = reader_owners_.find(reader.format);
                if (owner != reader_owners_.end() && owner->second == i) {
                    if (has_extension(reader.extensions, extension)) {
                        order->candidates.emplace_back(reader.format);
                    } else {
                        others.push_back(reader.format);
                    }
                }
            }
        }
        order->fitting = order->candidates.size();
        for (std::string& format : others) {
            order->candidates.emplace_back(std::move(format));
        }
        if (sniff_orders_.size() < most_sniff_orders) {
            sniff_orders_.emplace(extension, order);
        }
        return order;
    }

    std::vector<PluginFinding> take_findings() { return std::exchange(findings_, {}); }

    MissingPlugin missing(bool reader, std::string_view format) {
        settle();
        MissingPlugin missing;
        missing.format = format;
        missing.reader = reader;
        for (const SearchPlace& place : places_) {
            missing.places.push_back({place.path, place.origin, place.problem});
        }
        for (const Plugin& plugin : plugins_) {
            if (plugin.info.state == PluginState::rejected) {
                missing.refused.push_back({plugin.info.file, plugin.info.reason});
            }
        }
        for (const auto& [known, owner] : owners(reader)) {
            missing.known.push_back(known);
        }
        missing.nearest = diagnostics::nearest_name(format, missing.known).value_or("");
        return missing;
    }

private:
    void read_manifest_of(Plugin& plugin) {
        const std::filesystem::path path = manifest_path(plugin.info.file);
        std::error_code error;
        if (!std::filesystem::exists(path, error) && !error) {
            return;
        }
        try {
            plugin.info.manifest = read_manifest(path);
        } catch (const BadManifest& bad) {
            reject(plugin, "plugin.load-failed", fmt::format("{}: {}", path.filename().string(), bad.what()));
            return;
        }
        const Manifest& manifest = plugin.info.manifest;
        plugin.described = true;
        if (manifest.abi_major != TENGEN_ABI_MAJOR) {
            reject(plugin, "plugin.abi-mismatch",
                   fmt::format("built for version {} of the plugin interface; this tengen speaks version {}",
                               manifest.abi_major, TENGEN_ABI_MAJOR));
        } else if (manifest.file != plugin.info.file.filename()) {
            reject(plugin, "plugin.load-failed",
                   fmt::format("its manifest belongs to another file, '{}'", manifest.file));
        }
    }

    void load(Plugin& plugin) {
        if (plugin.entry != nullptr || plugin.info.state == PluginState::rejected) {
            return;
        }
        const LoadResult result = load_module(plugin.info.file);
        if (result.status != LoadStatus::loaded) {
            reject(plugin, result.status == LoadStatus::abi_mismatch ? "plugin.abi-mismatch" : "plugin.load-failed",
                   result.reason);
            return;
        }
        plugin.info.loaded = true;
        Manifest found = describe(*result.entry, plugin.info.file.filename().string());
        if (!plugin.described) {
            plugin.info.manifest = std::move(found);
            plugin.described = true;
            settled_ = false;
        } else if (const std::string lie = difference(plugin.info.manifest, found); !lie.empty()) {
            reject(plugin, "plugin.load-failed", lie);
            return;
        }
        plugin.entry = result.entry;
    }

    void reject(Plugin& plugin, std::string id, std::string reason) {
        findings_.push_back({std::move(id), plugin.info.file,
                             fmt::format("plugin {} is not used: {}", plugin.info.file.string(), reason)});
        plugin.info.state = PluginState::rejected;
        plugin.info.reason = std::move(reason);
        settled_ = false;
    }

    // Share the formats out in search order.
    void assign() {
        sniff_orders_.clear();
        reader_owners_.clear();
        writer_owners_.clear();
        std::map<std::string_view, std::size_t> ids;
        for (std::size_t i = 0; i < plugins_.size(); ++i) {
            PluginInfo& info = plugins_[i].info;
            if (info.state == PluginState::rejected) {
                continue;
            }
            info.state = PluginState::active;
            info.reason.clear();
            const auto [same, is_new] = ids.emplace(info.manifest.id, i);
            if (!is_new) {
                const PluginInfo& first = plugins_[same->second].info;
                info.state = PluginState::shadowed;
                info.reason =
                    fmt::format("the plugin '{}' was found before, in {}", info.manifest.id, first.file.string());
                // A program that runs from its build finds the installed plugins behind its own; that is no news.
                if (first.origin < Origin::executable) {
                    note_duplicate(info, fmt::format("plugin '{}'", info.manifest.id), first);
                }
                continue;
            }
            std::size_t owned = 0;
            for (const ReaderInfo& reader : info.manifest.readers) {
                owned += claim(reader_owners_, "reader", reader.format, i) ? 1 : 0;
            }
            for (const WriterInfo& writer : info.manifest.writers) {
                owned += claim(writer_owners_, "writer", writer.format, i) ? 1 : 0;
            }
            if (owned == 0) {
                info.state = PluginState::shadowed;
                info.reason = "all its formats are offered by plugins found before";
            }
        }
    }

    bool claim(Owners& owners, std::string_view word, const std::string& format, std::size_t plugin) {
        const auto [owner, is_new] = owners.emplace(format, plugin);
        if (!is_new && owner->second != plugin) {
            note_duplicate(plugins_[plugin].info, fmt::format("{} of the format '{}'", word, format),
                           plugins_[owner->second].info);
        }
        return is_new;
    }

    void note_duplicate(const PluginInfo& later, const std::string& what, const PluginInfo& first) {
        if (noted_duplicates_.emplace(later.file, what).second) {
            findings_.push_back({"plugin.duplicate-name", later.file,
                                 fmt::format("the {} in {} is not used: {} was found before and has one, too", what,
                                             later.file.string(), first.file.string())});
        }
    }

    std::mutex mutex_;
    std::vector<SearchPlace> places_;
    std::vector<Plugin> plugins_;  // in search order; never grows after the scan
    Owners reader_owners_;
    Owners writer_owners_;
    std::map<std::string, std::shared_ptr<SniffOrder>, std::less<>> sniff_orders_;  // by extension
    std::vector<PluginFinding> findings_;
    std::set<std::pair<std::filesystem::path, std::string>> noted_duplicates_;
    bool settled_ = false;
};

Registry::Registry(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
Registry::Registry(Registry&&) noexcept = default;
Registry& Registry::operator=(Registry&&) noexcept = default;
Registry::~Registry() = default;

Registry Registry::scan(const ScanOptions& options) {
    return Registry(std::make_unique<Implementation>(options));
}

std::optional<ReaderHandle> Registry::find_reader(std::string_view format) {
    const std::lock_guard lock(implementation_->mutex());
    const Plugin* owner = implementation_->loaded_owner(true, format);
    if (owner == nullptr) {
        return std::nullopt;
    }
    for (std::uint32_t i = 0; i < owner->entry->reader_count; ++i) {
        if (owner->entry->readers[i]->format == format) {
            return ReaderHandle{owner->entry, owner->entry->readers[i], owner->info.origin < Origin::executable};
        }
    }
    return std::nullopt;
}

std::optional<WriterHandle> Registry::find_writer(std::string_view format) {
    const std::lock_guard lock(implementation_->mutex());
    const Plugin* owner = implementation_->loaded_owner(false, format);
    if (owner == nullptr) {
        return std::nullopt;
    }
    for (std::uint32_t i = 0; i < owner->entry->writer_count; ++i) {
        if (owner->entry->writers[i]->format == format) {
            return WriterHandle{owner->entry, owner->entry->writers[i]};
        }
    }
    return std::nullopt;
}

std::optional<ReaderInfo> Registry::reader_info(std::string_view format) {
    const std::lock_guard lock(implementation_->mutex());
    const Plugin* owner = implementation_->owner(true, format);
    return owner == nullptr ? std::nullopt : std::optional(*owner->info.manifest.find_reader(format));
}

std::optional<WriterInfo> Registry::writer_info(std::string_view format) {
    const std::lock_guard lock(implementation_->mutex());
    const Plugin* owner = implementation_->owner(false, format);
    return owner == nullptr ? std::nullopt : std::optional(*owner->info.manifest.find_writer(format));
}

std::vector<OfferedReader> Registry::readers() {
    const std::lock_guard lock(implementation_->mutex());
    std::vector<OfferedReader> offered;
    for (const auto& [format, owner] : implementation_->owners(true)) {
        const PluginInfo& info = implementation_->plugins()[owner].info;
        offered.push_back({*info.manifest.find_reader(format), info.file, info.manifest.id});
    }
    return offered;
}

std::vector<OfferedWriter> Registry::writers() {
    const std::lock_guard lock(implementation_->mutex());
    std::vector<OfferedWriter> offered;
    for (const auto& [format, owner] : implementation_->owners(false)) {
        const PluginInfo& info = implementation_->plugins()[owner].info;
        offered.push_back({*info.manifest.find_writer(format), info.file, info.manifest.id});
    }
    return offered;
}

std::vector<std::string> Registry::readers_of_extension(std::string_view extension) {
    const std::lock_guard lock(implementation_->mutex());
    const std::shared_ptr<const SniffOrder> order = implementation_->sniff_order(extension);
    std::vector<std::string> formats;
    for (std::size_t i = 0; i < order->fitting; ++i) {
        formats.push_back(order->candidates[i].format);
    }
    return formats;
}

std::vector<std::string> Registry::writers_of_extension(std::string_view extension) {
    const std::lock_guard lock(implementation_->mutex());
    const Owners& owners = implementation_->owners(false);
    std::vector<std::string> formats;
    for (std::size_t i = 0; i < implementation_->plugins().size(); ++i) {
        for (const WriterInfo& writer : implementation_->plugins()[i].info.manifest.writers) {
            const auto owner = owners.find(writer.format);
            if (owner != owners.end() && owner->second == i && has_extension({writer.extension}, extension)) {
                formats.push_back(writer.format);
            }
        }
    }
    return formats;
}

std::vector<SniffResult> Registry::sniff(std::string_view head, std::string_view name) {
    head = head.substr(0, most_sniffed_bytes);
    std::shared_ptr<SniffOrder> order;
    {
        const std::lock_guard lock(implementation_->mutex());
        order = implementation_->sniff_order(extension_of(name));
    }
    std::vector<SniffResult> results;
    for (std::size_t i = 0; i < order->candidates.size(); ++i) {
        if (i == order->fitting && !results.empty() && results.front().score == surest) {
            break;
        }
        SniffCandidate& candidate = order->candidates[i];
        const tengen_reader* reader = candidate.reader.load(std::memory_order_acquire);
        if (reader == nullptr) {
            const std::optional<ReaderHandle> handle = find_reader(candidate.format);
            if (!handle) {
                continue;
            }
            reader = handle->reader;
            candidate.reader.store(reader, std::memory_order_release);
        }
        if (reader->sniff == nullptr) {
            continue;
        }
        const std::uint32_t score =
            std::min(reader->sniff({head.data(), head.size()}, {name.data(), name.size()}), surest);
        if (score != 0) {
            const auto place = std::find_if(results.begin(), results.end(),
                                            [score](const SniffResult& result) { return result.score < score; });
            results.insert(place, {candidate.format, score, i < order->fitting});
        }
    }
    return results;
}

std::uint32_t Registry::sniff_all(const std::string& format, std::string_view bytes, std::string_view name) {
    const std::optional<ReaderHandle> handle = find_reader(format);
    if (!handle || handle->reader->sniff == nullptr) {
        return 0;
    }
    return std::min(handle->reader->sniff({bytes.data(), bytes.size()}, {name.data(), name.size()}), surest);
}

std::vector<PluginInfo> Registry::plugins(bool all, bool load) {
    const std::lock_guard lock(implementation_->mutex());
    if (load) {
        implementation_->load_all();
    } else {
        implementation_->settle();
    }
    std::vector<PluginInfo> infos;
    for (const Plugin& plugin : implementation_->plugins()) {
        if (all || plugin.info.state == PluginState::active) {
            infos.push_back(plugin.info);
        }
    }
    return infos;
}

const std::vector<SearchPlace>& Registry::places() const {
    return implementation_->places();
}

std::vector<PluginFinding> Registry::take_findings() {
    const std::lock_guard lock(implementation_->mutex());
    return implementation_->take_findings();
}

MissingPlugin Registry::missing_reader(std::string_view format) {
    const std::lock_guard lock(implementation_->mutex());
    return implementation_->missing(true, format);
}

MissingPlugin Registry::missing_writer(std::string_view format) {
    const std::lock_guard lock(implementation_->mutex());
    return implementation_->missing(false, format);
}

}  // namespace tengen::plugins
