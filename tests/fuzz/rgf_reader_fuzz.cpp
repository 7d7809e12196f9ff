// Any bytes, read as RGF and played: games that keep the invariants of the model, streams that come to the same state
// on every route, and writing that is stable; no crash. What stands behind a zero byte lies beside the record as
// "a.rgf".
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <tengen/model/invariant.h>

#include "passes/recording_context.h"
#include "passes/standard.h"
#include "passes/stream_fitting.h"
#include "plugins/rgf/recordings.h"
#include "streams/event_table.h"
#include "streams/playback.h"
#include "streams/stream_sketch.h"

namespace {

using namespace tengen;

void fail(const char* what, const std::string& how) {
    std::fprintf(stderr, "%s: %s\n", what, how.c_str());
    std::abort();
}

void play(Game game) {
    for (std::uint32_t i = 0; i < game.columns().stream_count; ++i) {
        if (streams::is_placeholder(game, i)) {
            continue;
        }
        streams::Playback playback(game, i);
        const std::string start = test::shown(playback);
        std::uint32_t moments = 0;
        while (playback.advance() && moments < 30) {
            ++moments;
        }
        const std::string there = test::shown(playback);
        playback.seek(streams::Instant{streams::Instant::Kind::initial, {}});
        if (test::shown(playback) != start) {
            fail("the start is not what it was", start);
        }
        for (; moments > 0; --moments) {
            playback.advance();
        }
        playback.seek({});
        const std::string end = test::shown(playback);
        streams::Playback fresh(game, i);
        fresh.seek({});
        if (test::shown(fresh) != end) {
            fail("the end depends on the way there", end);
        }
        static_cast<void>(there);
    }
    streams::EventTable events;
    events.compute(game);
    for (const passes::StreamLayout::Kind kind :
         {passes::StreamLayout::Kind::automatic, passes::StreamLayout::Kind::split, passes::StreamLayout::Kind::push}) {
        const passes::FittedStreams trees = passes::fit_streams(game, {{}, {kind, 0}, true});
        for (const OwnedGame& tree : trees.games) {
            if (const auto broken = broken_invariant(tree.columns())) {
                fail("an invariant of a tree is broken", *broken);
            }
        }
    }
}

void check(std::string_view record, std::string_view beside, diagnostics::Level level) {
    test::Recording recording(record, level, {{"a.rgf", std::string(beside)}});
    passes::PassRunner runner;
    passes::InputMemory memory;
    for (std::size_t i = 0; i < recording.size(); ++i) {
        const Game game = recording.game(i);
        if (const auto broken = broken_invariant(game.columns())) {
            fail("an invariant is broken", *broken);
        }
        play(game);
        if (level != diagnostics::Level::strict) {
            test::RecordingContext context;
            static_cast<void>(runner.run(recording.owned(i), context, memory));
        }
    }
    if (recording.size() != 0 && recording.is_good()) {
        const std::string once = recording.written();
        test::Recording again(once, diagnostics::Level::lenient);
        const std::string twice = again.size() == 0 ? std::string() : again.written();
        test::Recording last(twice, diagnostics::Level::lenient);
        if (last.size() != 0 && last.written() != twice) {
            fail("writing is not stable", twice);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const std::size_t zero = bytes.find('\0');
    const std::string_view record = bytes.substr(0, zero);
    const std::string_view beside = zero == std::string_view::npos ? std::string_view() : bytes.substr(zero + 1);
    check(record, beside, diagnostics::Level::lenient);
    check(record, beside, diagnostics::Level::strict);
    check(record, beside, diagnostics::Level::archive);
    return 0;
}
