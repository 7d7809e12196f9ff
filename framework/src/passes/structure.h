// The rules on nodes: which properties may stand together, and where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "passes/dialects.h"
#include "passes/first_mentions.h"
#include "passes/node_survey.h"
#include "passes/pass.h"
#include "passes/stream_nodes.h"

namespace tengen::passes {

/// "SGF FF[4], Property types" and the descriptions of the properties, for games of Go. One sweep over the nodes; a
/// node that holds just a move is passed by at once.
///
/// Changes, where the answer asks for them: contradicting points and annotations leave the later property, a move in
/// the root gets a node of its own, the properties of a known site dialect get their standard names. What only a writer
/// has to do (merging, splitting, moving to the root) is not done here: see Fitting.
class StructurePass final : public Pass {
public:
    explicit StructurePass(const Dialects& dialects = {}) : dialects_(dialects) {}
    [[nodiscard]] std::string_view name() const override { return "structure"; }
    void run(Game game, Context& context, GameEditor& editor) override;

private:
    // A property of the node at hand that is to be changed.
    struct Change {
        std::uint32_t property;
        Identifier identifier;  // new or old
        bool is_dropped;
        std::uint32_t first_value;  // of kept_values_
        std::uint32_t value_count;
    };

    void check(std::uint32_t node, trait::Set traits);
    void check_vocabulary(std::uint32_t node);
    void check_repetitions(std::uint32_t node);
    void check_setup_and_move(std::uint32_t node, trait::Set traits);
    void check_two_moves(std::uint32_t node);
    void check_points(std::uint32_t node, trait::Set group, std::string_view id, std::string_view what);
    void check_annotations(std::uint32_t node, trait::Set group);
    void check_annotations_without_move(std::uint32_t node);
    void check_root_properties(std::uint32_t node);
    void check_game_info(std::uint32_t node);
    void check_dialect();
    void check_old_forms(std::uint32_t node, trait::Set traits);
    void check_longer_branch();
    [[nodiscard]] bool has_game_info_above(std::uint32_t node);
    [[nodiscard]] bool is_dialect(std::uint32_t property) const;
    void sort_changes();
    [[nodiscard]] const Change* change_of(std::uint32_t property) const;
    void apply_changes(std::uint32_t node);
    [[nodiscard]] std::uint32_t first_of(std::uint32_t node, trait::Set traits) const;
    Answer report(std::string_view id, std::uint32_t node, std::uint32_t property, std::string_view message);

    std::optional<Game> game_;  // these three during run() only
    Context* context_ = nullptr;
    GameEditor* editor_ = nullptr;

    Dialects dialects_;
    StreamNodes streams_;
    FirstMentions mentions_;
    std::vector<Change> changes_;
    std::vector<tengen_value> kept_values_;
    std::vector<Repetition> repetitions_;
    std::vector<bool> info_at_or_above_;  // worked out when first asked for
    std::vector<std::uint32_t> dialect_;  // properties of the root that mean something else
    bool splits_root_ = false;
    std::string message_;
};

}  // namespace tengen::passes
