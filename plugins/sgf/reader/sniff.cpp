#include "sgf/reader/sniff.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <tengen/sdk/host.h>

#include "sgf/syntax/scan.h"
#include "sgf/syntax/tree_start.h"

namespace tengen::sgf {

namespace {

constexpr std::uint32_t certain = 90;   // a tree at the very start
constexpr std::uint32_t likely = 70;    // a node behind other text
constexpr std::uint32_t possible = 30;  // something that could be a tree

/// Bytes of UTF-16 without their zeros, so that a record in it can be recognised by its ASCII characters.
std::string without_zeros(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {
        if (c != '\0') {
            text += c;
        }
    }
    return text;
}

std::uint32_t sniff_text(std::string_view text) {
    std::uint32_t best = 0;
    const char* end = text.data() + text.size();
    const char* first = skip_space(text.data(), end);
    for (const char* p = first; p != end;) {
        if (*p != '(') {
            ++p;
            continue;
        }
        const TreeStart tree = probe_tree(p, end);
        if (tree.starts && *tree.next == ';') {
            // "(;" alone may stand in any text; a node has properties or ends.
            const char* inside = skip_space(tree.next + 1, end);
            const bool has_content = inside == end || *inside == ';' || *inside == ')' || *inside == '(' ||
                                     is_identifier_with_value(inside, end);
            if (has_content) {
                return p == first ? certain : likely;
            }
            best = possible;
        } else if (tree.starts && *tree.next != ')') {
            best = p == first ? likely : possible;
        }
        p = tree.next;
    }
    return best;
}

}  // namespace

std::uint32_t sniff(tengen_text head, tengen_text) {
    std::string_view text = sdk::from_abi(head);
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
        text.starts_with(std::string_view("\0\0\xFE\xFF", 4))) {
        return sniff_text(without_zeros(text.substr(2)));
    }
    return sniff_text(text);
}

}  // namespace tengen::sgf
