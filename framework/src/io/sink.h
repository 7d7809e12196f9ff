// Where output goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tengen::io {

// Takes bytes in order. One thread at a time. write() and commit() throw IoError (io.write-failed) with the reason of
// the system; after that the sink is good for nothing but being destroyed.
class Sink {
public:
    Sink() = default;
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;
    virtual ~Sink() = default;

    virtual void write(std::string_view bytes) = 0;

    // The output is complete: everything written so far reaches its place. Without it a file does not appear and
    // buffered bytes are dropped. To be called once.
    virtual void commit() = 0;
};

// Collects the bytes in memory.
class MemorySink final : public Sink {
public:
    void write(std::string_view bytes) override { text_.append(bytes); }
    void commit() override {}

    const std::string& text() const noexcept { return text_; }
    std::string take() noexcept { return std::move(text_); }

private:
    std::string text_;
};

// Takes bytes and forgets them: a trial of something that writes.
class NullSink final : public Sink {
public:
    void write(std::string_view) override {}
    void commit() override {}
};

// Writes to an open descriptor through a buffer: standard output, a pipe, a device. Survives signals, short writes and
// non-blocking descriptors. A reader that went away is IoError::broken_pipe(), provided that the program ignores
// SIGPIPE (otherwise that signal ends it first, which is for the program to decide).
class DescriptorSink final : public Sink {
public:
    enum class Ownership { borrow, own };

    // `name` is for messages. An owned descriptor is closed by commit() or by the destructor.
    DescriptorSink(int descriptor, std::string name, Ownership ownership = Ownership::borrow);
    ~DescriptorSink() override;

    void write(std::string_view bytes) override;
    // Passes the buffer on without ending the output: before a pause, or when two streams share a terminal.
    void flush();
    void commit() override;

private:
    int descriptor_;
    std::string name_;
    Ownership ownership_;
    std::string buffer_;
};

// Standard output.
DescriptorSink standard_output();

}  // namespace tengen::io
