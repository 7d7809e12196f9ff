// What kinds of properties a node holds, at the cost of a table look-up a property.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <tengen/model/game.h>
#include <tengen/model/vocabulary.h>

namespace tengen::passes {

/// Traits of a property, and of a node the union of those of its properties.
namespace trait {
using Set = std::uint32_t;

inline constexpr Set black = 1u << 0;
inline constexpr Set white = 1u << 1;
inline constexpr Set move = black | white;
inline constexpr Set stones = 1u << 2;  ///< AB AE AW
inline constexpr Set player = 1u << 3;  ///< PL
inline constexpr Set setup = stones | player;
inline constexpr Set clock = 1u << 4;   ///< BL OB OW WL
inline constexpr Set number = 1u << 5;  ///< MN
inline constexpr Set bm = 1u << 6;
inline constexpr Set do_ = 1u << 7;
inline constexpr Set it = 1u << 8;
inline constexpr Set te = 1u << 9;
inline constexpr Set move_annotation = bm | do_ | it | te;
inline constexpr Set ko = 1u << 10;
inline constexpr Set dm = 1u << 11;
inline constexpr Set gb = 1u << 12;
inline constexpr Set gw = 1u << 13;
inline constexpr Set uc = 1u << 14;
inline constexpr Set position_annotation = dm | gb | gw | uc;
inline constexpr Set cr = 1u << 15;
inline constexpr Set ma = 1u << 16;
inline constexpr Set sl = 1u << 17;
inline constexpr Set sq = 1u << 18;
inline constexpr Set tr = 1u << 19;
inline constexpr Set markup = cr | ma | sl | sq | tr;
inline constexpr Set tb = 1u << 20;
inline constexpr Set tw = 1u << 21;
inline constexpr Set territory = tb | tw;
inline constexpr Set root = 1u << 22;
inline constexpr Set game_info = 1u << 23;
inline constexpr Set unknown = 1u << 24;   ///< in no vocabulary
inline constexpr Set not_ff4 = 1u << 25;   ///< obsolete in FF[4]
inline constexpr Set only_ff4 = 1u << 26;  ///< new in FF[4]
inline constexpr Set stream = 1u << 27;    ///< GS RC RP TS VT
inline constexpr Set old_form = 1u << 28;  ///< L M: what they said is said otherwise since FF[3]
inline constexpr Set repeated = 1u << 29;  ///< of nodes: some identifier occurs twice
inline constexpr Set move_class = move | clock | number | move_annotation | ko;
}  // namespace trait

namespace survey_detail {

constexpr trait::Set traits_of(const PropertyDefinition& definition) {
    struct Named {
        Identifier identifier;
        trait::Set set;
    };
    constexpr Named named[] = {
        {"B", trait::black},   {"W", trait::white},   {"AB", trait::stones}, {"AE", trait::stones},
        {"AW", trait::stones}, {"PL", trait::player}, {"BL", trait::clock},  {"OB", trait::clock},
        {"OW", trait::clock},  {"WL", trait::clock},  {"MN", trait::number}, {"BM", trait::bm},
        {"DO", trait::do_},    {"IT", trait::it},     {"TE", trait::te},     {"KO", trait::ko},
        {"DM", trait::dm},     {"GB", trait::gb},     {"GW", trait::gw},     {"UC", trait::uc},
        {"CR", trait::cr},     {"MA", trait::ma},     {"SL", trait::sl},     {"SQ", trait::sq},
        {"TR", trait::tr},     {"TB", trait::tb},     {"TW", trait::tw},     {"L", trait::old_form},
        {"M", trait::old_form}};
    trait::Set set = 0;
    for (const Named& entry : named) {
        if (entry.identifier == definition.identifier) {
            set |= entry.set;
        }
    }
    if (definition.recorded_stream) {
        return trait::stream;
    }
    if (definition.property_class == PropertyClass::root) {
        set |= trait::root;
    }
    if (definition.property_class == PropertyClass::game_info) {
        set |= trait::game_info;
    }
    if (!is_known_in(definition, 4)) {
        set |= trait::not_ff4;
    } else if (!is_known_in(definition, 1) && !is_known_in(definition, 2) && !is_known_in(definition, 3)) {
        set |= trait::only_ff4;
    }
    return set;
}

inline constexpr auto traits = [] {
    std::array<trait::Set, vocabulary_detail::definitions.size()> table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        table[i] = traits_of(vocabulary_detail::definitions[i]);
    }
    return table;
}();

static_assert(traits.size() <= 128, "one bit each in the two words of survey()");

}  // namespace survey_detail

