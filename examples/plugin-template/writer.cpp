#include "writer.h"

#include <tengen/model/fact.h>
#include <tengen/model/vocabulary.h>

#include "vertex.h"

namespace move_list {

using namespace tengen;

namespace {

constexpr int default_side = 19;

constexpr Identifier black("B");
constexpr Identifier white("W");
constexpr Identifier comment("C");

// The record's technical data: a move list needs none of it, or says it in its own way.
bool is_technical(Identifier identifier) {
    return identifier == Identifier("FF") || identifier == Identifier("GM") || identifier == Identifier("SZ") ||
           identifier == Identifier("CA") || identifier == Identifier("AP");
}

bool is_information(Identifier identifier) {
    const PropertyDefinition* definition = find_property(identifier);
    return definition != nullptr && definition->property_class == PropertyClass::game_info;
}

bool is_comment(Game game, std::uint32_t property) {
    const ValueKind kind = kind_of(game.values(property).front());
    return game.identifier(property) == comment && game.values(property).size() == 1 &&
           (is_text(kind) || kind == ValueKind::empty);
}

}  // namespace

Writer::Writer(sdk::Host host, sdk::Sink sink, const sdk::Options& options)
    : host_(host),
      sink_(sink),
      comments_(options.boolean("comments")),
      lower_case_(options.text("letters") == "lower") {}

void Writer::put(Game game) {
    if (!check_board(game)) {
        return;
    }
    text_.clear();
    lost_properties_ = lost_information_ = lost_comments_ = moved_nodes_ = 0;
    if (!first_) {
        text_ += "---\n";
    }
    first_ = false;
    if (game.board().columns != default_side || game.columns().board_stated != 0) {
        text_ += "size " + std::to_string(game.board().columns) + '\n';
    }

    // The main line: from every node to its first child.
    std::uint32_t written = 0;
    for (std::uint32_t node = 0; node != none; node = game.first_child(node)) {
        write_node(game, node);
        ++written;
    }
    lost_information_ += game.columns().extension_field_count;
    for (std::uint32_t i = 0; i < game.columns().fact_count; ++i) {
        if (game.columns().facts[i].property == none) {
            ++lost_information_;
        }
    }
    sink_.write(text_);

    report_loss("loss.tree", game, game.node_count() - written, "nodes of variations");
    report_loss("loss.tree", game, lost_properties_, "properties that are neither moves nor comments");
    report_loss("loss.tree", game, lost_comments_, "comments");
    report_loss("loss.tree", game, moved_nodes_, "nodes that are not one move");
    report_loss("loss.other-info", game, lost_information_, "game information");
}

bool Writer::check_board(Game game) const {
    const BoardSize board = game.board();
    if (game.has_meaning() && board.columns == board.rows && board.columns >= smallest_board &&
        board.columns <= largest_board) {
        return true;
    }
    // The host stops at this severity; if it does not, the game as a whole is lost.
    host_.report("move-list.no-board", {.game = game.index()},
                 "a move list needs a game of Go on a square board of side 2 to 25", TENGEN_SEVERITY_FATAL);
    report_loss("loss.tree", game, game.node_count(), "nodes");
    return false;
}

void Writer::write_node(Game game, std::uint32_t node) {
    std::uint32_t moves = 0;
    std::uint32_t comments = 0;
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        const Identifier identifier = game.identifier(p);
        if (identifier == black || identifier == white) {
            const ValueKind kind = kind_of(game.values(p).front());
            if (game.values(p).size() == 1 && (kind == ValueKind::pass || kind == ValueKind::point)) {
                write_move(game, p, game.board().columns);
                ++moves;
            } else {
                ++lost_properties_;
            }
        } else if (is_comment(game, p) && comments_) {
            ++comments;
        } else if (identifier == comment) {
            ++lost_comments_;
        } else if (is_information(identifier)) {
            ++lost_information_;
        } else if (!is_technical(identifier)) {
            ++lost_properties_;
        }
    }
    // Comments follow their move, wherever they stood in the node.
    for (std::uint32_t p = game.first_property(node); comments != 0 && p < game.end_property(node); ++p) {
        if (is_comment(game, p)) {
            write_comment(game.text(game.values(p).front()));
        }
    }
    // Reading the list back makes the root of the comments in front, and one node of every move.
    if (moves != (node == 0 ? 0U : 1U) || comments > 1) {
        ++moved_nodes_;
    }
}

void Writer::write_move(Game game, std::uint32_t property, int side) {
    const tengen_value value = game.values(property).front();
    text_ += game.identifier(property) == black ? "B " : "W ";
    if (kind_of(value) == ValueKind::pass) {
        text_ += "pass";
    } else {
        append_vertex(point_of(value), side, lower_case_, text_);
    }
    text_ += '\n';
}

void Writer::write_comment(std::string_view text) {
    while (true) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text_ += line.empty() ? "#" : "# ";
        text_ += line;
        text_ += '\n';
        if (end == std::string_view::npos) {
            return;
        }
        text.remove_prefix(end + 1);
    }
}

void Writer::report_loss(const char* id, Game game, std::uint32_t count, std::string_view what) const {
    if (count == 0) {
        return;
    }
    host_.report_loss({.id = id,
                       .game = game.index(),
                       .count = count,
                       .what = what,
                       .message = "a move list holds moves and comments only"});
}

}  // namespace move_list
