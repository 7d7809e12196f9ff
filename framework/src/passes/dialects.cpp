#include "passes/dialects.h"

#include <algorithm>

namespace tengen::passes {

namespace {

constexpr std::array<DialectRuleInfo, 7> rules = {{
    {DialectRule::cyberoro_names, "cyberoro-names", "Cyberoro, Nihon Ki-in",
     "a root with RD and one of KO and TE, with texts and without a move",
     "KO becomes KM, RD becomes DT, TE becomes EV", "node.dialect-property"},
    {DialectRule::fox_komi, "fox-komi", "Fox (foxwq)", "KM in hundredths of points or stones: KM[650], KM[375]",
     "KM in points: KM[6.5], KM[7.5]", "info.komi-suspect"},
    {DialectRule::handicap_moves, "handicap-moves", "OGS, and programs that play the handicap stones",
     "the first HA moves are all Black", "the moves become AB in the node of HA", "info.handicap-as-move"},
    {DialectRule::kgs_rank, "kgs-rank", "KGS", "BR[-] or WR[-] for a player without a rank", "the property is left out",
     "info.unusual-rank"},
    {DialectRule::ogs_rules, "ogs-rules", "OGS", "RU in small letters: RU[japanese], RU[aga]",
     "one of the four fixed names, where the text says nothing else", "info.rules-alias"},
    {DialectRule::repeated_ap, "repeated-ap", "Fox (foxwq)", "AP twice in the root",
     "the first AP stays, the others become extension fields, which JSON keeps", "node.duplicate-property"},
    {DialectRule::zero_handicap, "zero-handicap", "Fox, Tygem and others", "HA[0] for a game without handicap",
     "HA is left out; HA[1] is kept", "info.handicap-out-of-range"},
}};

static_assert(std::is_sorted(rules.begin(), rules.end(),
                             [](const DialectRuleInfo& a, const DialectRuleInfo& b) { return a.name < b.name; }));

}  // namespace

std::span<const DialectRuleInfo> dialect_rules() noexcept {
    return rules;
}

std::optional<DialectRule> find_dialect_rule(std::string_view name) noexcept {
    const auto* const found =
        std::find_if(rules.begin(), rules.end(), [&](const DialectRuleInfo& rule) { return rule.name == name; });
    return found == rules.end() ? std::nullopt : std::optional(found->rule);
}

bool Dialects::may_repair(std::string_view id) const noexcept {
    return std::any_of(rules.begin(), rules.end(),
                       [&](const DialectRuleInfo& rule) { return rule.id == id && is_on(rule.rule); });
}

}  // namespace tengen::passes
