#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tengen::diagnostics {

struct LinePosition {
    std::uint64_t line;        // from 1
    std::uint64_t column;      // from 1, in bytes
    std::uint64_t line_start;  // offset of the first byte of the line
};

// Byte offset to line and column. LF, CR, CR LF and LF CR each end one line; their bytes belong to the line they end.
//
// Lazy: bytes are looked at once, only up to the largest offset asked for, so one question costs one pass over what
// stands before it. On the way a mark is kept for every 512 bytes (3 % of the input), after which any question costs at
// most 512 bytes: a million findings take linear time in any order, also on one endless line.
//
// The bytes must outlive the index. One thread at a time.
class LineIndex {
public:
    explicit LineIndex(std::string_view bytes) noexcept : bytes_(bytes) {}

    // Offsets behind the end count as the end.
    LinePosition position(std::uint64_t offset);

    // Nothing before `offset` will be asked for soon: its lines are counted now, as long as its bytes are at hand, and
    // its marks are dropped, so that memory does not grow with the input. Questions about it are still answered, each
    // by a pass over everything before.
    void forget_before(std::uint64_t offset);

    // How many marks are kept: what the index takes of memory.
    std::size_t marks() const noexcept { return marks_.size(); }

private:
    struct Mark {
        std::uint64_t line;
        std::uint64_t line_start;  // one byte behind the mark if it falls between the two bytes of a line end
    };

    // Moves `mark` over line ends that are complete at `offset`, starting to look at `from`.
    void advance(Mark& mark, std::uint64_t from, std::uint64_t offset) const noexcept;

    std::string_view bytes_;
    std::vector<Mark> marks_;
    std::uint64_t first_ = 0;  // the number of marks_.front()
};

}  // namespace tengen::diagnostics
