// tengen show: what a record says about its game, and the board after a node.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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
#include "shown_position.h"
#include "stream_options.h"
#include "streams/materialised.h"
#include "streams/size_limit.h"

namespace tengen::cli {

namespace {

using diagnostics::append_json_string;
using diagnostics::append_visible;

struct Wanted {
    std::uint32_t game = 0;
    std::optional<std::uint32_t> node;  // none: where the stream is looked at, else the end of the main line
    std::uint32_t stream = 0;
    std::vector<streams::Instant> at;  // empty: recordings at their end, without a place to look at
};

// What is shown of a game that was read. Recordings are shown as the trees they came to.
struct View {
    Game game;  // this one
    std::uint32_t node = 0;
    std::uint32_t number = 0;  // of the node, as the record counts
    std::uint32_t last_number = 0;
    const streams::MaterialisedStream* stream = nullptr;  // the one that is looked at
};

const streams::MaterialisedStream& stream_of(const streams::Materialised& tree, Game recorded, const Wanted& wanted) {
    for (const streams::MaterialisedStream& stream : tree.streams) {
        if (stream.stream == wanted.stream) {
            return stream;
        }
    }
    const std::uint32_t count = recorded.columns().stream_count;
    if (count == 0) {
        throw UsageError(fmt::format("game {} has no recorded stream; --at and --stream are about these", wanted.game));
    }
    throw UsageError(
        wanted.stream < count
            ? fmt::format("the events of stream {} are in a file that is not there", wanted.stream)
            : fmt::format("game {} has the streams 0 to {}, not {}", wanted.game, count - 1, wanted.stream));
}

// `tree` is what becomes of a recording, and stays empty for other games.
View view_of(Game recorded, const Wanted& wanted, streams::Materialised& tree) {
    const std::uint32_t nodes = recorded.node_count();
    if (nodes == 0) {
        throw UsageError(fmt::format("game {} has no nodes", wanted.game));
    }
    if (wanted.node && *wanted.node >= nodes) {
        throw UsageError(fmt::format("game {} has the nodes 0 to {}, not {}", wanted.game, nodes - 1, *wanted.node));
    }
    if (recorded.columns().stream_count == 0 && wanted.at.empty()) {
        const std::uint32_t node = wanted.node.value_or(end_of_main_line(recorded));
        return {recorded, node, node, nodes - 1};
    }
    const std::uint32_t streams = recorded.columns().stream_count;
    if (const auto named = pipeline::highest_named(wanted.at); named && streams != 0 && *named >= streams) {
        throw UsageError(fmt::format("game {} has the streams 0 to {}, not {}", wanted.game, streams - 1, *named));
    }
    if (!streams::can_be_played(recorded)) {
        throw UsageError(
            fmt::format("game {} is a recording with more points in rectangles than can be played back "
                        "[rgf.too-many-points]; tengen explain rgf.too-many-points",
                        wanted.game));
    }
    tree = streams::materialise(recorded, wanted.at, nullptr);
    View view{tree.game.view()};
    view.last_number = nodes - 1;
    if (!wanted.at.empty()) {
        view.stream = &stream_of(tree, recorded, wanted);
    }
    view.node = view.stream != nullptr ? view.stream->cursor : end_of_main_line(view.game);
    if (wanted.node) {
        const auto found = std::lower_bound(tree.old_nodes.begin(), tree.old_nodes.end(), *wanted.node);
        if (found == tree.old_nodes.end() || *found != *wanted.node) {
            throw UsageError(fmt::format("node {} is not there at that time of the recording", *wanted.node));
        }
        view.node = static_cast<std::uint32_t>(found - tree.old_nodes.begin());
    }
    view.number = tree.old_nodes[view.node];
    return view;
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

// The facts of the node that is shown: game information may stand in several branches, or recordings, and then is about
// the games that go on from there.
std::vector<std::uint32_t> facts_at(Game game, std::uint32_t node) {
    const auto is_above = [game](std::uint32_t one, std::uint32_t other) {
        while (other != TENGEN_NONE && other > one) {
            other = game.parent(other);
        }
        return other == one;
    };
    std::vector<std::uint32_t> facts;
    for (std::uint32_t i = 0; i < game.columns().fact_count; ++i) {
        const std::uint32_t place = game.columns().facts[i].node;
        if (place == TENGEN_NONE || is_above(place, node) || is_above(node, place)) {
            facts.push_back(i);
        }
    }
    return facts;
}

std::string as_text(const pipeline::ReadGame& read, const View& view, const DrawingStyle& style,
                    std::string_view input) {
    const Game game = view.game;
    const std::uint32_t node = view.node;
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
    for (const std::uint32_t i : facts_at(game, node)) {
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

    out += '\n';
    if (view.stream != nullptr) {
        out += fmt::format("stream {} at {}: {}\n", view.stream->stream, view.stream->instant.text(),
                           view.stream->position);
    }
    out += fmt::format("node {} of 0 to {}", view.number, view.last_number);
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

std::string as_json(const pipeline::ReadGame& read, const View& view, std::string_view input) {
    const Game game = view.game;
    const std::uint32_t node = view.node;
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
    for (const char* between = ""; const std::uint32_t i : facts_at(game, node)) {
        const tengen_fact& fact = game.columns().facts[i];
        out += fmt::format("{}{{\"field\":\"{}\",\"state\":\"{}\"", std::exchange(between, ","), field_name(fact.field),
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
    out += ']';
    if (view.stream != nullptr) {
        out += fmt::format(",\"stream\":{{\"index\":{},\"time\":\"{}\",\"position\":\"{}\"}}", view.stream->stream,
                           view.stream->instant.text(), view.stream->position);
    }
    out += fmt::format(",\"nodes\":{},\"node\":{}", view.last_number + 1, view.number);
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

    ShownGame(Wanted wanted, bool json, DrawingStyle style) : wanted_(std::move(wanted)), json_(json), style_(style) {}

    void begin_input(std::string_view name) { input_ = name; }

    void take(const pipeline::ReadGame& read) override {
        ++games_;
        if (read.index != wanted_.game) {
            return;
        }
        streams::Materialised tree;
        const View view = view_of(read.game, wanted_, tree);
        rejected_ = read.rejected;
        text_ = json_ ? as_json(read, view, input_) : as_text(read, view, style_, input_);
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
        ("game,g", options::value<Index>()->value_name("N")->default_value({}, "0"),
         "which game of the input, from 0 as in reports")  //
        ("node,n", options::value<Index>()->value_name("N"),
         "the board after this node, from 0 in the order of the record (default: the end of the main line)")  //
        ("at", options::value<std::string>()->value_name("T"),
         "recorded streams at initial, final or a number of seconds, all of them or by number: 0=final,1=28.9; and "
         "the\n"
         "node a stream looks at then (default: final, and the end of the main line)")  //
        ("stream", options::value<Index>()->value_name("N")->default_value({}, "0"),
         "with --at: which stream of the game, from 0")                                         //
        ("unicode", options::bool_switch(), "round stones instead of X (Black) and O (White)")  //
        ("format", options::value<std::string>()->value_name("F")->default_value("text"), "text or json");
    add_reading_options(visible);
    add_report_options(visible);
    add_plugin_options(visible);
    const ParsedOptions parsed = parse_options(
        arguments, visible, "show [OPTIONS] FILE",
        "Shows a game: what the record says about it, and the board after a node with the last move, the\n"
        "prisoners and the comment; of a recording (--at), the board and the comment at a moment. A rejected\n"
        "game is shown all the same. Exit code 0: shown, 1: the game was rejected or the input could not be\n"
        "read, 2: usage, or there is no such game, stream or node.");
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
    wanted.game = parsed.values["game"].as<Index>().number;
    if (has(parsed.values, "node")) {
        wanted.node = parsed.values["node"].as<Index>().number;
    }
    wanted.stream = parsed.values["stream"].as<Index>().number;
    if (has(parsed.values, "at")) {
        wanted.at = instants_of(parsed.values, "at");
    } else if (has(parsed.values, "stream")) {
        throw UsageError("--stream needs --at, the time that is shown");
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
