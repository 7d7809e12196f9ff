// Facts that stand in no property, for formats that have properties and nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/card.h>
#include <tengen/model/storage.h>

#include "passes/game_editor.h"
#include "passes/loss.h"

namespace tengen::passes {

/// How names of keyword cards are written to properties.
enum class NameStyle : std::uint8_t {
    as_written,
    natural  ///< "Michael Redmond" for "Redmond, Michael"
};

/// Writes the facts of a keyword card to the properties of the root, and what no property says exactly to lines
/// "[landman] Keyword: value" in front of GC, in the order of a card. Reading them back gives the card again.
///
/// One thread at a time; memory is used again.
class PropertyFitting {
public:
    /// The changed game, or nothing if every fact stands in a property, or in GC, already. The game must outlive the
    /// result. Losses are appended in no particular order.
    [[nodiscard]] std::optional<OwnedGame> fit(Game game, NameStyle names, std::vector<Loss>& losses);

private:
    struct NewProperty {
        Identifier identifier;
        std::string text;
    };

    void take(const tengen_fact& fact);
    void take_date(const tengen_fact& fact);
    void take_name(const tengen_fact& fact);
    void take_rank(const tengen_fact& fact);
    void take_event(const tengen_fact& fact);
    void take_score(const tengen_fact& fact);
    void take_komi(const tengen_fact& fact);
    void take_result(const tengen_fact& fact);
    void take_handicap(const tengen_fact& fact);
    void take_sources(const std::vector<const tengen_fact*>& facts);
    void take_comments(const std::vector<const tengen_fact*>& facts);
    void take_extension_fields();
    void lose_foreign_extension_fields();
    [[nodiscard]] bool has_property(std::uint32_t field) const;
    [[nodiscard]] std::string_view text_of(const tengen_fact& fact) const { return game_->stored(fact.text); }
    [[nodiscard]] std::string repaired_text_of(const tengen_fact& fact) const;
    void set(tengen_field field, std::string text);
    void add_line(std::string_view keyword, std::string_view value);
    void keep_as_line(const tengen_fact& fact);
    void keep_unless(const tengen_fact& fact, std::string_view read_back);
    void lose_marks(const tengen_fact& fact, bool has_marks);
    Loss& lose(std::string_view id, tengen_loss_kind kind, std::string_view what, std::string_view to,
               std::string message);
    void write();

    std::optional<Game> game_;  // these during fit() only
    std::vector<Loss>* losses_ = nullptr;
    NameStyle names_ = NameStyle::as_written;
    GameEditor editor_;
    std::vector<NewProperty> properties_;
    std::vector<std::string> lines_;     // of GC, from fields
    std::vector<std::string> comments_;  // of GC, from comments
};

}  // namespace tengen::passes
