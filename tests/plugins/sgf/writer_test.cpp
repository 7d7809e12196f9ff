// What the writer of SGF makes of values, charsets and options.
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sgf/writer/escape.h"
#include "sgf/writer/point_compression.h"
#include "support/game_sketch.h"
#include "written_games.h"

namespace tengen::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Text and SimpleText as a reader of FF[4] takes them back, white space left alone.
std::string unescape(std::string_view written) {
    std::string text;
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (written[i] == '\\') {
            ++i;
        }
        text += written.at(i);
    }
    return text;
}

TEST(SgfWriter, WritesEveryKindOfValue) {
    GameSketch sketch({19, 19});
    sketch.node().add("FF", "4").add("GM", "1").add("SZ", "19").add("AP", "tengen:0.1");
    sketch.add("AB", {"dd", "aa:cc"}).add("TB", {""}).add("LB", {"aa:A", "bb:x:y"}).add("AR", {"aa:bb"});
    sketch.node().add("B", "aS").add("KO", "").add("C", "a]b\\c:d\n(;)").add("FG", "");
    sketch.node().add("W", "").add("XYZ", {"raw\\]", "x"}).add("V", "-1.50");
    EXPECT_EQ(written(sketch.game()),
              "(;FF[4]GM[1]SZ[19]AP[tengen:0.1]AB[dd][aa:cc]TB[]LB[aa:A][bb:x\\:y]AR[aa:bb]"
              ";KO[]C[a\\]b\\\\c:d\n(;)]FG[];W[]XYZ[raw\\]][x]V[-1.50])\n");
}

TEST(SgfWriter, EscapesColonsOfTextsThatAreNoPairs) {
    const auto text = [](std::string_view name, std::string_view value) {
        GameSketch sketch;
        sketch.node().add("FF", "4").node().add(name, "x");
        sketch.storage().values.back() = sketch.storage().store_value(10, ValueKind::text_stored, value);
        return written(sketch.game());
    };
    EXPECT_EQ(text("AP", "a:b"), "(;FF[4];AP[a\\:b])\n") << "AP[a:b] would be a pair";
    EXPECT_EQ(text("AP", "a]:\\"), "(;FF[4];AP[a\\]\\:\\\\])\n");
    EXPECT_EQ(text("C", "a:b"), "(;FF[4];C[a:b])\n");
    EXPECT_EQ(text("PC", "a:b"), "(;FF[4];PC[a:b])\n");
}

TEST(SgfWriter, WritesLettersOfTheLargestBoard) {
    GameSketch sketch({52, 52});
    sketch.node().add("FF", "4").add("SZ", "52");
    sketch.black("tt").white("zA").black("ZZ").white("");
    EXPECT_EQ(written(sketch.game()), "(;FF[4]SZ[52];B[tt];W[zA];B[ZZ];W[])\n");
}

TEST(SgfWriter, StatesTheFormatFirstWhereTheGameDoesNot) {
    GameSketch sketch;
    sketch.node().add("GM", "1");
    EXPECT_EQ(written(sketch.game()), "(;FF[4]GM[1])\n");

    GameSketch old;
    old.node().add("GM", "1").add("FF", "1");
    EXPECT_EQ(written(old.game()), "(;GM[1]FF[4])\n");

    GameSketch untyped;
    untyped.storage().header.typed = 0;
    untyped.node().add("A", "b");
    EXPECT_EQ(written(untyped.game()), "(;A[b])\n");
}

TEST(SgfWriter, LeavesOutWhatHasNoReadingAndSaysSo) {
    GameSketch sketch;
    sketch.node().add("FF", "4").add("KM", "!5 1/2").add("AB", {"aa", "!zz", "bb"}).add("CR", {"!a", "!b"});
    sketch.node().add("B", "!zz");
    sketch.white("cc");
    Written out = write_games({sketch.game()});
    EXPECT_EQ(out.text, "(;FF[4]KM[5 1/2]AB[aa][bb];;W[cc])\n");  // game information keeps its text
    EXPECT_THAT(out.losses, ElementsAre("loss.invalid-value AB x1 node 0", "loss.invalid-value CR x2 node 0",
                                        "loss.invalid-value B x1 node 1"));
}

