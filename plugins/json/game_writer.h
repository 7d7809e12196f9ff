// One game as a JSON object.
#pragma once

#include <vector>

#include <tengen/model/game.h>
#include <tengen/model/vocabulary.h>
#include <tengen/sdk/game_origin.h>

#include "extension_members.h"
#include "output_buffer.h"

namespace tengen::json {

enum class Detail {
    full,  ///< everything: reading it back gives the same game
    info   ///< header, where the game was read, and game information; every fact has its text, and the name of its
           ///< property, if it has one, without a place
};

/// Puts {...} of one game. The members of the places "document" and "collection" are left to the caller: they do not
/// count as put.
class GameWriter {
public:
    /// `origin` is written with the information alone: a full document does not depend on where it comes from.
    GameWriter(Game game, Detail detail, const sdk::GameOrigin& origin, ExtensionMembers& extensions, OutputBuffer& out)
        : game_(game), detail_(detail), origin_(origin), extensions_(extensions), out_(out) {}

    /// Linear in the size of the game, without recursion. Throws sdk::SinkRefused.
    void write();

private:
    void write_header();
    void write_origin();
    void write_info();
    void write_fact(std::uint32_t number);
    void write_fact_property(const tengen_fact& fact);
    void write_marks(const tengen_fact& fact);
    void write_nodes();
    void write_properties(std::uint32_t node);
    void write_values(std::uint32_t property);
    void write_value(tengen_value value, ValueType type);
    void write_pair(tengen_value value, ValueType type);
    void write_text_value(std::string_view text, ValueType type);
    void write_originals(std::uint32_t property);
    void write_stamp(std::uint32_t stamp);
    void write_position(std::uint32_t node);
    void write_points(std::uint32_t first, std::uint32_t count);
    void write_streams();
    void write_events(std::uint32_t stream);
    void write_arguments(std::uint32_t property);
    void write_place(std::uint32_t stream_node, std::uint32_t node);
    void write_cursors();
    void write_extension_fields();

    void member(std::string_view name);  // ,"name":
    void text_member(std::string_view name, std::string_view text);
    void number_member(std::string_view name, std::uint64_t number);
    void text_member_if_any(std::string_view name, tengen_slice slice);

    Game game_;
    Detail detail_;
    sdk::GameOrigin origin_;
    ExtensionMembers& extensions_;
    OutputBuffer& out_;
    std::uint32_t next_original_ = 0;
    bool has_meaning_ = false;
    std::uint32_t next_event_ = 0;
    std::vector<std::uint32_t> child_numbers_;  // by node; only if there are events
};

}  // namespace tengen::json
