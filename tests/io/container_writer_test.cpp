#include "io/container_writer.h"

#include <chrono>
#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "io/atomic_file.h"
#include "io/container_sink.h"
#include "io/error.h"
#include "io/extraction_folder.h"
#include "io/temporary_folder.h"

namespace tengen::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string noise(std::size_t size) {
    std::mt19937 random(1);
    std::string text(size, '\0');
    for (char& c : text) c = static_cast<char>(random() & 0xFFU);
    return text;
}

struct Unpacked {
    std::vector<std::string> names;
    std::vector<std::string> texts;
    std::vector<std::string> findings;
};

Unpacked unpack(std::string_view bytes) {
    Unpacked unpacked;
    ContainerOptions options;
    options.limits = ContainerLimits::media();
    options.flat_names = true;
    Container container(bytes, "talk.rgz", options, [&](Finding f) { unpacked.findings.push_back(f.id); });
    while (auto member = container.next()) {
        unpacked.names.push_back(member->name);
        unpacked.texts.emplace_back(member->bytes.view());
    }
    return unpacked;
}

std::string written(const std::vector<NewMember>& members, Packing packing) {
    MemorySink sink;
    write_container(members, packing, ContainerLimits::media(), sink);
    return sink.take();
}

std::string fault_of(const std::vector<NewMember>& members, const ContainerLimits& limits = ContainerLimits::media()) {
    const auto fault = judge_members(members, limits);
    return fault ? fault->id : std::string();
}

TEST(ContainerWriter, ComesBackAndIsAlwaysTheSame) {
    const std::string medium = noise(3'000'000);
    const std::vector<NewMember> members{
        {"talk.rgf", "(;GS[talk.ogg])"}, {"talk.ogg", medium}, {"leer.txt", ""}, {"\xE5\x9B\xB4\xE6\xA3\x8B.ogg", "x"}};
    for (const Packing packing : {Packing::none, Packing::gzip}) {
        const std::string bytes = written(members, packing);
        EXPECT_EQ(bytes, written(members, packing));
        EXPECT_EQ(recognise(bytes), packing == Packing::gzip ? ContainerKind::gzip : ContainerKind::tar);
        const Unpacked unpacked = unpack(bytes);
        EXPECT_THAT(unpacked.findings, IsEmpty());
        EXPECT_THAT(unpacked.names, ElementsAre("talk.rgf", "talk.ogg", "leer.txt", "\xE5\x9B\xB4\xE6\xA3\x8B.ogg"));
        ASSERT_EQ(unpacked.texts.size(), 4u);
        EXPECT_EQ(unpacked.texts[0], "(;GS[talk.ogg])");
        EXPECT_TRUE(unpacked.texts[1] == medium);
    }
}

TEST(ContainerWriter, HeadersSayNothingAboutThisMachine) {
    const std::string tar = written({{"a.rgf", "x"}}, Packing::none);
    ASSERT_EQ(tar.size(), 4u * 512);
    EXPECT_EQ(tar.substr(100, 8), std::string("000644 \0", 8));
    EXPECT_EQ(tar.substr(108, 8), std::string("000000 \0", 8));    // owner
    EXPECT_EQ(tar.substr(116, 8), std::string("000000 \0", 8));    // group
    EXPECT_EQ(tar.substr(136, 11), "00000000000");                 // time
    EXPECT_EQ(tar.substr(257, 8), std::string("ustar\00000", 8));  // POSIX
    EXPECT_EQ(tar.substr(265, 64), std::string(64, '\0'));         // names of owner and group
    const std::string gzip = written({{"a.rgf", "x"}}, Packing::gzip);
    EXPECT_EQ(gzip.substr(0, 8), std::string("\x1f\x8b\x08\0\0\0\0\0", 8));  // no name, no time
}