TEST(SgfWriter, LeavesOutIdentifiersThatAreNone) {
    GameSketch sketch;
    sketch.node().add("FF", "4").add("a]b", "x").add("LONGER", "y").add("Ab", "z");
    Written out = write_games({sketch.game()});
    EXPECT_EQ(out.text, "(;FF[4]LONGER[y])\n");
    EXPECT_THAT(out.losses, ElementsAre("loss.invalid-value a]b x1 node 0", "loss.invalid-value Ab x1 node 0"));
}

TEST(SgfWriter, KeepsRawTextFromBreakingTheRecord) {
    GameSketch sketch;
    sketch.node().add("FF", "4").add("XX", {"a\\]b", "a]b", "end\\", "end\\\\", "\\\\]", "[(;"});
    EXPECT_EQ(written(sketch.game()), "(;FF[4]XX[a\\]b][a\\]b][end\\\\][end\\\\][\\\\\\]][[(;])\n");
}

TEST(SgfWriter, WritesBytesOfNoCharsetAsTheyAre) {
    GameSketch sketch;
    sketch.node().add("FF", "4");
    GameBuilder builder(sketch.storage());
    builder.add_property("C");
    builder.add_value(sketch.storage().store_value(0, ValueKind::bytes_stored, "\xFF\x81]\\"));
    EXPECT_EQ(written(sketch.game()), "(;FF[4]CA[UTF-8]C[\xFF\x81\\]\\\\])\n");
    // A charset that makes sense of them writes them as text; one that does not must leave them out.
    EXPECT_EQ(written(sketch.game(), {{"charset", "ISO-8859-5"}}), "(;FF[4]CA[ISO-8859-5]C[\xFF\x81\\]\\\\])\n");
    Written out = write_games({sketch.game()}, {{"charset", "Big5"}});
    EXPECT_EQ(out.text, "(;FF[4])\n");
    EXPECT_THAT(out.losses, ElementsAre("loss.invalid-value C x1 node 0"));
}

TEST(SgfWriter, EveryValueIsPrintedOrReported) {
    const auto write = [](std::string_view name, const char* charset, auto&& make_value_in) {
        GameSketch sketch;
        sketch.node().add("FF", "4");
        GameBuilder builder(sketch.storage());
        builder.add_named_property(name);
        builder.add_value(make_value_in(sketch.storage()));
        const Written out = write_games({sketch.game()}, {{"charset", charset}});
        EXPECT_TRUE(out.result.ok());
        const bool is_printed = out.text.find(std::string(name) + "[") != std::string::npos;
        EXPECT_EQ(out.losses.size(), is_printed ? 0u : 1u) << out.text;
        EXPECT_TRUE(is_printed || out.text == "(;FF[4])\n") << out.text;
        return is_printed;
    };
    // "a" is in every charset, FF 81 in none but those of single bytes.
    const auto value = [](GameStorage& storage, ValueKind kind, std::string_view text) {
        switch (kind) {
            case ValueKind::empty:
            case ValueKind::pass:
                return make_value(0, kind);
            case ValueKind::point:
                return make_point(0, {1, 2});
            case ValueKind::rectangle:
                return make_rectangle(0, {{1, 2}, {3, 4}});
            case ValueKind::pair:
                return storage.pair_value(0, make_point(0, {1, 2}), make_point(0, {3, 4}));
            default:
                return storage.store_value(0, kind, text);
        }
    };
    constexpr std::array kinds{ValueKind::empty,      ValueKind::text_stored,    ValueKind::point,
                               ValueKind::pass,       ValueKind::rectangle,      ValueKind::pair,
                               ValueKind::raw_stored, ValueKind::invalid_stored, ValueKind::bytes_stored};
    for (const ValueKind kind : kinds) {
        for (const std::string_view text : {"a", "\xFF\x81"}) {
            for (const char* charset : {"UTF-8", "Big5"}) {
                const bool is_text =
                    kind != ValueKind::bytes_stored || charset == std::string_view("UTF-8") || text == "a";
                const std::string_view valid = kind == ValueKind::bytes_stored ? text : "a";
                const auto alone = [&](GameStorage& storage) { return value(storage, kind, valid); };
                EXPECT_EQ(write("C", charset, alone), is_text && kind != ValueKind::invalid_stored) << int(kind);
                EXPECT_EQ(write("PC", charset, alone), is_text) << int(kind);  // game information is kept
                const bool is_part = is_text && kind != ValueKind::invalid_stored && kind != ValueKind::rectangle &&
                                     kind != ValueKind::pair;
                EXPECT_EQ(write("AP", charset,
                                [&](GameStorage& storage) {
                                    const tengen_value part = value(storage, kind, valid);
                                    return storage.pair_value(0, part, value(storage, ValueKind::text_stored, "b"));
                                }),
                          is_part)
                    << int(kind);
                EXPECT_EQ(write("AP", charset,
                                [&](GameStorage& storage) {
                                    const tengen_value part = value(storage, kind, valid);
                                    return storage.pair_value(0, value(storage, ValueKind::text_stored, "b"), part);
                                }),
                          is_part)
                    << int(kind);
            }
        }
    }
}

