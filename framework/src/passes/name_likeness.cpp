#include "passes/name_likeness.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <tengen/model/spelling.h>

namespace tengen::passes {

namespace {

struct Replacement {
    std::string_view from;
    std::string_view to;
};

// From the longer to the shorter; the right side is never replaced again.
constexpr std::array<Replacement, 24> romanisation{{
    {"shu", "syu"}, {"sho", "syo"}, {"sha", "sya"}, {"shi", "si"}, {"chu", "tyu"}, {"cho", "tyo"},
    {"cha", "tya"}, {"chi", "ti"},  {"tsu", "tu"},  {"ju", "zyu"}, {"jo", "zyo"},  {"ja", "zya"},
    {"ji", "zi"},   {"fu", "hu"},   {"ou", "o"},    {"oo", "o"},   {"oh", "o"},    {"uu", "u"},
    {"mb", "nb"},   {"mp", "np"},   {"mm", "nm"},   {"dz", "z"},   {"v", "b"},     {"x", "sh"},
}};

// Spellings of one family name.
constexpr std::array<Replacement, 14> families{{{"yi", "lee"},
                                                {"rhee", "lee"},
                                                {"li", "lee"},
                                                {"ri", "lee"},
                                                {"pak", "park"},
                                                {"bak", "park"},
                                                {"gim", "kim"},
                                                {"choe", "tyoi"},
                                                {"tyoe", "tyoi"},
                                                {"tyoi", "tyoi"},
                                                {"zyo", "tyo"},
                                                {"yoo", "yu"},
                                                {"ryu", "yu"},
                                                {"kang", "gang"}}};

// The letter under an accent, for the characters from U+00C0 to U+024F; a point where there is none.
constexpr char32_t first_accented = 0xC0;
constexpr std::string_view plain_letters =
    "aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.yaaaaaaccccccccdd"
    "ddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkk.llllll..llnnnnnn...oooooo..rrrrrrssssss"
    "sstttt..uuuuuuuuuuuuwwyyyzzzzzz.................................oo.............u"
    "u............................aaiioouuuuuuuuuu.aaaa....ggkkoooo..j...gg..nnaa...."
    "aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............................";

char32_t plain_letter(char32_t code) {
    if (code < first_accented || code - first_accented >= plain_letters.size()) {
        return code;
    }
    const char letter = plain_letters[code - first_accented];
    return letter == '.' ? code : static_cast<char32_t>(letter);
}

void append_utf8(std::string& text, char32_t code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | code >> 6);
        text += static_cast<char>(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0 | code >> 12);
        text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
        text += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        text += static_cast<char>(0xF0 | code >> 18);
        text += static_cast<char>(0x80 | (code >> 12 & 0x3F));
        text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
        text += static_cast<char>(0x80 | (code & 0x3F));
    }
}

bool is_ascii_letter(char32_t code) {
    return code >= 'a' && code <= 'z';
}

// Words of letters, digits and other scripts; hyphens and apostrophes inside of words count for nothing.
std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    bool in_word = false;
    int brackets = 0;
    for (std::size_t at = 0; at < text.size();) {
        const DecodedCharacter character = decode_character(text, at);
        at += character.length;
        char32_t code = fold_character(character.code);
        code = code < 0x80 ? code : plain_letter(code);
        if (code == '(' || code == '[') {
            ++brackets;
        }
        if (code == ')' || code == ']') {
            brackets -= brackets > 0 ? 1 : 0;
            in_word = false;
            continue;
        }
        if (brackets > 0) {
            continue;
        }
        if (code == '-' || code == '\'' || code == '`' || code == 0x2019 || code == 0x2018) {
            continue;
        }
        if (is_ascii_letter(code) || is_digit(code) || code > 0x24F) {
            if (!in_word) {
                words.emplace_back();
            }
            in_word = true;
            append_utf8(words.back(), code);
        } else {
            in_word = false;
        }
    }
    return words;
}

std::string romanised(const std::string& word) {
    std::string result;
    for (std::size_t at = 0; at < word.size();) {
        const auto found = std::find_if(romanisation.begin(), romanisation.end(), [&](const Replacement& replacement) {
            return std::string_view(word).substr(at).starts_with(replacement.from);
        });
        if (found != romanisation.end()) {
            result += found->to;
            at += found->from.size();
        } else {
            // Double letters are one.
            if (result.empty() || result.back() != word[at]) {
                result += word[at];
            }
            ++at;
        }
    }
    for (const Replacement& family : families) {
        if (result == family.from) {
            return std::string(family.to);
        }
    }
    return result;
}

