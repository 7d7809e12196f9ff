// Any bytes, read as a JSON document: games or findings, no crash; and what was read comes back from what is written.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <tengen/model/equality.h>

#include "plugins/json/harness.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace tengen;
    const test::Document document(std::string_view(reinterpret_cast<const char*>(data), size));
    for (std::size_t i = 0; i < document.size(); ++i) {
        const Game game = document.game(i);
        const test::Written written = test::write_games({game});
        const test::Document again(written.text);
        const auto difference = again.size() == 1 ? first_difference(game, again.game()) : std::string("no game");
        if (written.status != TENGEN_OK || difference || !simdjson::validate_utf8(written.text)) {
            std::fprintf(stderr, "%s\n%s\n", difference ? difference->c_str() : "not written", written.text.c_str());
            std::abort();
        }
    }
    return 0;
}
