// What happens in a recorded stream, in the order in which it happens ("RGF text, TS").
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/game.h>
#include <tengen/model/stamp_time.h>

namespace tengen::streams {

/// A place on the time line: before everything with a time, at a time (all of that time included), or at the end.
struct Instant {
    enum class Kind : std::uint8_t { initial, at, final };

    Kind kind = Kind::final;
    StampTime time{};  ///< of `at`

    /// "initial", "final" or a number of at least 0; nullopt for anything else.
    [[nodiscard]] static std::optional<Instant> parse(std::string_view text);
    /// The same as text; times in plain notation.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const Instant&, const Instant&) = default;
    friend std::strong_ordering operator<=>(const Instant& a, const Instant& b) noexcept {
        return a.kind != b.kind ? a.kind <=> b.kind : a.time <=> b.time;
    }
};

/// A node that comes into being, or a property that takes effect.
struct Event {
    std::uint32_t document;  ///< place in document order: node, its properties, its children
    std::uint32_t node;      ///< of the game
    std::uint32_t property;  ///< of the game; none: the node is created
    std::uint32_t stamp;     ///< the one that counts; 0: initial, n: stamps[n - 1]
    std::uint32_t moment;
};

/// All events of one time.
struct Moment {
    std::uint32_t stamp;  ///< one of that time; 0: initial
    std::uint32_t first_event;
    std::uint32_t end_event;
};

/// How two stamps of a stream relate.
enum class Order : std::int8_t { earlier = -1, same = 0, later = 1 };

/// The events of one stream: a stable sort by time, then counter, over document order, so that parents and children may
/// take turns. An item never happens before the node it is in: the later of both times counts. The first moment is
/// that of the items without a time; it is always there.
///
/// Refers to the game, which must outlive it. Immutable after construction; n log n in the items of the stream.
class Timeline {
public:
    /// `stream` is an index into the game's streams.
    Timeline(Game game, std::uint32_t stream);

    [[nodiscard]] Game game() const { return game_; }
    [[nodiscard]] std::uint32_t stream() const { return stream_; }
    [[nodiscard]] std::span<const Event> events() const { return events_; }
    [[nodiscard]] std::span<const Moment> moments() const { return moments_; }

    /// The node that begins the stream, and the one behind its last.
    [[nodiscard]] std::uint32_t first_node() const { return first_node_; }
    [[nodiscard]] std::uint32_t end_node() const { return end_node_; }
    [[nodiscard]] bool contains(std::uint32_t node) const { return node >= first_node_ && node < end_node_; }

    /// The first node behind the subtree of a node of the stream.
    [[nodiscard]] std::uint32_t end_of_subtree(std::uint32_t node) const { return ends_[node - first_node_]; }
    /// "/": the stream node; "/1/0": the first child of its second child. Children count whether they are there or not.
    [[nodiscard]] std::string position(std::uint32_t node) const;

    /// The stamp that counts for a node of the stream, which may be that of a node above; 0: initial.
    [[nodiscard]] std::uint32_t effective_stamp(std::uint32_t node) const { return node_stamps_[node - first_node_]; }

    // Stamps of the stream as they are in the game: 0, or index + 1.
    [[nodiscard]] Order compare(std::uint32_t a, std::uint32_t b) const;        ///< time, then counter
    [[nodiscard]] Order compare_times(std::uint32_t a, std::uint32_t b) const;  ///< without counters
    [[nodiscard]] Instant instant_of(std::uint32_t stamp) const;

    /// How many moments are up to an instant, itself included; at least one. The search begins at `near`, a number of
    /// moments, and takes as many steps as the distance has binary digits.
    [[nodiscard]] std::uint32_t moments_until(const Instant& instant, std::uint32_t near) const;

    /// Properties that are lists here: those of the vocabulary, and unknown ones that have two values somewhere.
    [[nodiscard]] bool is_list(Identifier identifier) const;
    [[nodiscard]] std::span<const std::uint32_t> assumed_lists() const { return assumed_lists_; }  ///< codes, sorted

private:
    void find_extent();
    void find_stamps();
    void rank_stamps();
    [[nodiscard]] bool rank_short_stamps();
    void rank_all_stamps();
    template <class IsBefore, class IsSameTime>
    void number_stamps(const std::vector<std::uint32_t>& order, IsBefore is_before, IsSameTime is_same_time);
    void sort_events();
    void collect_events();
    void collect_moments();
    void find_assumed_lists();
    [[nodiscard]] std::uint32_t later(std::uint32_t a, std::uint32_t b) const;

    Game game_;
    std::uint32_t stream_;
    std::uint32_t first_node_ = 0;
    std::uint32_t end_node_ = 0;
    std::vector<std::uint32_t> ends_;           // by node of the stream
    std::vector<std::uint32_t> child_numbers_;  // by node of the stream
    std::vector<std::uint32_t> node_stamps_;    // by node of the stream
    struct Rank {
        std::uint32_t time = 0;  // equal times, equal ranks; 0 is initial
        std::uint32_t full = 0;  // the same with counters
    };
    [[nodiscard]] std::uint32_t place_of(std::uint32_t stamp) const;
    [[nodiscard]] const Rank& rank_of(std::uint32_t stamp) const { return ranks_[place_of(stamp)]; }
    std::vector<std::uint32_t> stamps_;  // those of the stream, ascending
    bool is_run_ = false;                // they are numbers one after the other
    std::vector<Rank> ranks_;            // of no stamp, then by place in stamps_
    std::vector<Event> events_;
    std::vector<Moment> moments_;
    std::vector<std::uint32_t> assumed_lists_;
};

}  // namespace tengen::streams
