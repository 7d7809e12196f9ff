// tengen show: what a record says about its game, and the board after a node.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <tengen/model/fact.h>
#include <tengen/model/game.h>
#include <tengen/model/identifier.h>

#include "board_drawing.h"
#include "command.h"
#include "diagnostics/json_text.h"
#include "diagnostics/visible_text.h"
#include "inputs.h"
#include "io/sink.h"
#include "options.h"
#include "pipeline/input_reader.h"
#include "reporting.h"
#include "rules/replay.h"

namespace tengen::cli {

namespace {

using diagnostics::append_json_string;
using diagnostics::append_visible;

struct Wanted {
    std::uint32_t game = 0;
    std::optional<std::uint32_t> node;  // none: the end of the main line
};

// A game on the board, as it stands after one node.
struct Position {
    Stones stones;
    std::array<std::uint32_t, 2> prisoners{};  // taken by Black, by White
    rules::Line line;
    std::optional<rules::MoveStep> last_move;
};

std::uint32_t end_of_main_line(Game game) {
    std::uint32_t node = 0;
    while (game.first_child(node) != none) {
        node = game.first_child(node);
    }
    return node;
}

// Every node is executed, the position after the wanted one kept; the last move is the one of that node or of the
// nearest node above it that has one.
std::optional<Position> position_after(Game game, std::uint32_t wanted) {
    if (!rules::Replay::is_possible(game)) {
        return std::nullopt;
    }
    std::vector<std::uint32_t> path;
    for (std::uint32_t node = wanted; node != none; node = game.parent(node)) {
        path.push_back(node);
    }
    Position position;
    rules::Replay replay;
    replay.run(game, [&](const rules::Step& step) {
        if (path.empty() || step.node != path.back()) {
            return;
        }
        path.pop_back();
        if (!step.moves.empty()) {
            position.last_move = step.moves.back();
        }
        if (path.empty()) {
            position.stones = Stones(replay.board());
            position.prisoners = {replay.board().prisoners_of(Color::black), replay.board().prisoners_of(Color::white)};
            position.line = replay.line();
        }
    });
    return position;
}

// Whose turn it is ("SGF FF[4], PL"): what PL or the last move tells, else who moves first from here on, else White if
// Black alone has stones on the board.
Color next_player(Game game, std::uint32_t node, const Position& position) {
    if (position.line.next) {
        return *position.line.next;
    }
    for (std::uint32_t n = node; n != none; n = game.first_child(n)) {
        for (std::uint32_t p = game.first_property(n); p < game.end_property(n); ++p) {
            if (game.identifier(p) == Identifier("B")) {
                return Color::black;
            }
            if (game.identifier(p) == Identifier("W")) {
                return Color::white;
            }
        }
    }
    bool black_stones = false;
    for (std::uint8_t column = 0; column < game.board().columns; ++column) {
        for (std::uint8_t row = 0; row < game.board().rows; ++row) {
            switch (position.stones.at({column, row})) {
                case rules::Stone::white:
                    return Color::black;
                case rules::Stone::black:
                    black_stones = true;
                    break;
                case rules::Stone::empty:
                    break;
            }
        }
    }
    return black_stones ? Color::white : Color::black;
}

std::string comment_of(Game game, std::uint32_t node) {
    std::string comment;
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        if (game.identifier(p) == Identifier("C")) {
            for (const tengen_value value : game.values(p)) {
                comment += comment.empty() ? "" : "\n";
                comment += game.text(value);
            }
        }
    }
    return comment;
}

std::string_view color_name(Color color) {
    return color == Color::black ? "Black" : "White";
}

// What the state of a fact adds to its text.
std::string_view state_name(std::uint32_t state) {
    constexpr std::array<std::string_view, 4> names{"value", "empty", "unknown", "invalid"};
    return state < names.size() ? names[state] : "invalid";
}

constexpr std::array<std::string_view, 3> certainty_names{"certain", "uncertain", "guess"};

std::string_view certainty_name(std::uint32_t certainty) {
    return certainty < certainty_names.size() ? certainty_names[certainty] : certainty_names.back();
}

// Texts of several lines are indented below their name.
void append_text(std::string& out, std::string_view text, std::string_view indent) {
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        out += at == 0 ? std::string_view() : indent;
        append_visible(out, text.substr(at, end - at));
        out += '\n';
        at = end + 1;
    }
}

