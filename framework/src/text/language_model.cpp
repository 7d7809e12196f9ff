#include "text/language_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "text/frequency.h"
#include "text/repertoire.h"
#include "text/utf8.h"

namespace tengen::text {

namespace {

// ---------------------------------------------------------------------------------------------- Far-Eastern languages

struct WeightedList {
    std::u16string_view characters;
    double mass;  // share of the text that the list covers
    double head;  // large values flatten the distribution over the list
};

/// Costs of single characters of a language.
class CharacterCosts {
public:
    /// Zipf's law over each list: the character at place r has a probability proportional to 1 / (r + head).
    explicit CharacterCosts(std::span<const WeightedList> lists) {
        std::vector<Entry> probabilities;
        for (const WeightedList& list : lists) {
            std::vector<Entry> ranks;
            for (std::size_t place = 0; place < list.characters.size(); ++place) {
                ranks.push_back({list.characters[place], static_cast<double>(place)});
            }
            // The first place of a character counts.
            std::stable_sort(ranks.begin(), ranks.end(), by_character);
            ranks.erase(std::unique(ranks.begin(), ranks.end(), same_character), ranks.end());
            double total = 0;
            for (Entry& entry : ranks) {
                entry.value = 1.0 / (entry.value + list.head);
                total += entry.value;
            }
            for (const Entry& entry : ranks) {
                probabilities.push_back({entry.character, entry.value * list.mass / total});
            }
        }
        std::stable_sort(probabilities.begin(), probabilities.end(), by_character);
        for (const Entry& entry : probabilities) {
            if (!entries_.empty() && same_character(entries_.back(), entry)) {
                entries_.back().value += entry.value;
            } else {
                entries_.push_back(entry);
            }
        }
        for (Entry& entry : entries_) entry.value = -std::log2(entry.value);
    }

    /// Infinite for a character that no list has.
    double operator()(char32_t character) const {
        const auto found = std::lower_bound(entries_.begin(), entries_.end(), character,
                                            [](const Entry& entry, char32_t value) { return entry.character < value; });
        if (found == entries_.end() || found->character != character) return std::numeric_limits<double>::infinity();
        return found->value;
    }

private:
    struct Entry {
        char16_t character;
        double value;
    };
    static bool by_character(const Entry& left, const Entry& right) { return left.character < right.character; }
    static bool same_character(const Entry& left, const Entry& right) { return left.character == right.character; }

