// Reads examples.tsv and writes the rows as C++ initialisers, sorted by id. Runs while building; every mistake in the
// data is reported with its line and stops the build.

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "table.h"

namespace {

using namespace tengen::diagnostics::generator;

constexpr std::array<std::string_view, 8> columns{"id", "rule", "command", "file", "with", "before", "after", "by"};

int digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// \n \r \t \f \\ and \xHH; nothing if something else stands behind a backslash.
std::optional<std::string> unescaped(std::string_view text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            bytes += text[i];
            continue;
        }
        if (++i == text.size()) {
            return std::nullopt;
        }
        switch (text[i]) {
            case 'n':
                bytes += '\n';
                break;
            case 'r':
                bytes += '\r';
                break;
            case 't':
                bytes += '\t';
                break;
            case 'f':
                bytes += '\f';
                break;
            case '\\':
                bytes += '\\';
                break;
            case 'x': {
                const int high = i + 2 < text.size() ? digit(text[i + 1]) : -1;
                const int low = i + 2 < text.size() ? digit(text[i + 2]) : -1;
                if (high < 0 || low < 0) {
                    return std::nullopt;
                }
                bytes += static_cast<char>(high * 16 + low);
                i += 2;
                break;
            }
            default:
                return std::nullopt;
        }
    }
    return bytes;
}

// A literal of octal codes where a byte is not printable; the length is given, for a zero may be inside.
std::string literal(const std::string& bytes) {
    if (bytes.empty()) {
        return "std::string_view()";
    }
    std::string text = "std::string_view(\"";
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte >= 0x7F || c == '?') {
            text += '\\';
            text += static_cast<char>('0' + (byte >> 6));
            text += static_cast<char>('0' + (byte >> 3 & 7));
            text += static_cast<char>('0' + (byte & 7));
        } else {
            if (c == '"' || c == '\\') {
                text += '\\';
            }
            text += c;
        }
    }
    return text + "\", " + std::to_string(bytes.size()) + ")";
}

// The reason why a row cannot be used, or an empty text. Its escapes become bytes.
std::string fault(Row& row) {
    for (std::size_t column = 5; column <= 6; ++column) {
        const std::optional<std::string> bytes = unescaped(row[column]);
        if (!bytes) {
            return "a backslash has no meaning";
        }
        row[column] = *bytes;
    }
    if (row[1].empty() || row[2].empty()) {
        return "rule or command is missing";
    }
    if (row[7].empty() != row[6].empty() || (!row[7].empty() && row[7] != "tengen" && row[7] != "hand")) {
        return "who corrects is tengen or hand, where there is a corrected input";
    }
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: make_examples EXAMPLES.tsv TABLE.inc\n";
        return 2;
    }
    try {
        std::string table;
        for (const Row& row : read_table(argv[1], columns, fault)) {
            table += "Example{";
            for (std::size_t column = 0; column < 7; ++column) {
                table += literal(row[column]) + ", ";
            }
            table += "CorrectedBy::" + (row[7].empty() ? std::string("nobody") : row[7]) + "},\n";
        }
        write_file(argv[2], table);
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
