// Short lines for people and for mail: line breaks between tokens.
#pragma once

#include <cstddef>
#include <string_view>

#include "sgf/writer/text_buffer.h"

namespace tengen::sgf {

/// Append `game`, text that this writer printed, with line breaks where a line would get longer than `width` characters
/// (UTF-8, not bytes). Breaks stand in front of nodes, properties, further values and parentheses, never inside a value
/// and never between an identifier and its value; what is longer than a line stays whole.
void wrap_lines(std::string_view game, std::size_t width, TextBuffer& to);

}  // namespace tengen::sgf