std::string as_text(const pipeline::ReadGame& read, std::uint32_t node, const DrawingStyle& style,
                    std::string_view input) {
    const Game game = read.game;
    std::string out;
    append_visible(out, input);
    if (!read.member.empty()) {
        out += '!';
        append_visible(out, read.member);
    }
    out += fmt::format(", game {}{}\n", read.index, read.rejected ? " (rejected)" : "");
    const std::string indent(14, ' ');
    const auto field = [&](std::string_view name) { out += fmt::format("{:<12}  ", name); };
    if (game.columns().board_columns != 0) {
        field("board");
        out += fmt::format("{}x{}\n", game.board().columns, game.board().rows);
    }
    for (std::uint32_t i = 0; i < game.columns().fact_count; ++i) {
        const tengen_fact& fact = game.columns().facts[i];
        field(field_name(fact.field));
        if (fact.state == TENGEN_FACT_VALUE || fact.state == TENGEN_FACT_INVALID) {
            std::string text;
            append_text(text, fact_text(game, fact), indent);
            text.pop_back();
            out += text;
            out += fact.state == TENGEN_FACT_INVALID ? "  (not readable)" : "";
        } else {
            out += fmt::format("({})", state_name(fact.state));
        }
        if (fact.certainty != TENGEN_CERTAIN) {
            out += fmt::format("  ({})", certainty_name(fact.certainty));
        }
        out += '\n';
    }

    out += fmt::format("\nnode {} of 0 to {}", node, game.node_count() - 1);
    const std::optional<Position> position = position_after(game, node);
    if (!position) {
        out += "\nThe game has no board that can be shown.\n";
    } else {
        const BoardSize size = game.board();
        out += fmt::format(", move {}", position->line.number);
        std::optional<Point> last_point;
        if (position->last_move) {
            const rules::MoveStep& move = *position->last_move;
            if (move.is_pass) {
                out += fmt::format(": {} passes", color_name(move.color));
            } else {
                const auto letters = point_letters(move.point);
                out += fmt::format(": {} {} ({}{})", color_name(move.color), point_name(move.point, size), letters[0],
                                   letters[1]);
                last_point = move.point;
            }
        }
        out += fmt::format(", {} to play", color_name(next_player(game, node, *position)));
        out += "\n\n";
        out += draw_board(position->stones, last_point, style);
        out +=
            fmt::format("\nprisoners: Black took {}, White took {}\n", position->prisoners[0], position->prisoners[1]);
    }
    const std::string comment = comment_of(game, node);
    if (!comment.empty()) {
        out += '\n';
        append_text(out, comment, {});
    }
    return out;
}

void append_points(std::string& out, const Stones& stones, rules::Stone stone) {
    out += '[';
    bool first = true;
    for (std::uint8_t column = 0; column < stones.size().columns; ++column) {
        for (std::uint8_t row = 0; row < stones.size().rows; ++row) {
            if (stones.at({column, row}) == stone) {
                const auto letters = point_letters({column, row});
                out += fmt::format("{}\"{}{}\"", first ? "" : ",", letters[0], letters[1]);
                first = false;
            }
        }
    }
    out += ']';
}

void append_position(std::string& out, Game game, std::uint32_t node, const Position& position) {
    out += fmt::format(",\"number\":{}", position.line.number);
    if (position.last_move) {
        const rules::MoveStep& move = *position.last_move;
        const auto letters = point_letters(move.point);
        out += fmt::format(",\"last\":{{\"color\":\"{}\",\"point\":\"{}\"}}", color_letter(move.color),
                           move.is_pass ? std::string_view() : std::string_view(letters.data(), letters.size()));
    }
    out += fmt::format(",\"next\":\"{}\"", color_letter(next_player(game, node, position)));
    out += ",\"black\":";
    append_points(out, position.stones, rules::Stone::black);
    out += ",\"white\":";
    append_points(out, position.stones, rules::Stone::white);
    out += fmt::format(",\"prisoners\":{{\"B\":{},\"W\":{}}}", position.prisoners[0], position.prisoners[1]);
}

std::string as_json(const pipeline::ReadGame& read, std::uint32_t node, std::string_view input) {
    const Game game = read.game;
    std::string out = "{\"input\":";
    append_json_string(out, input);
    if (!read.member.empty()) {
        out += ",\"file\":";
        append_json_string(out, read.member);
    }
    out += fmt::format(",\"game\":{},\"rejected\":{}", read.index, read.rejected);
    if (game.columns().board_columns != 0) {
        out += fmt::format(",\"board\":{{\"columns\":{},\"rows\":{}}}", game.board().columns, game.board().rows);
    }
    out += ",\"info\":[";
    for (std::uint32_t i = 0; i < game.columns().fact_count; ++i) {
        const tengen_fact& fact = game.columns().facts[i];
        out += fmt::format("{}{{\"field\":\"{}\",\"state\":\"{}\"", i == 0 ? "" : ",", field_name(fact.field),
                           state_name(fact.state));
        if (fact.state == TENGEN_FACT_VALUE || fact.state == TENGEN_FACT_INVALID) {
            out += ",\"text\":";
            append_json_string(out, fact_text(game, fact));
        }
        if (fact.certainty != TENGEN_CERTAIN) {
            out += fmt::format(",\"certainty\":\"{}\"", certainty_name(fact.certainty));
        }
        out += '}';
    }
    out += fmt::format("],\"nodes\":{},\"node\":{}", game.node_count(), node);
    if (const std::optional<Position> position = position_after(game, node)) {
        append_position(out, game, node, *position);
    }
    const std::string comment = comment_of(game, node);
    if (!comment.empty()) {
        out += ",\"comment\":";
        append_json_string(out, comment);
    }
    return out + "}\n";
}

// Takes the wanted game and looks at no other.
class ShownGame final : public pipeline::GameConsumer {
public:
    // Thrown to leave the rest of the input unread.
    struct Done {};

