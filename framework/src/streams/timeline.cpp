#include "streams/timeline.h"

#include <algorithm>
#include <utility>

#include <tengen/model/vocabulary.h>

namespace tengen::streams {

namespace {

// A time of at least 0 without an exponent, below 4 billion seconds, in nanoseconds; nothing for other texts.
std::optional<std::uint64_t> short_time(std::string_view text) {
    constexpr std::uint64_t most_seconds = 4'000'000'000;
    constexpr std::size_t most_decimals = 9;
    std::uint64_t number = 0;
    std::size_t i = text.starts_with('+') ? 1 : 0;
    const std::size_t first = i;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) {
        number = number * 10 + static_cast<std::uint64_t>(text[i] - '0');
        if (number >= most_seconds) {
            return std::nullopt;
        }
    }
    std::size_t digits = i - first;
    std::size_t decimals = 0;
    if (i < text.size() && text[i] == '.') {
        for (++i; i < text.size() && text[i] >= '0' && text[i] <= '9' && decimals < most_decimals; ++i, ++decimals) {
            number = number * 10 + static_cast<std::uint64_t>(text[i] - '0');
        }
        digits += decimals;
    }
    if (digits == 0 || i != text.size()) {
        return std::nullopt;
    }
    for (; decimals < most_decimals; ++decimals) {
        number *= 10;
    }
    return number;
}

}  // namespace

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
    find_stamps();
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

// A game may have very many streams: each looks at its own stamps only.
void Timeline::find_stamps() {
    const tengen_game& columns = game_.columns();
    const auto take = [this](const std::uint32_t* column, std::uint32_t first, std::uint32_t end) {
        for (std::uint32_t i = first; column != nullptr && i < end; ++i) {
            if (column[i] != 0) {
                stamps_.push_back(column[i]);
            }
        }
    };
    take(columns.node_stamps, first_node_, end_node_);
    take(columns.property_stamps, game_.first_property(first_node_), columns.nodes[end_node_].first_property);
    std::sort(stamps_.begin(), stamps_.end());
    stamps_.erase(std::unique(stamps_.begin(), stamps_.end()), stamps_.end());
    is_run_ = stamps_.empty() || stamps_.back() - stamps_.front() + 1 == stamps_.size();
}

std::uint32_t Timeline::place_of(std::uint32_t stamp) const {
    if (stamp == 0) {
        return 0;
    }
    const auto place =
        is_run_ ? stamps_.begin() + (stamp - stamps_.front()) : std::lower_bound(stamps_.begin(), stamps_.end(), stamp);
    return static_cast<std::uint32_t>(place - stamps_.begin()) + 1;
}

// Times are compared once; from then on they are small numbers.
void Timeline::rank_stamps() {
    if (!rank_short_stamps()) {
        rank_all_stamps();
    }
}

template <class IsBefore, class IsSameTime>
void Timeline::number_stamps(const std::vector<std::uint32_t>& order, IsBefore is_before, IsSameTime is_same_time) {
    ranks_.assign(order.size() + 1, Rank{});
    Rank rank;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::uint32_t place = order[i];
        const bool is_initial = game_.columns().stamps[stamps_[place] - 1].kind == TENGEN_STAMP_INITIAL;
        if (!is_initial && (i == 0 || is_before(order[i - 1], place))) {
            ++rank.full;
            rank.time += i == 0 || !is_same_time(order[i - 1], place) ? 1 : 0;
        }
        ranks_[place + 1] = rank;
    }
}

// Nearly all times fit into a number of nanoseconds, which is sorted much faster. False: not these.
bool Timeline::rank_short_stamps() {
    struct Key {
        std::uint64_t time;  // the kind first
        std::uint64_t counter;
    };
    const tengen_game& columns = game_.columns();
    const auto count = static_cast<std::uint32_t>(stamps_.size());
    std::vector<Key> keys(count);
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const tengen_stamp& stamp = columns.stamps[stamps_[i] - 1];
        std::optional<std::uint64_t> time = 0;
        std::optional<std::uint64_t> counter = 0;
        if (stamp.kind == TENGEN_STAMP_AT) {
            time = short_time(game_.stored(stamp.time));
            counter = stamp.counter.size == 0 ? counter : short_time(game_.stored(stamp.counter));
            if (!time || !counter) {
                return false;
            }
        }
        keys[i] = {std::uint64_t{stamp.kind} << 62 | *time, *counter};
        order[i] = i;
    }
    const auto is_before = [&keys](std::uint32_t a, std::uint32_t b) {
        return keys[a].time != keys[b].time ? keys[a].time < keys[b].time : keys[a].counter < keys[b].counter;
    };
    std::sort(order.begin(), order.end(), is_before);
    number_stamps(order, is_before, [&keys](std::uint32_t a, std::uint32_t b) { return keys[a].time == keys[b].time; });
    return true;
}

