#include "streams/detach.h"

#include <algorithm>

#include "streams/editor.h"
#include "streams/materialised.h"
#include "streams/playback.h"

namespace tengen::streams {

Detached detach(Game game, std::span<const Instant> instants) {
    Detached result;
    Editor editor(game);
    for (std::uint32_t i = 0; i < game.columns().stream_count; ++i) {
        if (is_placeholder(game, i)) {
            continue;
        }
        const Instant instant = instants.empty() ? Instant{} : i < instants.size() ? instants[i] : instants.back();
        Playback playback(game, i);
        playback.seek(instant);
        const OwnedGame tree = detached(playback, nullptr);
        const Editor::Node stream = playback.timeline().first_node();
        if (stream == Editor::root) {
            Editor alone(tree.view());
            result.trees.push_back(alone.finish());
            continue;
        }
        const std::vector<Editor::Node>& siblings = editor.children(editor.parent(stream));
        const auto place = std::find(siblings.begin(), siblings.end(), stream) - siblings.begin();
        editor.insert(tree.view(), editor.parent(stream), static_cast<std::size_t>(place) + 1);
    }
    result.game = editor.finish();
    return result;
}

}  // namespace tengen::streams
