#include "io/bytes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/error.h"
#include "io/temporary_folder.h"

namespace tengen::io {
namespace {

using testing::AllOf;
using testing::HasSubstr;

bool is_padded(const Bytes& bytes) {
    const char* const end = bytes.data() + bytes.size();
    return std::all_of(end, end + Bytes::padding, [](char c) { return c == '\0'; });
}

std::string pattern(std::size_t size) {
    std::string text(size, '\0');
    for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>('A' + i * 7 % 53);
    return text;
}

template <typename Call>
IoError error_of(Call&& call) {
    try {
        call();
    } catch (const IoError& error) {
        return error;
    }
    ADD_FAILURE() << "no error";
    return {"", ""};
}

TEST(Bytes, EmptyIsPadded) {
    const Bytes bytes;
    EXPECT_TRUE(bytes.empty());
    EXPECT_TRUE(is_padded(bytes));
    EXPECT_TRUE(is_padded(Bytes::from("")));
}

TEST(Bytes, FromStringKeepsTextAndPads) {
    for (const std::size_t size : {1U, 15U, 16U, 64U, 1000U}) {
        const Bytes bytes = Bytes::from(pattern(size));
        EXPECT_EQ(bytes.view(), pattern(size));
        EXPECT_TRUE(is_padded(bytes));
    }
}

TEST(Bytes, MovingKeepsTheAddress) {
    Bytes a = Bytes::from("short");
    const char* const data = a.data();
    Bytes b = std::move(a);
    EXPECT_EQ(b.data(), data);
    EXPECT_TRUE(a.empty());  // NOLINT: moved-from is empty by contract
    EXPECT_TRUE(is_padded(a));
    Bytes c = Bytes::copy_of("other");
    c = std::move(b);
    EXPECT_EQ(c.view(), "short");
    Bytes& self = c;
    c = std::move(self);
    EXPECT_EQ(c.view(), "short");
}

TEST(BytesBuilder, CollectsAndPads) {
    BytesBuilder builder;
    std::string expected;
    for (int i = 0; i < 1000; ++i) {
        const std::string piece = pattern(static_cast<std::size_t>(i));
        builder.append(piece);
        expected += piece;
    }
    builder.append_zeros(100);
    expected.append(100, '\0');
    EXPECT_EQ(builder.view(), expected);
    const Bytes bytes = builder.finish();
    EXPECT_EQ(bytes.view(), expected);
    EXPECT_TRUE(is_padded(bytes));
    EXPECT_EQ(builder.size(), 0U);
    EXPECT_TRUE(is_padded(builder.finish()));
}

TEST(BytesBuilder, ShrinksAnOversizedBlock) {
    BytesBuilder builder;
    builder.prepare(std::size_t{10} << 20U);
    builder.append("abc");
    const Bytes bytes = builder.finish();
    EXPECT_EQ(bytes.view(), "abc");
    EXPECT_TRUE(is_padded(bytes));
}

TEST(BytesBuilder, RefusesImpossibleSizes) {
    BytesBuilder builder;
    builder.append("abc");
    EXPECT_THROW(builder.prepare(std::numeric_limits<std::size_t>::max() - 10), std::bad_alloc);
    EXPECT_EQ(builder.view(), "abc");
}

class ReadFile : public testing::TestWithParam<std::size_t> {};

TEST_P(ReadFile, AllBytesAndPadding) {
    const TemporaryFolder folder;
    const std::string text = pattern(GetParam());
    const auto path = folder.write("game.sgf", text);
    for (const std::uint64_t map_above : {std::uint64_t{0}, std::uint64_t{1} << 20U, no_size_limit}) {
        const Bytes bytes = read_file(path, {.map_above = map_above});
        EXPECT_EQ(bytes.size(), text.size());
        EXPECT_TRUE(bytes.view() == text);
        EXPECT_TRUE(is_padded(bytes));
        const bool maps = text.size() > map_above && text.size() >= static_cast<std::size_t>(::getpagesize());
        EXPECT_EQ(bytes.is_mapped(), maps);
    }
}

// Around pages (4096 bytes) and the place where the padding needs a page of its own, and around the mapping threshold.
INSTANTIATE_TEST_SUITE_P(Sizes, ReadFile,
                         testing::Values(0, 1, 63, 64, 65, 4031, 4032, 4033, 4095, 4096, 4097, 8128, 8192, 65536,
                                         (1 << 20) - 1, 1 << 20, (1 << 20) + 1, (1 << 20) + 4032, (1 << 20) + 4096));

// How many pages of these bytes are in the memory of this process; nothing where the system does not say.
std::optional<std::size_t> pages_present(const Bytes& bytes) {
    // The table of pages of this process: one 64-bit entry a page, bit 63 says present.
    const int map = ::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    if (map < 0) return std::nullopt;
    const auto page = static_cast<std::size_t>(::getpagesize());
    std::vector<std::uint64_t> entries(bytes.size() / page);
    const auto first = static_cast<off_t>(reinterpret_cast<std::uintptr_t>(bytes.data()) / page * 8);
    const ssize_t got = ::pread(map, entries.data(), entries.size() * 8, first);
    ::close(map);
    if (got != static_cast<ssize_t>(entries.size() * 8)) return std::nullopt;
    return static_cast<std::size_t>(
        std::count_if(entries.begin(), entries.end(), [](std::uint64_t e) { return (e >> 63U) != 0; }));
}

TEST(ReadFile, ReleasedPrefixTakesNoMemoryAndStaysReadable) {
    const TemporaryFolder folder;
    const std::string text = pattern(std::size_t{4} << 20U);
    const auto path = folder.write("big.sgf", text);
    Bytes bytes = read_file(path);
    ASSERT_TRUE(bytes.is_mapped());
    ASSERT_TRUE(bytes.view() == text);  // touches every page
    const auto before = pages_present(bytes);
    bytes.release_prefix(std::size_t{3} << 20U);
    if (before) {
        EXPECT_LE(*pages_present(bytes), *before / 2);
    }
    bytes.release_prefix(1000);                 // never backwards
    bytes.release_prefix(bytes.size() + 1000);  // never beyond
    EXPECT_TRUE(bytes.view() == text);
    EXPECT_TRUE(is_padded(bytes));

    Bytes moved = std::move(bytes);
    moved.release_prefix(moved.size());
    EXPECT_TRUE(moved.view() == text);
}

TEST(ReadFile, ReleasedPiecesTakeNoMemoryAndStayReadable) {
    const TemporaryFolder folder;
    const std::string text = pattern(std::size_t{4} << 20U);
    const auto path = folder.write("big.sgf", text);
    Bytes bytes = read_file(path);
    ASSERT_TRUE(bytes.view() == text);
    const auto before = pages_present(bytes);
    bytes.release("something else");
    bytes.release(bytes.view().substr(5000, 10));  // less than a page
    EXPECT_EQ(pages_present(bytes), before);
    constexpr std::size_t piece = std::size_t{2} << 20U;
    bytes.release(bytes.view().substr(5000, piece));
    if (before) {
        // The pages at both ends hold other bytes as well.
        EXPECT_EQ(*pages_present(bytes), *before - (piece / static_cast<std::size_t>(::getpagesize()) - 1));
    }
    EXPECT_TRUE(bytes.view() == text);
    bytes.release(bytes.view());
    if (before) {
        EXPECT_LE(*pages_present(bytes), 1U);
    }
    EXPECT_TRUE(bytes.view() == text);
    EXPECT_TRUE(is_padded(bytes));
}

TEST(ReadFile, ReleasingMemoryThatIsNotMappedDoesNothing) {
    Bytes bytes = Bytes::from(pattern(10000));
    bytes.release_prefix(9000);
    bytes.release(bytes.view());
    EXPECT_EQ(bytes.view(), pattern(10000));
}

// The size is what the file had when it was listed; whatever happened since, all of it is read.
TEST(ReadFileOfSize, AllBytesWhateverTheSizeWas) {
    const TemporaryFolder folder;
    Bytes bytes;
    for (const std::size_t size : {std::size_t{1}, std::size_t{500}, std::size_t{65536}, std::size_t{3}}) {
        const std::string text = pattern(size);
        const std::string path = folder.write("game.sgf", text).string();
        for (const std::size_t listed : {size, size - 1, size + 1, size + 200, std::size_t{0}, std::size_t{100'000}}) {
            bytes = read_file_of_size(path, listed, {}, std::move(bytes));
            EXPECT_TRUE(bytes.view() == text) << size << " listed as " << listed;
            EXPECT_TRUE(is_padded(bytes));
        }
    }
    folder.write("game.sgf", "");
    bytes = read_file_of_size(folder / "game.sgf", 500, {}, std::move(bytes));
    EXPECT_TRUE(bytes.empty());
}

TEST(ReadFileOfSize, MemoryIsUsedAgain) {
    const TemporaryFolder folder;
    const std::string first = folder.write("a.sgf", pattern(5000)).string();
    const std::string second = folder.write("b.sgf", pattern(300)).string();
    Bytes bytes = read_file_of_size(first, 5000);
    const char* const memory = bytes.data();
    bytes = read_file_of_size(second, 300, {}, std::move(bytes));
    EXPECT_EQ(bytes.data(), memory);
    EXPECT_EQ(bytes.view(), pattern(300));
    EXPECT_TRUE(is_padded(bytes));
    // What is no block of memory is freed in its own way.
    std::array<Bytes, 3> others{Bytes::from(pattern(100)), Bytes(), read_file(first, {.map_above = 0})};
    for (Bytes& other : others) {
        EXPECT_EQ(read_file_of_size(second, 300, {}, std::move(other)).view(), pattern(300));
    }
}

TEST(ReadFileOfSize, WhatIsNoFileAnyMore) {
    const TemporaryFolder folder;
    EXPECT_EQ(error_of([&] { read_file_of_size(folder.path(), 500); }).error_number(), EISDIR);
    EXPECT_EQ(error_of([&] { read_file_of_size(folder / "gone.sgf", 500); }).error_number(), ENOENT);

    const auto path = folder / "pipe";
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const std::string text = pattern(900);
    std::thread writer([&] {
        const int out = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        for (std::size_t done = 0; done < text.size(); done += 300) {
            EXPECT_EQ(::write(out, text.data() + done, 300), 300);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        ::close(out);
    });
    const Bytes bytes = read_file_of_size(path, 300);  // as many as come at first
    writer.join();
    EXPECT_EQ(bytes.view(), text);
}

TEST(ReadFileOfSize, SizeLimit) {
    const TemporaryFolder folder;
    const std::string path = folder.write("game.sgf", pattern(1000)).string();
    for (const std::uint64_t listed : {std::uint64_t{0}, std::uint64_t{10}, std::uint64_t{990}, std::uint64_t{1000}}) {
        EXPECT_EQ(read_file_of_size(path, listed, {.max_size = 1000}).size(), 1000U);
        EXPECT_EQ(error_of([&] { read_file_of_size(path, listed, {.max_size = 999}); }).id(), "io.too-large");
    }
}

TEST(ReadFile, MissingFileNamesPathAndReason) {
    const IoError error = error_of([] { read_file("/nonexistent/game.sgf"); });
    EXPECT_EQ(error.id(), "io.open-failed");
    EXPECT_THAT(error.what(), AllOf(HasSubstr("/nonexistent/game.sgf"), HasSubstr("No such file or directory")));
    EXPECT_EQ(error.error_number(), ENOENT);
    EXPECT_EQ(error.finding().id, "io.open-failed");
    EXPECT_EQ(error.finding().input, "/nonexistent/game.sgf");
}

TEST(ReadFile, FolderIsNoFile) {
    const TemporaryFolder folder;
    const IoError error = error_of([&] { read_file(folder.path()); });
    EXPECT_EQ(error.id(), "io.open-failed");
    EXPECT_EQ(error.error_number(), EISDIR);
}

TEST(ReadFile, UnreadableFile) {
    const TemporaryFolder folder;
    if (is_root()) {
        // Nothing is unreadable for root but what refuses everybody: memory of this process that is not there.
        const IoError error = error_of([] { read_file("/proc/self/mem"); });
        EXPECT_EQ(error.id(), "io.open-failed");
        EXPECT_EQ(error.error_number(), EIO);
        return;
    }
    const auto path = folder.write("secret.sgf");
    ::chmod(path.c_str(), 0);
    const IoError error = error_of([&] { read_file(path); });
    EXPECT_EQ(error.id(), "io.open-failed");
    EXPECT_EQ(error.error_number(), EACCES);
}

TEST(ReadFile, SizeLimit) {
    const TemporaryFolder folder;
    const auto path = folder.write("game.sgf", pattern(1000));
    EXPECT_EQ(read_file(path, {.max_size = 1000}).size(), 1000U);
    const IoError error = error_of([&] { read_file(path, {.max_size = 999}); });
    EXPECT_EQ(error.id(), "io.too-large");
    EXPECT_THAT(error.what(), HasSubstr("999"));
    // Endless devices end at the limit too.
    EXPECT_EQ(error_of([] { read_file("/dev/zero", {.max_size = 100000}); }).id(), "io.too-large");
}

TEST(ReadFile, NameThatIsNotUtf8IsShownAsUtf8) {
    const IoError error = error_of([] { read_file("/nonexistent/caf\xe9.sgf"); });
    EXPECT_THAT(error.what(), HasSubstr("caf\u00e9.sgf"));
}

TEST(ReadFile, VirtualFilesAreNotEmpty) {
    EXPECT_THAT(std::string(read_file("/proc/self/status").view()), HasSubstr("Name:"));
}

TEST(ReadFile, Fifo) {
    const TemporaryFolder folder;
    const auto path = folder / "pipe";
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const std::string text = pattern(300000);
    std::thread writer([&] {
        const int out = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        for (std::size_t done = 0; done < text.size();) {
            const ssize_t count = ::write(out, text.data() + done, std::min<std::size_t>(text.size() - done, 1234));
            if (count <= 0) break;
            done += static_cast<std::size_t>(count);
        }
        ::close(out);
    });
    const Bytes bytes = read_file(path);
    writer.join();
    EXPECT_TRUE(bytes.view() == text);
    EXPECT_TRUE(is_padded(bytes));
}

TEST(ReadDescriptor, NonBlockingPipeIsWaitedFor) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    std::thread writer([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        EXPECT_EQ(::write(ends[1], "(;B[aa])", 8), 8);
        ::close(ends[1]);
    });
    const Bytes bytes = read_descriptor(ends[0], "<stdin>");
    writer.join();
    ::close(ends[0]);
    EXPECT_EQ(bytes.view(), "(;B[aa])");
}

TEST(ReadDescriptor, PipeAboveTheLimit) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    EXPECT_EQ(::write(ends[1], "0123456789", 10), 10);
    ::close(ends[1]);
    const IoError error = error_of([&] { read_descriptor(ends[0], "<stdin>", {.max_size = 9}); });
    ::close(ends[0]);
    EXPECT_EQ(error.id(), "io.too-large");
    EXPECT_THAT(error.what(), HasSubstr("<stdin>"));
}

TEST(ReadDescriptor, RedirectedFileFromItsPositionOn) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.sgf", "0123456789");
    const int in = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    ASSERT_GE(in, 0);
    EXPECT_EQ(::lseek(in, 4, SEEK_SET), 4);
    EXPECT_EQ(read_descriptor(in, "<stdin>", {.max_size = 6, .map_above = 0}).view(), "456789");
    ::close(in);
}

}  // namespace
}  // namespace tengen::io
