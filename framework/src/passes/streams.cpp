#include "passes/streams.h"

#include <algorithm>
#include <array>
#include <optional>

#include <tengen/model/move_runs.h>
#include <tengen/model/stream_source.h>

#include "passes/node_survey.h"
#include "passes/stream_snapshots.h"
#include "passes/value_text.h"
#include "streams/materialised.h"
#include "streams/size_limit.h"

namespace tengen::passes {

namespace {

using streams::Instant;
using streams::Order;
using streams::Timeline;

constexpr Identifier gs("GS");
constexpr Identifier vt("VT");
constexpr std::uint64_t most_decimals = 9;

bool is_known_trigger(std::string_view name) {
    constexpr std::array<std::string_view, 6> names{"N", "ENDED", "RESIGN:B", "RESIGN:W", "PASS:B", "PASS:W"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Findings on a final state become findings on the nodes of the recording. What is judged on the recording itself, or
/// has a name of its own there, is not passed on.
class FinalStateContext final : public Context {
public:
    FinalStateContext(Context& behind, const std::vector<std::uint32_t>& old_nodes)
        : behind_(behind), old_nodes_(old_nodes) {}

protected:
    std::uint32_t report(const Finding& finding) override {
        constexpr std::array<std::string_view, 7> of_nodes{"node.duplicate-property",  "node.setup-conflict",
                                                           "node.markup-conflict",     "node.territory-conflict",
                                                           "node.annotation-conflict", "node.annotation-without-move",
                                                           "node.setup-no-effect"};
        const bool is_wanted =
            finding.id.starts_with("go.") || std::find(of_nodes.begin(), of_nodes.end(), finding.id) != of_nodes.end();
        if (!is_wanted || !finding.node || old_nodes_[*finding.node] == none) {
            return 0;
        }
        behind_.pass_on({finding.id, old_nodes_[*finding.node], finding.offset, finding.message});
        return 0;  // a final state is nobody's record: there is nothing to repair
    }

private:
    Context& behind_;
    const std::vector<std::uint32_t>& old_nodes_;
};

}  // namespace

void StreamsPass::run(Game game, Context& context, GameEditor&) {
    if (game.columns().typed == 0 || game.node_count() == 0) {
        return;
    }
    game_ = game;
    context_ = &context;
    streams_.find(game);
    check_outside();
    if (game.columns().stream_count == 0) {
        return;
    }
    if (!streams::can_be_played(game)) {
        const std::uint32_t node = game.columns().streams[0].node;
        report_node("rgf.too-many-points", node,
                    "the rectangles of the recording name " + std::to_string(streams::listed_points(game)) +
                        " points; at most " + std::to_string(streams::most_listed_points) + " are followed");
        return;
    }
    find_info();
    for (std::uint32_t i = 0; i < game.columns().stream_count; ++i) {
        check_stream(i);
    }
    check_snapshots();
    check_final_state();
}

// ---- places ----

// "TS, RP, RC, VT: only inside a stream". In a plain SGF record they are unknown properties like others.
void StreamsPass::check_outside() {
    MoveRunSkipper runs(*game_);
    for (std::uint32_t node = 0; node < game_->node_count(); node = runs.skip(node + 1)) {
        const std::uint32_t end = game_->end_property(node);
        for (std::uint32_t p = game_->first_property(node); p < end; ++p) {
            const Identifier identifier = game_->identifier(p);
            if (identifier != Identifier("TS") && identifier != Identifier("RP") && identifier != Identifier("RC") &&
                identifier != vt) {
                continue;
            }
            const bool is_meant = streams_.any() || !is_raw(kind_of(game_->values(p).front()));
            if (is_meant && !streams_.contains(node)) {
                report("rgf.outside-stream", node, p,
                       quoted_property(*game_, p) + " stands outside a stream; it has no effect");
            }
        }
    }
}

std::uint32_t StreamsPass::stream_property(std::uint32_t node) const {
    for (std::uint32_t p = game_->end_property(node); p-- > game_->first_property(node);) {
        if (game_->identifier(p) == gs) {
            return p;
        }
    }
    return none;
}

void StreamsPass::check_stream(std::uint32_t stream) {
    const std::uint32_t node = game_->columns().streams[stream].node;
    const std::uint32_t property = stream_property(node);
    if (property == none || streams::is_placeholder(*game_, stream)) {
        return;
    }
    check_info(stream);
    check_source(stream);
    // What happens in the stream is told when it happens; what the stamps say, in the order of the record.
    const Timeline timeline(*game_, stream);
    for (std::uint32_t n = timeline.first_node(); n < timeline.end_node(); ++n) {
        check_node(timeline, n);
        check_properties(timeline, n);
    }
    check_start_triggers(timeline);
    check_same_times(timeline);
    check_end(timeline);
    check_assumed_lists(timeline);
    streams::StreamState state(timeline, [&](const streams::Remark& remark) {
        const streams::Event& event = timeline.events()[remark.event];
        if (event.property == none) {
            report_node(remark.id, event.node, remark.message);
        } else {
            report(remark.id, event.node, event.property, remark.message);
        }
    });
    while (state.moments() < timeline.moments().size()) {
        state.apply_next();
    }
}

void StreamsPass::find_info() {
    has_info_.assign(game_->node_count(), false);
    for (std::uint32_t node = 0; node < game_->node_count(); ++node) {
        bool has = node != 0 && has_info_[game_->parent(node)];
        for (std::uint32_t p = game_->first_property(node); !has && p < game_->end_property(node); ++p) {
            has = (traits_of(game_->identifier(p)) & trait::game_info) != 0;
        }
        has_info_[node] = has;
    }
}

// "GS is a game-info property": it is a second one if a node above has game information.
void StreamsPass::check_info(std::uint32_t stream) {
    const std::uint32_t node = game_->columns().streams[stream].node;
    if (game_->parent(node) != none && has_info_[game_->parent(node)]) {
        report("rgf.stream-info", node, stream_property(node),
               "GS is game information, and a node above has game information already");
    }
}

void StreamsPass::check_source(std::uint32_t stream) {
    const tengen_stream& it = game_->columns().streams[stream];
    const std::uint32_t property = stream_property(it.node);
    const std::string_view written = game_->stored(it.source);
    switch (it.source_kind) {
        case TENGEN_SOURCE_UNSAFE:
            report("rgf.unsafe-source", it.node, property,
                   "'" + quoted(written) + "' is no plain file name; the clock is used");
            break;
        case TENGEN_SOURCE_WEB:
            report("rgf.web-source", it.node, property, "'" + quoted(written) + "' is an address; it is not fetched");
            break;
        case TENGEN_SOURCE_FILE: {
            std::string_view name = written;
            if (const std::optional<SourceAndSuffix> typed = split_at_last_colon(name);
                typed && is_medium_type(typed->suffix)) {
                name = typed->source;
            }
            if (!context_->has_file(name)) {
                report("rgf.source-missing", it.node, property,
                       "'" + quoted(name) + "' is not there; the clock is used");
            }
            break;
        }
        default:
            break;
    }
}

// ---- stamps ----

// "A node is not older than its parent, siblings stand in the order of their creation."
void StreamsPass::check_node(const Timeline& timeline, std::uint32_t node) {
    if (node == timeline.first_node()) {
        return;
    }
    const std::uint32_t own = node_stamp(node);
    check_precision(node, own);
    if (timeline.compare(own, timeline.effective_stamp(game_->parent(node))) == Order::earlier) {
        report_node("rgf.older-than-container", node,
                    "the node (" + spelled(own) + ") is older than its parent (" +
                        spelled(timeline.effective_stamp(game_->parent(node))) + ")");
    }
    if (const std::uint32_t next = game_->next_sibling(node);
        next != none &&
        timeline.compare(timeline.effective_stamp(next), timeline.effective_stamp(node)) == Order::earlier) {
        report_node("rgf.sibling-order", next,
                    "the node (" + spelled(timeline.effective_stamp(next)) + ") is older than the sibling before it (" +
                        spelled(timeline.effective_stamp(node)) + ")");
    }
}

// "Properties of a node are sorted by time, those without one first; none is older than its node."
void StreamsPass::check_properties(const Timeline& timeline, std::uint32_t node) {
    const std::uint32_t own = node == timeline.first_node() ? 0 : node_stamp(node);
    std::uint32_t latest = 0;
    bool is_told = false;
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        const Identifier identifier = game_->identifier(p);
        if (identifier == vt) {
            check_trigger(node, p);
        }
        if (identifier == gs && node != timeline.first_node()) {
            report("rgf.nested-stream", node, p, "a stream inside a stream has no effect");
        }
        const std::uint32_t stamp = property_stamp(p);
        check_precision(node, stamp);
        if (stamp == 0 && own != 0) {
            report("rgf.initial-in-stamped-node", node, p,
                   game_->name(p) + " has no time in a node that has one (" + spelled(own) + ")");
            continue;
        }
        if (stamp != 0 && timeline.compare(stamp, timeline.effective_stamp(node)) == Order::earlier) {
            report("rgf.older-than-container", node, p,
                   game_->name(p) + " (" + spelled(stamp) + ") is older than its node (" +
                       spelled(timeline.effective_stamp(node)) + ")");
        }
        if (timeline.compare(stamp, latest) == Order::earlier) {
            if (!is_told) {
                is_told = true;
                report("rgf.not-sorted", node, p,
                       game_->name(p) + " (" + spelled(stamp) + ") stands behind something later (" + spelled(latest) +
                           ")");
            }
        } else {
            latest = stamp;
        }
    }
}

void StreamsPass::check_precision(std::uint32_t node, std::uint32_t stamp) {
    if (stamp == 0) {
        return;
    }
    const std::string_view text = game_->stored(game_->columns().stamps[stamp - 1].time);
    const std::optional<StampTime> time = StampTime::parse(text);
    if (time && time->decimals() > most_decimals) {
        report_stamp("rgf.time-precision", node, stamp, "the time " + quoted(text) + " has more than nine decimals");
    }
}

// "Two times of different nodes are never equal." With counters of the later revision they may be, as long as those
// give the order.
void StreamsPass::check_same_times(const Timeline& timeline) {
    struct Use {
        std::uint32_t stamp;
        std::uint32_t node;
    };
    std::vector<Use> uses;
    for (std::uint32_t node = timeline.first_node(); node < timeline.end_node(); ++node) {
        if (node != timeline.first_node() && node_stamp(node) != 0) {
            uses.push_back({node_stamp(node), node});
        }
        for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
            if (property_stamp(p) != 0) {
                uses.push_back({property_stamp(p), node});
            }
        }
    }
    std::stable_sort(uses.begin(), uses.end(), [&](const Use& a, const Use& b) {
        return timeline.compare_times(a.stamp, b.stamp) == Order::earlier;
    });
    std::vector<Use> found;
    for (std::size_t i = 0; i < uses.size();) {
        std::size_t end = i;
        std::size_t without_counter = 0;
        while (end < uses.size() && timeline.compare_times(uses[i].stamp, uses[end].stamp) == Order::same) {
            without_counter += game_->columns().stamps[uses[end].stamp - 1].counter.size == 0 ? 1 : 0;
            ++end;
        }
        const bool is_ordered = without_counter <= 1 && without_counter < end - i;
        const bool is_time = timeline.instant_of(uses[i].stamp).kind == Instant::Kind::at;
        std::uint32_t last = uses[i].node;
        for (std::size_t k = i; k < end && !is_ordered && is_time; ++k) {
            if (uses[k].node != last) {
                last = uses[k].node;
                found.push_back(uses[k]);
            }
        }
        i = end;
    }
    std::sort(found.begin(), found.end(), [](const Use& a, const Use& b) { return a.node < b.node; });
    for (const Use& use : found) {
        report_node("rgf.same-time", use.node, "the time " + spelled(use.stamp) + " is used in another node too");
    }
}

// "TIME never exceeds the final time of the source."
void StreamsPass::check_end(const Timeline& timeline) {
    const tengen_stream& stream = game_->columns().streams[timeline.stream()];
    std::optional<StampTime> end = StampTime::parse(game_->stored(stream.duration));
    for (const streams::Event& event : timeline.events()) {
        if (end || event.property == none || event.stamp == 0 || game_->identifier(event.property) != vt) {
            continue;
        }
        if (game_->text(game_->values(event.property).front()) == "ENDED") {
            const Instant instant = timeline.instant_of(event.stamp);
            if (instant.kind == Instant::Kind::at) {
                end = instant.time;
            }
        }
    }
    if (!end) {
        return;
    }
    const Instant last{Instant::Kind::at, *end};
    const streams::Event* first = nullptr;
    for (const streams::Event& event : timeline.events()) {
        const Instant instant = timeline.instant_of(event.stamp);
        if (instant.kind == Instant::Kind::at && instant > last &&
            (first == nullptr || event.document < first->document)) {
            first = &event;
        }
    }
    if (first != nullptr) {
        report_stamp("rgf.time-past-end", first->node, first->stamp,
                     "the time " + spelled(first->stamp) + " is after the end at " + end->plain());
    }
}

// ---- triggers and lists ----

void StreamsPass::check_trigger(std::uint32_t node, std::uint32_t property) {
    const std::string_view name = game_->text(game_->values(property).front());
    if (name.empty()) {
        report("rgf.empty-trigger", node, property, "a trigger without a name");
    } else if (!is_known_trigger(name)) {
        report("rgf.unknown-trigger", node, property,
               "the trigger '" + quoted(name) + "' is not known here; it is kept");
    }
}

void StreamsPass::check_start_triggers(const Timeline& timeline) {
    std::uint32_t count = 0;
    const streams::Event* last = nullptr;
    for (std::uint32_t e = 0; e < timeline.moments().front().end_event; ++e) {
        const streams::Event& event = timeline.events()[e];
        if (event.property != none && game_->identifier(event.property) == vt &&
            game_->text(game_->values(event.property).front()) == "N") {
            ++count;
            last = &event;
        }
    }
    if (count > 1) {
        report("rgf.several-start-triggers", last->node, last->property,
               std::to_string(count) + " triggers VT[N] without a time; the last one says where to begin");
    }
}

void StreamsPass::check_assumed_lists(const Timeline& timeline) {
    std::vector<std::uint32_t> open(timeline.assumed_lists().begin(), timeline.assumed_lists().end());
    for (std::uint32_t node = timeline.first_node(); node < timeline.end_node() && !open.empty(); ++node) {
        for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
            const auto found = std::find(open.begin(), open.end(), game_->identifier(p).code());
            if (found != open.end() && game_->values(p).size() > 1) {
                report("rgf.assumed-list", node, p,
                       game_->name(p) + " is unknown; having several values, it is taken for a list");
                open.erase(found);
            }
        }
    }
}

