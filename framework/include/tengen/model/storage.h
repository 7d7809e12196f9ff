// Where games are made: growable columns, filled in pre-order, handed out as a tengen_game, and reused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/abi/game.h>
#include <tengen/model/column.h>
#include <tengen/model/game.h>
#include <tengen/model/identifier.h>
#include <tengen/model/value.h>

namespace tengen {

/// The columns of one game while it is made. Readers that need every nanosecond write the columns themselves; everybody
/// else uses GameBuilder. Not thread-safe.
struct GameStorage {
    tengen_game header{};  ///< everything but the column pointers and counts

    Column<tengen_node> nodes;
    Column<tengen_property> properties;
    Column<tengen_value> values;
    Column<tengen_slice> stored_values;
    Column<tengen_pair> pairs;
    Column<tengen_slice> long_identifiers;
    Column<char> stored_text;
    Column<tengen_original> originals;
    Column<tengen_value> original_values;
    Column<tengen_fact> facts;
    Column<tengen_mark> marks;
    Column<tengen_extension_field> extension_fields;
    Column<tengen_source_run> source_runs;
    Column<tengen_stream> streams;
    Column<tengen_medium> media;
    Column<tengen_stamp> stamps;
    Column<std::uint32_t> node_stamps;
    Column<std::uint32_t> property_stamps;
    Column<tengen_position> positions;
    Column<std::uint16_t> position_points;
    Column<tengen_move_run> move_runs;

    /// Something the game must keep alive because its text points there (a decoded buffer, another game).
    std::shared_ptr<const void> keep_alive;

    /// Empty, with the memory kept.
    void clear() {
        header = tengen_game{};
        header.file_format = 4;
        header.game_kind = game_kind_go;
        header.board_columns = header.board_rows = 19;
        header.typed = 1;
        for_each_column([](auto& column) { column.clear(); });
        keep_alive.reset();
    }

    /// Give back what one huge game left behind: no column keeps more than `keep` bytes.
    void trim(std::size_t keep) {
        for_each_column([keep](auto& column) { column.trim(keep); });
    }

    /// Bytes held by the columns.
    [[nodiscard]] std::size_t capacity_bytes() {
        std::size_t bytes = 0;
        for_each_column([&bytes](auto& column) { bytes += std::size_t{column.capacity()} * sizeof(*column.data()); });
        return bytes;
    }

    /// Put text away for as long as the game lives. The text may be part of stored_text itself.
    tengen_slice store(std::string_view text) {
        const std::uint32_t offset = stored_text.size();
        if (!text.empty()) {
            const bool inside = text.data() >= stored_text.data() && text.data() < stored_text.data() + offset;
            const std::size_t from = inside ? static_cast<std::size_t>(text.data() - stored_text.data()) : 0;
            if (text.size() > TENGEN_NONE - 1) {
                throw TooManyEntries();
            }
            char* to = stored_text.append(static_cast<std::uint32_t>(text.size()));
            std::memcpy(to, inside ? stored_text.data() + from : text.data(), text.size());
        }
        return {offset, static_cast<std::uint32_t>(text.size())};
    }

    /// A value whose content is put away; kind is one of the _stored kinds.
    tengen_value store_value(std::uint32_t offset, ValueKind kind, std::string_view content) {
        return stored_value(offset, kind, store(content));
    }
    tengen_value stored_value(std::uint32_t offset, ValueKind kind, tengen_slice content) {
        if (stored_values.size() > max_payload) {
            throw TooManyEntries();
        }
        stored_values.push_back(content);
        return make_value(offset, kind, stored_values.size() - 1);
    }
    tengen_value pair_value(std::uint32_t offset, tengen_value first, tengen_value second) {
        if (pairs.size() > max_payload) {
            throw TooManyEntries();
        }
        pairs.push_back({first, second});
        return make_value(offset, ValueKind::pair, pairs.size() - 1);
    }

    /// The code of an identifier of any length; long ones are looked up among those the game has already.
    std::uint32_t intern(std::string_view name) {
        if (Identifier::fits(name)) {
            return Identifier::pack(name);
        }
        return intern_long(name);
    }