/// Place of a definition in the vocabulary.
[[nodiscard]] inline std::size_t vocabulary_index(const PropertyDefinition& definition) {
    return static_cast<std::size_t>(&definition - vocabulary().data());
}

[[nodiscard]] inline trait::Set traits_of(Identifier identifier) {
    const PropertyDefinition* definition = find_property(identifier);
    return definition == nullptr ? trait::unknown : survey_detail::traits[vocabulary_index(*definition)];
}

/// A property whose identifier occurred before in its node.
struct Repetition {
    std::uint32_t property;
    std::uint32_t first;
};

/// All repetitions in a node, in the order of the record.
inline void find_repetitions(Game game, std::uint32_t node, std::vector<Repetition>& found) {
    found.clear();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> by_code;
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        by_code.emplace_back(game.identifier(p).code(), p);
    }
    std::sort(by_code.begin(), by_code.end());
    for (std::size_t i = 1, first = 0; i < by_code.size(); ++i) {
        if (by_code[i].first != by_code[first].first) {
            first = i;
        } else {
            found.push_back({by_code[i].second, by_code[first].second});
        }
    }
    std::sort(found.begin(), found.end(),
              [](const Repetition& a, const Repetition& b) { return a.property < b.property; });
}

/// The traits of a node.
[[nodiscard]] inline trait::Set survey(Game game, std::uint32_t node) {
    trait::Set set = 0;
    std::uint64_t seen[2] = {0, 0};
    std::uint64_t again = 0;
    unsigned unknown = 0;
    const std::uint32_t end = game.end_property(node);
    for (std::uint32_t p = game.first_property(node); p < end; ++p) {
        const PropertyDefinition* definition = find_property(game.identifier(p));
        if (definition == nullptr) [[unlikely]] {
            set |= trait::unknown;
            ++unknown;
            continue;
        }
        const std::size_t index = vocabulary_index(*definition);
        set |= survey_detail::traits[index];
        const std::uint64_t bit = std::uint64_t{1} << (index & 63);
        again |= seen[index >> 6] & bit;
        seen[index >> 6] |= bit;
    }
    if (unknown > 1 && again == 0) [[unlikely]] {
        std::vector<Repetition> repetitions;
        find_repetitions(game, node, repetitions);
        again = repetitions.size();
    }
    return again != 0 ? set | trait::repeated : set;
}

/// Whether a node holds one move and nothing else, as nearly all do.
[[nodiscard]] inline bool is_plain_move(Game game, std::uint32_t node) {
    const std::uint32_t first = game.first_property(node);
    if (game.end_property(node) - first != 1) {
        return false;
    }
    const std::uint32_t code = game.columns().properties[first].identifier;
    return code == Identifier("B").code() || code == Identifier("W").code();
}

/// The same for one move with one value that is a point or a pass.
[[nodiscard]] inline bool is_readable_move(Game game, std::uint32_t node) {
    if (!is_plain_move(game, node)) {
        return false;
    }
    const std::span<const tengen_value> values = game.values(game.first_property(node));
    return values.size() == 1 &&
           (kind_of(values.front()) == ValueKind::point || kind_of(values.front()) == ValueKind::pass);
}

}  // namespace tengen::passes
