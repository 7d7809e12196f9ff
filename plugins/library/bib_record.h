// A game as a bibliographic record: what the formats of libraries have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/model/game.h>
#include <tengen/model/library_record.h>
#include <tengen/model/storage.h>

namespace tengen::library {

/// A field of a bibliographic format that the model has no place for; kept for the same format.
struct ForeignField {
    std::string key;
    std::string text;
    std::uint32_t offset = 0;
};

/// Texts as keyword cards spell them, with their marks: "Redmond, Michael?", "+2", "1846-07-21 ?".
struct BibRecord {
    std::string title;  ///< as stated, not made from the players
    std::string black;
    std::string white;
    std::string date;  ///< one that a card can hold; empty: none
    std::string event;
    std::string round;
    std::string place;
    std::string annotator;
    std::string user;
    std::string copyright;
    std::vector<std::string> sources;
    /// Everything else that has a field: "Komi" and "5.5", in a fixed order.
    std::vector<std::pair<tengen_field, std::string>> notes;
    std::vector<std::string> comments;
    std::vector<ForeignField> foreign;

    /// The stated title, or one made from the players: "Black – White"; empty if there are none.
    [[nodiscard]] std::string title_or_players() const;
    /// Take a title apart that was made from the players. False if it was not.
    bool take_players(std::string_view text);
};

/// The dates of a record, each as EDTF level 1; `is_beyond` if that leaves something out. Without a readable date:
/// none.
struct EdtfDates {
    std::vector<std::string> texts;
    bool is_beyond = false;
};
[[nodiscard]] EdtfDates edtf_dates(const BibRecord& record);

/// What a text in EDTF, or with question marks in any of the usual ways ("[1846?]", "1846?-07"), says as a date of a
/// card; empty if it says none.
[[nodiscard]] std::string card_date_of(std::string_view text);

/// `format` is the place of the extension fields that are put back.
[[nodiscard]] BibRecord bib_record_of(Game game, std::string_view format);

/// Facts without a property, in the order of a card, and extension fields with `format` as their place.
void add_facts(const BibRecord& record, std::string_view format, GameStorage& storage);

// -- notes --

/// "Komi" and so on: how a field is called in a note.
[[nodiscard]] std::string_view note_key(tengen_field field);
/// "Komi: 5.5" as a field of a record. False if it is a comment.
bool take_note(std::string_view note, BibRecord& record);
/// A comment that would be taken for something else has "Comment: " in front.
[[nodiscard]] std::string note_of_comment(std::string_view comment);

/// Without line breaks and control bytes, and with single blanks.
[[nodiscard]] std::string single_line(std::string_view text);

}  // namespace tengen::library
