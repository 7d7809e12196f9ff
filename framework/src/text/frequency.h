#pragma once

#include <string_view>

/// Private to this folder: the characters that texts about games, and the names in them, are mostly made of.
///
/// Each list is ordered, frequent characters first; the order is rough and needs to be no better, since the lists only
/// have to tell right readings of bytes from wrong ones. A character may stand in a list twice (the first place
/// counts).
namespace tengen::text::frequency {

/// Everyday Chinese in simplified characters.
extern const std::u16string_view simplified_hanzi;
/// Go terms, event names, surnames and given names in simplified characters.
extern const std::u16string_view simplified_names;

/// The same two for traditional characters.
extern const std::u16string_view traditional_hanzi;
extern const std::u16string_view traditional_names;

/// Japanese.
extern const std::u16string_view hiragana;
extern const std::u16string_view katakana;
extern const std::u16string_view kanji;
extern const std::u16string_view kanji_names;

/// Korean syllables; Chinese characters in Korean names and titles.
extern const std::u16string_view hangul;
extern const std::u16string_view hangul_names;
extern const std::u16string_view hanja;

/// Punctuation of the full width that the three languages share.
extern const std::u16string_view wide_punctuation;

/// Small Russian (and then Ukrainian) letters.
extern const std::u16string_view cyrillic;

}  // namespace tengen::text::frequency
