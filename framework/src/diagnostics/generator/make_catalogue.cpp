// Reads catalogue.tsv and writes the rows as C++ initialisers, sorted by id. Runs while building; every mistake in the
// data is reported with its line and stops the build.

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "table.h"

namespace {

using namespace tengen::diagnostics::generator;

constexpr std::array<std::string_view, 11> columns{"id",  "area",     "meaning", "strict", "lenient", "archive",
                                                   "fix", "fix_does", "sgfc",    "source", "help"};
constexpr std::array<std::string_view, 5> severities{"off", "info", "warning", "error", "fatal"};
constexpr std::array<std::string_view, 3> fix_classes{"none", "safe", "guess"};

template <std::size_t count>
bool is_one_of(std::string_view word, const std::array<std::string_view, count>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

// The reason why a row cannot be used, or an empty text.
std::string fault(const Row& row) {
    if (row[0].rfind(row[1] + ".", 0) != 0) {
        return "id \"" + row[0] + "\" does not begin with its area";
    }
    for (std::size_t column = 3; column <= 5; ++column) {
        if (!is_one_of(row[column], severities)) {
            return "\"" + row[column] + "\" is no severity";
        }
    }
    if (!is_one_of(row[6], fix_classes)) {
        return "\"" + row[6] + "\" is no fix class";
    }
    if (row[8].size() > 4 ||
        !std::all_of(row[8].begin(), row[8].end(), [](unsigned char digit) { return std::isdigit(digit) != 0; })) {
        return "\"" + row[8] + "\" is no message number";
    }
    return {};
}

std::string quoted(const std::string& text) {
    std::string literal = "\"";
    for (const char byte : text) {
        if (byte == '"' || byte == '\\') {
            literal += '\\';
        }
        literal += byte;
    }
    return literal + '"';
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: make_catalogue CATALOGUE.tsv TABLE.inc\n";
        return 2;
    }
    try {
        std::string table;
        for (const Row& row : read_table(argv[1], columns, fault)) {
            table += "CatalogueEntry{" + quoted(row[0]) + ", " + quoted(row[1]) + ", " + quoted(row[2]) +
                     ", Severity::" + row[3] + ", Severity::" + row[4] + ", Severity::" + row[5] +
                     ", FixClass::" + row[6] + ", " + quoted(row[7]) + ", " + (row[8].empty() ? "0" : row[8]) + ", " +
                     quoted(row[9]) + ", " + quoted(row[10]) + "},\n";
        }
        write_file(argv[2], table);
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
