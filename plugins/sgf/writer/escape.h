// What a text looks like between '[' and ']' ("SGF FF[4], Text, SimpleText, Compose").
#pragma once

#include <cstddef>
#include <string_view>

namespace tengen::sgf {

/// Room that copying a value of so many bytes may need: every byte escaped.
[[nodiscard]] constexpr std::size_t escaped_room(std::size_t size) {
    return 2 * size + 16;
}

/// Copies texts and notes on the way whether all of them were plain ASCII.
class EscapingCopier {
public:
    void begin() { high_bits_ = 0; }
    [[nodiscard]] bool saw_non_ascii() const { return (high_bits_ & 0x80u) != 0; }

    /// A whole value: ']' and '\' get a backslash. There must be escaped_room() at `to`, and so in the functions below;
    /// they all return the end of what they wrote.
    [[nodiscard]] char* copy_text(char* to, std::string_view text);
    /// A part of a composed value, where ':' gets one as well.
    [[nodiscard]] char* copy_part(char* to, std::string_view text);
    /// Text that holds its escapes already. It comes out as it is, unless it would end the value too early (a bare ']')
    /// or swallow the closing bracket (a last backslash that escapes nothing): such characters get a backslash.
    [[nodiscard]] char* copy_raw(char* to, std::string_view raw);

private:
    template <bool EscapeColon>
    [[nodiscard]] char* copy(char* to, std::string_view text);

    unsigned high_bits_ = 0;  // of all bytes, ored
};

}  // namespace tengen::sgf
