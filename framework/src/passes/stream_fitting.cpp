#include "passes/stream_fitting.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <tengen/model/builder.h>
#include <tengen/model/fact.h>

#include "passes/node_survey.h"
#include "passes/value_text.h"
#include "streams/partial_copy.h"

namespace tengen::passes {

namespace {

using streams::MaterialisedStream;

bool is_info(Game game, std::uint32_t property) {
    return (traits_of(game.identifier(property)) & trait::game_info) != 0;
}

std::vector<std::uint32_t> info_of(Game game, std::uint32_t node) {
    std::vector<std::uint32_t> properties;
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        if (is_info(game, p)) {
            properties.push_back(p);
        }
    }
    return properties;
}

std::string text_of(Game game, std::uint32_t property) {
    std::string text;
    for (const tengen_value value : game.values(property)) {
        append_value_text(game, value, text);
        text += '\n';
    }
    return text;
}

bool says_the_same(Game game, std::uint32_t a, std::uint32_t b) {
    return game.identifier(a) == game.identifier(b) && text_of(game, a) == text_of(game, b);
}

std::string names_of(Game game, const std::vector<std::uint32_t>& properties) {
    std::string names;
    for (const std::uint32_t p : properties) {
        names += names.empty() ? "" : " ";
        names += game.name(p);
    }
    return names;
}

/// A selection of the nodes of a game, each with the properties it is to have. Costs as much as it selects.
class Excerpt {
public:
    /// `places` is scratch memory, one `none` for each node of the game; it is given back like that.
    Excerpt(Game game, std::vector<std::uint32_t>& places) : game_(game), places_(places) {}
    Excerpt(const Excerpt&) = delete;
    Excerpt& operator=(const Excerpt&) = delete;
    ~Excerpt() {
        for (const std::uint32_t node : nodes_) {
            places_[node] = none;
        }
    }

    void take(std::uint32_t node) {
        if (places_[node] != none) {
            return;
        }
        places_[node] = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(node);
        properties_.emplace_back();
        for (std::uint32_t p = game_.first_property(node); p < game_.end_property(node); ++p) {
            properties_.back().push_back(p);
        }
    }
    void take_subtree(std::uint32_t node) {
        take(node);
        for (std::uint32_t n = node + 1; n < game_.node_count() && game_.parent(n) >= node; ++n) {
            take(n);
        }
    }
    void drop(std::uint32_t node, std::uint32_t property) { std::erase(properties_of(node), property); }

    /// A property comes to a node: in the place of one of the same identifier, or at the end.
    void put(std::uint32_t node, std::uint32_t property) {
        for (std::uint32_t& p : properties_of(node)) {
            if (game_.identifier(p) == game_.identifier(property)) {
                p = property;
                return;
            }
        }
        properties_of(node).push_back(property);
    }
    [[nodiscard]] bool has(std::uint32_t node, Identifier identifier) const {
        const std::vector<std::uint32_t>& properties = properties_[places_[node]];
        return std::any_of(properties.begin(), properties.end(),
                           [&](std::uint32_t p) { return game_.identifier(p) == identifier; });
    }
    /// In no particular order.
    [[nodiscard]] const std::vector<std::uint32_t>& nodes() const { return nodes_; }

    /// Nothing can be selected any more.
    [[nodiscard]] OwnedGame make() {
        const std::shared_ptr<GamePool> pool = GamePool::create();
        std::unique_ptr<GameStorage> storage = pool->acquire();
        // Facts that no property says refer to the tables of the game.
        const tengen_game& columns = game_.columns();
        const bool needs_tables = std::any_of(columns.facts, columns.facts + columns.fact_count,
                                              [](const tengen_fact& fact) { return fact.property == none; });
        if (needs_tables) {
            GameBuilder(*storage).begin_from(game_, nullptr);
            GameBuilder builder(*storage);
            write_nodes(builder, [&](std::uint32_t p) { builder.copy_property(game_, p); });
            for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
                if (columns.facts[i].property == none) {
                    storage->facts.push_back(columns.facts[i]);
                }
            }
        } else {
            streams::PartialCopy copy(game_, *storage);
            write_nodes(copy.builder(), [&](std::uint32_t p) { copy.copy_property(p); });
        }
        collect_facts(*storage);
        OwnedGame result;
        pool->publish(std::move(storage), *result.receive());
        return result;
    }

private:
    [[nodiscard]] std::vector<std::uint32_t>& properties_of(std::uint32_t node) { return properties_[places_[node]]; }

