#include "sgf/writer/escape.h"

#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tengen::sgf {

char* EscapingCopier::copy_control(char* to, const char* from, const char* end) {
    saw_control_ = true;
    switch (control_class(*from)) {
        case ControlClass::carriage_return:
            if (from + 1 == end || from[1] != '\n') {  // else the line feed is there already
                *to++ = '\n';
            }
            break;
        case ControlClass::blank:
            *to++ = ' ';
            break;
        default:
            break;
    }
    return to;
}

template <bool EscapeColon>
char* EscapingCopier::copy_each(char* to, const char* from, const char* const end) {
    const auto is_special = [](char c) { return c == ']' || c == '\\' || (EscapeColon && c == ':'); };
    unsigned bits = 0;
    for (; from != end; ++from) {
        bits |= static_cast<unsigned char>(*from);
        if (static_cast<unsigned char>(*from) < 0x20 && *from != '\n') [[unlikely]] {
            to = copy_control(to, from, end);
            continue;
        }
        *to = '\\';
        to += is_special(*from) ? 1 : 0;
        *to++ = *from;
    }
    high_bits_ |= bits;
    return to;
}

template <bool EscapeColon>
char* EscapingCopier::copy(char* to, std::string_view text) {
    const char* from = text.data();
    const char* const end = from + text.size();
#if defined(__SSE2__)
    // Sixteen bytes are stored before it is known how many of them may stay; the room allows for that.
    char* const begin = to;
    __m128i high = _mm_setzero_si128();
    __m128i lowest_ranks = _mm_set1_epi8(-1);
    while (end - from >= 16) {
        const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to), block);
        high = _mm_or_si128(high, block);
        lowest_ranks = _mm_min_epu8(lowest_ranks, ranks_of(block));
        __m128i special =
            _mm_or_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8(']')), _mm_cmpeq_epi8(block, _mm_set1_epi8('\\')));
        if constexpr (EscapeColon) {
            special = _mm_or_si128(special, _mm_cmpeq_epi8(block, _mm_set1_epi8(':')));
        }
        const auto mask = static_cast<unsigned>(_mm_movemask_epi8(special));
        if (mask == 0) [[likely]] {
            from += 16;
            to += 16;
        } else {
            const int before = std::countr_zero(mask);
            from += before;
            to += before;
            *to++ = '\\';
            *to++ = *from++;
        }
    }
    if (_mm_movemask_epi8(controls_among(lowest_ranks)) != 0) [[unlikely]] {
        return copy_each<EscapeColon>(begin, text.data(), end);  // all over again
    }
    if (_mm_movemask_epi8(high) != 0) {
        high_bits_ |= 0x80u;
    }
#endif
    return copy_each<EscapeColon>(to, from, end);
}

char* EscapingCopier::copy_text(char* to, std::string_view text) {
    return copy<false>(to, text);
}

char* EscapingCopier::copy_part(char* to, std::string_view text) {
    return copy<true>(to, text);
}

char* EscapingCopier::copy_raw(char* to, std::string_view raw) {
    unsigned bits = 0;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const char c = raw[i];
        bits |= static_cast<unsigned char>(c);
        if (control_class(c) == ControlClass::meaningless) [[unlikely]] {
            saw_control_ = true;
        } else if (c == '\\') {
            *to++ = '\\';
            if (i + 1 < raw.size()) {
                ++i;
                bits |= static_cast<unsigned char>(raw[i]);
                if (control_class(raw[i]) == ControlClass::meaningless) [[unlikely]] {
                    saw_control_ = true;
                    --to;  // the backslash, too: it must not fall to what follows
                } else {
                    *to++ = raw[i];
                }
            } else {
                *to++ = '\\';
            }
        } else {
            *to = '\\';
            to += c == ']' ? 1 : 0;
            *to++ = c;
        }
    }
    high_bits_ |= bits;
    return to;
}

}  // namespace tengen::sgf