void Timeline::rank_all_stamps() {
    const tengen_game& columns = game_.columns();
    const auto count = static_cast<std::uint32_t>(stamps_.size());
    std::vector<StampTime> times(count);
    std::vector<StampTime> counters(count);
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        order[i] = i;
        if (columns.stamps[stamps_[i] - 1].kind == TENGEN_STAMP_AT) {
            times[i] = StampTime::parse(game_.stored(columns.stamps[stamps_[i] - 1].time)).value_or(StampTime());
            counters[i] = StampTime::parse(game_.stored(columns.stamps[stamps_[i] - 1].counter)).value_or(StampTime());
        }
    }
    const auto kind = [&](std::uint32_t place) { return columns.stamps[stamps_[place] - 1].kind; };
    const auto is_before = [&](std::uint32_t a, std::uint32_t b) {
        if (kind(a) != kind(b)) {
            return kind(a) < kind(b);
        }
        const std::strong_ordering by_time = times[a] <=> times[b];
        return by_time != 0 ? by_time < 0 : counters[a] < counters[b];
    };
    std::sort(order.begin(), order.end(), is_before);
    number_stamps(order, is_before,
                  [&](std::uint32_t a, std::uint32_t b) { return kind(a) == kind(b) && times[a] == times[b]; });
}

Order Timeline::compare(std::uint32_t a, std::uint32_t b) const {
    return rank_of(a).full < rank_of(b).full   ? Order::earlier
           : rank_of(a).full > rank_of(b).full ? Order::later
                                               : Order::same;
}

Order Timeline::compare_times(std::uint32_t a, std::uint32_t b) const {
    return rank_of(a).time < rank_of(b).time   ? Order::earlier
           : rank_of(a).time > rank_of(b).time ? Order::later
                                               : Order::same;
}

Instant Timeline::instant_of(std::uint32_t stamp) const {
    if (rank_of(stamp).time == 0) {
        return {Instant::Kind::initial, {}};
    }
    const tengen_stamp& it = game_.columns().stamps[stamp - 1];
    return it.kind == TENGEN_STAMP_FINAL
               ? Instant{Instant::Kind::final, {}}
               : Instant{Instant::Kind::at, StampTime::parse(game_.stored(it.time)).value_or(StampTime())};
}

std::uint32_t Timeline::moments_until(const Instant& instant, std::uint32_t near) const {
    const auto count = static_cast<std::uint32_t>(moments_.size());
    const auto is_past = [&](std::uint32_t moment) { return instant_of(moments_[moment].stamp) <= instant; };
    // Moments below `low` are past, those from `high` on are not.
    std::uint32_t low = near;
    std::uint32_t high = near;
    for (std::uint32_t step = 1; high < count && is_past(high); step *= 2) {
        low = high + 1;
        high = std::min(count, low + step);
    }
    if (low == near) {
        for (std::uint32_t step = 1; low > 1 && !is_past(low - 1); step *= 2) {
            high = low - 1;
            low = high > step ? high - step + 1 : 1;
        }
    }
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (is_past(middle)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
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
    events_.reserve(end_node_ - first_node_ - 1 + columns.nodes[end_node_].first_property -
                    game_.first_property(first_node_));
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
    sort_events();
}

// Ranks are small numbers: the events of each are counted, then put into their places in document order.
void Timeline::sort_events() {
    const auto rank = [this](const Event& event) { return rank_of(event.stamp).full; };
    if (std::is_sorted(events_.begin(), events_.end(),
                       [&](const Event& a, const Event& b) { return rank(a) < rank(b); })) {
        return;
    }
    std::uint32_t highest = 0;
    for (const Event& event : events_) {
        highest = std::max(highest, rank(event));
    }
    std::vector<std::uint32_t> places(std::size_t{highest} + 2, 0);
    for (const Event& event : events_) {
        ++places[rank(event) + 1];
    }
    for (std::size_t i = 1; i < places.size(); ++i) {
        places[i] += places[i - 1];
    }
    std::vector<Event> sorted(events_.size());
    for (const Event& event : events_) {
        sorted[places[rank(event)]++] = event;
    }
    events_ = std::move(sorted);
}

void Timeline::collect_moments() {
    moments_.push_back({0, 0, 0});
    for (std::uint32_t e = 0; e < events_.size(); ++e) {
        const std::uint32_t before = e == 0 ? 0 : events_[e - 1].stamp;
        const bool is_new = compare_times(events_[e].stamp, before) != Order::same;
        if (is_new) {
            moments_.push_back({events_[e].stamp, e, e});
        }
        moments_.back().end_event = e + 1;
        events_[e].moment = static_cast<std::uint32_t>(moments_.size() - 1);
    }
    moments_.shrink_to_fit();
}

}  // namespace tengen::streams
