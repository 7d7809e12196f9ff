#include "fingerprint.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tengen::catalogue {

namespace {

// Two independent 64-bit lanes over words.
class Hash {
public:
    void add(std::uint64_t word) {
        first_ = rotated(first_ ^ word, 29) * 0x9E3779B97F4A7C15u;
        second_ = (rotated(second_, 31) + word) * 0xD6E8FEB86659FD93u;
        second_ ^= second_ >> 32;
    }
    void add(std::string_view text) {
        add(text.size());
        for (std::size_t at = 0; at < text.size(); at += 8) {
            std::uint64_t word = 0;
            for (std::size_t i = 0; i < 8 && at + i < text.size(); ++i) {
                word |= std::uint64_t{static_cast<unsigned char>(text[at + i])} << (8 * i);
            }
            add(word);
        }
    }
    [[nodiscard]] Fingerprint finish() {
        add(0x2545F4914F6CDD1Du);
        Fingerprint result{};
        for (std::size_t i = 0; i < 8; ++i) {
            result[i] = static_cast<char>(first_ >> (8 * i) & 0xFF);
            result[8 + i] = static_cast<char>(second_ >> (8 * i) & 0xFF);
        }
        return result;
    }

private:
    static std::uint64_t rotated(std::uint64_t x, int bits) { return x << bits | x >> (64 - bits); }

    std::uint64_t first_ = 0x243F6A8885A308D3u;
    std::uint64_t second_ = 0x13198A2E03707344u;
};

// Wherever the content of a value lives.
void add_value(Game game, tengen_value value, Hash& hash) {
    const ValueKind kind = kind_of(value);
    if (is_text(kind) || is_raw(kind) || is_invalid(kind) || is_bytes(kind)) {
        hash.add(is_text(kind) ? 1 : is_raw(kind) ? 2 : is_invalid(kind) ? 3 : 4);
        hash.add(game.text(value));
    } else if (kind == ValueKind::pair) {
        const tengen_pair& pair = game.pair(value);
        for (const tengen_value half : {pair.first, pair.second}) {
            if (kind_of(half) != ValueKind::pair) {  // pairs do not nest
                add_value(game, half, hash);
            }
        }
    } else {
        hash.add(value.bits);
    }
}

}  // namespace

Fingerprint fingerprint_of(Game game) {
    const tengen_game& columns = game.columns();
    Hash hash;
    hash.add(columns.game_kind);
    hash.add(std::uint64_t{columns.board_columns} << 32 | columns.board_rows);
    std::string name;
    for (std::uint32_t node = 0; node < columns.node_count; ++node) {
        hash.add(std::uint64_t{columns.nodes[node].parent} << 1 | 1);
        for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
            const Identifier identifier = game.identifier(p);
            if (identifier.is_long()) {
                name.clear();
                game.append_name(p, name);
                hash.add(name);
            } else {
                hash.add(identifier.code());
            }
            for (const tengen_value value : game.values(p)) {
                add_value(game, value, hash);
            }
        }
    }
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        const tengen_fact& fact = columns.facts[i];
        if (fact.property == none) {
            hash.add(std::uint64_t{fact.field} << 32 | std::uint64_t{fact.state} << 16 | fact.note);
            hash.add(game.stored(fact.text));
            hash.add(game.stored(fact.format));
        }
    }
    for (std::uint32_t i = 0; i < columns.extension_field_count; ++i) {
        hash.add(game.stored(columns.extension_fields[i].key));
        hash.add(game.stored(columns.extension_fields[i].text));
    }
    return hash.finish();
}

}  // namespace tengen::catalogue
