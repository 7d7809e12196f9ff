#include "streams/event_table.h"

#include "streams/materialised.h"
#include "streams/stream_state.h"
#include "streams/timeline.h"

namespace tengen::streams {

void EventTable::compute(Game game) {
    events_.clear();
    for (std::uint32_t stream = 0; stream < game.columns().stream_count; ++stream) {
        if (is_placeholder(game, stream)) {
            continue;
        }
        const Timeline timeline(game, stream);
        StreamState state(timeline);
        while (state.moments() < timeline.moments().size()) {
            state.apply_next();
        }
        for (std::uint32_t e = 0; e < timeline.events().size(); ++e) {
            const Event& event = timeline.events()[e];
            const StreamState::Outcome& outcome = state.outcome(e);
            events_.push_back({stream, event.document, event.node, event.property, event.stamp, outcome.cursor,
                               outcome.skipped ? 1u : 0u});
        }
    }
}

void EventTable::attach(tengen_game& game) const {
    game.struct_size = sizeof(tengen_game);
    game.events = events_.data();
    game.event_count = static_cast<std::uint32_t>(events_.size());
}

}  // namespace tengen::streams
