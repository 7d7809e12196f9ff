#include "sgf/typing/text.h"

#include <array>

#include "sgf/syntax/scan.h"

namespace tengen::sgf {

namespace {

enum class Class : std::uint8_t { ordinary, backslash, line_break, blank, control };

constexpr std::array<Class, 256> classes = [] {
    std::array<Class, 256> table{};
    for (std::size_t c = 0; c < 0x20; ++c) {
        table[c] = Class::control;
    }
    table['\t'] = table['\v'] = table['\f'] = Class::blank;
    table['\n'] = table['\r'] = Class::line_break;
    table['\\'] = Class::backslash;
    return table;
}();

Class class_of(char c) {
    return classes[static_cast<unsigned char>(c)];
}

/// Behind the line break at `i`, which may have two bytes.
std::size_t behind_line_break(std::string_view raw, std::size_t i) {
    const bool is_pair = i + 1 < raw.size() && is_line_break(raw[i + 1]) && raw[i + 1] != raw[i];
    return i + (is_pair ? 2 : 1);
}

}  // namespace

bool is_own_text(std::string_view raw, TextKind kind) {
    for (const char c : raw) {
        if (class_of(c) != Class::ordinary && !(c == '\n' && kind == TextKind::text)) [[unlikely]] {
            return false;
        }
    }
    return true;
}

void unescape(std::string_view raw, TextKind kind, std::string& to, TextTraits& traits) {
    std::size_t i = 0;
    while (i < raw.size()) {
        std::size_t run = i;
        while (run < raw.size() && class_of(raw[run]) == Class::ordinary) {
            ++run;
        }
        to.append(raw, i, run - i);
        i = run;
        if (i == raw.size()) {
            return;
        }
        switch (class_of(raw[i])) {
            case Class::backslash:
                if (++i == raw.size()) {
                    return;
                }
                if (is_line_break(raw[i])) {
                    i = behind_line_break(raw, i);
                } else {
                    to += is_space(raw[i]) ? ' ' : raw[i];
                    if (is_control(raw[i])) {
                        to.pop_back();
                        traits.control = true;
                    }
                    ++i;
                }
                break;
            case Class::line_break:
                to += kind == TextKind::text ? '\n' : ' ';
                traits.line_break = kind == TextKind::simple_text || traits.line_break;
                i = behind_line_break(raw, i);
                break;
            case Class::blank:
                to += ' ';
                ++i;
                break;
            default:
                traits.control = true;
                ++i;
                break;
        }
    }
}

std::size_t find_colon(std::string_view raw, std::size_t from) {
    for (std::size_t i = from; i < raw.size(); ++i) {
        if (raw[i] == '\\') {
            ++i;
        } else if (raw[i] == ':') {
            return i;
        }
    }
    return std::string_view::npos;
}

}  // namespace tengen::sgf
