// Small files that become huge: they are refused, and reading them costs little. A program of its own, since the most
// memory a process ever held is what is looked at.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zlib.h>

#include "io/container.h"

namespace tengen::io {
namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;

// Makes gzip of pieces that are compressed once and repeated.
class GzipMaker {
public:
    GzipMaker() : text_("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10) {}

    GzipMaker& add(std::string_view piece, std::uint64_t times = 1, int level = Z_BEST_COMPRESSION) {
        const std::string block = deflated(piece, level);
        const auto sum = ::crc32(0, reinterpret_cast<const Bytef*>(piece.data()), static_cast<uInt>(piece.size()));
        for (std::uint64_t i = 0; i < times; ++i) {
            text_ += block;
            crc_ = ::crc32_combine(crc_, sum, static_cast<z_off_t>(piece.size()));
        }
        size_ += piece.size() * times;
        return *this;
    }

    std::string finish() {
        text_ += std::string("\x03\0", 2);  // an empty last block
        for (const std::uint64_t number : {std::uint64_t{crc_}, size_}) {
            for (int shift = 0; shift < 32; shift += 8) text_ += static_cast<char>(number >> shift & 0xFFU);
        }
        return std::move(text_);
    }
    std::uint64_t size() const { return size_; }

private:
    // Ends at a byte, and looks back at nothing before it.
    static std::string deflated(std::string_view piece, int level) {
        z_stream stream{};
        EXPECT_EQ(::deflateInit2(&stream, level, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY), Z_OK);
        std::string out(::deflateBound(&stream, static_cast<uLong>(piece.size())) + 64, '\0');
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
        stream.avail_in = static_cast<uInt>(piece.size());
        stream.next_out = reinterpret_cast<Bytef*>(out.data());
        stream.avail_out = static_cast<uInt>(out.size());
        EXPECT_EQ(::deflate(&stream, Z_FULL_FLUSH), Z_OK);
        out.resize(stream.total_out);
        ::deflateEnd(&stream);
        return out;
    }

    std::string text_;
    uLong crc_ = ::crc32(0, nullptr, 0);
    std::uint64_t size_ = 0;
};

std::string tar_header(std::string_view name, std::uint64_t size) {
    std::string header(512, '\0');
    name.copy(header.data(), 100);
    std::snprintf(&header[100], 8, "0000644");
    std::snprintf(&header[108], 8, "0000000");
    std::snprintf(&header[116], 8, "0000000");
    std::snprintf(&header[124], 13, "%012llo", static_cast<unsigned long long>(size));
    std::snprintf(&header[136], 12, "00000000000");
    std::memset(&header[148], ' ', 8);
    header[156] = '0';
    std::memcpy(&header[257], "ustar\00000", 8);
    unsigned sum = 0;
    for (const char c : header) sum += static_cast<unsigned char>(c);
    std::snprintf(&header[148], 8, "%06o", sum);
    header[155] = ' ';
    return header;
}

struct Outcome {
    std::uint64_t members = 0;
    std::uint64_t bytes = 0;
    std::vector<std::string> findings;
    bool stopped = false;
};

Outcome read_all(std::string_view bytes, std::string_view name, bool is_media) {
    ContainerOptions options;
    options.limits = is_media ? ContainerLimits::media() : ContainerLimits::records();
    options.flat_names = is_media;
    Outcome outcome;
    Container container(bytes, name, options, [&](Finding f) { outcome.findings.push_back(f.id); });
    while (auto member = container.next()) {
        ++outcome.members;
        outcome.bytes += member->bytes.size();
    }
    outcome.stopped = container.stopped();
    return outcome;
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool has_shadow_memory = true;
#elif defined(__has_feature)
constexpr bool has_shadow_memory = __has_feature(address_sanitizer);
#else
constexpr bool has_shadow_memory = false;
#endif

void expect_little_memory(std::uint64_t most) {
    if (has_shadow_memory) {
        return;  // it is not ours
    }
    rusage usage{};
    ASSERT_EQ(::getrusage(RUSAGE_SELF, &usage), 0);
    EXPECT_LT(static_cast<std::uint64_t>(usage.ru_maxrss) * 1024, most);
}

TEST(Bombs, TenGigabytesOfZerosInGzip) {
    const std::string zeros(16 * mebibyte, '\0');
    GzipMaker maker;
    maker.add(zeros, 640);
    ASSERT_EQ(maker.size(), 10 * 1024 * mebibyte);
    const std::string bomb = maker.finish();
    ASSERT_LT(bomb.size(), 12 * mebibyte);
    for (const bool is_media : {true, false}) {
        const Outcome outcome = read_all(bomb, "bomb.sgf.gz", is_media);
        EXPECT_EQ(outcome.findings, std::vector<std::string>{"container.limit"});
        EXPECT_TRUE(outcome.stopped);
        EXPECT_EQ(outcome.members, 0u);
    }
    expect_little_memory(128 * mebibyte);
}

TEST(Bombs, TenGigabytesInATarInGzip) {
    const std::string zeros(16 * mebibyte, '\0');
    GzipMaker maker;
    maker.add(tar_header("talk.rgf", 512)).add(std::string(512, ' ')).add(tar_header("talk.wav", 640 * zeros.size()));
    maker.add(zeros, 640).add(std::string(1024, '\0'));
    const std::string bomb = maker.finish();
    ASSERT_LT(bomb.size(), 12 * mebibyte);
    for (const bool is_media : {true, false}) {
        const Outcome outcome = read_all(bomb, "bomb.rgz", is_media);
        EXPECT_EQ(outcome.findings, std::vector<std::string>{"container.limit"});
        EXPECT_TRUE(outcome.stopped);
        EXPECT_EQ(outcome.bytes, 512u);  // the record in front of it
    }
    expect_little_memory(128 * mebibyte);
}

TEST(Bombs, AMillionMembers) {
    constexpr std::uint64_t members = 1'000'000;
    constexpr std::uint64_t at_once = 1000;
    GzipMaker maker;
    std::string headers;
    for (std::uint64_t i = 0; i < members; ++i) {
        headers += tar_header(std::to_string(i) + ".sgf", 0);
        if ((i + 1) % at_once == 0) {
            maker.add(headers, 1, Z_BEST_SPEED);
            headers.clear();
        }
    }
    const std::string packed = maker.add(std::string(1024, '\0')).finish();
    ASSERT_LT(packed.size(), 64 * mebibyte);

    const Outcome media = read_all(packed, "many.rgz", true);
    EXPECT_EQ(media.members, ContainerLimits::media().members);
    const Outcome records = read_all(packed, "many.tar.gz", false);
    EXPECT_EQ(records.members, ContainerLimits::records().members);
    for (const Outcome& outcome : {media, records}) {
        EXPECT_EQ(outcome.findings, std::vector<std::string>{"container.limit"});
        EXPECT_TRUE(outcome.stopped);
        EXPECT_EQ(outcome.bytes, 0u);
    }
    expect_little_memory(192 * mebibyte);
}

}  // namespace
}  // namespace tengen::io
