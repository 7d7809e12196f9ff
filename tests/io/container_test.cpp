#include "io/container.h"

#include <algorithm>
#include <clocale>
#include <cstdint>
#include <cstdio>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "io/archive_maker.h"
#include "io/member_name.h"

namespace tengen::io {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;
using Format = ArchiveMaker::Format;

struct Unpacked {
    std::vector<Member> members;
    std::vector<Finding> findings;
    bool stopped = false;
    std::uint64_t left_out = 0;

    // name=text
    std::vector<std::string> texts() const {
        std::vector<std::string> out;
        for (const Member& member : members) out.push_back(member.name + "=" + std::string(member.bytes.view()));
        return out;
    }
    std::vector<std::pair<std::string, std::string>> found() const {
        std::vector<std::pair<std::string, std::string>> out;
        for (const Finding& finding : findings) out.emplace_back(finding.id, finding.member);
        return out;
    }
};

Unpacked unpack(std::string_view bytes, ContainerOptions options = {}, std::string_view name = "test.zip") {
    Unpacked unpacked;
    Container container(bytes, name, std::move(options), [&](Finding f) { unpacked.findings.push_back(std::move(f)); });
    while (auto member = container.next()) {
        const std::string_view bytes_of = member->bytes;
        const char* const end = bytes_of.data() + bytes_of.size();
        EXPECT_TRUE(std::all_of(end, end + Bytes::padding, [](char c) { return c == '\0'; }));
        EXPECT_EQ(member->index, unpacked.members.size());
        unpacked.members.push_back(std::move(*member));
    }
    unpacked.stopped = container.stopped();
    EXPECT_FALSE(container.next().has_value());
    unpacked.left_out = container.left_out();
    return unpacked;
}

ContainerOptions media() {
    ContainerOptions options;
    options.limits = ContainerLimits::media();
    options.flat_names = true;
    return options;
}

std::string noise(std::size_t size, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::string text(size, '\0');
    for (char& c : text) c = static_cast<char>(random() & 0xFFU);
    return text;
}

std::string compressed(int filter, std::string_view text) {
    ArchiveMaker maker(Format::raw, filter);
    maker.file("x", text);
    return maker.finish();
}

// A zip of stored members with names as they are and without the flag that says UTF-8.
std::string legacy_zip(const std::vector<std::pair<std::string, std::string>>& members, bool utf8_flag = false) {
    const auto number = [](std::string& out, std::uint32_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>((value >> (8 * i)) & 0xFFU));
    };
    const auto crc = [](std::string_view text) {
        std::uint32_t sum = 0xFFFFFFFFU;
        for (const char c : text) {
            sum ^= static_cast<unsigned char>(c);
            for (int i = 0; i < 8; ++i) sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? 0xEDB88320U : 0U);
        }
        return ~sum;
    };
    std::string out;
    std::string directory;
    for (const auto& [name, text] : members) {
        const auto offset = static_cast<std::uint32_t>(out.size());
        std::string common;
        number(common, 20, 2);                       // version needed
        number(common, utf8_flag ? 0x800U : 0U, 2);  // flags
        number(common, 0, 2);                        // stored
        number(common, 0x30a63900U, 4);              // time
        number(common, crc(text), 4);
        number(common, static_cast<std::uint32_t>(text.size()), 4);
        number(common, static_cast<std::uint32_t>(text.size()), 4);
        number(common, static_cast<std::uint32_t>(name.size()), 2);
        number(common, 0, 2);  // extra
        out += "PK\x03\x04";
        out += common;
        out += name;
        out += text;
        directory += "PK\x01\x02";
        number(directory, 0x0314U, 2);  // made by Unix
        directory += common;
        number(directory, 0, 2);  // comment
        number(directory, 0, 2);  // disk
        number(directory, 0, 2);
        number(directory, 0x81800000U, 4);  // regular file
        number(directory, offset, 4);
        directory += name;
    }
    const auto at = static_cast<std::uint32_t>(out.size());
    const auto count = static_cast<std::uint32_t>(members.size());
    out += directory;
    out += "PK\x05\x06";
    number(out, 0, 4);
    number(out, count, 2);
    number(out, count, 2);
    number(out, static_cast<std::uint32_t>(directory.size()), 4);
    number(out, at, 4);
    number(out, 0, 2);
    return out;
}

TEST(Recognise, ByContent) {
    EXPECT_EQ(recognise(""), ContainerKind::none);
    EXPECT_EQ(recognise("(;GM[1])"), ContainerKind::none);
    EXPECT_EQ(recognise("PK is a text"), ContainerKind::none);
    EXPECT_EQ(recognise("BZh9 is a text"), ContainerKind::none);
    EXPECT_EQ(recognise("\x1f\x8b\x08\x00"), ContainerKind::gzip);
    for (const auto& [filter, kind] :
         {std::pair(ARCHIVE_FILTER_GZIP, ContainerKind::gzip), std::pair(ARCHIVE_FILTER_XZ, ContainerKind::xz),
          std::pair(ARCHIVE_FILTER_ZSTD, ContainerKind::zstd), std::pair(ARCHIVE_FILTER_BZIP2, ContainerKind::bzip2)}) {
        EXPECT_EQ(recognise(compressed(filter, "text")), kind);
        EXPECT_TRUE(is_compression(kind));
    }
    for (const Format format : {Format::ustar, Format::pax, Format::gnutar}) {
        EXPECT_EQ(recognise(ArchiveMaker(format).file("a", "x").finish()), ContainerKind::tar);
    }
    EXPECT_EQ(recognise(ArchiveMaker(Format::zip).file("a", "x").finish()), ContainerKind::zip);
    EXPECT_EQ(recognise(ArchiveMaker(Format::zip).finish()), ContainerKind::zip);
    EXPECT_EQ(recognise(ArchiveMaker(Format::seven_zip).file("a", "x").finish()), ContainerKind::seven_zip);
    EXPECT_FALSE(is_compression(ContainerKind::zip));
    EXPECT_EQ(to_string(ContainerKind::seven_zip), "7z");
}

class Archives : public testing::TestWithParam<std::pair<Format, int>> {};

