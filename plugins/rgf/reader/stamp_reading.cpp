#include "rgf/reader/stamp_reading.h"

#include <algorithm>
#include <optional>

#include <tengen/model/stamp_time.h>

namespace tengen::rgf {

StampReading read_stamp(std::string_view text) {
    StampReading reading{text, {}, StampFault::none};
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        reading.time = text.substr(0, colon);
        reading.counter = text.substr(colon + 1);
        const bool is_number = !reading.counter.empty() && std::all_of(reading.counter.begin(), reading.counter.end(),
                                                                       [](char c) { return c >= '0' && c <= '9'; });
        if (!is_number) {
            reading.fault = StampFault::no_time;
            return reading;
        }
    }
    const std::optional<StampTime> time = StampTime::parse(reading.time);
    if (!time) {
        reading.fault = StampFault::no_time;
    } else if (time->is_negative()) {
        reading.fault = *time == StampTime::parse("-1")   ? StampFault::minus_one
                        : *time == StampTime::parse("-2") ? StampFault::minus_two
                                                          : StampFault::negative;
    }
    return reading;
}

}  // namespace tengen::rgf
