#include "diagnostics/line_index.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace tengen::diagnostics {
namespace {

// The rule written down as plainly as possible, for comparison.
std::vector<LinePosition> plain_positions(std::string_view bytes) {
    std::vector<LinePosition> positions;
    std::uint64_t line = 1;
    std::uint64_t start = 0;
    for (std::size_t at = 0; at < bytes.size();) {
        const bool ends = bytes[at] == '\n' || bytes[at] == '\r';
        const bool pair = ends && at + 1 < bytes.size() && (bytes[at + 1] == '\n' || bytes[at + 1] == '\r') &&
                          bytes[at + 1] != bytes[at];
        const std::size_t length = pair ? 2 : 1;
        for (std::size_t i = 0; i < length; ++i) {
            positions.push_back({line, at + i - start + 1, start});
        }
        at += length;
        if (ends) {
            ++line;
            start = at;
        }
    }
    positions.push_back({line, bytes.size() - start + 1, start});
    return positions;
}

void expect_position(LineIndex& index, std::uint64_t offset, std::uint64_t line, std::uint64_t column) {
    const LinePosition position = index.position(offset);
    EXPECT_EQ(position.line, line) << "offset " << offset;
    EXPECT_EQ(position.column, column) << "offset " << offset;
    EXPECT_EQ(position.line_start, offset + 1 - column) << "offset " << offset;
}

TEST(LineIndex, CountsFromOne) {
    LineIndex empty("");
    expect_position(empty, 0, 1, 1);

    LineIndex index("(;FF[4]\n;B[aa]\n)");
    expect_position(index, 0, 1, 1);
    expect_position(index, 7, 1, 8);  // the line end belongs to its line
    expect_position(index, 8, 2, 1);
    expect_position(index, 15, 3, 1);
    expect_position(index, 16, 3, 2);  // the end of the input
}

TEST(LineIndex, TakesEachOfTheFourLineEndsOnce) {
    for (const std::string_view end : {"\n", "\r", "\r\n", "\n\r"}) {
        const std::string bytes = "ab" + std::string(end) + "cd" + std::string(end) + std::string(end) + "e";
        LineIndex index(bytes);
        expect_position(index, bytes.size() - 1, 4, 1);
        expect_position(index, 2 + end.size(), 2, 1);
        expect_position(index, 2 + end.size() - 1, 1, 2 + end.size());
    }
    LineIndex mixed("\n\r\r\n\n\n\r\r");  // LF CR, CR LF, LF, LF CR, CR
    expect_position(mixed, 8, 6, 1);
}

TEST(LineIndex, CutsOffsetsBehindTheEnd) {
    LineIndex index("a\nb");
    const LinePosition position = index.position(1000);
    EXPECT_EQ(position.line, 2U);
    EXPECT_EQ(position.column, 2U);
}

TEST(LineIndex, AgreesWithThePlainRuleOnRandomTexts) {
    std::mt19937 random(20240607);
    const std::string_view alphabets[] = {"\n\r", "a\n\r", "abcdefghijklmnop\n\r", "abcdefghijklmnopqrstuvwxyz[];()\n"};
    for (int round = 0; round < 60; ++round) {
        const std::string_view alphabet = alphabets[random() % 4];
        std::string bytes(random() % 3000, ' ');
        for (char& byte : bytes) {
            byte = alphabet[random() % alphabet.size()];
        }
        const std::vector<LinePosition> expected = plain_positions(bytes);
        const auto check = [&](LineIndex& index, std::size_t offset) {
            const LinePosition position = index.position(offset);
            ASSERT_EQ(position.line, expected[offset].line) << "round " << round << ", offset " << offset;
            ASSERT_EQ(position.column, expected[offset].column) << "round " << round << ", offset " << offset;
            ASSERT_EQ(position.line_start, expected[offset].line_start);
        };
        LineIndex forwards(bytes);
        for (std::size_t offset = 0; offset < expected.size(); ++offset) {
            check(forwards, offset);
        }
        LineIndex backwards(bytes);
        for (std::size_t offset = expected.size(); offset-- > 0;) {
            check(backwards, offset);
        }
        LineIndex anywhere(bytes);
        for (int i = 0; i < 100; ++i) {
            check(anywhere, random() % expected.size());
        }
    }
}

// A line end of two bytes on either side of every boundary there could be.
TEST(LineIndex, SeesLineEndsThatStraddleAnyPlace) {
    for (const std::string_view end : {"\r\n", "\n\r"}) {
        for (std::size_t place = 500; place < 530; ++place) {
            std::string bytes(1200, 'x');
            bytes.replace(place, 2, end);
            const std::vector<LinePosition> expected = plain_positions(bytes);
            LineIndex index(bytes);
            for (std::size_t offset = 0; offset < expected.size(); ++offset) {
                const LinePosition position = index.position(offset);
                ASSERT_EQ(position.line, expected[offset].line) << place << ' ' << offset;
                ASSERT_EQ(position.column, expected[offset].column) << place << ' ' << offset;
            }
        }
    }
}

TEST(LineIndex, AnswersTheSameWhateverItForgets) {
    std::minstd_rand random(7);
    std::string bytes;
    while (bytes.size() < 20000) {
        bytes.append(random() % 60, 'x');
        bytes += std::array{"\n", "\r\n", "\r", "\n\n"}[random() % 4];
    }
    const std::vector<LinePosition> expected = plain_positions(bytes);
    LineIndex index(bytes);
    for (std::size_t offset = 0; offset < expected.size(); ++offset) {
        if (offset % 700 == 0) {
            index.forget_before(offset);
        }
        for (const std::size_t place : {offset, offset / 2}) {  // the second one is mostly forgotten
            ASSERT_EQ(index.position(place).line, expected[place].line) << place;
            ASSERT_EQ(index.position(place).column, expected[place].column) << place;
        }
    }
    index.forget_before(bytes.size() + 100);
    EXPECT_EQ(index.position(1).line, expected[1].line);
}

TEST(LineIndex, ForgettingTakesNoMemoryAndNeedsNoBytes) {
    std::string bytes(4U << 20U, 'x');
    for (std::size_t place = 80; place < bytes.size(); place += 100) {
        bytes[place] = '\n';
    }
    const std::string as_it_was = bytes;
    LineIndex index(bytes);
    LineIndex untouched(as_it_was);
    constexpr std::size_t step = 1U << 16U;
    for (std::size_t offset = step; offset < bytes.size(); offset += step) {
        index.forget_before(offset);
        EXPECT_LE(index.marks(), 2 + step / 512) << offset;
        // The bytes may be gone from memory: nothing but the last few are looked at again.
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset - step), step - 1024, '\n');
        for (const std::size_t place : {offset, offset + 1, offset + 777}) {
            ASSERT_EQ(index.position(place).line, untouched.position(place).line) << place;
            ASSERT_EQ(index.position(place).column, untouched.position(place).column) << place;
        }
    }
    EXPECT_GT(untouched.marks(), 50 * (step / 512));
}

// Quadratic work would take minutes here: a million questions about one line of 16 MB.
TEST(LineIndex, AnswersAMillionQuestionsAboutOneEndlessLine) {
    const std::string bytes(16U << 20U, 'x');
    LineIndex index(bytes);
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < 1000000; ++i) {
        sum += index.position(i * 16).column - i * 16;
    }
    EXPECT_EQ(sum, 1000000U);
}

}  // namespace
}  // namespace tengen::diagnostics