TEST(ContainerWriter, WhatLooksLikeABombIsStored) {
    const std::string silence(20'000'000, '\0');
    const std::string sound = noise(300'000);
    // The silence comes first: that there is enough behind it does not help who reads it from the front.
    for (const auto& order : {std::vector<NewMember>{{"a.rgf", "x"}, {"a.wav", silence}, {"b.ogg", sound}},
                              std::vector<NewMember>{{"a.rgf", "x"}, {"b.ogg", sound}, {"a.wav", silence}},
                              std::vector<NewMember>{{"a.rgf", "x"}, {"a.wav", silence}}}) {
        const std::string bytes = written(order, Packing::gzip);
        const Unpacked unpacked = unpack(bytes);
        EXPECT_THAT(unpacked.findings, IsEmpty());
        EXPECT_EQ(unpacked.names.size(), order.size());
    }
    EXPECT_LT(written({{"b.ogg", sound}, {"a.wav", silence}}, Packing::gzip).size(), 1'000'000u);
}

TEST(ContainerWriter, JudgesMembersAsReadersDo) {
    EXPECT_EQ(fault_of({{"a.rgf", ""}, {"A.ogg", ""}}), "");
    EXPECT_EQ(fault_of({{"a.ogg", ""}, {"A.OGG", ""}}), "container.duplicate-member");
    EXPECT_EQ(fault_of({{"\xC3\xA4.ogg", ""}, {"\xC3\x84.ogg", ""}}), "container.duplicate-member");
    EXPECT_EQ(fault_of({{"in/a.rgf", ""}}), "container.directory-member");
    for (const char* const name : {"", " ", "../a", "/a", "..", "a\\b", "c:a", "~a", "a.", "con", "a\nb"}) {
        EXPECT_EQ(fault_of({{name, ""}}), "container.unsafe-path") << name;
    }
    EXPECT_EQ(fault_of({{std::string(100, 'a'), ""}}), "");
    EXPECT_EQ(fault_of({{std::string(101, 'a'), ""}}), "container.unsafe-path");
    ContainerLimits limits = ContainerLimits::media();
    limits.members = 2;
    limits.member_size = 3;
    limits.total_size = 5;
    EXPECT_EQ(fault_of({{"a", "123"}, {"b", "12"}}, limits), "");
    EXPECT_EQ(fault_of({{"a", "123"}, {"b", "123"}}, limits), "container.limit");
    EXPECT_EQ(fault_of({{"a", "1234"}}, limits), "container.limit");
    EXPECT_EQ(fault_of({{"a", ""}, {"b", ""}, {"c", ""}}, limits), "container.limit");
}

TEST(ContainerWriter, PassesOnWhatTheSinkThrows) {
    class Full final : public Sink {
    public:
        void write(std::string_view) override { throw IoError("io.write-failed", "no room"); }
        void commit() override {}
    };
    Full sink;
    const std::string medium = noise(500'000);
    for (const Packing packing : {Packing::none, Packing::gzip}) {
        EXPECT_THROW(
            write_container(std::vector<NewMember>{{"a.ogg", medium}}, packing, ContainerLimits::media(), sink),
            IoError);
    }
}

TEST(ContainerSink, TheRecordComesFirst) {
    auto memory = std::make_unique<MemorySink>();
    const MemorySink& target = *memory;
    ContainerSink sink(std::move(memory), Packing::gzip);
    sink.add_member("talk.ogg", Bytes::copy_of("sound"));
    sink.write("(;FF[4]");
    sink.write(")");
    sink.name_record("talk.rgf");
    EXPECT_TRUE(sink.has_member("talk.ogg"));
    EXPECT_FALSE(sink.has_member("talk.rgf"));
    sink.commit();
    const Unpacked unpacked = unpack(target.text());
    EXPECT_THAT(unpacked.names, ElementsAre("talk.rgf", "talk.ogg"));
    EXPECT_THAT(unpacked.texts, ElementsAre("(;FF[4])", "sound"));
}

TEST(ContainerSink, RefusesWhatNobodyCouldRead) {
    auto memory = std::make_unique<MemorySink>();
    const MemorySink& target = *memory;
    ContainerSink sink(std::move(memory), Packing::none);
    sink.add_member("Talk.RGF", Bytes::copy_of("sound"));
    sink.name_record("talk.rgf");
    try {
        sink.commit();
        FAIL();
    } catch (const IoError& error) {
        EXPECT_EQ(error.id(), "container.duplicate-member");
    }
    EXPECT_EQ(target.text(), "");
}

// ---- extraction ----

TEST(ExtractionFolder, AppearsWhenItIsComplete) {
    const TemporaryFolder folder;
    {
        ExtractionFolder out(folder / "out");
        EXPECT_TRUE(out.write("a.sgf", "one"));
        EXPECT_TRUE(out.write("in/deep/b.sgf", "two"));
        EXPECT_FALSE(out.write("a.sgf", "three"));
        EXPECT_FALSE(std::filesystem::exists(folder / "out"));
        out.commit();
    }
    EXPECT_EQ(content_of(folder / "out/a.sgf"), "one");
    EXPECT_EQ(content_of(folder / "out/in/deep/b.sgf"), "two");
    EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(ExtractionFolder, LeavesNothingWithoutCommit) {
    const TemporaryFolder folder;
    {
        ExtractionFolder out(folder / "out/");
        EXPECT_TRUE(out.write("a.sgf", "one"));
    }
    EXPECT_EQ(files_in(folder.path()), 0u);
}

TEST(ExtractionFolder, IsFoundWhenItIsLeftOver) {
    const TemporaryFolder folder;
    ExtractionFolder out(folder / std::string(250, 'x'));  // no name is longer than 255 bytes
    EXPECT_TRUE(out.write("in/a.sgf", "one"));
    std::filesystem::path left;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) left = entry.path();
    EXPECT_TRUE(is_temporary_name(left.filename().native())) << left;
    EXPECT_THAT(stale_temporaries(folder.path()), testing::IsEmpty());
    EXPECT_THAT(stale_temporaries(folder.path(), std::chrono::seconds(0)), testing::ElementsAre(left));
    // A folder is as old as the youngest thing in it.
    const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(2);
    std::filesystem::last_write_time(left, long_ago);
    std::filesystem::last_write_time(left / "in", long_ago);
    EXPECT_THAT(stale_temporaries(folder.path()), testing::IsEmpty());
    std::filesystem::last_write_time(left / "in/a.sgf", long_ago);
    EXPECT_THAT(stale_temporaries(folder.path()), testing::ElementsAre(left));
    const std::string name = left.filename().native();
    EXPECT_THAT(stale_temporaries(folder.path(), std::chrono::seconds(0), name.substr(name.size() - 6, 3)),
                testing::IsEmpty());
    EXPECT_EQ(remove_stale_temporaries(folder.path()), 1u);
    EXPECT_EQ(files_in(folder.path()), 0u);
}

TEST(ExtractionFolder, RemovesWhatAKilledProcessLeft) {
    const TemporaryFolder folder;
    const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(2);
    for (const char* name :
         {".out.tengen-abc123", ".out.tengen-new456", ".other.tengen-abc123", ".outer.tengen-abc123"}) {
        folder.write(std::string(name) + "/a.sgf", "one");
        if (std::string_view(name) != ".out.tengen-new456") {
            std::filesystem::last_write_time(folder / name / "a.sgf", long_ago);
            std::filesystem::last_write_time(folder / name, long_ago);
        }
    }
    ExtractionFolder out(folder / "out");
    EXPECT_FALSE(std::filesystem::exists(folder / ".out.tengen-abc123"));
    EXPECT_TRUE(std::filesystem::exists(folder / ".out.tengen-new456")) << "somebody may be at work";
    EXPECT_TRUE(std::filesystem::exists(folder / ".other.tengen-abc123")) << "it is another one's";
    EXPECT_TRUE(std::filesystem::exists(folder / ".outer.tengen-abc123"));
}

TEST(ExtractionFolder, TakesAnEmptyFolderAndNothingElse) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "empty");
    ExtractionFolder out(folder / "empty");
    out.write("a", "x");
    out.commit();
    EXPECT_EQ(content_of(folder / "empty/a"), "x");
    EXPECT_THROW(ExtractionFolder(folder / "empty"), IoError);  // not any more
    folder.write("file");
    EXPECT_THROW(ExtractionFolder(folder / "file"), IoError);
    std::filesystem::create_directory(folder / "other");
    std::filesystem::create_directory_symlink(folder / "other", folder / "link");
    EXPECT_THROW(ExtractionFolder(folder / "link"), IoError);
    EXPECT_THROW(ExtractionFolder(folder / "no/such/place"), IoError);
    EXPECT_EQ(files_in(folder / "other"), 0u);
}

TEST(ExtractionFolder, SomebodyElseWasFaster) {
    const TemporaryFolder folder;
    ExtractionFolder out(folder / "out");
    out.write("a", "ours");
    folder.write("out/a", "theirs");
    EXPECT_THROW(out.commit(), IoError);
    EXPECT_EQ(content_of(folder / "out/a"), "theirs");
}

}  // namespace
}  // namespace tengen::io
