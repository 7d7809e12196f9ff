#include "sgf/reader/decoded_part.h"

#include <algorithm>
#include <span>

namespace tengen::sgf {

namespace {

/// The last run that begins at or before a place; there always is one.
template <class Key>
const tengen_source_run& run_at(std::span<const tengen_source_run> runs, std::uint64_t place, Key key) {
    const auto behind =
        std::upper_bound(runs.begin(), runs.end(), place,
                         [key](std::uint64_t at, const tengen_source_run& run) { return at < run.*key; });
    return behind == runs.begin() ? runs.front() : *(behind - 1);
}

}  // namespace

std::uint64_t DecodedPart::input_offset(const char* p) const {
    const auto at = static_cast<std::uint64_t>(p - text().data());
    if (at >= text().size()) {
        return end_;
    }
    if (text_.runs().empty()) {
        return begin_ + with_cuts(at);
    }
    const tengen_source_run& run = run_at(text_.runs(), at, &tengen_source_run::text);
    return begin_ + with_cuts(run.source) + (run.linear != 0 ? at - run.text : 0);
}

std::uint64_t DecodedPart::with_cuts(std::uint64_t decoded) const {
    return decoded + static_cast<std::uint64_t>(std::upper_bound(cuts_.begin(), cuts_.end(), decoded) - cuts_.begin());
}

const char* DecodedPart::place_of(std::uint64_t input_offset) const {
    const std::uint64_t at = input_offset - begin_;
    if (input_offset >= end_) {
        return text().data() + text().size();
    }
    if (text_.runs().empty()) {
        return text().data() + at;
    }
    const tengen_source_run& run = run_at(text_.runs(), at, &tengen_source_run::source);
    return text().data() + run.text + (run.linear != 0 ? at - run.source : 0);
}

void DecodedPart::copy_runs(std::string_view piece, Column<tengen_source_run>& to) const {
    const auto first = static_cast<std::uint32_t>(piece.data() - text().data());
    const auto end = static_cast<std::uint32_t>(first + piece.size());
    const std::uint64_t source = input_offset(piece.data()) - begin_;
    to.push_back({0, 0, 1});
    for (auto run = std::upper_bound(text_.runs().begin(), text_.runs().end(), first,
                                     [](std::uint32_t at, const tengen_source_run&other) { return at < other.text; });
         run != text_.runs().end() && run->text < end; ++run) {
        to.push_back({run->text - first, static_cast<std::uint32_t>(with_cuts(run->source) - source), run->linear});
    }
}

}  // namespace tengen::sgf
