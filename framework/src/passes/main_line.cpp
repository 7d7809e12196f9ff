#include "passes/main_line.h"

#include <algorithm>

#include <tengen/model/identifier.h>

namespace tengen::passes {

namespace {

// An entry of a board holds its columns and rows; the first one always is one, so that needs no mark.
constexpr LineEntry point_bits = 0x0FFF;  // column + 64 * row
constexpr LineEntry setup_bit = 0x1000;
constexpr LineEntry erase_bit = 0x2000;  // of a setup
constexpr LineEntry pass_bit = 0x4000;
constexpr LineEntry white_bit = 0x8000;

constexpr Orientation mirror_columns = 1;
constexpr Orientation mirror_rows = 2;
constexpr Orientation transpose = 4;
constexpr Orientation exchange_colours = 8;

LineEntry entry_of(Point point) {
    return static_cast<LineEntry>(point.column | point.row << 6);
}

LineEntry entry_of(BoardSize board, Orientation orientation) {
    const bool is_turned = (orientation & transpose) != 0;
    return static_cast<LineEntry>((is_turned ? board.rows : board.columns) << 6 |
                                  (is_turned ? board.columns : board.rows));
}

}  // namespace

LineEntry turned(LineEntry entry, BoardSize board, Orientation orientation) {
    if ((orientation & exchange_colours) != 0 && (entry & erase_bit) == 0) {
        entry ^= white_bit;
    }
    if ((entry & pass_bit) != 0) {
        return entry;
    }
    int column = entry & 0x3F;
    int row = (entry & point_bits) >> 6;
    if ((orientation & mirror_columns) != 0) {
        column = board.columns - 1 - column;
    }
    if ((orientation & mirror_rows) != 0) {
        row = board.rows - 1 - row;
    }
    if ((orientation & transpose) != 0) {
        std::swap(column, row);
    }
    return static_cast<LineEntry>((entry & ~point_bits) | column | row << 6);
}

bool is_move(LineEntry entry) {
    return (entry & setup_bit) == 0;
}

bool MainLine::read(Game game) {
    entries_.clear();
    moves_ = 0;
    board_ = game.board();
    if (!game.has_meaning() || board_.columns == 0 || board_.rows == 0 || game.node_count() == 0) {
        return false;
    }
    orientations_ = 0xFFFF;
    LineEntry first = entry_of(board_, 0);
    for (Orientation o = 0; o < orientation_count; ++o) {
        first = std::min(first, entry_of(board_, o));
    }
    for (Orientation o = 0; o < orientation_count; ++o) {
        if (entry_of(board_, o) != first) {
            orientations_ &= static_cast<Orientations>(~(1u << o));
        }
    }
    entries_.push_back(first);
    for (std::uint32_t node = 0; node != none; node = game.first_child(node)) {
        take_node(game, node);
    }
    return moves_ != 0;
}

void MainLine::take_node(Game game, std::uint32_t node) {
    group_.clear();
    const auto add_setup = [&](std::uint32_t property, LineEntry bits) {
        for (const tengen_value value : game.values(property)) {
            for_each_point(value, [&](Point point) {
                if (point.is_on(board_)) {
                    group_.push_back(static_cast<LineEntry>(entry_of(point) | setup_bit | bits));
                }
            });
        }
    };
    const std::uint32_t end = game.end_property(node);
    for (std::uint32_t p = game.first_property(node); p < end; ++p) {
        const Identifier identifier = game.identifier(p);
        if (identifier == Identifier("AB")) {
            add_setup(p, 0);
        } else if (identifier == Identifier("AW")) {
            add_setup(p, white_bit);
        } else if (identifier == Identifier("AE")) {
            add_setup(p, erase_bit);
        }
    }
    if (!group_.empty()) {
        append(group_);
    }
    for (std::uint32_t p = game.first_property(node); p < end; ++p) {
        const Identifier identifier = game.identifier(p);
        const bool is_black = identifier == Identifier("B");
        if (!is_black && identifier != Identifier("W")) {
            continue;
        }
        const tengen_value value = game.values(p).front();
        LineEntry entry = is_black ? LineEntry{0} : white_bit;
        if (kind_of(value) == ValueKind::point && point_of(value).is_on(board_)) {
            entry |= entry_of(point_of(value));
        } else if (kind_of(value) == ValueKind::pass) {
            entry |= pass_bit;
        } else {
            continue;
        }
        ++moves_;
        append({&entry, 1});
    }
}

// The orientations in which the group comes first stay in the race.
void MainLine::append(std::span<LineEntry> group) {
    std::vector<LineEntry>* best = nullptr;
    for (Orientation o = 0; o < orientation_count; ++o) {
        if ((orientations_ >> o & 1) == 0) {
            continue;
        }
        std::vector<LineEntry>& candidate = turned_[o];
        candidate.clear();
        for (const LineEntry entry : group) {
            candidate.push_back(turned(entry, board_, o));
        }
        std::sort(candidate.begin(), candidate.end());
        if (best == nullptr || candidate < *best) {
            best = &candidate;
        }
    }
    for (Orientation o = 0; o < orientation_count; ++o) {
        if ((orientations_ >> o & 1) != 0 && turned_[o] != *best) {
            orientations_ &= static_cast<Orientations>(~(1u << o));
        }
    }
    entries_.insert(entries_.end(), best->begin(), best->end());
}

}  // namespace tengen::passes