TEST(SgfWriter, EscapingIsUndoneByUnescaping) {
    std::minstd_rand random(7);
    const std::string_view alphabet = "]\\:[;()ab \n\xC3\xA9";
    for (int round = 0; round < 4000; ++round) {
        std::string text;
        for (std::size_t size = random() % 70; size > 0; --size) {
            text += alphabet[random() % (round % 2 == 0 ? alphabet.size() : 4)];
        }
        std::string buffer(sgf::escaped_room(text.size()), '#');
        sgf::EscapingCopier copier;
        copier.begin();
        std::string whole(buffer.data(), copier.copy_text(buffer.data(), text));
        EXPECT_EQ(unescape(whole), text);
        EXPECT_EQ(copier.saw_non_ascii(), text.find_first_of("\xC3\xA9") != std::string::npos);
        std::string part(buffer.data(), copier.copy_part(buffer.data(), text));
        EXPECT_EQ(unescape(part), text);
        EXPECT_EQ(std::string(buffer.data(), copier.copy_raw(buffer.data(), part)), part);
        // Neither brackets nor, in parts, colons are left bare.
        for (std::size_t i = 0; i < part.size(); ++i) {
            if (part[i] == '\\') {
                ++i;
            } else {
                EXPECT_TRUE(part[i] != ']' && part[i] != ':') << part;
            }
        }
    }
}

// What only other formats can hold: no reader of SGF would take it as it is.
TEST(SgfWriter, ControlCharactersAreLeftOutAndCounted) {
    GameSketch sketch;
    const std::string zeros("\0a\0", 3);
    sketch.node().add("FF", "4").add("PB", "A\x01nn\x1F").add("PW", "a long enough name\tof\x0Btwo\x0C.");
    sketch.add("GC", zeros + " is long enough for a block");
    sketch.node().add("C", "one\r\ntwo\rthree\nfour\x7F").add("AP", "a\x05:b\tc");
    sketch.node().add("C", "\x02\t").add("XX", {"raw\ttab\x03", "\\\x04]"});
    const Written out = write_games({sketch.game()});
    EXPECT_EQ(
        out.text,
        "(;FF[4]PB[Ann]PW[a long enough name of two .]GC[a is long enough for a block];C[one\ntwo\nthree\nfour\x7F]"
        "AP[a:b c];C[ ]XX[raw\ttab][\\]])\n");
    EXPECT_THAT(out.losses, testing::UnorderedElementsAre(
                                "loss.control-character PB x2 node 0", "loss.control-character PW x3 node 0",
                                "loss.control-character GC x2 node 0", "loss.control-character C x1 node 2",
                                "loss.control-character C x3 node 1", "loss.control-character AP x1 node 1",
                                "loss.control-character AP x1 node 1", "loss.control-character XX x2 node 2"));
    EXPECT_TRUE(out.findings.empty());
}

