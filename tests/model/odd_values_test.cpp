// What values of real records are read as that are not in the form of SGF FF[4].
#include <array>
#include <cstddef>
#include <fstream>
#include <map>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include <tengen/model/date_reading.h>
#include <tengen/model/decimal.h>
#include <tengen/model/overtime.h>
#include <tengen/model/result_reading.h>

namespace tengen {
namespace {

struct Reading {
    std::string value = "-";
    std::string rest;
};

Reading read(const std::string& property, const std::string& text) {
    Reading reading;
    if (property == "RE") {
        if (const auto result = read_result_leniently(text)) {
            reading = {format_result(result->result), result->remark};
        }
    } else if (property == "DT") {
        if (const auto dates = read_date_leniently(text)) {
            reading.value = format_dates(*dates);
        }
    } else if (property == "KM") {
        reading.value = read_real_leniently(text).value_or("-");
    } else if (property == "TM") {
        if (const auto time = read_main_time_leniently(text)) {
            reading = {time->seconds, time->overtime ? format_overtime(*time->overtime) : ""};
        }
    }
    return reading;
}

bool in_mandatory_form(const std::string& property, const std::string& text) {
    if (property == "RE") {
        return parse_result(text).result.kind != ResultKind::unparsed;
    }
    return property == "DT" ? parse_dates(text).is_read() : is_real(text);
}

TEST(OddValues, ReadAsDecided) {
    std::ifstream file(TENGEN_ODD_VALUES);
    ASSERT_TRUE(file) << TENGEN_ODD_VALUES;
    std::map<std::string, int> rows;
    std::string line;
    while (std::getline(file, line)) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        std::array<std::string, 4> cells;
        std::size_t cell = 0;
        for (const char c : line) {
            if (c == '\t') {
                ++cell;
                ASSERT_LT(cell, cells.size()) << line;
            } else {
                cells[cell].push_back(c);
            }
        }
        const auto& [property, text, value, rest] = cells;
        ++rows[property];
        const Reading reading = read(property, text);
        EXPECT_EQ(reading.value, value) << line;
        EXPECT_EQ(reading.rest, rest) << line;
        EXPECT_TRUE(text.empty() || !in_mandatory_form(property, text)) << line;
        if (value != "-") {
            EXPECT_TRUE(in_mandatory_form(property, value)) << line;
            EXPECT_EQ(read(property, value).value, value) << "a second reading changes it: " << line;
        }
    }
    EXPECT_GE(rows["RE"], 40);
    EXPECT_GE(rows["DT"], 100);
    EXPECT_GE(rows["KM"], 3);
    EXPECT_GE(rows["TM"], 40);
}

}  // namespace
}  // namespace tengen
