#include "streams/materialised.h"

#include <algorithm>
#include <array>

#include <tengen/model/builder.h>
#include <tengen/model/fact.h>

#include "streams/partial_copy.h"

namespace tengen::streams {

namespace {

/// A game that keeps all tables of the recorded one.
class WholeCopy {
public:
    WholeCopy(Game from, GameStorage& to) : from_(from), builder_(to) {}
    [[nodiscard]] GameBuilder& builder() { return builder_; }
    void add_property(std::uint32_t code) { builder_.add_property(code); }
    void add_value(tengen_value value) { builder_.add_value(value); }
    void copy_property(std::uint32_t property) { builder_.copy_property(from_, property); }

private:
    Game from_;
    GameBuilder builder_;  // keeps no stamps
};

template <class Target>
void write_content(Game game, const Playback& playback, std::uint32_t node, Target& to) {
    playback.state().for_each_property(node, [&](const StreamState::Content& content, auto&& for_each_entry) {
        if (content.source != none) {
            to.copy_property(content.source);
            return;
        }
        to.add_property(content.code);
        const std::uint32_t offset = game.values(content.origin).front().offset;
        GameBuilder& builder = to.builder();
        GameStorage& storage = builder.storage();
        if (content.is_text) {
            if (content.is_bytes) {
                builder.add_value(storage.store_value(offset, ValueKind::bytes_stored, content.text));
            } else {
                builder.add_text(content.text, offset);
            }
            return;
        }
        const std::uint32_t before = storage.values.size();
        for_each_entry([&](tengen_value value) { to.add_value(value); });
        if (storage.values.size() == before) {
            builder.add_value(make_value(offset, ValueKind::empty));
        }
    });
}

MaterialisedStream survey(const Playback& playback, const Instant& instant) {
    const Timeline& timeline = playback.timeline();
    const Game game = timeline.game();
    MaterialisedStream result;
    result.stream = timeline.stream();
    result.old_node = timeline.first_node();
    result.position = playback.position();
    result.instant = instant;
    result.later_events = static_cast<std::uint32_t>(timeline.events().size()) - playback.past_events();
    result.tally = playback.state().tally();
    result.has_media = game.columns().streams[timeline.stream()].source.size != 0;
    for (const Event& event : timeline.events()) {
        result.stamped_items += event.stamp != 0 ? 1 : 0;
        result.triggers += event.property != none && game.identifier(event.property) == Identifier("VT") ? 1 : 0;
    }
    return result;
}

}  // namespace

bool is_placeholder(Game game, std::uint32_t stream) {
    const std::uint32_t node = game.columns().streams[stream].node;
    for (std::uint32_t p = game.end_property(node); p-- > game.first_property(node);) {
        if (game.identifier(p) == Identifier("GS")) {
            return is_raw(kind_of(game.values(p).front()));
        }
    }
    return false;
}

Materialised materialise(Game game, std::span<const Instant> instants, std::shared_ptr<const void> keep) {
    const tengen_game& columns = game.columns();
    std::vector<std::unique_ptr<Playback>> playbacks;
    std::vector<const Playback*> of_node(game.node_count(), nullptr);
    Materialised result;
    for (std::uint32_t i = 0; i < columns.stream_count; ++i) {
        // Streams of a sound game are disjoint; of a stream inside another only the outer one can be shown.
        if (is_placeholder(game, i) || of_node[columns.streams[i].node] != nullptr) {
            continue;
        }
        const Instant instant = instants.empty() ? Instant{} : i < instants.size() ? instants[i] : instants.back();
        auto playback = std::make_unique<Playback>(game, i);
        playback->seek(instant);
        for (std::uint32_t n = playback->timeline().first_node(); n < playback->timeline().end_node(); ++n) {
            of_node[n] = playback.get();
        }
        result.streams.push_back(survey(*playback, instant));
        playbacks.push_back(std::move(playback));
    }

    const std::shared_ptr<GamePool> pool = GamePool::create();
    std::unique_ptr<GameStorage> storage = pool->acquire();
    GameBuilder(*storage).begin_from(game, std::move(keep));
    storage->stamps.clear();
    storage->media.clear();
    WholeCopy copy(game, *storage);
    GameBuilder& builder = copy.builder();
    std::vector<std::uint32_t> new_nodes(game.node_count(), none);
    for (std::uint32_t node = 0; node < game.node_count(); ++node) {
        const Playback* playback = of_node[node];
        if (playback != nullptr && !playback->state().has_node(node)) {
            continue;
        }
        builder.add_node(game.parent(node) == none ? none : new_nodes[game.parent(node)]);
        new_nodes[node] = builder.last_node();
        result.old_nodes.push_back(node);
        if (playback != nullptr) {
            write_content(game, *playback, node, copy);
            continue;
        }
        for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
            copy.copy_property(p);
        }
    }
    for (std::size_t i = 0; i < playbacks.size(); ++i) {
        result.streams[i].node = new_nodes[result.streams[i].old_node];
        result.streams[i].cursor = new_nodes[playbacks[i]->cursor()];
    }
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        if (columns.facts[i].property == none) {
            storage->facts.push_back(columns.facts[i]);
        }
    }
    collect_facts(*storage);
    pool->publish(std::move(storage), *result.game.receive());
    return result;
}

OwnedGame detached(const Playback& playback, std::shared_ptr<const void> keep) {
    const Game game = playback.timeline().game();
    const std::shared_ptr<GamePool> pool = GamePool::create();
    std::unique_ptr<GameStorage> storage = pool->acquire();
    PartialCopy copy(game, *storage);
    storage->keep_alive = std::move(keep);
    const std::uint32_t first = playback.timeline().first_node();
    std::vector<std::uint32_t> new_nodes(playback.timeline().end_node() - first, none);
    for (std::uint32_t node = first; node < playback.timeline().end_node(); ++node) {
        if (!playback.state().has_node(node)) {
            continue;
        }
        copy.add_node(node == first ? none : new_nodes[game.parent(node) - first]);
        new_nodes[node - first] = copy.builder().last_node();
        write_content(game, playback, node, copy);
    }
    collect_facts(*storage);
    OwnedGame result;
    pool->publish(std::move(storage), *result.receive());
    return result;
}

}  // namespace tengen::streams
