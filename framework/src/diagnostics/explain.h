#pragma once

#include <string>
#include <string_view>

namespace tengen::diagnostics {

struct Explanation {
    bool known;        // false: `text` says that there is no such id, and what may have been meant
    std::string text;  // lines of at most 80 columns, ends in LF
};

// Everything the catalogue knows about one id: meaning, severity at each level, fix and when it is applied, source of
// the rule, what to do, how to change the severity. The name of an area ("sgf") lists the ids of that area. Pure.
Explanation explain(std::string_view id);

}  // namespace tengen::diagnostics
