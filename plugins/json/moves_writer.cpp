#include "moves_writer.h"

#include <optional>
#include <string_view>

#include <tengen/model/decimal.h>
#include <tengen/model/fact.h>
#include <tengen/model/result.h>

#include "fact_value.h"

namespace tengen::json {

namespace {

void put_point(Point point, OutputBuffer& out) {
    const std::array<char, 2> letters = point_letters(point);
    out.put('"');
    out.put(std::string_view(letters.data(), letters.size()));
    out.put('"');
}

/// The points of one property of a node as a list of single points.
void put_points(Game game, std::uint32_t node, Identifier identifier, OutputBuffer& out) {
    std::string_view comma;
    out.put('[');
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        if (game.identifier(p) != identifier) {
            continue;
        }
        for (const tengen_value value : game.values(p)) {
            for_each_point(value, [&](Point point) {
                out.put(comma);
                comma = ",";
                put_point(point, out);
            });
            out.flush_if_full();
        }
    }
    out.put(']');
}

class MainLine {
public:
    MainLine(Game game, OutputBuffer& out) : game_(game), out_(out) {}

    void put_setup() {
        std::string_view comma = ",\"setup\":[";
        std::uint32_t moves = 0;
        for_each_node([&](std::uint32_t node) {
            if (has_any(node, {"AB", "AW", "AE"})) {
                out_.put(comma);
                comma = ",";
                out_.put("{\"before\":");
                out_.put_number(moves);
                put_list(node, "AB", ",\"black\":");
                put_list(node, "AW", ",\"white\":");
                put_list(node, "AE", ",\"empty\":");
                out_.put('}');
            }
            for_each_move(node, [&](Color, tengen_value) { ++moves; });
        });
        if (comma == ",") {
            out_.put(']');
        }
    }

    /// Whose turn it is at the start: PL; else who moves first; else White if only Black has stones, else Black.
    void put_first() {
        std::optional<Color> stated;
        std::optional<Color> moved;
        bool black_stones = false;
        bool white_stones = false;
        for_each_node([&](std::uint32_t node) {
            if (moved) {
                return;
            }
            if (const std::uint32_t p = game_.find(node, "PL"); p != none) {
                const std::string_view text = game_.text(game_.values(p).front());
                if (text == "B" || text == "W") {
                    stated = text == "B" ? Color::black : Color::white;
                }
            }
            black_stones = black_stones || game_.find(node, "AB") != none;
            white_stones = white_stones || game_.find(node, "AW") != none;
            for_each_move(node, [&](Color color, tengen_value) { moved = moved ? *moved : color; });
        });
        const Color otherwise = black_stones && !white_stones ? Color::white : Color::black;
        const Color first = stated ? *stated : moved ? *moved : otherwise;
        out_.put(first == Color::black ? ",\"first\":\"B\"" : ",\"first\":\"W\"");
    }

    void put_moves() {
        std::string_view comma = ",\"moves\":[";
        out_.put(comma);
        comma = "";
        for_each_node([&](std::uint32_t node) {
            for_each_move(node, [&](Color color, tengen_value value) {
                out_.put(comma);
                comma = ",";
                out_.put(color == Color::black ? "[\"B\"," : "[\"W\",");
                if (kind_of(value) == ValueKind::point) {
                    put_point(point_of(value), out_);
                } else {
                    out_.put("\"\"");
                }
                out_.put(']');
            });
            out_.flush_if_full();
        });
        out_.put(']');
    }

    /// The territory of the last node that marks any.
    void put_territory() {
        std::uint32_t last = none;
        for_each_node([&](std::uint32_t node) {
            if (has_any(node, {"TB", "TW"})) {
                last = node;
            }
        });
        if (last != none) {
            out_.put(",\"territory\":{\"B\":");
            put_points(game_, last, "TB", out_);
            out_.put(",\"W\":");
            put_points(game_, last, "TW", out_);
            out_.put('}');
        }
    }

private:
    template <class Visit>
    void for_each_node(Visit&& visit) {
        for (std::uint32_t node = game_.node_count() == 0 ? none : 0; node != none; node = game_.first_child(node)) {
            visit(node);
        }
    }

