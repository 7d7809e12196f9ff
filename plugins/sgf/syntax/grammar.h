// The grammar of regular records: see grammar.cpp.
#pragma once

namespace tengen::sgf {

class TreeSink;

/// Read from p on, inside a tree, as long as everything is regular; returns the first byte that is not understood. That
/// is always the start of a token (white space before it is skipped): the ')' of the game, the end of the input, or
/// something for the recovery. Linear in what is read, no recursion, at most one exception inside (caught here).
const char* read_regular(const char* p, const char* end, TreeSink& sink);

}  // namespace tengen::sgf
