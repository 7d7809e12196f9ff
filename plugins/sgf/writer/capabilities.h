// What formats of SGF syntax can carry, as data.
#pragma once

#include <tengen/sdk/plugin.h>

namespace tengen::sgf {

/// What FF[4] can carry.
inline constexpr sdk::Capabilities capabilities = [] {
    sdk::Capabilities row{};
    row[TENGEN_FEATURE_SEVERAL_GAMES] = TENGEN_CAN;
    row[TENGEN_FEATURE_TREE] = TENGEN_CAN;
    row[TENGEN_FEATURE_COMMENTS] = TENGEN_CAN;
    row[TENGEN_FEATURE_PROPERTY_ORDER] = TENGEN_PARTLY;  // no meaning, other programs may sort
    row[TENGEN_FEATURE_REPEATED_PROPERTIES] = TENGEN_CANNOT;
    row[TENGEN_FEATURE_STREAMS] = TENGEN_CANNOT;
    row[TENGEN_FEATURE_STREAM_COUNTERS] = TENGEN_CANNOT;
    row[TENGEN_FEATURE_CLOCKS] = TENGEN_CAN;
    row[TENGEN_FEATURE_RULES] = TENGEN_CAN;
    row[TENGEN_FEATURE_UNKNOWN_PROPERTIES] = TENGEN_CAN;
    row[TENGEN_FEATURE_ANY_BOARD] = TENGEN_CAN;
    row[TENGEN_FEATURE_SEVERAL_DAYS] = TENGEN_CAN;
    row[TENGEN_FEATURE_UNKNOWN_STATED] = TENGEN_PARTLY;  // RE[?] alone
    row[TENGEN_FEATURE_CERTAINTY] = TENGEN_PARTLY;       // inside free text
    row[TENGEN_FEATURE_NAME_ORDER] = TENGEN_CANNOT;
    row[TENGEN_FEATURE_RANK_CLASS] = TENGEN_PARTLY;
    row[TENGEN_FEATURE_BOARD_SCORE] = TENGEN_CANNOT;
    row[TENGEN_FEATURE_RESULT_KINDS] = TENGEN_CAN;
    row[TENGEN_FEATURE_HANDICAP_STONES] = TENGEN_CAN;
    row[TENGEN_FEATURE_TWO_COLOUR_START] = TENGEN_CANNOT;  // by number; the stones themselves are setup
    row[TENGEN_FEATURE_REFERENCES] = TENGEN_PARTLY;        // one SO
    row[TENGEN_FEATURE_PRESENT_EMPTY] = TENGEN_CANNOT;
    row[TENGEN_FEATURE_INVALID_VALUES] = TENGEN_CANNOT;
    row[TENGEN_FEATURE_ANY_CHARSET] = TENGEN_CAN;
    return row;
}();

}  // namespace tengen::sgf
