// The rules on recorded streams: what their stamps say, and what happens when they are played back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "passes/game_editor.h"
#include "passes/legality.h"
#include "passes/pass.h"
#include "passes/stream_nodes.h"
#include "passes/structure.h"
#include "streams/playback.h"
#include "streams/timeline.h"

namespace tengen::passes {

/// "RGF text": where stamps, triggers and removals may stand, the order of times, sources, and contradictions over
/// time. Every stream is played back once from its beginning to its end. The rules of SGF and of Go hold for what it
/// leaves: they are checked on its final state.
///
/// No changes: tools never change the stamps of a recording, and playing it back has one reading anyway.
class StreamsPass final : public Pass {
public:
    /// `legality`: whether moves are judged.
    explicit StreamsPass(bool legality) : checks_legality_(legality) {}

    [[nodiscard]] std::string_view name() const override { return "streams"; }
    void run(Game game, Context& context, GameEditor& editor) override;

private:
    void check_outside();
    void check_stream(std::uint32_t stream);
    void find_info();
    void check_info(std::uint32_t stream);
    void check_source(std::uint32_t stream);
    void check_node(const streams::Timeline& timeline, std::uint32_t node);
    void check_properties(const streams::Timeline& timeline, std::uint32_t node);
    void check_trigger(std::uint32_t node, std::uint32_t property);
    void check_start_triggers(const streams::Timeline& timeline);
    void check_same_times(const streams::Timeline& timeline);
    void check_end(const streams::Timeline& timeline);
    void check_precision(std::uint32_t node, std::uint32_t stamp);
    void check_assumed_lists(const streams::Timeline& timeline);
    void check_snapshots();
    void check_final_state();
    [[nodiscard]] std::uint32_t stream_property(std::uint32_t node) const;

    void report(std::string_view id, std::uint32_t node, std::uint32_t property, std::string_view message);
    void report_node(std::string_view id, std::uint32_t node, std::string_view message);
    void report_stamp(std::string_view id, std::uint32_t node, std::uint32_t stamp, std::string_view message);
    [[nodiscard]] std::uint32_t node_stamp(std::uint32_t node) const;
    [[nodiscard]] std::uint32_t property_stamp(std::uint32_t property) const;
    [[nodiscard]] std::string spelled(std::uint32_t stamp) const;

    std::optional<Game> game_;  // these two during run() only
    Context* context_ = nullptr;
    bool checks_legality_;
    StreamNodes streams_;
    std::vector<bool> has_info_;  // by node: it, or one above, holds game information

    // For final states.
    StructurePass structure_;
    LegalityPass legality_;
    GameEditor nothing_;
};

}  // namespace tengen::passes
