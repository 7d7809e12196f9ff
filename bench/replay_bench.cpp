// How fast games are replayed: moves a second with captures, ko and positional superko, against putting stones and
// hashing alone; and trees of growing size, which must cost the same for every node.
#include <cstdint>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "played_games.h"
#include "rounds.h"
#include "rules/replay.h"

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

}  // namespace

int main() {
    std::vector<bench::PlayedGame> games;
    double moves = 0;
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        games.emplace_back(seed, 180 + seed % 120);
        moves += games.back().game().node_count() - 1;
    }
    std::uint64_t sum = 0;
    std::vector<std::uint8_t> stones;
    rules::Replay replay;
    std::vector<bench::Contestant> contestants;
    contestants.push_back({"stones and hash alone", [&] {
                               for (const bench::PlayedGame& game : games) {
                                   sum += put_stones(game.game(), stones);
                               }
                           }});
    contestants.push_back({"replay with positional superko, 19x19", [&] {
                               for (const bench::PlayedGame& game : games) {
                                   replay.run(game.game(), [&](const rules::Step& step) {
                                       for (const rules::MoveStep& move : step.moves) {
                                           sum += move.is_remarkable() ? 1 : 0;
                                       }
                                   });
                               }
                           }});
    bench::compete(contestants, 15);
    show_speed(contestants, moves);

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
            bench::compete(one, nodes > 100'000 ? 3 : 9);
            show_speed(one, nodes);
        }
    }
    return sum == 0 ? 1 : 0;
}