    /// Close the spans and describe the columns. The description is valid until the storage changes.
    void describe(tengen_game& game) {
        nodes.push_back({none, 0, properties.size()});
        nodes.pop_back();
        properties.push_back({0, values.size()});
        properties.pop_back();
        game = header;
        game.struct_size = sizeof(tengen_game);
        game.source_runs = source_runs.data();
        game.source_run_count = source_runs.size();
        game.nodes = nodes.data();
        game.node_count = nodes.size();
        game.properties = properties.data();
        game.property_count = properties.size();
        game.values = values.data();
        game.value_count = values.size();
        game.stored_values = stored_values.data();
        game.stored_value_count = stored_values.size();
        game.pairs = pairs.data();
        game.pair_count = pairs.size();
        game.long_identifiers = long_identifiers.data();
        game.long_identifier_count = long_identifiers.size();
        game.stored_text = stored_text.data();
        game.stored_text_size = stored_text.size();
        game.originals = originals.data();
        game.original_count = originals.size();
        game.original_values = original_values.data();
        game.original_value_count = original_values.size();
        game.facts = facts.data();
        game.fact_count = facts.size();
        game.marks = marks.data();
        game.mark_count = marks.size();
        game.extension_fields = extension_fields.data();
        game.extension_field_count = extension_fields.size();
        game.streams = streams.data();
        game.stream_count = streams.size();
        game.media = media.data();
        game.medium_count = media.size();
        game.stamps = stamps.data();
        game.stamp_count = stamps.size();
        game.node_stamps = node_stamps.empty() ? nullptr : node_stamps.data();
        game.property_stamps = property_stamps.empty() ? nullptr : property_stamps.data();
        game.positions = positions.empty() ? nullptr : positions.data();
        game.position_points = position_points.data();
        game.position_point_count = position_points.size();
        game.release = nullptr;
        game.owner = nullptr;
        game.move_runs = move_runs.data();
        game.move_run_count = move_runs.size();
    }

private:
    // Long identifiers are rare, but a hostile file may have hundreds of thousands of different ones.
    std::uint32_t intern_long(std::string_view name);
    void rebuild_identifier_index();

    static std::size_t hash(std::string_view text) {
        std::uint64_t h = 1469598103934665603u;
        for (const char c : text) {
            h = (h ^ static_cast<unsigned char>(c)) * 1099511628211u;
        }
        return static_cast<std::size_t>(h ^ (h >> 29));
    }

    template <class Visit>
    void for_each_column(Visit&& visit) {
        visit(nodes);
        visit(properties);
        visit(values);
        visit(stored_values);
        visit(pairs);
        visit(long_identifiers);
        visit(stored_text);
        visit(originals);
        visit(original_values);
        visit(facts);
        visit(marks);
        visit(extension_fields);
        visit(source_runs);
        visit(streams);
        visit(media);
        visit(stamps);
        visit(node_stamps);
        visit(property_stamps);
        visit(positions);
        visit(position_points);
        visit(move_runs);
        visit(identifier_index_);
    }

    Column<std::uint32_t> identifier_index_;  // open addressing, entry = index + 1, 0 = free
};

inline void GameStorage::rebuild_identifier_index() {
    std::uint32_t slots = 64;
    while (slots < long_identifiers.size() * 2 + 2) {
        slots *= 2;
    }
    identifier_index_.clear();
    identifier_index_.resize(slots, 0);
    for (std::uint32_t i = 0; i < long_identifiers.size(); ++i) {
        const tengen_slice slice = long_identifiers[i];
        std::size_t at = hash({stored_text.data() + slice.offset, slice.size}) & (slots - 1);
        while (identifier_index_[static_cast<std::uint32_t>(at)] != 0) {
            at = (at + 1) & (slots - 1);
        }
        identifier_index_[static_cast<std::uint32_t>(at)] = i + 1;
    }
}

inline std::uint32_t GameStorage::intern_long(std::string_view name) {
    if ((long_identifiers.size() + 1) * 2 > identifier_index_.size()) {
        rebuild_identifier_index();
    }
    const std::uint32_t slots = identifier_index_.size();
    std::size_t at = hash(name) & (slots - 1);
    for (; identifier_index_[static_cast<std::uint32_t>(at)] != 0; at = (at + 1) & (slots - 1)) {
        const std::uint32_t index = identifier_index_[static_cast<std::uint32_t>(at)] - 1;
        const tengen_slice slice = long_identifiers[index];
        if (std::string_view(stored_text.data() + slice.offset, slice.size) == name) {
            return TENGEN_LONG_IDENTIFIER | index;
        }
    }
    long_identifiers.push_back(store(name));
    identifier_index_[static_cast<std::uint32_t>(at)] = long_identifiers.size();
    return TENGEN_LONG_IDENTIFIER | (long_identifiers.size() - 1);
}

/// Storages in reuse: a reader takes one for every game and a released game brings its own back, from whatever thread.
/// Thread-safe. Lives as long as the last game made from it.
class GamePool : public std::enable_shared_from_this<GamePool> {
public:
    [[nodiscard]] static std::shared_ptr<GamePool> create() { return std::shared_ptr<GamePool>(new GamePool); }

