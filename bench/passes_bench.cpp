// What the sweeps over clean games cost: the structure pass, all standard passes without the replay, the fitting to
// SGF; against one look at every node.
#include <array>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "passes/fitting.h"
#include "passes/standard.h"
#include "passes/structure.h"
#include "played_games.h"
#include "rounds.h"

namespace {

using namespace tengen;

class NoReport final : public passes::Context {
protected:
    std::uint32_t report(const passes::Finding&) override { return 0; }
};

}  // namespace

int main() {
    std::vector<bench::PlayedGame> games;
    double nodes = 0;
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        games.emplace_back(seed, 180 + seed % 120);
        nodes += games.back().game().node_count();
    }
    std::uint64_t sum = 0;
    NoReport context;
    passes::GameEditor editor;
    passes::StructurePass structure;
    passes::PassOptions options;
    options.legality = false;
    const auto without_replay = passes::standard_passes(options);
    std::array<std::uint8_t, TENGEN_FEATURE_COUNT> capabilities{};
    capabilities.fill(TENGEN_CAN);
    capabilities[TENGEN_FEATURE_REPEATED_PROPERTIES] = TENGEN_CANNOT;
    passes::Fitting fitting{std::span<const std::uint8_t>(capabilities)};

    std::vector<bench::Contestant> contestants;
    const auto add = [&](const char* name, auto&& work) {
        contestants.push_back({name, [&games, work] {
                                   for (const bench::PlayedGame& game : games) {
                                       work(game.game());
                                   }
                               }});
    };
    add("a look at every node", [&](Game game) {
        for (std::uint32_t node = 0; node < game.node_count(); ++node) {
            sum += game.columns().properties[game.first_property(node)].identifier;
        }
    });
    add("structure", [&](Game game) {
        editor.begin(game);
        structure.run(game, context, editor);
    });
    add("standard passes without the replay", [&](Game game) {
        for (const auto& pass : without_replay) {
            editor.begin(game);
            pass->run(game, context, editor);
        }
    });
    add("fitting to SGF", [&](Game game) { sum += fitting.fit(game).is_changed() ? 1 : 0; });
    bench::compete(contestants, 15);
    for (const bench::Contestant& contestant : contestants) {
        fmt::print("{:<44} {:>9.2f} ns/node\n", contestant.name, contestant.median() / nodes * 1e9);
    }
    return sum == 0 ? 1 : 0;
}
