// Whether a record says what a library wants to know.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "passes/pass.h"

namespace tengen::passes {

enum class CompletenessProfile : std::uint8_t {
    landman,  ///< keyword cards of 1988: the date and a reference
    library,  ///< date, both players, event or place, result, reference
    sgf_min   ///< the root says FF, GM, SZ, CA and AP
};

/// "landman", "library", "sgf-min".
[[nodiscard]] std::optional<CompletenessProfile> find_completeness_profile(std::string_view name);

/// Names every field of the profile that is missing. What is stated to be unknown, or stated without a text, is there.
/// A game of which nothing in the profile of libraries is known is named as such instead.
class CompletenessPass final : public Pass {
public:
    explicit CompletenessPass(CompletenessProfile profile) : profile_(profile) {}

    [[nodiscard]] std::string_view name() const override { return "completeness"; }
    void run(Game game, Context& context, GameEditor& editor) override;

private:
    CompletenessProfile profile_;
};

}  // namespace tengen::passes
