#include "findings.h"

namespace tengen::json {

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::string result = "'";
    bool cut = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (result.size() >= longest && (byte & 0xC0) != 0x80) {  // not inside a character
            cut = true;
            break;
        }
        result += byte < 0x20 || byte == 0x7F ? ' ' : text[i];
    }
    result += cut ? "...'" : "'";
    return result;
}

}  // namespace tengen::json