    ShownGame(Wanted wanted, bool json, DrawingStyle style) : wanted_(wanted), json_(json), style_(style) {}

    void begin_input(std::string_view name) { input_ = name; }

    void take(const pipeline::ReadGame& read) override {
        ++games_;
        if (read.index != wanted_.game) {
            return;
        }
        const std::uint32_t nodes = read.game.node_count();
        if (nodes == 0) {
            throw UsageError(fmt::format("game {} has no nodes", wanted_.game));
        }
        if (wanted_.node && *wanted_.node >= nodes) {
            throw UsageError(
                fmt::format("game {} has the nodes 0 to {}, not {}", wanted_.game, nodes - 1, *wanted_.node));
        }
        const std::uint32_t node = wanted_.node.value_or(end_of_main_line(read.game));
        rejected_ = read.rejected;
        text_ = json_ ? as_json(read, node, input_) : as_text(read, node, style_, input_);
        throw Done();
    }

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] bool rejected() const { return rejected_; }
    [[nodiscard]] std::uint32_t games() const { return games_; }

private:
    Wanted wanted_;
    bool json_;
    DrawingStyle style_;
    std::string_view input_;
    std::string text_;
    bool rejected_ = false;
    std::uint32_t games_ = 0;
};

// Lets through what is about the wanted game or about the input as a whole.
class OneGameReport final : public pipeline::DiagnosticReceiver {
public:
    OneGameReport(pipeline::DiagnosticReceiver& next, std::uint32_t game) : next_(next), game_(game) {}
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override {
        if (!diagnostic.game || *diagnostic.game == game_) {
            next_.add(diagnostic, source);
        }
    }
    void add(const diagnostics::InputSummary& summary) override { next_.add(summary); }
    void finish() override { next_.finish(); }

private:
    pipeline::DiagnosticReceiver& next_;
    std::uint32_t game_;
};

}  // namespace

int run_show(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    visible.add_options()  //
        ("game,g", options::value<std::uint32_t>()->value_name("N")->default_value(0),
         "which game of the input, from 0 as in reports")  //
        ("node,n", options::value<std::uint32_t>()->value_name("N"),
         "the board after this node, from 0 in the order of the record (default: the end of the main line)")  //
        ("unicode", options::bool_switch(), "round stones instead of X (Black) and O (White)")                //
        ("format", options::value<std::string>()->value_name("F")->default_value("text"), "text or json");
    add_reading_options(visible);
    add_report_options(visible);
    add_plugin_options(visible);
    const ParsedOptions parsed = parse_options(
        arguments, visible, "show [OPTIONS] FILE",
        "Shows a game: what the record says about it, and the board after a node with the last move, the\n"
        "prisoners and the comment. A rejected game is shown all the same. Exit code 0: shown, 1: the\n"
        "game was rejected or the input could not be read, 2: usage, or there is no such game or node.");
    if (parsed.help) {
        return exit_done;
    }
    const std::vector<std::string> inputs = list_of(parsed.values, "input");
    if (inputs.size() != 1) {
        throw UsageError("show takes one input");
    }
    const std::string format = text_of(parsed.values, "format");
    if (format != "text" && format != "json") {
        throw UsageError(fmt::format("--format takes text or json, not '{}'", format));
    }
    Wanted wanted;
    wanted.game = parsed.values["game"].as<std::uint32_t>();
    if (has(parsed.values, "node")) {
        wanted.node = parsed.values["node"].as<std::uint32_t>();
    }
    DrawingStyle style;
    style.unicode = parsed.values["unicode"].as<bool>();
    style.color = isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;

    const pipeline::Settings settings = settings_of(parsed.values);
    plugins::Registry registry = registry_of(parsed.values);
    plugins::CharsetServices charsets;
    pipeline::ReportFan report;
    attach_report_file(report, parsed.values, settings.policy.level());
    attach_terminal(report, parsed.values);
    OneGameReport one_game(report, wanted.game);
    pipeline::InputReader reader(registry, charsets, settings, one_game);
    ShownGame shown(wanted, format == "json", style);
    bool unreadable = false;
    try {
        visit_inputs(
            inputs, settings,
            [&](io::Input& input) {
                shown.begin_input(input.name);
                const diagnostics::InputSummary summary = reader.read(input, shown);
                unreadable = unreadable || summary.fatal != 0;
            },
            [&](const io::Finding& finding) {
                static_cast<void>(reader.refuse(finding));
                unreadable = true;
            });
    } catch (const ShownGame::Done&) {
        report.finish();
        io::DescriptorSink out = io::standard_output();
        out.write(shown.text());
        out.commit();
        return shown.rejected() ? exit_rejected : exit_done;
    } catch (const pipeline::ConfigurationError& error) {
        return report_configuration(report, error, {}, "show");
    }
    report.finish();
    if (unreadable) {
        return exit_rejected;
    }
    throw UsageError(fmt::format("the input has {} game{}; there is no game {}", shown.games(),
                                 shown.games() == 1 ? "" : "s", wanted.game));
}

}  // namespace tengen::cli
