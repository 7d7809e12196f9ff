// The grammar of a line, and nothing else: one translation unit a grammar keeps the cost of Spirit in one place.
#include "line.h"

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

void LineCursor::read() {
    std::size_t end = begin_;
    while (end < text_.size() && text_[end] != '\n' && text_[end] != '\r') {
        ++end;
    }
    next_ = end;
    if (next_ < text_.size()) {
        ++next_;
        if (next_ < text_.size() && text_[next_] != text_[end] && (text_[next_] == '\n' || text_[next_] == '\r')) {
            ++next_;
        }
    }
    line_ = read_line(text_.substr(begin_, end - begin_));
}

}  // namespace tengen::landman
