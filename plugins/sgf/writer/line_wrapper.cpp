#include "sgf/writer/line_wrapper.h"

namespace tengen::sgf {

namespace {

/// Where the value that opens at `at` ends, behind its bracket.
std::size_t skip_value(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != ']'; ++at) {
        if (text[at] == '\\') {
            ++at;
        }
    }
    return at < text.size() ? at + 1 : text.size();
}

/// Where the token that starts at `at` ends: a node with its first property, a property with its first value, a
/// further value, or a single character.
std::size_t skip_token(std::string_view text, std::size_t at) {
    const std::size_t start = at;
    if (text[at] == ';') {
        ++at;
    }
    while (at < text.size() && text[at] >= 'A' && text[at] <= 'Z') {
        ++at;
    }
    if (at < text.size() && text[at] == '[') {
        return skip_value(text, at);
    }
    return at > start ? at : at + 1;
}

std::size_t character_count(std::string_view text) {
    std::size_t count = 0;
    for (const char c : text) {
        count += (static_cast<unsigned char>(c) & 0xC0u) != 0x80u ? 1u : 0u;
    }
    return count;
}

}  // namespace

void wrap_lines(std::string_view game, std::size_t width, TextBuffer& to) {
    std::size_t line = 0;  // characters on the line so far
    for (std::size_t at = 0; at < game.size();) {
        const std::size_t end = skip_token(game, at);
        const std::string_view token = game.substr(at, end - at);
        at = end;
        if (token == "\n") {
            to.append(token);
            line = 0;
            continue;
        }
        // A token that has line breaks itself counts up to the first one, and goes on behind the last one.
        const std::size_t first_break = token.find('\n');
        const std::size_t size = character_count(token.substr(0, first_break));
        // The printer begins a line with every variation but those that would be taken for games of their own there.
        if (line != 0 && line + size > width && token != "(") {
            to.append("\n");
            line = 0;
        }
        to.append(token);
        line =
            first_break == std::string_view::npos ? line + size : character_count(token.substr(token.rfind('\n') + 1));
    }
}

}  // namespace tengen::sgf
