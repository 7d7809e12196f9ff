// Speed of JSON documents: reading one into games, writing one from games. The floor is simdjson's DOM parse of the
// same bytes in the same run.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <simdjson.h>

#include <tengen/model/builder.h>
#include <tengen/model/fact.h>
#include <tengen/sdk/host.h>

#include "json/plugin_tables.h"
#include "rounds.h"
#include "sample_games.h"

namespace {

using namespace tengen;

/// What the JSON plugin needs of a host.
tengen_host make_host() {
    tengen_host host{};
    host.struct_size = sizeof host;
    host.report = [](const tengen_host*, const tengen_finding*) -> std::uint32_t { return 0; };
    host.report_loss = [](const tengen_host*, const tengen_loss*) {};
    host.is_utf8 = [](const tengen_host*, tengen_text bytes) -> std::uint32_t {
        return simdjson::validate_utf8(bytes.data, bytes.size) ? 1 : 0;
    };
    return host;
}

struct MadeGame {
    GameStorage storage;
    tengen_game columns{};
};

/// 19x19, a header, 150 to 300 moves, now and then a comment.
std::unique_ptr<MadeGame> make_game(std::uint64_t seed) {
    bench::Dice dice(seed);
    auto made = std::make_unique<MadeGame>();
    GameStorage& storage = made->storage;
    storage.clear();
    storage.header.file_format_stated = 1;
    storage.header.board_stated = 1;
    GameBuilder game(storage);
    const auto text = [&](Identifier identifier, std::string_view value) {
        game.add_property(identifier);
        game.add_text(value);
    };
    game.add_node(none);
    text("FF", "4");
    text("GM", "1");
    text("SZ", "19");
    text("PB", "Player " + std::to_string(dice.below(900)));
    text("PW", "Player " + std::to_string(dice.below(900)));
    text("BR", "3d");
    text("DT", "1987-05-12");
    text("KM", "5.5");
    text("RE", "B+R");
    const std::uint32_t moves = 150 + dice.below(150);
    for (std::uint32_t move = 0; move < moves; ++move) {
        game.add_node(game.last_node());
        game.add_property(move % 2 == 0 ? Identifier("B") : Identifier("W"));
        game.add_value(
            make_point(0, {static_cast<std::uint8_t>(dice.below(19)), static_cast<std::uint8_t>(dice.below(19))}));
        if (dice.below(60) == 0) {
            text("C", "A move that needs a word or two.");
        }
    }
    collect_facts(storage);
    storage.describe(made->columns);
    return made;
}

class Writing {
public:
    Writing(const tengen_host& host, std::string* collected) : host_(host), collected_(collected) {
        sink_.struct_size = sizeof sink_;
        sink_.context = this;
        sink_.write = [](const tengen_sink* sink, tengen_text bytes) -> std::uint32_t {
            auto& self = *static_cast<Writing*>(sink->context);
            if (self.collected_ != nullptr) {
                self.collected_->append(bytes.data, bytes.size);
            }
            return 1;
        };
    }

    void run(const std::vector<std::unique_ptr<MadeGame>>& games, int repetitions) {
        tengen_writer_instance* writer = nullptr;
        json::writer_table.open(&host_, &sink_, nullptr, 0, &writer);
        for (int i = 0; i < repetitions; ++i) {
            for (const auto& game : games) {
                json::writer_table.put(writer, &game->columns);
            }
        }
        json::writer_table.finish(writer);
        json::writer_table.close(writer);
    }

private:
    const tengen_host& host_;
    std::string* collected_;
    tengen_sink sink_{};
};

std::uint64_t read_all(const tengen_host& host, std::string_view document) {
    tengen_reader_instance* reader = nullptr;
    json::reader_table.open(&host, {document.data(), document.size()}, nullptr, 0, &reader);
    std::uint64_t nodes = 0;
    for (;;) {
        OwnedGame game;
        if (json::reader_table.next(reader, game.receive()) != TENGEN_OK) {
            break;
        }
        nodes += game.columns().node_count;
    }
    json::reader_table.close(reader);
    return nodes;
}

}  // namespace

int main(int argc, char** argv) {
    constexpr int game_count = 40;
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 7;
    const int repetitions = argc > 2 ? std::atoi(argv[2]) : 60;
    const tengen_host host = make_host();
    std::vector<std::unique_ptr<MadeGame>> games;
    std::uint64_t nodes = 0;
    for (std::uint64_t seed = 1; seed <= game_count; ++seed) {
        games.push_back(make_game(seed));
        nodes += games.back()->columns.node_count;
    }
    std::string document;
    Writing(host, &document).run(games, repetitions);
    const simdjson::padded_string padded(document);
    document.append(64, '\0');
    const std::string_view bytes(document.data(), document.size() - 64);
    if (read_all(host, bytes) != nodes * static_cast<std::uint64_t>(repetitions)) {
        fmt::print("the document does not come back\n");
        return 1;
    }

    simdjson::dom::parser parser;
    Writing writing(host, nullptr);
    bool is_json = true;
    std::vector<bench::Contestant> contestants;
    contestants.push_back({"simdjson DOM parse (floor)",
                           [&] { is_json = is_json && parser.parse(padded).error() == simdjson::SUCCESS; }});
    contestants.push_back({"read: document to games", [&] { read_all(host, bytes); }});
    contestants.push_back({"write: games to document", [&] { writing.run(games, repetitions); }});
    bench::compete(contestants, rounds);
    fmt::print("{} bytes, {} games, {} nodes\n", bytes.size(), game_count * repetitions,
               nodes * static_cast<std::uint64_t>(repetitions));
    bench::print(contestants, static_cast<double>(bytes.size()));
    return is_json ? 0 : 1;
}