TEST(SgfWriter, TextsComeOutAsReadersTakeThem) {
    std::minstd_rand random(11);
    const std::string alphabet("]\\:ab \n\t\v\f\r\x01\x1F\0", 15);
    for (int round = 0; round < 4000; ++round) {
        std::string text;
        for (std::size_t size = random() % 70; size > 0; --size) {
            text += alphabet[random() % (round % 2 == 0 ? alphabet.size() : 7)];
        }
        std::string expected;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            if (c == '\r') {
                expected += i + 1 < text.size() && text[i + 1] == '\n' ? "" : "\n";
            } else if (c == '\t' || c == '\v' || c == '\f') {
                expected += ' ';
            } else if (c == '\n' || static_cast<unsigned char>(c) >= 0x20) {
                expected += c;
            }
        }
        std::string buffer(sgf::escaped_room(text.size()), '#');
        sgf::EscapingCopier copier;
        copier.begin();
        const std::string whole(buffer.data(),
                                copier.copy_text(buffer.data(), sgf::TextInBlock{text, text.capacity()}));
        EXPECT_EQ(unescape(whole), expected);
        EXPECT_EQ(copier.saw_control(), expected != text);
        EXPECT_EQ(unescape(std::string(buffer.data(), copier.copy_part(buffer.data(), text))), expected);
    }
}

// -- charset --

TEST(SgfWriter, RefusesCharsetsInWhichTheSyntaxIsNotReadable) {
    GameSketch sketch;
    sketch.node().add("FF", "4").add("C", "a+b~");
    for (const char* charset : {"UTF-7", "UTF-16", "UTF-16LE", "UTF-32BE", "BOCU-1", "SCSU", "ibm-37", "HZ-GB-2312",
                                "ISO-2022-JP", "ISO-2022-KR", "IMAP-mailbox-name"}) {
        EXPECT_EQ(write_games({sketch.game()}, {{"charset", charset}}).result.status,
                  plugins::SessionStatus::bad_option)
            << charset;
    }
    for (const char* charset : {"UTF-8", "US-ASCII", "ISO-8859-1", "windows-1251", "KOI8-R", "Shift_JIS", "EUC-JP",
                                "GBK", "GB18030", "Big5", "Big5-HKSCS", "EUC-KR", "TIS-620", "windows-1255"}) {
        EXPECT_NE(written(sketch.game(), {{"charset", charset}}).find("C[a+b~]"), std::string::npos) << charset;
    }
}

TEST(SgfWriter, NamesTheCharsetExactlyWhenItMatters) {
    GameSketch ascii;
    ascii.node().add("GM", "1").add("FF", "4").add("PB", "Mueller");
    EXPECT_EQ(written(ascii.game()), "(;GM[1]FF[4]PB[Mueller])\n");

    GameSketch beyond;
    beyond.node().add("GM", "1").add("FF", "4").add("PB", "Müller").node().add("C", "x");
    EXPECT_EQ(written(beyond.game()), "(;GM[1]FF[4]CA[UTF-8]PB[Müller];C[x])\n");

    GameSketch deep;  // behind the first sixteen bytes of a comment far down, and in raw text
    deep.node().add("FF", "4").node().add("C", "0123456789abcdef0123456789é");
    EXPECT_THAT(written(deep.game()), HasSubstr("FF[4]CA[UTF-8];"));
    GameSketch raw;
    raw.node().add("FF", "4").node().add("XX", "黑");
    EXPECT_THAT(written(raw.game()), HasSubstr("FF[4]CA[UTF-8];"));
    GameSketch label;
    label.node().add("FF", "4").node().add("LB", "aa:黑");
    EXPECT_EQ(written(label.game()), "(;FF[4]CA[UTF-8];LB[aa:黑])\n");

    GameSketch untyped;
    untyped.storage().header.typed = 0;
    untyped.node().add("A", "é");
    EXPECT_EQ(written(untyped.game()), "(;CA[UTF-8]A[é])\n");
}

