#include "text/decode.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <stdexcept>

#include <unicode/utf16.h>

#include "text/icu_converter.h"
#include "text/repertoire.h"
#include "text/single_byte.h"
#include "text/utf8.h"

namespace tengen::text {

namespace {

constexpr std::size_t input_limit = std::size_t{1} << 30;
constexpr std::uint64_t high_bits = 0x8080808080808080u;

unsigned byte_at(const char* position) {
    return static_cast<unsigned char>(*position);
}

std::uint32_t narrow(std::ptrdiff_t offset) {
    return static_cast<std::uint32_t>(offset);
}

/// Writes a character of the basic plane; room for four bytes is there. Returns the new end.
char* put_unit(char* out, unsigned unit) {
    if (unit >= 0x800) {
        out[0] = static_cast<char>(0xE0u | (unit >> 12));
        out[1] = static_cast<char>(0x80u | ((unit >> 6) & 0x3Fu));
        out[2] = static_cast<char>(0x80u | (unit & 0x3Fu));
        return out + 3;
    }
    if (unit >= 0x80) {
        out[0] = static_cast<char>(0xC0u | (unit >> 6));
        out[1] = static_cast<char>(0x80u | (unit & 0x3Fu));
        return out + 2;
    }
    out[0] = static_cast<char>(unit);
    return out + 1;
}

/// Writes UTF-16 as UTF-8; nullptr when there is a lone surrogate.
char* put_units(char* out, const UChar* units, std::size_t count) {
    for (std::size_t index = 0; index < count; ++index) {
        const UChar unit = units[index];
        if (!U16_IS_SURROGATE(unit)) {
            out = put_unit(out, unit);
            continue;
        }
        if (!U16_IS_LEAD(unit) || index + 1 == count || !U16_IS_TRAIL(units[index + 1])) return nullptr;
        const auto code_point = static_cast<std::uint32_t>(U16_GET_SUPPLEMENTARY(unit, units[index + 1]));
        *out++ = static_cast<char>(0xF0u | (code_point >> 18));
        *out++ = static_cast<char>(0x80u | ((code_point >> 12) & 0x3Fu));
        *out++ = static_cast<char>(0x80u | ((code_point >> 6) & 0x3Fu));
        *out++ = static_cast<char>(0x80u | (code_point & 0x3Fu));
        ++index;
    }
    return out;
}

/// Four pairs of Big5-HKSCS stand for a letter and a combining mark, where ICU has private-use characters.
std::u16string_view hkscs_sequence(std::string_view pair) {
    struct Sequence {
        std::string_view bytes;
        std::u16string_view text;
    };
    static constexpr std::array sequences{Sequence{"\x88\x62", u"\u00CA\u0304"}, Sequence{"\x88\x64", u"\u00CA\u030C"},
                                          Sequence{"\x88\xA3", u"\u00EA\u0304"}, Sequence{"\x88\xA5", u"\u00EA\u030C"}};
    for (const Sequence& sequence : sequences) {
        if (pair.starts_with(sequence.bytes)) return sequence.text;
    }
    return {};
}

/// How many bytes the UTF-8 form of a text can be longer than its bytes, for each byte from 0x80 upwards.
std::size_t growth_per_high_byte(Coding coding, bool is_hkscs) {
    switch (coding) {
        case Coding::double_byte:
            return is_hkscs ? 2 : 1;  // a pair of HKSCS may become four bytes
        case Coding::gb18030:
        case Coding::euc_jp:
            return 1;
        default:
            return 2;  // one byte may become three
    }
}

}  // namespace

std::size_t SourceMap::piece_of(std::size_t output_offset) const noexcept {
    const auto after = std::upper_bound(points.begin(), points.end(), output_offset,
                                        [](std::size_t offset, const Point& point) { return offset < point.output; });
    return static_cast<std::size_t>(after - points.begin()) - 1;
}

std::size_t SourceMap::input_offset(std::size_t output_offset) const noexcept {
    const std::size_t piece = piece_of(output_offset);
    const Point& start = points[piece];
    if (piece % 2 != 0) return start.input;
    return start.input + (output_offset - start.output);
}

class Decoder::Implementation {
public:
    explicit Implementation(const Charset& charset)
        : charset_(charset), is_hkscs_(charset.used_name() == "Big5-HKSCS") {
        switch (charset.coding()) {
            case Coding::ascii:
            case Coding::utf8:
                break;
            case Coding::single_byte:
                memory_ = single_byte_units(charset);
                break;
            case Coding::double_byte:
            case Coding::gb18030:
            case Coding::shift_jis:
            case Coding::euc_jp:
                memory_.assign(0x8000, 0);
                converter_ = open_converter(charset.converter_name());
                break;
            case Coding::whole:
                converter_ = open_converter(charset.converter_name());
                break;
        }
    }