    std::vector<Entry> entries_;
};

const CharacterCosts& simplified_costs() {
    static const CharacterCosts costs(std::array{
        WeightedList{frequency::simplified_hanzi, 0.58, 20}, WeightedList{frequency::simplified_names, 0.20, 60},
        WeightedList{frequency::wide_punctuation, 0.10, 2}, WeightedList{frequency::traditional_hanzi, 0.004, 200},
        WeightedList{frequency::traditional_names, 0.004, 200}});
    return costs;
}

const CharacterCosts& traditional_costs() {
    static const CharacterCosts costs(std::array{WeightedList{frequency::traditional_hanzi, 0.58, 20},
                                                 WeightedList{frequency::traditional_names, 0.20, 60},
                                                 WeightedList{frequency::wide_punctuation, 0.10, 2}});
    return costs;
}

const CharacterCosts& japanese_costs() {
    static const CharacterCosts costs(
        std::array{WeightedList{frequency::hiragana, 0.38, 4}, WeightedList{frequency::katakana, 0.12, 8},
                   WeightedList{frequency::kanji, 0.20, 30}, WeightedList{frequency::kanji_names, 0.20, 60},
                   WeightedList{frequency::wide_punctuation, 0.07, 2}});
    return costs;
}

const CharacterCosts& korean_costs() {
    static const CharacterCosts costs(
        std::array{WeightedList{frequency::hangul, 0.55, 20}, WeightedList{frequency::hangul_names, 0.32, 40},
                   WeightedList{frequency::hanja, 0.02, 60}, WeightedList{frequency::wide_punctuation, 0.01, 4}});
    return costs;
}

// Shares of the whole text, spread evenly over the characters of a class that no list has.
constexpr double unlikely = 26;     // characters of later extensions
constexpr double no_text_has = 31;  // private use, control codes

/// Places of symbols, letters of other scripts and the like, in bits.
double symbol_cost(char32_t character) {
    if (character >= 0xE000 && character <= 0xF8FF) return no_text_has;
    if (character >= 0x80 && character < 0xA0) return no_text_has;
    if (character >= 0xFF01 && character <= 0xFF5E) return 13;  // full-width ASCII
    if (character >= 0x3041 && character <= 0x30FE) return 17;  // kana in a text that is not Japanese
    if (character >= 0x3131 && character <= 0x318E) return 14;  // Korean letters, laughter in chats
    if (character >= 0x2460 && character <= 0x249B) return 14;  // numbers in circles: moves in comments
    if (character >= 0x25A0 && character <= 0x266F) return 14;  // stones, triangles, stars
    if (character >= 0x2190 && character <= 0x2199) return 15;
    return 18;
}

bool is_hangul(char32_t character) {
    return character >= 0xAC00 && character <= 0xD7A3;
}
bool is_han(char32_t character) {
    return (character >= 0x4E00 && character <= 0x9FFF) || (character >= 0xF900 && character <= 0xFAFF);
}

double chinese_rest(Coding coding, unsigned lead, unsigned trail, unsigned length, char32_t character) {
    if (coding == Coding::gb18030) {
        if (length == 4) return unlikely + 4;
        if (is_gb2312_level_1(lead, trail)) return 15;
        if (is_gb2312_level_2(lead, trail)) return 19;
        if (is_han(character)) return 23.5;
        return symbol_cost(character);
    }
    if (lead >= 0xA4 && lead <= 0xC6 && is_han(character)) return 15;
    if (lead >= 0xC9 && lead <= 0xF9 && is_han(character)) return 20;
    if (lead < 0xA1 || lead > 0xF9) return unlikely;
    return symbol_cost(character);
}

double japanese_rest(Coding coding, unsigned lead, unsigned trail, unsigned length, char32_t character) {
    if (character >= 0xFF61 && character <= 0xFF9F) return 13.5;  // half-width katakana
    if (length == 3) return unlikely;
    if (!is_han(character)) return symbol_cost(character);
    if (coding == Coding::shift_jis) {
        const unsigned code = lead << 8 | trail;
        if (code < 0x989F) return 15.5;  // the first level of kanji
        if (code < 0xEAA5) return 21;
        return unlikely - 2;
    }
    return lead < 0xD0 ? 15.5 : lead < 0xF5 ? 21 : unlikely - 2;
}

double korean_rest(unsigned lead, unsigned trail, char32_t character) {
    const bool in_ks_x_1001 = lead >= 0xA1 && trail >= 0xA1;
    if (is_hangul(character)) return in_ks_x_1001 ? 15 : 23;
    if (is_han(character)) return 19.5;
    return symbol_cost(character);
}

bool is_ascii_letter(unsigned byte) {
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

/// The same for all languages: it only has to be fair to readings that take such a byte for half a character.
double ascii_cost(unsigned byte) {
    if (is_ascii_letter(byte) || byte == ' ') return 4.5;
    if (byte >= '0' && byte <= '9') return 5.5;
    return byte == '.' || byte == ',' || byte == '-' || byte == '\'' ? 6.5 : 9.5;
}

/// A run of Far-Eastern characters between ASCII. Where Latin letters touch it, and most of all where it is a single
/// character within a word, the reading is likely to be wrong; so it is where half-width katakana stand alone.
class WideRun {
public:
    void wide(bool half_width) {
        if (length_ == 0) touching_letters_ = is_ascii_letter(last_ascii_) ? 1 : 0;
        ++length_;
        half_width_ = half_width;
    }

    /// The cost of the run that ends before this character.
    double ascii(unsigned byte) {
        double cost = 0;
        if (length_ > 0) {
            if (is_ascii_letter(byte)) ++touching_letters_;
            cost = touching_letters_ * (length_ == 1 ? 4.5 : 2.0);
            if (length_ == 1 && half_width_) cost += 6;
        }
        length_ = 0;
        last_ascii_ = byte;
        return cost;
    }

private:
    std::size_t length_ = 0;
    int touching_letters_ = 0;
    bool half_width_ = false;
    unsigned last_ascii_ = 0;
};

double far_eastern_cost(Script script, Coding coding, std::string_view line, std::string_view text) {
    const CharacterCosts& listed = script == Script::simplified_chinese    ? simplified_costs()
                                   : script == Script::traditional_chinese ? traditional_costs()
                                   : script == Script::japanese            ? japanese_costs()
                                                                           : korean_costs();
    double cost = 0;
    WideRun run;
    while (!line.empty() && !text.empty()) {
        const unsigned length = character_length(coding, line);
        const Utf8Character character = first_utf8_character(text);
        if (length == 0 || length > line.size() || character.length == 0) break;
        const unsigned lead = static_cast<unsigned char>(line[0]);
        if (length == 1 && lead < 0x80) {
            cost += ascii_cost(lead) + run.ascii(lead);
        } else {
            const unsigned trail = length > 1 ? static_cast<unsigned char>(line[1]) : 0u;
            double rest = 0;
            switch (script) {
                case Script::simplified_chinese:
                case Script::traditional_chinese:
                    rest = chinese_rest(coding, lead, trail, length, character.code_point);
                    break;
                case Script::japanese:
                    rest = japanese_rest(coding, lead, trail, length, character.code_point);
                    break;
                default:
                    rest = korean_rest(lead, trail, character.code_point);
                    break;
            }
            cost += std::min(listed(character.code_point), rest);
            run.wide(length == 1);
        }
        line.remove_prefix(length);
        text.remove_prefix(character.length);
        // Two pairs of Big5-HKSCS stand for a letter and a combining mark.
        if (length == 2 && (character.code_point == 0xCA || character.code_point == 0xEA)) {
            const Utf8Character mark = first_utf8_character(text);
            if (mark.code_point == 0x304 || mark.code_point == 0x30C) text.remove_prefix(mark.length);
        }
    }
    return cost + run.ascii(' ');
}

// ------------------------------------------------------------------------------------------------- European languages

struct Alphabet {
    std::u16string_view usual;
    std::u16string_view rare;
};

constexpr std::array western_alphabets{
    Alphabet{u"éèàêçâîôûùëï", u"œæüÿÉÀÇÊÈÂÎÔÛœŒ"},  // French
    Alphabet{u"äöüß", u"ÄÖÜéèàáó"},                 // German, Estonian, Finnish names among them
    Alphabet{u"äåöøæ", u"ÅÄÖØÆéüáíóúýðþÞÓÍÁ"},      // the Nordic languages
    Alphabet{u"áéíóúñ", u"üÁÉÍÓÚÑç"},               // Spanish
    Alphabet{u"ãçáéíóúâêõôà", u"ÁÉÍÓÚÇÃÕüºª"},      // Portuguese
    Alphabet{u"èéàìòù", u"ÈÀÉÌÒÙîº"},               // Italian
    Alphabet{u"äöü", u"õÄÕÖÜšžé"},                  // Estonian
    Alphabet{u"éëïöüèóá", u"ñçäêíøåÉÖ"},            // Dutch, English, lists of names
};

constexpr std::array central_alphabets{
    Alphabet{u"łąężśćóńź", u"ŁŻŚĆŹĄĘÓŃöüé"},               // Polish
    Alphabet{u"ířšáčžýéůěúóňťďľĺŕôä", u"ŘŠČŽÁÝÉÚŇŤĎĽĚÍ"},  // Czech and Slovak
    Alphabet{u"áéíóöőúüű", u"ÁÉÍÓÖŐÚÜŰ"},                  // Hungarian
    Alphabet{u"ăâîşţ", u"ĂÂÎŞŢ"},                          // Romanian
    Alphabet{u"čćžšđ", u"ČĆŽŠĐ"},                          // Croatian, Slovenian
};

constexpr std::u16string_view usual_symbols = u"’“”–—…«»°½‘„€·•©¡¿ºª\u00A0";

bool is_capital(char32_t character) {
    if (character >= 'A' && character <= 'Z') return true;
    if (character >= 0xC0 && character <= 0xDE) return character != 0xD7;
    if (character >= 0x100 && character <= 0x137) return character % 2 == 0;
    if (character >= 0x139 && character <= 0x148) return character % 2 == 1;
    if (character >= 0x14A && character <= 0x177) return character % 2 == 0;
    if (character >= 0x179 && character <= 0x17E) return character % 2 == 1;
    return character == 0x178 || (character >= 0x400 && character <= 0x42F) || character == 0x490;
}

bool is_letter(char32_t character) {
    if (character < 0x80) return is_ascii_letter(static_cast<unsigned>(character));
    if (character >= 0xC0 && character <= 0x24F) return character != 0xD7 && character != 0xF7;
    return character >= 0x400 && character <= 0x4FF;
}

double foreign_symbol_cost(char32_t character) {
    if (character >= 0x80 && character < 0xA0) return no_text_has;
    if (usual_symbols.find(static_cast<char16_t>(character)) != std::u16string_view::npos) return 9.5;
    return character == 0xB1 || character == 0xD7 ? 11 : 14;  // plus-minus and times
}

double letter_cost(const Alphabet& alphabet, char32_t character) {
    const auto unit = static_cast<char16_t>(character);
    if (const std::size_t place = alphabet.usual.find(unit); place != std::u16string_view::npos) {
        return place < 4 ? 6.5 : 7.5;
    }
    return alphabet.rare.find(unit) != std::u16string_view::npos ? 9.5 : 13;
}

/// How the letters around a letter change its cost: words are not made of accents, capitals stand at their start.
double context_cost(char32_t before, char32_t character, char32_t after) {
    double cost = 0;
    if (before >= 0x80 && is_letter(before)) cost += 3;
    if (!(before < 0x80 && is_letter(before)) && !(after < 0x80 && is_letter(after))) {
        // Words of one letter are few.
        constexpr std::u16string_view words = u"àáèéíóåöÀÁÈÉÍÓÅÖ";
        const bool word = words.find(static_cast<char16_t>(character)) != std::u16string_view::npos;
        cost += word && !is_letter(before) && !is_letter(after) ? 0.5 : 3;
    }
    if (is_capital(character) && is_letter(before) && !is_capital(before)) cost += 5;
    return cost;
}

template <class LetterCost>
double european_cost(std::string_view text, LetterCost&& cost_of_letter) {
    double cost = 0;
    char32_t before = 0;
    while (!text.empty()) {
        const Utf8Character character = first_utf8_character(text);
        if (character.length == 0) break;
        text.remove_prefix(character.length);
        if (character.code_point < 0x80) {
            cost += ascii_cost(static_cast<unsigned>(character.code_point));
        } else {
            const char32_t after = first_utf8_character(text).code_point;
            if (is_letter(character.code_point)) {
                cost += cost_of_letter(before, character.code_point, after);
            } else {
                cost += foreign_symbol_cost(character.code_point);
                // Only the apostrophe stands within words.
                if (character.code_point != 0x2019 && is_letter(before) && is_letter(after)) cost += 4;
            }
        }
        before = character.code_point;
    }
    return cost;
}

double latin_cost(std::span<const Alphabet> alphabets, std::string_view text) {
    constexpr double choice_of_language = 2;
    double best = std::numeric_limits<double>::infinity();
    for (const Alphabet& alphabet : alphabets) {
        const double cost = european_cost(text, [&](char32_t before, char32_t character, char32_t after) {
            return letter_cost(alphabet, character) + context_cost(before, character, after);
        });
        best = std::min(best, cost);
    }
    return best + choice_of_language;
}

double russian_cost(std::string_view text) {
    return european_cost(text, [](char32_t before, char32_t character, char32_t after) {
        const bool capital = is_capital(character);
        char32_t small = character;
        if (character >= 0x410 && character <= 0x42F) small = character + 0x20;
        if (character >= 0x400 && character <= 0x40F) small = character + 0x50;
        if (character == 0x490) small = 0x491;
        const std::size_t place = frequency::cyrillic.find(static_cast<char16_t>(small));
        double cost = place == std::u16string_view::npos ? 15
                      : place < 8                        ? 4.2
                      : place < 20                       ? 5.8
                      : place < 32                       ? 8
                                                         : 11;
        // As in the other models a share of the text is Latin: names of files, results, coordinates.
        cost += 0.7;
        if (capital) cost += is_letter(before) && !is_capital(before) ? 9 : 3;
        if (!capital && is_letter(before) && is_capital(before) && is_letter(after) && is_capital(after)) cost += 6;
        if (before < 0x80 && is_letter(before)) cost += 8;
        if (after < 0x80 && is_letter(after)) cost += 8;
        if (!is_letter(before) && !is_letter(after)) cost += 5;
        return cost;
    });
}

}  // namespace

double line_cost(Script script, Coding coding, std::string_view line, std::string_view text) {
    switch (script) {
        case Script::western:
            return latin_cost(western_alphabets, text);
        case Script::central_european:
            return latin_cost(central_alphabets, text);
        case Script::russian:
            return russian_cost(text);
        default:
            return far_eastern_cost(script, coding, line, text);
    }
}

}  // namespace tengen::text
