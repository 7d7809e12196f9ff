// A part of the input that had to be decoded, and the way back from its text to the bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/abi/game.h>
#include <tengen/model/column.h>
#include <tengen/sdk/host.h>

namespace tengen::sgf {

/// Immutable once it was made; games keep it alive, as their text points into it.
class DecodedPart {
public:
    /// `begin` and `end` are offsets in the input, in bytes.
    DecodedPart(std::string label, std::uint64_t begin, std::uint64_t end, sdk::DecodedText text)
        : label_(std::move(label)), begin_(begin), end_(end), text_(std::move(text)) {}
    /// The same, if single bytes were left out before decoding: `cuts` are their places among the bytes that were
    /// decoded, in ascending order, none of them inside a run of ASCII.
    DecodedPart(std::string label, std::uint64_t begin, std::uint64_t end, sdk::DecodedText text,
                std::vector<std::uint32_t> cuts)
        : DecodedPart(std::move(label), begin, end, std::move(text)) {
        cuts_ = std::move(cuts);
    }

    [[nodiscard]] const std::string& label() const { return label_; }
    [[nodiscard]] std::uint64_t begin() const { return begin_; }
    [[nodiscard]] std::uint64_t end() const { return end_; }
    /// Followed by at least 64 zero bytes.
    [[nodiscard]] std::string_view text() const { return text_.text(); }
    [[nodiscard]] std::string_view charset() const { return text_.charset(); }
    [[nodiscard]] bool superset_needed() const { return text_.superset_needed(); }

    /// The offset in the input of a place in the text. Logarithmic.
    [[nodiscard]] std::uint64_t input_offset(const char* p) const;
    /// The place in the text of an offset in the input at which a character starts. Logarithmic.
    [[nodiscard]] const char* place_of(std::uint64_t input_offset) const;

    /// The runs of a piece of the text, as a game has them whose text is that piece.
    void copy_runs(std::string_view piece, Column<tengen_source_run>& to) const;

private:
    /// An offset among the bytes that were decoded, as one from begin_ on.
    [[nodiscard]] std::uint64_t with_cuts(std::uint64_t decoded) const;

    std::string label_;
    std::uint64_t begin_;
    std::uint64_t end_;
    sdk::DecodedText text_;
    std::vector<std::uint32_t> cuts_;
};

}  // namespace tengen::sgf
