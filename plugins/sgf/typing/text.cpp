#include "sgf/typing/text.h"

#include <array>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "sgf/syntax/scan.h"

namespace tengen::sgf {

namespace {

enum class Class : std::uint8_t { ordinary, backslash, line_break, blank, control };

constexpr std::array<Class, 256> classes = [] {
    std::array<Class, 256> table{};
    for (std::size_t c = 0; c < 0x20; ++c) {
        table[c] = Class::control;
    }
    table['\t'] = table['\v'] = table['\f'] = Class::blank;
    table['\n'] = table['\r'] = Class::line_break;
    table['\\'] = Class::backslash;
    return table;
}();

Class class_of(char c) {
    return classes[static_cast<unsigned char>(c)];
}

/// Behind the line break at p, which may have two bytes.
const char* behind_line_break(const char* p, const char* end) {
    const bool is_pair = p + 1 != end && is_line_break(p[1]) && p[1] != p[0];
    return p + (is_pair ? 2 : 1);
}

/// The first backslash or control character (line breaks too) at or behind p.
const char* find_special(const char* p, const char* end) {
#if defined(__SSE2__)
    const __m128i backslash = _mm_set1_epi8('\\');
    const __m128i last_control = _mm_set1_epi8(0x1F);
    for (; end - p >= 16; p += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        const __m128i special =
            _mm_or_si128(_mm_cmpeq_epi8(bytes, backslash), _mm_cmpeq_epi8(_mm_min_epu8(bytes, last_control), bytes));
        const auto bits = static_cast<unsigned>(_mm_movemask_epi8(special));
        if (bits != 0) {
            return p + __builtin_ctz(bits);
        }
    }
#endif
    while (p != end && class_of(*p) == Class::ordinary) {
        ++p;
    }
    return p;
}

}  // namespace

bool is_own_text(std::string_view raw, TextKind kind) {
    const char* end = raw.data() + raw.size();
    const char* p = find_special(raw.data(), end);
    while (p != end && *p == '\n' && kind == TextKind::text) {
        p = find_special(p + 1, end);
    }
    return p == end;
}

char* unescape(std::string_view raw, TextKind kind, char* to, TextTraits& traits) {
    if (raw.empty()) {
        return to;  // it may have no address, from which nothing can be copied
    }
    const char* p = raw.data();
    const char* end = p + raw.size();
    for (;;) {
        const char* special = find_special(p, end);
        std::memcpy(to, p, static_cast<std::size_t>(special - p));
        to += special - p;
        p = special;
        if (p == end) {
            return to;
        }
        switch (class_of(*p)) {
            case Class::backslash:
                if (++p == end) {
                    return to;
                }
                if (is_line_break(*p)) {
                    p = behind_line_break(p, end);
                } else if (is_control(*p)) {
                    traits.control = true;
                    ++p;
                } else {
                    *to++ = is_space(*p) ? ' ' : *p;
                    ++p;
                }
                break;
            case Class::line_break:
                *to++ = kind == TextKind::text ? '\n' : ' ';
                traits.line_break |= kind == TextKind::simple_text;
                p = behind_line_break(p, end);
                break;
            case Class::blank:
                *to++ = ' ';
                ++p;
                break;
            default:
                traits.control = true;
                ++p;
                break;
        }
    }
}

std::string simple_text_of(std::string_view raw) {
    std::string text(raw);
    if (!is_own_text(raw, TextKind::simple_text)) {
        TextTraits traits;
        text.resize(static_cast<std::size_t>(unescape(raw, TextKind::simple_text, text.data(), traits) - text.data()));
    }
    return text;
}

std::size_t find_colon(std::string_view raw, std::size_t from) {
    for (std::size_t i = from; i < raw.size(); ++i) {
        if (raw[i] == '\\') {
            ++i;
        } else if (raw[i] == ':') {
            return i;
        }
    }
    return std::string_view::npos;
}

}  // namespace tengen::sgf
