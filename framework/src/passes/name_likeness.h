// Whether two spellings can be the name of one person.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tengen::passes {

/// The words of a name in the form they are compared in: small letters without accents, one spelling for those that
/// romanisations differ in (Hepburn and Kunrei, long vowels with and without a mark, common Korean family names),
/// without ranks, brackets and signs. Characters outside of the Latin script stay as they are.
[[nodiscard]] std::vector<std::string> words_of_name(std::string_view name);

/// 0: nothing in common, 1: the same words in any order. An initial, a slip of the pen in a long word and a missing
/// word cost something; a word that contradicts costs much.
[[nodiscard]] double likeness_of_names(std::string_view one, std::string_view other);

/// The same for the words of an event: 1 if all words of the shorter text stand in the longer one. Numbers count as
/// words; "9th" is 9.
[[nodiscard]] double likeness_of_events(std::string_view one, std::string_view other);

}  // namespace tengen::passes
