#include "passes/completeness.h"

#include <array>
#include <string>

#include <tengen/model/fact.h>

namespace tengen::passes {

namespace {

struct Profile {
    std::string_view name;
    CompletenessProfile profile;
};
constexpr std::array<Profile, 3> profiles{{{"landman", CompletenessProfile::landman},
                                           {"library", CompletenessProfile::library},
                                           {"sgf-min", CompletenessProfile::sgf_min}}};

class Statements {
public:
    explicit Statements(Game game) {
        for (std::uint32_t i = 0; i < game.columns().fact_count; ++i) {
            stated_[game.columns().facts[i].field] = true;
        }
    }
    [[nodiscard]] bool has(tengen_field field) const { return stated_[field]; }

private:
    std::array<bool, TENGEN_FIELD_COUNT> stated_{};
};

class Missing {
public:
    Missing(Game game, Context& context) : game_(game), context_(context) {}
    void expect(bool is_there, std::string_view what) {
        if (!is_there) {
            context_.report_node("library.missing-field", game_, 0, "the record does not state " + std::string(what));
        }
    }

private:
    Game game_;
    Context& context_;
};

}  // namespace

std::optional<CompletenessProfile> find_completeness_profile(std::string_view name) {
    for (const Profile& profile : profiles) {
        if (profile.name == name) {
            return profile.profile;
        }
    }
    return std::nullopt;
}

void CompletenessPass::run(Game game, Context& context, GameEditor&) {
    if (game.node_count() == 0) {
        return;
    }
    Missing missing(game, context);
    if (profile_ == CompletenessProfile::sgf_min) {
        for (const Identifier identifier :
             {Identifier("FF"), Identifier("GM"), Identifier("SZ"), Identifier("CA"), Identifier("AP")}) {
            missing.expect(game.find(0, identifier) != none, IdentifierText(identifier).view());
        }
        return;
    }
    const Statements stated(game);
    const bool has_place = stated.has(TENGEN_FIELD_EVENT) || stated.has(TENGEN_FIELD_PLACE);
    const bool has_player = stated.has(TENGEN_FIELD_BLACK) || stated.has(TENGEN_FIELD_WHITE);
    if (!has_place && !has_player && !stated.has(TENGEN_FIELD_DATE) && !stated.has(TENGEN_FIELD_RESULT) &&
        !stated.has(TENGEN_FIELD_SOURCE)) {
        context.report_node("library.unidentified", game, 0,
                            "neither date, players, event, place, result nor source are stated");
        return;
    }
    missing.expect(stated.has(TENGEN_FIELD_DATE), "the date");
    if (profile_ == CompletenessProfile::library) {
        missing.expect(stated.has(TENGEN_FIELD_BLACK), "the name of Black");
        missing.expect(stated.has(TENGEN_FIELD_WHITE), "the name of White");
        missing.expect(has_place, "the event or the place");
        missing.expect(stated.has(TENGEN_FIELD_RESULT), "the result");
    }
    missing.expect(stated.has(TENGEN_FIELD_SOURCE), "a source");
}

}  // namespace tengen::passes