TEST(SgfWriter, ReplacesTheCharsetOfTheInputInPlace) {
    GameSketch sketch;
    sketch.node().add("FF", "4").add("GM", "1").add("CA", "GB2312").add("PB", "x");
    EXPECT_EQ(written(sketch.game()), "(;FF[4]GM[1]CA[UTF-8]PB[x])\n");

    GameSketch declared;  // where it stood is not known any more, but there was one
    declared.node().add("FF", "4").add("PB", "x");
    declared.storage().header.charset_declared = declared.storage().store("Big5");
    EXPECT_EQ(written(declared.game()), "(;FF[4]CA[UTF-8]PB[x])\n");
}

TEST(SgfWriter, SeveralGamesEachHaveTheirOwnCharset) {
    GameSketch first;
    first.node().add("FF", "4").add("PB", "é");
    GameSketch second;
    second.node().add("FF", "4").add("PB", "e");
    EXPECT_EQ(write_games({first.game(), second.game(), first.game()}).text,
              "(;FF[4]CA[UTF-8]PB[é])\n(;FF[4]PB[e])\n(;FF[4]CA[UTF-8]PB[é])\n");
}

TEST(SgfWriter, EncodesIntoTheCharsetAsked) {
    GameSketch sketch;
    sketch.node().add("FF", "4").add("PB", "功]").add("PW", "許");
    // The second byte of both characters is a backslash; only the bracket is escaped.
    EXPECT_EQ(written(sketch.game(), {{"charset", "big5"}}), "(;FF[4]CA[Big5]PB[\xA5\x5C\\]]PW[\xB3\x5C])\n");
    EXPECT_EQ(written(sketch.game(), {{"charset", "utf8"}}), "(;FF[4]CA[UTF-8]PB[功\\]]PW[許])\n");
}

TEST(SgfWriter, WritesNothingOfAGameThatTheCharsetLacks) {
    GameSketch good;
    good.node().add("FF", "4").add("PB", "棋");
    GameSketch bad;
    bad.node().add("FF", "4").add("PB", "棋");
    bad.node().add("C", "x;[y\\");
    bad.node().add("C", "zzé");
    Written out = write_games({bad.game()}, {{"charset", "Big5"}});
    EXPECT_EQ(out.result.status, plugins::SessionStatus::gave_up);
    EXPECT_EQ(out.text, "");
    EXPECT_THAT(out.findings, ElementsAre("charset.unencodable node 2: the charset Big5 has no character 'é'"));
    EXPECT_EQ(write_games({good.game()}, {{"charset", "Big5"}}).text, "(;FF[4]CA[Big5]PB[\xB4\xD1])\n");
}

// -- options --

TEST(SgfWriter, RefusesOptionsThatMakeNoSense) {
    GameSketch sketch;
    sketch.node();
    const auto status = [&](std::vector<plugins::OptionValue> options) {
        return write_games({sketch.game()}, std::move(options)).result.status;
    };
    EXPECT_EQ(status({{"charset", "no such charset"}}), plugins::SessionStatus::bad_option);
    EXPECT_EQ(status({{"compress", "true"}, {"expand", "true"}}), plugins::SessionStatus::bad_option);
    EXPECT_EQ(status({{"compress", "true"}, {"ff", "3"}}), plugins::SessionStatus::bad_option);
    EXPECT_EQ(status({{"ff", "5"}}), plugins::SessionStatus::bad_option);
    EXPECT_EQ(status({{"line-width", "-1"}}), plugins::SessionStatus::bad_option);
    EXPECT_EQ(status({{"compress", "true"}}), plugins::SessionStatus::ok);
}

TEST(SgfWriter, WritesPassesAsAsked) {
    GameSketch small({19, 19});
    small.node().add("FF", "4");
    small.black("").white("aa");
    EXPECT_EQ(written(small.game(), {{"pass", "tt"}}), "(;FF[4];B[tt];W[aa])\n");
    GameSketch large({20, 20});
    large.node().add("FF", "4");
    large.black("").white("tt");
    EXPECT_EQ(written(large.game(), {{"pass", "tt"}}), "(;FF[4];B[];W[tt])\n");
}

