// Games as a keyword card holds them: game information, and no tree.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/card.h>
#include <tengen/model/storage.h>

#include "passes/loss.h"

namespace tengen::passes {

/// Makes a game of one node without properties, whose facts are the fields of a card in their order. Facts of
/// properties are put into the words of a card; what a card has no field for becomes a Comment or is lost. Cards stay
/// as they are, but for a Date that would not open a record.
///
/// One thread at a time; memory is used again.
class CardFitting {
public:
    CardFitting() : pool_(GamePool::create()) {}

    /// The changed game, or nothing if the game is a card already. Losses are appended in no particular order.
    [[nodiscard]] std::optional<OwnedGame> fit(Game game, std::vector<Loss>& losses);

private:
    struct Entry {
        std::string text;
        std::uint32_t note = TENGEN_NOTE_STATED;
        std::uint32_t order = 0;  // of the fact in the game
    };
    using Entries = std::vector<Entry>;

    [[nodiscard]] bool is_card() const;
    void take_date();
    void take_name(tengen_field field);
    void take_rank(tengen_field field);
    void take_event();
    void take_text(tengen_field field);
    void take_score();
    void take_komi();
    void take_result();
    void take_handicap();
    void take_sources();
    void take_comments();
    void take_board_and_rules();
    void take_other_information();
    void lose_further_facts();
    void lose_tree();
    void lose_streams();
    void lose_foreign_extension_fields();

    /// The fact of its own that is preferred, or nullptr.
    [[nodiscard]] const tengen_fact* own(tengen_field field) const { return own_[field]; }
    /// Text of the property that is preferred; nullopt if there is none.
    [[nodiscard]] std::optional<std::string_view> stated(tengen_field field) const;
    bool take_own(tengen_field field);
    Entries& entries(tengen_field field) { return entries_[card_position_of(field)]; }
    void add(tengen_field field, std::string text, std::uint32_t note = TENGEN_NOTE_STATED);
    void add_comment(std::string_view what, std::string_view text);
    Loss& lose(std::string_view id, tengen_loss_kind kind, std::string_view what, std::string_view to,
               std::string message);
    [[nodiscard]] OwnedGame make_game();

    std::optional<Game> game_;  // these during fit() only
    std::vector<Loss>* losses_ = nullptr;
    std::shared_ptr<GamePool> pool_;
    std::array<const tengen_fact*, TENGEN_FIELD_COUNT> own_{};
    std::array<const tengen_fact*, TENGEN_FIELD_COUNT> stated_{};
    std::array<Entries, card_keywords.size()> entries_;
    std::vector<std::string> comments_;  // generated ones
};

}  // namespace tengen::passes
