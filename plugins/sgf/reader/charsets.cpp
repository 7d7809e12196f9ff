#include "sgf/reader/charsets.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "sgf/syntax/scan.h"

namespace tengen::sgf {

namespace {

/// The most bytes that are decoded at once: offsets in decoded text have 32 bits, and decoders take less than a GiB.
constexpr std::uint64_t largest_part = (std::uint64_t{1} << 30) - 65536;
/// What is decoded at once if no tree needs more.
constexpr std::uint64_t usual_part = std::uint64_t{4} << 20;
/// No character of any charset has more bytes, with what may stand before it to switch to another set.
constexpr std::uint64_t longest_character = 8;
/// UTF-8 is looked for in steps of this size.
constexpr std::size_t utf8_step = std::size_t{1} << 20;
/// What is enough to tell charsets apart, and how far is looked for it.
constexpr std::size_t largest_sample = std::size_t{4} << 20;
constexpr std::size_t sampled_input = std::size_t{64} << 20;

}  // namespace

bool is_ascii(std::string_view bytes) {
    return first_non_ascii(bytes) == bytes.size();
}

std::size_t first_non_ascii(std::string_view bytes) {
    std::size_t i = 0;
#if defined(__SSE2__)
    for (; i + 64 <= bytes.size(); i += 64) {
        const auto* block = reinterpret_cast<const __m128i*>(bytes.data() + i);
        const __m128i any = _mm_or_si128(_mm_or_si128(_mm_loadu_si128(block), _mm_loadu_si128(block + 1)),
                                         _mm_or_si128(_mm_loadu_si128(block + 2), _mm_loadu_si128(block + 3)));
        if (_mm_movemask_epi8(any) != 0) {
            break;
        }
    }
#endif
    constexpr std::uint64_t high_bits = 0x8080'8080'8080'8080;
    for (; i + 8 <= bytes.size(); i += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + i, sizeof word);
        if ((word & high_bits) != 0) {
            break;
        }
    }
    while (i < bytes.size() && static_cast<unsigned char>(bytes[i]) < 0x80) {
        ++i;
    }
    return i;
}

bool is_default_charset(std::string_view label) {
    std::string folded;
    for (const char c : label) {
        if (is_letter(c) || (c >= '0' && c <= '9')) {
            folded += static_cast<char>(is_capital(c) ? c - 'A' + 'a' : c);
        }
    }
    return folded == "iso88591" || folded == "windows1252" || folded == "cp1252" || folded == "latin1" ||
           folded == "usascii" || folded == "ascii";
}

CharsetTraits Charsets::traits(std::string_view label) {
    if (label != last_label_) {
        std::uint32_t flags = 0;
        CharsetTraits traits;
        traits.is_known = host_.find_charset(label, flags);
        traits.is_utf8 = (flags & TENGEN_CHARSET_UTF8) != 0;
        traits.is_single_byte = (flags & TENGEN_CHARSET_SINGLE_BYTE) != 0;
        traits.has_ascii_trail_bytes = (flags & TENGEN_CHARSET_ASCII_TRAIL_BYTES) != 0;
        last_label_ = label;
        last_traits_ = traits;
    }
    return last_traits_;
}

bool Charsets::is_all_utf8() {
    if (!is_all_utf8_) {
        is_all_utf8_ = host_.is_utf8(input_);
    }
    return *is_all_utf8_;
}

std::size_t Charsets::first_bad_utf8(std::string_view bytes) const {
    sdk::DecodedText text;
    if (host_.decode("UTF-8", bytes, text)) {
        return bytes.size();
    }
    return static_cast<std::size_t>(std::min<std::uint64_t>(text.error_offset(), bytes.size()));
}

bool Charsets::is_utf8(std::string_view part) {
    const std::size_t end = static_cast<std::size_t>(part.data() - input_.data()) + part.size();
    while (utf8_end_ < end && !is_utf8_ended_) {
        std::size_t next = std::min(input_.size(), std::max(end, utf8_end_ + utf8_step));
        // Cut between two characters.
        for (int i = 0; i < 3 && next < input_.size() && (static_cast<unsigned char>(input_[next]) & 0xC0U) == 0x80U;
             ++i) {
            --next;
        }
        if (next <= utf8_end_ || !host_.is_utf8(input_.substr(utf8_end_, next - utf8_end_))) {
            is_utf8_ended_ = true;
        } else {
            utf8_end_ = next;
        }
    }
    return end <= utf8_end_ || host_.is_utf8(part);
}