TEST(SgfWriter, CompressesPointListsWhereThatIsShorter) {
    GameSketch sketch({19, 19});
    sketch.node().add("FF", "4").add("AB", {"bb", "aa", "ab", "ba"}).add("AW", {"qd"}).add("CR", {"cc", "dd"});
    sketch.add("TB", {"aa", "ab", "ac", "bc", "!zz"});
    EXPECT_EQ(written(sketch.game(), {{"compress", "true"}}), "(;FF[4]AB[aa:bb]AW[qd]CR[cc][dd]TB[aa][ab][ac][bc])\n");
    EXPECT_EQ(written(sketch.game()), "(;FF[4]AB[bb][aa][ab][ba]AW[qd]CR[cc][dd]TB[aa][ab][ac][bc])\n");
}

TEST(SgfWriter, ExpandsRectangles) {
    GameSketch sketch({19, 19});
    sketch.node().add("FF", "4").add("AB", {"aa:bb", "dd"});
    EXPECT_EQ(written(sketch.game(), {{"expand", "true"}}), "(;FF[4]AB[aa][ab][ba][bb][dd])\n");
}

TEST(SgfWriter, CompressionHoldsTheSamePointsEachOnce) {
    std::minstd_rand random(11);
    for (int round = 0; round < 300; ++round) {
        std::vector<tengen_value> values;
        std::vector<std::vector<int>> wanted(52, std::vector<int>(52, 0));
        for (std::size_t count = random() % 60; count > 0; --count) {
            const auto side = static_cast<std::uint8_t>(round % 3 == 0 ? 52 : 6);
            const Point p{static_cast<std::uint8_t>(random() % side), static_cast<std::uint8_t>(random() % side)};
            values.push_back(make_point(0, p));
            wanted[p.column][p.row] = 1;
        }
        values.push_back(make_rectangle(0, {{50, 50}, {51, 51}}));
        for (int c = 50; c < 52; ++c) {
            wanted[static_cast<std::size_t>(c)][50] = wanted[static_cast<std::size_t>(c)][51] = 1;
        }
        std::vector<std::vector<int>> got(52, std::vector<int>(52, 0));
        for (const Rectangle& rectangle : sgf::compress_points(values)) {
            for_each_point(make_rectangle(0, rectangle), [&](Point p) { ++got[p.column][p.row]; });
        }
        EXPECT_EQ(got, wanted);
    }
}

TEST(SgfWriter, WritesOlderFormatsAndSaysWhatIsNewer) {
    GameSketch sketch({19, 19});
    sketch.node().add("FF", "4").add("AP", "x:1").add("AB", {"aa:ab"});
    sketch.black("").add("SQ", "aa");
    sketch.white("bb").add("SQ", "bb").add("C", "x");
    Written out = write_games({sketch.game()}, {{"ff", "3"}});
    EXPECT_EQ(out.text, "(;FF[3]AP[x:1]AB[aa][ab];B[tt]SQ[aa];W[bb]SQ[bb]C[x])\n");
    EXPECT_THAT(out.losses, ElementsAre("loss.older-ff AP x1 node -", "loss.older-ff SQ x2 node -"));

    GameSketch large({21, 21});
    large.node().add("FF", "4").add("SZ", "21");
    large.black("");
    out = write_games({large.game()}, {{"ff", "1"}});
    EXPECT_EQ(out.text, "(;FF[1]SZ[21];B[])\n");
    EXPECT_THAT(out.losses, ElementsAre("loss.older-ff SZ x1 node -"));
}

TEST(SgfWriter, PublishesWhatItCanCarry) {
    const tengen_writer& writer = sgf::writer_table;
    ASSERT_EQ(writer.capability_count, static_cast<std::uint32_t>(TENGEN_FEATURE_COUNT));
    EXPECT_EQ(writer.capabilities[TENGEN_FEATURE_TREE], TENGEN_CAN);
    EXPECT_EQ(writer.capabilities[TENGEN_FEATURE_STREAMS], TENGEN_CANNOT);
    EXPECT_EQ(writer.capabilities[TENGEN_FEATURE_CERTAINTY], TENGEN_PARTLY);
    EXPECT_EQ(std::string_view(writer.format), "sgf");
}

}  // namespace
}  // namespace tengen::test
