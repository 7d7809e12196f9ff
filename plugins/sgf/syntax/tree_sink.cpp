#include "sgf/syntax/tree_sink.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tengen::sgf {

namespace {

/// ";B[xx]" or ";W[xx]" with two small letters, as its bytes in one word; 0 if something else stands there.
std::uint64_t plain_move_at(const char* p) {
    if constexpr (std::endian::native != std::endian::little) {
        return 0;  // read by the general rules then
    }
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, p, sizeof bytes);  // the input is padded
    // In memory order ; x [ x x ]
    constexpr std::uint64_t fixed = 0x0000'FF00'00FF'00FF;
    constexpr std::uint64_t wanted = 0x0000'5D00'005B'003B;
    const auto byte = [bytes](int i) { return static_cast<std::uint8_t>(bytes >> (8 * i)); };
    const bool is_move = (bytes & fixed) == wanted && (byte(1) == 'B' || byte(1) == 'W') &&
                         static_cast<std::uint8_t>(byte(3) - 'a') < 26 && static_cast<std::uint8_t>(byte(4) - 'a') < 26;
    return is_move ? bytes : 0;
}

/// The two letters between the brackets of a move at p.
unsigned letters_at(const char* p) {
    std::uint16_t letters = 0;
    std::memcpy(&letters, p + 3, sizeof letters);
    return letters;
}

/// Room for `count` moves, and what they are numbered from.
struct MoveRoom {
    tengen_node* nodes;
    tengen_property* properties;
    tengen_value* values;
    std::uint32_t count;
    std::uint32_t node;
    std::uint32_t property;
    std::uint32_t value;

    /// Every node but the first gets the one before it as its parent.
    void put(std::uint32_t i, std::uint32_t identifier, std::uint32_t offset, unsigned letters) const {
        nodes[i] = {node + i - 1, 0, property + i};
        properties[i] = {identifier, value + i};
        values[i] = small_letter_point(offset, letters);
    }
};

/// The largest coordinates so far, from 0.
struct Largest {
    unsigned column = 0;
    unsigned row = 0;

    void see(unsigned letters) {
        const unsigned point = letters - ('a' | 'a' << 8);
        column = std::max(column, point & 0xFF);
        row = std::max(row, point >> 8);
    }
};

const char* skip_space_after_move(const char* p) {
    if (*p != ';') {
        while (is_space(*p)) {  // the padding behind the input is none
            ++p;
        }
    }
    return p;
}

#if defined(__SSE2__)
/// Two moves, one of each color, taken at once.
class MovePair {
public:
    /// 'B' or 'W' if a pair stands at p that begins with that color, else 0.
    [[nodiscard]] char first_color_at(const char* p) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        const __m128i from_a = _mm_sub_epi8(bytes, _mm_set1_epi8('a'));
        const __m128i letters = _mm_cmpeq_epi8(_mm_min_epu8(from_a, _mm_set1_epi8(25)), from_a);
        if ((_mm_movemask_epi8(letters) & letter_bits) != letter_bits) {
            return '\0';
        }
        const auto is_like = [bytes](__m128i pattern) {
            return (_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, pattern)) & other_bits) == other_bits;
        };
        const char color = is_like(black_first_) ? 'B' : is_like(white_first_) ? 'W' : '\0';
        if (color != '\0') [[likely]] {
            largest_ = _mm_max_epu8(largest_, from_a);
        }
        return color;
    }

    /// Of all pairs there were.
    [[nodiscard]] Largest largest() const {
        std::array<unsigned char, 16> bytes{};
        _mm_storeu_si128(reinterpret_cast<__m128i*>(bytes.data()), largest_);
        return {std::max<unsigned>(bytes[3], bytes[9]), std::max<unsigned>(bytes[4], bytes[10])};
    }

private:
    static constexpr int letter_bits = 0b0110'0001'1000;
    static constexpr int other_bits = 0b1001'1110'0111;

    __m128i black_first_ = _mm_setr_epi8(';', 'B', '[', 0, 0, ']', ';', 'W', '[', 0, 0, ']', 0, 0, 0, 0);
    __m128i white_first_ = _mm_setr_epi8(';', 'W', '[', 0, 0, ']', ';', 'B', '[', 0, 0, ']', 0, 0, 0, 0);
    __m128i largest_ = _mm_setzero_si128();
};
#endif

/// Fill the room as far as there are plain moves; `p` is moved behind them. Returns how many there were.
[[gnu::noinline]] std::uint32_t fill_moves(const char*& p, const char* base, const MoveRoom room, Largest& largest) {
    const char* at = p;
    std::uint32_t i = 0;
    const auto offset = [base](const char* value) { return static_cast<std::uint32_t>(value - base); };
#if defined(__SSE2__)
    MovePair pair;
#endif
    while (i < room.count) {
#if defined(__SSE2__)
        while (i + 1 < room.count) {
            const char color = pair.first_color_at(at);
            if (color == '\0') {
                break;
            }
            room.put(i, static_cast<unsigned char>(color), offset(at + 3), letters_at(at));
            room.put(i + 1, static_cast<unsigned char>('B' + 'W' - color), offset(at + 9), letters_at(at + 6));
            i += 2;
            at = skip_space_after_move(at + 12);
        }
        if (i == room.count) {
            break;
        }
#endif
        const std::uint64_t move = plain_move_at(at);
        if (move == 0) {
            break;
        }
        room.put(i, static_cast<std::uint32_t>(move >> 8 & 0xFF), offset(at + 3), letters_at(at));
        largest.see(letters_at(at));
        ++i;
        at = skip_space_after_move(at + 6);
    }
#if defined(__SSE2__)
    const Largest of_pairs = pair.largest();
    largest.column = std::max(largest.column, of_pairs.column);
    largest.row = std::max(largest.row, of_pairs.row);
#endif
    p = at;
    return i;
}

}  // namespace

