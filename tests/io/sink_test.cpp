#include "io/sink.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include "io/error.h"
#include "io/temporary_folder.h"

namespace tengen::io {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string drain(int descriptor) {
    std::string text;
    char buffer[5000];
    for (;;) {
        const ssize_t count = ::read(descriptor, buffer, sizeof buffer);
        if (count <= 0) return text;
        text.append(buffer, static_cast<std::size_t>(count));
    }
}

TEST(MemorySink, Collects) {
    MemorySink sink;
    sink.write("(;B[aa]");
    sink.write("");
    sink.write(")");
    sink.commit();
    EXPECT_EQ(sink.text(), "(;B[aa])");
    EXPECT_EQ(sink.take(), "(;B[aa])");
}

TEST(DescriptorSink, BuffersUntilCommit) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    {
        DescriptorSink sink(ends[1], "<stdout>");
        sink.write("abc");
        char byte = 0;
        EXPECT_EQ(::read(ends[0], &byte, 1), -1);  // nothing yet
        sink.flush();
        EXPECT_EQ(::read(ends[0], &byte, 1), 1);
        sink.write("def");
        sink.commit();
    }
    ::close(ends[1]);  // was only borrowed
    EXPECT_EQ(drain(ends[0]), "bcdef");
    ::close(ends[0]);
}

TEST(DescriptorSink, SlowReaderOfANonBlockingPipe) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    ASSERT_EQ(::fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    std::string expected;
    std::string got;
    std::thread reader([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        got = drain(ends[0]);
    });
    {
        DescriptorSink sink(ends[1], "pipe", DescriptorSink::Ownership::own);
        for (int i = 0; i < 3000; ++i) {
            const std::string piece = std::to_string(i) + std::string(static_cast<std::size_t>(i % 200), '-');
            sink.write(piece);
            expected += piece;
        }
        const std::string big(1000000, 'x');  // more than a pipe takes at once
        sink.write(big);
        expected += big;
        sink.commit();
    }
    reader.join();
    ::close(ends[0]);
    EXPECT_TRUE(got == expected);
}

TEST(DescriptorSink, ReaderGoneIsABrokenPipe) {
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    ::close(ends[0]);
    DescriptorSink sink(ends[1], "<stdout>", DescriptorSink::Ownership::own);
    sink.write("abc");
    try {
        sink.commit();
        ADD_FAILURE();
    } catch (const IoError& error) {
        EXPECT_TRUE(error.broken_pipe());
        EXPECT_EQ(error.id(), "io.write-failed");
        EXPECT_THAT(error.what(), HasSubstr("<stdout>"));
    }
    std::signal(SIGPIPE, before);
}

TEST(DescriptorSink, FullDisk) {
    const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    if (full < 0) GTEST_SKIP() << "no /dev/full here";
    DescriptorSink sink(full, "/dev/full", DescriptorSink::Ownership::own);
    sink.write("small");
    try {
        sink.commit();
        ADD_FAILURE();
    } catch (const IoError& error) {
        EXPECT_EQ(error.id(), "io.write-failed");
        EXPECT_EQ(error.error_number(), ENOSPC);
        EXPECT_FALSE(error.broken_pipe());
        EXPECT_THAT(error.what(), AllOf(HasSubstr("/dev/full"), HasSubstr("No space left on device")));
    }
}

}  // namespace
}  // namespace tengen::io
