// What the conformance check asks writers.
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "plugins/check_sessions.h"
#include "text/utf8.h"

namespace tengen::plugins {

namespace check {

namespace {

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

}  // namespace check

const std::vector<StepDefinition>& writer_steps() {
    static const std::vector<StepDefinition> steps{
        {"options", &check::writer_options}, {"empty", &check::writer_empty},
        {"output", &check::writer_output},   {"deterministic", &check::writer_deterministic},
        {"threads", &check::writer_threads}, {"refusing-sink", &check::writer_refusing_sink}};
    return steps;
}

}  // namespace tengen::plugins
