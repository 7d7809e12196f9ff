// Names of players. Keyword cards of 1988 put the family name first; a comma marks a name whose natural order is the
// other one ("Redmond, Michael"). SGF says nothing about the order, but many records use the comma in the same way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/spelling.h>

namespace tengen {

/// Views into the text that was read.
struct Person {
    std::string_view written;  // without blanks at its ends
    std::string_view family;   // empty: not known
    std::string_view given;    // empty: none, or not known
    bool reversed = false;     // written with a comma: its natural order is given name, family name

    friend constexpr bool operator==(const Person&, const Person&) = default;
};

enum class NameOrder : std::uint8_t {
    family_first,  // cards: without a comma the first word is the family name
    unknown,       // SGF: without a comma nobody knows
};

/// One name.
[[nodiscard]] constexpr Person read_person(std::string_view text, NameOrder order) noexcept {
    Person person;
    person.written = trim_blanks(text);
    const std::size_t comma = person.written.find(',');
    if (comma != std::string_view::npos) {
        person.family = trim_blanks(person.written.substr(0, comma));
        person.given = trim_blanks(person.written.substr(comma + 1));
        person.reversed = true;
    } else if (order == NameOrder::family_first) {
        SpellingCursor cursor(person.written);
        while (!cursor.at_end() && cursor.peek() != U' ') {
            cursor.advance();
        }
        person.family = person.written.substr(0, cursor.position());
        person.given = trim_blanks(cursor.rest());
    }
    return person;
}

/// The name as its bearer's country says it: "Redmond, Michael" becomes "Michael Redmond", others stay as written.
[[nodiscard]] inline std::string natural_name(const Person& person) {
    if (!person.reversed || person.given.empty() || person.family.empty()) {
        return std::string(person.written);
    }
    std::string name(person.given);
    name += ' ';
    name += person.family;
    return name;
}

struct Persons {
    std::vector<Person> persons;   // none for a blank text
    bool is_team = false;          // more than one
    bool too_many_commas = false;  // a name with more than one comma
};

/// The members of a team, or one person. Members are separated by " & ", " and ", "; " or " / "; commas never do that.
[[nodiscard]] inline Persons read_persons(std::string_view text, NameOrder order) {
    constexpr std::array<std::string_view, 4> separators{" & ", " and ", "; ", " / "};
    Persons result;
    const auto add = [&](std::string_view name) {
        const Person person = read_person(name, order);
        if (person.written.empty()) {
            return;
        }
        const std::size_t comma = person.written.find(',');
        result.too_many_commas =
            result.too_many_commas ||
            (comma != std::string_view::npos && person.written.find(',', comma + 1) != std::string_view::npos);
        result.persons.push_back(person);
    };
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t length = 0;
        if (text[at] == ' ' || text[at] == ';') {
            for (const std::string_view separator : separators) {
                if (text.substr(at, separator.size()) == separator) {
                    length = separator.size();
                }
            }
        }
        if (length == 0) {
            ++at;
            continue;
        }
        add(text.substr(begin, at - begin));
        at += length;
        begin = at;
    }
    add(text.substr(begin));
    result.is_team = result.persons.size() > 1;
    return result;
}

/// A team as cards write it: members as written, joined by " & ".
[[nodiscard]] inline std::string format_team(const std::vector<Person>& persons) {
    std::string text;
    for (const Person& person : persons) {
        if (!text.empty()) {
            text += " & ";
        }
        text += person.written;
    }
    return text;
}

}  // namespace tengen
