#include "sgf/syntax/tree_sink.h"

namespace tengen::sgf {

bool TreeSink::starts_game(const char* paren) const {
    const char* p = skip_space(paren + 1, end_);
    if (p == end_ || *p != ';') {
        return false;
    }
    for (p = skip_space(p + 1, end_); p != end_ && is_letter(*p); p = skip_space(p, end_)) {
        char capitals[3] = {};
        std::uint32_t count = 0;
        for (; p != end_ && is_letter(*p); ++p) {
            if (is_capital(*p)) {
                if (count < 3) {
                    capitals[count] = *p;
                }
                ++count;
            }
        }
        p = skip_space(p, end_);
        if (p == end_ || *p != '[') {
            return false;
        }
        if (count == 2) {
            const std::string_view name(capitals, 2);
            if (name == "FF" || name == "GM" || name == "SZ") {
                return true;
            }
        }
        while (p != end_ && *p == '[') {
            bool special = false;
            p = find_value_end(p + 1, end_, special);
            if (p == nullptr) {
                return false;
            }
            p = skip_space(p + 1, end_);
        }
    }
    return false;
}

std::uint32_t TreeSink::long_identifier(const char* begin, std::uint32_t size) {
    note(Irregularity::long_identifier, begin, size);
    return storage_.intern({begin, size});
}

const char* TreeSink::cut_swallowed_move(const char* begin, const char* end) {
    // ";B[" or ";W[" and at most two letters at the very end.
    const char* bracket = end - 1;
    while (bracket > end - 3 && is_letter(*bracket)) {
        --bracket;
    }
    if (*bracket != '[' || bracket - begin < 2 || (bracket[-1] != 'B' && bracket[-1] != 'W') || bracket[-2] != ';' ||
        (bracket - begin > 2 && bracket[-3] == '\\')) {
        return end;
    }
    const char* node = bracket - 2;
    // Reported at the value's own bracket.
    note(Irregularity::suspect_missing_bracket, begin - 1, end - begin + 2);
    return cut_suspects_ ? node : end;
}

void TreeSink::finish() {
    storage_.nodes[0].next_sibling = 0;
    for (const LoneSubtree& subtree : workspace_.lone_subtrees) {
        if (storage_.nodes[subtree.node].next_sibling == 0) {
            note(Irregularity::needless_parens, base_ + subtree.offset, 1, subtree.node);
        }
    }
    // Sentinels that close the spans of the last node and the last property.
    storage_.nodes.push_back({none, 0, storage_.properties.size()});
    storage_.nodes.pop_back();
    storage_.properties.push_back({0, storage_.values.size()});
    storage_.properties.pop_back();
}

}  // namespace tengen::sgf
