#include "plugins/check_games.h"

#include <initializer_list>
#include <string>
#include <utility>

#include <tengen/model/builder.h>
#include <tengen/model/fact.h>
#include <tengen/model/identifier.h>
#include <tengen/model/point.h>

namespace tengen::plugins {

namespace {

// Writes one game down; points are two letters, as in SGF.
class Sketch {
public:
    Sketch(std::string_view name, BoardSize board) : storage_(std::make_shared<GameStorage>()), builder_(*storage_) {
        game_.name = name;
        storage_->clear();
        storage_->header.board_columns = board.columns;
        storage_->header.board_rows = board.rows;
        storage_->header.board_stated = 1;
        storage_->header.file_format_stated = 1;
        node(none);
        text("FF", "4");
        text("GM", "1");
        builder_.add_named_property("SZ");
        if (board.columns == board.rows) {
            builder_.add_text(std::to_string(board.columns));
        } else {
            const auto number = [this](std::uint8_t side) {
                return storage_->store_value(0, ValueKind::text_stored, std::to_string(side));
            };
            const tengen_value columns = number(board.columns);
            builder_.add_value(storage_->pair_value(0, columns, number(board.rows)));
        }
    }

    Sketch& node(std::uint32_t parent) {
        builder_.add_node(parent);
        return *this;
    }
    Sketch& node() { return node(builder_.last_node()); }
    [[nodiscard]] std::uint32_t here() const { return builder_.last_node(); }

    Sketch& text(std::string_view property, std::string_view text) {
        builder_.add_named_property(property);
        builder_.add_text(text);
        return *this;
    }
    Sketch& raw(std::string_view property, std::string_view text) {
        builder_.add_named_property(property);
        builder_.add_value(storage_->store_value(0, ValueKind::raw_stored, text));
        return *this;
    }
    /// An empty text is a pass.
    Sketch& move(std::string_view color, std::string_view point) {
        builder_.add_named_property(color);
        builder_.add_value(point.empty() ? make_value(0, ValueKind::pass) : make_point(0, *parse_point(point)));
        return *this;
    }
    Sketch& points(std::string_view property, std::initializer_list<std::string_view> list) {
        builder_.add_named_property(property);
        for (const std::string_view point : list) {
            builder_.add_value(make_point(0, *parse_point(point)));
        }
        return *this;
    }
    Sketch& label(std::string_view point, std::string_view text) {
        builder_.add_named_property("LB");
        const tengen_value content = storage_->store_value(0, ValueKind::text_stored, text);
        builder_.add_value(storage_->pair_value(0, make_point(0, *parse_point(point)), content));
        return *this;
    }

