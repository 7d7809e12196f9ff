#include "passes/komi.h"

#include <optional>
#include <string>

#include <tengen/model/decimal.h>
#include <tengen/model/komi.h>

#include "passes/stated_text.h"
#include "passes/value_text.h"

namespace tengen::passes {

namespace {

bool is_from_fox_server(Game game) {
    std::string text;
    for (std::uint32_t p = game.first_property(0); p < game.end_property(0); ++p) {
        if (game.identifier(p) == Identifier("AP")) {
            text.clear();
            append_value_text(game, game.values(p).front(), text);
            if (names_fox_server(text)) {
                return true;
            }
        }
    }
    return false;
}

int handicap_of(Game game) {
    const std::string_view text = first_stated_text(game, TENGEN_FIELD_HANDICAP);
    const std::optional<std::int64_t> handicap = is_number(text) ? integer_of(text) : std::nullopt;
    return handicap && *handicap > 0 && *handicap <= max_board_side * max_board_side ? static_cast<int>(*handicap) : 0;
}

}  // namespace

void KomiPass::run(Game game, Context& context, GameEditor& editor) {
    if (!game.has_meaning()) {
        return;
    }
    changes_.clear();
    for_each_stated_text(game, TENGEN_FIELD_KOMI, [&](const StatedText& stated) {
        if (!is_real(stated.text)) {
            return;  // named when it was typed
        }
        const std::string what = "KM[" + quoted(stated.text) + "]";
        switch (classify_komi(stated.text)) {
            case KomiClass::usual:
                break;
            case KomiClass::unusual:
                context.report("info.komi-unusual", game, stated.node, stated.property, what + " is an unusual komi");
                break;
            case KomiClass::suspect: {
                const Answer answer = context.report("info.komi-suspect", game, stated.node, stated.property,
                                                     what + " is probably written in another unit than points");
                const bool by_fox = is_from_fox_server(game);
                const bool wanted =
                    by_fox ? dialects_.applies(DialectRule::fox_komi, answer.apply_fix()) : answer.apply_fix();
                const std::optional<std::string> points =
                    wanted ? scaled_komi(stated.text, by_fox, handicap_of(game)) : std::nullopt;
                if (points) {
                    context.report("info.komi-scaled", game, stated.node, stated.property, what + " became " + *points);
                    changes_.set(stated.node, stated.property, *points);
                }
                break;
            }
        }
    });
    changes_.apply(game, editor);
}

}  // namespace tengen::passes
