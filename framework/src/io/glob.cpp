#include "io/glob.h"

#include <algorithm>
#include <utility>

#include "io/utf8.h"

namespace tengen::io {
namespace {

constexpr std::string_view any_folders = "**";

// One step of a pattern inside a name: a literal, '?', or a set.
struct Step {
    bool matches;
    std::size_t length;  // bytes of the pattern
};

// A code point, or the byte itself where the text is not UTF-8: moved out of the range of code points so that the
// byte E9 and the letter U+00E9 stay different.
char32_t character(std::string_view text, std::size_t position, std::size_t& length) noexcept {
    const utf8::Decoded decoded = utf8::decode(text, position);
    length = decoded.length;
    if (decoded.valid) return decoded.code;
    return 0x110000U + static_cast<unsigned char>(text[position]);
}

// The position after the closing bracket of the set at `open`, or npos.
std::size_t end_of_set(std::string_view pattern, std::size_t open) noexcept {
    std::size_t i = open + 1;
    if (i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^')) ++i;
    if (i < pattern.size() && pattern[i] == ']') ++i;  // a bracket at the beginning is a member
    for (; i < pattern.size(); ++i) {
        if (pattern[i] == '\\') {
            ++i;
        } else if (pattern[i] == ']') {
            return i + 1;
        }
    }
    return std::string_view::npos;
}

bool set_contains(std::string_view set, char32_t wanted) noexcept {
    bool negated = false;
    std::size_t i = 0;
    if (!set.empty() && (set[0] == '!' || set[0] == '^')) {
        negated = true;
        i = 1;
    }
    const auto take = [&]() noexcept {
        if (set[i] == '\\' && i + 1 < set.size()) ++i;
        std::size_t length = 1;
        const char32_t code = character(set, i, length);
        i += length;
        return code;
    };
    bool found = false;
    while (i < set.size()) {
        const char32_t first = take();
        char32_t last = first;
        if (i + 1 < set.size() && set[i] == '-') {
            ++i;
            last = take();
        }
        if (first <= wanted && wanted <= last) found = true;
    }
    return found != negated;
}

// The other form of a letter of ASCII; anything else as it is.
char32_t other_case(char32_t code) noexcept {
    const char32_t small = code | 0x20U;
    return small >= U'a' && small <= U'z' ? code ^ 0x20U : code;
}

Step match_step(std::string_view pattern, std::size_t position, char32_t wanted, bool fold) noexcept {
    const char kind = pattern[position];
    if (kind == '?') return {true, 1};
    if (kind == '[') {
        const std::size_t end = end_of_set(pattern, position);
        if (end != std::string_view::npos) {
            const std::string_view set = pattern.substr(position + 1, end - position - 2);
            return {set_contains(set, wanted) || (fold && set_contains(set, other_case(wanted))), end - position};
        }
    }
    std::size_t skipped = 0;
    if (kind == '\\' && position + 1 < pattern.size()) skipped = 1;
    std::size_t length = 1;
    const char32_t code = character(pattern, position + skipped, length);
    return {code == wanted || (fold && code == other_case(wanted)), skipped + length};
}

bool is_hidden(std::string_view name) noexcept {
    return !name.empty() && name.front() == '.';
}

// The brace group that begins at `open`: where its alternatives are separated and where it ends.
struct Group {
    std::vector<std::size_t> commas;
    std::size_t end = std::string_view::npos;  // position of the closing brace
};

Group find_group(std::string_view text, std::size_t open) {
    Group group;
    std::size_t depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        switch (text[i]) {
            case '\\':
                ++i;
                break;
            case '{':
                ++depth;
                break;
            case ',':
                if (depth == 1) group.commas.push_back(i);
                break;
            case '}':
                if (--depth == 0) {
                    group.end = i;
                    return group;
                }
                break;
            default:
                break;
        }
    }
    return group;
}

}  // namespace

bool is_pattern(std::string_view text) noexcept {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == '*' || text[i] == '?' || text[i] == '[' || text[i] == '{') {
            return true;
        }
    }
    return false;
}

