// What a text looks like between '[' and ']' ("SGF FF[4], Text, SimpleText, Compose").
#pragma once

#include <cstddef>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tengen::sgf {

/// Room that copying a value of so many bytes may need: every byte escaped.
[[nodiscard]] constexpr std::size_t escaped_room(std::size_t size) {
    return 2 * size + 16;
}

/// A text in a larger block of memory, so that short texts can be looked at as a whole.
struct TextInBlock {
    std::string_view text;
    std::size_t readable;  ///< bytes of memory from the start of the text on, at least its size
};

/// What a control character of a text becomes: nothing but line breaks and blanks means anything in a text, and readers
/// make blanks of other white space ("SGF FF[4], Text").
enum class ControlClass { none, line_feed, carriage_return, blank, meaningless };

[[nodiscard]] constexpr ControlClass control_class(char c) {
    if (static_cast<unsigned char>(c) >= 0x20) {
        return ControlClass::none;
    }
    switch (c) {
        case '\n':
            return ControlClass::line_feed;
        case '\r':
            return ControlClass::carriage_return;
        case '\t':
        case '\v':
        case '\f':
            return ControlClass::blank;
        default:
            return ControlClass::meaningless;
    }
}

/// Copies texts and notes on the way whether all of them were plain ASCII, and had no control characters but line
/// feeds. Of others, white space comes out as blanks, a carriage return as a line feed, and the rest not at all.
class EscapingCopier {
public:
    void begin() {
        high_bits_ = 0;
        saw_control_ = false;
    }
    [[nodiscard]] bool saw_non_ascii() const { return (high_bits_ & 0x80u) != 0; }
    [[nodiscard]] bool saw_control() const { return saw_control_; }

    /// A whole value: ']' and '\' get a backslash. There must be escaped_room() at `to`, and so in the functions below;
    /// they all return the end of what they wrote.
    [[nodiscard]] char* copy_text(char* to, TextInBlock block) {
#if defined(__SSE2__)
        const std::size_t size = block.text.size();
        if (size <= 16 && block.readable >= 16) [[likely]] {
            const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block.text.data()));
            const __m128i special = _mm_or_si128(
                _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(']')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))),
                controls_among(ranks_of(bytes)));
            const unsigned counts = (1u << size) - 1;
            if ((static_cast<unsigned>(_mm_movemask_epi8(special)) & counts) == 0) [[likely]] {
                _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
                if ((static_cast<unsigned>(_mm_movemask_epi8(bytes)) & counts) != 0) {
                    high_bits_ = 0x80u;
                }
                return to + size;
            }
        }
#endif
        return copy_text(to, block.text);
    }
    [[nodiscard]] char* copy_text(char* to, std::string_view text);
    /// A part of a composed value, where ':' gets one as well.
    [[nodiscard]] char* copy_part(char* to, std::string_view text);
    /// Text that holds its escapes already. It comes out as it is, unless it would end the value too early (a bare ']')
    /// or swallow the closing bracket (a last backslash that escapes nothing): such characters get a backslash. Control
    /// characters that are no white space are left out.
    [[nodiscard]] char* copy_raw(char* to, std::string_view raw);

private:
#if defined(__SSE2__)
    /// Bytes that are below 0x1F where there is a control character other than a line feed, which becomes the highest.
    [[nodiscard]] static __m128i ranks_of(__m128i bytes) {
        return _mm_sub_epi8(_mm_xor_si128(bytes, _mm_set1_epi8('\n')), _mm_set1_epi8(1));
    }
    [[nodiscard]] static __m128i controls_among(__m128i ranks) {
        return _mm_cmpeq_epi8(_mm_min_epu8(ranks, _mm_set1_epi8(0x1E)), ranks);
    }
#endif
    template <bool EscapeColon>
    [[nodiscard]] char* copy(char* to, std::string_view text);
    template <bool EscapeColon>
    [[nodiscard]] char* copy_each(char* to, const char* from, const char* end);
    /// The control character at `from`, which is no line feed.
    [[nodiscard]] char* copy_control(char* to, const char* from, const char* end);

    unsigned high_bits_ = 0;  // of all bytes, ored
    bool saw_control_ = false;
};

}  // namespace tengen::sgf
