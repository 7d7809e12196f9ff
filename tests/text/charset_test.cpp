#include "text/charset.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "text/decode.h"

namespace tengen::text {
namespace {

struct Label {
    std::string_view label;
    std::string_view name;
    std::string_view used;
};

TEST(Charset, LabelsOfGameRecords) {
    const std::vector<Label> table{
        {"UTF-8", "UTF-8", "UTF-8"},
        {"utf8", "UTF-8", "UTF-8"},
        {"Utf_8", "UTF-8", "UTF-8"},
        {" utf-8 ", "UTF-8", "UTF-8"},
        {"UTF 8", "UTF-8", "UTF-8"},
        {"\"UTF-8\"", "UTF-8", "UTF-8"},
        {"us-ascii", "US-ASCII", "US-ASCII"},
        {"ASCII", "US-ASCII", "US-ASCII"},
        {"ISO-8859-1", "ISO-8859-1", "windows-1252"},
        {"iso8859-1", "ISO-8859-1", "windows-1252"},
        {"ISO_8859-1", "ISO-8859-1", "windows-1252"},
        {"ISO8859_1", "ISO-8859-1", "windows-1252"},
        {"Latin1", "ISO-8859-1", "windows-1252"},
        {"latin-1", "ISO-8859-1", "windows-1252"},
        {"ISO-8859-2", "ISO-8859-2", "ISO-8859-2"},
        {"ISO-8859-3", "ISO-8859-3", "ISO-8859-3"},
        {"ISO-8859-4", "ISO-8859-4", "ISO-8859-4"},
        {"ISO-8859-5", "ISO-8859-5", "ISO-8859-5"},
        {"ISO-8859-6", "ISO-8859-6", "ISO-8859-6"},
        {"ISO-8859-7", "ISO-8859-7", "ISO-8859-7"},
        {"ISO-8859-8", "ISO-8859-8", "ISO-8859-8"},
        {"ISO-8859-9", "ISO-8859-9", "windows-1254"},
        {"ISO-8859-10", "ISO-8859-10", "ISO-8859-10"},
        {"ISO-8859-11", "ISO-8859-11", "ISO-8859-11"},
        {"ISO-8859-13", "ISO-8859-13", "ISO-8859-13"},
        {"ISO-8859-14", "ISO-8859-14", "ISO-8859-14"},
        {"ISO-8859-15", "ISO-8859-15", "ISO-8859-15"},
        {"latin9", "ISO-8859-15", "ISO-8859-15"},
        {"ISO-8859-16", "ISO-8859-16", "ISO-8859-16"},
        {"windows-1250", "windows-1250", "windows-1250"},
        {"cp1250", "windows-1250", "windows-1250"},
        {"Windows-1251", "windows-1251", "windows-1251"},
        {"CP1251", "windows-1251", "windows-1251"},
        {"windows-1252", "windows-1252", "windows-1252"},
        {"Windows 1252", "windows-1252", "windows-1252"},
        {"windows-1253", "windows-1253", "windows-1253"},
        {"windows-1254", "windows-1254", "windows-1254"},
        {"windows-1255", "windows-1255", "windows-1255"},
        {"windows-1256", "windows-1256", "windows-1256"},
        {"windows-1257", "windows-1257", "windows-1257"},
        {"windows-1258", "windows-1258", "windows-1258"},
        {"KOI8-R", "KOI8-R", "KOI8-R"},
        {"koi8r", "KOI8-R", "KOI8-R"},
        {"KOI8-U", "KOI8-U", "KOI8-U"},
        {"macintosh", "macintosh", "macintosh"},
        {"MacRoman", "macintosh", "macintosh"},
        {"gb2312", "GB2312", "GB18030"},
        {"GB_2312-80", "GB2312", "GB18030"},
        {"EUC-CN", "GB2312", "GB18030"},
        {"GBK", "GBK", "GB18030"},
        {"cp936", "GBK", "GB18030"},
        {"windows-936", "GBK", "GB18030"},
        {"GB18030", "GB18030", "GB18030"},
        {"gb-18030", "GB18030", "GB18030"},
        {"big5", "Big5", "Big5-HKSCS"},
        {"Big-5", "Big5", "Big5-HKSCS"},
        {"big5-hkscs", "Big5-HKSCS", "Big5-HKSCS"},
        {"cp950", "windows-950", "Big5-HKSCS"},
        {"Shift_JIS", "Shift_JIS", "Windows-31J"},
        {"shift-jis", "Shift_JIS", "Windows-31J"},
        {"ShiftJIS", "Shift_JIS", "Windows-31J"},
        {"SJIS", "Shift_JIS", "Windows-31J"},
        {"sjis", "Shift_JIS", "Windows-31J"},
        {"x-sjis", "Shift_JIS", "Windows-31J"},
        {"MS_Kanji", "Shift_JIS", "Windows-31J"},
        {"windows-31j", "Windows-31J", "Windows-31J"},
        {"cp932", "Windows-31J", "Windows-31J"},
        {"MS932", "Windows-31J", "Windows-31J"},
        {"EUC-JP", "EUC-JP", "EUC-JP"},
        {"eucJP", "EUC-JP", "EUC-JP"},
        {"x-euc-jp", "EUC-JP", "EUC-JP"},
        {"ISO-2022-JP", "ISO-2022-JP", "ISO-2022-JP"},
        {"JIS", "ISO-2022-JP", "ISO-2022-JP"},
        {"EUC-KR", "EUC-KR", "windows-949"},
        {"euckr", "EUC-KR", "windows-949"},
        {"ks_c_5601", "windows-949", "windows-949"},
        {"ks_c_5601-1987", "windows-949", "windows-949"},
        {"KSC5601", "windows-949", "windows-949"},
        {"cp949", "windows-949", "windows-949"},
        {"uhc", "windows-949", "windows-949"},
        {"UTF-16", "UTF-16", "UTF-16"},
        {"utf-16le", "UTF-16LE", "UTF-16LE"},
        {"UTF16BE", "UTF-16BE", "UTF-16BE"},
        {"UTF-32", "UTF-32", "UTF-32"},
        // Known to ICU alone:
        {"cp437", "IBM437", "IBM437"},
        {"IBM850", "IBM850", "IBM850"},
        {"hz-gb-2312", "HZ-GB-2312", "HZ-GB-2312"},
        {"iso-2022-kr", "ISO-2022-KR", "ISO-2022-KR"},
    };
    for (const auto& [label, name, used] : table) {
        const auto charset = find_charset(label);
        ASSERT_TRUE(charset) << label;
        EXPECT_EQ(charset->name(), name) << label;
        EXPECT_EQ(charset->used_name(), used) << label;
        EXPECT_EQ(charset->is_widened(), name != used) << label;
        EXPECT_EQ(charset->used().name(), used) << label;
        EXPECT_FALSE(charset->used().is_widened()) << label;
        // Every name is itself a label, and every charset can be decoded.
        EXPECT_EQ(find_charset(name), charset) << label;
        std::string text;
        EXPECT_TRUE(Decoder(*charset).decode("", text)) << label;
    }
}

TEST(Charset, UnknownLabels) {
    for (const std::string_view label :
         {std::string_view{}, std::string_view{"   "}, std::string_view{"klingon-1"}, std::string_view{"--"},
          std::string_view{"UTF-8,version=1"}, std::string_view{"../icudt72l"}, std::string_view{"ISO-8859-12"},
          std::string_view{"unknown-8bit"}, std::string_view{"\xE9\xBB\x91"}, std::string_view{"no\0name", 7}}) {
        EXPECT_FALSE(find_charset(label)) << label;
    }
    EXPECT_FALSE(find_charset(std::string(100'000, 'x')));
}

TEST(Charset, TrailBytesAreAsTheDecodersFindThem) {
    for (const std::string_view label :
         {"GB2312", "GBK", "GB18030", "Big5", "Big5-HKSCS", "windows-950", "Shift_JIS", "Windows-31J", "EUC-KR",
          "windows-949", "EUC-JP", "ISO-8859-1", "windows-1251", "KOI8-R", "UTF-8", "US-ASCII"}) {
        const Charset charset = *find_charset(label);
        Decoder decoder(charset);
        bool found = false;
        std::string text;
        for (int lead = 0x80; lead <= 0xFF; ++lead) {
            for (const char trail : {'[', '\\', ']'}) {
                const std::string pair{static_cast<char>(lead), trail};
                found = found || (decoder.decode(pair, text) && text.back() != trail);
            }
        }
        EXPECT_EQ(charset.has_ascii_trail_bytes(), found) << label;
        EXPECT_TRUE(charset.keeps_ascii()) << label;
    }
    EXPECT_TRUE(find_charset("ISO-2022-JP")->has_ascii_trail_bytes());
    EXPECT_FALSE(find_charset("UTF-16")->keeps_ascii());
}

/// All pairs that the charset's superset decodes to characters outside the private-use area.
std::vector<std::string> pairs_of(const Charset& charset) {
    std::vector<std::string> result;
    Decoder decoder(charset);
    std::string text;
    for (int lead = 0x81; lead <= 0xFE; ++lead) {
        for (int trail = 0x40; trail <= 0xFE; ++trail) {
            const std::string pair{static_cast<char>(lead), static_cast<char>(trail)};
            if (!decoder.decode(pair, text)) continue;
            const bool half_width_first = charset.coding() == Coding::shift_jis && lead >= 0xA1 && lead <= 0xDF;
            const bool private_use = text >= "\uE000" && text < "\uF900";
            if (!half_width_first && !private_use) result.push_back(pair);
        }
    }
    return result;
}

std::size_t inside(const Charset& charset, unsigned first_lead, unsigned last_lead) {
    std::size_t count = 0;
    for (const std::string& pair : pairs_of(charset)) {
        const unsigned lead = static_cast<unsigned char>(pair[0]);
        if (lead >= first_lead && lead <= last_lead && !charset.first_outside(pair)) ++count;
    }
    return count;
}

TEST(Charset, RepertoiresHaveAsManyCharactersAsTheStandardsSay) {
    const Charset gb2312 = *find_charset("GB2312");
    EXPECT_EQ(inside(gb2312, 0x81, 0xAF), 682u);
    EXPECT_EQ(inside(gb2312, 0xB0, 0xD7), 3755u);
    EXPECT_EQ(inside(gb2312, 0xD8, 0xFE), 3008u);
    const Charset shift_jis = *find_charset("Shift_JIS");
    EXPECT_EQ(inside(shift_jis, 0x81, 0x87), 524u);
    EXPECT_EQ(inside(shift_jis, 0x88, 0xFC), 6355u);
    const Charset euc_kr = *find_charset("EUC-KR");
    EXPECT_EQ(inside(euc_kr, 0xB0, 0xC8), 2350u);
    EXPECT_EQ(inside(euc_kr, 0xCA, 0xFD), 4888u);
    const Charset big5 = *find_charset("Big5");
    EXPECT_EQ(inside(big5, 0xA4, 0xC6), 5401u);
    EXPECT_EQ(inside(big5, 0xC9, 0xF9), 7652u);
    const Charset gbk = *find_charset("GBK");
    EXPECT_EQ(inside(gbk, 0x81, 0xA0), 6080u);
    EXPECT_EQ(inside(gbk, 0xB0, 0xF7), 6763u + 72u * 96u);
}

TEST(Charset, TellsWhenTheSupersetIsNeeded) {
    struct Row {
        std::string_view label;
        std::string_view bytes;
        std::optional<std::size_t> outside;
    };
    const std::vector<Row> table{
        {"GB2312", "(;PB[\xB9\xC5\xC1\xA6])", std::nullopt},  // Gu Li
        {"GB2312", "PW[\xD6\xDC\x86\xB4]", 5},                // a hanzi that only GBK has
        {"GB2312", "\xB9\xC5\x95\x32\x82\x36", 2},            // four bytes
        {"GBK", "PW[\xD6\xDC\x86\xB4]", std::nullopt},
        {"GBK", "\xB9\xC5\x95\x32\x82\x36", 2},
        {"GBK", "x\xA2\xE3", 1},  // the euro sign came with GB 18030
        {"GB18030", "\xB9\xC5\x95\x32\x82\x36\xA2\xE3", std::nullopt},
        {"EUC-KR", "\xC8\xE6", std::nullopt},
        {"EUC-KR", "\xB9\xDA\x8C\x63", 2},
        {"windows-949", "\xB9\xDA\x8C\x63", std::nullopt},
        {"Shift_JIS", "\x95\x5C\xB1\x83\x5C", std::nullopt},
        {"Shift_JIS", "\x87\x40", 0},    // a number in a circle
        {"Shift_JIS", "ab\xFA\xB1", 2},  // an IBM extension
        {"Windows-31J", "\x87\x40\xFA\xB1", std::nullopt},
        {"Big5", "\xB3\xF2\xB4\xD1", std::nullopt},
        {"Big5", "\xB3\xF2\xF9\xD6", 2},  // the ETEN form of "go board"
        {"windows-950", "\xB3\xF2\xF9\xD6", std::nullopt},
        {"windows-950", "\x88\x62", 0},
        {"Big5-HKSCS", "\xB3\xF2\xF9\xD6\x88\x62", std::nullopt},
        {"ISO-8859-1", "M\xFCller", std::nullopt},
        {"ISO-8859-1", "It\x92s", 2},
        {"windows-1252", "It\x92s", std::nullopt},
        {"ISO-8859-9", "\xFE\x80", 1},
        {"UTF-8", "\xE9\xBB\x91", std::nullopt},
        {"EUC-KR", "", std::nullopt},
        {"EUC-KR", "abc", std::nullopt},
    };
    for (const auto& [label, bytes, outside] : table) {
        EXPECT_EQ(find_charset(label)->first_outside(bytes), outside) << label << ' ' << bytes;
    }
}

TEST(Charset, NamedOnesAreThoseOfTheTable) {
    for (const Charset& charset :
         {Charset::utf8(), Charset::us_ascii(), Charset::iso_8859_1(), Charset::windows_1250(), Charset::windows_1251(),
          Charset::windows_1252(), Charset::koi8_r(), Charset::gb18030(), Charset::big5(), Charset::shift_jis(),
          Charset::euc_jp(), Charset::iso_2022_jp(), Charset::euc_kr(), Charset::utf_16le(), Charset::utf_16be(),
          Charset::utf_32le(), Charset::utf_32be()}) {
        EXPECT_EQ(find_charset(charset.name()), charset);
    }
    EXPECT_NE(Charset::iso_8859_1(), Charset::windows_1252());
}

}  // namespace
}  // namespace tengen::text