    /// Points and passes of B and W, in file order; what could not be read is no move.
    template <class Visit>
    void for_each_move(std::uint32_t node, Visit&& visit) {
        for (std::uint32_t p = game_.first_property(node); p < game_.end_property(node); ++p) {
            const bool black = game_.identifier(p) == Identifier("B");
            if (!black && game_.identifier(p) != Identifier("W")) {
                continue;
            }
            const tengen_value value = game_.values(p).front();
            if (kind_of(value) == ValueKind::point || kind_of(value) == ValueKind::pass) {
                visit(black ? Color::black : Color::white, value);
            }
        }
    }

    [[nodiscard]] bool has_any(std::uint32_t node, std::initializer_list<Identifier> identifiers) const {
        for (const Identifier identifier : identifiers) {
            if (game_.find(node, identifier) != none) {
                return true;
            }
        }
        return false;
    }

    void put_list(std::uint32_t node, Identifier identifier, std::string_view name) {
        if (game_.find(node, identifier) != none) {
            out_.put(name);
            put_points(game_, node, identifier, out_);
        }
    }

    Game game_;
    OutputBuffer& out_;
};

/// The text of the preferred fact of a field; empty if there is none.
std::string_view text_of(Game game, tengen_field field) {
    const tengen_fact* fact = find_fact(game, field);
    return fact == nullptr ? std::string_view() : fact_text(game, *fact);
}

void put_text_member(std::string_view name, std::string_view text, OutputBuffer& out) {
    if (!text.empty()) {
        out.put(name);
        out.put_text(text);
    }
}

void put_both(std::string_view name, std::string_view black, std::string_view white, OutputBuffer& out) {
    if (black.empty() && white.empty()) {
        return;
    }
    out.put(name);
    put_text_member("{\"B\":", black, out);
    put_text_member(black.empty() ? "{\"W\":" : ",\"W\":", white, out);
    out.put('}');
}

void put_result(std::string_view text, OutputBuffer& out) {
    const Result result = parse_result(text).result;
    if (result.kind == ResultKind::absent) {
        return;
    }
    out.put(",\"result\":");
    if (result.kind == ResultKind::unparsed) {
        out.put("{\"kind\":\"unparsed\",\"text\":");
        out.put_text(text);
        out.put('}');
    } else {
        put_result_object(result, out);
    }
}

}  // namespace

void write_moves(Game game, OutputBuffer& out) {
    const tengen_game& columns = game.columns();
    out.put("{\"index\":");
    out.put_number(columns.index);
    out.put(",\"size\":");
    if (columns.board_columns == columns.board_rows) {
        out.put_number(columns.board_columns);
    } else {
        out.put('[');
        out.put_number(columns.board_columns);
        out.put(',');
        out.put_number(columns.board_rows);
        out.put(']');
    }
    if (const std::string_view komi = text_of(game, TENGEN_FIELD_KOMI); is_real(komi)) {
        put_text_member(",\"komi\":", komi, out);
    }
    const std::string_view handicap = text_of(game, TENGEN_FIELD_HANDICAP);
    if (const auto stones = is_number(handicap) ? integer_of(handicap) : std::nullopt; stones && *stones >= 0) {
        out.put(",\"handicap\":");
        out.put_number(static_cast<std::uint64_t>(*stones));
    }
    MainLine line(game, out);
    line.put_setup();
    line.put_first();
    line.put_moves();
    put_result(text_of(game, TENGEN_FIELD_RESULT), out);
    put_both(",\"players\":", text_of(game, TENGEN_FIELD_BLACK), text_of(game, TENGEN_FIELD_WHITE), out);
    put_both(",\"ranks\":", text_of(game, TENGEN_FIELD_BLACK_RANK), text_of(game, TENGEN_FIELD_WHITE_RANK), out);
    put_text_member(",\"date\":", text_of(game, TENGEN_FIELD_DATE), out);
    put_text_member(",\"rules\":", text_of(game, TENGEN_FIELD_RULES), out);
    line.put_territory();
    out.put('}');
}

}  // namespace tengen::json
