#include "rgf/reader/stream_attachment.h"

#include <algorithm>
#include <utility>

#include <tengen/model/fact.h>
#include <tengen/model/stamp_time.h>
#include <tengen/model/stream_source.h>
#include <tengen/model/vocabulary.h>

#include "rgf/reader/stamp_reading.h"
#include "rgf/stream_file_name.h"
#include "sgf/syntax/irregularity.h"
#include "sgf/typing/text.h"

namespace tengen::rgf {

namespace {

constexpr Identifier gs("GS");
constexpr Identifier ts("TS");
constexpr Identifier rp("RP");
constexpr Identifier rc("RC");
constexpr Identifier vt("VT");
constexpr Identifier ms("MS");
constexpr Identifier gd("GD");

bool is_root_property(Identifier identifier) {
    const PropertyDefinition* definition = find_property(identifier);
    return definition != nullptr && definition->property_class == PropertyClass::root;
}

}  // namespace

bool StreamAttachment::concerns(Game game) {
    for (std::uint32_t p = 0; p < game.property_count(); ++p) {
        const Identifier identifier = game.identifier(p);
        if (identifier == gs || identifier == ts || identifier == rp || identifier == rc || identifier == vt ||
            identifier == gd) {
            return true;
        }
    }
    return false;
}

void StreamAttachment::attach(Game game, std::shared_ptr<const void> keep, bool is_stream_file, GameStorage& storage) {
    game_ = game;
    storage_ = &storage;
    builder_.emplace(storage);
    builder_->begin_from(game, std::move(keep));
    in_stream_.assign(game.node_count(), false);
    new_nodes_.assign(game.node_count(), none);
    told_ = 0;
    bool has_stream = false;
    for (std::uint32_t p = 0; p < game.property_count() && !has_stream; ++p) {
        has_stream = game.identifier(p) == gs;
    }
    has_streams_ = has_stream;
    if (has_stream) {
        builder_->keep_stamps();
    }
    for (std::uint32_t node = 0; node < game.node_count(); ++node) {
        copy_node(node);
        if (node == 0 && is_stream_file) {
            report_later(Construct::stream_file, game.values(0).front(),
                         "a stream without a root, in a file of its own");
        }
    }
    collect_facts(storage);
}

// ---- nodes ----

void StreamAttachment::copy_node(std::uint32_t node) {
    const std::uint32_t parent = game_->parent(node);
    builder_->add_node(parent == none ? none : new_nodes_[parent]);
    new_nodes_[node] = builder_->last_node();
    const bool is_inside = parent != none && in_stream_[parent];
    node_ = node;
    gs_ = none;
    keeps_gs_ = false;
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        gs_ = game_->identifier(p) == gs ? p : gs_;
    }
    is_stream_node_ = !is_inside && gs_ != none;
    in_stream_[node] = is_inside || is_stream_node_;
    target_ = target_of_game_ = none;

    OwnedGame file;
    if (is_stream_node_) {
        begin_stream(node);
        const std::string source = text_of(game_->values(gs_).front());
        if (const std::optional<SourceAndSuffix> named = stream_file_of(source)) {
            file = is_plain_file_name(named->source) ? files_.read_stream_file(named->source, game_->index())
                                                     : OwnedGame();
            keeps_gs_ = !file;
            if (keeps_gs_) {
                report("rgf.stream-file-missing", game_->values(gs_).front(),
                       "the stream file " + sgf::quote(named->source) +
                           " is not there; GS, MS and GD are kept as they are");
            }
        }
    }
    bool is_behind_stamp = false;
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        if (in_stream_[node] && game_->identifier(p) == ts) {
            take_stamp(p, is_behind_stamp);
            is_behind_stamp = true;
            continue;
        }
        is_behind_stamp = false;
        copy_property(p);
    }
    if (file) {
        insert_stream_file(file.view());
    }
}

void StreamAttachment::copy_property(std::uint32_t property) {
    const Identifier identifier = game_->identifier(property);
    builder_->copy_property(*game_, property);
    target_ = builder_->last_property();
    target_of_game_ = property;
    if (identifier == gs) {
        check_stream_property(property);
    } else if (identifier == ms) {
        if (is_stream_node_) {
            report_later(Construct::media_list, game_->values(property).front(), "MS, a list of media");
        }
    } else if (identifier == gd) {
        report_later(Construct::snapshot, game_->values(property).front(), "GD, a snapshot of a stream");
    }
    convert_values(identifier);
}

void StreamAttachment::convert_values(Identifier identifier) {
    if (identifier == gs) {
        // Only the first value can count; a source that nobody could follow stays as it is written.
        tengen_value& first = storage_->values[storage_->properties.back().first_value];
        if (!(is_stream_node_ && keeps_gs_)) {
            first = text_value(first);
        }
    } else if (identifier == rp && !in_stream_[node_]) {
        // Without a stream it has no effect, and is a text like others if that changes nothing.
        tengen_value& first = storage_->values[storage_->properties.back().first_value];
        if (kind_of(first) == ValueKind::raw && sgf::is_own_text(game_->text(first), sgf::TextKind::simple_text)) {
            first = text_value(first);
        } else if (!has_streams_) {
            // The host tells of all others, which it knows by their texts.
            report("rgf.outside-stream", first, "RP stands outside a stream; it has no effect");
        }
    } else if (identifier == ts || identifier == rc || identifier == vt) {
        for (std::uint32_t v = storage_->properties.back().first_value; v < storage_->values.size(); ++v) {
            storage_->values[v] = text_value(storage_->values[v]);
        }
    }
}

