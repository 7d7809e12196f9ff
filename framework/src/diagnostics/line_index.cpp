#include "diagnostics/line_index.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tengen::diagnostics {

namespace {

constexpr std::uint64_t bytes_per_mark = 512;

bool ends_line(char byte) noexcept {
    return byte == '\n' || byte == '\r';
}

// Sixteen bytes as bits: which of them are LF or CR. Most lines are shorter than a call of memchr is worth.
std::uint32_t line_ends_in(const char* bytes) noexcept {
#if defined(__SSE2__)
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
    const __m128i ends =
        _mm_or_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8('\n')), _mm_cmpeq_epi8(block, _mm_set1_epi8('\r')));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(ends));
#else
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < 16; ++i) {
        bits |= static_cast<std::uint32_t>(ends_line(bytes[i])) << i;
    }
    return bits;
#endif
}

// Offset of the first LF or CR in [from, end), or end.
std::uint64_t next_line_end(std::string_view bytes, std::uint64_t from, std::uint64_t end) noexcept {
    std::uint64_t at = from;
    for (; at + 16 <= bytes.size() && at < end; at += 16) {
        if (const std::uint32_t ends = line_ends_in(bytes.data() + at); ends != 0) {
            return std::min(at + static_cast<std::uint64_t>(std::countr_zero(ends)), end);
        }
    }
    while (at < end && !ends_line(bytes[at])) {
        ++at;
    }
    return std::min(at, end);
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
