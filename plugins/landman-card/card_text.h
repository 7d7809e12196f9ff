// The text of an input, as UTF-8.
#pragma once

#include <string_view>

#include <tengen/sdk/host.h>
#include <tengen/sdk/text_input.h>

namespace tengen::landman {

/// Cards are ASCII; what lies beyond is read as UTF-8 or in another charset. The input must outlive the object.
class CardText : public sdk::TextInput {
public:
    /// Reports card.non-ascii too. Throws sdk::BadOption for an unknown charset.
    CardText(sdk::Host host, std::string_view bytes, std::string_view charset);
};

}  // namespace tengen::landman
