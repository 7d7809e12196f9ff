#include "text/encode.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include "text/decode.h"
#include "text/icu_converter.h"
#include "text/repertoire.h"
#include "text/single_byte.h"
#include "text/utf8.h"

namespace tengen::text {

namespace {

constexpr char32_t malformed = 0xFFFD;

EncodeResult failure(std::size_t offset, std::string_view utf8) {
    const Utf8Character character = first_utf8_character(utf8.substr(offset));
    return {offset, character.length == 0 ? malformed : character.code_point};
}

/// The UTF-16 form of a code point; returns its number of units.
std::size_t put_utf16(std::array<UChar, 2>& units, char32_t code_point) {
    if (code_point < 0x10000) {
        units[0] = static_cast<UChar>(code_point);
        return 1;
    }
    units[0] = static_cast<UChar>(U16_LEAD(static_cast<UChar32>(code_point)));
    units[1] = static_cast<UChar>(U16_TRAIL(static_cast<UChar32>(code_point)));
    return 2;
}

/// Big5-HKSCS codes four pairs of a letter and a combining mark as one character each.
std::string_view hkscs_code(char32_t first, char32_t second) {
    if (first == 0xCA && second == 0x304) return "\x88\x62";
    if (first == 0xCA && second == 0x30C) return "\x88\x64";
    if (first == 0xEA && second == 0x304) return "\x88\xA3";
    if (first == 0xEA && second == 0x30C) return "\x88\xA5";
    return {};
}

}  // namespace

class Encoder::Implementation {
public:
    explicit Implementation(const Charset& charset) : charset_(charset), decoder_(charset) {
        switch (charset.coding()) {
            case Coding::ascii:
            case Coding::utf8:
                break;
            case Coding::single_byte: {
                const std::vector<std::uint16_t> units = single_byte_units(charset);
                for (std::size_t index = 0; index < units.size(); ++index) {
                    if (units[index] != 0) bytes_.emplace_back(units[index], static_cast<std::uint8_t>(0x80 + index));
                }
                std::sort(bytes_.begin(), bytes_.end());
                break;
            }
            default:
                converter_ = open_converter(charset.converter_name());
                break;
        }
    }

    const Charset& charset() const noexcept { return charset_; }

    EncodeResult encode(std::string_view utf8, std::string& bytes) {
        bytes.clear();
        if (charset_.coding() == Coding::whole) return encode_whole(utf8, bytes);
        if (charset_.is_utf8()) {
            const std::size_t bad_offset = first_invalid_utf8(utf8);
            bytes.assign(utf8.substr(0, bad_offset));
            return bad_offset == std::string_view::npos ? EncodeResult{} : failure(bad_offset, utf8);
        }
        std::size_t offset = 0;
        while (offset < utf8.size()) {
            const std::string_view rest = utf8.substr(offset);
            const std::size_t ascii = std::min(first_non_ascii(rest), rest.size());
            bytes.append(rest.substr(0, ascii));
            offset += ascii;
            if (offset == utf8.size()) break;
            const std::size_t used = encode_character(utf8.substr(offset), bytes);
            if (used == 0) return failure(offset, utf8);
            offset += used;
        }
        return {};
    }

private:
    /// Appends the first character of the text; returns the number of bytes of UTF-8 used, 0 when it cannot be encoded.
    std::size_t encode_character(std::string_view utf8, std::string& bytes) {
        const Utf8Character character = first_utf8_character(utf8);
        if (character.length == 0 || charset_.coding() == Coding::ascii) return 0;
        if (charset_.is_single_byte()) {
            const auto found =
                std::lower_bound(bytes_.begin(), bytes_.end(), std::pair(character.code_point, std::uint8_t{0}));
            if (found == bytes_.end() || found->first != character.code_point) return 0;
            if (charset_.repertoire() == Repertoire::latin1 && found->second < 0xA0) return 0;
            bytes.push_back(static_cast<char>(found->second));
            return character.length;
        }
        if (charset_.name() == "Big5-HKSCS") {
            const Utf8Character next = first_utf8_character(utf8.substr(character.length));
            const std::string_view code = hkscs_code(character.code_point, next.code_point);
            bytes.append(code);
            if (!code.empty()) return character.length + next.length;
        }
        return convert(utf8.substr(0, character.length), character.code_point, bytes) ? character.length : 0;
    }

