#include "plugins/check_steps.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <deque>
#include <limits>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include <tengen/model/equality.h>
#include <tengen/model/game.h>
#include <tengen/model/storage.h>

#include "diagnostics/policy.h"
#include "plugins/check_games.h"
#include "plugins/module.h"
#include "plugins/session.h"
#include "text/utf8.h"

namespace tengen::plugins {

namespace {

constexpr std::array levels{diagnostics::Level::strict, diagnostics::Level::lenient, diagnostics::Level::archive};

const tengen_plugin& load(const std::filesystem::path& file) {
    const LoadResult result = load_module(file);
    if (result.status != LoadStatus::loaded) {
        throw std::runtime_error(result.reason);
    }
    return *result.entry;
}

ReaderHandle reader_of(const CheckSubject& subject) {
    const tengen_plugin& entry = load(subject.file);
    for (std::uint32_t i = 0; i < entry.reader_count; ++i) {
        if (entry.readers[i]->format == subject.format) {
            return {&entry, entry.readers[i]};
        }
    }
    throw std::runtime_error("the reader is gone");
}

WriterHandle writer_of(const tengen_plugin& entry, std::string_view format) {
    for (std::uint32_t i = 0; i < entry.writer_count; ++i) {
        if (entry.writers[i]->format == format) {
            return {&entry, entry.writers[i]};
        }
    }
    throw std::runtime_error("the writer is gone");
}

// Listens as the engine would at one level, and notes what a plugin must not say.
class Recorder : public FindingListener {
public:
    explicit Recorder(diagnostics::Level level, std::uint64_t input_size = TENGEN_NO_OFFSET)
        : policy_(level), input_size_(input_size) {}

    std::uint32_t on_finding(const Finding& finding) override {
        if (finding.offset && *finding.offset > input_size_) {
            breach = fmt::format("{} points at byte {} of an input of {}", finding.id, *finding.offset, input_size_);
        }
        if (!text::is_valid_utf8(finding.message) || finding.message.empty()) {
            breach = fmt::format("{} has no message in UTF-8", finding.id);
        }
        if (findings.size() < most_kept) {
            findings.push_back(fmt::format("{} {} {} {}: {}", finding.id, finding.game.value_or(none),
                                           finding.node.value_or(none), finding.offset.value_or(TENGEN_NO_OFFSET),
                                           finding.message));
        }
        const diagnostics::Severity severity =
            policy_.severity(finding.id, static_cast<diagnostics::Severity>(finding.default_severity));
        return (severity == diagnostics::Severity::fatal ? TENGEN_STOP : 0) |
               (severity >= diagnostics::Severity::error ? TENGEN_REJECTED : 0) |
               (policy_.applies_fix(finding.id) ? TENGEN_APPLY_FIX : 0);
    }
    void on_loss(const Loss& loss) override {
        if (!text::is_valid_utf8(loss.message) || !text::is_valid_utf8(loss.what) || !text::is_valid_utf8(loss.to)) {
            breach = fmt::format("{} has a text that is not UTF-8", loss.id);
        }
        losses.push_back(fmt::format("{} {} {}", loss.id, loss.count, loss.what));
    }

