// Reading what people wrote: a cursor over UTF-8 text that sees through differences that carry no meaning, namely
// letter case, full-width forms, kinds of blanks, hyphens and quotation marks.
//
// Everything here takes any bytes, allocates nothing and moves forward only: a byte that is not part of well-formed
// UTF-8 counts as one unknown character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tengen {

/// What an ill-formed byte (and NUL) is seen as; no table of words contains it.
inline constexpr char32_t unknown_character = 0xFFFD;

struct DecodedCharacter {
    char32_t code;
    std::size_t length;  // bytes, at least 1
};

/// The character that starts at byte `at`, which must be inside the text.
[[nodiscard]] constexpr DecodedCharacter decode_character(std::string_view text, std::size_t at) noexcept {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    const std::uint32_t first = byte(at);
    if (first < 0x80) {
        return {first == 0 ? unknown_character : static_cast<char32_t>(first), 1};
    }
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() - at < length) {
        return {unknown_character, 1};
    }
    std::uint32_t code = first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xC0) != 0x80) {
            return {unknown_character, 1};
        }
        code = code << 6 | (byte(at + i) & 0x3F);
    }
    constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (code < smallest[length] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
        return {unknown_character, 1};
    }
    return {static_cast<char32_t>(code), length};
}

/// One character for all that mean the same: small letters, ASCII for full-width forms, ' ' for every blank and line
/// break, '-' for every hyphen and dash, '~' for wave dashes, ',' and '.' for the CJK comma and full stop, 'x' for the
/// multiplication sign.
[[nodiscard]] constexpr char32_t fold_character(char32_t code) noexcept {
    if (code >= 0xFF01 && code <= 0xFF5E) {
        code -= 0xFEE0;
    }
    if (code < 0x80) {
        if (code >= U'A' && code <= U'Z') {
            return code + 0x20;
        }
        return code >= 9 && code <= 13 ? U' ' : code;
    }
    if (code >= 0xC0 && code <= 0xDE) {
        return code == 0xD7 ? U'x' : code + 0x20;
    }
    if (code == 0xA0 || (code >= 0x2000 && code <= 0x200B) || code == 0x2028 || code == 0x2029 || code == 0x202F ||
        code == 0x205F || code == 0x3000 || code == 0xFEFF) {
        return U' ';
    }
    if ((code >= 0x2010 && code <= 0x2015) || code == 0x2212 || code == 0xFE63) {
        return U'-';
    }
    switch (code) {
        case 0x2018:
        case 0x2019:
            return U'\'';
        case 0x223C:
        case 0x301C:
            return U'~';
        case 0x3001:
        case 0xFF64:
            return U',';
        case 0x3002:
        case 0xFF61:
            return U'.';
        case 0x3010:
        case 0x3014:
            return U'[';
        case 0x3011:
        case 0x3015:
            return U']';
        default:
            return code;
    }
}

[[nodiscard]] constexpr bool is_digit(char32_t code) noexcept {
    return code >= U'0' && code <= U'9';
}

/// A folded letter of an alphabet that separates words by blanks (Latin with accents, Greek, Cyrillic).
[[nodiscard]] constexpr bool is_alphabetic(char32_t code) noexcept {
    return (code >= U'a' && code <= U'z') || (code >= 0xDF && code <= 0x24F && code != 0xF7) ||
           (code >= 0x370 && code <= 0x52F);
}

/// A position in a text. Characters are seen folded; positions are byte offsets of the text as written.
class SpellingCursor {
public:
    explicit constexpr SpellingCursor(std::string_view text) noexcept : text_(text) {}

    [[nodiscard]] constexpr bool at_end() const noexcept { return at_ >= text_.size(); }
    [[nodiscard]] constexpr std::size_t position() const noexcept { return at_; }
    [[nodiscard]] constexpr std::string_view rest() const noexcept { return text_.substr(at_); }
    constexpr void seek(std::size_t position) noexcept { at_ = position; }

    /// The folded character here; 0 at the end.
    [[nodiscard]] constexpr char32_t peek() const noexcept {
        return at_end() ? U'\0' : fold_character(decode_character(text_, at_).code);
    }
    /// The folded character behind this one; 0 at the end.
    [[nodiscard]] constexpr char32_t peek_next() const noexcept {
        SpellingCursor next = *this;
        next.advance();
        return next.peek();
    }
    constexpr void advance() noexcept {
        if (!at_end()) {
            at_ += decode_character(text_, at_).length;
        }
    }
    /// True if there was a blank to skip.
    constexpr bool skip_blanks() noexcept {
        const std::size_t before = at_;
        while (peek() == U' ') {
            advance();
        }
        return at_ != before;
    }
    constexpr bool take(char32_t folded) noexcept {
        if (at_end() || peek() != folded) {
            return false;
        }
        advance();
        return true;
    }
    /// Take a phrase, which is spelled in folded characters; a blank in it stands for one blank or more.
    constexpr bool take(std::string_view phrase) noexcept {
        SpellingCursor here = *this;
        for (std::size_t i = 0; i < phrase.size();) {
            const DecodedCharacter expected = decode_character(phrase, i);
            if (!here.take(expected.code)) {
                return false;
            }
            if (expected.code == U' ') {
                here.skip_blanks();
            }
            i += expected.length;
        }
        at_ = here.at_;
        return true;
    }
    /// Take a phrase that does not go on as a longer word: no letter may follow a letter.
    constexpr bool take_word(std::string_view phrase) noexcept {
        SpellingCursor here = *this;
        if (!here.take(phrase)) {
            return false;
        }
        const auto last = static_cast<unsigned char>(phrase.back());
        const bool ends_in_letter = last >= 0x80 ? is_alphabetic(last_of(phrase)) : is_alphabetic(last);
        if (ends_in_letter && is_alphabetic(here.peek())) {
            return false;
        }
        at_ = here.at_;
        return true;
    }

private:
    static constexpr char32_t last_of(std::string_view phrase) noexcept {
        std::size_t at = phrase.size() - 1;
        while (at > 0 && (static_cast<unsigned char>(phrase[at]) & 0xC0) == 0x80) {
            --at;
        }
        return decode_character(phrase, at).code;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

/// A table row for take_longest: how something is spelled and what it means.
template <class Meaning>
struct Spelling {
    std::string_view phrase;
    Meaning meaning;
};

/// Take the longest word of a table that stands here; nothing is taken if there is none. The order of rows plays no
/// part.
template <class Table>
constexpr auto take_longest(SpellingCursor& cursor, const Table& table) noexcept
    -> std::optional<decltype(table[0].meaning)> {
    std::optional<decltype(table[0].meaning)> found;
    std::size_t furthest = cursor.position();
    const char32_t first = cursor.peek();
    for (const auto& row : table) {
        SpellingCursor here = cursor;
        if (decode_character(row.phrase, 0).code == first && here.take_word(row.phrase) && here.position() > furthest) {
            furthest = here.position();
            found = row.meaning;
        }
    }
    cursor.seek(furthest);
    return found;
}

/// The text without blanks of any kind at both ends.
[[nodiscard]] constexpr std::string_view trim_blanks(std::string_view text) noexcept {
    SpellingCursor cursor(text);
    cursor.skip_blanks();
    const std::size_t begin = cursor.position();
    std::size_t end = begin;
    while (!cursor.at_end()) {
        const bool blank = cursor.peek() == U' ';
        cursor.advance();
        if (!blank) {
            end = cursor.position();
        }
    }
    return text.substr(begin, end - begin);
}

}  // namespace tengen
