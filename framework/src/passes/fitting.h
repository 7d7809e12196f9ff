// What a target will hold of a game, and what not.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <tengen/abi/plugin.h>
#include <tengen/model/storage.h>

#include "passes/card_fitting.h"
#include "passes/game_editor.h"
#include "passes/loss.h"
#include "passes/old_forms.h"
#include "passes/property_fitting.h"
#include "passes/sgf_fitting.h"

namespace tengen::passes {

/// A game as its target will hold it. Refers to the game that was fitted, which must outlive it.
class Fitted {
public:
    Fitted(Game original, std::optional<OwnedGame> changed, std::vector<Loss> losses)
        : original_(original), changed_(std::move(changed)), losses_(std::move(losses)) {}

    /// Valid until the object is moved or destroyed.
    [[nodiscard]] Game game() const { return changed_ ? changed_->view() : original_; }
    /// False: game() is the game that was given, and nothing was copied.
    [[nodiscard]] bool is_changed() const { return changed_.has_value(); }
    /// Sorted by node, then id.
    [[nodiscard]] std::span<const Loss> losses() const { return losses_; }

private:
    Game original_;
    std::optional<OwnedGame> changed_;
    std::vector<Loss> losses_;
};

/// Fits games to what a format can carry, before a writer sees them. A format that can hold a tree but no property
/// twice in a node is taken for plain SGF FF[4] and gets games that are correct in it. Recordings of games build
/// on FF[4] too: a format of theirs, which holds repetitions and no board score, gets the older forms of FF[1] to FF[3]
/// as those of FF[4]. All other formats that hold repetitions get games as they are. One sweep over the nodes; a game
/// that needs no change is not copied.
///
/// Facts without a property go to properties where the format cannot hold the board score of keyword cards; a format
/// without a tree gets cards if it cannot even say all kinds of results, and else, as a list of games, all facts as
/// they are.
///
/// Keep the object: its memory is used again. One thread at a time.
class Fitting {
public:
    explicit Fitting(const tengen_writer& writer, NameStyle names = NameStyle::as_written)
        : Fitting(std::span<const std::uint8_t>(writer.capabilities, writer.capability_count), names) {}
    /// Entries of tengen_capability_level, indexed by tengen_feature; missing ones mean TENGEN_CANNOT.
    explicit Fitting(std::span<const std::uint8_t> capabilities, NameStyle names = NameStyle::as_written);

    /// Throws std::bad_alloc and TooManyEntries.
    [[nodiscard]] Fitted fit(Game game);

private:
    bool is_plain_sgf_;
    bool has_tree_;
    bool is_card_;
    bool needs_properties_;
    bool is_recording_;
    NameStyle names_;
    SgfFitting sgf_;
    OldForms old_forms_;
    PropertyFitting properties_;
    CardFitting card_;
};

}  // namespace tengen::passes