    std::vector<std::string> findings;
    std::vector<std::string> losses;
    std::string breach;

private:
    static constexpr std::size_t most_kept = 10000;
    diagnostics::Policy policy_;
    std::uint64_t input_size_;
};

// An input as readers are promised it, in memory of its own so that sanitizers see every step beyond it.
class Input {
public:
    explicit Input(std::string_view bytes)
        : buffer_(std::make_unique<char[]>(bytes.size() + padding)), size_(bytes.size()) {
        std::memcpy(buffer_.get(), bytes.data(), bytes.size());
    }
    [[nodiscard]] std::string_view view() const { return {buffer_.get(), size_}; }

private:
    static constexpr std::size_t padding = 64;
    std::unique_ptr<char[]> buffer_;  // all zero at first
    std::size_t size_;
};

struct Reading {
    SessionStatus status = SessionStatus::ok;
    std::vector<OwnedGame> games;
    std::vector<std::string> findings;
    std::string breach;  // of the rules, by the plugin
};

Reading read(ReaderHandle reader, CharsetServices& charsets, const Input& input, diagnostics::Level level) {
    Reading reading;
    Recorder recorder(level, input.view().size());
    {
        ReaderSession session(reader, recorder, charsets, Validation::whole_game);
        SessionResult result = session.open(input.view(), {});
        std::uint64_t consumed = 0;
        while (result.ok()) {
            OwnedGame game;
            result = session.next(game);
            const std::uint64_t now = session.consumed();
            if (now < consumed) {
                reading.breach = "it consumes less and less";
            }
            consumed = now;
            if (result.ok()) {
                reading.games.push_back(std::move(game));
            }
            if (reading.games.size() > input.view().size() + 1) {
                reading.breach = "it finds more games than the input has bytes";
                break;
            }
        }
        reading.status = result.status;
        if (result.status == SessionStatus::fault || result.status == SessionStatus::bad_option) {
            reading.breach = result.message;
        }
    }
    if (!recorder.breach.empty()) {
        reading.breach = recorder.breach;
    }
    reading.findings = std::move(recorder.findings);
    return reading;
}

std::string compare(const Reading& a, const Reading& b) {
    if (a.status != b.status || a.games.size() != b.games.size()) {
        return fmt::format("{} games against {}", a.games.size(), b.games.size());
    }
    for (std::size_t i = 0; i < a.games.size(); ++i) {
        EqualityOptions options;
        options.index = true;
        if (const auto difference = first_difference(a.games[i].view(), b.games[i].view(), options)) {
            return fmt::format("game {}: {}", i, *difference);
        }
    }
    return a.findings == b.findings ? std::string() : "other findings";
}

std::string about(const CheckInput& input, std::string_view what) {
    return fmt::format("{}: {}", input.name, what);
}

// -- readers --

std::string wrong_value(const tengen_option& option) {
    switch (option.type) {
        case TENGEN_OPTION_INTEGER:
            return option.maximum < std::numeric_limits<std::int64_t>::max() ? std::to_string(option.maximum + 1) : "x";
        case TENGEN_OPTION_TEXT:
            return {};
        default:
            return "no-such-value";
    }
}

// Opens with the given option; returns what is wrong with the answer.
template <class Open>
std::string check_option_table(const tengen_option* options, std::uint32_t count, Open&& open) {
    const auto refused = [&open](const std::string& name, const std::string& value) -> std::string {
        const SessionResult result = open(OptionValue{name, value});
        if (result.status != SessionStatus::bad_option) {
            return fmt::format("the option {}={} is not refused", name, value);
        }
        return result.message.empty() || result.message == "no reason given"
                   ? fmt::format("the option {}={} is refused without a reason", name, value)
                   : std::string();
    };
    if (std::string wrong = refused("no-such-option", "true"); !wrong.empty()) {
        return wrong;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        const SessionResult result = open(OptionValue{options[i].name, options[i].default_value});
        if (result.status == SessionStatus::bad_option || result.status == SessionStatus::fault) {
            return fmt::format("the option {} does not take its own default: {}", options[i].name, result.message);
        }
        if (options[i].type == TENGEN_OPTION_TEXT) {
            continue;  // any value may be right
        }
        if (std::string wrong = refused(options[i].name, wrong_value(options[i])); !wrong.empty()) {
            return wrong;
        }
    }
    return {};
}

std::string reader_options(const CheckSubject& subject) {
    const ReaderHandle reader = reader_of(subject);
    CharsetServices charsets;
    const Input input("");
    return check_option_table(reader.reader->options, reader.reader->option_count, [&](const OptionValue& option) {
        Recorder recorder(diagnostics::Level::lenient, 0);
        ReaderSession session(reader, recorder, charsets);
        return session.open(input.view(), {&option, 1});
    });
}

std::string reader_empty(const CheckSubject& subject) {
    const ReaderHandle reader = reader_of(subject);
    CharsetServices charsets;
    for (const std::string_view bytes : {std::string_view(""), std::string_view("\0", 1), std::string_view("\n"),
                                         std::string_view("\xFF\xFE\x00", 3), std::string_view("hello, world\n")}) {
        for (const diagnostics::Level level : levels) {
            const Reading reading = read(reader, charsets, Input(bytes), level);
            if (!reading.breach.empty()) {
                return fmt::format("an input of {} bytes: {}", bytes.size(), reading.breach);
            }
        }
    }
    return {};
}

std::string reader_samples(const CheckSubject& subject) {
    const ReaderHandle reader = reader_of(subject);
    CharsetServices charsets;
    for (const CheckInput& input : subject.inputs) {
        for (const diagnostics::Level level : levels) {
            const Input bytes(input.bytes);
            const Reading reading = read(reader, charsets, bytes, level);
            if (!reading.breach.empty()) {
                return about(input, reading.breach);
            }
            if (reading.games.empty() && level != diagnostics::Level::strict) {
                return about(input, "it finds no game");
            }
        }
    }
    return {};
}

std::string reader_sniff(const CheckSubject& subject) {
    const ReaderHandle reader = reader_of(subject);
    if (reader.reader->sniff == nullptr) {
        return {};
    }
    for (const CheckInput& input : subject.inputs) {
        for (std::size_t size = 0; size <= std::min<std::size_t>(input.bytes.size(), 4096); ++size) {
            const std::vector<char> head(input.bytes.begin(), input.bytes.begin() + static_cast<std::ptrdiff_t>(size));
            const std::uint32_t score = reader.reader->sniff({head.data(), head.size()}, {nullptr, 0});
            if (score > 100) {
                return about(input, fmt::format("it is {} % sure", score));
            }
        }
        if (reader.reader->sniff({input.bytes.data(), std::min<std::size_t>(input.bytes.size(), 4096)}, {"", 0}) == 0) {
            return about(input, "it does not know the format");
        }
    }
    return {};
}

std::string text_fault(Game game) {
    const tengen_game& columns = game.columns();
    const auto is_good = [&game](tengen_value value) {
        const ValueKind kind = kind_of(value);
        return !(is_text(kind) || is_raw(kind) || is_invalid(kind)) || text::is_valid_utf8(game.text(value));
    };
    const auto all_good = [&](const tengen_value* values, std::uint32_t count) {
        return std::all_of(values, values + count, is_good);
    };
    if (!all_good(columns.values, columns.value_count) ||
        !all_good(columns.original_values, columns.original_value_count)) {
        return "a value that counts as text is not UTF-8";
    }
    for (std::uint32_t i = 0; i < columns.pair_count; ++i) {
        if (!is_good(columns.pairs[i].first) || !is_good(columns.pairs[i].second)) {
            return "a part of a value that counts as text is not UTF-8";
        }
    }
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        if (columns.facts[i].property == none && !text::is_valid_utf8(game.stored(columns.facts[i].text))) {
            return "a fact is not UTF-8";
        }
    }
    for (std::uint32_t i = 0; i < columns.long_identifier_count; ++i) {
        if (!text::is_valid_utf8(game.stored(columns.long_identifiers[i]))) {
            return "an identifier is not UTF-8";
        }
    }
    return {};
}

std::string games_fault(const Reading& reading) {
    if (!reading.breach.empty()) {
        return reading.breach;
    }
    for (const OwnedGame& game : reading.games) {
        if (std::string fault = text_fault(game.view()); !fault.empty()) {
            return fault;
        }
    }
    return {};
}

std::string reader_utf8(const CheckSubject& subject) {
    const ReaderHandle reader = reader_of(subject);
    CharsetServices charsets;
    for (const CheckInput& input : subject.inputs) {
        // As it is, and with every eighth byte made one that UTF-8 does not have.
        std::string broken = input.bytes;
        for (std::size_t i = 7; i < broken.size(); i += 8) {
            broken[i] = '\xFE';
        }
        for (const std::string* bytes : std::initializer_list<const std::string*>{&input.bytes, &broken}) {
            const Input copy(*bytes);
            if (std::string fault = games_fault(read(reader, charsets, copy, diagnostics::Level::archive));
                !fault.empty()) {
                return about(input, fault);
            }
        }
    }
    return {};
}

std::string reader_deterministic(const CheckSubject& subject) {
    const ReaderHandle reader = reader_of(subject);
    CharsetServices charsets;
    for (const CheckInput& input : subject.inputs) {
        const Input first(input.bytes);
        const Input second(input.bytes);
        const Reading a = read(reader, charsets, first, diagnostics::Level::lenient);
        const Reading b = read(reader, charsets, second, diagnostics::Level::lenient);
        if (std::string difference = compare(a, b); !difference.empty()) {
            return about(input, difference);
        }
    }
    return {};
}

std::string reader_threads(const CheckSubject& subject) {
    const ReaderHandle reader = reader_of(subject);
    CharsetServices charsets;
    // Both threads read all samples, one of them from the last to the first.
    const auto read_all = [&](bool backwards, std::deque<Input>& inputs, std::vector<Reading>& readings) {
        readings.resize(subject.inputs.size());
        for (std::size_t i = 0; i < subject.inputs.size(); ++i) {
            const std::size_t at = backwards ? subject.inputs.size() - 1 - i : i;
            inputs.emplace_back(subject.inputs[at].bytes);
            readings[at] = read(reader, charsets, inputs.back(), diagnostics::Level::lenient);
        }
    };
    constexpr int rounds = 5;
    for (int round = 0; round < rounds; ++round) {
        std::array<std::deque<Input>, 2> inputs;
        std::array<std::vector<Reading>, 2> readings;
        std::thread other([&] { read_all(true, inputs[1], readings[1]); });
        read_all(false, inputs[0], readings[0]);
        other.join();
        for (std::size_t i = 0; i < subject.inputs.size(); ++i) {
            if (std::string difference = compare(readings[0][i], readings[1][i]); !difference.empty()) {
                return about(subject.inputs[i], difference);
            }
        }
    }
    return {};
}

std::string reader_early_close(const CheckSubject& subject) {
    const ReaderHandle reader = reader_of(subject);
    CharsetServices charsets;
    reader.reader->close(nullptr);
    for (const CheckInput& input : subject.inputs) {
        const Input bytes(input.bytes);
        OwnedGame kept;
        for (const int games : {0, 1}) {
            Recorder recorder(diagnostics::Level::lenient, bytes.view().size());
            ReaderSession session(reader, recorder, charsets, Validation::whole_game);
            if (session.open(bytes.view(), {}).ok() && games == 1) {
                if (session.next(kept).status == SessionStatus::fault) {
                    return about(input, "it fails");
                }
            }
        }
        if (kept) {  // the reader is closed, the game is not yet released
            if (std::string fault = text_fault(kept.view()); !fault.empty()) {
                return about(input, fault);
            }
        }
    }
    return {};
}

std::string reader_cut(const CheckSubject& subject) {
    const ReaderHandle reader = reader_of(subject);
    CharsetServices charsets;
    for (const CheckInput& input : subject.inputs) {
        const std::size_t cuts = std::min(input.bytes.size(), subject.most_cuts);
        for (std::size_t i = 0; i < cuts; ++i) {
            const std::size_t size = input.bytes.size() * i / cuts;
            const Input bytes(std::string_view(input.bytes).substr(0, size));
            if (std::string fault = games_fault(read(reader, charsets, bytes, levels[i % levels.size()]));
                !fault.empty()) {
                return about(input, fmt::format("cut after {} bytes: {}", size, fault));
            }
        }
    }
    return {};
}

// One to four changes: other bytes, other lengths, parts moved.
std::string mutated(std::string bytes, std::mt19937_64& random) {
    const auto below = [&random](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
    for (std::size_t change = 1 + below(4); change != 0 && !bytes.empty(); --change) {
        const std::size_t at = below(bytes.size());
        const std::size_t length = 1 + below(std::min<std::size_t>(bytes.size() - at, 16));
        switch (below(6)) {
            case 0:
                bytes[at] = static_cast<char>(below(256));
                break;
            case 1:
                bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ (1U << below(8)));
                break;
            case 2:
                bytes.erase(at, length);
                break;
            case 3:
                bytes.insert(below(bytes.size()), bytes.substr(at, length));
                break;
            case 4:
                bytes.insert(at, length, static_cast<char>(below(256)));
                break;
            default:
                std::swap(bytes[at], bytes[below(bytes.size())]);
                break;
        }
    }
    return bytes;
}

std::string reader_mutations(const CheckSubject& subject) {
    const ReaderHandle reader = reader_of(subject);
    CharsetServices charsets;
    for (const CheckInput& input : subject.inputs) {
        // Large samples take as many bytes of work as a thousand small ones at most.
        constexpr std::size_t most_bytes = std::size_t{8} << 20;
        const std::size_t rounds = std::min<std::size_t>(subject.mutations, 1 + most_bytes / (input.bytes.size() + 1));
        for (std::size_t round = 0; round < rounds; ++round) {
            std::mt19937_64 random(subject.seed + round);
            const Input bytes(mutated(input.bytes, random));
            if (std::string fault = games_fault(read(reader, charsets, bytes, levels[round % levels.size()]));
                !fault.empty()) {
                return about(input, fmt::format("mutation with seed {}: {}", subject.seed + round, fault));
            }
        }
    }
    return {};
}

// -- writers --

struct Writing {
    SessionStatus status = SessionStatus::ok;
    std::string bytes;
    std::vector<std::string> losses;
    std::string breach;
};

Writing write(WriterHandle writer, CharsetServices& charsets, const std::vector<Game>& games) {
    Writing writing;
    Recorder recorder(diagnostics::Level::lenient);
    WriterSession session(writer, recorder, charsets, [&writing](std::string_view bytes) {
        writing.bytes += bytes;
        return true;
    });
    SessionResult result = session.open({});
    for (const Game& game : games) {
        if (result.ok()) {
            result = session.put(game);
        }
    }
    if (result.ok()) {
        result = session.finish();
    }
    writing.status = result.status;
    writing.losses = std::move(recorder.losses);
    writing.breach = result.status == SessionStatus::fault || result.status == SessionStatus::bad_option
                         ? result.message
                         : recorder.breach;
    return writing;
}

// The built-in games, each alone and all together.
struct GameSet {
    std::string name;
    std::vector<Game> games;
    std::vector<tengen_feature> features;
};

class GameSets {
public:
    GameSets(const GameSets&) = delete;
    GameSets& operator=(const GameSets&) = delete;
    GameSets() : games_(make_check_games()) {
        GameSet together{"all games together", {}, {TENGEN_FEATURE_SEVERAL_GAMES}};
        numbered_.reserve(games_.size());
        for (const CheckGame& game : games_) {
            sets_.push_back({std::string(game.name), {Game(game.columns)}, game.features});
            numbered_.push_back(game.columns);
            numbered_.back().index = static_cast<std::uint32_t>(numbered_.size() - 1);
            together.games.emplace_back(numbered_.back());
            together.features.insert(together.features.end(), game.features.begin(), game.features.end());
        }
        sets_.push_back(std::move(together));
    }
    [[nodiscard]] const std::vector<GameSet>& sets() const { return sets_; }

private:
    std::vector<CheckGame> games_;
    std::vector<tengen_game> numbered_;  // the same games with their places in one input
    std::vector<GameSet> sets_;
};

bool can_all(const tengen_writer& writer, const std::vector<tengen_feature>& features) {
    return std::all_of(features.begin(), features.end(), [&writer](tengen_feature feature) {
        return feature < writer.capability_count && writer.capabilities[feature] == TENGEN_CAN;
    });
}

std::string writer_options(const CheckSubject& subject) {
    const WriterHandle writer = writer_of(load(subject.file), subject.format);
    CharsetServices charsets;
    return check_option_table(writer.writer->options, writer.writer->option_count, [&](const OptionValue& option) {
        Recorder recorder(diagnostics::Level::lenient);
        WriterSession session(writer, recorder, charsets, [](std::string_view) { return true; });
        return session.open({&option, 1});
    });
}

std::string writer_empty(const CheckSubject& subject) {
    const WriterHandle writer = writer_of(load(subject.file), subject.format);
    CharsetServices charsets;
    writer.writer->close(nullptr);
    Recorder recorder(diagnostics::Level::lenient);
    {
        WriterSession session(writer, recorder, charsets, [](std::string_view) { return true; });
        if (const SessionResult result = session.open({}); !result.ok()) {
            return "it cannot be opened: " + result.message;
        }
    }  // closed without finish
    return write(writer, charsets, {}).breach;
}

std::string writer_output(const CheckSubject& subject) {
    const WriterHandle writer = writer_of(load(subject.file), subject.format);
    CharsetServices charsets;
    std::size_t written = 0;
    const GameSets all;
    for (const GameSet& set : all.sets()) {
        const Writing writing = write(writer, charsets, set.games);
        if (!writing.breach.empty()) {
            return fmt::format("{}: {}", set.name, writing.breach);
        }
        if (writing.status != SessionStatus::ok) {
            continue;  // it said why
        }
        ++written;
        // A format that is no text has zero bytes somewhere; text in another charset has none.
        const bool is_text = writing.bytes.find('\0') == std::string::npos;
        if (is_text && !text::is_valid_utf8(writing.bytes)) {
            return fmt::format("{}: the output is not UTF-8", set.name);
        }
    }
    return written == 0 ? "it writes none of the built-in games" : "";
}

std::string writer_deterministic(const CheckSubject& subject) {
    const WriterHandle writer = writer_of(load(subject.file), subject.format);
    CharsetServices charsets;
    const GameSets all;
    for (const GameSet& set : all.sets()) {
        const Writing a = write(writer, charsets, set.games);
        const Writing b = write(writer, charsets, set.games);
        if (a.bytes != b.bytes || a.losses != b.losses || a.status != b.status) {
            return fmt::format("{}: two outputs differ", set.name);
        }
    }
    return {};
}

std::string writer_threads(const CheckSubject& subject) {
    const WriterHandle writer = writer_of(load(subject.file), subject.format);
    CharsetServices charsets;
    const GameSets sets;
    const auto write_all = [&] {
        std::vector<std::string> outputs;
        for (const GameSet& set : sets.sets()) {
            outputs.push_back(write(writer, charsets, set.games).bytes);
        }
        return outputs;
    };
    for (int round = 0; round < 5; ++round) {
        std::vector<std::string> others;
        std::thread other([&] { others = write_all(); });
        const std::vector<std::string> own = write_all();
        other.join();
        if (own != others) {
            return "the outputs of two threads differ";
        }
    }
    return {};
}

std::string writer_refusing_sink(const CheckSubject& subject) {
    const WriterHandle writer = writer_of(load(subject.file), subject.format);
    CharsetServices charsets;
    const GameSets all;
    for (const GameSet& set : all.sets()) {
        const std::size_t whole = write(writer, charsets, set.games).bytes.size();
        for (const std::size_t room : {std::size_t{0}, std::size_t{1}, whole / 2}) {
            if (room >= whole) {
                continue;
            }
            std::size_t left = room;
            Recorder recorder(diagnostics::Level::lenient);
            WriterSession session(writer, recorder, charsets, [&left](std::string_view bytes) {
                if (bytes.size() > left) {
                    return false;
                }
                left -= bytes.size();
                return true;
            });
            SessionResult result = session.open({});
            for (const Game& game : set.games) {
                result = result.ok() ? session.put(game) : result;
            }
            result = result.ok() ? session.finish() : result;
            if (result.status != SessionStatus::write_error && result.status != SessionStatus::gave_up) {
                return fmt::format("{}: it goes on after its bytes were refused {}", set.name, result.message);
            }
        }
    }
    return {};
}

}  // namespace

