#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "text/charset.h"

namespace tengen::text {

/// What became of an encoding: everything fitted, or the first character that the charset lacks.
struct EncodeResult {
    static constexpr std::size_t complete = static_cast<std::size_t>(-1);
    std::size_t bad_offset = complete;  ///< of the character, in bytes of the UTF-8 text
    char32_t code_point = 0;            ///< the character; U+FFFD when the text is not valid UTF-8 there
    [[nodiscard]] bool ok() const noexcept { return bad_offset == complete; }
    explicit operator bool() const noexcept { return ok(); }
};

/// Encodes UTF-8 text into a charset as declared (not its superset: a file that says EUC-KR must be readable by those
/// who know nothing but EUC-KR). Strict: no substitutes, no look-alikes, nothing dropped; decoding the result with a
/// Decoder of the same charset gives the text back. No byte-order mark is written, except by the charsets UTF-16 and
/// UTF-32 themselves.
///
/// Threads: as Decoder, one object serves one thread at a time.
class Encoder {
public:
    /// Throws std::runtime_error when ICU lacks the converter.
    explicit Encoder(const Charset& charset);
    ~Encoder();
    Encoder(Encoder&&) noexcept;
    Encoder& operator=(Encoder&&) noexcept;

    [[nodiscard]] const Charset& charset() const noexcept;

    /// Replaces `bytes` by the encoded text; after a failure it holds what came before the character.
    EncodeResult encode(std::string_view utf8, std::string& bytes);

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

/// Whether syntax in ASCII can be told from text in the charset: ASCII is itself, and no other character begins with a
/// byte of it. That rules out UTF-16, UTF-7, EBCDIC, and all that shift between alphabets (ISO-2022, HZ, SCSU). Where
/// the coding does not say, all characters of the Basic Multilingual Plane are tried, which may take some 10
/// milliseconds.
[[nodiscard]] bool keeps_ascii_apart(const Charset& charset);

}  // namespace tengen::text
