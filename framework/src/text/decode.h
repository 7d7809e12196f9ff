#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "text/charset.h"

/// Strict decoding of bytes to UTF-8 with the way back from decoded text to byte offsets.
namespace tengen::text {

/// Where decoded text came from. All offsets are in bytes: of the decoded UTF-8 text (output) and of the bytes that
/// were decoded (input), both counted from their starts.
///
/// The points cut both into pieces, in ascending order. The piece that starts at a point of even index is ASCII: input
/// and output run in step there. The piece that starts at a point of odd index holds other characters; only its start
/// is recorded (Decoder::input_offset finds the character in it). Pieces may be empty; the first point is always {0,
/// 0}.
struct SourceMap {
    struct Point {
        std::uint32_t output;
        std::uint32_t input;
        friend bool operator==(const Point&, const Point&) = default;
    };
    std::vector<Point> points{{0, 0}};

    /// The input offset of an output offset: exact in ASCII, at the start of a run of other characters, and at the very
    /// end; inside such a run the start of that run. Logarithmic time.
    [[nodiscard]] std::size_t input_offset(std::size_t output_offset) const noexcept;

    /// Index of the point whose piece holds the output offset.
    [[nodiscard]] std::size_t piece_of(std::size_t output_offset) const noexcept;
};

/// What became of a decoding: all bytes fitted, or the offset of the first byte (of the first character) that did not.
struct DecodeResult {
    static constexpr std::size_t complete = static_cast<std::size_t>(-1);
    std::size_t bad_offset = complete;
    [[nodiscard]] bool ok() const noexcept { return bad_offset == complete; }
    explicit operator bool() const noexcept { return ok(); }
};

/// Decodes bytes of one charset, with its superset where the label means one. Nothing is ever substituted: a byte
/// sequence without a character in the charset, and a sequence that the end of the input cuts off, stop the decoding.
/// Characters of private-use areas that the charset maps count as fitting. A byte-order mark is decoded as U+FEFF,
/// except by the charsets UTF-16 and UTF-32, where it tells the byte order.
///
/// Threads: a decoder holds an ICU converter and remembers characters it has met, so one object serves one thread at a
/// time. Keep one per thread and charset and reuse it: it gets faster as it meets characters again.
/// Input of 1 GiB or more is refused (std::length_error), as 32 bits hold the offsets.
class Decoder {
public:
    /// Throws std::runtime_error when ICU lacks the converter (its data is not installed).
    explicit Decoder(const Charset& charset);
    ~Decoder();
    Decoder(Decoder&&) noexcept;
    Decoder& operator=(Decoder&&) noexcept;

    [[nodiscard]] const Charset& charset() const noexcept;

    /// Replaces `text` (whose memory is reused) by the decoded bytes. After a failure it holds what came before the bad
    /// byte.
    DecodeResult decode(std::string_view bytes, std::string& text);

    /// The same, and replaces `map`. Eight bytes for each border between ASCII and other characters; charsets that do
    /// not keep ASCII (UTF-16, ISO-2022) take sixteen bytes for each character that is not a one-byte ASCII character.
    DecodeResult decode(std::string_view bytes, std::string& text, SourceMap& map);

    /// True when all bytes fit the charset.
    bool accepts(std::string_view bytes) { return decode(bytes, scratch_).ok(); }

    /// The input offset of the character that holds `output_offset`; exact inside runs of non-ASCII characters too, at
    /// the cost of walking that run. `bytes` and `map` are those of a decoding with this charset.
    [[nodiscard]] std::size_t input_offset(std::string_view bytes, const SourceMap& map, std::size_t output_offset);

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
    std::string scratch_;
};

}  // namespace tengen::text
