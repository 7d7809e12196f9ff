// Decompresses one gzip, xz, zstd or bzip2 stream piece by piece. Internal to this folder.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "io/container.h"

namespace tengen::io {

class CompressedStream {
public:
    enum class Status { data, end, damaged, limit };

    // The bytes must outlive the object.
    CompressedStream(std::string_view bytes, ContainerKind kind, const ContainerLimits& limits);
    ~CompressedStream();

    // The next piece, valid until the next call. After anything but `data` the answer stays the same. Of a cut gzip
    // stream everything that is there comes before `damaged`, of the others all but the last piece. Bytes behind the
    // end of a stream that begin no further one are damage, too.
    Status read(std::string_view& piece);

    // One line about `damaged` or `limit`.
    const std::string& reason() const noexcept { return reason_; }

    // One way of decompressing; throws nothing but std::bad_alloc.
    class Decoder {
    public:
        virtual ~Decoder() = default;
        // `data` and a piece that is not empty, `end`, or `damaged` and the reason.
        virtual Status next(std::string_view& piece, std::string& reason) = 0;
        // Bytes of the input used so far.
        virtual std::uint64_t consumed() const noexcept = 0;
    };

private:
    ContainerLimits limits_;
    std::unique_ptr<Decoder> decoder_;
    Status status_ = Status::data;
    std::string reason_;
    std::uint64_t produced_ = 0;
};

}  // namespace tengen::io
