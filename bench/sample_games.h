// Records for benchmarks, made in memory: the same for every run and every machine.
#pragma once

#include <cstdint>
#include <string>

#include "rules/board.h"

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

/// Legal moves on a 19x19 board, mostly near the last one, so that there are fights and stones are taken.
class PlausibleMoves {
public:
    /// A legal move, or a stone on another one where no legal move is found.
    Point next(Color color, Dice& dice) {
        for (int tries = 0; tries < 60; ++tries) {
            const bool near = dice.below(4) != 0;
            const auto coordinate = [&](std::uint8_t old) {
                return static_cast<std::uint8_t>(near ? (old + 17u + dice.below(5)) % 19 : dice.below(19));
            };
            last_ = {coordinate(last_.column), coordinate(last_.row)};
            if (board_.at(last_) != rules::Stone::empty) {
                continue;
            }
            const rules::Board::Mark before = board_.mark();
            if (board_.play(color, last_).verdict == rules::Verdict::none) {
                return last_;
            }
            board_.restore(before);
        }
        board_.play(color, last_);
        return last_;
    }
    void start_anew() { board_.reset({19, 19}); }

private:
    rules::Board board_{BoardSize{19, 19}};
    Point last_{9, 9};
};

/// One 19x19 game: header, 150 to 300 legal moves, a line break every ten moves, now and then a comment.
/// Nearly all bytes are move nodes, as in real archives (about eight bytes a node).
inline std::string sample_game(std::uint64_t seed) {
    Dice dice(seed);
    std::string text = "(;FF[4]GM[1]SZ[19]CA[UTF-8]PB[Player " + std::to_string(dice.below(900)) + "]PW[Player " +
                       std::to_string(dice.below(900)) + "]BR[" + std::to_string(1 + dice.below(9)) + "d]WR[" +
                       std::to_string(1 + dice.below(9)) + "d]DT[19" + std::to_string(60 + dice.below(40)) + "-0" +
                       std::to_string(1 + dice.below(9)) + "-1" + std::to_string(dice.below(10)) + "]KM[5.5]RE[" +
                       (dice.below(2) != 0 ? "B" : "W") + "+R]\n";
    PlausibleMoves board;
    const std::uint32_t moves = 150 + dice.below(150);
    for (std::uint32_t i = 0; i < moves; ++i) {
        const Point point = board.next(i % 2 == 0 ? Color::black : Color::white, dice);
        text += i % 2 == 0 ? ";B[" : ";W[";
        text += static_cast<char>('a' + point.column);
        text += static_cast<char>('a' + point.row);
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
