#include "sgf/syntax/tree_sink.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

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
/// Takes two moves at once, one of each color, and puts all that they need in place with few wide stores.
class PairFiller {
public:
    /// Fill the room from move `i` on as far as such pairs follow each other; `i` and `at` are moved behind them.
    void fill(const MoveRoom& room, const char* base, std::uint32_t& i, const char*& at) {
        static_assert(sizeof(tengen_node) == 12 && sizeof(tengen_property) == 8 && sizeof(tengen_value) == 8);
        // Two nodes are six words, of which these are the first four; two properties are four words.
        __m128i node_words = _mm_setr_epi32(word(room.node + i - 1), 0, word(room.property + i), word(room.node + i));
        std::uint64_t last_node_words = std::uint64_t{room.property + i + 1} << 32;
        __m128i first_values = _mm_setr_epi32(0, word(room.value + i), 0, word(room.value + i + 1));
        const __m128i node_step = _mm_setr_epi32(2, 0, 2, 2);
        const __m128i value_step = _mm_setr_epi32(0, 2, 0, 2);
        tengen_node* node = room.nodes + i;
        tengen_property* property = room.properties + i;
        tengen_value* value = room.values + i;
        const tengen_property* const last = room.properties + room.count - 1;
        // A value is one number, as small_letter_point() makes it: the letters above the offset, and a constant.
        constexpr std::uint64_t point = std::uint64_t{TENGEN_VALUE_POINT} << (32 + TENGEN_VALUE_KIND_SHIFT);
        constexpr std::uint64_t first_letters = std::uint64_t{'a' | 'a' << 8} << 32;
        const auto put = [](tengen_value* to, std::uint64_t offset, unsigned letters) {
            const std::uint64_t number = offset + (std::uint64_t{letters} << 32);
            std::memcpy(to, &number, sizeof number);
        };
        while (property < last && is_pair(at)) {
            char* const node_bytes = reinterpret_cast<char*>(node);
            _mm_storeu_si128(reinterpret_cast<__m128i*>(node_bytes), node_words);
            std::memcpy(node_bytes + 16, &last_node_words, sizeof last_node_words);
            _mm_storeu_si128(reinterpret_cast<__m128i*>(property), _mm_or_si128(identifiers_, first_values));
            const std::uint64_t offset = point - first_letters + static_cast<std::uint64_t>(at + 3 - base);
            put(value, offset, letters_at(at));
            put(value + 1, offset + 6, letters_at(at + 6));
            node_words = _mm_add_epi32(node_words, node_step);
            last_node_words += std::uint64_t{2} << 32;
            first_values = _mm_add_epi32(first_values, value_step);
            node += 2;
            property += 2;
            value += 2;
            at = skip_space_after_move(at + 12);
        }
        i = static_cast<std::uint32_t>(property - room.properties);
    }

    /// Of all pairs there were.
    [[nodiscard]] Largest largest() const {
        std::array<unsigned char, 16> bytes{};
        _mm_storeu_si128(reinterpret_cast<__m128i*>(bytes.data()), largest_);
        return {std::max<unsigned>(bytes[3], bytes[9]), std::max<unsigned>(bytes[4], bytes[10])};
    }

private:
    static int word(std::uint32_t value) { return static_cast<int>(value); }

    /// Whether a pair stands there. Colors nearly always alternate as in the pair before, so that is tried first.
    [[nodiscard]] bool is_pair(const char* p) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        const __m128i from_a = _mm_sub_epi8(bytes, _mm_set1_epi8('a'));
        const __m128i letters =
            _mm_and_si128(_mm_cmpeq_epi8(_mm_min_epu8(from_a, _mm_set1_epi8(25)), from_a), letter_places_);
        const auto fits = [&](__m128i pattern) {
            constexpr int all = 0xFFF;
            return (_mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(bytes, pattern), letters)) & all) == all;
        };
        if (!fits(pattern_)) [[unlikely]] {
            if (!fits(other_pattern_)) {
                return false;
            }
            std::swap(pattern_, other_pattern_);
            identifiers_ = _mm_shuffle_epi32(identifiers_, 0b01'00'11'10);
        }
        largest_ = _mm_max_epu8(largest_, from_a);
        return true;
    }

    // An 'a' in the pattern stands where any small letter may.
    __m128i letter_places_ = _mm_setr_epi8(0, 0, 0, -1, -1, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0);
    __m128i pattern_ = _mm_setr_epi8(';', 'B', '[', 'a', 'a', ']', ';', 'W', '[', 'a', 'a', ']', 0, 0, 0, 0);
    __m128i other_pattern_ = _mm_setr_epi8(';', 'W', '[', 'a', 'a', ']', ';', 'B', '[', 'a', 'a', ']', 0, 0, 0, 0);
    __m128i identifiers_ = _mm_setr_epi32('B', 0, 'W', 0);
    __m128i largest_ = _mm_setzero_si128();
};
#endif

/// Fill the room as far as there are plain moves; `p` is moved behind them. Returns how many there were.
[[gnu::noinline]] std::uint32_t fill_moves(const char*& p, const char* base, const MoveRoom room, Largest& largest) {
    const char* at = p;
    std::uint32_t i = 0;
#if defined(__SSE2__)
    PairFiller pairs;
#endif
    while (i < room.count) {
#if defined(__SSE2__)
        pairs.fill(room, base, i, at);
        if (i == room.count) {
            break;
        }
#endif
        const std::uint64_t move = plain_move_at(at);
        if (move == 0) {
            break;
        }
        room.put(i, static_cast<std::uint32_t>(move >> 8 & 0xFF), static_cast<std::uint32_t>(at + 3 - base),
                 letters_at(at));
        largest.see(letters_at(at));
        ++i;
        at = skip_space_after_move(at + 6);
    }
#if defined(__SSE2__)
    const Largest of_pairs = pairs.largest();
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

const char* TreeSink::cut_swallowed_node(const char* begin, const char* end) {
    const char* bracket = end - 1;
    while (bracket > end - 3 && *bracket != '[') {
        --bracket;
    }
    if (*bracket != '[') {
        return end;
    }
    const std::string_view before(begin, static_cast<std::size_t>(bracket - begin));
    const char* node = end;
    if ((before.ends_with(";B") || before.ends_with(";W")) && std::all_of(bracket + 1, end, is_letter)) {
        node = bracket - 2;
        if (node > begin && node[-1] == '\\') {
            return end;
        }
    } else if (before.ends_with("(;FF") || before.ends_with("(;GM")) {
        // Another game, and what may stand between the two.
        node = bracket - 4;
        const char* close = node;
        while (close > begin && is_space(close[-1])) {
            --close;
        }
        node = close > begin && close[-1] == ')' ? close - 1 : close;
    } else {
        return end;
    }
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
