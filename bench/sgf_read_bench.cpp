// How fast SGF is read, in memory: the syntax alone, and all that a reader does (syntax, types, facts, the check for
// UTF-8), against memchr over the same bytes. All variants run in turns, and the median of the ratios counts: absolute
// times drift on shared machines.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <tengen/model/storage.h>
#include <tengen/sdk/options.h>

#include "plugins/charset_services.h"
#include "plugins/host_services.h"
#include "rounds.h"
#include "sgf/reader/sgf_reader.h"
#include "sgf/syntax/game_scanner.h"

namespace {

using tengen::GameStorage;

/// Answers nothing and counts.
class CountingListener : public tengen::plugins::FindingListener {
public:
    std::uint32_t on_finding(const tengen::plugins::Finding&) override {
        ++findings;
        return 0;
    }
    void on_loss(const tengen::plugins::Loss&) override {}

    std::uint64_t findings = 0;
};

/// Numbers without any quality, the same in every run.
class Numbers {
public:
    std::uint32_t below(std::uint32_t limit) {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>((state_ >> 33) % limit);
    }

private:
    std::uint64_t state_ = 1;
};

void append_move(std::string& text, Numbers& numbers, bool black) {
    text += black ? ";B[" : ";W[";
    text += static_cast<char>('a' + numbers.below(19));
    text += static_cast<char>('a' + numbers.below(19));
    text += ']';
}

void append_head(std::string& text, Numbers& numbers, std::uint32_t game) {
    text += fmt::format(
        "(;GM[1]FF[4]CA[UTF-8]AP[Recorder:1.{}]SZ[19]KM[6.5]RU[Japanese]\nPB[Player {}]PW[Player {}]BR[{}d]WR[{}k]"
        "DT[20{:02}-{:02}-{:02}]EV[Club evening]RE[B+{}.5]PC[Town]TM[1800]OT[5x30 byo-yomi]\n",
        numbers.below(10), game, game + 1, 1 + numbers.below(9), 1 + numbers.below(20), numbers.below(24),
        1 + numbers.below(12), 1 + numbers.below(28), numbers.below(60));
}

/// Games as servers store them: moves, a line break now and then, some with clocks.
std::vector<std::string> small_games(std::size_t bytes) {
    Numbers numbers;
    std::vector<std::string> games;
    for (std::size_t size = 0; size < bytes; size += games.back().size()) {
        std::string text;
        append_head(text, numbers, static_cast<std::uint32_t>(games.size()));
        const bool clocks = numbers.below(12) == 0;
        const std::uint32_t moves = 80 + numbers.below(200);
        for (std::uint32_t i = 0; i < moves; ++i) {
            append_move(text, numbers, i % 2 == 0);
            if (clocks) {
                text += fmt::format("{}L[{}.{}]", i % 2 == 0 ? 'B' : 'W', numbers.below(1800), numbers.below(1000));
            }
            if (i % 10 == 9) {
                text += '\n';
            }
        }
        text += ")\n";
        games.push_back(text);
    }
    return games;
}

/// Games with a comment in every other node, variations, and markup.
std::vector<std::string> commented_games(std::size_t bytes) {
    Numbers numbers;
    std::vector<std::string> games;
    constexpr std::string_view words[] = {"White",
                                          "attacks",
                                          "here,",
                                          "but \\[this\\] is",
                                          "too slow:",
                                          "better",
                                          "would\nbe",
                                          "the large knight's move",
                                          "as in the game of",
                                          "1987."};
    for (std::size_t size = 0; size < bytes; size += games.back().size()) {
        std::string text;
        append_head(text, numbers, static_cast<std::uint32_t>(games.size()));
        std::uint32_t open = 0;
        for (std::uint32_t i = 0; i < 150; ++i) {
            if (i % 15 == 14) {
                text += '(';
                append_move(text, numbers, i % 2 == 0);
                append_move(text, numbers, i % 2 != 0);
                text += ")\n(";
                ++open;
            }
            append_move(text, numbers, i % 2 == 0);
            if (i % 2 == 0) {
                text += "C[";
                for (std::uint32_t n = 4 + numbers.below(12); n > 0; --n) {
                    text += words[numbers.below(std::size(words))];
                    text += ' ';
                }
                text += ']';
            }
            if (i % 5 == 0) {
                text += "LB[dd:A][pd:B][qq:C]TR[cc][dp]";
            }
        }
        text.append(open, ')');
        text += ")\n";
        games.push_back(text);
    }
    return games;
}

/// Bytes with the padding that readers ask for.
class Input {
public:
    explicit Input(const std::vector<std::string>& games) {
        for (const std::string& game : games) {
            starts_.push_back(bytes_.size());
            bytes_ += game;
        }
        size_ = bytes_.size();
        starts_.push_back(size_);
        bytes_.append(64, '\0');
    }
    [[nodiscard]] std::string_view all() const { return {bytes_.data(), size_}; }
    [[nodiscard]] std::size_t game_count() const { return starts_.size() - 1; }
    /// One game, with the next ones as its padding.
    [[nodiscard]] std::string_view game(std::size_t i) const {
        return all().substr(starts_[i], starts_[i + 1] - starts_[i]);
    }

private:
    std::string bytes_;
    std::size_t size_ = 0;
    std::vector<std::size_t> starts_;
};

/// Of processor time of this thread: others on the machine do not count.
double seconds_of(const auto& work) {
    return tengen::bench::seconds_of(work, tengen::bench::Clock::thread);
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

/// All trees with one storage, as often as there are.
std::size_t read_syntax(std::string_view text, GameStorage& storage, tengen::sgf::SyntaxWorkspace& workspace) {
    tengen::sgf::Notes notes;
    tengen::sgf::Notes before;
    tengen::sgf::TreeFinder finder(text);
    const tengen::sgf::SyntaxLimits limits;
    const char* end = text.data() + text.size();
    std::size_t bytes = 0;
    const char* tree = finder.find(text.data(), before, notes);
    while (tree != nullptr) {
        storage.clear();
        const tengen::sgf::TreeReading reading =
            tengen::sgf::read_tree(tree, end, limits, false, storage, notes, workspace);
        bytes += storage.nodes.size() * sizeof(tengen_node) + storage.properties.size() * sizeof(tengen_property) +
                 storage.values.size() * sizeof(tengen_value);
        tree = finder.find(reading.next, before, notes);
    }
    return bytes;
}

std::size_t read_fully(std::string_view text, const tengen_host* host) {
    const tengen::sdk::Options options(tengen::sgf::reader_options, {});
    tengen::sgf::SgfReader reader(tengen::sdk::Host(host), text, options);
    tengen::OwnedGame game;
    std::size_t nodes = 0;
    while (reader.next(*game.receive())) {
        nodes += game.columns().node_count;
    }
    return nodes;
}

/// The same, with a reader for every game, as for files of one game each.
std::size_t read_one_by_one(const Input& input, const tengen_host* host) {
    std::size_t nodes = 0;
    for (std::size_t i = 0; i < input.game_count(); ++i) {
        nodes += read_fully(input.game(i), host);
    }
    return nodes;
}

void measure(const char* name, const std::vector<std::string>& games, int rounds) {
    const Input input(games);
    const std::string_view text = input.all();
    CountingListener listener;
    tengen::plugins::CharsetServices charsets;
    tengen::plugins::HostServices services(listener, charsets);
    GameStorage storage;
    tengen::sgf::SyntaxWorkspace workspace;
    const double gigabytes = static_cast<double>(text.size()) * 1e-9;

    std::vector<double> floor, syntax, full, single, syntax_ratio, full_ratio, single_ratio;
    std::size_t model_bytes = 0;
    std::size_t nodes = 0;
    std::size_t sink = 0;
    for (int round = 0; round < rounds; ++round) {
        const double floor_seconds = seconds_of(
            [&] { sink += static_cast<std::size_t>(std::memchr(text.data(), '\x01', text.size()) != nullptr); });
        const double syntax_seconds = seconds_of([&] { model_bytes = read_syntax(text, storage, workspace); });
        const double full_seconds = seconds_of([&] { nodes = read_fully(text, services.host()); });
        const double single_seconds = seconds_of([&] { nodes = read_one_by_one(input, services.host()); });
        floor.push_back(gigabytes / floor_seconds);
        syntax.push_back(gigabytes / syntax_seconds);
        full.push_back(gigabytes / full_seconds);
        syntax_ratio.push_back(floor_seconds / syntax_seconds);
        full_ratio.push_back(floor_seconds / full_seconds);
        single.push_back(gigabytes / single_seconds);
        single_ratio.push_back(floor_seconds / single_seconds);
    }
    if (sink != 0) {
        std::abort();
    }
    fmt::print("{}: {:.1f} MB, {} games, {:.1f} bytes a node, {} findings a round\n", name, gigabytes * 1e3,
               input.game_count(), static_cast<double>(text.size()) / static_cast<double>(nodes),
               listener.findings / static_cast<std::uint64_t>(rounds));
    fmt::print("  memchr           {:6.2f} GB/s\n", median(floor));
    fmt::print("  syntax           {:6.2f} GB/s  {:5.1f} % of memchr\n", median(syntax), 100 * median(syntax_ratio));
    fmt::print("  full read        {:6.2f} GB/s  {:5.1f} % of memchr\n", median(full), 100 * median(full_ratio));
    fmt::print("  a reader a game  {:6.2f} GB/s  {:5.1f} % of memchr\n", median(single), 100 * median(single_ratio));
    fmt::print("  tree columns     {:6.2f} bytes for one of input\n",
               static_cast<double>(model_bytes) / static_cast<double>(text.size()));
}

/// One variant again and again, for a profiler.
void repeat(std::string_view corpus, std::string_view variant, int rounds) {
    constexpr std::size_t size = std::size_t{16} << 20;
    const Input input(corpus == "small" ? small_games(size) : commented_games(size));
    CountingListener listener;
    tengen::plugins::CharsetServices charsets;
    tengen::plugins::HostServices services(listener, charsets);
    GameStorage storage;
    tengen::sgf::SyntaxWorkspace workspace;
    std::size_t sum = 0;
    for (int round = 0; round < rounds; ++round) {
        sum += variant == "syntax" ? read_syntax(input.all(), storage, workspace)
               : variant == "full" ? read_fully(input.all(), services.host())
                                   : read_one_by_one(input, services.host());
    }
    fmt::print("{} rounds of {} bytes, sum {}\n", rounds, input.all().size(), sum);
}

}  // namespace

/// sgf_read_bench [ROUNDS [small|commented syntax|full|single]]
int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 15;
    if (argc > 3) {
        repeat(argv[2], argv[3], rounds);
        return 0;
    }
    measure("small games", small_games(std::size_t{16} << 20), rounds);
    measure("commented games", commented_games(std::size_t{16} << 20), rounds);
    return 0;
}
