#include "io/member_name.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "io/utf8.h"

namespace tengen::io {
namespace {

constexpr char to_upper(char c) noexcept {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
}

bool equals_folded(std::string_view text, std::string_view upper) noexcept {
    return std::equal(text.begin(), text.end(), upper.begin(), upper.end(),
                      [](char a, char b) { return to_upper(a) == b; });
}

bool has_control(std::string_view name) noexcept {
    for (std::size_t i = 0; i < name.size();) {
        const utf8::Decoded decoded = utf8::decode(name, i);
        if (decoded.valid && (decoded.code < 0x20 || (decoded.code >= 0x7F && decoded.code < 0xA0))) return true;
        i += decoded.length;
    }
    return false;
}

// RFC 3986: a letter, then letters, digits, '+', '-', '.', then a colon. A drive letter is the shortest of them.
bool has_scheme(std::string_view part) noexcept {
    const std::size_t colon = part.find(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    const auto is_letter = [](char c) { return to_upper(c) >= 'A' && to_upper(c) <= 'Z'; };
    if (!is_letter(part.front())) return false;
    return std::all_of(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(colon), [&](char c) {
        return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    });
}

NameFault judge_part(std::string_view part) noexcept {
    if (part == "..") return NameFault::parent;
    if (part.find_first_not_of(' ') == std::string_view::npos) return NameFault::empty;
    if (part.front() == '~') return NameFault::home;
    if (has_scheme(part)) return NameFault::drive_or_scheme;
    if (part.back() == '.' || part.back() == ' ') return NameFault::trailing;
    if (is_device_name(part)) return NameFault::device;
    return NameFault::none;
}

}  // namespace

bool is_device_name(std::string_view name) noexcept {
    // The extension does not matter, nor do blanks before it.
    name = name.substr(0, name.find('.'));
    while (name.ends_with(' ')) name.remove_suffix(1);
    static constexpr std::array<std::string_view, 6> fixed{"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"};
    if (std::any_of(fixed.begin(), fixed.end(), [&](std::string_view f) { return equals_folded(name, f); }))
        return true;
    if (name.size() < 4) return false;
    const std::string_view kind = name.substr(0, 3);
    if (!equals_folded(kind, "COM") && !equals_folded(kind, "LPT")) return false;
    const std::string_view number = name.substr(3);
    // The superscript digits one, two and three of ISO-8859-1 count too.
    return (number.size() == 1 && number[0] >= '0' && number[0] <= '9') || number == "\xC2\xB9" ||
           number == "\xC2\xB2" || number == "\xC2\xB3";
}

NameFault judge_member_name(std::string_view name, bool folders_allowed) noexcept {
    if (name.find_first_not_of(' ') == std::string_view::npos) return NameFault::empty;
    if (has_control(name)) return NameFault::control;
    if (name.front() == '/') return NameFault::absolute;
    if (name.find('\\') != std::string_view::npos) return NameFault::backslash;
    bool in_folder = false;
    for (std::string_view rest = name;;) {
        const std::size_t slash = rest.find('/');
        if (const NameFault fault = judge_part(rest.substr(0, slash)); fault != NameFault::none) return fault;
        if (slash == std::string_view::npos) break;
        in_folder = true;
        rest.remove_prefix(slash + 1);
    }
    return in_folder && !folders_allowed ? NameFault::folder : NameFault::none;
}

std::string_view describe(NameFault fault) noexcept {
    switch (fault) {
        case NameFault::none:
            return {};
        case NameFault::empty:
            return "is empty or has an empty part";
        case NameFault::absolute:
            return "is an absolute path";
        case NameFault::parent:
            return "leaves its folder";
        case NameFault::drive_or_scheme:
            return "begins with a drive or a scheme";
        case NameFault::home:
            return "begins with '~'";
        case NameFault::control:
            return "holds a control character";
        case NameFault::backslash:
            return "holds a backslash";
        case NameFault::trailing:
            return "ends in a dot or a blank";
        case NameFault::device:
            return "is the name of a device";
        case NameFault::folder:
            return "is in a folder";
    }
    return {};
}

}  // namespace tengen::io
