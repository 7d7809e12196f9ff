#include "diagnostics/line_index.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace tengen::diagnostics {

namespace {

constexpr std::uint64_t bytes_per_mark = 512;

bool ends_line(char byte) noexcept {
    return byte == '\n' || byte == '\r';
}

constexpr bool holds_zero_byte(std::uint64_t word) noexcept {
    return ((word - 0x0101010101010101U) & ~word & 0x8080808080808080U) != 0;
}

// Offset of the first LF or CR in [from, end), or end. Eight bytes at a time, since most hold neither.
std::uint64_t next_line_end(std::string_view bytes, std::uint64_t from, std::uint64_t end) noexcept {
    constexpr std::uint64_t all_lf = 0x0A0A0A0A0A0A0A0AU;
    constexpr std::uint64_t all_cr = 0x0D0D0D0D0D0D0D0DU;
    std::uint64_t at = from;
    for (; at + 8 <= end; at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, sizeof word);
        if (holds_zero_byte(word ^ all_lf) || holds_zero_byte(word ^ all_cr)) {
            break;
        }
    }
    while (at < end && !ends_line(bytes[at])) {
        ++at;
    }
    return at;
}

}  // namespace

LinePosition LineIndex::position(std::uint64_t offset) {
    offset = std::min<std::uint64_t>(offset, bytes_.size());
    const std::uint64_t wanted = offset / bytes_per_mark;
    if (marks_.empty()) {
        marks_.push_back({1, 0});
    }
    if (wanted < first_) {
        return LineIndex(bytes_).position(offset);
    }
    while (first_ + marks_.size() <= wanted) {
        Mark mark = marks_.back();
        const std::uint64_t last = first_ + marks_.size() - 1;
        const std::uint64_t from = std::max(last * bytes_per_mark, mark.line_start);
        const std::uint64_t place = (last + 1) * bytes_per_mark;
        advance(mark, from, place);
        // A line end of two bytes that straddles the mark must not be taken for two line ends later.
        if (place < bytes_.size() && ends_line(bytes_[place]) && ends_line(bytes_[place - 1]) &&
            bytes_[place] != bytes_[place - 1] && mark.line_start < place) {
            ++mark.line;
            mark.line_start = place + 1;
        }
        marks_.push_back(mark);
    }
    std::uint64_t chosen = wanted;
    if (marks_[chosen - first_].line_start > offset) {
        --chosen;
    }
    Mark mark = marks_[chosen - first_];
    advance(mark, std::max(chosen * bytes_per_mark, mark.line_start), offset);
    return {mark.line, offset - mark.line_start + 1, mark.line_start};
}

void LineIndex::forget_before(std::uint64_t offset) {
    offset = std::min<std::uint64_t>(offset, bytes_.size());
    static_cast<void>(position(offset));
    // One mark more is kept, because a line end of two bytes may stand on both sides of one.
    const std::uint64_t kept = std::max<std::uint64_t>(offset / bytes_per_mark, 1) - 1;
    if (kept > first_) {
        marks_.erase(marks_.begin(), marks_.begin() + static_cast<std::ptrdiff_t>(kept - first_));
        first_ = kept;
    }
}

void LineIndex::advance(Mark& mark, std::uint64_t from, std::uint64_t offset) const noexcept {
    for (;;) {
        const std::uint64_t at = next_line_end(bytes_, from, offset);
        if (at >= offset) {
            return;
        }
        const bool pair = at + 1 < bytes_.size() && ends_line(bytes_[at + 1]) && bytes_[at + 1] != bytes_[at];
        const std::uint64_t next = at + (pair ? 2 : 1);
        if (next > offset) {
            return;
        }
        ++mark.line;
        mark.line_start = next;
        from = next;
    }
}

}  // namespace tengen::diagnostics
