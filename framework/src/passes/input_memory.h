// What passes remember from one game of an input to the next.
#pragma once

#include <cstdint>
#include <string>

#include <tengen/model/game.h>

#include "passes/pass.h"

namespace tengen::passes {

/// One for each input (each record file). "SGF FF[4], Collection": every game tree has its own FF and GM.
class InputMemory {
public:
    /// Look at the next game of the input.
    void see(Game game, Context& context) {
        const tengen_game& columns = game.columns();
        if (columns.file_format == 0 || columns.typed == 0 || game.node_count() == 0) {
            return;
        }
        if (file_format_ == 0) {
            file_format_ = columns.file_format;
            game_kind_ = columns.game_kind;
            return;
        }
        if (!told_ && (file_format_ != columns.file_format || game_kind_ != columns.game_kind)) {
            told_ = true;  // once an input: a mixed file has thousands of such neighbours
            context.report_node("node.mixed-collection", game, 0,
                                "FF[" + std::to_string(columns.file_format) + "]GM[" +
                                    std::to_string(columns.game_kind) + "] after FF[" + std::to_string(file_format_) +
                                    "]GM[" + std::to_string(game_kind_) + "] in the same file");
        }
    }

private:
    std::uint32_t file_format_ = 0;
    std::uint32_t game_kind_ = 0;
    bool told_ = false;
};

}  // namespace tengen::passes