    template <class CopyProperty>
    void write_nodes(GameBuilder& builder, CopyProperty&& copy_property) {
        std::sort(nodes_.begin(), nodes_.end());
        std::vector<std::uint32_t> new_nodes(nodes_.size(), none);  // by place
        for (const std::uint32_t node : nodes_) {
            builder.add_node(node == 0 ? none : new_nodes[places_[game_.parent(node)]]);
            new_nodes[places_[node]] = builder.last_node();
            for (const std::uint32_t p : properties_of(node)) {
                copy_property(p);
            }
        }
    }

    Game game_;
    std::vector<std::uint32_t>& places_;  // by node: which of nodes_ and properties_
    std::vector<std::uint32_t> nodes_;
    std::vector<std::vector<std::uint32_t>> properties_;
};

class Arrangement {
public:
    Arrangement(Game game, streams::Materialised materialised, const StreamLayout& layout, FittedStreams& to)
        : game_(game),
          state_(std::move(materialised)),
          layout_(layout),
          to_(to),
          places_(state_.game.view().node_count(), none) {}

    void arrange() {
        switch (layout_.kind) {
            case StreamLayout::Kind::automatic:
                if (!move_to_root()) {
                    split(std::nullopt);
                }
                break;
            case StreamLayout::Kind::split:
                split(std::nullopt);
                break;
            case StreamLayout::Kind::push:
                push();
                break;
            case StreamLayout::Kind::one:
                split(layout_.stream);
                break;
        }
    }

private:
    [[nodiscard]] Game state() const { return state_.game.view(); }

    void keep_as_it_is() {
        to_.games.push_back(std::move(state_.game));
        to_.streams = std::move(state_.streams);
    }

    /// False if the streams contradict each other or the root.
    bool move_to_root() {
        const Game game = state();
        std::optional<std::vector<std::uint32_t>> common;
        for (const MaterialisedStream& stream : state_.streams) {
            std::vector<std::uint32_t> info =
                stream.node == 0 ? std::vector<std::uint32_t>() : info_of(game, stream.node);
            if (!common) {
                common = std::move(info);
            } else if (common->size() != info.size() ||
                       !std::is_permutation(common->begin(), common->end(), info.begin(),
                                            [&](auto a, auto b) { return says_the_same(game, a, b); })) {
                return false;
            }
        }
        if (!common || common->empty()) {
            keep_as_it_is();
            return true;
        }
        for (const std::uint32_t p : *common) {
            const std::uint32_t own = game.find(0, game.identifier(p));
            if (own != none && !says_the_same(game, own, p)) {
                return false;
            }
        }
        Excerpt excerpt(game, places_);
        excerpt.take_subtree(0);
        for (const MaterialisedStream& stream : state_.streams) {
            const std::vector<std::uint32_t> info = info_of(game, stream.node);
            for (const std::uint32_t p : info) {
                excerpt.drop(stream.node, p);
                if (!excerpt.has(0, game.identifier(p))) {
                    excerpt.put(0, p);
                }
            }
            lose_place(stream, info, "the root");
        }
        to_.games.push_back(excerpt.make());
        to_.streams = std::move(state_.streams);
        return true;
    }

    void split(std::optional<std::uint32_t> only) {
        const Game game = state();
        std::vector<bool> is_covered(game.node_count(), false);
        const std::size_t wanted = static_cast<std::size_t>(
            std::count_if(state_.streams.begin(), state_.streams.end(),
                          [&](const MaterialisedStream& s) { return !only || s.stream == *only; }));
        if (wanted == 0) {
            keep_as_it_is();
            return;
        }
        for (const MaterialisedStream& stream : state_.streams) {
            if (only && stream.stream != *only) {
                continue;
            }
            Excerpt excerpt(game, places_);
            for (std::uint32_t above = game.parent(stream.node); above != none; above = game.parent(above)) {
                excerpt.take(above);
            }
            excerpt.take_subtree(stream.node);
            for (const std::uint32_t node : excerpt.nodes()) {
                is_covered[node] = true;
            }
            if (stream.node != 0) {
                const std::vector<std::uint32_t> info = info_of(game, stream.node);
                for (const std::uint32_t p : info) {
                    excerpt.drop(stream.node, p);
                    excerpt.put(0, p);
                }
                lose_place(stream, info, "the root of a tree of its own");
            }
            to_.games.push_back(excerpt.make());
        }
        const auto left_out = static_cast<std::uint32_t>(std::count(is_covered.begin(), is_covered.end(), false));
        if (left_out != 0) {
            Loss loss;
            loss.id = "loss.tree";
            // Whoever names one stream asks for a part of the record.
            loss.kind = only ? TENGEN_LOSS_DERIVED : TENGEN_LOSS_LOST;
            loss.node = 0;
            loss.count = left_out;
            loss.what = "nodes outside of the streams";
            loss.message = std::to_string(left_out) + " nodes belong to none of the trees that are written";
            to_.losses.push_back(std::move(loss));
        }
    }

