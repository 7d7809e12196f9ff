#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "text/charset.h"

/// Private to this folder: which codes the charset named by a label has, told from the bytes alone.
namespace tengen::text {

/// Number of bytes of the character at the start of `bytes` (which must not be empty) by its lead byte; 0 when no
/// character starts with that byte. The result may exceed what is left. Only for codings that keep ASCII, except UTF-8.
[[nodiscard]] unsigned character_length(Coding coding, std::string_view bytes) noexcept;

/// Offset of the first character outside the repertoire; nullopt when there is none.
[[nodiscard]] std::optional<std::size_t> first_outside_repertoire(Repertoire repertoire, Coding coding,
                                                                  std::string_view bytes) noexcept;

/// The planes of hanzi and kanji in the national standards, by which writers of a language choose.
[[nodiscard]] constexpr bool is_gb2312_level_1(unsigned lead, unsigned trail) noexcept {
    return lead >= 0xB0 && lead <= 0xD7 && trail >= 0xA1 && !(lead == 0xD7 && trail > 0xF9);
}
[[nodiscard]] constexpr bool is_gb2312_level_2(unsigned lead, unsigned trail) noexcept {
    return lead >= 0xD8 && lead <= 0xF7 && trail >= 0xA1;
}

}  // namespace tengen::text