void StreamsPass::check_snapshots() {
    find_differing_snapshots(*game_, [this](const Snapshot& snapshot) {
        report("rgf.snapshot-differs", snapshot.node, snapshot.property,
               "the tree below is not what the stream shows at " + snapshot.instant.text());
    });
}

// ---- what a stream leaves ----

void StreamsPass::check_final_state() {
    const std::array<Instant, 1> end{Instant{}};
    const streams::Materialised final_state = streams::materialise(*game_, end, nullptr);
    const Game state = final_state.game.view();
    std::vector<std::uint32_t> old_nodes(state.node_count(), none);
    for (std::uint32_t node = 0; node < state.node_count(); ++node) {
        const std::uint32_t old = final_state.old_nodes[node];
        old_nodes[node] = streams_.contains(old) ? old : none;
    }
    FinalStateContext context(*context_, old_nodes);
    nothing_.begin(state);
    structure_.run(state, context, nothing_);
    if (checks_legality_) {
        nothing_.begin(state);
        legality_.run(state, context, nothing_);
    }
    nothing_.begin(state);
}

// ---- findings ----

std::uint32_t StreamsPass::node_stamp(std::uint32_t node) const {
    return game_->columns().node_stamps == nullptr ? 0 : game_->columns().node_stamps[node];
}

