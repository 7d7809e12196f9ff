#include "pipeline/board_picture.h"

#include <utility>

#include <fmt/format.h>

#include <tengen/model/storage.h>

#include "io/error.h"
#include "io/source.h"
#include "pipeline/input_place.h"
#include "pipeline/input_reader.h"
#include "plugins/charset_services.h"
#include "rules/positions.h"

namespace tengen::pipeline {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20U;
constexpr std::uint32_t most_nodes = 5000;
constexpr int cell = 10;
constexpr int largest_side = 25;

void append_stones(std::string& out, const tengen_game& columns, std::uint32_t first, std::uint32_t count,
                   const char* style) {
    for (std::uint32_t i = first; i < first + count; ++i) {
        const std::uint16_t point = columns.position_points[i];
        const int column = point & 0xFF;
        const int row = point >> 8U;
        out += fmt::format(R"(<circle cx="{}" cy="{}" r="4.5" class="{}"/>)", cell * column + cell, cell * row + cell,
                           style);
    }
}

std::string picture(Game game, const tengen_game& columns, std::uint32_t node) {
    const BoardSize board = game.board();
    const tengen_position& position = columns.positions[node];
    const int width = cell * (board.columns + 1);
    const int height = cell * (board.rows + 1);
    std::string out = fmt::format(
        R"(<svg class="board" width="{}" height="{}" viewBox="0 0 {} {}" role="img"><title>after node {}, move {}</title>)",
        width, height, width, height, node, position.move_number);
    std::string lines;
    for (int column = 1; column <= board.columns; ++column) {
        lines += fmt::format("M{} {}V{}", cell * column, cell, cell * board.rows);
    }
    for (int row = 1; row <= board.rows; ++row) {
        lines += fmt::format("M{} {}H{}", cell, cell * row, cell * board.columns);
    }
    out += fmt::format(R"(<path d="{}"/>)", lines);
    append_stones(out, columns, position.first_black, position.black_count, "b");
    append_stones(out, columns, position.first_white, position.white_count, "w");
    return out + "</svg>";
}

// Waits for one game.
class Painter final : public GameConsumer {
public:
    Painter(std::uint32_t game, std::uint32_t node) : game_(game), node_(node) {}

    void take(const ReadGame& game) override {
        if (game.index != game_ || node_ >= game.game.node_count() || game.game.node_count() > most_nodes) {
            return;
        }
        const BoardSize board = game.game.board();
        if (!game.game.has_meaning() || board.columns == 0 || board.columns > largest_side ||
            board.rows > largest_side) {
            return;
        }
        tengen_game columns = game.game.columns();
        rules::Replay replay;
        rules::PositionTable positions;
        if (positions.compute(game.game, replay)) {
            positions.attach(columns);
            svg = picture(game.game, columns, node_);
        }
    }

    std::optional<std::string> svg;

private:
    std::uint32_t game_;
    std::uint32_t node_;
};

}  // namespace

// Which step listed an input is not said; one that forces the format, and whose path the name begins with, is as good.
Settings BoardPictures::settings_for(std::string_view input, const std::string& format) const {
    Settings settings = settings_;
    if (plan_ != nullptr) {
        for (const InputStep& step : plan_->inputs) {
            if (!step.format.empty() && step.format == format && input.starts_with(fixed_part(step.path))) {
                settings = plan_->settings_for(step);
                break;
            }
        }
    }
    settings.from = format;
    settings.filter.reset();
    return settings;
}

std::optional<std::string> BoardPictures::draw(const diagnostics::Diagnostic& diagnostic, const std::string& format) {
    if (!diagnostic.game || !diagnostic.node || !diagnostic.file.empty()) {
        return std::nullopt;
    }
    io::SourceEntry entry;
    entry.name = diagnostic.input;
    entry.path = folder_ / diagnostic.input;
    io::ReadOptions options;
    options.max_size = most_bytes;
    auto opened = io::open(entry, options);
    auto* input = std::get_if<io::Input>(&opened);
    if (input == nullptr) {
        return std::nullopt;
    }
    NoReport report;
    plugins::CharsetServices charsets;
    const Settings settings = settings_for(diagnostic.input, format);
    InputReader reader(registry_, charsets, settings, report);
    Painter painter(*diagnostic.game, *diagnostic.node);
    reader.read(*input, painter);
    return std::move(painter.svg);
}

}  // namespace tengen::pipeline
