#include "text/encode.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace tengen::text {
namespace {

using namespace std::string_view_literals;

TEST(Encode, KnownBytes) {
    struct Row {
        std::string_view label;
        std::string_view text;
        std::string_view bytes;
    };
    const std::vector<Row> table{
        {"UTF-8", "黑", "\xE9\xBB\x91"},
        {"US-ASCII", "(;GM[1])", "(;GM[1])"},
        {"ISO-8859-1", "Müller", "M\xFCller"},
        {"windows-1252", "€ ’", "\x80 \x92"},
        {"ISO-8859-16", "Șț", "\xAA\xFE"},
        {"GB2312", "围棋 x", "\xCE\xA7\xC6\xE5 x"},
        {"GB18030", "\U00020000", "\x95\x32\x82\x36"},
        {"Big5", "功許蓋", "\xA5\x5C\xB3\x5C\xBB\x5C"},
        {"windows-950", "碁", "\xF9\xD6"},
        {"Big5-HKSCS", "\u00CA\u0304\u00CA", "\x88\x62\x88\x66"},
        {"Shift_JIS", "表ソ能ｷ~\\", "\x95\x5C\x83\x5C\x94\x5C\xB7~\\"},
        {"EUC-JP", "囲碁", "\xB0\xCF\xB8\xEB"},
        {"ISO-2022-JP", "x囲碁y", "x\x1B$B0O8k\x1B(By"},
        {"EUC-KR", "바둑", "\xB9\xD9\xB5\xCF"},
        {"windows-949", "똠", "\x8C\x63"},
        {"UTF-16LE", "(黑", "(\0\xD1\x9E"sv},
    };
    for (const auto& [label, text, bytes] : table) {
        std::string result;
        EXPECT_TRUE(Encoder(*find_charset(label)).encode(text, result)) << label;
        EXPECT_EQ(result, bytes) << label;
    }
}

TEST(Encode, ReportsTheFirstCharacterThatIsMissing) {
    struct Row {
        std::string_view label;
        std::string_view text;
        std::size_t offset;
        char32_t code_point;
    };
    const std::vector<Row> table{
        {"US-ASCII", "abé", 2, U'é'},
        {"ISO-8859-1", "Müller €", 8, U'€'},  // windows-1252 has it, the declared charset does not
        {"ISO-8859-1", "é黑白", 2, U'黑'},
        {"windows-1252", "Łódź", 0, U'Ł'},
        {"GB2312", "围棋碁", 6, U'碁'},  // GBK has it
        {"GBK", "棋\U00020000", 3, U'\U00020000'},
        {"GBK", "€", 0, U'€'},
        {"Big5", "棋碁", 3, U'碁'},     // code page 950 has it
        {"Shift_JIS", "表①", 3, U'①'},  // Windows-31J has it
        {"Shift_JIS", "表한", 3, U'한'},
        {"EUC-JP", "表한", 3, U'한'},
        {"ISO-2022-JP", "表한x", 3, U'한'},
        {"EUC-KR", "박똠", 3, U'똠'},  // code page 949 has it
        {"windows-949", "é", 0, U'é'},
        {"Shift_JIS", "soft\u00ADhyphen", 4, U'\u00AD'},  // must not vanish
        {"ISO-2022-JP", "soft\u00ADhyphen", 4, U'\u00AD'},
        {"EUC-KR", "a\u200Bb", 1, U'\u200B'},
        {"UTF-8", "ab\xFF", 2, U'\uFFFD'},
        {"GB18030", "ab\xFF", 2, U'\uFFFD'},
        {"UTF-16LE", "ab\xED\xA0\x80", 2, U'\uFFFD'},
    };
    for (const auto& [label, text, offset, code_point] : table) {
        const Charset charset = *find_charset(label);
        std::string bytes;
        const EncodeResult result = Encoder(charset).encode(text, bytes);
        EXPECT_FALSE(result.ok()) << label << ' ' << text;
        EXPECT_EQ(result.bad_offset, offset) << label << ' ' << text;
        EXPECT_EQ(result.code_point, code_point) << label << ' ' << text;
        std::string before;
        EXPECT_TRUE(Encoder(charset).encode(text.substr(0, offset), before)) << label << ' ' << text;
        if (charset.keeps_ascii()) {
            EXPECT_EQ(bytes, before) << label << ' ' << text;
        }
    }
}

TEST(Encode, KnowsWhereSyntaxCanBeToldFromText) {
    for (const char* label : {"UTF-8", "US-ASCII", "ISO-8859-1", "ISO-8859-16", "KOI8-R", "macintosh", "GB18030",
                              "GB2312", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR", "EUC-TW", "IBM437", "CESU-8"}) {
        EXPECT_TRUE(keeps_ascii_apart(*find_charset(label))) << label;
    }
    for (const char* label :
         {"UTF-7", "IMAP-mailbox-name", "UTF-16", "UTF-16LE", "UTF-32BE", "ISO-2022-JP", "ISO-2022-KR", "ISO-2022-CN",
          "HZ-GB-2312", "SCSU", "BOCU-1", "IBM037", "IBM1047", "LMBCS-1"}) {
        const std::optional<Charset> charset = find_charset(label);
        ASSERT_TRUE(charset) << label;
        EXPECT_FALSE(keeps_ascii_apart(*charset)) << label;
    }
}

TEST(Encode, OneEncoderServesManyTexts) {
    Encoder encoder(Charset::shift_jis());
    std::string bytes;
    for (int round = 0; round < 3; ++round) {
        EXPECT_TRUE(encoder.encode("表", bytes));
        EXPECT_EQ(bytes, "\x95\x5C");
        EXPECT_FALSE(encoder.encode("한", bytes));
        EXPECT_TRUE(encoder.encode("", bytes));
        EXPECT_TRUE(bytes.empty());
    }
    EXPECT_EQ(encoder.charset(), Charset::shift_jis());
}

}  // namespace
}  // namespace tengen::text
