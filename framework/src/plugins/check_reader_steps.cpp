// What the conformance check asks readers.
#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "plugins/check_sessions.h"
#include "text/utf8.h"

namespace tengen::plugins {

namespace check {

namespace {

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

// The samples one after the other with one reader, as the engine reads many small files.
std::string reader_reopen(const CheckSubject& subject) {
    const ReaderHandle reader = reader_of(subject);
    CharsetServices charsets;
    for (const diagnostics::Level level : levels) {
        std::deque<Recorder> recorders;  // each must outlive its input
        std::unique_ptr<Input> bytes;
        std::unique_ptr<ReaderSession> session;
        for (const CheckInput& input : subject.inputs) {
            const Input alone(input.bytes);
            const Reading expected = read(reader, charsets, alone, level);
            bytes.reset();  // a reader must not look at the input before
            bytes = std::make_unique<Input>(input.bytes);
            Recorder& recorder = recorders.emplace_back(level, bytes->view().size());
            SessionResult opened;
            if (!session) {
                session = std::make_unique<ReaderSession>(reader, recorder, charsets, Validation::whole_game);
                opened = session->open(bytes->view(), {});
            } else {
                opened = session->reopen(bytes->view(), recorder);
            }
            const Reading reading = read_games(*session, std::move(opened), recorder, *bytes);
            if (!reading.breach.empty()) {
                return about(input, reading.breach);
            }
            if (std::string difference = compare(expected, reading); !difference.empty()) {
                return about(input, "after another input: " + difference);
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

}  // namespace

}  // namespace check

const std::vector<StepDefinition>& reader_steps() {
    static const std::vector<StepDefinition> steps{
        {"options", &check::reader_options},    {"empty", &check::reader_empty},
        {"samples", &check::reader_samples},    {"sniff", &check::reader_sniff},
        {"utf8", &check::reader_utf8},          {"deterministic", &check::reader_deterministic},
        {"threads", &check::reader_threads},    {"early-close", &check::reader_early_close},
        {"reopen", &check::reader_reopen},      {"cut", &check::reader_cut},
        {"mutations", &check::reader_mutations}};
    return steps;
}

}  // namespace tengen::plugins