const std::vector<StepDefinition>& reader_steps() {
    static const std::vector<StepDefinition> steps{
        {"options", &reader_options}, {"empty", &reader_empty},
        {"samples", &reader_samples}, {"sniff", &reader_sniff},
        {"utf8", &reader_utf8},       {"deterministic", &reader_deterministic},
        {"threads", &reader_threads}, {"early-close", &reader_early_close},
        {"cut", &reader_cut},         {"mutations", &reader_mutations}};
    return steps;
}

const std::vector<StepDefinition>& writer_steps() {
    static const std::vector<StepDefinition> steps{
        {"options", &writer_options}, {"empty", &writer_empty},
        {"output", &writer_output},   {"deterministic", &writer_deterministic},
        {"threads", &writer_threads}, {"refusing-sink", &writer_refusing_sink}};
    return steps;
}

std::string ask_round_trip(const CheckSubject& subject) {
    const ReaderHandle reader = reader_of(subject);
    const WriterHandle writer = writer_of(*reader.entry, subject.format);
    CharsetServices charsets;
    EqualityOptions equality;
    equality.charset = equality.originals = false;
    const GameSets all;
    for (const GameSet& set : all.sets()) {
        const Writing writing = write(writer, charsets, set.games);
        if (writing.status != SessionStatus::ok) {
            continue;
        }
        const Input output(writing.bytes);
        const Reading back = read(reader, charsets, output, diagnostics::Level::lenient);
        if (!back.breach.empty()) {
            return fmt::format("{}: its own output: {}", set.name, back.breach);
        }

        // What was lost was said: by the writer, or by its row of capabilities.
        const bool may_lose = !writing.losses.empty() || !can_all(*writer.writer, set.features);
        if (!may_lose && back.games.size() != set.games.size()) {
            return fmt::format("{}: {} games became {}, and no loss was reported", set.name, set.games.size(),
                               back.games.size());
        }
        for (std::size_t i = 0; !may_lose && i < back.games.size(); ++i) {
            const CheckGame before = without_technical_properties(set.games[i]);
            const CheckGame after = without_technical_properties(back.games[i].view());
            if (const auto difference = first_difference(Game(before.columns), Game(after.columns), equality)) {
                return fmt::format("{}: {}, and no loss was reported", set.name, *difference);
            }
        }

        // What came through once comes through always.
        std::vector<Game> again;
        for (const OwnedGame& game : back.games) {
            again.push_back(game.view());
        }
        const Writing second = write(writer, charsets, again);
        if (second.status != SessionStatus::ok || second.bytes != writing.bytes) {
            return fmt::format("{}: reading and writing the output once more changes it", set.name);
        }
    }
    return {};
}

Manifest ask_entry(const std::filesystem::path& file) {
    return describe(load(file), file.filename().string());
}

std::vector<CheckInput> make_inputs(const std::filesystem::path& file, std::string_view format) {
    const WriterHandle writer = writer_of(load(file), format);
    CharsetServices charsets;
    std::vector<CheckInput> inputs;
    const GameSets all;
    for (const GameSet& set : all.sets()) {
        Writing writing = write(writer, charsets, set.games);
        if (writing.status == SessionStatus::ok && !writing.bytes.empty()) {
            inputs.push_back({"built-in: " + set.name, std::move(writing.bytes)});
        }
    }
    return inputs;
}

}  // namespace tengen::plugins