    /// ICU leaves out some characters without a word and knows one-way mappings, so every answer is decoded again.
    bool convert(std::string_view utf8, char32_t code_point, std::string& bytes) {
        std::array<UChar, 2> units{};
        const std::size_t count = put_utf16(units, code_point);
        const UChar* source = units.data();
        std::array<char, 16> output{};
        char* target = output.data();
        UErrorCode error = U_ZERO_ERROR;
        ucnv_resetFromUnicode(converter_.get());
        ucnv_fromUnicode(converter_.get(), &target, output.data() + output.size(), &source, units.data() + count,
                         nullptr, true, &error);
        if (U_FAILURE(error)) return false;
        const std::string_view encoded(output.data(), static_cast<std::size_t>(target - output.data()));
        if (!decoder_.decode(encoded, back_) || back_ != utf8) return false;
        if (charset_.first_outside(encoded)) return false;
        bytes.append(encoded);
        return true;
    }

    EncodeResult encode_whole(std::string_view utf8, std::string& bytes) {
        EncodeResult result = convert_whole(utf8, bytes);
        if (!result.ok()) return result;
        if (!decoder_.decode(bytes, back_) || back_ != utf8) {
            // Something was left out or changed without a word.
            const auto differ = std::mismatch(utf8.begin(), utf8.end(), back_.begin(), back_.end());
            auto offset = static_cast<std::size_t>(differ.first - utf8.begin());
            while (offset > 0 && (static_cast<unsigned char>(utf8[offset]) & 0xC0u) == 0x80u) --offset;
            convert_whole(utf8.substr(0, offset), bytes);
            return failure(offset, utf8);
        }
        return {};
    }

    EncodeResult convert_whole(std::string_view utf8, std::string& bytes) {
        bytes.clear();
        ucnv_resetFromUnicode(converter_.get());
        std::size_t offset = 0;
        while (true) {
            // One character at a time keeps the place of a failure exact; these charsets are rare as a target.
            std::array<UChar, 2> units{};
            std::size_t count = 0;
            const bool last = offset == utf8.size();
            const Utf8Character character = first_utf8_character(utf8.substr(offset));
            if (!last && character.length == 0) return {offset, malformed};
            if (!last) count = put_utf16(units, character.code_point);
            const UChar* source = units.data();
            std::array<char, 64> output{};
            char* target = output.data();
            UErrorCode error = U_ZERO_ERROR;
            ucnv_fromUnicode(converter_.get(), &target, output.data() + output.size(), &source, units.data() + count,
                             nullptr, last, &error);
            if (U_FAILURE(error)) return {offset, character.code_point};
            bytes.append(output.data(), static_cast<std::size_t>(target - output.data()));
            if (last) return {};
            offset += character.length;
        }
    }

    Charset charset_;
    Decoder decoder_;
    ConverterHandle converter_;
    std::vector<std::pair<char32_t, std::uint8_t>> bytes_;  // of a single-byte charset, sorted by character
    std::string back_;
};

Encoder::Encoder(const Charset& charset) : implementation_(std::make_unique<Implementation>(charset)) {}
Encoder::~Encoder() = default;
Encoder::Encoder(Encoder&&) noexcept = default;
Encoder& Encoder::operator=(Encoder&&) noexcept = default;

const Charset& Encoder::charset() const noexcept {
    return implementation_->charset();
}

EncodeResult Encoder::encode(std::string_view utf8, std::string& bytes) {
    return implementation_->encode(utf8, bytes);
}

bool keeps_ascii_apart(const Charset& charset) {
    if (charset.keeps_ascii()) {
        return true;
    }
    constexpr char32_t end_of_ascii = 0x80;
    constexpr char32_t end_of_plane = 0x10000;
    constexpr char32_t first_surrogate = 0xD800;
    constexpr char32_t last_surrogate = 0xDFFF;
    Encoder encoder(charset);
    std::string ascii = "\t\n";
    for (char c = ' '; c <= '~'; ++c) {
        ascii += c;
    }
    std::string bytes;
    if (!encoder.encode(ascii, bytes) || bytes != ascii) {
        return false;
    }
    for (char32_t c = end_of_ascii; c < end_of_plane; ++c) {
        if (c >= first_surrogate && c <= last_surrogate) {
            continue;
        }
        std::array<char, U8_MAX_LENGTH> character{};
        std::size_t size = 0;
        U8_APPEND_UNSAFE(character.data(), size, static_cast<UChar32>(c));
        if (encoder.encode({character.data(), size}, bytes) && !bytes.empty() &&
            static_cast<unsigned char>(bytes.front()) < end_of_ascii) {
            return false;
        }
    }
    return true;
}

}  // namespace tengen::text
