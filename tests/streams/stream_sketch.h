// Recordings for tests, written down item by item, whatever their times say.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/builder.h>
#include <tengen/model/fact.h>
#include <tengen/model/vocabulary.h>

#include "streams/materialised.h"
#include "streams/playback.h"
#include "support/game_sketch.h"

namespace tengen::test {

/// The stream begins at the root unless begin_stream() is called for another node. Values are typed as GameSketch does;
/// GS, RC and VT are texts, RP and unknown properties raw. An empty time is none.
class StreamSketch {
public:
    explicit StreamSketch(BoardSize size = {9, 9}) : builder_(storage_), size_(size) {
        storage_.clear();
        storage_.header.board_columns = size.columns;
        storage_.header.board_rows = size.rows;
        builder_.keep_stamps();
    }

    StreamSketch& node(std::string_view time = {}) {
        return node_below(storage_.nodes.empty() ? none : builder_.last_node(), time);
    }
    StreamSketch& node_below(std::uint32_t parent, std::string_view time = {}) {
        if (!builder_.add_node(parent)) {
            throw std::invalid_argument("nodes are not in pre-order");
        }
        storage_.node_stamps.back() = stamp(time);
        return *this;
    }
    StreamSketch& add(std::string_view name, std::initializer_list<std::string_view> values,
                      std::string_view time = {}) {
        builder_.add_named_property(name);
        for (const std::string_view value : values) {
            builder_.add_value(typed(name, value));
        }
        storage_.property_stamps.back() = stamp(time);
        return *this;
    }
    StreamSketch& put(std::string_view name, std::string_view value, std::string_view time = {}) {
        return add(name, {value}, time);
    }
    StreamSketch& begin_stream(std::string_view source = {}) {
        tengen_stream stream{};
        stream.node = builder_.last_node();
        stream.source = storage_.store(source);
        storage_.streams.push_back(stream);
        return put("GS", source);
    }

    [[nodiscard]] GameStorage& storage() { return storage_; }
    [[nodiscard]] std::uint32_t nodes() const { return storage_.nodes.size(); }
    /// Valid until something is added.
    [[nodiscard]] Game game() {
        collect_facts(storage_);
        storage_.describe(columns_);
        return Game(columns_);
    }

private:
    std::uint32_t stamp(std::string_view time) {
        if (time.empty()) {
            return 0;
        }
        tengen_stamp stamp{};
        stamp.kind = time == "final" ? TENGEN_STAMP_FINAL : TENGEN_STAMP_AT;
        const std::size_t colon = time.find(':');
        stamp.time = storage_.store(time == "final" ? std::string_view() : time.substr(0, colon));
        stamp.counter = storage_.store(colon == std::string_view::npos ? std::string_view() : time.substr(colon + 1));
        storage_.stamps.push_back(stamp);
        return storage_.stamps.size();
    }

    tengen_value typed(std::string_view name, std::string_view text) {
        const PropertyDefinition* definition =
            Identifier::fits(name) ? find_property(Identifier(Identifier::pack(name))) : nullptr;
        const ValueType type = definition == nullptr || name == "RP" ? ValueType::unknown : definition->type;
        const auto text_value = [&](std::string_view part) {
            return part.empty() ? make_value(0, ValueKind::empty)
                                : storage_.store_value(0, ValueKind::text_stored, part);
        };
        switch (type) {
            case ValueType::unknown:
                return storage_.store_value(0, ValueKind::raw_stored, text);
            case ValueType::move:
                return text.empty() ? make_value(0, ValueKind::pass) : make_point(0, parse_point(text, size_).value());
            case ValueType::point_or_rectangle:
                if (text.empty()) {
                    return make_value(0, ValueKind::empty);
                }
                if (text.size() == 5) {
                    return make_rectangle(
                        0, {parse_point(text.substr(0, 2)).value(), parse_point(text.substr(3)).value()});
                }
                return make_point(0, parse_point(text, size_).value());
            case ValueType::point_text:
                return storage_.pair_value(0, make_point(0, parse_point(text.substr(0, 2)).value()),
                                           text_value(text.substr(3)));
            case ValueType::point_pair:
                return storage_.pair_value(0, make_point(0, parse_point(text.substr(0, 2)).value()),
                                           make_point(0, parse_point(text.substr(3)).value()));
            default:
                return text_value(text);
        }
    }

    GameStorage storage_;
    GameBuilder builder_;
    BoardSize size_;
    tengen_game columns_{};
};

inline streams::Instant at(std::string_view text) {
    return streams::Instant::parse(text).value();
}

/// The tree of a stream as it is played so far, and where it is looked at.
inline std::string shown(const streams::Playback& playback) {
    const OwnedGame tree = streams::detached(playback, nullptr);
    return to_text(tree.view()) + " " + playback.position();
}

/// The tree at an instant, from a fresh start.
inline std::string tree_at(Game game, std::string_view instant, std::uint32_t stream = 0) {
    streams::Playback playback(game, stream);
    playback.seek(at(instant));
    return to_text(streams::detached(playback, nullptr).view());
}

/// What is said while a stream is played to its end: "rgf.conflict 4", by place in document order.
inline std::vector<std::string> remarks_of(Game game, std::uint32_t stream = 0) {
    std::vector<std::string> found;
    const streams::Timeline timeline(game, stream);
    streams::StreamState state(timeline, [&](const streams::Remark& remark) {
        found.push_back(std::string(remark.id) + " " + std::to_string(timeline.events()[remark.event].document));
    });
    while (state.moments() < timeline.moments().size()) {
        state.apply_next();
    }
    return found;
}

}  // namespace tengen::test
