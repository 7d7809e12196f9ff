// What happens in the recorded streams of a game, for people and for programs.
#pragma once

#include <cstdint>
#include <string_view>

#include "io/sink.h"
#include "pipeline/input_reader.h"

namespace tengen::cli {

/// A line that names the stream, one with headings, and one for every event.
void write_event_table(const pipeline::ReadGame& read, std::uint32_t stream, std::string_view input, io::Sink& sink);

/// One JSON object a line: input, file (of a container), game, stream, seq, doc, time, counter, position, property,
/// arguments, cursor, skipped. The members about the event are those of `events` in the JSON of a game; counter and
/// skipped are there only if they say something.
void write_event_lines(const pipeline::ReadGame& read, std::uint32_t stream, std::string_view input, io::Sink& sink);

}  // namespace tengen::cli