    const Charset& charset() const noexcept { return charset_; }

    template <class Recorder>
    DecodeResult decode(std::string_view bytes, std::string& text, Recorder& recorder) {
        if (bytes.size() >= input_limit) throw std::length_error("a text of 1 GiB or more cannot be decoded");
        switch (charset_.coding()) {
            case Coding::ascii:
                return copy_valid(bytes, text, first_non_ascii(bytes));
            case Coding::utf8:
                return copy_valid(bytes, text, first_invalid_utf8(bytes));
            case Coding::single_byte:
                return run<Coding::single_byte>(bytes, text, recorder);
            case Coding::double_byte:
                return run<Coding::double_byte>(bytes, text, recorder);
            case Coding::gb18030:
                return run<Coding::gb18030>(bytes, text, recorder);
            case Coding::shift_jis:
                return run<Coding::shift_jis>(bytes, text, recorder);
            case Coding::euc_jp:
                return run<Coding::euc_jp>(bytes, text, recorder);
            case Coding::whole:
                break;
        }
        return run_whole(bytes, text, recorder);
    }

    /// Number of bytes of the character at `position` in input and output; nothing when it does not fit.
    struct Step {
        std::size_t input;
        std::size_t output;
    };
    std::optional<Step> step(const char* position, const char* end) {
        std::array<char, 16> buffer{};
        const char* next = position;
        char* out = buffer.data();
        bool fits = false;
        switch (charset_.coding()) {
            case Coding::single_byte:
                fits = decode_character<Coding::single_byte>(next, end, out);
                break;
            case Coding::double_byte:
                fits = decode_character<Coding::double_byte>(next, end, out);
                break;
            case Coding::gb18030:
                fits = decode_character<Coding::gb18030>(next, end, out);
                break;
            case Coding::shift_jis:
                fits = decode_character<Coding::shift_jis>(next, end, out);
                break;
            case Coding::euc_jp:
                fits = decode_character<Coding::euc_jp>(next, end, out);
                break;
            case Coding::ascii:
            case Coding::utf8:
            case Coding::whole:
                break;
        }
        if (!fits) return std::nullopt;
        return Step{static_cast<std::size_t>(next - position), static_cast<std::size_t>(out - buffer.data())};
    }

private:
    static DecodeResult copy_valid(std::string_view bytes, std::string& text, std::size_t bad_offset) {
        // A map of the one point {0, 0} is right here: input and output are the same.
        text.assign(bytes.substr(0, bad_offset));
        return {bad_offset};
    }

    /// Decodes one character that starts with a byte from 0x80 upwards.
    template <Coding coding>
    bool decode_character(const char*& position, const char* end, char*& out) {
        const unsigned lead = byte_at(position);
        if constexpr (coding == Coding::single_byte) {
            const unsigned unit = memory_[lead - 0x80];
            if (unit == 0) return false;
            out = put_unit(out, unit);
            ++position;
            return true;
        } else {
            if constexpr (coding == Coding::shift_jis) {
                if (lead >= 0xA1 && lead <= 0xDF) {
                    out = put_unit(out, 0xFF61u - 0xA1u + lead);
                    ++position;
                    return true;
                }
            }
            if (end - position >= 2) {
                const unsigned trail = byte_at(position + 1);
                const unsigned unit = memory_[(lead & 0x7Fu) << 8 | trail];
                if (unit != 0) {
                    out = put_unit(out, unit);
                    position += 2;
                    return true;
                }
            }
            return ask_converter<coding>(position, end, out);
        }
    }

