// Events on keyword cards and in SGF. "Landman posting, Event: general information before more specific information, as
// in '7th Kisei tournament, playoff, game 3'"; "SGF FF[4], RO: round-number (type)".
#pragma once

#include <string>
#include <string_view>

namespace tengen::passes {

struct EventAndRound {
    std::string event;
    std::string round;  // empty: nothing was split off
};

/// "E, stage, game n" becomes E and "n (stage)", "E, game n" becomes E and "n"; everything else stays together.
/// join_event gives the text back.
[[nodiscard]] EventAndRound split_event(std::string_view text);

/// The other way round. A round of another form is the most specific piece.
[[nodiscard]] std::string join_event(std::string_view event, std::string_view round);

}  // namespace tengen::passes
