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

    /// Whether all of the input is valid UTF-8.
    [[nodiscard]] bool is_all_utf8();
    [[nodiscard]] bool is_utf8(std::string_view bytes) { return is_all_utf8() || host_.is_utf8(bytes); }

    /// The first byte of bytes that are no UTF-8 which does not fit.
    [[nodiscard]] std::size_t first_bad_utf8(std::string_view bytes) const;

    /// The input from `begin` on, decoded as far as the charset fits: to the end of the input, or to the first bytes
    /// that do not fit. nullptr if not even one byte does.
    [[nodiscard]] std::shared_ptr<const DecodedPart> decode(std::string_view label, std::uint64_t begin);

    /// Decode bytes that are no part of the input; nullptr if they do not fit.
    [[nodiscard]] bool decode_bytes(std::string_view label, std::string_view bytes, sdk::DecodedText& text) const {
        return host_.decode(label, bytes, text);
    }

    /// Whether the bytes need more than the charset of that name has, so that its superset was used.
    [[nodiscard]] bool needs_superset(std::string_view label, std::string_view bytes) const;

    /// Charsets by their likelihood, judged by all values of the input that are no ASCII.
    [[nodiscard]] const std::vector<std::string>& candidates();

private:
    [[nodiscard]] std::string sample() const;

    sdk::Host host_;
    std::string_view input_;
    std::optional<bool> is_all_utf8_;
    std::string last_label_;
    CharsetTraits last_traits_;
    std::vector<std::shared_ptr<const DecodedPart>> parts_;  // the newest of each label
    std::optional<std::vector<std::string>> candidates_;
};

[[nodiscard]] bool is_ascii(std::string_view bytes);
/// The first byte from 0x80 upwards, or the size.
[[nodiscard]] std::size_t first_non_ascii(std::string_view bytes);
/// Whether a name is that of the default charset of SGF or of its superset.
[[nodiscard]] bool is_default_charset(std::string_view label);

}  // namespace tengen::sgf
