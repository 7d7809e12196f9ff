// The charset services in the form plugins see them.
#include "plugins/charset_services.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tengen/model/game.h>
#include <tengen/sdk/host.h>

#include "plugins/host_services.h"

namespace {

using namespace tengen;
using namespace tengen::plugins;

class Deaf : public FindingListener {
public:
    std::uint32_t on_finding(const Finding&) override { return 0; }
    void on_loss(const Loss&) override {}
};

class HostCharsets : public testing::Test {
protected:
    CharsetServices charsets_;
    Deaf listener_;
    HostServices services_{listener_, charsets_};
    sdk::Host host_{services_.host()};
};

TEST_F(HostCharsets, FlagsOfLabels) {
    std::uint32_t flags = 0;
    EXPECT_TRUE(host_.find_charset("shift-jis", flags));
    EXPECT_EQ(flags, TENGEN_CHARSET_ASCII_TRAIL_BYTES | TENGEN_CHARSET_KEEPS_ASCII);
    EXPECT_TRUE(host_.find_charset("latin1", flags));
    EXPECT_EQ(flags, TENGEN_CHARSET_SINGLE_BYTE | TENGEN_CHARSET_KEEPS_ASCII);
    EXPECT_TRUE(host_.find_charset("UTF8", flags));
    EXPECT_EQ(flags, TENGEN_CHARSET_UTF8 | TENGEN_CHARSET_KEEPS_ASCII);
    EXPECT_TRUE(host_.find_charset("ISO-2022-JP", flags));
    EXPECT_EQ(flags, TENGEN_CHARSET_ASCII_TRAIL_BYTES);
    EXPECT_FALSE(host_.find_charset("no-such-charset", flags));
    EXPECT_EQ(flags, 0U);
}

TEST_F(HostCharsets, Utf8IsTold) {
    EXPECT_TRUE(host_.is_utf8("日本"));
    EXPECT_TRUE(host_.is_utf8(""));
    EXPECT_FALSE(host_.is_utf8("\xC0\x80"));
}

TEST(HostServices, LookThroughBigTextsPieceByPiece) {
    class Onlooker : public Deaf {
    public:
        void on_looked_through(std::string_view bytes) noexcept override {
            is_whole_ = is_whole_ && bytes.data() == next_;
            next_ = bytes.data() + bytes.size();
        }
        const char* next_ = nullptr;
        bool is_whole_ = true;
    };
    std::string text = "x";
    while (text.size() < (std::size_t{20} << 20U)) {
        text += "\u65E5";
    }
    CharsetServices charsets;
    Onlooker onlooker;
    HostServices services(onlooker, charsets);
    const sdk::Host host(services.host());
    onlooker.next_ = text.data();
    EXPECT_TRUE(host.is_utf8(text));
    EXPECT_TRUE(onlooker.is_whole_);
    EXPECT_GT(onlooker.next_, text.data());
    for (const std::size_t bad : {std::size_t{1} << 20U, std::size_t{4} << 20U, std::size_t{19} << 20U}) {
        std::string other = text;
        other[bad] = '\xFF';
        EXPECT_FALSE(host.is_utf8(other)) << bad;
    }
}

TEST_F(HostCharsets, DecodedTextKnowsItsPlaces) {
    sdk::DecodedText text;
    // "ab" + U+78C1 (2 bytes in GBK) + "c"
    ASSERT_TRUE(host_.decode("GB18030",
                             "ab\xB4\xC5"
                             "c",
                             text));
    EXPECT_EQ(text.text(), "ab磁c");
    for (std::size_t i = 0; i < 64; ++i) {
        EXPECT_EQ(text.text().data()[text.text().size() + i], '\0') << i;
    }
    tengen_game game{};
    game.source_offset = 100;
    game.source_runs = text.runs().data();
    game.source_run_count = static_cast<std::uint32_t>(text.runs().size());
    const Game view(game);
    EXPECT_EQ(view.source_offset(0), 100U);
    EXPECT_EQ(view.source_offset(1), 101U);
    EXPECT_EQ(view.source_offset(2), 102U);
    EXPECT_EQ(view.source_offset(5), 104U) << "the c behind a character of 3 bytes that was 2";
}

TEST_F(HostCharsets, SupersetsAreUsedAndTold) {
    sdk::DecodedText text;
    ASSERT_TRUE(host_.decode("GB2312", "\xB0\xA1", text));
    EXPECT_FALSE(text.superset_needed());
    EXPECT_EQ(text.charset(), "GB2312");
    ASSERT_TRUE(host_.decode("GB2312", "\x81\x40", text));  // in GBK only
    EXPECT_TRUE(text.superset_needed());
    EXPECT_EQ(text.charset(), "GB18030");
}

TEST_F(HostCharsets, BytesThatDoNotFitAreLocated) {
    sdk::DecodedText text;
    EXPECT_FALSE(host_.decode("UTF-8", "abc\xFF", text));
    EXPECT_EQ(text.error_offset(), 3U);
    EXPECT_FALSE(host_.decode("no-such-charset", "abc", text));
    EXPECT_EQ(text.error_offset(), TENGEN_NO_OFFSET);
}

TEST_F(HostCharsets, TextIsEncoded) {
    sdk::DecodedText bytes;
    ASSERT_TRUE(host_.encode("Shift_JIS", "表", bytes));
    EXPECT_EQ(bytes.text(), "\x95\x5C");
    EXPECT_FALSE(host_.encode("ISO-8859-1", "ab表", bytes));
    EXPECT_EQ(bytes.error_offset(), 2U);
}

TEST_F(HostCharsets, SamplesAreRanked) {
    const std::vector<std::string> labels = host_.detect_charset("\xE6\x97\xA5\xE6\x9C\xAC");
    ASSERT_FALSE(labels.empty());
    EXPECT_EQ(labels[0], "UTF-8");
    const char* few[1] = {};
    EXPECT_EQ(charsets_.detect("abc\xE9", few, 1), 1U);
    EXPECT_EQ(charsets_.detect("abc\xE9", few, 0), 0U);
}

TEST_F(HostCharsets, ThereIsNoExtension) {
    EXPECT_EQ(host_.extension("org.example.anything"), nullptr);
}

TEST_F(HostCharsets, ManyThreadsMayDecodeAtOnce) {
    std::atomic<int> good = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([this, &good, t] {
            const char* label = t % 2 == 0 ? "Shift_JIS" : "EUC-JP";
            const std::string_view bytes = t % 2 == 0 ? "\x95\x5C" : "\xC9\xBD";
            for (int i = 0; i < 200; ++i) {
                sdk::DecodedText text;
                good += host_.decode(label, bytes, text) && text.text() == "表" ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(good, 800);
}

}  // namespace