std::vector<Charsets::KnownPart>::const_iterator Charsets::find_part(std::string_view label) const {
    return std::find_if(parts_.begin(), parts_.end(), [&](const auto& known) { return known.part->label() == label; });
}

bool Charsets::has_more(std::string_view label) const {
    const auto known = find_part(label);
    return known != parts_.end() && known->is_limited;
}

std::shared_ptr<const DecodedPart> Charsets::decode(std::string_view label, std::uint64_t begin, std::uint64_t size) {
    const auto known = find_part(label);
    if (known != parts_.end() && known->part->begin() <= begin && begin < known->part->end() &&
        (!known->is_limited || known->part->end() - begin >= size)) {
        return known->part;
    }
    std::string_view bytes = input_.substr(static_cast<std::size_t>(begin));
    bytes = bytes.substr(0, static_cast<std::size_t>(std::min(std::max(size, usual_part), largest_part)));
    bool is_limited = begin + bytes.size() < input_.size();
    sdk::DecodedText text;
    if (!host_.decode(label, bytes, text)) {
        const std::uint64_t good = text.error_offset();
        if (good == 0 || good >= bytes.size()) {
            return nullptr;
        }
        // The limit may have cut a character.
        is_limited = is_limited && good + longest_character >= bytes.size();
        bytes = bytes.substr(0, static_cast<std::size_t>(good));
        if (!host_.decode(label, bytes, text)) {
            return nullptr;
        }
    }
    is_limited = is_limited && bytes.size() + longest_character < largest_part;
    auto part = std::make_shared<const DecodedPart>(std::string(label), begin, begin + bytes.size(), std::move(text));
    if (known != parts_.end()) {
        parts_[static_cast<std::size_t>(known - parts_.cbegin())] = {part, is_limited};
    } else {
        parts_.push_back({part, is_limited});
    }
    return part;
}

bool Charsets::needs_superset(std::string_view label, std::string_view bytes) const {
    sdk::DecodedText text;
    return host_.decode(label, bytes, text) && text.superset_needed();
}

const std::vector<std::string>& Charsets::candidates() {
    if (!candidates_) {
        candidates_ = host_.detect_charset(sample());
    }
    return *candidates_;
}

/// All values that are no ASCII (of a big input: its first ones), one a line. The charset is not known yet, so a
/// bracket or a backslash may be part of a character: a value is taken to end at a bracket behind which something
/// follows that may follow a value.
std::string Charsets::sample() const {
    std::string sample;
    const char* end = input_.data() + std::min(input_.size(), sampled_input);
    const char* p = input_.data();
    while (p < end && sample.size() < largest_sample) {
        p = static_cast<const char*>(std::memchr(p, '[', static_cast<std::size_t>(end - p)));
        if (p == nullptr) {
            break;
        }
        const char* begin = ++p;
        bool is_text = false;
        for (; p < end; ++p) {
            if (static_cast<unsigned char>(*p) >= 0x80) {
                is_text = true;
            } else if (*p == ']' && !(p[-1] == '\\' && static_cast<unsigned char>(p[-2]) < 0x80)) {
                const char* next = p + 1;
                if (next == end || is_space(*next) || is_letter(*next) || *next == '[' || *next == ';' ||
                    *next == '(' || *next == ')') {
                    break;
                }
            }
        }
        if (is_text) {
            sample.append(begin, p);
            sample += '\n';
        }
    }
    return sample.empty() ? sample_of_anything() : sample;
}

/// What is no ASCII stands in no value: behind a bracket that nobody escaped, say, or where one is missing.
std::string Charsets::sample_of_anything() const {
    std::string sample;
    std::string_view rest = input_.substr(0, sampled_input);
    while (!rest.empty() && sample.size() < largest_sample) {
        const std::string_view piece = rest.substr(0, rest.find_first_of("[]"));
        rest.remove_prefix(std::min(rest.size(), piece.size() + 1));
        if (first_non_ascii(piece) != piece.size()) {
            sample += piece;
            sample += '\n';
        }
    }
    return sample;
}

}  // namespace tengen::sgf
