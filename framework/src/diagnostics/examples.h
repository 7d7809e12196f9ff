#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "diagnostics/catalogue.h"

// One smallest example for each diagnostic: a rule in a sentence, an input that raises this diagnostic, and the input
// as it should be. The data stands in examples.tsv; a test carries all of it out. Pure functions, for any thread; all
// texts live as long as the program.

namespace tengen::diagnostics {

/// How the corrected input of an example came about.
enum class CorrectedBy : unsigned char {
    nobody,  ///< there is nothing to correct, or no general way to do it
    tengen,  ///< the fix of the diagnostic does it
    hand     ///< a person has to do it
};

struct Example {
    std::string_view id;
    std::string_view rule;     ///< what the finding is measured by
    std::string_view command;  ///< that finds it, without the input
    std::string_view file;     ///< name of the input; a member of an archive where it names one
    std::string_view with;     ///< other ids that come with it of necessity, with commas between
    std::string_view before;   ///< content of the input; see files_of()
    std::string_view after;    ///< the same without the fault, or empty
    CorrectedBy by;
};

/// All of them, sorted by id.
std::span<const Example> examples() noexcept;

/// nullptr if there is none for the id.
const Example* example_of(std::string_view id) noexcept;

/// False where the fix of a diagnostic leaves the record alone: it says how the value is read or played back, or it is
/// made with an option of its own ("--place-handicap").
[[nodiscard]] bool changes_record(const CatalogueEntry& entry) noexcept;

struct ExampleFile {
    std::string_view name;
    std::string_view content;
};

/// `content` of an example taken apart: one file named `name`, or several with names of their own. For an archive these
/// are its members.
std::vector<ExampleFile> files_of(std::string_view content, std::string_view name);

}  // namespace tengen::diagnostics
