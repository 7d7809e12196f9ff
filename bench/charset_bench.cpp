// Speed of UTF-8 validation and of decoding, on generated text that looks like game records: moves, names and comments.
// Each line also reports its speed as a share of a memchr over the same bytes in the same run.

#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>

#include "text/decode.h"
#include "text/encode.h"
#include "text/utf8.h"

namespace {

using tengen::text::Charset;
using tengen::text::Decoder;
using tengen::text::Encoder;
using tengen::text::SourceMap;

/// A fixed sequence of pseudo-random numbers (xorshift), so that every run measures the same text.
class Numbers {
public:
    std::size_t below(std::size_t limit) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<std::size_t>(state_ % limit);
    }

private:
    std::uint64_t state_ = 0x9E3779B97F4A7C15u;
};

/// Games of 200 moves with two names, a result and a comment at one move in `moves_per_comment`; UTF-8.
std::string records(const std::u16string_view alphabet, std::size_t bytes, std::size_t moves_per_comment) {
    Numbers numbers;
    std::string text;
    const auto words = [&](std::size_t count) {
        for (std::size_t index = 0; index < count; ++index) {
            tengen::text::append_utf8(text, alphabet[numbers.below(alphabet.size())]);
        }
    };
    const auto point = [&] {
        text.push_back(static_cast<char>('a' + numbers.below(19)));
        text.push_back(static_cast<char>('a' + numbers.below(19)));
    };
    while (text.size() < bytes) {
        text += "(;FF[4]GM[1]SZ[19]PB[";
        words(3);
        text += "]PW[";
        words(3);
        text += "]RE[";
        words(4);
        text += "]KM[6.5]DT[2004-05-01]";
        for (std::size_t move = 0; move < 200; ++move) {
            text += move % 2 == 0 ? ";B[" : ";W[";
            point();
            text += ']';
            if (numbers.below(moves_per_comment) == 0) {
                text += "C[";
                words(20 + numbers.below(40));
                text += ']';
            }
        }
        text += ")\n";
    }
    return text;
}

constexpr std::size_t sample_size = std::size_t{8} << 20;
constexpr std::size_t few_comments = 40;

// Enough different characters that tables and caches are used as by real text.
std::u16string range(char16_t first, std::size_t count) {
    std::u16string result;
    for (std::size_t index = 0; index < count; ++index) result.push_back(static_cast<char16_t>(first + index));
    return result;
}

std::u16string characters_of(const Charset& charset) {
    if (charset == Charset::euc_kr()) return range(u'\uAC00', 11172);
    std::u16string result = range(u'\u4E00', 20902);
    if (charset == Charset::shift_jis()) result += range(u'\u3041', 83) + range(u'\u30A1', 86);
    return result;
}

/// Only the characters that the charset has, encoded.
std::string encoded_records(const Charset& charset) {
    Encoder encoder(charset);
    std::string bytes;
    std::u16string known;
    for (const char16_t character : characters_of(charset)) {
        std::string utf8;
        tengen::text::append_utf8(utf8, character);
        if (encoder.encode(utf8, bytes)) known.push_back(character);
    }
    encoder.encode(records(known, sample_size, few_comments), bytes);
    return bytes;
}

/// Seconds that a memchr for an absent byte takes over the same bytes: the floor that speeds are compared with.
double memchr_seconds(std::string_view bytes) {
    double best = 1e9;
    for (int round = 0; round < 5; ++round) {
        const auto start = std::chrono::steady_clock::now();
        benchmark::DoNotOptimize(std::memchr(bytes.data(), 0x01, bytes.size()));
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

template <class Action>
void measure(benchmark::State& state, std::string_view bytes, Action&& action) {
    const double floor = memchr_seconds(bytes);
    double best = 1e9;
    for (auto _ : state) {
        const auto start = std::chrono::steady_clock::now();
        action();
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes.size()));
    state.counters["GB/s_best"] = static_cast<double>(bytes.size()) / best / 1e9;
    state.counters["of_memchr"] = floor / best;
    std::size_t high = tengen::text::count_non_ascii(bytes);
    state.counters["high_bytes"] = static_cast<double>(high) / static_cast<double>(bytes.size());
}

void validate_utf8(benchmark::State& state) {
    const std::string text = records(range(u'\u4E00', 20902), sample_size, few_comments);
    measure(state, text, [&] { benchmark::DoNotOptimize(tengen::text::is_valid_utf8(text)); });
}

void is_ascii(benchmark::State& state) {
    const std::string text = records(u"abc", sample_size, few_comments);
    measure(state, text, [&] { benchmark::DoNotOptimize(tengen::text::is_ascii(text)); });
}

void decode(benchmark::State& state, const Charset& charset) {
    const std::string bytes = encoded_records(charset);
    Decoder decoder(charset);
    std::string text;
    SourceMap map;
    bool fits = true;
    measure(state, bytes, [&] {
        fits = decoder.decode(bytes, text, map).ok();
        benchmark::DoNotOptimize(text.data());
    });
    if (!fits) state.SkipWithError("the generated text does not fit its charset");
}

void decode_small(benchmark::State& state, const Charset& charset) {
    // What one game file costs with a decoder that has just been made.
    const std::string bytes = encoded_records(charset).substr(0, 2200);
    const std::string_view cut(bytes.data(), bytes.rfind(';'));
    std::string text;
    SourceMap map;
    measure(state, cut, [&] {
        Decoder decoder(charset);
        benchmark::DoNotOptimize(decoder.decode(cut, text, map).ok());
    });
}

BENCHMARK(validate_utf8);
BENCHMARK(is_ascii);
BENCHMARK_CAPTURE(decode, GB18030, Charset::gb18030());
BENCHMARK_CAPTURE(decode, Shift_JIS, Charset::shift_jis());
BENCHMARK_CAPTURE(decode, EUC_KR, Charset::euc_kr());
BENCHMARK_CAPTURE(decode, Big5, Charset::big5());
BENCHMARK_CAPTURE(decode_small, GB18030, Charset::gb18030());

}  // namespace

BENCHMARK_MAIN();