// ---- streams ----

// "GS, once, with one value"; "a stream inside a stream".
void StreamAttachment::check_stream_property(std::uint32_t property) {
    const std::span<const tengen_value> values = game_->values(property);
    if (!is_stream_node_) {
        return;  // inside a stream, or it would be one
    }
    if (values.size() > 1) {
        report("rgf.repeated-stream", values.front(), "GS has several values; the first one counts");
    }
    for (std::uint32_t p = property; p-- > game_->first_property(game_->node_of(property));) {
        if (game_->identifier(p) == gs) {
            report("rgf.repeated-stream", values.front(), "a second GS in the node; the last one counts");
            break;
        }
    }
}

void StreamAttachment::begin_stream(std::uint32_t node) {
    const tengen_value value = game_->values(gs_).front();
    const std::string source = text_of(value);
    tengen_stream stream{};
    stream.node = new_nodes_[node];
    stream.source = storage_->store(source);
    stream.source_kind = source_kind_of(source);
    stream.first_medium = storage_->media.size();
    if (const std::optional<SourceAndSuffix> named = stream_file_of(source)) {
        stream.source_kind = is_plain_file_name(named->source) ? TENGEN_SOURCE_CLOCK : TENGEN_SOURCE_UNSAFE;
        stream.duration = storage_->store(named->suffix);
        report_later(Construct::duration, value, "GS names a stream file and its duration");
    } else if (const std::optional<SourceAndSuffix> typed = split_at_last_colon(source);
               typed && is_medium_type(typed->suffix)) {
        stream.source_kind = source_kind_of(typed->source);
        const tengen_slice name = storage_->store(typed->source);
        storage_->media.push_back({name, storage_->store(typed->suffix)});
        report_later(Construct::typed_source, value, "GS names the type of its source");
    }
    read_media(node, stream);
    stream.medium_count = storage_->media.size() - stream.first_medium;
    storage_->streams.push_back(stream);
}

void StreamAttachment::read_media(std::uint32_t node, tengen_stream&) {
    for (std::uint32_t p = game_->first_property(node); p < game_->end_property(node); ++p) {
        if (game_->identifier(p) != ms) {
            continue;
        }
        for (const tengen_value value : game_->values(p)) {
            const std::string text = text_of(value);
            const std::optional<SourceAndSuffix> typed = split_at_last_colon(text);
            const bool has_type = typed && is_medium_type(typed->suffix);
            const tengen_slice source = storage_->store(has_type ? typed->source : std::string_view(text));
            storage_->media.push_back({source, has_type ? storage_->store(typed->suffix) : tengen_slice{}});
        }
    }
}

// ---- stamps ----

void StreamAttachment::take_stamp(std::uint32_t property, bool is_behind_stamp) {
    const std::span<const tengen_value> values = game_->values(property);
    if (values.size() > 1) {
        report("rgf.several-times", values.front(), "a stamp has several values; the first one counts");
    }
    if (is_behind_stamp) {
        report("rgf.repeated-stamp", values.front(), "a stamp directly behind a stamp; the last one counts");
    }
    const std::uint32_t stamp = stamp_of(values.front());
    if (target_ == none) {
        if (is_stream_node_) {
            report("rgf.stamped-stream-node", values.front(), "the node that begins a stream has no time");
        } else {
            storage_->node_stamps.back() = stamp;
        }
        return;
    }
    const Identifier identifier = game_->identifier(target_of_game_);
    if (is_stream_node_ && identifier == gs) {
        report("rgf.stamped-stream-node", values.front(), "GS itself has no time");
    } else if (is_root_property(identifier)) {
        report("rgf.stamped-root-property", values.front(),
               game_->name(target_of_game_) + " is a root property; it has no time");
    } else {
        storage_->property_stamps[target_] = stamp;
    }
}

/// The number of the stamp that a value means; 0 is initial.
std::uint32_t StreamAttachment::stamp_of(tengen_value value) {
    const std::string text = text_of(value);
    const StampReading reading = read_stamp(text);
    tengen_stamp stamp{};
    stamp.kind = TENGEN_STAMP_AT;
    stamp.offset = value.offset;
    if (!reading.counter.empty() && reading.fault == StampFault::none) {
        report_later(Construct::counter, value, "a stamp with a counter");
    }
    switch (reading.fault) {
        case StampFault::no_time:
            report("rgf.bad-time", value, sgf::quote(text) + " is no time");
            return 0;
        case StampFault::negative:
            report("rgf.negative-time", value, sgf::quote(text) + " is negative");
            return 0;
        case StampFault::minus_one:
            report("rgf.minus-one-time", value, "the time -1 means no stamp, and is not written");
            return 0;
        case StampFault::minus_two:
            if (!report("rgf.final-time", value, "the time -2 for the end was not adopted").apply_fix()) {
                return 0;
            }
            stamp.kind = TENGEN_STAMP_FINAL;
            break;
        case StampFault::none:
            stamp.time = storage_->store(reading.time);
            if (!reading.counter.empty()) {
                stamp.counter = storage_->store(reading.counter);
            }
            break;
    }
    storage_->stamps.push_back(stamp);
    return storage_->stamps.size();
}

