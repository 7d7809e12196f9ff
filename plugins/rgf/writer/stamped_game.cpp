#include "rgf/writer/stamped_game.h"

#include <algorithm>
#include <string>

#include <tengen/model/stamp_time.h>
#include <tengen/model/stream_source.h>

#include "rgf/stream_file_name.h"

namespace tengen::rgf {

namespace {

constexpr Identifier gs("GS");
constexpr Identifier ms("MS");
constexpr Identifier ts("TS");

/// Whether a source with its type, "talk.ogg:audio", is one of the media of a stream.
bool is_in_media(Game game, const tengen_stream& stream, std::string_view source) {
    const std::optional<SourceAndSuffix> typed = split_at_last_colon(source);
    if (!typed || !is_medium_type(typed->suffix)) {
        return false;
    }
    const tengen_medium* first = game.columns().media + stream.first_medium;
    return std::any_of(first, first + stream.medium_count,
                       [&](const tengen_medium& medium) { return game.stored(medium.source) == typed->source; });
}

}  // namespace

Game StampedGame::make(Game game) {
    const tengen_game& from = game.columns();
    if (from.stream_count == 0 || from.node_stamps == nullptr || from.property_stamps == nullptr) {
        return game;
    }
    find_streams(game);
    storage_.clear();
    GameBuilder(storage_).begin_from(game, nullptr);
    storage_.stamps.clear();
    GameBuilder builder(storage_);  // one that keeps no stamps: they are properties now
    for (std::uint32_t node = 0; node < game.node_count(); ++node) {
        builder.add_node(game.parent(node));
        write_node(game, node);
    }
    report_counters(game);
    storage_.describe(columns_);
    return Game(columns_);
}

std::uint32_t StampedGame::property_stamp(Game game, std::uint32_t property) const {
    return is_left_out_[property] ? 0 : game.columns().property_stamps[property];
}

void StampedGame::find_streams(Game game) {
    const tengen_game& columns = game.columns();
    stream_of_.assign(game.node_count(), 0);
    for (std::uint32_t i = 0; i < columns.stream_count; ++i) {
        stream_of_[columns.streams[i].node] = i + 1;
    }
    for (std::uint32_t node = 1; node < game.node_count(); ++node) {
        if (stream_of_[node] == 0) {
            stream_of_[node] = stream_of_[game.parent(node)];
        }
    }
    is_left_out_.assign(columns.property_count, false);
    for (std::uint32_t node = 0; node < game.node_count(); ++node) {
        for (std::uint32_t p = game.first_property(node); stream_of_[node] != 0 && p < game.end_property(node); ++p) {
            is_left_out_[p] = !writer_.can_write(game, p);
        }
    }
}

void StampedGame::write_node(Game game, std::uint32_t node) {
    const std::uint32_t first = game.first_property(node);
    const std::uint32_t end = game.end_property(node);
    if (stream_of_[node] == 0) {
        for (std::uint32_t p = first; p < end; ++p) {
            GameBuilder(storage_).copy_property(game, p);
        }
        return;
    }
    const std::uint32_t node_stamp = game.columns().node_stamps[node];
    write_stamp(game, node_stamp);
    // Items without a stamp cannot stand behind others with one; in a node with a stamp they have that one.
    std::uint32_t moved = 0;
    if (node_stamp == 0) {
        bool is_behind_stamped = false;
        for (std::uint32_t p = first; p < end; ++p) {
            is_behind_stamped = is_behind_stamped || property_stamp(game, p) != 0;
            moved += is_behind_stamped && property_stamp(game, p) == 0 && !is_left_out_[p] ? 1 : 0;
        }
    }
    if (moved == 0) {
        for (std::uint32_t p = first; p < end; ++p) {
            write_property(game, node, p);
        }
        return;
    }
    for (const bool with_stamp : {false, true}) {
        for (std::uint32_t p = first; p < end; ++p) {
            if ((property_stamp(game, p) != 0) == with_stamp) {
                write_property(game, node, p);
            }
        }
    }
    lose(game, "loss.item-order", TENGEN_LOSS_REORDERED, node, moved, "items without a stamp", "the front of the node",
         "items without a stamp stood behind stamped ones; they move to the front of their node");
}

void StampedGame::write_property(Game game, std::uint32_t node, std::uint32_t property) {
    if (write_medium(game, node, property)) {
        return;
    }
    GameBuilder(storage_).copy_property(game, property);
    write_stamp(game, property_stamp(game, property));
}

void StampedGame::write_stamp(Game game, std::uint32_t stamp) {
    if (stamp == 0) {
        return;
    }
    const tengen_stamp& at = game.columns().stamps[stamp - 1];
    GameBuilder builder(storage_);
    builder.add_property(ts);
    builder.add_text(at.kind == TENGEN_STAMP_FINAL ? std::string_view("-2") : game.stored(at.time), at.offset);
}

/// A stream has one source; its list of media is of the later revision.
bool StampedGame::write_medium(Game game, std::uint32_t node, std::uint32_t property) {
    const Identifier identifier = game.identifier(property);
    if (identifier != gs && identifier != ms) {
        return false;
    }
    const tengen_stream& stream = game.columns().streams[stream_of_[node] - 1];
    // A GS that is no text belongs to a stream whose file is missing: all is written as it was.
    const std::uint32_t counting = game.find(node, gs);
    if (stream.node != node || counting == none || is_raw(kind_of(game.values(counting).front()))) {
        return false;
    }
    const tengen_value value = game.values(counting).front();
    const std::string_view source = game.text(value);
    const bool names_stream_file = stream_file_of(source).has_value();
    if (stream.medium_count == 0 && !names_stream_file) {
        return false;
    }
    if (identifier == ms) {
        return stream.medium_count != 0;  // nothing is written for it
    }
    if (property != counting) {
        return false;
    }
    GameBuilder builder(storage_);
    if (stream.medium_count == 0) {
        // The file was taken in; who read its name again would have the stream twice.
        builder.add_property(gs);
        builder.add_value(make_value(value.offset, ValueKind::empty));
        lose(game, "loss.media-source", TENGEN_LOSS_NORMALISED, node, 1, source, "the clock",
             "the stream file is part of the record now; its name and its duration are not kept");
        return true;
    }
    const tengen_medium* media = game.columns().media + stream.first_medium;
    const auto lose_media_but = [&](std::string_view kept) {
        for (std::uint32_t i = 0; i < stream.medium_count; ++i) {
            const std::string_view medium = game.stored(media[i].source);
            const std::string_view type = game.stored(media[i].type);
            if (medium != kept) {
                lose(game, "loss.media-source", TENGEN_LOSS_LOST, node, 1, medium, {},
                     "a stream has one source; this further medium is left out");
            } else if (!type.empty()) {
                lose(game, "loss.media-source", TENGEN_LOSS_NORMALISED, node, 1, type, {},
                     "the source stands in GS, without the type that MS names");
            }
        }
    };
    if (!source.empty() && !names_stream_file && !is_in_media(game, stream, source)) {
        lose_media_but(source);
        return false;  // GS names the source itself
    }
    std::uint32_t chosen = 0;
    for (std::uint32_t i = stream.medium_count; i-- > 0;) {
        chosen = source_kind_of(game.stored(media[i].source)) == TENGEN_SOURCE_FILE ? i : chosen;
    }
    builder.add_property(gs);
    builder.add_text(game.stored(media[chosen].source), value.offset);
    lose_media_but(game.stored(media[chosen].source));
    if (names_stream_file) {
        lose(game, "loss.media-source", TENGEN_LOSS_NORMALISED, node, 1, source, game.stored(media[chosen].source),
             "the stream file is part of the record now; its name and its duration are not kept");
    }
    return true;
}

void StampedGame::report_counters(Game game) {
    const tengen_game& columns = game.columns();
    struct Timed {
        std::uint32_t stream;
        StampTime time;
        StampTime counter;
    };
    std::vector<Timed> items;
    std::vector<std::uint32_t> counters(columns.stream_count, 0);
    const auto see = [&](std::uint32_t node, std::uint32_t stamp) {
        if (stamp == 0 || stream_of_[node] == 0) {
            return;
        }
        const tengen_stamp& at = columns.stamps[stamp - 1];
        if (at.kind == TENGEN_STAMP_AT) {
            counters[stream_of_[node] - 1] += at.counter.size != 0 ? 1 : 0;
            items.push_back({stream_of_[node] - 1, StampTime::parse(game.stored(at.time)).value_or(StampTime()),
                             StampTime::parse(game.stored(at.counter)).value_or(StampTime())});
        }
    };
    const bool any = std::any_of(columns.stamps, columns.stamps + columns.stamp_count,
                                 [](const tengen_stamp& stamp) { return stamp.counter.size != 0; });
    if (!any) {
        return;
    }
    for (std::uint32_t node = 0; node < game.node_count(); ++node) {
        see(node, columns.node_stamps[node]);
        for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
            see(node, property_stamp(game, p));
        }
    }
    std::stable_sort(items.begin(), items.end(), [](const Timed& a, const Timed& b) {
        return a.stream != b.stream ? a.stream < b.stream : a.time < b.time;
    });
    std::vector<bool> changes_order(columns.stream_count, false);
    for (std::size_t i = 1; i < items.size(); ++i) {
        const Timed& before = items[i - 1];
        if (before.stream == items[i].stream && before.time == items[i].time && items[i].counter < before.counter) {
            changes_order[before.stream] = true;
        }
    }
    for (std::uint32_t i = 0; i < columns.stream_count; ++i) {
        if (counters[i] != 0) {
            lose(game, "loss.stamp-counter", changes_order[i] ? TENGEN_LOSS_APPROXIMATED : TENGEN_LOSS_NORMALISED,
                 columns.streams[i].node, counters[i], "counters of stamps", {},
                 changes_order[i] ? "stamps lose their counters, and items of one time change their order"
                                  : "stamps lose their counters; the order of the items says the same");
        }
    }
}

void StampedGame::lose(Game game, const char* id, tengen_loss_kind kind, std::uint32_t node, std::uint32_t count,
                       std::string_view what, std::string_view to, std::string_view message) {
    host_.report_loss({.id = id,
                       .kind = kind,
                       .game = game.index(),
                       .node = node,
                       .count = count,
                       .what = what,
                       .to = to,
                       .message = message});
}

}  // namespace tengen::rgf
