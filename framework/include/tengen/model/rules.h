// Rule sets. SGF FF[4] gives four names (RU): AGA, GOE, Japanese, NZ; everything else is free text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <tengen/model/spelling.h>

namespace tengen {

enum class RuleSet : std::uint8_t { japanese, chinese, korean, aga, ing, nz, tromp_taylor };

/// The name in documents: "japanese", "tromp-taylor" ...
[[nodiscard]] constexpr std::string_view rule_set_name(RuleSet rule_set) noexcept {
    switch (rule_set) {
        case RuleSet::japanese:
            return "japanese";
        case RuleSet::chinese:
            return "chinese";
        case RuleSet::korean:
            return "korean";
        case RuleSet::aga:
            return "aga";
        case RuleSet::ing:
            return "ing";
        case RuleSet::nz:
            return "nz";
        case RuleSet::tromp_taylor:
            return "tromp-taylor";
    }
    return "japanese";
}

/// The fixed name of SGF FF[4]; empty for rule sets that have none.
[[nodiscard]] constexpr std::string_view fixed_rules_name(RuleSet rule_set) noexcept {
    switch (rule_set) {
        case RuleSet::japanese:
            return "Japanese";
        case RuleSet::aga:
            return "AGA";
        case RuleSet::ing:
            return "GOE";
        case RuleSet::nz:
            return "NZ";
        default:
            return {};
    }
}

/// The rule set of a fixed name, in exactly its spelling.
[[nodiscard]] constexpr std::optional<RuleSet> find_fixed_rules(std::string_view text) noexcept {
    for (const RuleSet rule_set : {RuleSet::japanese, RuleSet::aga, RuleSet::ing, RuleSet::nz}) {
        if (fixed_rules_name(rule_set) == text) {
            return rule_set;
        }
    }
    return std::nullopt;
}

struct RulesReading {
    RuleSet rule_set;
    bool fixed_name;    // the text is a fixed name of SGF
    bool nothing_else;  // the text names the rule set and says nothing beside

    friend constexpr bool operator==(const RulesReading&, const RulesReading&) = default;
};

namespace rules_detail {

inline constexpr Spelling<RuleSet> names[] = {
    {"japanese", RuleSet::japanese},
    {"japan", RuleSet::japanese},
    {"nihon ki-in", RuleSet::japanese},
    {"nihon kiin", RuleSet::japanese},
    {"nihon", RuleSet::japanese},
    {"日本", RuleSet::japanese},
    {"日本棋院", RuleSet::japanese},
    {"일본", RuleSet::japanese},
    {"chinese", RuleSet::chinese},
    {"china", RuleSet::chinese},
    {"中国", RuleSet::chinese},
    {"中國", RuleSet::chinese},
    {"중국", RuleSet::chinese},
    {"korean", RuleSet::korean},
    {"korea", RuleSet::korean},
    {"韩国", RuleSet::korean},
    {"韓国", RuleSet::korean},
    {"韓國", RuleSet::korean},
    {"한국", RuleSet::korean},
    {"aga", RuleSet::aga},
    {"american go association", RuleSet::aga},
    {"american", RuleSet::aga},
    {"美国", RuleSet::aga},
    {"ing", RuleSet::ing},
    {"ing's", RuleSet::ing},
    {"ing goe", RuleSet::ing},
    {"goe", RuleSet::ing},
    {"应氏", RuleSet::ing},
    {"應氏", RuleSet::ing},
    {"応氏", RuleSet::ing},
    {"응씨", RuleSet::ing},
    {"nz", RuleSet::nz},
    {"new zealand", RuleSet::nz},
    {"newzealand", RuleSet::nz},
    {"new-zealand", RuleSet::nz},
    {"new_zealand", RuleSet::nz},
    {"新西兰", RuleSet::nz},
    {"tromp-taylor", RuleSet::tromp_taylor},
    {"tromp taylor", RuleSet::tromp_taylor},
    {"tromp/taylor", RuleSet::tromp_taylor},
    {"tromp_taylor", RuleSet::tromp_taylor},
    {"tromptaylor", RuleSet::tromp_taylor},
};

/// Country codes and the like: names only if the text holds nothing else.
inline constexpr Spelling<RuleSet> short_names[] = {
    {"jp", RuleSet::japanese}, {"jpn", RuleSet::japanese}, {"cn", RuleSet::chinese},      {"chn", RuleSet::chinese},
    {"kr", RuleSet::korean},   {"kor", RuleSet::korean},   {"tt", RuleSet::tromp_taylor},
};

/// Words that add nothing to the name of a rule set.
inline constexpr Spelling<bool> filler[] = {
    {"rules", true}, {"rule", true},   {"ruleset", true}, {"rule set", true}, {"go", true},   {"规则", true},
    {"規則", true},  {"ルール", true}, {"式", true},      {"룰", true},       {"규칙", true}, {"the", true},
};

/// Words that make another rule set of the name behind them.
inline constexpr Spelling<bool> negations[] = {
    {"not", true},  {"non", true}, {"no", true}, {"ancient", true}, {"old", true},
    {"semi", true}, {"古", true},  {"非", true}, {"旧", true},
};

}  // namespace rules_detail

/// The one known rule set a text names, in any spelling; nullopt if it names none ("house rules"), more than one
/// ("Japanese or Chinese") or denies it ("non Japanese", "ancient Chinese").
[[nodiscard]] constexpr std::optional<RulesReading> read_rules(std::string_view text) noexcept {
    using namespace rules_detail;
    if (const std::optional<RuleSet> fixed = find_fixed_rules(text)) {
        return RulesReading{*fixed, true, true};
    }
    {
        SpellingCursor cursor(text);
        cursor.skip_blanks();
        const std::optional<RuleSet> code = take_longest(cursor, short_names);
        cursor.skip_blanks();
        take_longest(cursor, filler);
        cursor.skip_blanks();
        if (code && cursor.at_end()) {
            return RulesReading{*code, false, true};
        }
    }
    std::optional<RuleSet> found;
    bool nothing_else = true;
    bool inside_word = false;  // behind a letter or digit
    SpellingCursor cursor(text);
    while (!cursor.at_end()) {
        if (!inside_word) {
            if (const std::optional<RuleSet> here = take_longest(cursor, names)) {
                if (found && *found != *here) {
                    return std::nullopt;
                }
                found = here;
                continue;
            }
            if (take_longest(cursor, filler)) {
                continue;
            }
            if (take_longest(cursor, negations)) {
                nothing_else = false;
                cursor.skip_blanks();
                cursor.take(U'-');
                if (take_longest(cursor, names)) {
                    return std::nullopt;
                }
                continue;
            }
        }
        const char32_t code = cursor.peek();
        inside_word = is_alphabetic(code) || is_digit(code);
        nothing_else = nothing_else && code == U' ';
        cursor.advance();
    }
    if (!found) {
        return std::nullopt;
    }
    return RulesReading{*found, false, nothing_else};
}

}  // namespace tengen
