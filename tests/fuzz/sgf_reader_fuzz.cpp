// Any bytes, read as SGF in several ways: games that keep the invariants of the model, or findings; no crash.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "plugins/sgf/reading.h"
#include "text/utf8.h"

namespace {

using tengen::diagnostics::FixMode;
using tengen::diagnostics::Level;

void fail(const char* what, const std::string& how) {
    std::fprintf(stderr, "%s: %s\n", what, how.c_str());
    std::abort();
}

void check_text(tengen::Game game, tengen_value value) {
    const tengen::ValueKind kind = tengen::kind_of(value);
    if (kind == tengen::ValueKind::pair) {
        check_text(game, game.pair(value).first);
        check_text(game, game.pair(value).second);
    } else if (!tengen::is_bytes(kind) && !tengen::text::is_valid_utf8(game.text(value))) {
        fail("a value is no UTF-8", std::string(game.text(value)));
    }
}

void check(std::string_view bytes, const tengen::test::ReadOptions& options) {
    const tengen::test::ReadResult result(bytes, options);
    for (std::size_t i = 0; i < result.game_count(); ++i) {
        if (const std::string broken = result.broken(i); !broken.empty()) {
            fail("an invariant is broken", broken);
        }
        const tengen::Game game = result.game(i);
        for (std::uint32_t v = 0; v < game.columns().value_count; ++v) {
            const tengen_value value = game.columns().values[v];
            check_text(game, value);
            if (game.source_offset(value.offset) > bytes.size()) {
                fail("a value stands behind the input", std::to_string(value.offset));
            }
        }
    }
    for (const tengen::test::Reported& finding : result.reported()) {
        if (!tengen::text::is_valid_utf8(finding.message) || finding.message.empty()) {
            fail("a message is no text", finding.message);
        }
        if (finding.offset && *finding.offset > bytes.size()) {
            fail("a finding stands behind the input", finding.id);
        }
        if (finding.game && *finding.game >= result.game_count() && !result.gave_up) {
            fail("a finding names a game that does not exist", finding.id);
        }
        if (finding.game && finding.node && *finding.game < result.game_count() &&
            *finding.node >= result.game(*finding.game).node_count()) {
            fail("a finding names a node that does not exist", finding.id);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    check(bytes, {Level::lenient, FixMode::automatic, {{"max-depth", "50"}, {"max-value", "5000"}}});
    check(bytes, {Level::strict, FixMode::automatic, {{"detect", "false"}}});
    check(bytes, {Level::archive, FixMode::guess, {{"ff-default", "4"}}});
    check(bytes, {Level::lenient, FixMode::safe, {{"charset", "GB18030"}}});
    check(bytes, {Level::lenient, FixMode::none, {{"profile", "exercism"}}});
    return 0;
}