    [[nodiscard]] CheckGame finish(std::vector<tengen_feature> features) {
        collect_facts(*storage_);
        storage_->describe(game_.columns);
        game_.storage = storage_;
        game_.features = std::move(features);
        return std::move(game_);
    }

private:
    CheckGame game_;
    std::shared_ptr<GameStorage> storage_;
    GameBuilder builder_;
};

CheckGame moves() {
    Sketch sketch("moves", {19, 19});
    sketch.node().move("B", "pd").node().move("W", "dp").text("C", "A comment.");
    sketch.node().move("B", "").node().move("W", "");
    return sketch.finish({TENGEN_FEATURE_TREE, TENGEN_FEATURE_COMMENTS});
}

CheckGame variations() {
    Sketch sketch("variations", {9, 9});
    sketch.node().move("B", "ee");
    const std::uint32_t fork = sketch.here();
    sketch.node().move("W", "ec").node().move("B", "ce");
    const std::uint32_t inner = sketch.here();
    sketch.node().move("W", "gc").node(inner).move("W", "cg").node(fork).move("W", "ge");
    sketch.node(fork).move("W", "").node().move("B", "cc");
    return sketch.finish({TENGEN_FEATURE_TREE});
}

CheckGame setup_and_markup() {
    Sketch sketch("setup and markup", {9, 9});
    sketch.points("AB", {"cc", "gc", "cg"}).points("AW", {"ee"});
    sketch.node().move("B", "ed").points("TR", {"cc", "ee"}).label("gg", "A");
    return sketch.finish({TENGEN_FEATURE_TREE});
}

CheckGame information() {
    Sketch sketch("game information", {19, 19});
    sketch.text("PB", "Black Player").text("PW", "White Player").text("BR", "3d").text("KM", "6.5");
    sketch.text("RE", "B+2.5").text("DT", "2001-02-03").text("EV", "An event").text("PC", "A place");
    sketch.node().move("B", "qd");
    return sketch.finish({TENGEN_FEATURE_TREE, TENGEN_FEATURE_SEVERAL_DAYS, TENGEN_FEATURE_RESULT_KINDS});
}

CheckGame texts() {
    Sketch sketch("texts", {9, 9});
    sketch.text("C", "brackets ] [ backslash \\ colon : semicolon ; quote \" end\\");
    sketch.node().move("B", "cc").text("C", "two\nlines\n\nand a gap");
    sketch.node().move("W", "gg").text("C", "\xE7\xA2\x81 \xC3\xA9 \xD0\x93\xD0\xBE \xF0\x9F\x98\x80");
    return sketch.finish({TENGEN_FEATURE_TREE, TENGEN_FEATURE_COMMENTS, TENGEN_FEATURE_ANY_CHARSET});
}

CheckGame unknown_properties() {
    Sketch sketch("unknown properties", {9, 9});
    sketch.node().move("B", "cc").raw("XYZ", "something").raw("LONGNAME", "else");
    return sketch.finish({TENGEN_FEATURE_TREE, TENGEN_FEATURE_UNKNOWN_PROPERTIES});
}

CheckGame other_board(std::string_view name, BoardSize board) {
    Sketch sketch(name, board);
    sketch.node().move("B", "aa").node().move("W", "ba");
    return sketch.finish({TENGEN_FEATURE_TREE, TENGEN_FEATURE_ANY_BOARD});
}

CheckGame empty_nodes() {
    Sketch sketch("empty nodes", {9, 9});
    sketch.node().node().move("B", "cc").node();
    return sketch.finish({TENGEN_FEATURE_TREE});
}

CheckGame long_line() {
    Sketch sketch("a long line", {19, 19});
    for (std::uint32_t i = 0; i < 2000; ++i) {
        const std::uint32_t point = i % 361;
        const char letters[] = {coordinate_letter(static_cast<int>(point % 19)),
                                coordinate_letter(static_cast<int>(point / 19))};
        sketch.node().move(i % 2 == 0 ? "B" : "W", {letters, 2});
    }
    return sketch.finish({TENGEN_FEATURE_TREE});
}

bool is_technical(Identifier identifier) {
    for (const Identifier known :
         {Identifier("FF"), Identifier("GM"), Identifier("CA"), Identifier("AP"), Identifier("ST"), Identifier("SZ")}) {
        if (identifier == known) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::vector<CheckGame> make_check_games() {
    std::vector<CheckGame> games;
    games.push_back(moves());
    games.push_back(variations());
    games.push_back(setup_and_markup());
    games.push_back(information());
    games.push_back(texts());
    games.push_back(unknown_properties());
    games.push_back(other_board("a large board", {25, 25}));
    games.push_back(other_board("a board of unequal sides", {5, 7}));
    games.push_back(empty_nodes());
    games.push_back(long_line());
    return games;
}

CheckGame without_technical_properties(Game game) {
    CheckGame copy;
    copy.storage = std::make_shared<GameStorage>();
    GameBuilder builder(*copy.storage);
    builder.begin_from(game, nullptr);
    for (std::uint32_t node = 0; node < game.node_count(); ++node) {
        builder.add_node(game.parent(node));
        if (game.columns().node_stamps != nullptr) {
            copy.storage->node_stamps.back() = game.columns().node_stamps[node];
        }
        for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
            if (!is_technical(game.identifier(p))) {
                builder.copy_property(game, p);
            }
        }
    }
    tengen_game& header = copy.storage->header;
    header.file_format = header.file_format_stated = 0;
    header.board_stated = 0;
    header.charset_declared = header.charset_used = {};
    collect_facts(*copy.storage);
    copy.storage->describe(copy.columns);
    return copy;
}

}  // namespace tengen::plugins