TEST_P(Archives, MembersInOrder) {
    const auto [format, filter] = GetParam();
    const std::string big = noise(300000);
    ArchiveMaker maker(format, filter);
    maker.file("b.sgf", "(;B[aa])").folder("x").file("x/a.sgf", "(;W[bb])").file("empty.sgf", "").file("big.sgf", big);
    maker.file("\u56f2\u7881.sgf", "u");
    const Unpacked u = unpack(maker.finish());
    EXPECT_THAT(u.found(), IsEmpty());
    std::map<std::string, std::string> got;
    for (const Member& m : u.members) got[m.name] = std::string(m.bytes.view());
    EXPECT_EQ(got["b.sgf"], "(;B[aa])");
    EXPECT_EQ(got["x/a.sgf"], "(;W[bb])");
    EXPECT_TRUE(got["big.sgf"] == big);
    EXPECT_EQ(got["\u56f2\u7881.sgf"], "u");
    EXPECT_EQ(got.count("empty.sgf"), 1U);
    ASSERT_EQ(u.members.size(), 5U);
    if (format != Format::seven_zip) {  // this one puts empty files last
        EXPECT_EQ(u.members[0].name, "b.sgf");
        EXPECT_EQ(u.members[1].name, "x/a.sgf");
        EXPECT_EQ(u.members[2].name, "empty.sgf");
    }
    EXPECT_EQ(u.members[0].safe_name, "b.sgf");
    EXPECT_EQ(u.members[0].size, 8U);
    EXPECT_EQ(u.members[0].depth, 1);
    EXPECT_FALSE(u.stopped);
}

INSTANTIATE_TEST_SUITE_P(
    All, Archives,
    testing::Values(std::pair(Format::zip, ARCHIVE_FILTER_NONE), std::pair(Format::ustar, ARCHIVE_FILTER_NONE),
                    std::pair(Format::pax, ARCHIVE_FILTER_NONE), std::pair(Format::gnutar, ARCHIVE_FILTER_NONE),
                    std::pair(Format::seven_zip, ARCHIVE_FILTER_NONE), std::pair(Format::ustar, ARCHIVE_FILTER_GZIP),
                    std::pair(Format::pax, ARCHIVE_FILTER_XZ), std::pair(Format::gnutar, ARCHIVE_FILTER_ZSTD),
                    std::pair(Format::pax, ARCHIVE_FILTER_BZIP2)));

TEST(Container, EmptyArchives) {
    for (const Format format : {Format::zip, Format::seven_zip}) {
        const Unpacked u = unpack(ArchiveMaker(format).finish());
        EXPECT_THAT(u.members, IsEmpty());
        EXPECT_THAT(u.found(), IsEmpty());
    }
    EXPECT_THAT(unpack("no container").members, IsEmpty());
    EXPECT_THAT(unpack("").found(), IsEmpty());
}

class Compressed : public testing::TestWithParam<std::pair<int, const char*>> {};

TEST_P(Compressed, OneMemberWithoutTheSuffix) {
    const auto [filter, suffix] = GetParam();
    for (const std::string& text : {std::string("(;B[aa])"), std::string(), noise(1000000), std::string(512, ' ')}) {
        const std::string bytes = compressed(filter, text);
        const Unpacked u = unpack(bytes, {}, "games/lee.sgf" + std::string(suffix));
        EXPECT_THAT(u.found(), IsEmpty());
        ASSERT_EQ(u.members.size(), 1U);
        EXPECT_EQ(u.members[0].name, "lee.sgf");
        EXPECT_TRUE(u.members[0].bytes.view() == text);
    }
    EXPECT_EQ(unpack(compressed(filter, "x"), {}, "lee").members.at(0).name, "lee");
    EXPECT_EQ(unpack(compressed(filter, "x"), {}, suffix).members.at(0).name, suffix);
}

TEST_P(Compressed, EveryTruncationIsFound) {
    const std::string bytes = compressed(GetParam().first, noise(2000));
    for (std::size_t size = 10; size + 1 < bytes.size(); size += 7) {
        const std::string cut = bytes.substr(0, size);
        if (recognise(cut) == ContainerKind::none) continue;
        const Unpacked u = unpack(cut, {}, "lee.sgf.gz");
        EXPECT_THAT(u.members, IsEmpty()) << size;
        EXPECT_THAT(u.found(), ElementsAre(Pair("container.damaged", testing::_))) << size;
        EXPECT_FALSE(u.stopped);
    }
}

TEST_P(Compressed, FlippedBitIsFound) {
    if (GetParam().first == ARCHIVE_FILTER_ZSTD) GTEST_SKIP() << "a check sum is optional there, and not written here";
    std::string bytes = compressed(GetParam().first, noise(5000));
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x10);
    const Unpacked u = unpack(bytes, {}, "lee.sgf.gz");
    EXPECT_THAT(u.members, IsEmpty());
    ASSERT_EQ(u.findings.size(), 1U);
    EXPECT_EQ(u.findings[0].id, "container.damaged");
}

