// The passes every game goes through, in their order.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <tengen/model/storage.h>

#include "passes/completeness.h"
#include "passes/dialects.h"
#include "passes/game_editor.h"
#include "passes/handicap.h"
#include "passes/input_memory.h"
#include "passes/join.h"
#include "passes/pass.h"

namespace tengen::passes {

/// What is wanted of the standard passes beyond findings and their fixes. The repairs that have an option of their own
/// are made with that option alone; whoever runs the passes sees to it that nothing of this is set where nothing is to
/// be changed.
struct PassOptions {
    bool legality = true;     ///< replay the moves
    bool date_audit = false;  ///< name days before the change to the Gregorian calendar
    HandicapOptions handicap{};
    Dialects dialects{};                                ///< rules for the ways of single servers and programs
    bool derive = false;                                ///< compute the third of board score, komi and result
    std::shared_ptr<const CardStack> cards{};           ///< what games are joined with, if anything
    int min_score = default_min_score;                  ///< for a match
    std::optional<CompletenessProfile> completeness{};  ///< what records have to state, if anything
};

/// Whether an option of its own, and not the policy, has such findings repaired where that can be done.
[[nodiscard]] bool may_be_repaired_by_option(const PassOptions& options, std::string_view id);

/// Runs passes over games. Make one a thread and keep it: its boards and tables are used again. One thread at a time.
class PassRunner {
public:
    explicit PassRunner(const PassOptions& options = {});
    /// Others than the standard ones.
    explicit PassRunner(std::vector<std::unique_ptr<Pass>> passes) : passes_(std::move(passes)) {}

    /// Run all passes over `game`. If one changes it, the changed game comes back; it keeps the old one, which is then
    /// moved from, alive. Otherwise nothing comes back, nothing was copied, and `game` is as it was. Throws what the
    /// context throws, std::bad_alloc and TooManyEntries; `game` may then be gone.
    [[nodiscard]] std::optional<OwnedGame> run(OwnedGame& game, Context& context, InputMemory& memory);

    [[nodiscard]] std::span<const std::unique_ptr<Pass>> passes() const { return passes_; }

private:
    std::vector<std::unique_ptr<Pass>> passes_;
    GameEditor editor_;
};

/// The standard passes in the order they run.
[[nodiscard]] std::vector<std::unique_ptr<Pass>> standard_passes(const PassOptions& options = {});

}  // namespace tengen::passes
