// Charsets of one input: what its bytes are in, asked of the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/sdk/host.h>

#include "sgf/reader/decoded_part.h"

namespace tengen::sgf {

struct CharsetTraits {
    bool is_known = false;
    bool is_utf8 = false;
    bool is_single_byte = false;
    bool has_ascii_trail_bytes = false;
};

/// Remembers what it found out, so that the work on a whole input stays linear whatever its games say. Not thread-safe.
class Charsets {
public:
    Charsets(sdk::Host host, std::string_view input) : host_(host), input_(input) {}

    [[nodiscard]] CharsetTraits traits(std::string_view label);

    /// Whether all of the input is valid UTF-8. Looks at all of it.
    [[nodiscard]] bool is_all_utf8();
    /// Whether a part of the input is. The input is looked at once, from its beginning to the end of that part and a
    /// little further.
    [[nodiscard]] bool is_utf8(std::string_view part);

    /// The first byte of bytes that are no UTF-8 which does not fit.
    [[nodiscard]] std::size_t first_bad_utf8(std::string_view bytes) const;

    /// The input from `begin` on, decoded for at least `size` bytes unless it ends before or has bytes that do not fit.
    /// nullptr if not even one byte does.
    [[nodiscard]] std::shared_ptr<const DecodedPart> decode(std::string_view label, std::uint64_t begin,
                                                            std::uint64_t size);
    /// Whether more can be decoded than the newest part in that charset has.
    [[nodiscard]] bool has_more(std::string_view label) const;

    /// Decode bytes that are no part of the input; nullptr if they do not fit.
    [[nodiscard]] bool decode_bytes(std::string_view label, std::string_view bytes, sdk::DecodedText& text) const {
        return host_.decode(label, bytes, text);
    }

    /// Whether the bytes need more than the charset of that name has, so that its superset was used.
    [[nodiscard]] bool needs_superset(std::string_view label, std::string_view bytes) const;

    /// Charsets by their likelihood, judged by all values of the input that are no ASCII.
    [[nodiscard]] const std::vector<std::string>& candidates();

private:
    /// The newest part of a charset. Big inputs are decoded part by part.
    struct KnownPart {
        std::shared_ptr<const DecodedPart> part;
        bool is_limited;  ///< it would go on
    };

    [[nodiscard]] std::string sample() const;
    [[nodiscard]] std::string sample_of_anything() const;
    [[nodiscard]] std::vector<KnownPart>::const_iterator find_part(std::string_view label) const;

    sdk::Host host_;
    std::string_view input_;
    std::optional<bool> is_all_utf8_;
    std::string last_label_;
    CharsetTraits last_traits_;
    std::size_t utf8_end_ = 0;    // the input is UTF-8 up to there, at least
    bool is_utf8_ended_ = false;  // a little behind utf8_end_ it is not
    std::vector<KnownPart> parts_;
    std::optional<std::vector<std::string>> candidates_;
};

[[nodiscard]] bool is_ascii(std::string_view bytes);
/// The first byte from 0x80 upwards, or the size.
[[nodiscard]] std::size_t first_non_ascii(std::string_view bytes);
/// Whether a name is that of the default charset of SGF or of its superset.
[[nodiscard]] bool is_default_charset(std::string_view label);

}  // namespace tengen::sgf
