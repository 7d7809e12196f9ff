#include "sgf/syntax/recovery.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "sgf/syntax/scan.h"
#include "sgf/syntax/tree_start.h"

namespace tengen::sgf {

namespace {

/// Whether what stands behind a closing bracket shows that a value really ended there.
bool may_follow_value(const char* p, const char* end) {
    p = skip_space(p, end);
    return p == end || *p == ';' || *p == '(' || *p == ')' || is_identifier_with_value(p, end);
}

/// Letters and the '[' of a value. White space between is allowed, but not behind a word without a capital in front.
bool is_property(const char* p, const char* end) {
    const char* behind = skip_letters(p, end);
    if (behind == p || behind == end) {
        return false;
    }
    if (*behind == '[') {
        return true;
    }
    const char* value = skip_space(behind, end);
    return is_capital(*p) && value != end && *value == '[';
}

/// The name with its small letters left out, or all in capitals if it has no other.
std::string capitals_of(std::string_view name) {
    std::string capitals;
    for (const char c : name) {
        if (is_capital(c)) {
            capitals += c;
        }
    }
    if (capitals.empty()) {
        for (const char c : name) {
            capitals += static_cast<char>(c - 'a' + 'A');
        }
    }
    return capitals;
}

std::uint32_t count_open_brackets(const char* p, const char* end) {
    std::uint32_t count = 0;
    for (; p < end; ++p) {
        if (*p == '\\') {
            ++p;
        } else if (*p == '[') {
            ++count;
        }
    }
    return count;
}

/// How many backslashes stand directly before `end`.
std::ptrdiff_t count_backslashes(const char* begin, const char* end) {
    const char* p = end;
    while (p != begin && p[-1] == '\\') {
        --p;
    }
    return end - p;
}

}  // namespace

Recovery::Step Recovery::step(const char* p) {
    if (p >= sink_.end()) {
        sink_.note(Irregularity::missing_close_paren, sink_.end(), 0, none);
        return {State::tree_ended, sink_.end()};
    }
    if (const char* next = absorb_brackets(p); next != nullptr) {
        return go_on(next);
    }
    switch (*p) {
        case ')':
            return {sink_.close_ignored_paren() ? State::goes_on : State::tree_ended, p + 1};
        case '(':
            return parenthesis(p);
        case '[':
            return value(p);
        case ';':
            sink_.note(Irregularity::node_after_subtree, p, 1);
            sink_.add_node();
            return go_on(p + 1);
        default:
            return is_letter(*p) ? identifier(p) : loose_text(p);
    }
}

Recovery::Step Recovery::parenthesis(const char* p) {
    const char* end = sink_.end();
    if (is_line_break(p[-1]) && sink_.starts_game(p)) {
        sink_.note(Irregularity::missing_close_paren, p, 1, none);
        return {State::tree_ended, p};
    }
    const char* inside = skip_space(p + 1, end);
    if (inside == end || !is_tree(p)) {
        return loose_text(p);
    }
    if (*inside == ')') {
        sink_.note(Irregularity::empty_tree, p, inside + 1 - p);
        return go_on(inside + 1);
    }
    if (sink_.is_at_limit()) {
        sink_.note(Irregularity::too_deep, p, 1);
        return {State::fatal, p};
    }
    if (*inside == '(') {
        sink_.note(Irregularity::tree_without_node, inside, 1);
        sink_.ignore_paren();
        return go_on(inside);
    }
    if (*inside == ';') {
        sink_.push_subtree(p);
        return go_on(inside + 1);
    }
    sink_.note(Irregularity::missing_semicolon, inside, 1);
    sink_.push_subtree(p);
    return go_on(inside);
}

Recovery::Step Recovery::value(const char* p) {
    bool special = false;
    const char* text = p + 1;
    const char* bracket = find_value_end(text, sink_.end(), special);
    const char* end = bracket != nullptr ? bracket : sink_.end();
    const char* next = bracket != nullptr ? bracket + 1 : end;
    if (sink_.is_too_large(end - text)) {
        sink_.note(Irregularity::value_too_large, p, 1);
        return {State::fatal, p};
    }
    if (bracket == nullptr) {
        sink_.note(Irregularity::unterminated_value, p, end - p);
        // A backslash at the very end escapes nothing.
        end -= count_backslashes(text, end) % 2;
    }
    if (!sink_.has_property()) {
        sink_.note(Irregularity::value_without_identifier, p, next - p);
    } else {
        const char* cut = sink_.check_end(text, end);  // also where it only ends: the next reader sees a bracket there
        sink_.add_value(text, cut, special);
        next = cut == end ? next : cut;
    }
    return go_on(next);
}

Recovery::Step Recovery::identifier(const char* p) {
    const char* end = sink_.end();
    const char* behind = skip_letters(p, end);
    if (is_small(*p) && !is_property(p, end)) {
        return loose_text(p);
    }
    const char* value = skip_space(behind, end);
    bool is_spaced = value != behind;
    if (value != end && *value == ']') {
        return loose_text(p);
    }
    if (value != end && *value != '[' && *value != ';' && *value != '(' && *value != ')' && !is_letter(*value)) {
        // Something that belongs to nothing stands between identifier and value.
        is_spaced = false;
        const char* garbage = value;
        value = is_control(*garbage) ? garbage + 1 : end_of_loose_text(garbage);
        while (is_control(*garbage) && value != end && is_control(*value)) {
            ++value;
        }
        sink_.note(is_control(*garbage) ? Irregularity::control_byte : Irregularity::text_inside, garbage,
                   value - garbage);
        value = skip_space(value, end);
    }
    if (value == end || *value != '[') {
        sink_.note(Irregularity::no_value, p, behind - p);
        return go_on(value);
    }
    if (sink_.is_behind_subtree()) {
        sink_.note(Irregularity::missing_semicolon, p, 1);
        sink_.add_node();
    }
    const std::string_view name(p, static_cast<std::size_t>(behind - p));
    const std::string capitals = capitals_of(name);
    if (capitals != name) {
        sink_.note(capitals.size() == name.size() ? Irregularity::lowercase_only : Irregularity::lowercase_identifier,
                   p, behind - p);
    }
    if (capitals.size() > 2) {
        sink_.note(Irregularity::long_identifier, p, behind - p);
    }
    if (is_spaced) {
        sink_.note(Irregularity::space_before_value, behind, value - behind);
    }
    GameStorage& storage = sink_.storage();
    storage.properties.push_back({storage.intern(capitals), storage.values.size()});
    // The value at once, so that the property is never without one.
    return this->value(value);
}

Recovery::Step Recovery::loose_text(const char* p) {
    const char* end = sink_.end();
    if (is_control(*p)) {
        const char* behind = p;
        while (behind != end && is_control(*behind)) {
            ++behind;
        }
        sink_.note(Irregularity::control_byte, p, behind - p);
        return go_on(behind);
    }
    const char* behind = end_of_loose_text(p);
    sink_.note(Irregularity::text_inside, p, behind - p);
    return go_on(behind);
}

/// Loose text begins at p; its end without white space. It covers pairs of parentheses that are no trees.
const char* Recovery::end_of_loose_text(const char* p) {
    const char* end = sink_.end();
    const char* behind = p;
    std::uint32_t parentheses = 0;
    while (p != end) {
        if (*p == ';' || *p == '[' || is_control(*p)) {
            break;
        }
        if (is_space(*p)) {
            ++p;
            continue;
        }
        if (*p == '(') {
            if (is_tree(p)) {
                break;
            }
            ++parentheses;
        } else if (*p == ')') {
            if (parentheses == 0) {
                break;
            }
            --parentheses;
        } else if (is_letter(*p)) {
            if (is_property(p, end)) {
                break;
            }
            p = skip_letters(p, end) - 1;
        }
        behind = ++p;
    }
    return behind;
}

bool Recovery::is_tree(const char* paren) {
    if (tree_.covers(paren)) {
        return true;
    }
    if (no_tree_.covers(paren)) {
        return false;
    }
    const TreeStart tree = probe_tree(paren, sink_.end());
    (tree.starts ? tree_ : no_tree_) = {paren, tree.next};
    return tree.starts;
}

/// A value that began before p and, by its brackets, ended there too early: the bracket that really ends it, or
/// nullptr.
const char* Recovery::find_end_of_loose_value(const char* p) {
    const char* end = sink_.end();
    if (no_value_end_.covers(p)) {
        return nullptr;
    }
    const char* q = p;
    while (q < end) {
        if (*q == ']') {
            if (may_follow_value(q + 1, end)) {
                return q;
            }
        } else if (*q == '\\') {
            ++q;
        } else if (*q == ';' || *q == '(') {
            // A node that follows ends the search: no value may swallow it.
            const char* inside = skip_space(q + 1, end);
            if (inside != end && (*q == ';' ? is_identifier_with_value(inside, end) : *inside == ';')) {
                break;
            }
        } else if (is_letter(*q)) {
            const char* behind = skip_letters(q, end);
            if (behind != end && *behind == '[' && behind - q <= 2 && is_capital(*q) && is_capital(behind[-1])) {
                break;  // a property
            }
            q = behind;
            continue;
        }
        ++q;
    }
    no_value_end_ = {p, q};
    return nullptr;
}

/// Brackets inside a value that were not escaped, or were escaped twice. `p` is the first byte behind the value that
/// belongs to nothing, if there is such a byte; returns what stands behind the value, or nullptr.
const char* Recovery::absorb_brackets(const char* p) {
    GameStorage& storage = sink_.storage();
    if (storage.values.size() == values_checked_ || !sink_.has_property()) {
        return nullptr;
    }
    values_checked_ = storage.values.size();  // what stands further behind the same value cannot be part of it
    if (*p == ';' || *p == ')' || *p == '[') {
        return nullptr;
    }
    const char* end = sink_.end();
    tengen_value& value = storage.values.back();
    if (!is_slice(kind_of(value))) {
        return nullptr;
    }
    const char* begin = sink_.base() + value.offset;
    const char* bracket = begin + payload_of(value);
    if (*bracket != ']' || skip_space(bracket + 1, end) != p) {
        return nullptr;
    }
    if ((is_letter(*p) && is_property(p, end)) || (*p == '(' && is_tree(p))) {
        return nullptr;
    }
    std::uint32_t open = count_open_brackets(begin, bracket);
    if (open == 0) {
        return nullptr;
    }
    const char* last = nullptr;
    if (bracket[1] == ']') {
        last = bracket + 1;
        for (--open; open > 0 && last[1] == ']' && last + 1 < end; --open) {
            ++last;
        }
    } else {
        last = find_end_of_loose_value(bracket + 1);
    }
    if (last == nullptr || sink_.is_too_large(2 * (last - begin))) {
        return nullptr;
    }
    sink_.note(Irregularity::unescaped_bracket, bracket, last + 1 - bracket);
    // The text as it should have been written.
    std::string text(begin, bracket);
    if (text.ends_with("\\\\")) {
        text.pop_back();
        text += ']';
    } else {
        text += "\\]";
    }
    for (const char* q = bracket + 1; q < last; ++q) {
        if (*q == ']') {
            text += '\\';
        }
        text += *q;
        if (*q == '\\' && q + 1 < last) {
            text += *++q;
        }
    }
    value = storage.store_value(value.offset, escaped_value_stored, text);
    return last + 1;
}

}  // namespace tengen::sgf
