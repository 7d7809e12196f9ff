#include "pipeline/filter.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include <boost/spirit/home/x3.hpp>
#include <fmt/format.h>

#include <tengen/model/fact.h>
#include <tengen/model/result.h>

#include "diagnostics/did_you_mean.h"
#include "pipeline/fact_value.h"

namespace tengen::pipeline {

namespace {

namespace x3 = boost::spirit::x3;
using Operator = Filter::Operator;

enum class Kind : std::uint8_t { number, text };

// What there is to ask for.
struct Field {
    std::string_view name;
    Kind kind;
};

// The order of special_fields; those of facts stand behind them.
enum Special : std::size_t {
    board_size,
    board_columns,
    board_rows,
    date_year,
    result_winner,
    result_by,
    komi,
    handicap,
    moves,
    nodes,
    variations,
    streams,
    game_kind,
    special_count
};

constexpr std::array<Field, special_count> special_fields{{
    {"board.size", Kind::number},
    {"board.columns", Kind::number},
    {"board.rows", Kind::number},
    {"date.year", Kind::number},
    {"result.winner", Kind::text},
    {"result.by", Kind::text},
    {"komi", Kind::number},
    {"handicap", Kind::number},
    {"moves", Kind::number},
    {"nodes", Kind::number},
    {"variations", Kind::number},
    {"streams", Kind::number},
    {"game", Kind::number},
}};

std::vector<Field> all_fields() {
    std::vector<Field> fields(special_fields.begin(), special_fields.end());
    for (std::uint32_t i = 0; i < TENGEN_FIELD_COUNT; ++i) {
        const std::string_view name = field_name(i);
        if (name != "komi" && name != "handicap") {
            fields.push_back({name, Kind::text});
        }
    }
    return fields;
}

const std::vector<Field>& field_table() {
    static const std::vector<Field> table = all_fields();
    return table;
}

// ---- what a game says ----

std::optional<double> number_in(std::string_view text) {
    double number = 0;
    if (!text.empty() && text.front() == '+') {
        text.remove_prefix(1);
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

bool is_move(Identifier identifier) {
    return identifier == Identifier("B") || identifier == Identifier("W");
}

double count_moves(Game game) {
    double moves = 0;
    for (std::uint32_t node = 0; node != none && node < game.node_count(); node = game.first_child(node)) {
        for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
            moves += is_move(game.identifier(p)) ? 1 : 0;
        }
    }
    return moves;
}

double count_variations(Game game) {
    double forks = 0;
    for (std::uint32_t node = 0; node < game.node_count(); ++node) {
        forks += game.is_fork(node) ? 1 : 0;
    }
    return forks;
}

std::optional<double> year_of(std::string_view date) {
    constexpr std::size_t digits = 4;
    if (date.size() < digits) {
        return std::nullopt;
    }
    unsigned year = 0;
    const auto [end, error] = std::from_chars(date.data(), date.data() + digits, year);
    return error == std::errc() && end == date.data() + digits ? std::optional<double>(year) : std::nullopt;
}

std::optional<double> number_of(Game game, std::size_t field) {
    const BoardSize board = game.board();
    switch (field) {
        case board_size:
            return board.columns == board.rows && board.columns != 0 ? std::optional<double>(board.columns)
                                                                     : std::nullopt;
        case board_columns:
            return board.columns != 0 ? std::optional<double>(board.columns) : std::nullopt;
        case board_rows:
            return board.rows != 0 ? std::optional<double>(board.rows) : std::nullopt;
        case date_year:
            return year_of(fact_value(game, TENGEN_FIELD_DATE));
        case komi:
            return number_in(fact_value(game, TENGEN_FIELD_KOMI));
        case handicap:
            return number_in(fact_value(game, TENGEN_FIELD_HANDICAP));
        case moves:
            return count_moves(game);
        case nodes:
            return game.node_count();
        case variations:
            return count_variations(game);
        case streams:
            return game.columns().stream_count;
        case game_kind:
            return static_cast<double>(game.columns().game_kind);
        default:
            return std::nullopt;
    }
}

std::string_view text_of(Game game, std::size_t field) {
    if (field != result_winner && field != result_by) {
        const auto fact = find_field(field_table()[field].name);
        return fact ? fact_value(game, *fact) : std::string_view();
    }
    const Result result = parse_result(fact_value(game, TENGEN_FIELD_RESULT)).result;
    if (result.kind == ResultKind::win) {
        return field == result_by ? won_by_name(result.by) : result.winner == Color::black ? "black" : "white";
    }
    const bool is_said =
        field == result_winner && (result.kind == ResultKind::draw || result.kind == ResultKind::void_result);
    return is_said ? result_kind_name(result.kind) : std::string_view();
}

// All that a text can be, if these are words of the model.
std::vector<std::string_view> values_of(std::size_t field) {
    switch (field) {
        case result_winner:
            return {"black", "white", result_kind_name(ResultKind::draw), result_kind_name(ResultKind::void_result)};
        case result_by:
            return {won_by_name(WonBy::points), won_by_name(WonBy::resign), won_by_name(WonBy::time),
                    won_by_name(WonBy::forfeit), won_by_name(WonBy::unspecified)};
        default:
            return {};
    }
}

template <class Value>
bool holds(Operator op, const Value& left, const Value& right) {
    switch (op) {
        case Operator::equal:
            return left == right;
        case Operator::different:
            return left != right;
        case Operator::less:
            return left < right;
        case Operator::less_equal:
            return left <= right;
        case Operator::greater:
            return left > right;
        case Operator::greater_equal:
            return left >= right;
        default:
            return false;
    }
}

bool holds(const Filter::Comparison& comparison, Game game) {
    if (field_table()[comparison.field].kind == Kind::number) {
        const std::optional<double> value = number_of(game, comparison.field);
        return value && (comparison.op == Operator::exists || holds(comparison.op, *value, comparison.number));
    }
    const std::string_view value = text_of(game, comparison.field);
    if (value.empty()) {
        return false;
    }
    if (comparison.op == Operator::contains) {
        return value.find(comparison.text) != std::string_view::npos;
    }
    return comparison.op == Operator::exists || holds(comparison.op, value, std::string_view(comparison.text));
}

// ---- the grammar ----

// What the actions of the grammar write to.
struct Program {
    std::vector<Filter::Comparison> comparisons;
    std::vector<Filter::Step> steps;
    std::string fault;
    std::size_t fault_at = 0;
    const char* begin = nullptr;

    void complain(const char* at, std::string message) {
        if (fault.empty()) {
            fault = std::move(message);
            fault_at = static_cast<std::size_t>(at - begin);
        }
    }
};
struct ProgramTag;

Program& program_of(auto& context) {
    return x3::get<ProgramTag>(context).get();
}

struct Operators : x3::symbols<Operator> {
    Operators() {
        add("==", Operator::equal)("!=", Operator::different)("<=", Operator::less_equal)("<", Operator::less)(
            ">=", Operator::greater_equal)(">", Operator::greater);
    }
};
const Operators operators;

const auto name_char = x3::char_("a-zA-Z0-9_.");
const auto word = [](const char* text) { return x3::lexeme[x3::lit(text) >> !name_char]; };

const auto begin_comparison = [](auto& context) {
    Program& program = program_of(context);
    const auto& range = x3::_attr(context);
    const std::string_view name(&*range.begin(), range.size());
    const auto& table = field_table();
    const auto found = std::find_if(table.begin(), table.end(), [&](const Field& field) { return field.name == name; });
    if (found == table.end()) {
        std::vector<std::string_view> names;
        names.reserve(table.size());
        for (const Field& field : table) {
            names.push_back(field.name);
        }
        const auto near = diagnostics::nearest_name(name, names);
        program.complain(name.data(), near ? fmt::format("no field '{}', did you mean '{}'?", name, *near)
                                           : fmt::format("no field '{}'; there are {}", name, fmt::join(names, ", ")));
        x3::_pass(context) = false;
        return;
    }
    Filter::Comparison comparison;
    comparison.field = static_cast<std::size_t>(found - table.begin());
    program.steps.push_back({Filter::Step::Kind::compare, program.comparisons.size()});
    program.comparisons.push_back(std::move(comparison));
};
const auto set_operator = [](auto& context) { program_of(context).comparisons.back().op = x3::_attr(context); };
const auto set_contains = [](auto& context) {
    Program& program = program_of(context);
    Filter::Comparison& comparison = program.comparisons.back();
    comparison.op = Operator::contains;
    if (field_table()[comparison.field].kind == Kind::number) {
        program.complain(&*x3::_where(context).begin(),
                         fmt::format("'{}' is a number and contains nothing", field_table()[comparison.field].name));
    }
};
const auto set_number = [](auto& context) {
    Program& program = program_of(context);
    Filter::Comparison& comparison = program.comparisons.back();
    const auto& range = x3::_attr(context);
    const std::string_view digits(&*range.begin(), range.size());
    const std::optional<double> number = number_in(digits);
    comparison.number = number.value_or(0);
    if (field_table()[comparison.field].kind == Kind::text) {
        program.complain(digits.data(),
                         fmt::format("'{}' is a text: put the value in quotes", field_table()[comparison.field].name));
    } else if (!number) {
        program.complain(digits.data(), fmt::format("'{}' is beyond the numbers that can be compared", digits));
    }
};
const auto set_text = [](auto& context) {
    Program& program = program_of(context);
    Filter::Comparison& comparison = program.comparisons.back();
    comparison.text = x3::_attr(context);
    const std::vector<std::string_view> values = values_of(comparison.field);
    if (!values.empty() && (comparison.op == Operator::equal || comparison.op == Operator::different) &&
        std::find(values.begin(), values.end(), comparison.text) == values.end()) {
        constexpr std::size_t quotes = 2;
        const char* const behind = x3::_where(context).begin();
        program.complain(behind - comparison.text.size() - quotes,
                         fmt::format("'{}' is never '{}'; there are {}", field_table()[comparison.field].name,
                                     comparison.text, fmt::join(values, ", ")));
    }
    if (field_table()[comparison.field].kind == Kind::number) {
        program.complain(&*x3::_where(context).begin(), fmt::format("'{}' is a number: write the value without quotes",
                                                                    field_table()[comparison.field].name));
    }
};
template <Filter::Step::Kind kind>
const auto step = [](auto& context) {
    program_of(context).steps.push_back({kind, 0});
};

struct ConditionTag;
const x3::rule<ConditionTag> condition = "a condition";
const x3::rule<struct FactorTag> factor = "a condition";

const auto quoted = x3::rule<struct QuotedTag, std::string>("a text in quotes") =
    x3::lexeme[('"' >> *(~x3::char_('"')) >> '"') | ('\'' >> *(~x3::char_('\'')) >> '\'')];
// Only what it looks like: the numbers of Spirit leave the place when they are too big, and know "inf" and "nan".
const auto number =
    x3::raw[x3::lexeme[-x3::char_("+-") >> ((+x3::digit >> -('.' >> *x3::digit)) | ('.' >> +x3::digit)) >>
                       -(x3::char_("eE") >> -x3::char_("+-") >> +x3::digit)]];
const auto value = x3::rule<struct ValueTag>("a number or a text in quotes") = number[set_number] | quoted[set_text];
const auto text = x3::rule<struct TextTag>("a text in quotes") = quoted[set_text];
const auto field = x3::lexeme[x3::raw[x3::char_("a-z") >> *name_char]];
const auto comparison = field[begin_comparison] >>
                        -((operators[set_operator] > value) | (x3::omit[word("contains")][set_contains] > text));
const auto closing = x3::rule<struct ClosingTag>("')'") = x3::lit(')');
const auto factor_def = (word("not") > factor)[step<Filter::Step::Kind::negate>] | ('(' > condition > closing) |
                        (!(word("and") | word("or") | word("contains")) >> comparison);
// What stands behind '>' is named in messages, so it is a rule, and actions stand around it.
const auto conjunction = x3::rule<struct ConjunctionTag>("a condition") = factor >>
                                                                          *(word("and") >
                                                                            factor)[step<Filter::Step::Kind::both>];
const auto condition_def = conjunction >> *(word("or") > conjunction)[step<Filter::Step::Kind::either>];

BOOST_SPIRIT_DEFINE(condition, factor)

constexpr std::size_t most_bytes = 4096;
constexpr std::size_t most_levels = 50;  // the grammar is recursive

bool is_too_deep(std::string_view condition_text) {
    const auto parentheses = std::count(condition_text.begin(), condition_text.end(), '(');
    std::size_t negations = 0;
    for (std::size_t at = condition_text.find("not"); at != std::string_view::npos;
         at = condition_text.find("not", at + 1)) {
        ++negations;
    }
    return static_cast<std::size_t>(parentheses) + negations > most_levels;
}

}  // namespace

std::optional<Filter> Filter::parse(std::string_view text, std::string& fault) {
    if (text.size() > most_bytes || is_too_deep(text)) {
        fault =
            fmt::format("a condition has at most {} bytes, and at most {} times '(' or 'not'", most_bytes, most_levels);
        return std::nullopt;
    }
    Program program;
    program.begin = text.data();
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    std::string wanted = "a condition";
    bool is_read = false;
    try {
        is_read = x3::phrase_parse(at, end, x3::with<ProgramTag>(std::ref(program))[condition], x3::space);
        if (is_read && at != end) {
            is_read = false;
            wanted = "'and', 'or' or the end";
        }
    } catch (const x3::expectation_failure<const char*>& failure) {
        at = failure.where();
        wanted = failure.which();
    }
    if (!program.fault.empty()) {
        fault = fmt::format("{} (at {})", program.fault, program.fault_at + 1);
        return std::nullopt;
    }
    if (!is_read) {
        while (at != end && (*at == ' ' || *at == '\n' || *at == '\t')) {
            ++at;
        }
        fault = fmt::format(
            "there should be {} at {}{}{}", wanted, at - text.data() + 1,
            at == end
                ? std::string(", where the text ends")
                : fmt::format(", where '{}' stands",
                              std::string_view(at, std::min<std::size_t>(12, static_cast<std::size_t>(end - at)))),
            at != end && *at == '=' ? "; equal is ==" : "");
        return std::nullopt;
    }
    Filter filter;
    filter.comparisons_ = std::move(program.comparisons);
    filter.steps_ = std::move(program.steps);
    return filter;
}

bool Filter::accepts(Game game) const {
    std::vector<bool> stack;
    for (const Step& each : steps_) {
        if (each.kind == Step::Kind::compare) {
            stack.push_back(holds(comparisons_[each.comparison], game));
            continue;
        }
        const bool last = stack.back();
        if (each.kind == Step::Kind::negate) {
            stack.back() = !last;
            continue;
        }
        stack.pop_back();
        stack.back() = each.kind == Step::Kind::both ? (stack.back() && last) : (stack.back() || last);
    }
    return !stack.empty() && stack.back();
}

}  // namespace tengen::pipeline
