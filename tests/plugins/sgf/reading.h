// Reading bytes with the SGF reader in tests: a host that answers by the policy of a level and remembers what was said,
// and games written down so that they can be compared.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/model/game.h>
#include <tengen/model/invariant.h>
#include <tengen/model/storage.h>
#include <tengen/model/value.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>

#include "diagnostics/policy.h"
#include "plugins/charset_services.h"
#include "plugins/host_services.h"
#include "sgf/reader/sgf_reader.h"

namespace tengen::test {

/// "id@offset", with the game and the node where they are known: "id@offset g1 n2".
struct Reported {
    std::string id;
    std::optional<std::uint32_t> game;
    std::optional<std::uint32_t> node;
    std::optional<std::uint64_t> offset;
    std::string message;
};

class PolicyHost : public plugins::FindingListener {
public:
    PolicyHost(diagnostics::Level level, diagnostics::FixMode fix) : policy_(level, fix) {}

    std::uint32_t on_finding(const plugins::Finding& finding) override {
        reported.push_back(
            {std::string(finding.id), finding.game, finding.node, finding.offset, std::string(finding.message)});
        const diagnostics::Severity severity = policy_.severity(finding.id);
        return (policy_.applies_fix(finding.id) ? TENGEN_APPLY_FIX : 0) |
               (severity == diagnostics::Severity::fatal ? TENGEN_STOP : 0) |
               (severity == diagnostics::Severity::error ? TENGEN_REJECTED : 0);
    }
    void on_loss(const plugins::Loss&) override { throw std::logic_error("a reader has no losses"); }

    std::vector<Reported> reported;

private:
    diagnostics::Policy policy_;
};

struct ReadOptions {
    diagnostics::Level level = diagnostics::Level::lenient;
    diagnostics::FixMode fix = diagnostics::FixMode::automatic;
    std::vector<std::pair<std::string, std::string>> options;
};

inline std::string text_of(Game game, tengen_value value) {
    switch (kind_of(value)) {
        case ValueKind::empty:
            return "";
        case ValueKind::text:
        case ValueKind::text_stored:
            return std::string(game.text(value));
        case ValueKind::point: {
            const auto letters = point_letters(point_of(value));
            return "@" + std::string(letters.data(), 2);
        }
        case ValueKind::pass:
            return "pass";
        case ValueKind::rectangle: {
            const Rectangle r = rectangle_of(value);
            const auto first = point_letters(r.upper_left);
            const auto second = point_letters(r.lower_right);
            return "@" + std::string(first.data(), 2) + ":" + std::string(second.data(), 2);
        }
        case ValueKind::pair:
            return text_of(game, game.pair(value).first) + "|" + text_of(game, game.pair(value).second);
        case ValueKind::raw:
        case ValueKind::raw_stored:
            return "raw " + std::string(game.text(value));
        case ValueKind::invalid:
        case ValueKind::invalid_stored:
            return "invalid " + std::string(game.text(value));
        case ValueKind::bytes:
        case ValueKind::bytes_stored:
            return "bytes " + std::string(game.text(value));
    }
    return "?";
}

inline std::string values_of(Game game, std::uint32_t property) {
    std::string text;
    for (const tengen_value value : game.values(property)) {
        text += "[" + text_of(game, value) + "]";
    }
    return text;
}

/// What an input came to.
class ReadResult {
public:
    explicit ReadResult(std::string_view bytes, const ReadOptions& options = {})
        : bytes_(std::make_unique<std::string>(bytes)),
          host_(std::make_unique<PolicyHost>(options.level, options.fix)) {
        const std::size_t size = bytes_->size();
        bytes_->append(64, '\0');
        std::vector<tengen_option_value> values;
        for (const auto& [name, value] : options.options) {
            values.push_back({sdk::to_abi(name), sdk::to_abi(value)});
        }
        const sdk::Options checked(sgf::reader_options, values);
        services_ = std::make_unique<plugins::HostServices>(*host_, charsets());
        sgf::SgfReader reader(sdk::Host(services_->host()), std::string_view(bytes_->data(), size), checked);
        try {
            OwnedGame game;
            while (reader.next(*game.receive())) {
                games_.push_back(std::move(game));
                game = OwnedGame();
            }
            consumed = reader.consumed();
        } catch (const sdk::GiveUp&) {
            gave_up = true;
        }
    }

