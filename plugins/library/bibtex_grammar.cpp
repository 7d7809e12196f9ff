#include "bibtex_grammar.h"

#include <functional>
#include <string>

#include <boost/spirit/home/x3.hpp>

namespace tengen::library {

namespace {

namespace x3 = boost::spirit::x3;

using Iterator = const char*;

struct State {
    BibtexEntry* entry;
};
struct StateTag {};

std::string_view view(const boost::iterator_range<Iterator>& range) {
    return {range.begin(), static_cast<std::size_t>(range.end() - range.begin())};
}

// "@article{" and the like at the beginning of a line: nobody writes that inside a value.
bool begins_entry(Iterator at, Iterator last) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (at != last && is_blank(*at)) {
        ++at;
    }
    if (at == last || *at != '@') {
        return false;
    }
    Iterator letter = ++at;
    while (at != last && ((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z'))) {
        ++at;
    }
    return at != letter && at != last && *at == '{';
}

// Everything up to the closing delimiter. Braces are counted, whatever stands before them, and not by recursion. A
// value that is never closed ends where the next entry begins, so that one slip costs one entry.
struct DelimitedText : x3::parser<DelimitedText> {
    using attribute_type = x3::unused_type;
    [[maybe_unused]] static constexpr bool has_attribute = false;

    explicit constexpr DelimitedText(char end) : end_(end) {}

    template <class It, class Context, class RuleContext, class Attribute>
    bool parse(It& first, const It& last, const Context&, RuleContext&, Attribute&) const {
        std::size_t depth = 0;
        for (It at = first; at != last; ++at) {
            if (*at == end_ && depth == 0) {
                first = at;
                return true;
            }
            if (*at == '\n' && begins_entry(at + 1, last)) {
                return false;
            }
            if (*at == '{') {
                ++depth;
            } else if (*at == '}') {
                if (depth == 0) {
                    return false;
                }
                --depth;
            }
        }
        return false;
    }

    char end_;
};

const auto add_type = [](auto& context) { x3::get<StateTag>(context).get().entry->type = view(x3::_attr(context)); };
const auto add_key = [](auto& context) { x3::get<StateTag>(context).get().entry->key = view(x3::_attr(context)); };
const auto add_field = [](auto& context) {
    x3::get<StateTag>(context).get().entry->fields.push_back({view(x3::_attr(context)), {}});
};
template <BibtexPiece::Kind kind>
const auto add_piece = [](auto& context) {
    x3::get<StateTag>(context).get().entry->fields.back().pieces.push_back({kind, view(x3::_attr(context))});
};

const auto blanks = x3::omit[*x3::char_(" \t\r\n")];
// "BibTeX": whatever is no blank and no sign of its own.
const auto name = x3::raw[+(x3::char_ - x3::char_(" \t\r\n\"#%'(),={}"))];
const auto key = x3::raw[+(x3::char_ - x3::char_(" \t\r\n\",={}"))];
const auto piece = (x3::lit('{') > x3::raw[DelimitedText('}')][add_piece<BibtexPiece::Kind::braced>] > x3::lit('}')) |
                   (x3::lit('"') > x3::raw[DelimitedText('"')][add_piece<BibtexPiece::Kind::quoted>] > x3::lit('"')) |
                   x3::raw[+x3::char_("0-9")][add_piece<BibtexPiece::Kind::number>] |
                   name[add_piece<BibtexPiece::Kind::macro>];
const auto value = piece % (blanks >> '#' >> blanks);
const auto field = name[add_field] > blanks > x3::lit('=') > blanks > value;
const auto fields = *(x3::lit(',') >> blanks >> -(field >> blanks));
const auto head = (x3::lit('@') >> blanks >> name[add_type]) > blanks;

bool is_word(std::string_view text, std::string_view word) {
    bool is_same = text.size() == word.size();
    for (std::size_t i = 0; is_same && i < word.size(); ++i) {
        is_same = (text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i]) == word[i];
    }
    return is_same;
}

}  // namespace

std::optional<BibtexEntry> parse_bibtex_entry(std::string_view text, std::size_t& error) {
    BibtexEntry entry;
    State state{&entry};
    Iterator at = text.data();
    const Iterator end = text.data() + text.size();
    const auto parse = [&](const auto& parser) {
        return x3::parse(at, end, x3::with<StateTag>(std::ref(state))[parser]);
    };
    error = 0;
    try {
        bool is_read = parse(head);
        if (is_read && at != end && (*at == '{' || *at == '(')) {
            const char close = *at++ == '{' ? '}' : ')';
            if (is_word(entry.type, "comment") || is_word(entry.type, "preamble")) {
                is_read = parse(x3::omit[x3::raw[DelimitedText(close)]]);
            } else if (is_word(entry.type, "string")) {
                is_read = parse(blanks > field > blanks);
            } else {
                is_read = parse(blanks > key[add_key] > blanks > fields > blanks);
            }
            is_read = is_read && at != end && *at == close;
            at += is_read ? 1 : 0;
        } else {
            is_read = false;
        }
        if (is_read) {
            entry.size = static_cast<std::size_t>(at - text.data());
            return entry;
        }
    } catch (const x3::expectation_failure<Iterator>& failure) {
        at = failure.where();
    }
    error = static_cast<std::size_t>(at - text.data());
    return std::nullopt;
}

}  // namespace tengen::library
