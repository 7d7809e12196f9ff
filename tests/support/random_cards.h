// Random keyword cards in canonical form, as text.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>

namespace tengen::test {

struct CardMix {
    bool empty_fields = false;    ///< fields without a value
    bool unknown_fields = false;  ///< keywords nobody knows
};

/// The same seed gives the same cards everywhere: only the engine and its remainders are used.
class RandomCards {
public:
    explicit RandomCards(std::uint32_t seed, CardMix mix = {}) : random_(seed), mix_(mix) {}

    /// One record, each line ended by LF. Everything in it comes back unchanged when it is read and written, and no
    /// value has a documented repair that changes it.
    [[nodiscard]] std::string next() {
        std::string card = line("Date", date());
        const auto maybe = [&](std::string_view keyword, auto&& value) {
            if (chance(2)) {
                card += line(keyword, mix_.empty_fields && chance(12) ? std::string() : (this->*value)());
            }
            if (mix_.unknown_fields && chance(15)) {
                card += line(pick(unknown_keywords), words());
            }
        };
        maybe("Black", &RandomCards::name);
        maybe("White", &RandomCards::name);
        maybe("BRank", &RandomCards::rank);
        maybe("WRank", &RandomCards::rank);
        maybe("Event", &RandomCards::event);
        maybe("Place", &RandomCards::place);
        maybe("Score", &RandomCards::score);
        maybe("Komi", &RandomCards::komi);
        maybe("Result", &RandomCards::result);
        maybe("Handicap", &RandomCards::handicap);
        for (std::uint32_t i = 1 + below(3); i-- > 0;) {
            card += line("Source", source());
        }
        for (std::uint32_t i = below(3); i-- > 0;) {
            card += line("Comment", comment());
        }
        return card;
    }

private:
    using Texts = std::span<const std::string_view>;

    static constexpr std::array<std::string_view, 4> unknown_keywords{"Size", "Moves", "X-1", "Tape_No"};
    static constexpr std::array<std::string_view, 16> word_list{
        "Honinbo", "Tan Oak room", "7th Kisei", "p. 4",   "a]b",    "c\\d",  "e:f",  "(g",
        "h)",      "[i]",          "Ostrava",   "Müller", "本因坊", "\"j\"", "100%", "'k'"};
    static constexpr std::array<std::string_view, 10> family{
        "Takagawa", "Redmond", "Shusaku", "O", "de Groot", "Kim", "呉", "Lasker", "Ó Súilleabháin", "van\\Dam"};
    static constexpr std::array<std::string_view, 6> bad_dates{"1846-??-??", "1846-07-??", "spring 1846",
                                                               "1846-7-2",   "1500-02-29", "1985-02-30"};

    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
    bool chance(std::uint32_t n) { return below(n) == 0; }
    std::string_view pick(Texts texts) { return texts[below(static_cast<std::uint32_t>(texts.size()))]; }
    static std::string line(std::string_view keyword, const std::string& value) {
        std::string text(keyword);
        text += value.empty() ? ":" : ": ";
        return text + value + "\n";
    }
    static std::string two_digits(std::uint32_t n) { return (n < 10 ? "0" : "") + std::to_string(n); }

    /// "", "?", "??", " ?", " ??"; mostly nothing.
    std::string mark() {
        constexpr std::array<std::string_view, 4> marks{"?", "??", " ?", " ??"};
        return chance(4) ? std::string(pick(marks)) : std::string();
    }
    std::string inner_mark() { return chance(8) ? (chance(2) ? "?" : "??") : ""; }

    std::string words() {
        std::string text(pick(word_list));
        for (std::uint32_t i = below(3); i-- > 0;) {
            text += ' ';
            text += pick(word_list);
        }
        return text;
    }
    std::string pieces() {
        std::string text = words() + mark();
        for (std::uint32_t i = below(3); i-- > 0;) {
            text += ", " + words() + mark();
        }
        return text;
    }

    std::string date() {
        if (chance(12)) {
            return "?";
        }
        if (chance(12)) {
            return std::string(pick(bad_dates));
        }
        std::string text = two_digits(below(3) == 0 ? 2 : 18 + below(3)) + two_digits(below(100));
        const std::uint32_t parts = below(4);
        if (parts != 0) {
            text += inner_mark() + "-" + two_digits(1 + below(12));
        }
        if (parts > 1) {
            text += inner_mark() + "-" + two_digits(1 + below(28));
        }
        return text + mark();
    }
    std::string one_name() {
        std::string text(pick(family));
        if (chance(3)) {
            text += ", ";
        } else if (chance(2)) {
            text += ' ';
        } else {
            return text + mark();
        }
        text += pick(family);
        return text + mark();
    }
    std::string name() {
        if (chance(20)) {
            return "?";
        }
        std::string text = one_name();
        for (std::uint32_t i = chance(6) ? 1 + below(2) : 0; i-- > 0;) {
            text += " & " + one_name();
        }
        return text;
    }
    std::string rank() {
        switch (below(8)) {
            case 0:
                return "?";
            case 1:
                return "insei" + mark();
            case 2:
            case 3:
                return std::to_string(1 + below(9)) + "D" + mark();
            case 4:
            case 5:
                return std::to_string(1 + below(40)) + "k" + mark();
            default:
                return std::to_string(1 + below(9)) + "d" + mark();
        }
    }
    std::string event() {
        std::string text = chance(10) ? "?" : pieces();
        if (chance(2)) {
            text += ", game " + std::to_string(below(12));
        }
        return text;
    }
    std::string place() { return chance(10) ? "?" : pieces(); }
    std::string number() { return std::to_string(1 + below(60)) + (chance(3) ? ".5" : chance(10) ? ".50" : ""); }
    std::string sign() { return chance(2) ? "+" : "-"; }
    std::string score() {
        constexpr std::array<std::string_view, 7> letters{"", "", "E", "C", "I", "EC", "IE"};
        constexpr std::array<std::string_view, 3> bad{"five", "+5CI", "?"};
        return chance(10)  ? std::string(pick(bad))
               : chance(8) ? "0" + mark()
                           : sign() + number() + std::string(pick(letters)) + mark();
    }
    std::string komi() {
        constexpr std::array<std::string_view, 4> odd{"none", "?", "0", "-5"};
        return chance(3) ? std::string(pick(odd)) : number() + mark();
    }
    std::string result() {
        constexpr std::array<std::string_view, 4> odd{"?", "0", "2", "jigo"};
        if (chance(6)) {
            return std::string(pick(odd));
        }
        return sign() + (chance(3) ? "R" : number() + (chance(4) ? "R" : "")) + mark();
    }
    std::string handicap() {
        constexpr std::array<std::string_view, 5> odd{"2+2 (tasuki)", "1+1", "two", "?", "3 stones"};
        return chance(3) ? std::string(pick(odd)) : std::to_string(2 + below(8)) + mark();
    }
    std::string source() {
        constexpr std::array<std::string_view, 6> sources{"GW 12", "AGJ 3, p. 17?", "GR 7; p. 4", "GW 12; ; x", "?",
                                                          "a;"};
        return chance(3) ? words() : std::string(pick(sources));
    }
    std::string comment() {
        constexpr std::array<std::string_view, 6> comments{"Was it jigo?",        "first occurrence of Shusaku 1-3-5",
                                                           "[landman] Score: +2", "[landman] is no line",
                                                           "Rules: unknown",      "13x13 board"};
        return chance(3) ? words() : std::string(pick(comments));
    }

    std::mt19937 random_;
    CardMix mix_;
};

}  // namespace tengen::test