    [[nodiscard]] std::size_t game_count() const { return games_.size(); }
    [[nodiscard]] Game game(std::size_t i = 0) const { return games_.at(i).view(); }
    [[nodiscard]] const std::vector<Reported>& reported() const { return host_->reported; }

    /// Findings as "id@offset", in the order they came; informative ones only if asked for.
    [[nodiscard]] std::vector<std::string> findings(bool with_info = false) const {
        const diagnostics::Policy strict(diagnostics::Level::strict);
        std::vector<std::string> list;
        for (const Reported& finding : host_->reported) {
            if (with_info || strict.severity(finding.id) != diagnostics::Severity::info) {
                list.push_back(finding.id + "@" + (finding.offset ? std::to_string(*finding.offset) : "-"));
            }
        }
        return list;
    }
    [[nodiscard]] std::size_t count(std::string_view id) const {
        return static_cast<std::size_t>(std::count_if(host_->reported.begin(), host_->reported.end(),
                                                      [id](const Reported& finding) { return finding.id == id; }));
    }
    [[nodiscard]] const Reported& finding(std::string_view id) const {
        for (const Reported& finding : host_->reported) {
            if (finding.id == id) {
                return finding;
            }
        }
        throw std::out_of_range("no finding " + std::string(id));
    }

    /// "0: FF[4]B[@aa] 1<0: W[pass]" and so on: number and parent of every node, and what it holds.
    [[nodiscard]] std::string outline(std::size_t i = 0) const {
        const Game game = this->game(i);
        std::string text;
        for (std::uint32_t node = 0; node < game.node_count(); ++node) {
            text += node == 0 ? "0:" : " " + std::to_string(node) + "<" + std::to_string(game.parent(node)) + ":";
            for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
                text += " " + game.name(p) + values_of(game, p);
            }
        }
        return text;
    }
    [[nodiscard]] std::string broken(std::size_t i = 0) const {
        return broken_invariant(game(i).columns()).value_or("");
    }
    /// The values of the first property of that name in a node, each in brackets.
    [[nodiscard]] std::string values(std::uint32_t node, Identifier identifier, std::size_t i = 0) const {
        const std::uint32_t property = game(i).find(node, identifier);
        return property == none ? "none" : values_of(game(i), property);
    }
    /// What stood there before a repair.
    [[nodiscard]] std::string originals(std::uint32_t node, Identifier identifier, std::size_t i = 0) const {
        const Game game = this->game(i);
        const std::uint32_t property = game.find(node, identifier);
        std::string text;
        for (std::uint32_t o = 0; o < game.columns().original_count; ++o) {
            const tengen_original& original = game.columns().originals[o];
            if (original.property == property) {
                for (std::uint32_t v = 0; v < original.value_count; ++v) {
                    text += "[" + text_of(game, game.columns().original_values[original.first_value + v]) + "]";
                }
            }
        }
        return text;
    }

    bool gave_up = false;
    std::uint64_t consumed = 0;

private:
    static plugins::CharsetServices& charsets() {
        static plugins::CharsetServices services;
        return services;
    }

    std::unique_ptr<std::string> bytes_;
    std::unique_ptr<PolicyHost> host_;
    std::unique_ptr<plugins::HostServices> services_;
    std::vector<OwnedGame> games_;
};

inline ReadResult read(std::string_view bytes) {
    return ReadResult(bytes);
}
inline ReadResult read_strictly(std::string_view bytes) {
    return ReadResult(bytes, {diagnostics::Level::strict, diagnostics::FixMode::automatic, {{"detect", "false"}}});
}

}  // namespace tengen::test
