#include "streams/timeline.h"

#include <algorithm>

#include <tengen/model/vocabulary.h>

namespace tengen::streams {

std::optional<Instant> Instant::parse(std::string_view text) {
    if (text == "initial") {
        return Instant{Kind::initial, {}};
    }
    if (text == "final") {
        return Instant{Kind::final, {}};
    }
    std::optional<StampTime> time = StampTime::parse(text);
    if (!time || time->is_negative()) {
        return std::nullopt;
    }
    return Instant{Kind::at, std::move(*time)};
}

std::string Instant::text() const {
    return kind == Kind::initial ? "initial" : kind == Kind::final ? "final" : time.plain();
}

Timeline::Timeline(Game game, std::uint32_t stream) : game_(game), stream_(stream) {
    find_extent();
    rank_stamps();
    find_assumed_lists();
    collect_events();
    collect_moments();
}

void Timeline::find_extent() {
    first_node_ = game_.columns().streams[stream_].node;
    end_node_ = first_node_ + 1;
    // Pre-order: what hangs on a node before the stream is outside of it.
    while (end_node_ < game_.node_count() && game_.parent(end_node_) >= first_node_) {
        ++end_node_;
    }
    const std::uint32_t count = end_node_ - first_node_;
    ends_.resize(count);
    child_numbers_.resize(count, 0);
    for (std::uint32_t i = 0; i < count; ++i) {
        ends_[i] = first_node_ + i + 1;
        const std::uint32_t next = i == 0 ? none : game_.next_sibling(first_node_ + i);
        if (next != none) {
            child_numbers_[next - first_node_] = child_numbers_[i] + 1;
        }
    }
    for (std::uint32_t i = count; i-- > 1;) {
        std::uint32_t& end = ends_[game_.parent(first_node_ + i) - first_node_];
        end = std::max(end, ends_[i]);
    }
}

std::string Timeline::position(std::uint32_t node) const {
    std::vector<std::uint32_t> path;
    for (; node != first_node_; node = game_.parent(node)) {
        path.push_back(child_numbers_[node - first_node_]);
    }
    std::string text = path.empty() ? "/" : "";
    for (auto number = path.rbegin(); number != path.rend(); ++number) {
        text += '/';
        text += std::to_string(*number);
    }
    return text;
}

// Times are compared once; from then on they are small numbers.
void Timeline::rank_stamps() {
    const tengen_game& columns = game_.columns();
    const std::uint32_t count = columns.stamp_count;
    times_.resize(count + 1);
    std::vector<StampTime> counters(count + 1);
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        order[i] = i + 1;
        if (columns.stamps[i].kind == TENGEN_STAMP_AT) {
            times_[i + 1] = StampTime::parse(game_.stored(columns.stamps[i].time)).value_or(StampTime());
            counters[i + 1] = StampTime::parse(game_.stored(columns.stamps[i].counter)).value_or(StampTime());
        }
    }
    const auto kind = [&](std::uint32_t stamp) { return columns.stamps[stamp - 1].kind; };
    const auto is_before = [&](std::uint32_t a, std::uint32_t b) {
        if (kind(a) != kind(b)) {
            return kind(a) < kind(b);
        }
        const std::strong_ordering by_time = times_[a] <=> times_[b];
        return by_time != 0 ? by_time < 0 : counters[a] < counters[b];
    };
    std::sort(order.begin(), order.end(), is_before);
    ranks_.assign(count + 1, Rank{});
    Rank rank;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t stamp = order[i];
        const bool is_initial = kind(stamp) == TENGEN_STAMP_INITIAL;
        if (!is_initial && (i == 0 || is_before(order[i - 1], stamp))) {
            ++rank.full;
            if (i == 0 || kind(order[i - 1]) != kind(stamp) || times_[order[i - 1]] != times_[stamp]) {
                ++rank.time;
            }
        }
        ranks_[stamp] = rank;
    }
}

Order Timeline::compare(std::uint32_t a, std::uint32_t b) const {
    return ranks_[a].full < ranks_[b].full   ? Order::earlier
           : ranks_[a].full > ranks_[b].full ? Order::later
                                             : Order::same;
}

Order Timeline::compare_times(std::uint32_t a, std::uint32_t b) const {
    return ranks_[a].time < ranks_[b].time   ? Order::earlier
           : ranks_[a].time > ranks_[b].time ? Order::later
                                             : Order::same;
}

Instant Timeline::instant_of(std::uint32_t stamp) const {
    if (ranks_[stamp].time == 0) {
        return {Instant::Kind::initial, {}};
    }
    return game_.columns().stamps[stamp - 1].kind == TENGEN_STAMP_FINAL ? Instant{Instant::Kind::final, {}}
                                                                        : Instant{Instant::Kind::at, times_[stamp]};
}

std::uint32_t Timeline::later(std::uint32_t a, std::uint32_t b) const {
    return compare(a, b) == Order::earlier ? b : a;
}

void Timeline::find_assumed_lists() {
    const std::uint32_t end = game_.columns().nodes[end_node_].first_property;
    for (std::uint32_t p = game_.first_property(first_node_); p < end; ++p) {
        if (game_.values(p).size() > 1 && find_property(game_.identifier(p)) == nullptr) {
            assumed_lists_.push_back(game_.identifier(p).code());
        }
    }
    std::sort(assumed_lists_.begin(), assumed_lists_.end());
    assumed_lists_.erase(std::unique(assumed_lists_.begin(), assumed_lists_.end()), assumed_lists_.end());
}

bool Timeline::is_list(Identifier identifier) const {
    if (const PropertyDefinition* definition = find_property(identifier)) {
        return definition->list != ListKind::single;
    }
    return std::binary_search(assumed_lists_.begin(), assumed_lists_.end(), identifier.code());
}

void Timeline::collect_events() {
    const tengen_game& columns = game_.columns();
    const auto stamp_of = [](const std::uint32_t* column, std::uint32_t i) {
        return column == nullptr ? 0 : column[i];
    };
    node_stamps_.resize(end_node_ - first_node_, 0);
    std::uint32_t document = 0;
    for (std::uint32_t node = first_node_; node < end_node_; ++node) {
        std::uint32_t node_stamp = 0;
        if (node != first_node_) {
            node_stamp = later(stamp_of(columns.node_stamps, node), effective_stamp(game_.parent(node)));
            node_stamps_[node - first_node_] = node_stamp;
            events_.push_back({document++, node, none, node_stamp, 0});
        }
        for (std::uint32_t p = game_.first_property(node); p < game_.end_property(node); ++p) {
            events_.push_back({document++, node, p, later(stamp_of(columns.property_stamps, p), node_stamp), 0});
        }
    }
    std::stable_sort(events_.begin(), events_.end(),
                     [&](const Event& a, const Event& b) { return ranks_[a.stamp].full < ranks_[b.stamp].full; });
}

void Timeline::collect_moments() {
    moments_.push_back({{Instant::Kind::initial, {}}, 0, 0});
    for (std::uint32_t e = 0; e < events_.size(); ++e) {
        const std::uint32_t before = e == 0 ? 0 : events_[e - 1].stamp;
        const bool is_new = compare_times(events_[e].stamp, before) != Order::same;
        if (is_new) {
            moments_.push_back({instant_of(events_[e].stamp), e, e});
        }
        moments_.back().end_event = e + 1;
        events_[e].moment = static_cast<std::uint32_t>(moments_.size() - 1);
    }
}

}  // namespace tengen::streams
