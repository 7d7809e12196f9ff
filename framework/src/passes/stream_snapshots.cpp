#include "passes/stream_snapshots.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <tengen/model/stream_source.h>

#include "passes/value_text.h"
#include "streams/materialised.h"
#include "streams/playback.h"

namespace tengen::passes {

namespace {

using streams::Instant;
using streams::Playback;

std::vector<Snapshot> snapshots_of(Game game) {
    std::vector<Snapshot> found;
    std::unordered_map<std::string, std::uint32_t> streams;  // by file: the first that is there
    for (std::uint32_t node = 0; node < game.node_count(); ++node) {
        const std::uint32_t property = game.find(node, "GD");
        if (property == none) {
            continue;
        }
        for (std::uint32_t i = 0; streams.empty() && i < game.columns().stream_count; ++i) {
            const std::optional<SourceAndSuffix> file =
                split_at_last_colon(game.stored(game.columns().streams[i].source));
            if (file && !streams::is_placeholder(game, i)) {
                streams.try_emplace(std::string(file->source), i);
            }
        }
        if (streams.empty()) {
            break;
        }
        const std::optional<SourceAndSuffix> named = split_at_last_colon(game.text(game.values(property).front()));
        const std::optional<Instant> instant = named ? Instant::parse(named->suffix) : std::nullopt;
        const auto stream = instant ? streams.find(std::string(named->source)) : streams.end();
        if (stream != streams.end()) {
            found.push_back({node, property, stream->second, *instant});
        }
    }
    return found;
}

// Whether there are the same nodes below a node as in the stream.
bool has_shape_of(const Playback& playback, Game game, std::uint32_t top) {
    const std::uint32_t end = playback.timeline().end_node();
    const std::uint32_t first = playback.timeline().first_node();
    std::vector<std::uint32_t> stream_nodes{first};  // by node below the top
    std::uint32_t of_stream = first + 1;
    for (std::uint32_t node = top + 1; node < game.node_count() && game.parent(node) >= top; ++node, ++of_stream) {
        while (of_stream < end && !playback.state().has_node(of_stream)) {
            ++of_stream;
        }
        if (of_stream == end || game.parent(of_stream) != stream_nodes[game.parent(node) - top]) {
            return false;
        }
        stream_nodes.push_back(of_stream);
    }
    while (of_stream < end && !playback.state().has_node(of_stream)) {
        ++of_stream;
    }
    return of_stream == end;
}

// Order tells nothing here: neither that of properties nor that of the points of a list.
std::vector<std::string> content_of(Game game, std::uint32_t node) {
    std::vector<std::string> properties;
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        std::vector<std::string> values;
        const auto add = [&](tengen_value value) {
            values.emplace_back();
            append_value_text(game, value, values.back());
        };
        for (const tengen_value value : game.values(p)) {
            if (kind_of(value) == ValueKind::rectangle) {
                for_each_point(value, [&](Point point) { add(make_point(0, point)); });
            } else {
                add(value);
            }
        }
        std::sort(values.begin(), values.end());
        std::string text = game.name(p);
        for (const std::string& value : values) {
            text += '[' + value + ']';
        }
        properties.push_back(std::move(text));
    }
    std::sort(properties.begin(), properties.end());
    return properties;
}

bool equals_state(const Playback& playback, Game game, std::uint32_t node) {
    if (!has_shape_of(playback, game, node)) {
        return false;
    }
    const OwnedGame owned = streams::detached(playback, nullptr);
    const Game state = owned.view();
    for (std::uint32_t n = 1; n < state.node_count(); ++n) {
        if (content_of(state, n) != content_of(game, node + n)) {
            return false;
        }
    }
    return true;
}

}  // namespace

void find_differing_snapshots(Game game, const std::function<void(const Snapshot&)>& visit) {
    std::vector<Snapshot> snapshots = snapshots_of(game);
    std::stable_sort(snapshots.begin(), snapshots.end(), [](const Snapshot& a, const Snapshot& b) {
        return a.stream != b.stream ? a.stream < b.stream : a.instant < b.instant;
    });
    std::vector<Snapshot> differing;
    std::unique_ptr<Playback> playback;
    for (const Snapshot& snapshot : snapshots) {
        if (!playback || playback->timeline().stream() != snapshot.stream) {
            playback = std::make_unique<Playback>(game, snapshot.stream);
        }
        playback->seek(snapshot.instant);
        if (!equals_state(*playback, game, snapshot.node)) {
            differing.push_back(snapshot);
        }
    }
    std::sort(differing.begin(), differing.end(), [](const Snapshot& a, const Snapshot& b) { return a.node < b.node; });
    for (const Snapshot& snapshot : differing) {
        visit(snapshot);
    }
}

}  // namespace tengen::passes