bool has_digit(const std::string& word) {
    return word.find_first_of("0123456789") != std::string::npos;
}

// Edit distance, no more than `most`.
std::size_t distance(const std::string& one, const std::string& other, std::size_t most) {
    if (one.size() > other.size() + most || other.size() > one.size() + most) {
        return most + 1;
    }
    std::vector<std::size_t> row(other.size() + 1);
    for (std::size_t i = 0; i < row.size(); ++i) {
        row[i] = i;
    }
    for (std::size_t i = 1; i <= one.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t k = 1; k <= other.size(); ++k) {
            const std::size_t cell =
                std::min({row[k] + 1, row[k - 1] + 1, diagonal + (one[i - 1] == other[k - 1] ? 0u : 1u)});
            diagonal = row[k];
            row[k] = cell;
        }
    }
    return row.back();
}

// How well one word stands for another.
double likeness_of_words(const std::string& one, const std::string& other) {
    if (one == other) {
        return 1;
    }
    if (one.size() == 1 || other.size() == 1) {  // an initial
        return one[0] == other[0] ? 0.8 : 0;
    }
    const std::size_t length = std::min(one.size(), other.size());
    const std::size_t most = length >= 8 ? 2 : length >= 5 ? 1 : 0;
    return most != 0 && distance(one, other, most) <= most ? 0.85 : 0;
}

std::string all_of(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += word;
    }
    return text;
}

}  // namespace

std::vector<std::string> words_of_name(std::string_view name) {
    std::vector<std::string> words;
    for (const std::string& word : words_of(name)) {
        constexpr std::array<std::string_view, 9> ranks{"dan", "kyu", "pro", "p", "d", "k", "mr", "ama", "sensei"};
        if (!has_digit(word) && std::find(ranks.begin(), ranks.end(), word) == ranks.end()) {
            words.push_back(romanised(word));
        }
    }
    return words;
}

double likeness_of_names(std::string_view one, std::string_view other) {
    std::vector<std::string> first = words_of_name(one);
    std::vector<std::string> second = words_of_name(other);
    if (first.empty() || second.empty()) {
        return 0;
    }
    // "Cho Chi Kun" and "Cho Chikun": all letters together, in this order or the last word first.
    const std::string whole = romanised(all_of(first));
    for (std::size_t i = 0; i < second.size(); ++i) {
        if (romanised(all_of(second)) == whole) {
            return 1;
        }
        std::rotate(second.begin(), second.begin() + 1, second.end());
    }
    if (first.size() > second.size()) {
        first.swap(second);
    }
    std::vector<bool> used(second.size(), false);
    double sum = 0;
    for (const std::string& word : first) {
        double best = 0;
        std::size_t place = second.size();
        for (std::size_t i = 0; i < second.size(); ++i) {
            const double likeness = used[i] ? 0 : likeness_of_words(word, second[i]);
            if (likeness > best) {
                best = likeness;
                place = i;
            }
        }
        if (place < second.size()) {
            used[place] = true;
        }
        sum += best;
    }
    const double matched = sum / static_cast<double>(first.size());
    // A word that the other side lacks says nothing against it, but the less is said the less is sure.
    const std::size_t missing = second.size() - first.size();
    return missing == 0 ? matched : matched * (first.size() == 1 ? 0.75 : 0.9);
}

double likeness_of_events(std::string_view one, std::string_view other) {
    const auto words = [](std::string_view text) {
        std::vector<std::string> result;
        for (std::string& word : words_of(text)) {
            if (has_digit(word)) {
                word.erase(word.find_last_of("0123456789") + 1);
            }
            constexpr std::array<std::string_view, 8> empty{"the", "of", "title", "match", "game", "cup", "no", "for"};
            if (std::find(empty.begin(), empty.end(), word) == empty.end()) {
                result.push_back(romanised(word));
            }
        }
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    };
    const std::vector<std::string> first = words(one);
    const std::vector<std::string> second = words(other);
    if (first.empty() || second.empty()) {
        return 0;
    }
    std::vector<std::string> common;
    std::set_intersection(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(common));
    return static_cast<double>(common.size()) / static_cast<double>(std::min(first.size(), second.size()));
}

}  // namespace tengen::passes