std::uint32_t StreamsPass::property_stamp(std::uint32_t property) const {
    return game_->columns().property_stamps == nullptr ? 0 : game_->columns().property_stamps[property];
}

std::string StreamsPass::spelled(std::uint32_t stamp) const {
    if (stamp == 0) {
        return "initial";
    }
    const tengen_stamp& it = game_->columns().stamps[stamp - 1];
    if (it.kind == TENGEN_STAMP_FINAL) {
        return "final";
    }
    std::string text = quoted(game_->stored(it.time));
    if (it.counter.size != 0) {
        text += ':' + quoted(game_->stored(it.counter));
    }
    return text;
}

void StreamsPass::report(std::string_view id, std::uint32_t node, std::uint32_t property, std::string_view message) {
    context_->report(id, *game_, node, property, message);
}

void StreamsPass::report_node(std::string_view id, std::uint32_t node, std::string_view message) {
    // A node without properties has a place only if it has a stamp.
    if (game_->first_property(node) == game_->end_property(node)) {
        if (node_stamp(node) != 0) {
            report_stamp(id, node, node_stamp(node), message);
        } else {
            context_->pass_on({id, node, std::nullopt, message});
        }
        return;
    }
    context_->report_node(id, *game_, node, message);
}

void StreamsPass::report_stamp(std::string_view id, std::uint32_t node, std::uint32_t stamp, std::string_view message) {
    const tengen_value place = make_value(game_->columns().stamps[stamp - 1].offset, ValueKind::empty);
    context_->report(id, *game_, node, place, message);
}

}  // namespace tengen::passes
