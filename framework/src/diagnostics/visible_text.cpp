#include "diagnostics/visible_text.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "diagnostics/utf8.h"

namespace tengen::diagnostics {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

template <std::size_t count>
bool within(char32_t value, const std::array<Range, count>& ranges) noexcept {
    return std::any_of(ranges.begin(), ranges.end(),
                       [&](const Range& range) { return value >= range.first && value <= range.last; });
}

// C1 controls, line and paragraph separators, direction marks and overrides, invisible operators, the byte-order mark.
constexpr std::array<Range, 7> hidden{{{0x80, 0x9F},
                                       {0x061C, 0x061C},
                                       {0x200B, 0x200F},
                                       {0x2028, 0x202E},
                                       {0x2060, 0x206F},
                                       {0xFEFF, 0xFEFF},
                                       {0xFFF9, 0xFFFB}}};

// Combining marks take no column of their own.
constexpr std::array<Range, 6> combining{
    {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x1AB0, 0x1AFF}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}}};

// Scripts of East Asia and pictographs, which terminals draw two columns wide.
constexpr std::array<Range, 11> wide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0xA4CF},
                                      {0xA960, 0xA97C},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE6F},
                                      {0xFF01, 0xFF60},
                                      {0xFFE0, 0xFFE6},
                                      {0x1F300, 0x1FAFF},
                                      {0x20000, 0x3FFFD}}};

}  // namespace

VisibleCharacter visible_character(std::string_view text, std::size_t at) noexcept {
    const CodePoint point = decode_utf8(text, at);
    const std::string_view bytes = text.substr(at, point.length);
    if (!point.valid) {
        return {bytes, true, 4U * point.length};
    }
    const char32_t value = point.value;
    if (value == '\t' || (value >= 0x20 && value < 0x7F)) {
        return {bytes, false, 1};
    }
    if (value < 0x80) {
        return {bytes, true, 4};
    }
    if (within(value, hidden)) {
        return {bytes, true, 8};
    }
    return {bytes, false, within(value, wide) ? 2U : within(value, combining) ? 0U : 1U};
}

void append_visible(std::string& out, const VisibleCharacter& character) {
    if (!character.as_code) {
        out += character.bytes;
        return;
    }
    const CodePoint point = decode_utf8(character.bytes, 0);
    if (point.valid && point.value >= 0x80) {
        fmt::format_to(std::back_inserter(out), "<U+{:04X}>", static_cast<unsigned>(point.value));
        return;
    }
    for (const char byte : character.bytes) {
        fmt::format_to(std::back_inserter(out), "<{:02X}>", static_cast<unsigned char>(byte));
    }
}

void append_visible(std::string& out, std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const VisibleCharacter character = visible_character(text, at);
        if (character.bytes == "\t") {
            out += ' ';
        } else {
            append_visible(out, character);
        }
        at += character.bytes.size();
    }
}

std::string quoted(std::string_view text, std::size_t limit) {
    std::string out = "\"";
    std::size_t at = 0;
    for (std::size_t shown = 0; at < text.size() && shown < limit; ++shown) {
        const VisibleCharacter character = visible_character(text, at);
        append_visible(out, character.bytes);
        at += character.bytes.size();
    }
    if (at < text.size()) {
        out += "...";
    }
    return out + '"';
}

std::string shortened_message(std::string_view message, std::size_t limit) {
    if (message.size() <= limit) {
        return std::string(message);
    }
    std::size_t end = limit;
    while (end > 0 && (static_cast<unsigned char>(message[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    return std::string(message.substr(0, end)) + "... (" + std::to_string(message.size() - end) + " bytes more)";
}

}  // namespace tengen::diagnostics