// ---- stream files ----

/// The nodes of a stream file, but for its made-up root, below the node just written.
void StreamAttachment::insert_stream_file(Game file) {
    const tengen_game& from = file.columns();
    const std::uint32_t root = builder_->last_node();
    for (std::uint32_t node = 1; node < file.node_count(); ++node) {
        builder_->add_node(root + file.parent(node));
        if (from.node_stamps != nullptr) {
            storage_->node_stamps.back() = imported_stamp(file, from.node_stamps[node]);
        }
        for (std::uint32_t p = file.first_property(node); p < file.end_property(node); ++p) {
            builder_->add_named_property(file.name(p));
            for (const tengen_value value : file.values(p)) {
                builder_->add_value(imported(file, value));
            }
            if (from.property_stamps != nullptr) {
                storage_->property_stamps.back() = imported_stamp(file, from.property_stamps[p]);
            }
        }
    }
}

std::uint32_t StreamAttachment::imported_stamp(Game from, std::uint32_t stamp) {
    if (stamp == 0) {
        return 0;
    }
    const tengen_stamp& original = from.columns().stamps[stamp - 1];
    tengen_stamp copy{};
    copy.kind = original.kind;
    copy.time = storage_->store(from.stored(original.time));
    copy.counter = storage_->store(from.stored(original.counter));
    copy.offset = game_->values(gs_).front().offset;
    storage_->stamps.push_back(copy);
    return storage_->stamps.size();
}

tengen_value StreamAttachment::imported(Game from, tengen_value value) {
    if (kind_of(value) != ValueKind::pair) {
        return imported_simple(from, value);
    }
    const tengen_pair& pair = from.pair(value);
    const tengen_value first = imported_simple(from, pair.first);
    const tengen_value second = imported_simple(from, pair.second);
    return storage_->pair_value(first.offset, first, second);
}

/// All of a stream file stands, as far as places go, where it is named.
tengen_value StreamAttachment::imported_simple(Game from, tengen_value value) {
    const std::uint32_t offset = game_->values(gs_).front().offset;
    const ValueKind kind = kind_of(value);
    if (is_slice(kind)) {
        const auto stored = static_cast<ValueKind>(static_cast<unsigned>(kind) + 1);  // each slice kind's stored form
        return storage_->store_value(offset, stored, from.text(value));
    }
    if (is_stored(kind)) {
        return storage_->store_value(offset, kind, from.text(value));
    }
    return {offset, value.bits};
}

static_assert(static_cast<unsigned>(ValueKind::text_stored) == static_cast<unsigned>(ValueKind::text) + 1 &&
              static_cast<unsigned>(ValueKind::raw_stored) == static_cast<unsigned>(ValueKind::raw) + 1 &&
              static_cast<unsigned>(ValueKind::invalid_stored) == static_cast<unsigned>(ValueKind::invalid) + 1 &&
              static_cast<unsigned>(ValueKind::bytes_stored) == static_cast<unsigned>(ValueKind::bytes) + 1);

// ---- texts and findings ----

/// Of a value as the reader of SGF left it.
std::string StreamAttachment::text_of(tengen_value value) const {
    const std::string_view text = game_->text(value);
    if (!is_raw(kind_of(value))) {
        return std::string(text);
    }
    std::string result(text.size(), '\0');
    sgf::TextTraits traits;
    const char* end = sgf::unescape(text, sgf::TextKind::simple_text, result.data(), traits);
    result.resize(static_cast<std::size_t>(end - result.data()));
    return result;
}

tengen_value StreamAttachment::text_value(tengen_value value) {
    const ValueKind kind = kind_of(value);
    if (!is_raw(kind)) {
        return value;
    }
    const std::string_view raw = game_->text(value);
    if (raw.empty()) {
        return make_value(value.offset, ValueKind::empty);
    }
    if (kind == ValueKind::raw && sgf::is_own_text(raw, sgf::TextKind::simple_text)) {
        return make_value(value.offset, ValueKind::text, payload_of(value));
    }
    const std::string text = text_of(value);
    return text.empty() ? make_value(value.offset, ValueKind::empty)
                        : storage_->store_value(value.offset, ValueKind::text_stored, text);
}

sdk::Answer StreamAttachment::report(const char* id, tengen_value value, const std::string& message) {
    return host_.report(id, {game_->index(), builder_->last_node(), game_->source_offset(value.offset)}, message);
}

void StreamAttachment::report_later(Construct construct, tengen_value value, std::string_view what) {
    if ((told_ & construct) == 0) {
        told_ |= construct;
        report("rgf.later-revision", value, std::string(what) + ": this belongs to a later revision");
    }
}

}  // namespace tengen::rgf
