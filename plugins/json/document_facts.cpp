// Facts of a document, with their marks.
#include <tengen/model/card.h>
#include <tengen/model/certainty.h>

#include "document_handler.h"
#include "words.h"

namespace tengen::json {

void DocumentHandler::set_fact_text(const DocumentText& text) {
    const auto wrong = [&] { spoil(text.place, quoted(text.content) + " is none of the words that may stand here"); };
    switch (top().member) {
        case Member::field:
            if (const std::optional<tengen_field> field = find_field(text.content)) {
                fact_.fact.field = *field;
            } else {
                wrong();
            }
            break;
        case Member::prop:
            if (Identifier::fits(text.content) &&
                find_property(Identifier(Identifier::pack(text.content))) != nullptr) {
                fact_.has_property = true;
                fact_.identifier = Identifier::pack(text.content);
            } else {
                wrong();
            }
            break;
        case Member::text:
            fact_.fact.text = draft_->store(text.content);
            break;
        case Member::state:
            if (const std::optional<std::uint32_t> state = find_name(state_names, text.content)) {
                fact_.fact.state = *state;
                fact_.has_state = true;
            } else {
                wrong();
            }
            break;
        case Member::certainty:
            if (const std::optional<Certainty> certainty = find_certainty(text.content)) {
                fact_.fact.certainty = static_cast<std::uint32_t>(*certainty);
            } else {
                wrong();
            }
            break;
        case Member::format:
            fact_.fact.format = draft_->store(text.content);
            break;
        case Member::origin:
            fact_.fact.origin = draft_->store(text.content);
            break;
        default:  // "note"
            if (const std::optional<std::uint32_t> note = find_name(note_names, text.content)) {
                fact_.fact.note = *note;
            } else {
                wrong();
            }
    }
}

void DocumentHandler::set_mark_text(const DocumentText& text) {
    const auto wrong = [&] { spoil(text.place, quoted(text.content) + " is none of the words that may stand here"); };
    switch (top().member) {
        case Member::scope:
            if (const std::optional<std::uint32_t> scope = find_name(scope_names, text.content)) {
                mark_.scope = *scope;
            } else {
                wrong();
            }
            break;
        case Member::level:
            if (const std::optional<Certainty> certainty = find_certainty(text.content)) {
                mark_.level = static_cast<std::uint32_t>(*certainty);
            } else {
                wrong();
            }
            break;
        default:
            mark_.text = draft_->store(text.content);
    }
}

void DocumentHandler::end_mark() {
    const Frame& frame = top();
    if ((frame.seen & bit_of(Member::scope)) == 0 || (frame.seen & bit_of(Member::level)) == 0) {
        spoil(frame.start, "a mark without \"scope\" or \"level\"");
    } else if (!is_spoilt()) {
        draft_->storage().marks.push_back(mark_);
    }
}

void DocumentHandler::complete_text_fact() {
    tengen_fact& fact = fact_.fact;
    GameStorage& storage = draft_->storage();
    const std::string text(storage.stored_text.data() + fact.text.offset, fact.text.size);
    const CardReading reading = read_card_field(fact.field, text);
    const bool state_fits = fact_.has_state && (fact.state == TENGEN_FACT_EMPTY) == text.empty();
    if (!state_fits) {
        fact.state = card_fact_state(text, reading);
    }
    // The marks stand in the text; a document need not repeat them.
    const std::uint64_t marked = bit_of(Member::marks) | bit_of(Member::certainty);
    if ((top().seen & marked) != 0) {
        return;
    }
    if (!has_certainty_of_items(fact.field)) {
        fact.certainty = static_cast<std::uint32_t>(reading.certainty);
    }
    for (const CardMark& mark : reading.marks) {
        storage.marks.push_back({static_cast<std::uint32_t>(mark.scope), mark.position,
                                 static_cast<std::uint32_t>(mark.level), storage.store(mark.text)});
    }
    fact.mark_count = static_cast<std::uint32_t>(reading.marks.size());
    fact.first_mark = storage.marks.size() - fact.mark_count;
}

void DocumentHandler::end_fact() {
    if (is_spoilt()) {
        return;
    }
    const Frame& frame = top();
    tengen_fact& fact = fact_.fact;
    if (fact.field == TENGEN_FIELD_COUNT) {
        return spoil(frame.start, "a fact without \"field\"");
    }
    if (!fact_.has_property && fact.node != none) {
        return spoil(frame.start, "a fact of a property needs both \"node\" and \"prop\"");
    }
    if (fact.node != none) {
        fact.text = {};  // the property counts
    }
    if (is_derived_) {
        fact.note = TENGEN_NOTE_DERIVED;
    } else if (is_repaired_) {
        fact.note = TENGEN_NOTE_REPAIRED;
    }
    fact.mark_count = draft_->storage().marks.size() - fact.first_mark;
    if (fact.mark_count == 0) {
        fact.first_mark = 0;
    }
    if (!fact_.has_property) {
        complete_text_fact();
    }
    draft_->add_fact(fact_);
}

}  // namespace tengen::json
