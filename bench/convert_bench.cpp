// Whole conversions in memory: SGF -> SGF with all that a user gets (reading, typing, passes, fitting, writing), with
// and without replaying the moves; the floor is memchr over the input.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "io/sink.h"
#include "io/source.h"
#include "pipeline/game_output.h"
#include "pipeline/input_reader.h"
#include "plugins/charset_services.h"
#include "plugins/registry.h"
#include "rounds.h"
#include "sample_games.h"

namespace {

using namespace tengen;
using pipeline::NoReport;

class ToOutput final : public pipeline::GameConsumer {
public:
    explicit ToOutput(pipeline::GameOutput& output) : output_(output) {}
    void take(const pipeline::ReadGame& game) override { output_.put(game, input_); }

private:
    pipeline::GameOutput& output_;
    std::string input_ = "bench";
};

}  // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 7;
    plugins::ScanOptions scan;
    scan.installation_directory = TENGEN_BENCH_PLUGINS;
    plugins::Registry registry = plugins::Registry::scan(scan);
    plugins::CharsetServices charsets;
    const std::string text = bench::sample_collection(std::size_t{32} << 20);
    const auto writer = registry.find_writer("sgf");
    if (!writer) {
        fmt::print(stderr, "no SGF plugin in {}\n", TENGEN_BENCH_PLUGINS);
        return 1;
    }
    // The input is in memory already, as the row says: copying it is not part of a conversion.
    io::Input input;
    input.name = "bench.sgf";
    input.bytes = io::Bytes::copy_of(text);
    std::uint64_t games = 0;
    const auto convert = [&](bool legality) {
        pipeline::Settings settings;
        settings.policy = diagnostics::Policy(diagnostics::Level::archive);
        settings.passes.legality = legality;
        NoReport report;
        pipeline::InputReader reader(registry, charsets, settings, report);
        pipeline::GameOutput output(*writer, charsets, settings.policy, {}, report, std::make_unique<io::NullSink>(),
                                    {});
        ToOutput consumer(output);
        reader.read(input, consumer);
        output.finish();
        games = output.games();
    };
    volatile std::size_t rare = 0;
    std::vector<bench::Contestant> contestants{
        {"floor: memchr for a rare byte", [&] { rare = std::memchr(text.data(), '\x01', text.size()) != nullptr; }},
        {"SGF -> SGF without legality", [&] { convert(false); }},
        {"SGF -> SGF with legality", [&] { convert(true); }},
    };
    bench::compete(contestants, rounds);
    fmt::print("conversion in memory, {} games, {:.1f} MB\n", games, static_cast<double>(text.size()) / 1e6);
    bench::print(contestants, static_cast<double>(text.size()));
    fmt::print("legality costs {:.2f} x the conversion without it\n",
               contestants[2].median() / contestants[1].median());
    return 0;
}
