#include "text/decode.h"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "text/encode.h"
#include "text/utf8.h"

namespace tengen::text {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

std::string decoded(std::string_view label, std::string_view bytes) {
    Decoder decoder(*find_charset(label));
    std::string text;
    const DecodeResult result = decoder.decode(bytes, text);
    return result.ok() ? text : "bad at " + std::to_string(result.bad_offset);
}

TEST(Decode, KnownBytes) {
    struct Row {
        std::string_view label;
        std::string_view bytes;
        std::string_view text;
    };
    const std::vector<Row> table{
        {"UTF-8", "K\xC3\xB6nig \xE9\xBB\x91", "K\u00F6nig \u9ED1"},
        {"US-ASCII", "(;GM[1])", "(;GM[1])"},
        {"ISO-8859-1", "M\xFCller \xBD", "Müller ½"},
        {"ISO-8859-1",
         "It\x92s \x80"
         "5",
         "It’s €5"},
        {"ISO-8859-15", "\xA4", "€"},
        {"ISO-8859-16", "\xAA\xBA\xDE\xFE\xA4\xFF", "ȘșȚț€ÿ"},
        {"windows-1250", "\xA3\xF3\x64\x9F", "Łódź"},
        {"windows-1251", "\xC3\xEE", "Го"},
        {"KOI8-R", "\xE7\xCF", "Го"},
        {"IBM866", "\x83\xAE", "Го"},
        {"macintosh", "M\x9Fller", "Müller"},
        {"GB2312", "\xCE\xA7\xC6\xE5 is fun", "围棋 is fun"},
        {"GB2312", "\xD6\xDC\x86\xB4", "周喆"},
        {"GB18030", "\x95\x32\x82\x36", "\U00020000"},
        {"GB18030", "a\x81\x30\x84\x36z", "a\u00A5z"},
        {"GBK", "\x81\x5B\x81\x5C\x81\x5D", "乕乗乚"},
        {"Big5", "\xB3\xF2\xB4\xD1", "圍棋"},
        {"Big5", "\xA5\x5C\xB3\x5C\xBB\x5C", "功許蓋"},
        {"Big5", "\xF9\xD6", "碁"},
        {"Big5-HKSCS", "\x88\x62\x88\xA5", "\u00CA\u0304\u00EA\u030C"},
        {"Big5-HKSCS", "\x87\x45", "\U00027267"},
        {"Shift_JIS", "\x95\x5C\x83\x5C\x94\x5C\x8F\x5C", "表ソ能十"},
        {"Shift_JIS", "\x81\x5B\x83\x5B\x89\x5D\x81\x5D", "ーゼ云‐"},
        {"Shift_JIS", "\xB7\xD1\xD7 \\~", "ｷﾑﾗ \\~"},
        {"Shift_JIS", "\x1A\x1C\x7F\x95\x5C", "\x1A\x1C\x7F表"},
        {"Windows-31J", "\x87\x40\xFA\xB1", "①﨑"},
        {"EUC-JP", "\xB0\xCF\xB8\xEB \x8E\xB7", "囲碁 ｷ"},
        {"EUC-JP", "\x8F\xB0\xA1", "丂"},
        {"ISO-2022-JP", "x\x1B$B0O8k\x1B(By", "x囲碁y"},
        {"EUC-KR", "\xB9\xD9\xB5\xCF", "바둑"},
        {"EUC-KR", "\xB9\xDA\x8C\x63", "박똠"},
        {"UTF-16LE", "(\0;\0\xD1\x9E"sv, "(;黑"},
        {"UTF-16BE", "\0(\0;\x9E\xD1\xD8\x42\xDF\xB7"sv, "(;黑\U00020BB7"},
        {"UTF-16", "\xFE\xFF\x9E\xD1"sv, "黑"},
        {"UTF-32LE", "(\0\0\0\xD1\x9E\0\0"sv, "(黑"},
        {"hz-gb-2312", "~{NZ~} ~~", "乌 ~"},
        {"Shift_JIS", "", ""},
    };
    for (const auto& [label, bytes, text] : table) EXPECT_EQ(decoded(label, bytes), text) << label;
}

TEST(Decode, StopsAtWhatDoesNotFit) {
    struct Row {
        std::string_view label;
        std::string_view bytes;
        std::size_t offset;
    };
    const std::vector<Row> table{
        {"UTF-8", "ab\xC3", 2},
        {"US-ASCII", "abc\xE9", 3},
        {"windows-1253", "ab\xFF", 2},  // unassigned
        {"GB18030", "\xB9\xC5\x80", 2},
        {"GB18030", "\xB9\xC5\xFF", 2},
        {"GB18030", "\xB9\xC5\xB9", 2},          // cut off
        {"GB18030", "\xB9\xC5\x81\x30\x81", 2},  // cut off
        {"GB18030", "a\xB9;", 1},
        {"GB18030", "a\xB9 b", 1},
        {"Big5", "\xB3\xF2\xB4", 2},
        {"Big5", "\xB3\xF2\x80\x40", 2},
        {"Big5", "\xB3\xF2\xFF\x40", 2},
        {"Shift_JIS", "\x95\x5C\x80", 2},
        {"Shift_JIS", "\x95\x5C\xA0", 2},
        {"Shift_JIS", "\x95\x5C\xFD", 2},
        {"Shift_JIS", "\x95\x5C\x95", 2},
        {"Shift_JIS", "abcdefghijklmnopqrstuvwxyz\x95\x20", 26},
        {"EUC-JP", "\xB0\xCF\x80", 2},
        {"EUC-JP", "\xB0\xCF\x9F\xA1", 2},
        {"EUC-JP", "\xB0\xCF\x8F\xB0", 2},  // cut off
        {"EUC-JP", "\xB0\xCF\xB8\x5C", 2},
        {"EUC-KR", "\xB9\xD9\x80", 2},
        {"EUC-KR", "\xB9\xD9\xFF", 2},
        {"EUC-KR", "\xB9\xD9\xB5\x5B", 2},
        {"UTF-16LE", "a\0b"sv, 2},
        {"UTF-16LE", "a\0\x42\xD8z\0"sv, 2},  // a lone surrogate
        {"ISO-2022-JP", "ab\x1B$B0\xFF", 5},
    };
    for (const auto& [label, bytes, offset] : table) {
        Decoder decoder(*find_charset(label));
        std::string text;
        SourceMap map;
        const DecodeResult result = decoder.decode(bytes, text, map);
        EXPECT_FALSE(result.ok()) << label;
        EXPECT_EQ(result.bad_offset, offset) << label << ' ' << testing::PrintToString(bytes);
        EXPECT_FALSE(decoder.accepts(bytes));
        // What stands before the bad byte has been decoded.
        EXPECT_EQ(text, decoded(label, bytes.substr(0, offset))) << label;
    }
}

TEST(Decode, OneDecoderServesManyTexts) {
    Decoder decoder(Charset::shift_jis());
    std::string text;
    for (int round = 0; round < 3; ++round) {
        EXPECT_TRUE(decoder.decode("\x95\x5C", text));
        EXPECT_EQ(text, "表");
        EXPECT_FALSE(decoder.decode("ab\x95", text));
        EXPECT_EQ(text, "ab");
        EXPECT_TRUE(decoder.decode("plain", text));
        EXPECT_EQ(text, "plain");
    }
    Decoder moved = std::move(decoder);
    EXPECT_TRUE(moved.decode("\x95\x5C", text));
    EXPECT_EQ(moved.charset(), Charset::shift_jis());
}

/// Every charset with a table of characters, as labels; UTF-16 and such have all of Unicode.
const std::vector<std::string_view> table_charsets{
    "GB2312",       "GBK",          "GB18030",      "Big5",         "windows-950",  "Big5-HKSCS",   "Shift_JIS",
    "Windows-31J",  "EUC-JP",       "EUC-KR",       "windows-949",  "ISO-8859-1",   "ISO-8859-2",   "ISO-8859-3",
    "ISO-8859-4",   "ISO-8859-5",   "ISO-8859-6",   "ISO-8859-7",   "ISO-8859-8",   "ISO-8859-9",   "ISO-8859-10",
    "ISO-8859-11",  "ISO-8859-13",  "ISO-8859-14",  "ISO-8859-15",  "ISO-8859-16",  "windows-1250", "windows-1251",
    "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258",
    "windows-874",  "KOI8-R",       "KOI8-U",       "IBM866",       "macintosh",    "IBM850"};

TEST(Decode, EveryEncodableCharacterOfTheBasicPlaneComesBack) {
    for (const std::string_view label : table_charsets) {
        const Charset charset = *find_charset(label);
        Encoder encoder(charset);
        Decoder decoder(charset);
        std::string all;
        std::string all_bytes;
        std::size_t count = 0;
        for (char32_t character = 0; character <= 0xFFFF; ++character) {
            if (character >= 0xD800 && character <= 0xDFFF) continue;
            std::string utf8;
            append_utf8(utf8, character);
            std::string bytes;
            const EncodeResult result = encoder.encode(utf8, bytes);
            if (!result.ok()) {
                ASSERT_EQ(result.code_point, character) << label;
                ASSERT_EQ(result.bad_offset, 0u) << label;
                ASSERT_GE(character, 0x80u) << label;
                continue;
            }
            std::string back;
            ASSERT_TRUE(decoder.decode(bytes, back)) << label;
            ASSERT_EQ(back, utf8) << label;
            ASSERT_FALSE(charset.first_outside(bytes)) << label;
            all += utf8;
            all_bytes += bytes;
            ++count;
        }
        const std::size_t least = charset.is_single_byte() ? 128 + 40 : 7000;
        EXPECT_GE(count, least) << label;
        // And all at once, one way and back.
        std::string text;
        EXPECT_TRUE(decoder.decode(all_bytes, text)) << label;
        EXPECT_EQ(text, all) << label;
        std::string bytes;
        EXPECT_TRUE(encoder.encode(all, bytes)) << label;
        EXPECT_EQ(bytes, all_bytes) << label;
    }
}

/// A text made of pieces whose places in bytes and in UTF-8 are known.
struct Pieces {
    std::string bytes;
    std::string text;
    std::vector<std::pair<std::size_t, std::size_t>> places;  // output and input offset of each character
};

Pieces random_pieces(const Charset& charset, const std::vector<std::string>& characters, std::uint32_t seed) {
    std::mt19937 random(seed);
    Encoder encoder(charset);
    Pieces pieces;
    const auto add = [&](const std::string& character) {
        std::string bytes;
        ASSERT_TRUE(encoder.encode(character, bytes)) << character;
        pieces.places.emplace_back(pieces.text.size(), pieces.bytes.size());
        pieces.text += character;
        pieces.bytes += bytes;
    };
    for (int run = 0; run < 40; ++run) {
        for (std::size_t ascii = random() % 60; ascii > 0; --ascii)
            add(std::string(1, static_cast<char>(' ' + random() % 95)));
        for (std::size_t wide = random() % 30; wide > 0; --wide) add(characters[random() % characters.size()]);
    }
    return pieces;
}

TEST(SourceMap, LeadsBackToEveryCharacter) {
    const std::vector<std::pair<std::string_view, std::vector<std::string>>> table{
        {"GB18030", {"黑", "白", "棋", "。", "\u00E9", "\u00A5", "\U00020000", "乗"}},
        {"Big5-HKSCS", {"黑", "功", "許", "碁", "\u00CA\u0304", "\U00027267"}},
        {"Shift_JIS", {"表", "ソ", "能", "の", "ｷ", "ﾑ", "①"}},
        {"Windows-31J", {"表", "ソ", "能", "の", "ｷ", "ﾑ", "①"}},
        {"EUC-JP", {"囲", "碁", "ｷ", "丂"}},
        {"windows-949", {"바", "둑", "똠"}},
        {"windows-1252", {"ü", "€", "é"}},
        {"UTF-8", {"ü", "黑", "\U00020000"}},
    };
    for (const auto& [label, all] : table) {
        const Charset charset = *find_charset(label);
        std::vector<std::string> characters;
        for (const std::string& character : all) {
            std::string bytes;
            if (Encoder(charset).encode(character, bytes)) characters.push_back(character);
        }
        for (std::uint32_t seed = 1; seed <= 10; ++seed) {
            const Pieces pieces = random_pieces(charset, characters, seed);
            Decoder decoder(charset);
            std::string text;
            SourceMap map;
            ASSERT_TRUE(decoder.decode(pieces.bytes, text, map)) << label;
            ASSERT_EQ(text, pieces.text) << label;
            for (std::size_t index = 1; index < map.points.size(); ++index) {
                ASSERT_GE(map.points[index].output, map.points[index - 1].output);
                ASSERT_GE(map.points[index].input, map.points[index - 1].input);
            }
            std::size_t run_start = 0;
            bool in_run = false;
            for (std::size_t index = 0; index < pieces.places.size(); ++index) {
                const auto [output, input] = pieces.places[index];
                ASSERT_EQ(decoder.input_offset(pieces.bytes, map, output), input) << label;
                const bool ascii = static_cast<unsigned char>(text[output]) < 0x80;
                if (!ascii && !in_run) run_start = input;
                in_run = !ascii;
                // Without walking: exact in ASCII, the start of the run elsewhere; UTF-8 is the same on both sides.
                ASSERT_EQ(map.input_offset(output), ascii || charset.is_utf8() ? input : run_start) << label;
            }
            EXPECT_EQ(map.input_offset(text.size()), in_run ? map.input_offset(text.size()) : pieces.bytes.size());
            EXPECT_EQ(decoder.input_offset(pieces.bytes, map, text.size()), pieces.bytes.size()) << label;
        }
    }
}

TEST(SourceMap, OffsetsWithinACharacterLeadToItsStart) {
    Decoder decoder(Charset::gb18030());
    std::string text;
    SourceMap map;
    const std::string bytes =
        "ab\xBA\xDA\xB0\xD7"
        "cd";
    ASSERT_TRUE(decoder.decode(bytes, text, map));
    EXPECT_EQ(map.points, (std::vector<SourceMap::Point>{{0, 0}, {2, 2}, {8, 6}}));
    const std::vector<std::size_t> expected{0, 1, 2, 2, 2, 4, 4, 4, 6, 7, 8};
    for (std::size_t offset = 0; offset < expected.size(); ++offset) {
        EXPECT_EQ(decoder.input_offset(bytes, map, offset), expected[offset]) << offset;
    }
}

TEST(SourceMap, IsExactForCharsetsWithoutAscii) {
    // Longer than the chunks in which they are converted, with characters of one to four bytes.
    std::string text;
    std::vector<std::pair<std::size_t, std::size_t>> places;  // output offset, UTF-16 units before
    std::size_t units = 0;
    std::mt19937 random(7);
    for (int index = 0; index < 5000; ++index) {
        static const std::vector<std::string> characters{"a", "b", "é", "黑", "\U00020BB7"};
        const std::string& character = characters[random() % characters.size()];
        places.emplace_back(text.size(), units);
        text += character;
        units += character.size() == 4 ? 2 : 1;
    }
    for (const Charset& charset : {Charset::utf_16le(), Charset::utf_16be()}) {
        std::string bytes;
        ASSERT_TRUE(Encoder(charset).encode(text, bytes));
        ASSERT_EQ(bytes.size(), 2 * units);
        Decoder decoder(charset);
        std::string back;
        SourceMap map;
        ASSERT_TRUE(decoder.decode(bytes, back, map));
        ASSERT_EQ(back, text);
        for (const auto& [output, before] : places) ASSERT_EQ(map.input_offset(output), 2 * before);
        EXPECT_EQ(map.input_offset(text.size()), bytes.size());
    }
    // Escape sequences belong to the character behind them.
    Decoder decoder(Charset::iso_2022_jp());
    std::string back;
    SourceMap map;
    const std::string bytes = "ab\x1B$B0O8k\x1B(Bcd";
    ASSERT_TRUE(decoder.decode(bytes, back, map));
    ASSERT_EQ(back, "ab囲碁cd");
    EXPECT_EQ(map.input_offset(0), 0u);
    EXPECT_EQ(map.input_offset(1), 1u);
    EXPECT_EQ(map.input_offset(5), 7u);
    EXPECT_EQ(map.input_offset(8), 12u);
    EXPECT_EQ(map.input_offset(9), 13u);
    EXPECT_EQ(map.input_offset(10), bytes.size());
}

TEST(SourceMap, OfPlainAsciiIsOnePoint) {
    Decoder decoder(Charset::gb18030());
    std::string text;
    SourceMap map;
    ASSERT_TRUE(decoder.decode("\xBA\xDA", text, map));
    ASSERT_TRUE(decoder.decode("(;B[aa])", text, map));
    EXPECT_EQ(map.points, (std::vector<SourceMap::Point>{{0, 0}}));
    EXPECT_EQ(map.input_offset(5), 5u);
}

TEST(Decode, SurvivesGarbage) {
    std::mt19937 random(42);
    std::vector<Decoder> decoders;
    for (const std::string_view label : table_charsets) decoders.emplace_back(*find_charset(label));
    for (const std::string_view label :
         {"UTF-8", "UTF-16", "UTF-16LE", "UTF-32", "ISO-2022-JP", "hz-gb-2312", "iso-2022-kr"}) {
        decoders.emplace_back(*find_charset(label));
    }
    std::string text;
    SourceMap map;
    for (int round = 0; round < 300; ++round) {
        std::string bytes(random() % 200, '\0');
        for (char& byte : bytes) byte = static_cast<char>(round % 2 == 0 ? random() : 0x80 | random());
        for (Decoder& decoder : decoders) {
            const DecodeResult result = decoder.decode(bytes, text, map);
            ASSERT_TRUE(is_valid_utf8(text)) << decoder.charset().name();
            if (!result.ok()) {
                ASSERT_LT(result.bad_offset, bytes.size()) << decoder.charset().name();
            }
            for (std::size_t offset = 0; offset <= text.size(); offset += 7) {
                ASSERT_LE(decoder.input_offset(bytes, map, offset), bytes.size()) << decoder.charset().name();
            }
        }
    }
}

}  // namespace
}  // namespace tengen::text