    [[nodiscard]] std::unique_ptr<GameStorage> acquire() {
        std::unique_ptr<GameStorage> storage;
        {
            const std::lock_guard lock(mutex_);
            if (!free_.empty()) {
                storage = std::move(free_.back());
                free_.pop_back();
            }
        }
        if (!storage) {
            storage = std::make_unique<GameStorage>();
        }
        storage->clear();
        return storage;
    }

    /// Hand a finished storage out as a game; release brings it back to this pool.
    void publish(std::unique_ptr<GameStorage> storage, tengen_game& game) {
        auto owner = std::make_unique<Owner>(Owner{shared_from_this(), std::move(storage)});
        owner->storage->describe(game);
        game.release = &release;
        game.owner = owner.release();
    }

    /// Bring back a storage that did not become a game.
    void recycle(std::unique_ptr<GameStorage> storage) noexcept {
        storage->keep_alive.reset();
        try {
            storage->trim(most_kept_bytes_per_column);
            const std::lock_guard lock(mutex_);
            if (free_.size() < most_kept_storages) {
                free_.push_back(std::move(storage));
            }
        } catch (...) {  // the list could not grow: the storage is freed instead
        }
    }

private:
    static constexpr std::size_t most_kept_bytes_per_column = std::size_t{64} << 20;
    static constexpr std::size_t most_kept_storages = 64;

    struct Owner {
        std::shared_ptr<GamePool> pool;
        std::unique_ptr<GameStorage> storage;
    };

    GamePool() = default;

    static void release(tengen_game* game) {
        if (game->owner != nullptr) {
            const std::unique_ptr<Owner> owner(static_cast<Owner*>(game->owner));
            owner->pool->recycle(std::move(owner->storage));
        }
        game->owner = nullptr;
        game->release = nullptr;
    }

    std::mutex mutex_;
    std::vector<std::unique_ptr<GameStorage>> free_;
};

/// Owns a game received across the boundary; releases it once.
class OwnedGame {
public:
    OwnedGame() = default;
    OwnedGame(const OwnedGame&) = delete;
    OwnedGame& operator=(const OwnedGame&) = delete;
    OwnedGame(OwnedGame&& other) noexcept : game_(std::exchange(other.game_, tengen_game{})) {}
    OwnedGame& operator=(OwnedGame&& other) noexcept {
        if (this != &other) {
            reset();
            game_ = std::exchange(other.game_, tengen_game{});
        }
        return *this;
    }
    ~OwnedGame() { reset(); }

    void reset() {
        if (game_.release != nullptr) {
            game_.release(&game_);
        }
        game_ = tengen_game{};
    }
    /// For a producer to fill; releases what was held.
    [[nodiscard]] tengen_game* receive() {
        reset();
        return &game_;
    }
    /// Give the game up to someone who will release it.
    [[nodiscard]] tengen_game detach() noexcept { return std::exchange(game_, tengen_game{}); }
    [[nodiscard]] const tengen_game& columns() const { return game_; }
    [[nodiscard]] Game view() const { return Game(game_); }
    [[nodiscard]] explicit operator bool() const { return game_.nodes != nullptr; }

private:
    tengen_game game_{};
};

}  // namespace tengen
