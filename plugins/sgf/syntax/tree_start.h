// Where trees begin ("SGF FF[4], EBNF definition: GameTree").
#pragma once

#include "sgf/syntax/scan.h"

namespace tengen::sgf {

/// Letters, small ones too, with '[' directly behind them.
[[nodiscard]] inline bool is_identifier_with_value(const char* p, const char* end) {
    const char* behind = skip_letters(p, end);
    return behind != p && behind != end && *behind == '[';
}

struct TreeStart {
    bool starts;  ///< whether a tree starts at the parenthesis
    const char*
        next;  ///< the first byte behind it and directly following parentheses; no tree starts before, if not here
};

/// Whether '(' is followed by a node, by ')', or by a property. Any number of further '(' may stand between.
[[nodiscard]] inline TreeStart probe_tree(const char* paren, const char* end) {
    const char* p = paren;
    while (p != end && *p == '(') {
        p = skip_space(p + 1, end);
    }
    return {p != end && (*p == ';' || *p == ')' || is_identifier_with_value(p, end)), p};
}

}  // namespace tengen::sgf
