// The text of an input, as UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include <tengen/model/storage.h>
#include <tengen/sdk/host.h>

namespace tengen::landman {

/// Cards are ASCII; what lies beyond is read as UTF-8. Bytes that are no UTF-8 are decoded by detection, or by the
/// charset that was asked for. The input must outlive the object.
class CardText {
public:
    /// Reports charset.assumed, card.non-ascii. Throws sdk::BadOption for an unknown charset.
    CardText(sdk::Host host, std::string_view bytes, std::string_view charset);

    /// Without byte-order mark.
    [[nodiscard]] std::string_view text() const { return text_; }
    /// Place of an offset of text() in the input.
    [[nodiscard]] std::uint64_t source_offset(std::size_t offset) const;
    /// Make text()[begin, end) the text of a game.
    void give(GameStorage& storage, std::size_t begin, std::size_t end) const;

private:
    void decode(sdk::Host host, std::string_view bytes, std::string_view charset);

    std::string_view text_;
    std::uint64_t start_ = 0;  // of text() in the input, if nothing was decoded
    std::shared_ptr<const sdk::DecodedText> decoded_;
    std::string_view charset_;
};

}  // namespace tengen::landman
