#include "card_text.h"

#include <algorithm>
#include <string>

namespace tengen::landman {

CardText::CardText(sdk::Host host, std::string_view bytes, std::string_view charset) : TextInput(host, bytes, charset) {
    const std::string_view all = text();
    const auto beyond =
        std::find_if(all.begin(), all.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    if (beyond != all.end()) {
        sdk::Place place;
        place.offset = source_offset(static_cast<std::size_t>(beyond - all.begin()));
        host.report("card.non-ascii", place,
                    "a character outside ASCII; the text is read as " +
                        std::string(this->charset().empty() ? "UTF-8" : this->charset()));
    }
}

}  // namespace tengen::landman
