// Ranks of players. SGF FF[4] recommends "..k" or "..kyu", "..d" or "..dan" with "?" for an uncertain and "*" for an
// established rating; this library writes the short letters, and "..p" for professionals.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tengen/model/quantity.h>
#include <tengen/model/spelling.h>

namespace tengen {

enum class RankClass : std::uint8_t {
    pro_dan,
    ama_dan,
    ama_kyu,
    dan,  // professional or amateur: the text does not say
    kyu,
    insei,  // a professional who has no dan yet
};

struct Rank {
    int n = 0;  // 1 is the first dan and the first kyu; 0 for insei
    RankClass rank_class = RankClass::dan;
    char suffix = '\0';        // '?' uncertain rating, '*' established rating
    bool recommended = false;  // written "30k" to "1k", "1d", "1p" ... and nothing else

    friend constexpr bool operator==(const Rank&, const Rank&) = default;
};

/// The name in documents: "pro-dan", "kyu" ...
[[nodiscard]] constexpr std::string_view rank_class_name(RankClass rank_class) noexcept {
    switch (rank_class) {
        case RankClass::pro_dan:
            return "pro-dan";
        case RankClass::ama_dan:
            return "ama-dan";
        case RankClass::ama_kyu:
            return "ama-kyu";
        case RankClass::dan:
            return "dan";
        case RankClass::kyu:
            return "kyu";
        case RankClass::insei:
            return "insei";
    }
    return "dan";
}

/// In the notation of SGF: "9p", "5d", "12k?"; "insei".
[[nodiscard]] inline std::string format_rank(const Rank& rank) {
    if (rank.rank_class == RankClass::insei) {
        return "insei";
    }
    std::string text = std::to_string(rank.n);
    switch (rank.rank_class) {
        case RankClass::pro_dan:
            text += 'p';
            break;
        case RankClass::ama_kyu:
        case RankClass::kyu:
            text += 'k';
            break;
        default:
            text += 'd';
            break;
    }
    if (rank.suffix != '\0') {
        text += rank.suffix;
    }
    return text;
}

namespace rank_detail {

enum class Word : std::uint8_t { pro, ama, insei, dan, kyu, first_dan };

inline constexpr Spelling<Word> words_before[] = {
    {"professional", Word::pro}, {"pro", Word::pro},        {"职业", Word::pro},       {"職業", Word::pro},
    {"プロ", Word::pro},         {"프로", Word::pro},       {"amateur", Word::ama},    {"ama", Word::ama},
    {"业余", Word::ama},         {"業餘", Word::ama},       {"アマ", Word::ama},       {"アマチュア", Word::ama},
    {"아마", Word::ama},         {"아마추어", Word::ama},   {"insei", Word::insei},    {"院生", Word::insei},
    {"연구생", Word::insei},     {"初段", Word::first_dan}, {"초단", Word::first_dan}, {"shodan", Word::first_dan},
};
inline constexpr Spelling<Word> units[] = {
    {"k", Word::kyu},  {"kyu", Word::kyu}, {"kyū", Word::kyu}, {"gup", Word::kyu},  {"級", Word::kyu},
    {"级", Word::kyu}, {"급", Word::kyu},  {"d", Word::dan},   {"dan", Word::dan},  {"段", Word::dan},
    {"단", Word::dan}, {"p", Word::pro},   {"pro", Word::pro}, {"ping", Word::pro},
};
inline constexpr Spelling<Word> words_behind[] = {
    {"pro", Word::pro},   {"professional", Word::pro}, {"prof.", Word::pro}, {"p", Word::pro},
    {"(pro)", Word::pro}, {"amateur", Word::ama},      {"ama", Word::ama},   {"(ama)", Word::ama},
};

}  // namespace rank_detail

/// "SGF FF[4], BR, WR": "k" or "kyu", "d" or "dan" ... in the short form that is recommended there, 1 to 30 for kyu,
/// perhaps with '?' (uncertain) or '*' (settled) behind it. Every such text is a rank.
[[nodiscard]] constexpr bool is_recommended_rank(std::string_view text) noexcept {
    if (!text.empty() && (text.back() == '?' || text.back() == '*')) {
        text.remove_suffix(1);
    }
    if (text.size() < 2 || text.size() > 3 || text[0] < '1' || text[0] > '9') {
        return false;
    }
    if (text.size() == 3 && (text[1] < '0' || text[1] > '9')) {
        return false;
    }
    const int n = text.size() == 2 ? text[0] - '0' : (text[0] - '0') * 10 + (text[1] - '0');
    return text.back() == 'd' || text.back() == 'p' || (text.back() == 'k' && n <= 30);
}

/// The rank a text states and nothing beside it: "5d", "9p", "12k?", "9 Dan", "3 kyu*", "九段", "9단", "3급",
/// "プロ初段". nullopt for titles ("Meijin"), servers' words ("NR"), several things at once ("9d, Tengen") and numbers
/// above 99. Case does not count here, so "4D" is a dan rank of unknown kind; on cards it does, see parse_card_rank.
[[nodiscard]] inline std::optional<Rank> parse_rank(std::string_view text) {
    using rank_detail::Word;
    Rank rank;
    rank.recommended = is_recommended_rank(text);
    SpellingCursor cursor(text);
    cursor.skip_blanks();
    bool pro = false;
    bool amateur = false;
    Word unit = Word::dan;

    std::optional<Word> before = take_longest(cursor, rank_detail::words_before);
    if (before == Word::pro || before == Word::ama) {
        (before == Word::pro ? pro : amateur) = true;
        cursor.skip_blanks();
        before = take_longest(cursor, rank_detail::words_before);
    }
    if (before == Word::first_dan) {
        rank.n = 1;
    } else if (before == Word::insei && !pro && !amateur) {
        unit = Word::insei;
    } else if (before) {
        return std::nullopt;
    } else {
        const std::string digits = take_whole_number(cursor);
        if (digits.empty() || digits.size() > 2 || digits == "0" || digits == "00") {
            return std::nullopt;
        }
        for (const char digit : digits) {
            rank.n = rank.n * 10 + (digit - '0');
        }
        cursor.skip_blanks();
        cursor.take(U'-');
        cursor.skip_blanks();
        const std::optional<Word> found = take_longest(cursor, rank_detail::units);
        if (!found) {
            return std::nullopt;
        }
        unit = *found;
    }
    cursor.skip_blanks();
    if (const std::optional<Word> behind = take_longest(cursor, rank_detail::words_behind)) {
        pro = pro || behind == Word::pro;
        amateur = amateur || behind == Word::ama;
        cursor.skip_blanks();
    }
    if (cursor.peek() == U'?' || cursor.peek() == U'*') {
        rank.suffix = static_cast<char>(cursor.peek());
        cursor.advance();
        cursor.skip_blanks();
    }
    pro = pro || unit == Word::pro;
    if (!cursor.at_end() || (pro && (amateur || unit == Word::kyu)) || (unit == Word::insei && (pro || amateur))) {
        return std::nullopt;
    }
    switch (unit) {
        case Word::insei:
            rank.rank_class = RankClass::insei;
            break;
        case Word::kyu:
            rank.rank_class = amateur ? RankClass::ama_kyu : RankClass::kyu;
            break;
        default:
            rank.rank_class = pro ? RankClass::pro_dan : amateur ? RankClass::ama_dan : RankClass::dan;
            break;
    }
    return rank;
}

/// A rank on a keyword card of 1988: "1D" to "9D" professional, "1d" to "9d" and "1k" to "40k" amateur, "insei"; case
/// counts. nullopt for everything else.
[[nodiscard]] constexpr std::optional<Rank> parse_card_rank(std::string_view text) noexcept {
    Rank rank;
    rank.recommended = true;
    if (text == "insei") {
        rank.rank_class = RankClass::insei;
        return rank;
    }
    if (text.size() < 2 || text.size() > 3 || text[0] < '1' || text[0] > '9') {
        return std::nullopt;
    }
    rank.n = text[0] - '0';
    if (text.size() == 3) {
        if (text[1] < '0' || text[1] > '9') {
            return std::nullopt;
        }
        rank.n = rank.n * 10 + (text[1] - '0');
    }
    switch (text.back()) {
        case 'D':
            rank.rank_class = RankClass::pro_dan;
            break;
        case 'd':
            rank.rank_class = RankClass::ama_dan;
            break;
        case 'k':
            rank.rank_class = RankClass::ama_kyu;
            break;
        default:
            return std::nullopt;
    }
    if (rank.n > (text.back() == 'k' ? 40 : 9)) {
        return std::nullopt;
    }
    return rank;
}

/// As a card writes it: "9D" professional, "5d", "3k", "insei".
[[nodiscard]] inline std::string format_card_rank(const Rank& rank) {
    switch (rank.rank_class) {
        case RankClass::insei:
            return "insei";
        case RankClass::pro_dan:
            return std::to_string(rank.n) + "D";
        case RankClass::ama_kyu:
        case RankClass::kyu:
            return std::to_string(rank.n) + "k";
        default:
            return std::to_string(rank.n) + "d";
    }
}

}  // namespace tengen
