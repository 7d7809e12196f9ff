// Drives the RGF reader and writer through the host, as the program does.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/game.h>
#include <tengen/model/stamp_text.h>
#include <tengen/model/storage.h>
#include <tengen/sdk/plugin.h>

#include "diagnostics/policy.h"
#include "plugins/charset_services.h"
#include "plugins/session.h"
#include "rgf/reader/reader_table.h"
#include "rgf/writer/writer_table.h"

namespace tengen::test {

inline const tengen_plugin& rgf_plugin() {
    static constexpr const tengen_reader* readers[] = {&rgf::reader_table};
    static constexpr const tengen_writer* writers[] = {&rgf::writer_table};
    static const tengen_plugin plugin = sdk::define_plugin("test.rgf", "1", "RGF alone", readers, writers);
    return plugin;
}

/// Files that lie beside the record.
class Beside final : public plugins::CompanionProvider {
public:
    explicit Beside(std::map<std::string, std::string, std::less<>> files) : files_(std::move(files)) {
        for (auto& [name, text] : files_) {
            text.append(64, '\0');
        }
    }
    std::optional<std::string_view> read(std::string_view name) override {
        const auto found = files_.find(name);
        return found == files_.end()
                   ? std::nullopt
                   : std::optional(std::string_view(found->second).substr(0, found->second.size() - 64));
    }

private:
    std::map<std::string, std::string, std::less<>> files_;
};

/// A recording that was read, with what was said: "rgf.bad-time g0 n2 @31".
class Recording : public plugins::FindingListener {
public:
    explicit Recording(std::string_view text, diagnostics::Level level = diagnostics::Level::lenient,
                       std::map<std::string, std::string, std::less<>> beside = {})
        : policy_(level), text_(text), beside_(std::move(beside)) {
        const std::size_t size = text_.size();
        text_.append(64, '\0');
        session_.emplace(plugins::ReaderHandle{&rgf_plugin(), &rgf::reader_table}, *this, charsets_,
                         plugins::Validation::whole_game, &beside_);
        if (session_->open({text_.data(), size}, {}).ok()) {
            OwnedGame game;
            while (session_->next(game).ok()) {
                games_.push_back(std::move(game));
            }
        }
    }

    std::uint32_t on_finding(const plugins::Finding& finding) override {
        std::string said(finding.id);
        said += finding.game ? " g" + std::to_string(*finding.game) : "";
        said += finding.node ? " n" + std::to_string(*finding.node) : "";
        said += finding.offset ? " @" + std::to_string(*finding.offset) : "";
        found.push_back(said);
        is_good_ = is_good_ && policy_.severity(finding.id) != diagnostics::Severity::fatal;
        return (policy_.applies_fix(finding.id) ? TENGEN_APPLY_FIX : 0) |
               (policy_.severity(finding.id) == diagnostics::Severity::fatal ? TENGEN_STOP : 0);
    }
    void on_loss(const plugins::Loss& loss) override {
        losses.push_back(std::string(loss.id) + " x" + std::to_string(loss.count));
    }

    [[nodiscard]] std::size_t size() const { return games_.size(); }
    [[nodiscard]] Game game(std::size_t index = 0) const { return games_.at(index).view(); }
    [[nodiscard]] OwnedGame& owned(std::size_t index) { return games_.at(index); }
    /// Nothing fatal was found.
    [[nodiscard]] bool is_good() const { return is_good_; }
    /// Findings of the area of streams.
    [[nodiscard]] std::vector<std::string> on_streams() const {
        std::vector<std::string> result;
        for (const std::string& finding : found) {
            if (finding.starts_with("rgf.")) {
                result.push_back(finding);
            }
        }
        return result;
    }

    /// The games as RGF; the losses are noted.
    [[nodiscard]] std::string written() {
        std::string out;
        plugins::WriterSession session({&rgf_plugin(), &rgf::writer_table}, *this, charsets_,
                                       [&](std::string_view bytes) {
                                           out += bytes;
                                           return true;
                                       });
        bool good = session.open({}).ok();
        for (const OwnedGame& game : games_) {
            good = good && session.put(game.view()).ok();
        }
        if (!good || !session.finish().ok()) {
            throw std::runtime_error("the games could not be written");
        }
        std::erase(out, '\n');
        return out;
    }

    std::vector<std::string> found;
    std::vector<std::string> losses;

private:
    diagnostics::Policy policy_;
    std::string text_;
    Beside beside_;
    plugins::CharsetServices charsets_;
    std::optional<plugins::ReaderSession> session_;
    std::vector<OwnedGame> games_;
    bool is_good_ = true;
};

/// The stamp of a node or property: nothing, "1.50", "5:2", "final".
inline std::string stamp_or_nothing(Game game, std::uint32_t stamp) {
    return stamp == 0 ? std::string() : stamp_text(game, stamp);
}

/// All items with their stamps, node by node: "0: FF GM | 1: GS | 2 1: B@1 C@2".
inline std::string items(Game game) {
    std::string text;
    for (std::uint32_t node = 0; node < game.node_count(); ++node) {
        text += node == 0 ? "" : " | ";
        text += std::to_string(node);
        const std::string own = game.columns().node_stamps == nullptr
                                    ? std::string()
                                    : stamp_or_nothing(game, game.columns().node_stamps[node]);
        text += own.empty() ? ":" : " @" + own + ":";
        for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
            text += ' ' + game.name(p);
            const std::string stamp = game.columns().property_stamps == nullptr
                                          ? std::string()
                                          : stamp_or_nothing(game, game.columns().property_stamps[p]);
            text += stamp.empty() ? "" : "@" + stamp;
        }
    }
    return text;
}

}  // namespace tengen::test
