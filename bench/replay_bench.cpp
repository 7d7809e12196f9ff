// How fast games are replayed: moves a second with captures, ko and positional superko, against putting stones and
// hashing alone; and trees of growing size, which must cost the same for every node.
//
// replay_bench [SGF FILE...]: with files, their 19x19 games are replayed too.
#include <cstdint>
#include <deque>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include <tengen/model/storage.h>
#include <tengen/sdk/options.h>

#include "io/bytes.h"
#include "no_listener.h"
#include "played_games.h"
#include "plugins/charset_services.h"
#include "plugins/host_services.h"
#include "rounds.h"
#include "rules/replay.h"
#include "sgf/reader/sgf_reader.h"

namespace {

using namespace tengen;

// What no replay can do without: read the move, put the stone, change the hash.
std::uint64_t put_stones(Game game, std::vector<std::uint8_t>& stones) {
    std::uint64_t hash = 0;
    stones.assign(64 * 64, 0);
    const std::uint32_t count = game.node_count();
    for (std::uint32_t node = 1; node < count; ++node) {
        const std::uint32_t p = game.first_property(node);
        const Point point = point_of(game.values(p).front());
        const auto color = static_cast<std::uint8_t>(game.identifier(p).code());
        stones[point.row * 64u + point.column] = color;
        hash ^= (point.row * 64u + point.column) * 0x9E3779B97F4A7C15u + color;
    }
    return hash;
}

void show_speed(const std::vector<bench::Contestant>& contestants, double moves) {
    for (const bench::Contestant& contestant : contestants) {
        fmt::print("{:<44} {:>9.1f} ns/move  {:>8.1f} million moves/s\n", contestant.name,
                   contestant.median() / moves * 1e9, moves / contestant.median() / 1e6);
    }
}

/// The 19x19 games of files, with the texts that they refer to.
class ReadGames {
public:
    explicit ReadGames(std::span<char*> paths) : services_(listener_, charsets_) {
        const sdk::Options options(sgf::reader_options, {});
        for (const char* path : paths) {
            std::ifstream file(path, std::ios::binary);
            texts_.push_back({std::istreambuf_iterator<char>(file), {}});
            texts_.back().append(io::Bytes::padding, '\0');
            const std::string_view text(texts_.back().data(), texts_.back().size() - io::Bytes::padding);
            readers_.push_back(std::make_unique<sgf::SgfReader>(sdk::Host(services_.host()), text, options));
            for (OwnedGame game; readers_.back()->next(*game.receive());) {
                if (game.view().board() == BoardSize{19, 19} && rules::Replay::is_possible(game.view())) {
                    games_.push_back(std::move(game));
                }
            }
        }
    }
    [[nodiscard]] std::vector<Game> games() const {
        std::vector<Game> views;
        for (const OwnedGame& game : games_) {
            views.push_back(game.view());
        }
        return views;
    }

private:
    bench::NoListener listener_;
    plugins::CharsetServices charsets_;
    plugins::HostServices services_;
    std::deque<std::string> texts_;
    std::vector<std::unique_ptr<sgf::SgfReader>> readers_;
    std::vector<OwnedGame> games_;
};

/// Moves a second of all games, again and again until there are enough of them to measure.
std::uint64_t measure(const char* name, const std::vector<Game>& games, rules::Replay& replay) {
    std::uint64_t sum = 0;
    double moves = 0;
    double captured = 0;
    for (const Game game : games) {
        replay.run(game, [&](const rules::Step& step) {
            for (const rules::MoveStep& move : step.moves) {
                moves += 1;
                captured += move.captured;
            }
        });
    }
    const int repeats = 1 + static_cast<int>(500'000 / (moves + 1));
    std::vector<std::uint8_t> stones;
    std::vector<bench::Contestant> contestants;
    const auto again = [&](auto&& work) {
        return [&games, repeats, work] {
            for (int i = 0; i < repeats; ++i) {
                for (const Game game : games) {
                    work(game);
                }
            }
        };
    };
    contestants.push_back({"stones and hash alone", again([&](Game game) { sum += put_stones(game, stones); })});
    contestants.push_back({"replay with positional superko, 19x19", again([&](Game game) {
                               replay.run_remarkable(
                                   game,
                                   [&](const rules::Step& step) {
                                       for (const rules::MoveStep& move : step.moves) {
                                           sum += move.is_remarkable() ? 1 : 0;
                                       }
                                   },
                                   [](std::uint32_t, std::uint32_t) {});
                           })});
    bench::compete(contestants, 15, bench::Clock::thread);
    fmt::print("{}: {} games, {} moves, {:.1f} stones taken a hundred moves\n", name, games.size(), moves,
               captured / moves * 100);
    show_speed(contestants, moves * repeats);
    return sum;
}

}  // namespace

int main(int argc, char** argv) {
    std::uint64_t sum = 0;
    rules::Replay replay;
    {
        std::deque<bench::PlayedGame> played;  // views point into them
        std::vector<Game> games;
        for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
            played.emplace_back(seed, 180 + seed % 120);
            games.push_back(played.back().game());
        }
        sum += measure("generated games", games, replay);
    }
    if (argc > 1) {
        const ReadGames read(std::span(argv + 1, static_cast<std::size_t>(argc - 1)));
        sum += measure("games of files", read.games(), replay);
    }

    fmt::print("\ntrees, time for each node\n");
    for (const std::uint32_t nodes : {10'000u, 100'000u, 1'000'000u}) {
        for (const auto& [name, branching, reach] :
             {std::tuple("one line", 0u, 0u), std::tuple("a branch every 10 nodes", 10u, 40u),
              std::tuple("a branch every 2 nodes", 2u, 8u)}) {
            const bench::PlayedGame tree(nodes, nodes, branching, reach);
            std::vector<bench::Contestant> one;
            one.push_back({fmt::format("{:>9} nodes, {}", nodes, name), [&] {
                               replay.run(tree.game(), [&](const rules::Step& step) { sum += step.moves.size(); });
                           }});
            bench::compete(one, nodes > 100'000 ? 3 : 9, bench::Clock::thread);
            show_speed(one, nodes);
        }
    }
    return sum == 0 ? 1 : 0;
}
