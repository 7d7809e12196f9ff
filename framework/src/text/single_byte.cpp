#include "text/single_byte.h"

#include <array>
#include <string_view>

#include "text/icu_converter.h"

namespace tengen::text {

namespace {

// ISO/IEC 8859-16:2001 from A0 on, which ICU does not have. Below A0 stand the C1 controls.
constexpr std::u16string_view iso_8859_16_from_a0 =
    u"\u00A0ĄąŁ€„Š§š©Ș«Ź\u00ADźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ";
static_assert(iso_8859_16_from_a0.size() == 96);

}  // namespace

std::vector<std::uint16_t> single_byte_units(const Charset& charset) {
    std::vector<std::uint16_t> result(128, 0);
    if (charset.converter_name()[0] == '\0') {
        for (std::size_t index = 0; index < 32; ++index) result[index] = static_cast<std::uint16_t>(0x80 + index);
        for (std::size_t index = 0; index < 96; ++index) result[32 + index] = iso_8859_16_from_a0[index];
        return result;
    }
    const ConverterHandle converter = open_converter(charset.converter_name());
    for (std::size_t index = 0; index < result.size(); ++index) {
        const char byte = static_cast<char>(0x80 + index);
        const char* source = &byte;
        std::array<UChar, 8> units{};
        UChar* target = units.data();
        UErrorCode error = U_ZERO_ERROR;
        ucnv_resetToUnicode(converter.get());
        ucnv_toUnicode(converter.get(), &target, units.data() + units.size(), &source, &byte + 1, nullptr, true,
                       &error);
        if (U_SUCCESS(error) && target == units.data() + 1) result[index] = static_cast<std::uint16_t>(units[0]);
    }
    return result;
}

}  // namespace tengen::text
