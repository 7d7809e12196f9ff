#include "sgf/syntax/irregularity.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace tengen::sgf {

namespace {

/// Length of the well-formed UTF-8 sequence at the start of `bytes`, 0 if there is none.
std::size_t utf8_length(std::string_view bytes) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) {
        return 1;
    }
    const std::size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                               : lead >= 0xE0 && lead < 0xF0 ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                                                             : 0;
    if (length == 0 || length > bytes.size()) {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) {
            return 0;
        }
    }
    // Overlong forms, surrogates, beyond U+10FFFF.
    if ((lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) >= 0xA0) || (lead == 0xF0 && byte(1) < 0x90) ||
        (lead == 0xF4 && byte(1) >= 0x90)) {
        return 0;
    }
    return length;
}

}  // namespace

const char* id_of(Irregularity what) {
    switch (what) {
        case Irregularity::no_game_tree:
            return "sgf.no-game-tree";
        case Irregularity::empty_tree:
            return "sgf.empty-tree";
        case Irregularity::tree_without_node:
            return "sgf.tree-without-node";
        case Irregularity::text_before:
            return "sgf.text-before";
        case Irregularity::text_after:
            return "sgf.text-after";
        case Irregularity::text_inside:
            return "sgf.text-inside";
        case Irregularity::missing_semicolon:
            return "sgf.missing-semicolon";
        case Irregularity::node_after_subtree:
            return "sgf.node-after-subtree";
        case Irregularity::missing_close_paren:
            return "sgf.missing-close-paren";
        case Irregularity::extra_close_paren:
            return "sgf.extra-close-paren";
        case Irregularity::unterminated_value:
            return "sgf.unterminated-value";
        case Irregularity::unescaped_bracket:
            return "sgf.unescaped-bracket";
        case Irregularity::suspect_missing_bracket:
            return "sgf.suspect-missing-bracket";
        case Irregularity::no_value:
            return "sgf.no-value";
        case Irregularity::value_without_identifier:
            return "sgf.value-without-identifier";
        case Irregularity::lowercase_identifier:
            return "sgf.lowercase-identifier";
        case Irregularity::lowercase_only:
            return "sgf.lowercase-only";
        case Irregularity::long_identifier:
            return "sgf.long-identifier";
        case Irregularity::space_before_value:
            return "sgf.space-before-value";
        case Irregularity::needless_parens:
            return "sgf.needless-parens";
        case Irregularity::control_byte:
            return "sgf.control-byte";
        case Irregularity::too_deep:
            return "sgf.too-deep";
        case Irregularity::value_too_large:
            return "sgf.value-too-large";
    }
    return "";
}

namespace {

// A ';' or nothing, an identifier and a value: what an early ")" cuts off, and what a mail has by chance only.
bool looks_like_node(std::string_view text) {
    const auto skip_space = [&](std::size_t p) { return std::min(text.find_first_not_of(" \t\r\n", p), text.size()); };
    for (std::size_t p = text.find(';'); p != std::string_view::npos; p = text.find(';', p + 1)) {
        const std::size_t first = skip_space(p + 1);
        std::size_t last = first;
        while (last < text.size() && text[last] >= 'A' && text[last] <= 'Z') {
            ++last;
        }
        const std::size_t bracket = skip_space(last);
        if (last - first >= 1 && last - first <= 2 && bracket < text.size() && text[bracket] == '[') {
            return true;
        }
    }
    return false;
}

// What the quotation does not tell about text that is in no game.
std::string what_is_skipped(std::string_view text) {
    std::string more;
    if (text.size() > longest_quotation) {
        more += " (" + std::to_string(text.size()) + " bytes)";
    }
    if (looks_like_node(text)) {
        more += "; it looks like nodes, and no output has them";
    }
    return more;
}

}  // namespace

std::string describe(const Note& note) {
    const auto quoted = [&] { return quote({note.at, note.size}); };
    switch (note.what) {
        case Irregularity::no_game_tree:
            return "there is no game tree";
        case Irregularity::empty_tree:
            return "the tree has no node";
        case Irregularity::tree_without_node:
            return "a tree starts with another tree instead of a node";
        case Irregularity::text_before:
            return "text before the first tree: " + quoted() + what_is_skipped({note.at, note.size});
        case Irregularity::text_after:
            return "text behind the tree: " + quoted() + what_is_skipped({note.at, note.size});
        case Irregularity::text_inside:
            return "characters that belong to nothing: " + quoted();
        case Irregularity::missing_semicolon:
            return "a property stands outside any node; a node is opened for it";
        case Irregularity::node_after_subtree:
            return "a node follows a subtree; it becomes a further child of the node before";
        case Irregularity::missing_close_paren:
            return note.size == 0 ? "the input ends inside the tree" : "a new game starts inside the tree";
        case Irregularity::extra_close_paren:
            return "a closing parenthesis closes nothing";
        case Irregularity::unterminated_value:
            return "the input ends inside a value";
        case Irregularity::unescaped_bracket:
            return "a closing bracket inside the value is not escaped the right way: " + quoted();
        case Irregularity::suspect_missing_bracket:
            return "the value seems to have swallowed a node: " + quoted();
        case Irregularity::no_value:
            return "the identifier " + quoted() + " has no value";
        case Irregularity::value_without_identifier:
            return "a value without an identifier: " + quoted();
        case Irregularity::lowercase_identifier:
            return "small letters in the identifier " + quoted();
        case Irregularity::lowercase_only:
            return "the identifier " + quoted() + " has small letters only; it is read in capitals";
        case Irregularity::long_identifier:
            return "the identifier " + quoted() + " has more than two letters";
        case Irregularity::space_before_value:
            return "white space between an identifier and its value";
        case Irregularity::needless_parens:
            return "parentheses around an only child";
        case Irregularity::control_byte:
            return "control characters between the tokens: " + quoted();
        case Irregularity::too_deep:
            return "trees are nested deeper than the limit";
        case Irregularity::value_too_large:
            return "a value is larger than the limit";
    }
    return {};
}

std::string quote(std::string_view bytes, std::size_t longest) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text = "\"";
    std::size_t characters = 0;
    while (!bytes.empty()) {
        if (++characters > longest) {
            text += "...";
            break;
        }
        const auto lead = static_cast<unsigned char>(bytes.front());
        const std::size_t length = utf8_length(bytes);
        if (length == 0 || lead < 0x20 || lead == 0x7F) {
            text += "\\x";
            text += digits[lead >> 4];
            text += digits[lead & 0xF];
            bytes.remove_prefix(1);
        } else {
            text += bytes.substr(0, length);
            bytes.remove_prefix(length);
        }
    }
    text += '"';
    return text;
}

}  // namespace tengen::sgf
