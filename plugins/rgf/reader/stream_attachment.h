// From properties to streams: GS begins one, TS gives what stands before it a time ("RGF text").
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/builder.h>
#include <tengen/model/game.h>
#include <tengen/model/storage.h>
#include <tengen/sdk/host.h>

namespace tengen::rgf {

/// Finds files that belong to a record.
class CompanionFiles {
public:
    CompanionFiles() = default;
    CompanionFiles(const CompanionFiles&) = delete;
    CompanionFiles& operator=(const CompanionFiles&) = delete;
    virtual ~CompanionFiles() = default;

    /// A stream file of that (plain) name as a game of its own, whose root is the stream node; an empty object if there
    /// is none. `game` is the index of the game that names it.
    virtual OwnedGame read_stream_file(std::string_view name, std::uint32_t game) = 0;
};

/// Makes of a game as the reader of SGF gives it (the properties of RGF are unknown to it) one with streams:
///  - GS, RC, TS and VT get texts; RP stays as it is written, since its commas and colons count with their escapes;
///  - in streams TS is no property any more but the stamp of the property before it, or of its node;
///  - streams and their media are listed; the stream files of the later revision are put in place.
/// Findings that need the spelling of the record are reported here: those on single stamps, on GS, and on constructs of
/// the later revision. What follows from the stamps is judged by the host. Linear; not thread-safe.
class StreamAttachment {
public:
    StreamAttachment(sdk::Host host, CompanionFiles& files) : host_(host), files_(files) {}

    /// Whether there is anything to do.
    [[nodiscard]] static bool concerns(Game game);

    /// Fill `storage`, which is empty. `keep` keeps the game's text alive. `is_stream_file`: the root is made up and
    /// stands for a file without one.
    void attach(Game game, std::shared_ptr<const void> keep, bool is_stream_file, GameStorage& storage);

private:
    enum Construct : unsigned {
        stream_file = 1,
        duration = 2,
        media_list = 4,
        snapshot = 8,
        counter = 16,
        typed_source = 32
    };

    void copy_node(std::uint32_t node);
    void copy_property(std::uint32_t property);
    void convert_values(Identifier identifier);
    void begin_stream(std::uint32_t node);
    void read_media(std::uint32_t node, tengen_stream& stream);
    void check_stream_property(std::uint32_t property);
    void take_stamp(std::uint32_t property, bool is_behind_stamp);
    [[nodiscard]] std::uint32_t stamp_of(tengen_value value);
    void insert_stream_file(Game file);
    [[nodiscard]] tengen_value imported(Game from, tengen_value value);
    [[nodiscard]] tengen_value imported_simple(Game from, tengen_value value);
    [[nodiscard]] std::uint32_t imported_stamp(Game from, std::uint32_t stamp);
    [[nodiscard]] std::string text_of(tengen_value value) const;
    [[nodiscard]] tengen_value text_value(tengen_value value);

    sdk::Answer report(const char* id, tengen_value value, const std::string& message);
    void report_later(Construct construct, tengen_value value, std::string_view what);

    sdk::Host host_;
    CompanionFiles& files_;

    // The game at work.
    std::optional<Game> game_;
    GameStorage* storage_ = nullptr;
    std::optional<GameBuilder> builder_;
    std::vector<bool> in_stream_;           // by node of the game
    std::vector<std::uint32_t> new_nodes_;  // by node of the game
    unsigned told_ = 0;                     // of Construct

    bool has_streams_ = false;

    // The node at work.
    std::uint32_t node_ = 0;  // of the game
    bool is_stream_node_ = false;
    bool keeps_gs_ = false;                // its GS stays as it is written
    std::uint32_t gs_ = none;              // the GS that counts, in the game
    std::uint32_t target_ = none;          // what a stamp would belong to, in the new game; none: the node
    std::uint32_t target_of_game_ = none;  // the same in the game
};

}  // namespace tengen::rgf
