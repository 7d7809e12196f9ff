// Reads examples.tsv and writes the rows as C++ initialisers, sorted by id. Runs while building; every mistake in the
// data is reported with its line and stops the build.

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::array<std::string_view, 8> columns{"id", "rule", "command", "file", "with", "before", "after", "by"};

using Row = std::vector<std::string>;

Row split(const std::string& line) {
    Row fields;
    std::size_t start = 0;
    for (;;) {
        const std::size_t tab = line.find('\t', start);
        fields.push_back(line.substr(start, tab == std::string::npos ? tab : tab - start));
        if (tab == std::string::npos) {
            return fields;
        }
        start = tab + 1;
    }
}

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

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: make_examples EXAMPLES.tsv TABLE.inc\n";
        return 2;
    }
    std::ifstream in(argv[1], std::ios::binary);
    std::vector<Row> rows;
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        const auto refuse = [&](const std::string& reason) {
            std::cerr << argv[1] << ':' << number << ": " << reason << '\n';
            return 1;
        };
        Row row = split(line);
        if (row.size() != columns.size()) {
            return refuse("has " + std::to_string(row.size()) + " columns, not " + std::to_string(columns.size()));
        }
        if (number == 1) {
            if (!std::equal(row.begin(), row.end(), columns.begin())) {
                return refuse("the head does not name the expected columns");
            }
            continue;
        }
        for (std::size_t column = 5; column <= 6; ++column) {
            const std::optional<std::string> bytes = unescaped(row[column]);
            if (!bytes) {
                return refuse("a backslash has no meaning");
            }
            row[column] = *bytes;
        }
        if (row[1].empty() || row[2].empty()) {
            return refuse("rule or command is missing");
        }
        if (row[7].empty() != row[6].empty() || (row[7] != "" && row[7] != "tengen" && row[7] != "hand")) {
            return refuse("who corrects is tengen or hand, where there is a corrected input");
        }
        rows.push_back(std::move(row));
    }
    if (rows.empty()) {
        std::cerr << argv[1] << ": cannot be read or is empty\n";
        return 1;
    }
    std::sort(rows.begin(), rows.end());
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (rows[i][0] == rows[i - 1][0]) {
            std::cerr << argv[1] << ": " << rows[i][0] << " has two examples\n";
            return 1;
        }
    }
    std::ofstream out(argv[2], std::ios::binary);
    for (const Row& row : rows) {
        out << "Example{";
        for (std::size_t column = 0; column < 7; ++column) {
            out << literal(row[column]) << ", ";
        }
        out << "CorrectedBy::" << (row[7].empty() ? "nobody" : row[7]) << "},\n";
    }
    out.close();
    if (!out) {
        std::cerr << argv[2] << ": cannot be written\n";
        return 1;
    }
    return 0;
}
