// Facts of a game; part of the writer of a game.
#include <algorithm>

#include <tengen/model/certainty.h>
#include <tengen/model/fact.h>

#include "fact_value.h"
#include "game_writer.h"
#include "words.h"

namespace tengen::json {

namespace {

/// Properties of a node that are looked through for an earlier one of the same identifier; behind them the place of a
/// fact's property is always written out.
constexpr std::uint32_t near_properties = 256;

std::string_view certainty_text(std::uint32_t certainty) {
    return certainty_name(static_cast<Certainty>(std::min<std::uint32_t>(certainty, TENGEN_GUESS)));
}

}  // namespace

void GameWriter::write_info() {
    const std::uint32_t count = game_.columns().fact_count;
    if (count == 0) {
        return;
    }
    member("info");
    out_.put('[');
    for (std::uint32_t i = 0; i < count; ++i) {
        if (i != 0) {
            out_.put(',');
        }
        write_fact(i);
        out_.flush_if_full();
    }
    out_.put(']');
}

void GameWriter::write_fact(std::uint32_t number) {
    const tengen_fact& fact = game_.columns().facts[number];
    out_.put("{\"field\":\"");
    out_.put(field_name(fact.field));
    out_.put('"');
    const bool names_property = fact.property != none && detail_ == Detail::full;
    if (names_property) {
        write_fact_property(fact);
    } else if (fact.property != none) {
        text_member("prop", game_.name(fact.property));  // says in whose words the text is
    }
    // What a property states is repeated only where the value puts it in other words.
    if (const std::string_view text = fact_text(game_, fact);
        !text.empty() && (!names_property || fact.state != TENGEN_FACT_VALUE || !value_is_text(fact.field))) {
        text_member("text", text);
    }
    out_.put(",\"state\":\"");
    out_.put(state_names[fact.state & 3]);
    out_.put('"');
    if (fact.state == TENGEN_FACT_VALUE) {
        put_fact_value(game_, fact, out_);
    }
    if (fact.certainty != TENGEN_CERTAIN) {
        member("certainty");
        out_.put_text(certainty_text(fact.certainty));
    }
    write_marks(fact);
    if (fact.note == TENGEN_NOTE_DERIVED) {
        out_.put(",\"derived\":true");
    } else if (fact.note == TENGEN_NOTE_REPAIRED) {
        out_.put(",\"repaired\":true");
    }
    const bool has_from_note = fact.note == TENGEN_NOTE_ASSUMED || fact.note == TENGEN_NOTE_IMPORTED;
    if (fact.format.size != 0 || fact.origin.size != 0 || fact.line != 0 || has_from_note) {
        member("from");
        // The first member has no comma in front of it.
        std::string_view comma = "{";
        const auto name = [&](std::string_view text) {
            out_.put(comma);
            out_.put(text);
            comma = ",";
        };
        if (fact.format.size != 0) {
            name("\"format\":");
            out_.put_text(game_.stored(fact.format));
        }
        if (fact.origin.size != 0) {
            name("\"origin\":");
            out_.put_text(game_.stored(fact.origin));
        }
        if (fact.line != 0) {
            name("\"line\":");
            out_.put_number(fact.line);
        }
        if (has_from_note) {
            name("\"note\":");
            out_.put(fact.note == TENGEN_NOTE_ASSUMED ? "\"assumed\"" : "\"imported\"");
        }
        out_.put('}');
    }
    if (!extensions_.is_empty()) {
        extensions_.put(extension_place("info", number), out_);
    }
    out_.put('}');
}

void GameWriter::write_fact_property(const tengen_fact& fact) {
    number_member("node", fact.node);
    text_member("prop", game_.name(fact.property));
    const std::uint32_t first = game_.first_property(fact.node);
    const std::uint32_t number = fact.property - first;
    bool is_plain = number < near_properties;
    for (std::uint32_t p = first; is_plain && p < fact.property; ++p) {
        is_plain = game_.identifier(p) != game_.identifier(fact.property);
    }
    if (!is_plain) {
        number_member("at", number);
    }
}

void GameWriter::write_marks(const tengen_fact& fact) {
    if (fact.mark_count == 0) {
        return;
    }
    const tengen_mark* marks = game_.columns().marks + fact.first_mark;
    constexpr std::string_view components[] = {"y", "m", "d"};
    std::string_view comma = ",\"components\":{";
    for (std::uint32_t position = 0; position < 3; ++position) {
        std::uint32_t level = TENGEN_CERTAIN;
        for (std::uint32_t i = 0; i < fact.mark_count; ++i) {
            if (marks[i].scope == TENGEN_MARK_COMPONENT && marks[i].position == position && marks[i].level > level) {
                level = marks[i].level;
            }
        }
        if (level != TENGEN_CERTAIN) {
            out_.put(comma);
            out_.put_text(components[position]);
            out_.put(':');
            out_.put_text(certainty_text(level));
            comma = ",";
        }
    }
    if (comma.size() == 1) {
        out_.put('}');
    }
    member("marks");
    for (std::uint32_t i = 0; i < fact.mark_count; ++i) {
        const tengen_mark& mark = marks[i];
        out_.put(i == 0 ? "[{\"scope\":\"" : ",{\"scope\":\"");
        out_.put(mark.scope == TENGEN_MARK_ITEM ? "item" : mark.scope == TENGEN_MARK_UP_TO ? "upto" : "component");
        out_.put('"');
        number_member("k", mark.position);
        text_member("level", certainty_text(mark.level));
        text_member_if_any("text", mark.text);
        out_.put('}');
    }
    out_.put(']');
}

}  // namespace tengen::json
