// "SGF FF[4], EBNF definition", as a flat grammar: nesting is a stack in the sink, so no rule refers to itself and
// depth costs no call stack. Nothing is collected in attributes; actions write straight into the columns. Whatever is
// irregular makes the grammar stop in front of it without an error: somebody else deals with it, and the grammar is
// started again behind it. Only a value that never ends, which can happen once in an input, is an expectation failure.
#include "sgf/syntax/grammar.h"

#include <cstdint>
#include <functional>

#include <boost/spirit/home/x3.hpp>

#include "sgf/syntax/scan.h"
#include "sgf/syntax/tree_sink.h"

namespace tengen::sgf {

namespace {

namespace x3 = boost::spirit::x3;

struct SinkTag {};

TreeSink& sink_of(const auto& context) {
    return x3::get<SinkTag>(context).get();
}

// -- primitives: what a generic parser would do byte by byte --

/// Bytes of the input as an attribute.
struct Bytes {
    const char* begin;
    const char* end;
    bool special;
};

struct WhiteSpace : x3::parser<WhiteSpace> {
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;

    template <class Iterator, class Context, class RuleContext, class Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context&, RuleContext&, Attribute&) const {
        first = skip_space(first, last);
        return true;
    }
};

/// Capital letters with the bracket of a value behind them.
struct IdentifierName : x3::parser<IdentifierName> {
    using attribute_type = Bytes;
    static constexpr bool has_attribute = true;

    template <class Iterator, class Context, class RuleContext, class Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context&, RuleContext&, Attribute& attribute) const {
        const char* p = first;
        while (p != last && is_capital(*p)) {
            ++p;
        }
        if (p == first || p == last || *p != '[') {
            return false;
        }
        x3::traits::move_to(Bytes{first, p, false}, attribute);
        first = p;
        return true;
    }
};

/// The text of a value; its closing bracket is consumed too. Fails if there is none, or if the text is too large.
struct ValueText : x3::parser<ValueText> {
    using attribute_type = Bytes;
    static constexpr bool has_attribute = true;

    template <class Iterator, class Context, class RuleContext, class Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context& context, RuleContext&,
               Attribute& attribute) const {
        bool special = false;
        const char* bracket = find_value_end(first, last, special);
        if (bracket == nullptr || sink_of(context).is_too_large(bracket - first)) [[unlikely]] {
            return false;
        }
        const char* end = sink_of(context).check_end(first, bracket);
        x3::traits::move_to(Bytes{first, end, special}, attribute);
        first = end == bracket ? bracket + 1 : end;
        return true;
    }
};

/// Nodes that are nothing but a move on a board of up to 26 lines: ";B[dd];W[pp]". Most of most records.
struct PlainMoves : x3::parser<PlainMoves> {
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;

    template <class Iterator, class Context, class RuleContext, class Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context& context, RuleContext&, Attribute&) const {
        TreeSink& sink = sink_of(context);
        if (sink.is_behind_subtree()) [[unlikely]] {
            return false;
        }
        const char* p = sink.add_plain_moves(first, last);
        if (p == first) {
            return false;
        }
        first = p;
        return true;
    }
};

/// "(;" with white space between; the attribute starts at the parenthesis.
struct SubtreeStart : x3::parser<SubtreeStart> {
    using attribute_type = Bytes;
    static constexpr bool has_attribute = true;

    template <class Iterator, class Context, class RuleContext, class Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context&, RuleContext&, Attribute& attribute) const {
        if (first == last || *first != '(') {
            return false;
        }
        const char* p = skip_space(first + 1, last);
        if (p == last || *p != ';') {
            return false;
        }
        x3::traits::move_to(Bytes{first, p, false}, attribute);
        first = p + 1;
        return true;
    }
};

constexpr WhiteSpace white_space{};
constexpr IdentifierName identifier_name{};
constexpr ValueText value_text{};
constexpr PlainMoves plain_moves{};
constexpr SubtreeStart subtree_start{};

// -- actions --

const auto on_identifier = [](const auto& context) {
    const Bytes& name = x3::_attr(context);
    sink_of(context).add_property(name.begin, name.end);
};
const auto on_value = [](const auto& context) {
    const Bytes& text = x3::_attr(context);
    sink_of(context).add_value(text.begin, text.end, text.special);
};
const auto on_node = [](auto& context) {
    if (sink_of(context).is_behind_subtree()) [[unlikely]] {
        x3::_pass(context) = false;
    } else {
        sink_of(context).add_node();
    }
};
const auto on_subtree = [](auto& context) {
    if (!sink_of(context).open_subtree(x3::_attr(context).begin)) [[unlikely]] {
        x3::_pass(context) = false;
    }
};
const auto on_close = [](auto& context) {
    if (!sink_of(context).close_subtree()) [[unlikely]] {
        x3::_pass(context) = false;
    }
};
const auto inside_property = [](auto& context) { x3::_pass(context) = sink_of(context).has_property(); };
const auto inside_node = [](auto& context) { x3::_pass(context) = !sink_of(context).is_behind_subtree(); };

// -- the grammar --

const auto value = x3::lit('[') > value_text[on_value] > white_space;
const auto property = identifier_name[on_identifier] > +value;
const auto node = (plain_moves >> *value | x3::lit(';')[on_node] >> white_space) >> *property;
const auto subtree = subtree_start[on_subtree] >> white_space >> *property;
const auto close = x3::lit(')')[on_close] >> white_space;
const auto rest_of_node = x3::eps[inside_node] >> -(x3::eps[inside_property] >> +value) >> *property;
const auto tree = white_space >> -rest_of_node >> *(node | subtree | close);

[[gnu::flatten]] void parse(const char*& p, const char* end, TreeSink& sink) {
    x3::parse(p, end, x3::with<SinkTag>(std::ref(sink))[tree]);
}

}  // namespace

const char* read_regular(const char* p, const char* end, TreeSink& sink) {
    try {
        parse(p, end, sink);
        return p;
    } catch (const x3::expectation_failure<const char*>& failure) {
        // Behind the opening bracket of a value that does not end or is too large.
        return failure.where() - 1;
    }
}

}  // namespace tengen::sgf