    /// A character not met before, or one that the memory cannot hold.
    template <Coding coding>
    [[gnu::noinline]] bool ask_converter(const char*& position, const char* end, char*& out) {
        const std::string_view rest(position, static_cast<std::size_t>(end - position));
        const unsigned length = character_length(coding, rest);
        if (length == 0 || length > rest.size()) return false;
        if (coding == Coding::double_byte && is_hkscs_) {
            if (const std::u16string_view sequence = hkscs_sequence(rest); !sequence.empty()) {
                out = put_unit(put_unit(out, sequence[0]), sequence[1]);
                position += 2;
                return true;
            }
        }
        std::array<UChar, 8> units{};
        UChar* target = units.data();
        const char* source = position;
        UErrorCode error = U_ZERO_ERROR;
        ucnv_resetToUnicode(converter_.get());
        ucnv_toUnicode(converter_.get(), &target, units.data() + units.size(), &source, position + length, nullptr,
                       true, &error);
        const auto count = static_cast<std::size_t>(target - units.data());
        if (U_FAILURE(error) || count == 0) return false;
        // Some tables of ICU read a pair without meaning as a control code and an ASCII character.
        if (count > 1 && units[0] < 0xA0) return false;
        char* new_out = put_units(out, units.data(), count);
        if (new_out == nullptr) return false;
        if (length == 2 && count == 1) {
            memory_[(byte_at(position) & 0x7Fu) << 8 | byte_at(position + 1)] = static_cast<std::uint16_t>(units[0]);
        }
        out = new_out;
        position += length;
        return true;
    }

    template <Coding coding, class Recorder>
    DecodeResult run(std::string_view bytes, std::string& text, Recorder& recorder) {
        const std::size_t high = count_non_ascii(bytes);
        if (high == 0) {
            text.assign(bytes);
            return {};
        }
        // Room for the longest result, and for the words that are stored beyond the last character.
        text.resize(bytes.size() + high * growth_per_high_byte(coding, is_hkscs_) + 16);
        const char* const begin = bytes.data();
        const char* const end = begin + bytes.size();
        const char* position = begin;
        char* const out_begin = text.data();
        char* out = out_begin;
        DecodeResult result;
        while (true) {
            while (end - position >= 16) {
                std::uint64_t first = 0;
                std::uint64_t second = 0;
                std::memcpy(&first, position, 8);
                std::memcpy(&second, position + 8, 8);
                if (((first | second) & high_bits) != 0) break;
                std::memcpy(out, &first, 8);
                std::memcpy(out + 8, &second, 8);
                position += 16;
                out += 16;
            }
            while (position < end && byte_at(position) < 0x80) *out++ = *position++;
            if (position == end) break;
            recorder.border(narrow(out - out_begin), narrow(position - begin));
            bool fits = true;
            do {
                fits = decode_character<coding>(position, end, out);
            } while (fits && position < end && byte_at(position) >= 0x80);
            recorder.border(narrow(out - out_begin), narrow(position - begin));
            if (!fits) {
                result.bad_offset = static_cast<std::size_t>(position - begin);
                break;
            }
        }
        text.resize(static_cast<std::size_t>(out - out_begin));
        return result;
    }

