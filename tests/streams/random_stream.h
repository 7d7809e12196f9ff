// Random recordings: items of all kinds with times in any order, on few points so that they meet.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "streams/stream_sketch.h"

namespace tengen::test {

/// The stream is the only child of the root. The same seed makes the same recording.
class RandomStream {
public:
    explicit RandomStream(std::uint32_t seed) : random_(seed) {
        // Some have long lists and nodes with very many properties, which are looked up in other ways.
        letters_ = pick(4) == 0 ? "abcdef" : "abc";
        most_items_ = pick(6) == 0 ? 60 : 9;
        sketch_.node().add("AB", {"aa", "bb", "cc"});
        sketch_.node().begin_stream();
        const std::uint32_t nodes = 1 + pick(12);
        std::vector<std::uint32_t> path{1};
        add_items();
        for (std::uint32_t i = 0; i < nodes; ++i) {
            const std::uint32_t depth = pick(static_cast<std::uint32_t>(path.size()));
            path.resize(depth + 1);
            sketch_.node_below(path.back(), time());
            path.push_back(sketch_.nodes() - 1);
            add_items();
        }
    }
    [[nodiscard]] Game game() { return sketch_.game(); }
    [[nodiscard]] std::uint32_t pick(std::uint32_t below) {
        return std::uniform_int_distribution<std::uint32_t>(0, below - 1)(random_);
    }
    /// A time of the stream, one between two of them, or one of its ends.
    [[nodiscard]] std::string instant() {
        switch (pick(8)) {
            case 0:
                return "initial";
            case 1:
                return "final";
            default:
                return std::to_string(pick(22)) + (pick(2) == 0 ? "" : ".5");
        }
    }

private:
    std::string time() {
        if (pick(4) == 0) {
            return {};
        }
        std::string number = std::to_string(pick(20));
        number += pick(100) == 0 ? "e0" : "";  // a spelling that no short cut understands
        return pick(5) == 0 ? number + ":" + std::to_string(pick(3)) : pick(30) == 0 ? "final" : number;
    }
    std::string point() {
        const auto count = static_cast<std::uint32_t>(letters_.size());
        return {letters_[pick(count)], letters_[pick(count)]};
    }
    void add_items() {
        for (std::uint32_t count = pick(most_items_); count > 0; --count) {
            add_item();
        }
    }
    void add_item() {
        static constexpr const char* few[] = {"GB", "GW", "DM", "UC", "DO", "HO", "V", "MA", "SL", "LN", "N", "XY"};
        static constexpr const char* point_lists[] = {"AB", "AW", "AE", "TR", "CR", "SQ", "TB", "TW", "DD"};
        static constexpr const char* removable[] = {"AB", "AW", "AE", "TR", "CR", "LB", "C", "B", "W", "DD", "N", "ZZ"};
        switch (pick(15)) {
            case 0:
            case 1:
            case 2:
            case 3: {
                const std::string first = point();
                const std::string second = point();
                const char* name = point_lists[pick(9)];
                if (pick(3) == 0) {
                    sketch_.add(name, {first, second}, time());
                } else if (pick(6) == 0) {
                    sketch_.add(name, {"aa:" + std::string(pick(2) == 0 ? "cb" : "cf")}, time());
                } else if (name == point_lists[8] && pick(2) == 0) {
                    sketch_.add(name, {""}, time());
                } else {
                    sketch_.add(name, {first}, time());
                }
                break;
            }
            case 4:
            case 5:
                sketch_.put(pick(2) == 0 ? "B" : "W", pick(5) == 0 ? "" : point(), time());
                break;
            case 6:
                sketch_.put("C", pick(2) == 0 ? "é1" : "ab\ncd", time());
                break;
            case 7:
                sketch_.put("RC", std::to_string(pick(6)), time());
                break;
            case 8:
                sketch_.put("LB", point() + (pick(2) == 0 ? ":x" : ":y"), time());
                break;
            case 9:
                sketch_.put("RP", std::string(removable[pick(12)]) + (pick(2) == 0 ? ":" : ":" + point()), time());
                break;
            case 10:
                sketch_.put("RP", pick(3) == 0 ? ":" : "N", time());
                break;
            case 11:
                sketch_.put("VT", pick(2) == 0 ? "N" : "score", time());
                break;
            case 12:
                sketch_.add("ZZ", {"one", pick(2) == 0 ? "two" : "three"}, time());
                break;
            case 13:
                if (const std::string name = few[pick(12)]; name == "MA" || name == "SL") {
                    sketch_.put(name, point(), time());
                } else {
                    sketch_.put(name, name == "LN" ? point() + ":" + point() : "1", time());
                }
                break;
            default:
                sketch_.put(pick(2) == 0 ? "BM" : "TE", "1", time());
                break;
        }
    }

    std::mt19937 random_;
    std::string letters_;
    std::uint32_t most_items_ = 0;
    StreamSketch sketch_;
};

}  // namespace tengen::test
