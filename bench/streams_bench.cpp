// How fast recordings are played: a stream of a million actions is put in order and sought at random. Time must be in
// proportion to the actions passed, whatever the size of the stream; the floor is to look at the same actions in the
// order of time without doing anything.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <malloc.h>

#include <tengen/model/builder.h>

#include "rounds.h"
#include "streams/playback.h"
#include "streams/timeline.h"

namespace {

using namespace tengen;
using bench::seconds_of;

// A lecture that goes on for weeks: moves, variations, marks, labels, text typed and deleted, things taken away.
class Lecture {
public:
    explicit Lecture(std::uint32_t actions) : random_(actions) {
        storage_.clear();
        builder_.keep_stamps();
        builder_.add_node(none);
        builder_.add_property(Identifier("GS"));
        builder_.add_text("");
        storage_.streams.push_back({});
        // Actions of a node stand together in a file; times run through the whole of it.
        std::vector<std::uint32_t> path{0};
        while (actions_ < actions) {
            add_move(path);
            for (std::uint32_t more = pick(4); more > 0; --more) {
                add_something();
            }
        }
        storage_.describe(columns_);
    }

    [[nodiscard]] Game game() const { return Game(columns_); }
    [[nodiscard]] std::uint32_t actions() const { return actions_; }
    [[nodiscard]] std::uint32_t last_time() const { return time_; }

private:
    std::uint32_t pick(std::uint32_t below) { return static_cast<std::uint32_t>(random_() % below); }

    std::uint32_t stamp() {
        tengen_stamp stamp{};
        stamp.kind = TENGEN_STAMP_AT;
        stamp.time = storage_.store(std::to_string(time_));
        storage_.stamps.push_back(stamp);
        return storage_.stamps.size();
    }

    Point point() { return {static_cast<std::uint8_t>(pick(19)), static_cast<std::uint8_t>(pick(19))}; }

    void add_move(std::vector<std::uint32_t>& path) {
        if (pick(5) == 0) {
            path.resize(path.size() - pick(static_cast<std::uint32_t>(std::min<std::size_t>(path.size(), 20))));
        }
        ++time_;
        builder_.add_node(path.back());
        path.push_back(builder_.last_node());
        const std::uint32_t now = stamp();
        storage_.node_stamps.back() = now;
        builder_.add_property(path.size() % 2 == 0 ? Identifier("B") : Identifier("W"));
        builder_.add_value(make_point(0, point()));
        storage_.property_stamps.back() = now;
        actions_ += 2;
        in_node_ = 0;
    }

    void add_something() {
        ++time_;
        ++actions_;
        switch (pick(in_node_++ == 0 ? 4 : 6)) {
            case 0:
            case 1:
                builder_.add_property(Identifier("C"));
                builder_.add_text("and so on, ");
                break;
            case 2:
                builder_.add_property(Identifier("TR"));
                builder_.add_value(make_point(0, point()));
                break;
            case 3:
                builder_.add_property(Identifier("LB"));
                builder_.add_value(storage_.pair_value(0, make_point(0, point()),
                                                       storage_.store_value(0, ValueKind::text_stored, "a")));
                break;
            case 4:
                builder_.add_property(Identifier("RC"));
                builder_.add_text("3");
                break;
            default:
                builder_.add_property(Identifier("VT"));
                builder_.add_text("N");
                break;
        }
        storage_.property_stamps.back() = stamp();
    }

    GameStorage storage_;
    GameBuilder builder_{storage_};
    tengen_game columns_{};
    std::mt19937 random_;
    std::uint32_t time_ = 0;
    std::uint32_t actions_ = 0;
    std::uint32_t in_node_ = 0;
};

std::uint64_t bytes_in_use() {
    const struct mallinfo2 info = ::mallinfo2();
    return info.uordblks + info.hblkhd;
}

streams::Instant instant_at(std::uint32_t time) {
    return streams::Instant::parse(std::to_string(time)).value();
}

void line(const std::string& what, double seconds, double actions, double floor = 0) {
    fmt::print("{:<52} {:>8.1f} ns/action  {:>7.2f} million actions/s", what, seconds / actions * 1e9,
               actions / seconds / 1e6);
    if (floor > 0) {
        fmt::print("  {:>5.1f} x the floor", seconds / actions / floor);
    }
    fmt::print("\n");
}

// Only what playing cannot do without: the actions in the order of time, and their values.
std::uint64_t look_at(const streams::Timeline& timeline) {
    const Game game = timeline.game();
    std::uint64_t sum = 0;
    for (const streams::Event& event : timeline.events()) {
        sum += event.node;
        if (event.property != none) {
            sum += game.values(event.property).front().bits + game.identifier(event.property).code();
        }
    }
    return sum;
}

}  // namespace

int main() {
    std::uint64_t sum = 0;
    for (const std::uint32_t size : {10'000u, 100'000u, 1'000'000u}) {
        const Lecture lecture(size);
        const double actions = lecture.actions();
        fmt::print("{}{} actions, {} nodes\n", size == 10'000 ? "" : "\n", lecture.actions(),
                   lecture.game().node_count());
        std::uint64_t before = bytes_in_use();
        std::unique_ptr<streams::Timeline> timeline;
        const double build = seconds_of([&] { timeline = std::make_unique<streams::Timeline>(lecture.game(), 0); });
        const double list_bytes = static_cast<double>(bytes_in_use() - before);
        double floor = seconds_of([&] { sum += look_at(*timeline); });
        for (int round = 0; round < 4; ++round) {
            floor = std::min(floor, seconds_of([&] { sum += look_at(*timeline); }));
        }
        floor /= actions;
        line("looking at the actions (the floor)", floor * actions, actions);
        line("the ordered list", build, actions, floor);
        timeline.reset();

        before = bytes_in_use();
        streams::Playback playback(lecture.game(), 0);
        line("to the end, for the first time", seconds_of([&] { playback.seek({}); }), actions, floor);
        const double all_bytes = static_cast<double>(bytes_in_use() - before);
        line("back to the start", seconds_of([&] { playback.seek(instant_at(0)); }), actions, floor);
        line("to the end again", seconds_of([&] { playback.seek({}); }), actions, floor);

        std::mt19937 random(1);
        double passed = 0;
        const double seeks = seconds_of([&] {
            for (int seek = 0; seek < 1000; ++seek) {
                const std::uint32_t from = playback.past_events();
                playback.seek(instant_at(static_cast<std::uint32_t>(random() % lecture.last_time())));
                passed += std::abs(static_cast<double>(playback.past_events()) - from);
            }
        });
        line(fmt::format("1000 random seeks, {:.0f} million actions passed", passed / 1e6), seeks, passed, floor);
        for (const std::uint32_t distance : {1u, 10u, 100u, 1000u}) {
            passed = 0;
            playback.seek(instant_at(lecture.last_time() / 2));
            const double near = seconds_of([&] {
                for (std::uint32_t seek = 0; seek < 200'000 / distance; ++seek) {
                    const std::uint32_t from = playback.past_events();
                    playback.seek(instant_at(lecture.last_time() / 2 + (seek % 2 == 0 ? distance : 0)));
                    passed += std::abs(static_cast<double>(playback.past_events()) - from);
                }
            });
            line(fmt::format("seeks over {} seconds", distance), near, passed, floor);
        }
        fmt::print("memory: the list {:.0f} bytes an action, with state and undo {:.0f}\n", list_bytes / actions,
                   all_bytes / actions);
    }
    return sum == 0 ? 1 : 0;
}
