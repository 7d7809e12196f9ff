#include "rules/board.h"

#include <cstring>

namespace tengen::rules {

namespace {

constexpr std::uint64_t mix(std::uint64_t x) {  // the finaliser of SplitMix64
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

}  // namespace

namespace board_detail {
constinit const std::array<std::array<std::uint64_t, 2>, cell_count> stone_hashes = [] {
    std::array<std::array<std::uint64_t, 2>, cell_count> table{};
    for (std::size_t cell = 0; cell < cell_count; ++cell) {
        table[cell][0] = mix(2 * cell);
        table[cell][1] = mix(2 * cell + 1);
    }
    return table;
}();
}  // namespace board_detail

void Board::reset(BoardSize size) {
    if (!(size == size_)) {
        size_ = size;
        empty_.fill(border | 4);
        for (unsigned row = 0; row < size.rows; ++row) {
            const unsigned vertical = (row > 0) + (row + 1u < size.rows);
            for (unsigned column = 0; column < size.columns; ++column) {
                empty_[(row + 1) * stride + column] =
                    static_cast<std::uint8_t>(vertical + (column > 0) + (column + 1u < size.columns));
            }
        }
        cells_ = empty_;
    }
    // Rows below the board are never touched.
    std::memcpy(cells_.data(), empty_.data(), (size.rows + std::size_t{2}) * stride);
    state_ = State{};
    recording_ = false;
    histories_ = 0;
    positions_.clear();
    changes_.clear();
    positions_.insert(state_.hash ^ state_.history);
}

void Board::start_history() {
    if (!recording_) {  // nobody goes back behind this setup
        positions_.clear();
    }
    state_.history = mix(~histories_);
    ++histories_;
    state_.stone_played = {};
    positions_.insert(state_.hash ^ state_.history);
}

void Board::start_fill() {
    if (++fills_ == 0) [[unlikely]] {  // the counter went round: old numbers could be mistaken for new ones
        filled_.fill(0);
        fills_ = 1;
    }
}

// The whole group of the stone at `start` into group_, and its size.
std::uint32_t Board::collect_group(unsigned start, bool& has_liberty) {
    const std::uint8_t color = cells_[start] & color_bits;
    start_fill();
    std::uint32_t stones = 1;
    group_[0] = static_cast<Cell>(start);
    filled_[start] = fills_;
    for (std::uint32_t i = 0; i < stones; ++i) {
        has_liberty = has_liberty || (cells_[group_[i]] & neighbour_bits) != 0;
        for (const int direction : directions) {
            const unsigned cell = group_[i] + static_cast<unsigned>(direction);
            if ((cells_[cell] & color_bits) == color && filled_[cell] != fills_) {
                filled_[cell] = fills_;
                group_[stones++] = static_cast<Cell>(cell);
            }
        }
    }
    return stones;
}

// The group of the stone at `start` into group_, and its size, if it has no liberty; otherwise 0.
[[gnu::noinline]] std::uint32_t Board::fill(unsigned start) {
    const std::uint8_t color = cells_[start] & color_bits;
    if ((cells_[start] & neighbour_bits) != 0) {
        return 0;
    }
    start_fill();
    std::uint32_t stones = 1;
    group_[0] = static_cast<Cell>(start);
    filled_[start] = fills_;
    for (std::uint32_t i = 0; i < stones; ++i) {
        for (const int direction : directions) {
            const unsigned cell = group_[i] + static_cast<unsigned>(direction);
            const std::uint8_t content = cells_[cell];
            if ((content & color_bits) != color) {
                continue;
            }
            if ((content & neighbour_bits) != 0) {
                return 0;
            }
            if (filled_[cell] != fills_) {
                filled_[cell] = fills_;
                group_[stones++] = static_cast<Cell>(cell);
            }
        }
    }
    return stones;
}

// Take the first `stones` entries of group_ off the board.
void Board::take_group(std::uint32_t stones, std::uint8_t color) {
    for (std::uint32_t i = 0; i < stones; ++i) {
        const unsigned cell = group_[i];
        record(cell, color);
        cells_[cell] &= neighbour_bits;
        state_.hash ^= hash_of(cell, color);
        for (const int direction : directions) {
            ++cells_[cell + static_cast<unsigned>(direction)];
        }
    }
}

// Take the enemy groups next to a move that have no liberty.
std::uint32_t Board::take_neighbours(unsigned cell, std::uint8_t enemy) {
    std::uint32_t taken = 0;
    for (const int direction : directions) {
        const unsigned neighbour = cell + static_cast<unsigned>(direction);
        if (cells_[neighbour] == enemy) {  // an enemy stone without an empty neighbour
            const std::uint32_t stones = fill(neighbour);
            take_group(stones, enemy);
            taken += stones;
        }
    }
    return taken;
}

// Put a colour, or nothing, on a cell; the hash is the caller's business.
void Board::change(unsigned cell, std::uint8_t color) {
    const bool was_empty = (cells_[cell] & stone_bits) == 0;
    const bool is_empty = color == 0;
    cells_[cell] = static_cast<std::uint8_t>((cells_[cell] & ~stone_bits) | color);
    if (was_empty != is_empty) {
        for (const int direction : directions) {
            std::uint8_t& neighbour = cells_[cell + static_cast<unsigned>(direction)];
            neighbour = static_cast<std::uint8_t>(is_empty ? neighbour + 1 : neighbour - 1);
        }
    }
}

// Next to the move stands an enemy stone without an empty neighbour.
[[gnu::noinline]] void Board::capture(std::size_t side, unsigned cell, std::uint8_t enemy, Played& played) {
    played.captured = static_cast<std::uint16_t>(take_neighbours(cell, enemy));
    state_.prisoners[side] += played.captured;
    const std::size_t other = 1 - side;
    if (played.captured == 1 && state_.stone_played[other] != 0 && state_.before_move[other] == state_.hash &&
        played.verdict == Verdict::none) {
        played.verdict = Verdict::ko;
    }
}

// No empty neighbour: if nothing was taken, only a friend with a liberty keeps the group on the board.
[[gnu::noinline]] void Board::take_own(std::size_t side, unsigned cell, std::uint8_t own, Played& played) {
    if (played.captured != 0) {
        return;
    }
    if (const std::uint32_t stones = fill(cell); stones != 0) {
        take_group(stones, own);
        state_.prisoners[1 - side] += stones;
        if (played.verdict == Verdict::none) {
            played.verdict = Verdict::suicide;
        }
    }
}

// A move on a stone. The old stone may have held groups together, so both sides are looked at.
[[gnu::noinline]] void Board::overwrite(std::size_t side, unsigned cell, std::uint8_t own, Played& played) {
    const std::uint8_t before = cells_[cell] & stone_bits;
    if (before != own) {
        record(cell, before);
        state_.hash ^= hash_of(cell, before) ^ hash_of(cell, own);
        cells_[cell] = static_cast<std::uint8_t>((cells_[cell] & neighbour_bits) | own);
    }
    played.verdict = Verdict::occupied;
    capture(side, cell, own ^ stone_bits, played);
    if ((cells_[cell] & neighbour_bits) == 0) {
        take_own(side, cell, own, played);
    }
}

bool Board::set(Point point, Stone stone) {
    const unsigned cell = index_of(point);
    const std::uint8_t before = cells_[cell] & stone_bits;
    const auto after = static_cast<std::uint8_t>(static_cast<unsigned>(stone) << 4);
    if (before == after) {
        return false;
    }
    record(cell, before);
    if (before != 0) {
        state_.hash ^= hash_of(cell, before);
    }
    if (after != 0) {
        state_.hash ^= hash_of(cell, after);
    }
    change(cell, after);
    return true;
}

void Board::restore(const Mark& mark) {
    while (changes_.size() > mark.changes) {
        change(changes_.back() >> 8, static_cast<std::uint8_t>(changes_.back() & 0xFF));
        changes_.pop_back();
    }
    positions_.shrink_to(mark.positions);
    state_ = mark.state;
}

}  // namespace tengen::rules
