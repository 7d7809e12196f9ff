// The tables that are turned into code while building: one row a line, columns parted by TAB, their names in the first
// line. For the programs of this folder alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tengen::diagnostics::generator {

using Row = std::vector<std::string>;

inline Row split(const std::string& line) {
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

/// All rows but the first, which must name `columns`. `fault(row)` may change a row; it says why the row cannot be
/// used, or nothing. Throws std::runtime_error with file, line and reason.
template <class Fault>
std::vector<Row> read_table(const std::string& path, std::span<const std::string_view> columns, Fault&& fault) {
    std::ifstream in(path, std::ios::binary);
    std::vector<Row> rows;
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        Row row = split(line);
        std::string reason;
        if (row.size() != columns.size()) {
            reason = "has " + std::to_string(row.size()) + " columns, not " + std::to_string(columns.size());
        } else if (number > 1) {
            reason = fault(row);
        } else if (!std::equal(row.begin(), row.end(), columns.begin())) {
            reason = "the head does not name the expected columns";
        }
        if (!reason.empty()) {
            throw std::runtime_error(
                std::string(path).append(":").append(std::to_string(number)).append(": ").append(reason));
        }
        if (number > 1) {
            rows.push_back(std::move(row));
        }
    }
    if (rows.empty()) {
        throw std::runtime_error(path + ": cannot be read or is empty");
    }
    std::sort(rows.begin(), rows.end());
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (rows[i][0] == rows[i - 1][0]) {
            throw std::runtime_error(path + ": " + rows[i][0] + " stands there twice");
        }
    }
    return rows;
}

/// Throws std::runtime_error.
inline void write_file(const std::string& path, std::string_view text) {
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.close();
    if (!out) {
        throw std::runtime_error(path + ": cannot be written");
    }
}

}  // namespace tengen::diagnostics::generator
