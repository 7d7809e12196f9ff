#include "pipeline/published_losses.h"

#include <tengen/abi/plugin.h>

namespace tengen::pipeline {

namespace {

struct Row {
    std::string_view id;
    tengen_feature feature;
};

// Losses that no feature stands for (a value without a reading, a contradiction) are never announced.
constexpr Row rows[] = {
    {"loss.tree", TENGEN_FEATURE_TREE},
    {"loss.other-info", TENGEN_FEATURE_TREE},  // a format without a tree holds chosen information only
    {"loss.rank-suffix", TENGEN_FEATURE_TREE},
    {"loss.certainty-mark", TENGEN_FEATURE_CERTAINTY},
    {"loss.board-score", TENGEN_FEATURE_BOARD_SCORE},
    {"loss.further-dates", TENGEN_FEATURE_SEVERAL_DAYS},
    {"loss.name-order", TENGEN_FEATURE_NAME_ORDER},
    {"loss.rank-class", TENGEN_FEATURE_RANK_CLASS},
    {"loss.handicap-places", TENGEN_FEATURE_HANDICAP_STONES},
    {"loss.setup", TENGEN_FEATURE_HANDICAP_STONES},
    {"loss.two-color-start", TENGEN_FEATURE_TWO_COLOUR_START},
    {"loss.source-borders", TENGEN_FEATURE_REFERENCES},
    {"loss.present-empty", TENGEN_FEATURE_PRESENT_EMPTY},
    {"loss.field-order", TENGEN_FEATURE_PRESENT_EMPTY},
    {"loss.extension-field", TENGEN_FEATURE_UNKNOWN_PROPERTIES},
    {"loss.result-kind", TENGEN_FEATURE_RESULT_KINDS},
    {"loss.board-size", TENGEN_FEATURE_ANY_BOARD},
    {"loss.rules", TENGEN_FEATURE_RULES},
    {"loss.timestamps", TENGEN_FEATURE_STREAMS},
    {"loss.triggers", TENGEN_FEATURE_STREAMS},
    {"loss.overwritten", TENGEN_FEATURE_STREAMS},
    {"loss.removed", TENGEN_FEATURE_STREAMS},
    {"loss.later-items", TENGEN_FEATURE_STREAMS},
    {"loss.media-source", TENGEN_FEATURE_STREAMS},
    {"loss.stamp-counter", TENGEN_FEATURE_STREAM_COUNTERS},
};

}  // namespace

bool is_published_loss(std::string_view id, std::span<const std::uint8_t> capabilities) {
    for (const Row& row : rows) {
        if (row.id == id) {
            return row.feature >= capabilities.size() || capabilities[row.feature] != TENGEN_CAN;
        }
    }
    return false;
}

}  // namespace tengen::pipeline
