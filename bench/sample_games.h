// Records for benchmarks, made in memory: the same for every run and every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tengen::bench {

/// Small numbers without a library, so that all platforms get the same ones.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed * 2 + 1) {}
    std::uint32_t below(std::uint32_t bound) {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>((state_ >> 33) % bound);
    }

private:
    std::uint64_t state_;
};

/// One 19x19 game: header, 150 to 227 moves on different points, a line break every ten moves, now and then a comment.
/// Nearly all bytes are move nodes, as in real archives (about eight bytes a node). Every third row stays empty, so
/// that every stone has a liberty: as in real archives there is nothing to find in nearly all games.
inline std::string sample_game(std::uint64_t seed) {
    Dice dice(seed);
    std::string text = "(;FF[4]GM[1]SZ[19]CA[UTF-8]PB[Player " + std::to_string(dice.below(900)) + "]PW[Player " +
                       std::to_string(dice.below(900)) + "]BR[" + std::to_string(1 + dice.below(9)) + "d]WR[" +
                       std::to_string(1 + dice.below(9)) + "d]DT[19" + std::to_string(60 + dice.below(40)) + "-0" +
                       std::to_string(1 + dice.below(9)) + "-1" + std::to_string(dice.below(10)) + "]KM[5.5]RE[" +
                       (dice.below(2) != 0 ? "B" : "W") + "+R]\n";
    std::vector<int> points;
    for (int i = 0; i < 361; ++i) {
        if (i / 19 % 3 != 0) {
            points.push_back(i);
        }
    }
    for (auto i = static_cast<std::uint32_t>(points.size() - 1); i > 0; --i) {
        std::swap(points[i], points[dice.below(i + 1)]);
    }
    const std::uint32_t moves = 150 + dice.below(78);
    for (std::uint32_t i = 0; i < moves; ++i) {
        text += i % 2 == 0 ? ";B[" : ";W[";
        text += static_cast<char>('a' + points[i] % 19);
        text += static_cast<char>('a' + points[i] / 19);
        text += ']';
        if (dice.below(60) == 0) {
            text += "C[A move that needs a word or two.]";
        }
        if (i % 10 == 9) {
            text += '\n';
        }
    }
    return text + ")\n";
}

/// A collection of about `bytes` bytes.
inline std::string sample_collection(std::size_t bytes) {
    std::string text;
    text.reserve(bytes + 4096);
    for (std::uint64_t seed = 1; text.size() < bytes; ++seed) {
        text += sample_game(seed);
    }
    return text;
}

}  // namespace tengen::bench
