// The game trees of a collection, one after the other ("SGF FF[4], EBNF definition: Collection").
#pragma once

#include <cstdint>
#include <string_view>

#include <tengen/model/storage.h>

#include "sgf/syntax/irregularity.h"
#include "sgf/syntax/tree_sink.h"

namespace tengen::sgf {

/// What a reading of one tree came to.
struct TreeReading {
    const char* next;  ///< behind the tree
    bool is_fatal;     ///< a limit was exceeded; the last note says which
};

/// Read the tree whose own parenthesis stands at `paren` (see TreeFinder) into empty columns; header.text is set, and
/// no other member of the header. Values stand as tree_sink.h says. With `cut_suspects` a value that seems to have
/// swallowed a node is cut in front of it. The bytes behind `end` are padded with 64 zero bytes. Linear in time and
/// memory; throws TooManyEntries and std::bad_alloc.
TreeReading read_tree(const char* paren, const char* end, const SyntaxLimits& limits, bool cut_suspects,
                      GameStorage& storage, Notes& notes, SyntaxWorkspace& workspace);

/// Walks over what stands between trees.
class TreeFinder {
public:
    explicit TreeFinder(std::string_view input) : begin_(input.data()), end_(input.data() + input.size()) {}

    /// From p (the start of the input, or the end of a tree) to the next tree with a node: its parenthesis, or nullptr
    /// if there is none. Notes that concern the tree before go to `before`, those of the tree found to `found`; if
    /// there is none, the caller decides what to make of `found`. The two lists are appended to.
    const char* find(const char* p, Notes& before, Notes& found);

    /// Whether any tree, even an empty one, was found.
    [[nodiscard]] bool has_found() const { return has_found_; }

private:
    [[nodiscard]] const char* next_start(const char* p) const;

    const char* begin_;
    const char* end_;
    const char* known_until_ = nullptr;  ///< parentheses before it start trees
    std::uint32_t ignored_ = 0;          ///< parentheses that were followed by a tree instead of a node, still open
    bool has_found_ = false;
    bool is_behind_game_ = false;
};

}  // namespace tengen::sgf