void make_plain_values(GameStorage& storage, std::span<const PlainMoveRun> runs) {
    for (const PlainMoveRun& run : runs) {
        for (std::uint32_t p = run.first_property; p < run.first_property + run.count; ++p) {
            tengen_value& value = storage.values[storage.properties[p].first_value];
            value = make_value(value.offset, plain_value, 2);
        }
    }
}

const char* TreeSink::add_plain_moves(const char* p, const char* end) {
    // The last bytes of the input are left to the general rules: nothing may reach into the padding.
    constexpr std::ptrdiff_t tail = 16;
    const std::uint64_t move = end - p >= tail ? plain_move_at(p) : 0;
    if (move == 0) {
        return p;
    }
    const std::uint32_t first_property = storage_.properties.size();
    const std::uint32_t first_node = storage_.nodes.size();
    Largest largest;
    largest.see(letters_at(p));
    add_node();
    storage_.properties.push_back({static_cast<std::uint32_t>(move >> 8 & 0xFF), storage_.values.size()});
    storage_.values.push_back(small_letter_point(offset_of(p + 3), letters_at(p)));
    p = skip_space_after_move(p + 6);
    // One alone is frequent where nodes have other properties too. For more of them room is made in pieces, so that
    // nothing but the end of the room has to be watched.
    constexpr std::uint32_t piece = 64;
    while (*p == ';' && end - p >= tail && plain_move_at(p) != 0) {
        const auto most = static_cast<std::uint64_t>(end - p) / 6;
        MoveRoom room{nullptr,
                      nullptr,
                      nullptr,
                      most < piece ? static_cast<std::uint32_t>(most) : piece,
                      storage_.nodes.size(),
                      storage_.properties.size(),
                      storage_.values.size()};
        room.nodes = storage_.nodes.append(room.count);
        room.properties = storage_.properties.append(room.count);
        room.values = storage_.values.append(room.count);
        const std::uint32_t count = fill_moves(p, base_, room, largest);
        room.nodes[0].parent = current_;
        storage_.nodes.resize(room.node + count);
        storage_.properties.resize(room.property + count);
        storage_.values.resize(room.value + count);
        current_ = room.node + count - 1;
    }
    workspace_.plain_moves.push_back({first_node, first_property, storage_.properties.size() - first_property,
                                      static_cast<std::uint8_t>(largest.column + 1),
                                      static_cast<std::uint8_t>(largest.row + 1)});
    return p;
}

bool TreeSink::starts_game(const char* paren) const {
    const char* p = skip_space(paren + 1, end_);
    if (p == end_ || *p != ';') {
        return false;
    }
    for (p = skip_space(p + 1, end_); p != end_ && is_letter(*p); p = skip_space(p, end_)) {
        char capitals[3] = {};
        std::uint32_t count = 0;
        for (; p != end_ && is_letter(*p); ++p) {
            if (is_capital(*p)) {
                if (count < 3) {
                    capitals[count] = *p;
                }
                ++count;
            }
        }
        p = skip_space(p, end_);
        if (p == end_ || *p != '[') {
            return false;
        }
        if (count == 2) {
            const std::string_view name(capitals, 2);
            if (name == "FF" || name == "GM" || name == "SZ") {
                return true;
            }
        }
        while (p != end_ && *p == '[') {
            bool special = false;
            p = find_value_end(p + 1, end_, special);
            if (p == nullptr) {
                return false;
            }
            p = skip_space(p + 1, end_);
        }
    }
    return false;
}

std::uint32_t TreeSink::long_identifier(const char* begin, std::uint32_t size) {
    note(Irregularity::long_identifier, begin, size);
    return storage_.intern({begin, size});
}

const char* TreeSink::cut_swallowed_move(const char* begin, const char* end) {
    // ";B[" or ";W[" and at most two letters at the very end.
    const char* bracket = end - 1;
    while (bracket > end - 3 && is_letter(*bracket)) {
        --bracket;
    }
    if (*bracket != '[' || bracket - begin < 2 || (bracket[-1] != 'B' && bracket[-1] != 'W') || bracket[-2] != ';' ||
        (bracket - begin > 2 && bracket[-3] == '\\')) {
        return end;
    }
    const char* node = bracket - 2;
    // Reported at the value's own bracket.
    note(Irregularity::suspect_missing_bracket, begin - 1, end - begin + 2);
    return cut_suspects_ ? node : end;
}

void TreeSink::finish() {
    storage_.nodes[0].next_sibling = 0;
    for (const LoneSubtree& subtree : workspace_.lone_subtrees) {
        if (storage_.nodes[subtree.node].next_sibling == 0) {
            note(Irregularity::needless_parens, base_ + subtree.offset, 1, subtree.node);
        }
    }
    // Sentinels that close the spans of the last node and the last property.
    storage_.nodes.push_back({none, 0, storage_.properties.size()});
    storage_.nodes.pop_back();
    storage_.properties.push_back({0, storage_.values.size()});
    storage_.properties.pop_back();
}

}  // namespace tengen::sgf
