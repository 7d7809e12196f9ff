// Games of FF[1] to FF[3] as recordings hold them, which build on FF[4].
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <tengen/model/storage.h>

#include "passes/game_editor.h"
#include "passes/loss.h"
#include "passes/marked_stones.h"
#include "passes/node_survey.h"
#include "passes/sgf_node_writer.h"
#include "passes/stream_nodes.h"

namespace tengen::passes {

/// Says what L, M and a good beside a bad annotation of a move say in an older file format as FF[4] says it: LB, TR or
/// MA, IT or DO. Nodes outside of recorded streams become what plain SGF has for them. In a stream each property keeps
/// its place and its time, and what RP takes away gets its new name. Everything else stays as it is.
///
/// One thread at a time; memory is used again.
class OldForms {
public:
    /// The changed game, or nothing if there is no older form in it. The game must outlive the result.
    [[nodiscard]] std::optional<OwnedGame> fit(Game game, std::vector<Loss>& losses);

private:
    [[nodiscard]] bool has_old_form(std::uint32_t node, trait::Set traits) const;
    void write_plain(std::uint32_t node);
    void write_recorded(std::uint32_t node, trait::Set traits);
    void write_letters(std::uint32_t property);
    void write_marks(std::uint32_t property);
    void write_annotation(std::uint32_t property);
    void write_removal(std::uint32_t property);
    void write_text(std::uint32_t property, Identifier identifier, std::string_view text);
    [[nodiscard]] bool is_same_time(std::uint32_t a, std::uint32_t b) const;
    void lose_invalid(std::uint32_t property, std::uint32_t count);

    std::optional<Game> game_;  // these two during fit() only
    std::vector<Loss>* losses_ = nullptr;

    GameEditor editor_;
    StreamNodes streams_;
    MarkedStones marked_;
    SgfNodeWriter writer_;

    // The node of a stream that is written.
    std::uint32_t node_ = 0;
    std::uint32_t letters_ = 0;
    std::unordered_map<std::uint32_t, bool> is_triangle_;  // by point: whether its M became TR
    bool has_triangles_ = false;
    bool has_crosses_ = false;
    std::uint32_t good_ = none;  // TE and BM as they stand
    std::uint32_t bad_ = none;
    std::uint32_t merged_ = none;  // the second of the two, written together with the first
};

}  // namespace tengen::passes