TEST_P(Compressed, BytesBehindItAreDamage) {
    const auto [filter, suffix] = GetParam();
    const std::string name = "a.sgf" + std::string(suffix);
    // Another stream that does not begin in full is no stream.
    for (const std::string& behind : {std::string("x"), std::string(10, '\0') + "x", std::string(3000, 'x'),
                                      compressed(filter, "x").substr(0, 3)}) {
        const std::string bytes = compressed(filter, "(;B[aa])") + behind;
        const Unpacked u = unpack(bytes, {}, name);
        EXPECT_THAT(u.texts(), IsEmpty());
        EXPECT_THAT(u.found(), ElementsAre(Pair("container.damaged", "a.sgf")));
        EXPECT_EQ(u.left_out, 1U);
        EXPECT_THAT(u.findings.at(0).message, testing::HasSubstr("is left out"));
        ContainerOptions options;
        options.keep_damaged = true;
        const Unpacked kept = unpack(bytes, options, name);
        ASSERT_EQ(kept.members.size(), 1U);
        EXPECT_TRUE(kept.members[0].damaged);
        EXPECT_EQ(kept.left_out, 0U);
        EXPECT_THAT(kept.found(), ElementsAre(Pair("container.damaged", "a.sgf")));
        EXPECT_THAT(kept.findings.at(0).message, testing::Not(testing::HasSubstr("left out")));
        if (filter == ARCHIVE_FILTER_GZIP || filter == ARCHIVE_FILTER_BZIP2) {
            EXPECT_EQ(kept.members[0].bytes.view(), "(;B[aa])");
        }
    }
    // A tar in it was complete before.
    const std::string tar = ArchiveMaker(Format::ustar, filter).file("a.sgf", noise(100'000)).finish();
    const Unpacked u = unpack(tar + "x", {}, "a.tar" + std::string(suffix));
    EXPECT_THAT(u.found(), ElementsAre(Pair("container.damaged", testing::_)));
}

TEST_P(Compressed, StreamsInARowAreOne) {
    const auto [filter, suffix] = GetParam();
    const std::string bytes = compressed(filter, "(;B[aa])") + compressed(filter, "(;W[bb])");
    const Unpacked u = unpack(bytes, {}, "a.sgf" + std::string(suffix));
    EXPECT_THAT(u.texts(), ElementsAre("a.sgf=(;B[aa])(;W[bb])"));
    EXPECT_THAT(u.found(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, Compressed,
                         testing::Values(std::pair(ARCHIVE_FILTER_GZIP, ".gz"), std::pair(ARCHIVE_FILTER_XZ, ".xz"),
                                         std::pair(ARCHIVE_FILTER_ZSTD, ".zst"),
                                         std::pair(ARCHIVE_FILTER_BZIP2, ".bz2")));

TEST(Container, ZerosBehindCompressedDataAreNothing) {
    // As tapes leave them.
    for (const auto& [filter, name] :
         {std::pair(ARCHIVE_FILTER_GZIP, "a.sgf.gz"), std::pair(ARCHIVE_FILTER_XZ, "a.sgf.xz"),
          std::pair(ARCHIVE_FILTER_BZIP2, "a.sgf.bz2")}) {
        const Unpacked u = unpack(compressed(filter, "(;B[aa])") + std::string(100, '\0'), {}, name);
        EXPECT_THAT(u.texts(), ElementsAre("a.sgf=(;B[aa])")) << name;
        EXPECT_THAT(u.found(), IsEmpty()) << name;
    }
}

TEST(Container, ADamagedContainerIsEnteredIfItIsKept) {
    const std::string inner = compressed(ARCHIVE_FILTER_GZIP, noise(200000));
    const std::string outer = compressed(ARCHIVE_FILTER_XZ, inner.substr(0, inner.size() / 2));
    ContainerOptions options;
    options.keep_damaged = true;
    const Unpacked u = unpack(outer, options, "a.sgf.gz.xz");
    ASSERT_EQ(u.members.size(), 1U);
    EXPECT_EQ(u.members[0].name, "a.sgf.gz/a.sgf");
    EXPECT_TRUE(u.members[0].damaged);
}

TEST(Container, KeepDamagedGivesWhatThereIs) {
    const std::string text = noise(200000);
    const std::string bytes = compressed(ARCHIVE_FILTER_GZIP, text);
    ContainerOptions options;
    options.keep_damaged = true;
    const Unpacked u = unpack(std::string_view(bytes).substr(0, bytes.size() / 2), options, "a.sgf.gz");
    ASSERT_EQ(u.members.size(), 1U);
    EXPECT_TRUE(u.members[0].damaged);
    EXPECT_GT(u.members[0].bytes.size(), 0U);
    EXPECT_TRUE(std::string_view(text).starts_with(u.members[0].bytes.view()));
    EXPECT_THAT(u.found(), ElementsAre(Pair("container.damaged", "a.sgf")));
}

TEST(Container, CutTarGivesTheMembersBefore) {
    const std::string bytes =
        ArchiveMaker(Format::ustar).file("game.rgf", "(;GM[1])").file("talk.ogg", noise(4000)).finish();
    const Unpacked u = unpack(bytes.substr(0, 2500), media(), "input.rgt");
    EXPECT_THAT(u.texts(), ElementsAre("game.rgf=(;GM[1])"));
    EXPECT_THAT(u.found(), ElementsAre(Pair("container.damaged", "talk.ogg")));
    EXPECT_EQ(u.findings[0].offset, 1024U);  // its header

    // The same if the cut member would not even have been read.
    ContainerOptions options = media();
    options.wanted = [](std::string_view name) { return name == "game.rgf"; };
    const Unpacked unread = unpack(bytes.substr(0, 2500), options, "input.rgt");
    ASSERT_EQ(unread.members.size(), 2U);
    EXPECT_FALSE(unread.members[1].read);
    EXPECT_EQ(unread.members[1].size, 4000U);
    EXPECT_TRUE(unread.members[1].bytes.empty());
    EXPECT_THAT(unread.found(), ElementsAre(Pair("container.damaged", testing::_)));
}

TEST(Container, TarCutBetweenMembersOrInAHeader) {
    const std::string bytes = ArchiveMaker(Format::ustar).file("a.sgf", "A").file("b.sgf", "B").finish();
    for (const std::size_t size : {1024U, 1200U, 2048U}) {
        const Unpacked u = unpack(bytes.substr(0, size));
        EXPECT_EQ(u.members.size(), size / 1024);
        EXPECT_THAT(u.found(), ElementsAre(Pair("container.damaged", ""))) << size;
    }
    // The end mark alone, without the rest of the last record, is fine.
    EXPECT_THAT(unpack(bytes.substr(0, 2048 + 512)).found(), IsEmpty());
    EXPECT_THAT(unpack(bytes.substr(0, 2048 + 1024)).found(), IsEmpty());
}

TEST(Container, TarThatGoesOnAfterItsEnd) {
    for (const int filter : {ARCHIVE_FILTER_NONE, ARCHIVE_FILTER_GZIP}) {
        std::string bytes = ArchiveMaker(Format::ustar, filter).file("a.sgf", "A").finish();
        bytes += ArchiveMaker(Format::ustar, filter).file("b.sgf", "B").finish();
        const Unpacked u = unpack(bytes);
        EXPECT_THAT(u.texts(), ElementsAre("a.sgf=A"));
        EXPECT_THAT(u.found(), ElementsAre(Pair("container.damaged", "")));
    }
}

TEST(Container, TarWithABadHeaderSum) {
    std::string bytes = ArchiveMaker(Format::ustar).file("a.sgf", "A").file("b.sgf", "B").file("c.sgf", "C").finish();
    bytes[1024 + 5] = 'X';
    const Unpacked u = unpack(bytes);
    EXPECT_THAT(u.texts(), ElementsAre("a.sgf=A"));
    EXPECT_THAT(u.found(), ElementsAre(Pair("container.damaged", "")));
    EXPECT_EQ(u.findings[0].offset, 1024U);
}

TEST(Container, CutTarInGzip) {
    const std::string bytes =
        ArchiveMaker(Format::ustar, ARCHIVE_FILTER_GZIP).file("a.sgf", "A").file("b.sgf", noise(50000)).finish();
    const Unpacked u = unpack(bytes.substr(0, bytes.size() / 2));
    EXPECT_THAT(u.texts(), ElementsAre("a.sgf=A"));
    EXPECT_THAT(u.found(), ElementsAre(Pair("container.damaged", "b.sgf")));
    // Only the sum at the very end is gone: every member could be read, and yet it is said.
    const Unpacked tail = unpack(bytes.substr(0, bytes.size() - 4));
    EXPECT_THAT(tail.members, SizeIs(2));
    EXPECT_THAT(tail.found(), ElementsAre(Pair("container.damaged", "")));
}

TEST(Container, CutZipGivesTheMembersBefore) {
    const std::string bytes = legacy_zip({{"a.sgf", "A"}, {"b.sgf", std::string(1000, 'B')}});
    for (const std::size_t size : {500U, 1072U, 1080U}) {
        const Unpacked u = unpack(bytes.substr(0, size));
        ASSERT_FALSE(u.members.empty()) << size;
        EXPECT_EQ(u.members[0].name, "a.sgf");
        ASSERT_EQ(u.findings.size(), 1U) << size;
        EXPECT_EQ(u.findings[0].id, "container.damaged");
    }
}

TEST(Container, ZipMemberWithAWrongSumIsLeftOutAndTheRestIsRead) {
    std::string bytes = legacy_zip({{"a.sgf", "AAAA"}, {"b.sgf", "BBBB"}, {"c.sgf", "CCCC"}});
    bytes[bytes.find("BBBB")] = 'X';
    const Unpacked u = unpack(bytes);
    EXPECT_THAT(u.texts(), ElementsAre("a.sgf=AAAA", "c.sgf=CCCC"));
    EXPECT_THAT(u.found(), ElementsAre(Pair("container.damaged", "b.sgf")));
    ContainerOptions options;
    options.keep_damaged = true;
    EXPECT_THAT(unpack(bytes, options).texts(), ElementsAre("a.sgf=AAAA", "b.sgf=XBBB", "c.sgf=CCCC"));
}

TEST(Container, EncryptedMembersAreLeftOutAndTheRestIsRead) {
    ArchiveMaker maker(ArchiveMaker::Format::zip);
    maker.encrypted("a.sgf", "(;B[aa])").file("b.sgf", "(;B[bb])");
    const std::string bytes = maker.finish();
    for (const bool keep_damaged : {false, true}) {
        ContainerOptions options;
        options.keep_damaged = keep_damaged;
        const Unpacked u = unpack(bytes, options);
        EXPECT_THAT(u.texts(), ElementsAre("b.sgf=(;B[bb])"));
        EXPECT_THAT(u.found(), ElementsAre(Pair("container.encrypted", "a.sgf")));
        EXPECT_THAT(u.findings[0].message, testing::HasSubstr("unpack it with its password"));
    }
}

// Written by 7-Zip with a password: "w.sgf" without, and behind it "x.sgf" with one.
constexpr std::string_view mixed_7z(
    "\x37\x7a\xbc\xaf\x27\x1c\x00\x04\x31\x71\x46\xe7\xc8\x00\x00\x00\x00\x00\x00\x00\x21\x00\x00\x00"
    "\x00\x00\x00\x00\xf3\xdf\x82\xf8\x01\x00\x17\x28\x3b\x46\x46\x5b\x34\x5d\x47\x4d\x5b\x31\x5d\x53"
    "\x5a\x5b\x39\x5d\x3b\x42\x5b\x61\x61\x5d\x29\x00\xb6\x41\x24\xdd\x02\x6a\x1d\x26\x98\x7a\x50\x4c"
    "\x99\xb6\x1f\xde\xd2\x42\xe3\xf0\xd4\x53\x0e\x04\x3f\x26\x03\xc5\x38\xdb\xfb\xd6\x1c\xe6\x41\x75"
    "\x3f\x1b\xf8\x26\x7b\x42\xbe\x75\x6e\x05\xff\x7a\x00\x00\x81\x33\x07\xae\x31\x9a\x14\xf6\x23\x80"
    "\xf2\x1a\x96\x63\x37\xa0\x96\xea\xe5\x85\x32\x41\x73\x4e\x22\x40\xf9\x5e\xac\xff\xe2\x81\xa7\xb9"
    "\x0d\x4e\x00\x11\x97\xc2\x72\xaa\xdb\x60\x34\xc3\x0f\xa7\x3d\x94\x90\x73\xca\x4c\x39\x99\xac\xb0"
    "\x07\x12\x48\x6a\x93\x69\x8f\x59\x21\xdc\x15\x36\x9f\x2b\x5e\x2c\xee\x07\x1a\x5f\x60\xc4\xcd\x30"
    "\xd0\x05\xa8\x51\xd6\xaf\xe2\x79\x19\xf0\xff\x03\xe6\x53\x0e\x7d\x10\x25\xb6\x0c\x06\x4e\x79\xd6"
    "\xa2\x37\x9f\xa0\xfa\x9b\x5a\x4f\xe6\x97\xf4\x81\x00\x00\x00\x00\x17\x06\x4c\x01\x09\x7c\x00\x07"
    "\x0b\x01\x00\x01\x23\x03\x01\x01\x05\x5d\x00\x10\x00\x00\x0c\x80\x8e\x0a\x01\x9c\xe3\x28\x01\x00"
    "\x00",
    265);

// The same with its directory encrypted, too.
constexpr std::string_view locked_7z(
    "\x37\x7a\xbc\xaf\x27\x1c\x00\x04\x1d\x44\xa8\x23\xa0\x00\x00\x00\x00\x00\x00\x00\x2e\x00\x00\x00"
    "\x00\x00\x00\x00\x72\x3c\x47\xd9\x03\x08\xa8\xa7\x4a\x86\xf2\x67\xf5\x99\xb7\x0a\x84\x45\x36\x43"
    "\xca\xec\x71\x3e\x0a\x31\xd1\x8d\x70\x34\x03\xa3\xeb\xd2\x6c\x45\xb9\xb7\xa9\x6a\xf5\x9a\x7a\xb5"
    "\x95\x1f\x6b\x34\x44\xe5\x22\x2b\x80\x95\xa8\x74\x6e\xb3\x8d\x92\x3e\xbc\x3d\xe0\xe2\xa4\xfe\xdf"
    "\xc3\xc6\x70\x01\x93\xd8\x37\xad\x81\xf3\xe3\x06\xfc\x5c\x7f\x38\x79\x5d\x71\x09\x97\x16\xe3\x3c"
    "\x3b\x33\x91\xbf\xfe\x16\xa3\xe3\x10\xf8\xb0\x20\xcb\x17\xd1\x3c\x53\x46\x7b\x9b\xb6\x89\xfc\x82"
    "\x65\xaf\x44\x3c\x3c\x18\x4a\xe2\x77\xc1\xf1\x55\x64\xa9\x5d\x0f\x75\x8a\x83\x7c\xae\x3a\x17\xe9"
    "\x7d\xab\x9d\x18\xf6\x0a\x28\x2b\xc5\xfb\xe3\x35\x9c\xa2\x82\x01\xce\x5e\xf7\x28\xcc\xb2\x7e\xa9"
    "\x17\x06\x30\x01\x09\x70\x00\x07\x0b\x01\x00\x01\x24\x06\xf1\x07\x01\x12\x53\x0f\x3a\x71\xe3\x42"
    "\x56\x6c\x39\xb6\xe4\x52\x92\x97\xf8\x09\x98\x9d\x0c\x62\x0a\x01\xb6\x40\x8f\x74\x00\x00",
    238);

TEST(Container, EncryptedSevenZip) {
    const Unpacked mixed = unpack(mixed_7z);
    EXPECT_THAT(mixed.texts(), ElementsAre("w.sgf=(;FF[4]GM[1]SZ[9];B[aa])"));
    // libarchive cannot tell that nothing stands behind it.
    EXPECT_THAT(mixed.found(), ElementsAre(Pair("container.encrypted", "x.sgf"), Pair("container.encrypted", "")));

    const Unpacked locked = unpack(locked_7z);
    EXPECT_TRUE(locked.members.empty());
    EXPECT_THAT(locked.found(), ElementsAre(Pair("container.encrypted", "")));
}

TEST(Container, UnsafeNames) {
    const std::string bytes = legacy_zip({{"../evil.sgf", "1"},
                                          {"/etc/passwd", "2"},
                                          {"a/../../b.sgf", "3"},
                                          {"C:\\games\\c.sgf", "4"},
                                          {"nul.sgf", "5"},
                                          {"good/fine.sgf", "6"}});
    const Unpacked u = unpack(bytes);
    std::vector<std::string> safe;
    for (const Member& m : u.members) {
        safe.push_back(m.safe_name);
        EXPECT_EQ(m.unsafe, m.name != "good/fine.sgf");
        EXPECT_EQ(judge_member_name(m.safe_name, true), NameFault::none);
    }
    EXPECT_THAT(safe, ElementsAre("evil.sgf", "passwd", "b.sgf", "c.sgf", "_nul.sgf", "good/fine.sgf"));
    EXPECT_EQ(u.findings.size(), 5U);
    for (const Finding& f : u.findings) EXPECT_EQ(f.id, "container.unsafe-path");
    EXPECT_EQ(u.findings[0].member, "../evil.sgf");
    EXPECT_THAT(u.findings[0].message, HasSubstr("leaves its folder"));
}

TEST(Container, FlatNames) {
    const std::string bytes = ArchiveMaker(Format::ustar)
                                  .folder("./")
                                  .file("./game.rgf", "G")
                                  .folder("media/")
                                  .file("media/more.ogg", "M")
                                  .file("../evil.ogg", "E")
                                  .finish();
    const Unpacked u = unpack(bytes, media());
    EXPECT_THAT(u.texts(), ElementsAre("game.rgf=G", "../evil.ogg=E"));
    EXPECT_THAT(u.found(), ElementsAre(Pair("container.directory-member", "media/"),
                                       Pair("container.directory-member", "media/more.ogg"),
                                       Pair("container.unsafe-path", "../evil.ogg")));
    EXPECT_THAT(unpack(bytes).found(), ElementsAre(Pair("container.unsafe-path", "../evil.ogg")));
}

TEST(Container, OnlyRegularFiles) {
    ArchiveMaker maker(Format::pax);
    maker.file("a.sgf", "A").symlink("passwd.sgf", "/etc/passwd").hardlink("hard.sgf", "a.sgf");
    maker.entry("fifo", AE_IFIFO, {}, [](archive_entry*) {});
    maker.entry("device", AE_IFCHR, {}, [](archive_entry* e) { ::archive_entry_set_rdev(e, 0x0103); });
    const Unpacked u = unpack(maker.finish());
    EXPECT_THAT(u.texts(), ElementsAre("a.sgf=A"));
    EXPECT_THAT(u.found(),
                ElementsAre(Pair("container.not-regular", "passwd.sgf"), Pair("container.not-regular", "hard.sgf"),
                            Pair("container.not-regular", "fifo"), Pair("container.not-regular", "device")));
    const std::string zip = ArchiveMaker(Format::zip).symlink("l.sgf", "/etc/passwd").file("a.sgf", "A").finish();
    EXPECT_THAT(unpack(zip).found(), ElementsAre(Pair("container.not-regular", "l.sgf")));
    EXPECT_THAT(unpack(zip).texts(), ElementsAre("a.sgf=A"));
}

TEST(Container, DuplicateNames) {
    const std::string bytes = ArchiveMaker(Format::ustar)
                                  .file("a.sgf", "1")
                                  .file("A.SGF", "2")
                                  .file("./a.sgf", "3")
                                  .file("x/a.sgf", "4")
                                  .file("\u00c9\u03a3.sgf", "5")
                                  .file("\u00e9\u03c2.sgf", "6")  // e acute; final sigma
                                  .finish();
    const Unpacked u = unpack(bytes);
    EXPECT_THAT(u.texts(), ElementsAre("a.sgf=1", "x/a.sgf=4", "\u00c9\u03a3.sgf=5"));
    EXPECT_THAT(u.found(),
                ElementsAre(Pair("container.duplicate-member", "A.SGF"), Pair("container.duplicate-member", "a.sgf"),
                            Pair("container.duplicate-member", "\u00e9\u03c2.sgf")));
    ContainerOptions all;
    all.keep_duplicates = true;
    const Unpacked kept = unpack(bytes, all);
    EXPECT_EQ(kept.members.size(), 6U);
    EXPECT_EQ(kept.found(), u.found());
}

TEST(Container, LegacyNames) {
    const std::string bytes =
        legacy_zip({{"plain.sgf", "1"}, {"caf\xe9.sgf", "2"}, {"na\xefve/x.sgf", "3"}, {"\u00e9.sgf", "4"}});
    const Unpacked u = unpack(bytes);
    EXPECT_THAT(u.texts(), ElementsAre("plain.sgf=1", "caf\u00e9.sgf=2", "na\u00efve/x.sgf=3", "\u00e9.sgf=4"));
    EXPECT_THAT(u.found(), ElementsAre(Pair("container.name-charset", "caf\u00e9.sgf"),
                                       Pair("container.name-charset", "na\u00efve/x.sgf")));
    EXPECT_EQ(u.members[1].raw_name, "caf\xe9.sgf");

    ContainerOptions options;
    std::vector<std::string> samples;
    options.decode_name = [&](std::string_view raw, std::string_view sample) {
        samples.emplace_back(sample);
        return raw == "caf\xe9.sgf" ? std::string("cafe.sgf") : std::string("\xff");  // the second is no UTF-8
    };
    EXPECT_THAT(unpack(bytes, options).texts(),
                ElementsAre("plain.sgf=1", "cafe.sgf=2", "na\u00efve/x.sgf=3", "\u00e9.sgf=4"));
    ASSERT_EQ(samples.size(), 2U);
    EXPECT_EQ(samples[0], "caf\xe9.sgf\nna\xefve/x.sgf\n");
    EXPECT_EQ(samples[1], samples[0]);

    // A tar in a compressed stream: only the name itself can be had.
    samples.clear();
    const std::string tar =
        ArchiveMaker(Format::ustar, ARCHIVE_FILTER_GZIP).file("caf\xe9.sgf", "1").file("\xe9", "2").finish();
    EXPECT_THAT(unpack(tar, options).members, SizeIs(2));
    EXPECT_THAT(samples, ElementsAre("caf\xe9.sgf", "\xe9"));
}

TEST(Container, NamesDoNotDependOnTheLocale) {
    const std::string before = std::setlocale(LC_ALL, nullptr);
    const std::string flagged = legacy_zip({{"\u56f2\u7881.sgf", "1"}}, true);
    const std::string seven = ArchiveMaker(Format::seven_zip).file("a.sgf", "2").finish();
    std::setlocale(LC_ALL, "C");
    EXPECT_THAT(unpack(flagged).texts(), ElementsAre("\u56f2\u7881.sgf=1"));
    EXPECT_THAT(unpack(flagged).found(), IsEmpty());
    EXPECT_THAT(unpack(seven).texts(), ElementsAre("a.sgf=2"));
    EXPECT_STREQ(std::setlocale(LC_ALL, nullptr), "C");  // not touched
    std::setlocale(LC_ALL, before.c_str());
}

TEST(Container, FlaggedAsUtf8ButNot) {
    const Unpacked u = unpack(legacy_zip({{"caf\xe9.sgf", "1"}, {"b.sgf", "2"}}, true));
    ASSERT_EQ(u.members.size(), 2U);
    EXPECT_EQ(u.members[0].bytes.view(), "1");
    EXPECT_FALSE(u.members[0].name.empty());
    EXPECT_THAT(u.found(), ElementsAre(Pair("container.name-charset", u.members[0].name)));
}

TEST(Container, NestedOnce) {
    const std::string innermost = ArchiveMaker(Format::zip).file("deep.sgf", "D").finish();
    const std::string inner = ArchiveMaker(Format::zip).file("b.sgf", "B").file("deeper.zip", innermost).finish();
    const std::string gz = compressed(ARCHIVE_FILTER_GZIP, "Z");
    const std::string outer = ArchiveMaker(Format::zip)
                                  .file("a.sgf", "A")
                                  .file("in/inner.zip", inner)
                                  .file("z.sgf.gz", gz)
                                  .file("c.sgf", "C")
                                  .finish();
    const Unpacked u = unpack(outer);
    EXPECT_THAT(u.texts(), ElementsAre("a.sgf=A", "in/inner.zip/b.sgf=B", "in/inner.zip/deeper.zip=" + innermost,
                                       "z.sgf.gz/z.sgf=Z", "c.sgf=C"));
    EXPECT_THAT(u.found(), IsEmpty());
    EXPECT_EQ(u.members[1].depth, 2);
    EXPECT_EQ(u.members[1].safe_name, "in/inner.zip/b.sgf");
    EXPECT_EQ(u.members[2].kind, ContainerKind::zip);  // not entered, and it can be seen
    EXPECT_EQ(u.members[1].kind, ContainerKind::none);

    ContainerOptions options;
    options.enter = [](std::string_view name, ContainerKind kind) {
        return name != "in/inner.zip" && kind == ContainerKind::gzip;
    };
    const Unpacked chosen = unpack(outer, options);
    EXPECT_EQ(chosen.members.at(1).name, "in/inner.zip");
    EXPECT_EQ(chosen.members.at(1).kind, ContainerKind::zip);
    EXPECT_EQ(chosen.members.at(2).name, "z.sgf.gz/z.sgf");

    options = {};
    options.depth = 1;
    EXPECT_THAT(unpack(outer, options).members, SizeIs(4));
    options.depth = 3;
    EXPECT_THAT(unpack(outer, options).members, SizeIs(5));
    EXPECT_EQ(unpack(outer, options).members[2].name, "in/inner.zip/deeper.zip/deep.sgf");
}

TEST(Container, TarInGzipInZip) {
    const std::string inner = ArchiveMaker(Format::pax, ARCHIVE_FILTER_GZIP).file("g.sgf", "G").finish();
    const std::string outer = ArchiveMaker(Format::zip).file("in.tgz", inner).finish();
    EXPECT_THAT(unpack(outer).texts(), ElementsAre("in.tgz/g.sgf=G"));
}

TEST(Container, DamageInANestedArchiveEndsOnlyThatOne) {
    const std::string inner =
        ArchiveMaker(Format::ustar).file("b.sgf", "B").file("c.sgf", std::string(3000, 'C')).finish();
    const std::string outer =
        ArchiveMaker(Format::zip).file("cut.tar", inner.substr(0, 2000)).file("a.sgf", "A").finish();
    const Unpacked u = unpack(outer);
    EXPECT_THAT(u.texts(), ElementsAre("cut.tar/b.sgf=B", "a.sgf=A"));
    EXPECT_THAT(u.found(), ElementsAre(Pair("container.damaged", "cut.tar/c.sgf")));
}

TEST(Limits, Members) {
    ArchiveMaker maker(Format::ustar);
    for (int i = 0; i < 300; ++i) maker.file(std::to_string(i) + ".ogg", "x");
    const std::string bytes = maker.finish();
    const Unpacked u = unpack(bytes, media());
    EXPECT_THAT(u.members, SizeIs(256));
    EXPECT_THAT(u.found(), ElementsAre(Pair("container.limit", "256.ogg")));
    EXPECT_TRUE(u.stopped);
    EXPECT_THAT(unpack(bytes).members, SizeIs(300));
}

TEST(Limits, OneMember) {
    ContainerOptions options;
    options.limits.member_size = 1000;
    for (const Format format : {Format::zip, Format::ustar}) {
        const std::string bytes =
            ArchiveMaker(format).file("fits", noise(1000)).file("big", noise(1001)).file("after", "x").finish();
        const Unpacked u = unpack(bytes, options);
        ASSERT_EQ(u.members.size(), 2U);
        EXPECT_EQ(u.members[1].name, "after");
        EXPECT_THAT(u.found(), ElementsAre(Pair("container.limit", "big")));
        EXPECT_FALSE(u.stopped);
    }
    // Stepping over it would mean to decompress it.
    const std::string gz = ArchiveMaker(Format::ustar, ARCHIVE_FILTER_GZIP)
                               .file("fits", "x")
                               .file("big", noise(1001))
                               .file("after", "x")
                               .finish();
    const Unpacked u = unpack(gz, options);
    EXPECT_THAT(u.members, SizeIs(1));
    EXPECT_THAT(u.found(), ElementsAre(Pair("container.limit", "big")));
    EXPECT_TRUE(u.stopped);

    const Unpacked single = unpack(compressed(ARCHIVE_FILTER_ZSTD, noise(1001)), options, "a.sgf.zst");
    EXPECT_THAT(single.members, IsEmpty());
    EXPECT_THAT(single.found(), ElementsAre(Pair("container.limit", "a.sgf")));
}

TEST(Limits, Together) {
    ContainerOptions options;
    options.limits.total_size = 2500;
    const std::string bytes = ArchiveMaker(Format::ustar)
                                  .file("a", noise(1000))
                                  .file("b", noise(1000))
                                  .file("c", noise(1000))
                                  .file("d", "")
                                  .finish();
    const Unpacked u = unpack(bytes, options);
    EXPECT_THAT(u.members, SizeIs(2));
    EXPECT_THAT(u.found(), ElementsAre(Pair("container.limit", "c")));
    EXPECT_TRUE(u.stopped);
}

TEST(Limits, SmallThingsMayShrinkAsMuchAsTheyLike) {
    const std::string text(1000000, ' ');  // 1000:1, and less than the size from which it counts
    const Unpacked u = unpack(compressed(ARCHIVE_FILTER_GZIP, text), {}, "a.sgf.gz");
    ASSERT_EQ(u.members.size(), 1U);
    EXPECT_TRUE(u.members[0].bytes.view() == text);
}

class Bomb : public testing::TestWithParam<std::pair<Format, int>> {};

TEST_P(Bomb, IsStoppedEarly) {
    const auto [format, filter] = GetParam();
    ArchiveMaker maker(format, filter);
    if (format != Format::raw) maker.file("good.sgf", "(;B[aa])");
    maker.repeated("bomb", std::string(1U << 20U, '\0'), 40);
    const std::string bytes = maker.finish();
    ASSERT_LT(bytes.size(), 2U << 20U);
    ContainerOptions options;
    options.keep_damaged = true;
    const Unpacked u = unpack(bytes, options, "bomb.gz");
    EXPECT_TRUE(u.stopped);
    ASSERT_EQ(u.findings.size(), 1U);
    EXPECT_EQ(u.findings[0].id, "container.limit");
    EXPECT_THAT(u.findings[0].message, HasSubstr("200 bytes come out of each byte"));
    EXPECT_EQ(u.members.size(), format == Format::raw ? 0U : 1U);

    // Not wanted is no way around it where it has to be decompressed.
    options.wanted = [](std::string_view name) { return name != "bomb"; };
    const Unpacked skipped = unpack(bytes, options, "bomb.gz");
    EXPECT_EQ(skipped.stopped, format != Format::zip);
}

INSTANTIATE_TEST_SUITE_P(
    All, Bomb,
    testing::Values(std::pair(Format::raw, ARCHIVE_FILTER_GZIP), std::pair(Format::raw, ARCHIVE_FILTER_XZ),
                    std::pair(Format::raw, ARCHIVE_FILTER_BZIP2), std::pair(Format::raw, ARCHIVE_FILTER_ZSTD),
                    std::pair(Format::ustar, ARCHIVE_FILTER_GZIP), std::pair(Format::ustar, ARCHIVE_FILTER_XZ),
                    std::pair(Format::zip, ARCHIVE_FILTER_NONE), std::pair(Format::seven_zip, ARCHIVE_FILTER_NONE)));

TEST(Limits, BombInAnInnerArchive) {
    ArchiveMaker inner(Format::zip);
    inner.repeated("bomb", std::string(1U << 20U, '\0'), 100);
    // A lot of incompressible bytes around it do not hide it: the member's own ratio counts.
    const std::string outer = ArchiveMaker(Format::zip)
                                  .file("noise", noise(3000000))
                                  .file("in.zip", inner.finish())
                                  .file("after", "x")
                                  .finish();
    const Unpacked u = unpack(outer);
    EXPECT_THAT(u.members, SizeIs(1));
    EXPECT_THAT(u.found(), ElementsAre(Pair("container.limit", "in.zip/bomb")));
    EXPECT_TRUE(u.stopped);
}

TEST(Limits, ManyMembersMadeOfTheSameBytes) {
    // The directory of a zip may name one piece of data as often as it likes: then only the sum can tell.
    std::string bytes = legacy_zip({{"000", std::string(60000, 'x')}});
    const std::size_t at = bytes.find("PK\x01\x02");
    const std::size_t end = bytes.find("PK\x05\x06");
    const std::string record = bytes.substr(at, end - at);
    std::string directory;
    constexpr int count = 900;
    for (int i = 0; i < count; ++i) {
        std::string copy = record;
        const std::string name = std::to_string(100 + i);
        std::copy(name.begin(), name.end(), copy.end() - 3);
        directory += copy;
    }
    std::string tail = bytes.substr(end);
    const auto set = [&](std::size_t where, std::uint32_t value, int size) {
        for (int i = 0; i < size; ++i)
            tail[where + static_cast<std::size_t>(i)] = static_cast<char>((value >> (8 * i)) & 0xFFU);
    };
    set(8, count, 2);
    set(10, count, 2);
    set(12, static_cast<std::uint32_t>(directory.size()), 4);
    bytes = bytes.substr(0, at) + directory + tail;
    ContainerOptions options;
    options.limits.ratio = 100;
    std::uint64_t total = 0;
    for (const Member& m : unpack(bytes, options).members) total += m.bytes.size();
    EXPECT_LE(total, bytes.size() * 101);
}

// Turns the first header of a tar into another type.
std::string with_type(std::string tar, char type) {
    tar[156] = type;
    tar.replace(148, 8, "        ");
    unsigned sum = 0;
    for (std::size_t i = 0; i < 512; ++i) sum += static_cast<unsigned char>(tar[i]);
    char digits[8];
    std::snprintf(digits, sizeof digits, "%06o", sum);
    tar.replace(148, 7, digits, 7);
    return tar;
}

TEST(Limits, SparseFileOfManyZeros) {
    // A tar of a few hundred bytes that claims to hold a terabyte, and one that claims a gigabyte of holes in a size
    // that would be allowed.
    for (const char* const size : {"1099511627776", "500000000"}) {
        std::string attributes;
        for (const std::string& text : {std::string("GNU.sparse.size=") + size, std::string("GNU.sparse.numblocks=1"),
                                        std::string("GNU.sparse.map=0,1")}) {
            attributes += std::to_string(text.size() + 4) + " " + text + "\n";
        }
        std::string header = with_type(ArchiveMaker(Format::ustar).file("pax", attributes).finish(), 'x');
        header.resize(1024);
        const std::string bytes = header + ArchiveMaker(Format::ustar).file("sparse", "x").file("after", "x").finish();
        const Unpacked u = unpack(bytes);
        EXPECT_THAT(u.found(), ElementsAre(Pair("container.limit", "sparse"))) << size;
    }
}

TEST(Container, SparseFileWithinTheLimitsHasItsZeros) {
    ArchiveMaker maker(Format::pax);
    maker.entry("sparse", AE_IFREG, std::string(20000, '\0'), [](archive_entry* e) {
        ::archive_entry_sparse_add_entry(e, 0, 512);
        ::archive_entry_sparse_add_entry(e, 10240, 512);
    });
    const Unpacked u = unpack(maker.finish());
    EXPECT_THAT(u.found(), IsEmpty());
    ASSERT_EQ(u.members.size(), 1U);
    EXPECT_TRUE(u.members[0].bytes.view() == std::string(20000, '\0'));
}

TEST(Container, WantedLeavesTheBytesAlone) {
    for (const auto& [format, filter] :
         {std::pair(Format::zip, ARCHIVE_FILTER_NONE), std::pair(Format::ustar, ARCHIVE_FILTER_GZIP)}) {
        const std::string bytes =
            ArchiveMaker(format, filter).file("talk.ogg", noise(5000)).file("game.rgf", "G").finish();
        ContainerOptions options = media();
        options.wanted = [](std::string_view name) { return name.ends_with(".rgf"); };
        const Unpacked u = unpack(bytes, options);
        ASSERT_EQ(u.members.size(), 2U);
        EXPECT_FALSE(u.members[0].read);
        EXPECT_EQ(u.members[0].size, 5000U);
        EXPECT_TRUE(u.members[0].bytes.empty());
        EXPECT_TRUE(u.members[1].read);
        EXPECT_EQ(u.members[1].bytes.view(), "G");
        EXPECT_THAT(u.found(), IsEmpty());
    }
}

TEST(Container, MovesAndEndsEarly) {
    const std::string bytes = ArchiveMaker(Format::zip).file("a", "1").file("b", "2").finish();
    Container first(bytes, "x.zip", {}, nullptr);
    EXPECT_EQ(first.next()->name, "a");
    Container second = std::move(first);
    EXPECT_EQ(second.next()->name, "b");
}

// Whatever the bytes, there is an end within the limits.
TEST(Container, DamagedAtRandom) {
    std::vector<std::string> seeds{
        legacy_zip({{"a.sgf", std::string(300, 'a')}, {"b.sgf", "b"}}),
        ArchiveMaker(Format::zip).file("a.sgf", std::string(3000, 'a')).file("b.sgf", noise(500)).finish(),
        ArchiveMaker(Format::pax).file("\u00e9.sgf", "a").file("b.sgf", noise(700)).symlink("l", "a").finish(),
        ArchiveMaker(Format::gnutar).file(std::string(150, 'n'), "a").file("b.sgf", "b").finish(),
        ArchiveMaker(Format::ustar, ARCHIVE_FILTER_GZIP).file("a.sgf", noise(700)).finish(),
        ArchiveMaker(Format::seven_zip).file("a.sgf", noise(700)).file("b.sgf", "b").finish(),
        compressed(ARCHIVE_FILTER_XZ, noise(700)),
        compressed(ARCHIVE_FILTER_ZSTD, noise(700)),
        compressed(ARCHIVE_FILTER_BZIP2, noise(700)),
    };
    std::mt19937 random(7);
    ContainerOptions options;
    options.limits.total_size = std::uint64_t{64} << 20U;
    options.limits.members = 1000;
    for (const std::string& seed : seeds) {
        for (int round = 0; round < 300; ++round) {
            std::string bytes = seed;
            const unsigned changes = 1 + random() % 4;
            for (unsigned i = 0; i < changes; ++i) bytes[random() % bytes.size()] = static_cast<char>(random() & 0xFFU);
            if (random() % 4 == 0) bytes.resize(random() % bytes.size());
            const Unpacked u = unpack(bytes, options);
            std::uint64_t total = 0;
            for (const Member& m : u.members) total += m.bytes.size();
            EXPECT_LE(total, options.limits.total_size);
            EXPECT_LE(u.members.size(), 1000U);
        }
    }
}

}  // namespace
}  // namespace tengen::io
