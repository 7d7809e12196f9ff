#include "text/bom.h"

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace tengen::text {
namespace {

using namespace std::string_view_literals;

TEST(ByteOrderMark, IsTold) {
    const std::vector<std::tuple<std::string_view, std::string_view, std::size_t>> table{
        {"\xEF\xBB\xBF(;GM[1])"sv, "UTF-8", 3},
        {"\xFE\xFF\0(\0;"sv, "UTF-16BE", 2},
        {"\xFF\xFE(\0;\0"sv, "UTF-16LE", 2},
        {"\xFF\xFE\0\0(\0\0\0"sv, "UTF-32LE", 4},
        {"\0\0\xFE\xFF\0\0\0("sv, "UTF-32BE", 4},
        {"\xEF\xBB\xBF"sv, "UTF-8", 3},
        {"\xFF\xFE"sv, "UTF-16LE", 2},
    };
    for (const auto& [bytes, name, length] : table) {
        const auto mark = find_byte_order_mark(bytes);
        ASSERT_TRUE(mark) << name;
        EXPECT_EQ(mark->charset.name(), name);
        EXPECT_EQ(mark->length, length);
    }
}

TEST(ByteOrderMark, NothingElseIsOne) {
    for (const std::string_view bytes :
         {""sv, "(;"sv, "\xEF\xBB"sv, "\xEF\xBB\xBE"sv, "\xFE"sv, "x\xEF\xBB\xBF"sv, "\0\0\xFE"sv}) {
        EXPECT_FALSE(find_byte_order_mark(bytes));
    }
}

}  // namespace
}  // namespace tengen::text
