// Ways of writing that belong to one server or program, and what is done about each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tengen::passes {

enum class DialectRule : std::uint8_t {
    cyberoro_names,
    fox_komi,
    handicap_moves,
    kgs_rank,
    ogs_rules,
    repeated_ap,
    zero_handicap,
};

struct DialectRuleInfo {
    DialectRule rule;
    std::string_view name;    ///< for options and pipelines
    std::string_view writer;  ///< who writes so
    std::string_view says;    ///< what stands in such a record
    std::string_view does;    ///< what the rule makes of it
    std::string_view id;      ///< of the diagnostic that names it
};

/// All rules, by name.
[[nodiscard]] std::span<const DialectRuleInfo> dialect_rules() noexcept;

[[nodiscard]] std::optional<DialectRule> find_dialect_rule(std::string_view name) noexcept;

enum class Switch : std::uint8_t {
    automatic,  ///< as the level and --fix decide about the diagnostic
    on,
    off
};

/// Place of the extension fields that were properties of the root.
inline constexpr std::string_view root_property_place = "root";

/// Which rules are used. Plain data.
class Dialects {
public:
    void set(DialectRule rule, Switch to) { switches_[static_cast<std::size_t>(rule)] = to; }
    void set_all(Switch to) { switches_.fill(to); }
    [[nodiscard]] Switch get(DialectRule rule) const { return switches_[static_cast<std::size_t>(rule)]; }
    [[nodiscard]] bool is_on(DialectRule rule) const { return get(rule) == Switch::on; }
    /// `otherwise`: what the answer to the finding says.
    [[nodiscard]] bool applies(DialectRule rule, bool otherwise) const {
        return get(rule) == Switch::automatic ? otherwise : is_on(rule);
    }
    /// Whether a rule that is on belongs to the diagnostic: it repairs what it knows for the way it is there for.
    [[nodiscard]] bool may_repair(std::string_view id) const noexcept;
    /// Nothing is on: for whoever may change nothing.
    void forbid_changes() {
        for (Switch& one : switches_) {
            one = one == Switch::on ? Switch::automatic : one;
        }
    }

private:
    std::array<Switch, 7> switches_{};
};

}  // namespace tengen::passes
