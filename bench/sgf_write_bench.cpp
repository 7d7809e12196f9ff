// Speed of writing SGF, on generated games: mostly plain moves; with clocks and comments; a tree of variations. Each
// line also reports its speed as a share of a memcpy of the same output in the same run.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include <tengen/model/builder.h>
#include <tengen/model/move_runs.h>

#include "no_listener.h"
#include "plugins/charset_services.h"
#include "plugins/host_services.h"
#include "sgf/writer/sgf_writer.h"

namespace {

using namespace tengen;

/// A fixed sequence of pseudo-random numbers (xorshift), so that every run measures the same games.
class Numbers {
public:
    std::uint32_t below(std::uint32_t limit) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<std::uint32_t>(state_ % limit);
    }

private:
    std::uint64_t state_ = 0x9E3779B97F4A7C15u;
};

struct MadeGame {
    GameStorage storage;
    tengen_game columns{};
};

enum class Content { moves, clocks_and_comments, variations };

std::unique_ptr<MadeGame> make_game(Numbers& numbers, Content content) {
    auto made = std::make_unique<MadeGame>();
    GameStorage& storage = made->storage;
    storage.clear();
    GameBuilder game(storage);
    const auto text = [&](Identifier identifier, std::string_view value) {
        game.add_property(identifier);
        game.add_text(value);
    };
    game.add_node(none);
    text("FF", "4");
    text("GM", "1");
    text("SZ", "19");
    text("PB", "Some player");
    text("PW", "The other player");
    text("DT", "2004-05-01");
    text("KM", "6.5");
    text("RE", "B+3.5");
    const std::uint32_t moves = 220;
    for (std::uint32_t move = 0; move < moves; ++move) {
        std::uint32_t parent = game.last_node();
        if (content == Content::variations && numbers.below(6) == 0) {
            for (std::uint32_t up = 1 + numbers.below(8); up > 0 && storage.nodes[parent].parent != none; --up) {
                parent = storage.nodes[parent].parent;
            }
        }
        game.add_node(parent);
        game.add_property(move % 2 == 0 ? Identifier("B") : Identifier("W"));
        game.add_value(make_point(
            0, {static_cast<std::uint8_t>(numbers.below(19)), static_cast<std::uint8_t>(numbers.below(19))}));
        if (content == Content::clocks_and_comments) {
            text(move % 2 == 0 ? Identifier("BL") : Identifier("WL"), std::to_string(numbers.below(3000)) + ".5");
            if (numbers.below(20) == 0) {
                text("C", "A comment of a reader who has seen [many] games: this move was played in haste, it seems.");
            }
        }
    }
    find_move_runs(storage);  // as readers name them
    storage.describe(made->columns);
    return made;
}

/// In a conversion a game was made just before it is written, so the columns measured here fit into a cache, too.
constexpr int game_count = 60;
constexpr int rounds = 30;

double memcpy_seconds(std::string_view bytes) {
    const std::unique_ptr<char[]> to(new char[bytes.size()]);
    std::memset(to.get(), 1, bytes.size());
    double best = 1e9;
    for (int round = 0; round < 5; ++round) {
        const auto start = std::chrono::steady_clock::now();
        std::memcpy(to.get(), bytes.data(), bytes.size());
        benchmark::DoNotOptimize(to.get());
        benchmark::ClobberMemory();
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        best = time.count() < best ? time.count() : best;
    }
    return best;
}

void write_games(benchmark::State& state, Content content) {
    Numbers numbers;
    std::vector<std::unique_ptr<MadeGame>> games;
    for (int i = 0; i < game_count; ++i) {
        games.push_back(make_game(numbers, content));
    }
    bench::NoListener listener;
    plugins::CharsetServices charsets;
    plugins::HostServices services(listener, charsets);
    std::string* collected = nullptr;
    std::size_t size = 0;
    tengen_sink sink{};
    struct Context {
        std::string** collected;
        std::size_t* size;
    } context{&collected, &size};
    sink.struct_size = sizeof sink;
    sink.context = &context;
    sink.write = [](const tengen_sink* self, tengen_text bytes) -> std::uint32_t {
        const auto& to = *static_cast<const Context*>(self->context);
        *to.size += bytes.size;
        if (*to.collected != nullptr) {
            (*to.collected)->append(bytes.data, bytes.size);
        }
        return 1;
    };
    const auto write_all = [&] {
        sgf::SgfWriter writer(sdk::Host(services.host()), sdk::Sink(&sink), sdk::Options(sgf::writer_options, {}));
        for (int round = 0; round < rounds; ++round) {
            for (const auto& game : games) {
                writer.put(Game(game->columns));
            }
        }
        writer.finish();
    };
    std::string output;
    collected = &output;
    write_all();
    collected = nullptr;

    double seconds = 0;
    for (auto iteration : state) {
        static_cast<void>(iteration);
        const auto start = std::chrono::steady_clock::now();
        write_all();
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        seconds = seconds == 0 || time.count() < seconds ? time.count() : seconds;
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(output.size()) * state.iterations());
    state.counters["best_GB/s"] = static_cast<double>(output.size()) / seconds / 1e9;
    state.counters["of_memcpy"] = memcpy_seconds(output) / seconds;
}

BENCHMARK_CAPTURE(write_games, moves, Content::moves);
BENCHMARK_CAPTURE(write_games, clocks_and_comments, Content::clocks_and_comments);
BENCHMARK_CAPTURE(write_games, variations, Content::variations);

}  // namespace

BENCHMARK_MAIN();
