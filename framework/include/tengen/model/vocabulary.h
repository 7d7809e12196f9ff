// The property vocabulary: one table that says of every known identifier what it is.
// Source: "SGF FF[4], Properties sorted by name" and the pages on FF[1]-FF[3]; RGF text, sections on GS TS RP RC VT.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <tengen/abi/game.h>
#include <tengen/model/identifier.h>

namespace tengen {

/// "SGF FF[4], property types".
enum class PropertyClass : std::uint8_t { none, move, setup, root, game_info };

/// Type of one value, or of the whole value list where the type is about points.
enum class ValueType : std::uint8_t {
    none,  ///< "[]" only
    number,
    real,
    double_,  ///< emphasis, 1 or 2
    color,
    simple_text,
    text,
    point,
    move,
    point_or_rectangle,  ///< lists of points, compressed ones too
    point_pair,          ///< point : point (AR, LN)
    point_text,          ///< point : simple text (LB)
    text_pair,           ///< simple text : simple text (AP)
    board_size,          ///< number, or number : number (SZ)
    figure,              ///< nothing, or number : simple text (FG)
    unknown              ///< not in the vocabulary, or obsolete without a successor: kept raw
};

enum class ListKind : std::uint8_t {
    single,         ///< exactly one value
    list,           ///< one or more
    possibly_empty  ///< a list that may be "[]"
};

/// Which file formats know a property; bit n is FF[n].
using FileFormats = std::uint8_t;

struct PropertyDefinition {
    Identifier identifier;
    PropertyClass property_class = PropertyClass::none;
    ValueType type = ValueType::unknown;
    ListKind list = ListKind::single;
    bool inherited = false;        ///< holds for the subtree until a new or an empty value
    bool recorded_stream = false;  ///< belongs to RGF; in plain SGF it is an unknown property
    FileFormats formats = 0;
    std::optional<tengen_field> field{};  ///< the game information it states
};

namespace vocabulary_detail {

inline constexpr FileFormats ff1 = 1 << 1;
inline constexpr FileFormats ff2 = 1 << 2;
inline constexpr FileFormats ff3 = 1 << 3;
inline constexpr FileFormats ff4 = 1 << 4;
inline constexpr FileFormats all = ff1 | ff2 | ff3 | ff4;
inline constexpr FileFormats old12 = ff1 | ff2;
inline constexpr FileFormats old123 = ff1 | ff2 | ff3;

using enum ValueType;
using C = PropertyClass;
using L = ListKind;

inline constexpr PropertyDefinition game_info(const char (&name)[3], ValueType type, tengen_field field) {
    PropertyDefinition definition;
    definition.identifier = Identifier(Identifier::pack(std::string_view(name)));
    definition.property_class = C::game_info;
    definition.type = type;
    definition.formats = all;
    definition.field = field;
    return definition;
}

/// Sorted by name. Obsolete properties that have no FF[4] form ("SGF FF[4], Obsolete properties") are known by name
/// only: programs never agreed on their values.
inline constexpr std::array definitions{
    PropertyDefinition{"AB", C::setup, point_or_rectangle, L::list, false, false, all},
    PropertyDefinition{"AE", C::setup, point_or_rectangle, L::list, false, false, all},
    game_info("AN", simple_text, TENGEN_FIELD_ANNOTATOR),
    PropertyDefinition{"AP", C::root, text_pair, L::single, false, false, ff4},
    PropertyDefinition{"AR", C::none, point_pair, L::list, false, false, ff4},
    PropertyDefinition{"AW", C::setup, point_or_rectangle, L::list, false, false, all},
    PropertyDefinition{"B", C::move, move, L::single, false, false, all},
    PropertyDefinition{"BL", C::move, real, L::single, false, false, all},
    PropertyDefinition{"BM", C::move, double_, L::single, false, false, all},
    game_info("BR", simple_text, TENGEN_FIELD_BLACK_RANK),
    PropertyDefinition{"BS", C::none, unknown, L::list, false, false, old123},
    game_info("BT", simple_text, TENGEN_FIELD_BLACK_TEAM),
    PropertyDefinition{"C", C::none, text, L::single, false, false, all},
    PropertyDefinition{"CA", C::root, simple_text, L::single, false, false, ff4},
    PropertyDefinition{"CH", C::none, unknown, L::list, false, false, old123},
    PropertyDefinition{"CI", C::none, unknown, L::list, false, false, ff3},
    game_info("CP", simple_text, TENGEN_FIELD_COPYRIGHT),
    PropertyDefinition{"CR", C::none, point_or_rectangle, L::list, false, false, all},
    PropertyDefinition{"DD", C::none, point_or_rectangle, L::possibly_empty, true, false, ff4},
    PropertyDefinition{"DM", C::none, double_, L::single, false, false, all},
    PropertyDefinition{"DO", C::move, none, L::single, false, false, all},
    game_info("DT", simple_text, TENGEN_FIELD_DATE),
    PropertyDefinition{"EL", C::none, unknown, L::list, false, false, old12},
    game_info("EV", simple_text, TENGEN_FIELD_EVENT),
    PropertyDefinition{"EX", C::none, unknown, L::list, false, false, old12},
    PropertyDefinition{"FF", C::root, number, L::single, false, false, all},
    PropertyDefinition{"FG", C::none, figure, L::single, false, false, all},
    PropertyDefinition{"GB", C::none, double_, L::single, false, false, all},
    game_info("GC", text, TENGEN_FIELD_COMMENT),
    PropertyDefinition{"GM", C::root, number, L::single, false, false, all},
    game_info("GN", simple_text, TENGEN_FIELD_GAME_NAME),
    PropertyDefinition{"GS", C::game_info, simple_text, L::single, false, true, 0},
    PropertyDefinition{"GW", C::none, double_, L::single, false, false, all},
    game_info("HA", number, TENGEN_FIELD_HANDICAP),
    PropertyDefinition{"HO", C::none, double_, L::single, false, false, all},
    PropertyDefinition{"ID", C::none, unknown, L::list, false, false, ff3},
    PropertyDefinition{"IT", C::move, none, L::single, false, false, all},
    game_info("KM", real, TENGEN_FIELD_KOMI),
    PropertyDefinition{"KO", C::move, none, L::single, false, false, all},
    PropertyDefinition{"L", C::none, point_or_rectangle, L::list, false, false, old12},
    PropertyDefinition{"LB", C::none, point_text, L::list, false, false, all},
    PropertyDefinition{"LN", C::none, point_pair, L::list, false, false, ff4},
    PropertyDefinition{"LT", C::none, unknown, L::list, false, false, ff3},
    PropertyDefinition{"M", C::none, point_or_rectangle, L::list, false, false, old12},
    PropertyDefinition{"MA", C::none, point_or_rectangle, L::list, false, false, all},
    PropertyDefinition{"MN", C::move, number, L::single, false, false, all},
    PropertyDefinition{"N", C::none, simple_text, L::single, false, false, all},
    PropertyDefinition{"OB", C::move, number, L::single, false, false, all},
    PropertyDefinition{"OM", C::none, unknown, L::list, false, false, ff3},
    game_info("ON", simple_text, TENGEN_FIELD_OPENING),
    PropertyDefinition{"OP", C::none, unknown, L::list, false, false, ff3},
    game_info("OT", simple_text, TENGEN_FIELD_OVERTIME),
    PropertyDefinition{"OV", C::none, unknown, L::list, false, false, ff3},
    PropertyDefinition{"OW", C::move, number, L::single, false, false, all},
    game_info("PB", simple_text, TENGEN_FIELD_BLACK),
    game_info("PC", simple_text, TENGEN_FIELD_PLACE),
    PropertyDefinition{"PL", C::setup, color, L::single, false, false, all},
    PropertyDefinition{"PM", C::none, number, L::single, true, false, ff4},
    game_info("PW", simple_text, TENGEN_FIELD_WHITE),
    PropertyDefinition{"RC", C::none, number, L::single, false, true, 0},
    game_info("RE", simple_text, TENGEN_FIELD_RESULT),
    PropertyDefinition{"RG", C::none, point_or_rectangle, L::list, false, false, old123},
    game_info("RO", simple_text, TENGEN_FIELD_ROUND),
    PropertyDefinition{"RP", C::none, text, L::single, false, true, 0},
    game_info("RU", simple_text, TENGEN_FIELD_RULES),
    PropertyDefinition{"SC", C::none, point_or_rectangle, L::list, false, false, old123},
    PropertyDefinition{"SE", C::none, unknown, L::list, false, false, ff3},
    PropertyDefinition{"SI", C::none, unknown, L::list, false, false, ff3},
    PropertyDefinition{"SL", C::none, point_or_rectangle, L::list, false, false, all},
    game_info("SO", simple_text, TENGEN_FIELD_SOURCE),
    PropertyDefinition{"SQ", C::none, point_or_rectangle, L::list, false, false, ff4},
    PropertyDefinition{"ST", C::root, number, L::single, false, false, ff4},
    PropertyDefinition{"SZ", C::root, board_size, L::single, false, false, all},
    PropertyDefinition{"TB", C::none, point_or_rectangle, L::possibly_empty, false, false, all},
    PropertyDefinition{"TC", C::none, unknown, L::list, false, false, ff3},
    PropertyDefinition{"TE", C::move, double_, L::single, false, false, all},
    game_info("TM", real, TENGEN_FIELD_TIME_MAIN),
    PropertyDefinition{"TR", C::none, point_or_rectangle, L::list, false, false, all},
    PropertyDefinition{"TS", C::none, simple_text, L::single, false, true, 0},
    PropertyDefinition{"TW", C::none, point_or_rectangle, L::possibly_empty, false, false, all},
    PropertyDefinition{"UC", C::none, double_, L::single, false, false, all},
    game_info("US", simple_text, TENGEN_FIELD_USER),
    PropertyDefinition{"V", C::none, real, L::single, false, false, all},
    PropertyDefinition{"VT", C::none, simple_text, L::single, false, true, 0},
    PropertyDefinition{"VW", C::none, point_or_rectangle, L::possibly_empty, true, false, all},
    PropertyDefinition{"W", C::move, move, L::single, false, false, all},
    PropertyDefinition{"WL", C::move, real, L::single, false, false, all},
    game_info("WR", simple_text, TENGEN_FIELD_WHITE_RANK),
    PropertyDefinition{"WS", C::none, unknown, L::list, false, false, old123},
    game_info("WT", simple_text, TENGEN_FIELD_WHITE_TEAM),
};

/// One and two capital letters as a small number, -1 for everything else.
constexpr int slot_of(std::uint32_t code) {
    const auto first = static_cast<int>(code & 0xFF) - 'A';
    const auto second_byte = static_cast<int>((code >> 8) & 0xFF);
    const int second = second_byte == 0 ? 0 : second_byte - 'A' + 1;
    if ((code >> 16) != 0 || first < 0 || first > 25 || second < 0 || second > 26 ||
        (second_byte != 0 && second == 0)) {
        return -1;
    }
    return first * 27 + second;
}

inline constexpr std::size_t slot_count = 26 * 27;

inline constexpr std::array<std::uint8_t, slot_count> slots = [] {
    std::array<std::uint8_t, slot_count> table{};
    for (std::size_t i = 0; i < definitions.size(); ++i) {
        table[static_cast<std::size_t>(slot_of(definitions[i].identifier.code()))] = static_cast<std::uint8_t>(i + 1);
    }
    return table;
}();

}  // namespace vocabulary_detail

/// All known properties, sorted by name.
[[nodiscard]] constexpr const auto& vocabulary() {
    return vocabulary_detail::definitions;
}

/// What an identifier means, or nullptr if it is unknown. Constant time.
[[nodiscard]] constexpr const PropertyDefinition* find_property(Identifier identifier) {
    const int slot = vocabulary_detail::slot_of(identifier.code());
    if (slot < 0) {
        return nullptr;
    }
    const std::uint8_t number = vocabulary_detail::slots[static_cast<std::size_t>(slot)];
    return number == 0 ? nullptr : &vocabulary_detail::definitions[number - 1u];
}

/// The same for a plain SGF record, where the properties of recorded streams are unknown.
[[nodiscard]] constexpr const PropertyDefinition* find_sgf_property(Identifier identifier) {
    const PropertyDefinition* definition = find_property(identifier);
    return definition != nullptr && definition->recorded_stream ? nullptr : definition;
}

[[nodiscard]] constexpr bool is_known_in(const PropertyDefinition& definition, unsigned file_format) {
    return (definition.formats >> file_format & 1u) != 0;
}

/// The property that states a field of the game information, if one does.
[[nodiscard]] constexpr std::optional<Identifier> property_of(tengen_field field) {
    for (const PropertyDefinition& definition : vocabulary()) {
        if (definition.field == field) {
            return definition.identifier;
        }
    }
    return std::nullopt;
}

}  // namespace tengen