std::optional<std::vector<std::string>> expand_braces(std::string_view pattern, std::size_t limit) {
    // Texts still to be looked at, the next one on top; `from` is where its first unexpanded brace may be.
    struct Pending {
        std::string text;
        std::size_t from;
    };
    constexpr std::size_t longest_pattern = 4096;
    if (pattern.size() > longest_pattern) return std::nullopt;
    std::vector<std::string> done;
    std::vector<Pending> pending;
    pending.push_back({std::string(pattern), 0});
    while (!pending.empty()) {
        if (done.size() + pending.size() > limit) return std::nullopt;
        Pending current = std::move(pending.back());
        pending.pop_back();
        std::size_t open = current.from;
        Group group;
        for (; open < current.text.size(); ++open) {
            if (current.text[open] == '\\') {
                ++open;
            } else if (current.text[open] == '{') {
                group = find_group(current.text, open);
                if (group.end != std::string_view::npos && !group.commas.empty()) break;
            }
        }
        if (open >= current.text.size()) {
            done.push_back(std::move(current.text));
            continue;
        }
        const std::string head = current.text.substr(0, open);
        const std::string tail = current.text.substr(group.end + 1);
        group.commas.push_back(group.end);
        if (done.size() + pending.size() + group.commas.size() > limit) return std::nullopt;
        // Backwards, so that the first alternative comes up first.
        for (std::size_t i = group.commas.size(); i-- > 0;) {
            const std::size_t begin = i == 0 ? open + 1 : group.commas[i - 1] + 1;
            std::string chosen = head;
            chosen.append(current.text, begin, group.commas[i] - begin).append(tail);
            pending.push_back({std::move(chosen), open});
        }
    }
    return done;
}

bool match_name(std::string_view pattern, std::string_view name, bool hidden, bool fold) noexcept {
    if (is_hidden(name) && !hidden && !is_hidden(pattern) && !pattern.starts_with("\\.")) return false;
    std::size_t p = 0;
    std::size_t n = 0;
    // Where to go on after a mismatch: only the last star has to be remembered.
    std::size_t star = std::string_view::npos;
    std::size_t star_name = 0;
    while (n < name.size()) {
        std::size_t length = 1;
        const char32_t wanted = character(name, n, length);
        if (p < pattern.size() && pattern[p] == '*') {
            star = ++p;
            star_name = n;
            continue;
        }
        if (p < pattern.size()) {
            const Step step = match_step(pattern, p, wanted, fold);
            if (step.matches) {
                p += step.length;
                n += length;
                continue;
            }
        }
        if (star == std::string_view::npos) return false;
        std::size_t skipped = 1;
        character(name, star_name, skipped);
        star_name += skipped;
        n = star_name;
        p = star;
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

std::string unescape_pattern(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) ++i;
        out.push_back(text[i]);
    }
    return out;
}

void PatternSet::add(std::string_view pattern) {
    std::vector<std::string> parts;
    while (!pattern.empty()) {
        const std::size_t end = std::min(pattern.find('/'), pattern.size());
        const std::string_view part = pattern.substr(0, end);
        pattern.remove_prefix(std::min(end + 1, pattern.size()));
        if (part.empty() || part == ".") continue;
        // Two in a row say no more than one.
        if (part == any_folders && !parts.empty() && parts.back() == any_folders) continue;
        parts.emplace_back(part);
    }
    if (!parts.empty()) patterns_.push_back(std::move(parts));
}

// `**` may stand for no folder at all.
void PatternSet::close(States& states) const {
    for (std::size_t i = 0; i < states.size(); ++i) {
        const State state = states[i];
        const auto& parts = patterns_[state.pattern];
        if (parts[state.part] != any_folders || state.part + 1 == parts.size()) continue;
        const State next{state.pattern, state.part + 1};
        if (std::find(states.begin(), states.end(), next) == states.end()) states.push_back(next);
    }
}

PatternSet::States PatternSet::start() const {
    States states;
    for (std::uint32_t i = 0; i < patterns_.size(); ++i) states.push_back({i, 0});
    close(states);
    return states;
}

PatternSet::States PatternSet::enter(const States& states, std::string_view name, bool hidden) const {
    States inside;
    const auto add_state = [&inside](State state) {
        if (std::find(inside.begin(), inside.end(), state) == inside.end()) inside.push_back(state);
    };
    for (const State state : states) {
        const auto& parts = patterns_[state.pattern];
        if (parts[state.part] == any_folders) {
            if (hidden || !is_hidden(name)) add_state(state);
        } else if (state.part + 1 < parts.size() && match_name(parts[state.part], name, hidden, fold_)) {
            add_state({state.pattern, state.part + 1});
        }
    }
    close(inside);
    return inside;
}

bool PatternSet::matches(const States& states, std::string_view name, bool hidden) const noexcept {
    return std::any_of(states.begin(), states.end(), [&](State state) {
        const auto& parts = patterns_[state.pattern];
        if (state.part + 1 != parts.size()) return false;
        if (parts[state.part] == any_folders) return hidden || !is_hidden(name);
        return match_name(parts[state.part], name, hidden, fold_);
    });
}

}  // namespace tengen::io
