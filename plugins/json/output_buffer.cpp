#include "output_buffer.h"

#include <algorithm>
#include <array>

#include <tengen/model/base64.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tengen::json {

namespace {

/// Longest escape: \u0000.
constexpr std::size_t longest_escape = 6;
/// Bytes of text that are escaped in one go; bounds the room that must be reserved beforehand.
constexpr std::size_t block_size = 4096;

enum class Byte : std::uint8_t { plain, escaped, beyond_ascii };

constexpr std::array<Byte, 256> byte_classes = [] {
    std::array<Byte, 256> table{};
    for (std::size_t i = 0; i < 256; ++i) {
        table[i] = i >= 0x80 ? Byte::beyond_ascii : i < 0x20 || i == '"' || i == '\\' ? Byte::escaped : Byte::plain;
    }
    return table;
}();

char* escape(char* to, char byte) {
    constexpr std::string_view hexadecimal = "0123456789abcdef";
    *to++ = '\\';
    switch (byte) {
        case '"':
        case '\\':
            *to++ = byte;
            break;
        case '\b':
            *to++ = 'b';
            break;
        case '\f':
            *to++ = 'f';
            break;
        case '\n':
            *to++ = 'n';
            break;
        case '\r':
            *to++ = 'r';
            break;
        case '\t':
            *to++ = 't';
            break;
        default:
            *to++ = 'u';
            *to++ = '0';
            *to++ = '0';
            *to++ = hexadecimal[static_cast<unsigned char>(byte) >> 4];
            *to++ = hexadecimal[static_cast<unsigned char>(byte) & 15];
    }
    return to;
}

/// Copy from..end with escapes; `beyond_ascii` becomes true if there is a byte of that kind. The room must hold
/// longest_escape bytes for each byte, and 16 more.
char* copy_escaped(char* to, const char* from, const char* end, bool& beyond_ascii) {
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i backslash = _mm_set1_epi8('\\');
    const __m128i last_control = _mm_set1_epi8(31);
    int high = 0;
    while (end - from >= 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
        const __m128i special =
            _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)),
                         _mm_cmpeq_epi8(_mm_min_epu8(bytes, last_control), bytes));
        const int mask = _mm_movemask_epi8(special);
        high |= _mm_movemask_epi8(bytes);
        if (mask == 0) {
            from += 16;
            to += 16;
            continue;
        }
        const int plain = __builtin_ctz(static_cast<unsigned>(mask));
        from += plain;
        to = escape(to + plain, *from++);
    }
    beyond_ascii = beyond_ascii || high != 0;
#endif
    for (; from != end; ++from) {
        const Byte kind = byte_classes[static_cast<unsigned char>(*from)];
        if (kind == Byte::escaped) {
            to = escape(to, *from);
            continue;
        }
        beyond_ascii = beyond_ascii || kind == Byte::beyond_ascii;
        *to++ = *from;
    }
    return to;
}

}  // namespace

void append_json_string(std::string_view text, std::string& to) {
    const std::size_t before = to.size();
    to.resize(before + text.size() * longest_escape + 32);
    bool beyond_ascii = false;
    to[before] = '"';
    char* end = copy_escaped(to.data() + before + 1, text.data(), text.data() + text.size(), beyond_ascii);
    *end++ = '"';
    to.resize(static_cast<std::size_t>(end - to.data()));
}

OutputBuffer::OutputBuffer(sdk::Host host, sdk::Sink sink, unsigned indent)
    : host_(host), sink_(sink), indenter_(indent) {}

void OutputBuffer::put_text(std::string_view text, std::string_view before_bytes, std::string_view behind_bytes) {
    const std::size_t start = size_;
    bool beyond_ascii = false;
    char* to = room(std::min(text.size(), block_size) * longest_escape + 32);
    *to++ = '"';
    std::size_t done = 0;
    while (text.size() - done > block_size) {
        const char* from = text.data() + done;
        commit(copy_escaped(to, from, from + block_size, beyond_ascii));
        done += block_size;
        to = room(block_size * longest_escape + 32);
    }
    to = copy_escaped(to, text.data() + done, text.data() + text.size(), beyond_ascii);
    *to++ = '"';
    commit(to);
    if (beyond_ascii && !host_.is_utf8(text)) {
        size_ = start;
        put(before_bytes);
        put_bytes(text);
        put(behind_bytes);
    }
}

void OutputBuffer::put_bytes(std::string_view bytes) {
    std::string text = R"({"b64":")";
    append_base64(bytes, text);
    text += "\"}";
    put(text);
}

void OutputBuffer::flush() {
    const std::string_view collected(data_.get(), size_);
    if (indenter_.is_on()) {
        indented_.clear();
        indenter_.feed(collected, indented_);
        sink_.write(indented_);
    } else {
        sink_.write(collected);
    }
    size_ = 0;
}

void OutputBuffer::grow(std::size_t bytes) {
    const std::size_t capacity = std::max({capacity_ * 2, size_ + bytes, flush_size * 2});
    std::unique_ptr<char[]> larger(new char[capacity]);  // not initialised, on purpose
    if (size_ != 0) {
        std::memcpy(larger.get(), data_.get(), size_);
    }
    data_ = std::move(larger);
    capacity_ = capacity;
}

}  // namespace tengen::json