    /// Charsets whose bytes below 0x80 are not simply ASCII go through the converter from end to end.
    template <class Recorder>
    DecodeResult run_whole(std::string_view bytes, std::string& text, Recorder& recorder) {
        constexpr std::size_t chunk = 1024;
        std::array<UChar, chunk> units{};
        std::array<std::int32_t, chunk> offsets{};
        text.clear();
        const char* const begin = bytes.data();
        const char* const end = begin + bytes.size();
        const char* source = begin;
        std::size_t last_start = 0;
        std::array<char, 4> buffer{};
        UChar pending = 0;  // a lead surrogate at the end of a chunk
        ucnv_resetToUnicode(converter_.get());
        while (true) {
            UErrorCode error = U_ZERO_ERROR;
            UChar* target = units.data();
            const auto base = static_cast<std::size_t>(source - begin);
            ucnv_toUnicode(converter_.get(), &target, units.data() + chunk, &source, end, offsets.data(), true, &error);
            const auto count = static_cast<std::size_t>(target - units.data());
            for (std::size_t index = 0; index < count; ++index) {
                const UChar unit = units[index];
                // A negative offset means: of a character taken in by the call before.
                const bool known = offsets[index] >= 0;
                if (pending == 0 && known) last_start = base + static_cast<std::size_t>(offsets[index]);
                if (U16_IS_LEAD(unit)) {
                    pending = unit;
                    continue;
                }
                const std::array<UChar, 2> pair{pending, unit};
                char* out_end =
                    pending != 0 ? put_units(buffer.data(), pair.data(), 2) : put_units(buffer.data(), &unit, 1);
                pending = 0;
                if (out_end == nullptr) return {last_start};
                recorder.character(narrow(static_cast<std::ptrdiff_t>(text.size())),
                                   narrow(static_cast<std::ptrdiff_t>(last_start)), out_end - buffer.data() == 1);
                text.append(buffer.data(), static_cast<std::size_t>(out_end - buffer.data()));
            }
            if (error == U_BUFFER_OVERFLOW_ERROR) continue;
            if (U_FAILURE(error)) {
                std::array<char, 32> invalid{};
                auto length = static_cast<std::int8_t>(invalid.size());
                UErrorCode ignored = U_ZERO_ERROR;
                ucnv_getInvalidChars(converter_.get(), invalid.data(), &length, &ignored);
                const auto used = static_cast<std::size_t>(source - begin);
                return {used - std::min(used, static_cast<std::size_t>(std::max<std::int8_t>(length, 0)))};
            }
            recorder.end(narrow(static_cast<std::ptrdiff_t>(text.size())), narrow(end - begin));
            return {};
        }
    }

    Charset charset_;
    bool is_hkscs_;
    ConverterHandle converter_;
    // Code units by lead byte (without its top bit) and trail byte, or by byte; 0 where none is known.
    std::vector<std::uint16_t> memory_;
};

namespace {

struct RecordNothing {
    void border(std::uint32_t, std::uint32_t) {}
    void character(std::uint32_t, std::uint32_t, bool) {}
    void end(std::uint32_t, std::uint32_t) {}
};

struct RecordPoints {
    explicit RecordPoints(std::vector<SourceMap::Point>& to) : points(to) { points.assign(1, {0, 0}); }

    void border(std::uint32_t output, std::uint32_t input) { points.push_back({output, input}); }

    /// For charsets without ASCII: a new piece unless the character runs in step with the ASCII before it.
    void character(std::uint32_t output, std::uint32_t input, bool one_byte) {
        const bool in_ascii = points.size() % 2 != 0;
        const SourceMap::Point& last = points.back();
        const bool in_step = in_ascii && output - last.output == input - last.input;
        if (one_byte && in_step) return;
        if (!in_ascii) points.push_back({output, input});  // an ASCII piece: this character, or empty
        if (one_byte && !in_ascii) return;
        points.push_back({output, input});
    }

    void end(std::uint32_t output, std::uint32_t input) {
        const SourceMap::Point& last = points.back();
        const bool in_ascii = points.size() % 2 != 0;
        if (!in_ascii || output - last.output != input - last.input) points.push_back({output, input});
    }

    std::vector<SourceMap::Point>& points;
};

}  // namespace

Decoder::Decoder(const Charset& charset) : implementation_(std::make_unique<Implementation>(charset)) {}
Decoder::~Decoder() = default;
Decoder::Decoder(Decoder&&) noexcept = default;
Decoder& Decoder::operator=(Decoder&&) noexcept = default;

const Charset& Decoder::charset() const noexcept {
    return implementation_->charset();
}

DecodeResult Decoder::decode(std::string_view bytes, std::string& text) {
    RecordNothing recorder;
    return implementation_->decode(bytes, text, recorder);
}

DecodeResult Decoder::decode(std::string_view bytes, std::string& text, SourceMap& map) {
    RecordPoints recorder(map.points);
    return implementation_->decode(bytes, text, recorder);
}

std::size_t Decoder::input_offset(std::string_view bytes, const SourceMap& map, std::size_t output_offset) {
    const std::size_t piece = map.piece_of(output_offset);
    if (piece % 2 == 0 || !charset().keeps_ascii()) return map.input_offset(output_offset);
    std::size_t input = map.points[piece].input;
    std::size_t output = map.points[piece].output;
    while (input < bytes.size()) {
        const auto step = implementation_->step(bytes.data() + input, bytes.data() + bytes.size());
        if (!step || output + step->output > output_offset) break;
        input += step->input;
        output += step->output;
    }
    return input;
}

}  // namespace tengen::text
