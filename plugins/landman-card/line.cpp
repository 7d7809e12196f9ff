// The grammar of a line, and nothing else: one translation unit a grammar keeps the cost of Spirit in one place.
#include "line.h"

#include <algorithm>
#include <utility>

#include <boost/spirit/home/x3.hpp>

#include <tengen/model/card.h>

namespace tengen::landman {

namespace {

namespace x3 = boost::spirit::x3;

using Iterator = const char*;

std::string_view view_of(Iterator first, Iterator last) {
    return {first, static_cast<std::size_t>(last - first)};
}

}  // namespace

Line read_line(std::string_view line) {
    Line result;
    result.text = card_detail::without_blanks_behind(line);
    if (result.text.empty()) {
        return result;
    }
    boost::iterator_range<Iterator> keyword;
    const auto blank = x3::char_(" \t");
    const auto word = x3::char_("A-Za-z") >> *x3::char_("A-Za-z0-9_-");
    const auto take_keyword = [&](auto& context) { keyword = x3::_attr(context); };
    const auto take_blanks = [&](auto&) { result.has_blanks = true; };
    const auto field =
        -(x3::omit[+blank][take_blanks]) >> x3::raw[word][take_keyword] >> -(x3::omit[+blank][take_blanks]) >> ':';
    Iterator at = result.text.data();
    const Iterator end = at + result.text.size();
    if (!x3::parse(at, end, field)) {
        result.kind = LineKind::text;
        result.has_blanks = false;
        return result;
    }
    result.kind = LineKind::field;
    result.keyword = view_of(keyword.begin(), keyword.end());
    result.value = split_card_line(result.text, static_cast<std::size_t>(at - 1 - result.text.data())).value;
    return result;
}

namespace {

// "Black:" inside of a line.
struct Inner {
    std::size_t begin = std::string_view::npos;
    std::size_t colon = 0;
    const CardKeyword* keyword = nullptr;
};

Inner find_inner(std::string_view line, std::size_t from) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    for (std::size_t colon = line.find(':', from); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
        std::size_t begin = colon;
        while (begin > from && is_letter(line[begin - 1])) {
            --begin;
        }
        if (begin <= from || !is_blank(line[begin - 1]) || colon + 1 == line.size() || !is_blank(line[colon + 1])) {
            continue;
        }
        if (const CardKeyword* keyword = find_card_keyword(line.substr(begin, colon - begin))) {
            return {begin, colon, keyword};
        }
    }
    return {};
}

}  // namespace

std::size_t find_lost_break(std::string_view line, const Line& read, bool in_record, std::size_t from) {
    const CardKeyword* const own = read.kind == LineKind::field ? find_card_keyword(read.keyword) : nullptr;
    if (read.kind == LineKind::blank || (read.kind == LineKind::field && (own == nullptr || read.has_blanks)) ||
        (read.kind == LineKind::text && !in_record)) {
        return std::string_view::npos;
    }
    const bool is_comment = own != nullptr && own->field == TENGEN_FIELD_COMMENT;
    const std::size_t value = own == nullptr ? 0 : static_cast<std::size_t>(read.value.data() - line.data());
    for (Inner inner = find_inner(line, std::max(from, value == 0 ? 0 : value - 1)); inner.keyword != nullptr;) {
        const Inner next = find_inner(line, inner.colon + 1);
        if (inner.keyword->field == TENGEN_FIELD_DATE) {
            const std::string_view date = line.substr(inner.colon + 1, next.begin - inner.colon - 1);
            if (opens_card(date) && (!is_comment || next.keyword != nullptr)) {
                return inner.begin;
            }
        } else if (!is_comment) {
            return inner.begin;
        }
        inner = next;
    }
    return std::string_view::npos;
}

void LineCursor::cut_at(std::size_t place) {
    line_ = read_line(text_.substr(begin_, place));
    next_ = begin_ + place;
    is_next_cut_ = true;
}

void LineCursor::cut_text() {
    const std::string_view line = text_.substr(begin_, end_ - begin_);
    if (const std::size_t place = find_lost_break(line, line_, true); place != std::string_view::npos) {
        cut_at(place);
    }
}

void LineCursor::read() {
    is_cut_ = std::exchange(is_next_cut_, false);
    if (!is_cut_) {  // else it is still the same line of the text
        end_ = std::min(text_.find_first_of("\n\r", begin_), text_.size());
    }
    next_ = end_;
    if (next_ < text_.size()) {
        ++next_;
        if (next_ < text_.size() && text_[next_] != text_[end_] && (text_[next_] == '\n' || text_[next_] == '\r')) {
            ++next_;
        }
    }
    const std::string_view line = text_.substr(begin_, end_ - begin_);
    line_ = read_line(line);
    if (const std::size_t place = find_lost_break(line, line_, false); place != std::string_view::npos) {
        cut_at(place);
    }
}

}  // namespace tengen::landman
