// Looking at bytes: classes of characters and the end of a value ("SGF FF[4], basic definition and property value
// types"). All functions may read up to 64 bytes behind the end they are given: every buffer is padded that far.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tengen::sgf {

/// Blank, TAB, LF, VT, FF, CR.
[[nodiscard]] constexpr bool is_space(char c) {
    return c == ' ' || static_cast<unsigned char>(c - '\t') <= 4;
}
[[nodiscard]] constexpr bool is_line_break(char c) {
    return c == '\n' || c == '\r';
}
[[nodiscard]] constexpr bool is_capital(char c) {
    return static_cast<unsigned char>(c - 'A') < 26;
}
[[nodiscard]] constexpr bool is_small(char c) {
    return static_cast<unsigned char>(c - 'a') < 26;
}
[[nodiscard]] constexpr bool is_letter(char c) {
    return static_cast<unsigned char>((c | 0x20) - 'a') < 26;
}
/// NUL and the other control bytes that are no white space.
[[nodiscard]] constexpr bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 && !is_space(c);
}

[[nodiscard]] inline const char* skip_space(const char* p, const char* end) {
    while (p != end && is_space(*p)) {
        ++p;
    }
    return p;
}

[[nodiscard]] inline const char* skip_letters(const char* p, const char* end) {
    while (p != end && is_letter(*p)) {
        ++p;
    }
    return p;
}

/// The first unescaped ']' at or behind p, or nullptr. `special` becomes true if a backslash or a control character
/// (line breaks too) stands before it: without any of them a value is its own text.
[[nodiscard]] inline const char* find_value_end(const char* p, const char* end, bool& special) {
#if defined(__SSE2__)
    const __m128i bracket = _mm_set1_epi8(']');
    const __m128i backslash = _mm_set1_epi8('\\');
    const __m128i last_control = _mm_set1_epi8(0x1F);
    while (p < end) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        const __m128i stops = _mm_or_si128(_mm_cmpeq_epi8(bytes, bracket), _mm_cmpeq_epi8(bytes, backslash));
        const auto stop_bits = static_cast<std::uint32_t>(_mm_movemask_epi8(stops));
        const auto control_bits =
            static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(bytes, last_control), bytes)));
        if (stop_bits != 0) [[likely]] {
            const int first = __builtin_ctz(stop_bits);
            special |= (control_bits & ((std::uint32_t{1} << first) - 1)) != 0;
            p += first;
            if (p >= end) {
                return nullptr;
            }
            if (*p == ']') [[likely]] {
                return p;
            }
            special = true;
            p += 2;
        } else {
            special |= control_bits != 0;
            p += 16;
        }
    }
    return nullptr;
#else
    for (; p < end; ++p) {
        if (*p == ']') {
            return p;
        }
        if (static_cast<unsigned char>(*p) < 0x20) {
            special = true;
        } else if (*p == '\\') {
            special = true;
            ++p;
        }
    }
    return nullptr;
#endif
}

}  // namespace tengen::sgf
