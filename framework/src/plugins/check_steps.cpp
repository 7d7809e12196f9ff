#include "plugins/check_steps.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <tengen/model/equality.h>

#include "plugins/check_sessions.h"

namespace tengen::plugins {

namespace {

bool can_all(const tengen_writer& writer, const std::vector<tengen_feature>& features) {
    return std::all_of(features.begin(), features.end(), [&writer](tengen_feature feature) {
        return feature < writer.capability_count && writer.capabilities[feature] == TENGEN_CAN;
    });
}

}  // namespace

std::string ask_round_trip(const CheckSubject& subject) {
    const ReaderHandle reader = check::reader_of(subject);
    const WriterHandle writer = check::writer_of(*reader.entry, subject.format);
    CharsetServices charsets;
    EqualityOptions equality;
    equality.charset = equality.originals = false;
    const check::GameSets all;
    for (const check::GameSet& set : all.sets()) {
        const check::Writing writing = check::write(writer, charsets, set.games);
        if (writing.status != SessionStatus::ok) {
            continue;
        }
        const check::Input output(writing.bytes);
        const check::Reading back = check::read(reader, charsets, output, diagnostics::Level::lenient);
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
        const check::Writing second = check::write(writer, charsets, again);
        if (second.status != SessionStatus::ok || second.bytes != writing.bytes) {
            return fmt::format("{}: reading and writing the output once more changes it", set.name);
        }
    }
    return {};
}

Manifest ask_entry(const std::filesystem::path& file) {
    return describe(check::load(file), file.filename().string());
}

std::vector<CheckInput> make_inputs(const std::filesystem::path& file, std::string_view format) {
    const WriterHandle writer = check::writer_of(check::load(file), format);
    CharsetServices charsets;
    std::vector<CheckInput> inputs;
    const check::GameSets all;
    for (const check::GameSet& set : all.sets()) {
        check::Writing writing = check::write(writer, charsets, set.games);
        if (writing.status == SessionStatus::ok && !writing.bytes.empty()) {
            inputs.push_back({"built-in: " + set.name, std::move(writing.bytes)});
        }
    }
    return inputs;
}

}  // namespace tengen::plugins
