// The text of an input, as UTF-8.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <tengen/sdk/host.h>

namespace tengen::library {

/// UTF-8 stays as it is; other bytes are decoded by detection, or by the charset that was asked for. The input must
/// outlive the object.
class TextInput {
public:
    /// Reports charset.assumed. Throws sdk::BadOption for an unknown charset.
    TextInput(sdk::Host host, std::string_view bytes, std::string_view charset);

    /// Without byte-order mark.
    [[nodiscard]] std::string_view text() const { return text_; }
    /// Place of an offset of text() in the input.
    [[nodiscard]] std::uint64_t source_offset(std::size_t offset) const;

private:
    std::string_view text_;
    std::uint64_t start_ = 0;
    std::optional<sdk::DecodedText> decoded_;
};

}  // namespace tengen::library
