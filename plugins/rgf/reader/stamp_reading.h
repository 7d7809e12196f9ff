// The values of TS ("RGF text, TS").
#pragma once

#include <cstdint>
#include <string_view>

namespace tengen::rgf {

enum class StampFault : std::uint8_t {
    none,
    no_time,  ///< no number, or none below 10^300
    negative,
    minus_one,  ///< what the absence of a stamp means
    minus_two   ///< the end of all time, an idea that was not adopted
};

struct StampReading {
    std::string_view time;     ///< as it is spelled
    std::string_view counter;  ///< of the later revision, "t:n"; empty if there is none
    StampFault fault = StampFault::none;
};

/// The parts are slices of the text.
[[nodiscard]] StampReading read_stamp(std::string_view text);

}  // namespace tengen::rgf
