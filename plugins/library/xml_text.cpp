#include "xml_text.h"

#include <tengen/model/spelling.h>

namespace tengen::library {

std::string to_xml(std::string_view text) {
    constexpr std::string_view replacement = "\xEF\xBF\xBD";
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const DecodedCharacter character = decode_character(text, at);
        const std::string_view bytes = text.substr(at, character.length);
        const char32_t code = character.code;
        at += character.length;
        if (code == '&') {
            result += "&amp;";
        } else if (code == '<') {
            result += "&lt;";
        } else if (code == '>') {
            result += "&gt;";
        } else if (code == '"') {
            result += "&quot;";
        } else if (code == unknown_character || (code < 0x20 && code != '\t' && code != '\n') || code == 0xFFFE ||
                   code == 0xFFFF) {
            result += replacement;
        } else {
            result += bytes;
        }
    }
    return result;
}

}  // namespace tengen::library