    void push() {
        const Game game = state();
        const std::vector<std::uint32_t> info = info_of(game, 0);
        const bool is_root_stream = !state_.streams.empty() && state_.streams.front().node == 0;
        if (info.empty() || is_root_stream || game.node_count() == 1) {
            keep_as_it_is();
            return;
        }
        // Nodes above streams hand the information down; all others and the streams keep it.
        std::vector<bool> hands_down(game.node_count(), false);
        std::vector<bool> is_stream(game.node_count(), false);
        for (const MaterialisedStream& stream : state_.streams) {
            is_stream[stream.node] = true;
            for (std::uint32_t above = game.parent(stream.node); above != none && !hands_down[above];
                 above = game.parent(above)) {
                hands_down[above] = true;
            }
        }
        hands_down[0] = true;
        Excerpt excerpt(game, places_);
        excerpt.take_subtree(0);
        for (const std::uint32_t p : info) {
            excerpt.drop(0, p);
        }
        for (std::uint32_t node = 1; node < game.node_count(); ++node) {
            if (hands_down[node] || !hands_down[game.parent(node)]) {
                continue;
            }
            for (const std::uint32_t p : info) {
                if (!excerpt.has(node, game.identifier(p))) {
                    excerpt.put(node, p);
                }
            }
        }
        Loss loss;
        loss.id = "loss.info-moved";
        loss.kind = TENGEN_LOSS_REORDERED;
        loss.node = 0;
        loss.count = static_cast<std::uint32_t>(info.size());
        loss.what = names_of(game, info);
        loss.to = "every branch";
        loss.message = "the game information of the root is repeated in every branch";
        to_.losses.push_back(std::move(loss));
        to_.games.push_back(excerpt.make());
        to_.streams = std::move(state_.streams);
    }

    void lose_place(const MaterialisedStream& stream, const std::vector<std::uint32_t>& info, std::string_view place) {
        if (info.empty()) {
            return;
        }
        Loss loss;
        loss.id = "loss.info-moved";
        loss.kind = TENGEN_LOSS_REORDERED;
        loss.node = stream.old_node;
        loss.count = static_cast<std::uint32_t>(info.size());
        loss.what = names_of(state(), info);
        loss.to = place;
        loss.message = "the game information of the stream moves to " + std::string(place);
        to_.losses.push_back(std::move(loss));
    }

    Game game_;
    streams::Materialised state_;
    StreamLayout layout_;
    FittedStreams& to_;
    std::vector<std::uint32_t> places_;  // for excerpts
};

void lose(const MaterialisedStream& stream, std::string_view id, std::uint32_t count, std::string_view what,
          std::string_view message, std::vector<Loss>& losses) {
    if (count == 0) {
        return;
    }
    Loss loss;
    loss.id = id;
    loss.node = stream.old_node;
    loss.count = count;
    loss.what = what;
    loss.message = message;
    losses.push_back(std::move(loss));
}

void lose_recording(Game game, const MaterialisedStream& stream, std::vector<Loss>& losses) {
    const std::string at = "at " + stream.instant.text();
    lose(stream, "loss.timestamps", std::max<std::uint32_t>(stream.stamped_items, 1), "times",
         "the stream becomes the tree it shows " + at + "; its times are not kept", losses);
    lose(stream, "loss.triggers", stream.triggers, "VT", "triggers are not kept", losses);
    lose(stream, "loss.overwritten", stream.tally.overwritten, "values",
         "values that others took the place of are not kept", losses);
    lose(stream, "loss.removed", stream.tally.removed, "nodes, properties, entries",
         "what was removed during the recording is not kept", losses);
    lose(stream, "loss.later-items", stream.later_events, "nodes and properties",
         "what comes after that time is not kept", losses);
    if (stream.has_media) {
        const std::string source(game.stored(game.columns().streams[stream.stream].source));
        lose(stream, "loss.media-source", 1, source, "the source of the stream is not kept", losses);
    }
}

}  // namespace

FittedStreams fit_streams(Game game, const StreamFittingOptions& options) {
    FittedStreams fitted;
    streams::Materialised materialised = streams::materialise(game, options.at, nullptr);
    for (const MaterialisedStream& stream : materialised.streams) {
        lose_recording(game, stream, fitted.losses);
    }
    if (options.arranges_info) {
        Arrangement(game, std::move(materialised), options.layout, fitted).arrange();
    } else {
        fitted.games.push_back(std::move(materialised.game));
        fitted.streams = std::move(materialised.streams);
    }
    std::stable_sort(fitted.losses.begin(), fitted.losses.end(),
                     [](const Loss& a, const Loss& b) { return a.node != b.node ? a.node < b.node : a.id < b.id; });
    return fitted;
}

}  // namespace tengen::passes
