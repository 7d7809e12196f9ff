// Where the writer collects its bytes: JSON tokens in, large pieces to the sink out.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include <tengen/sdk/host.h>

#include "indenter.h"

namespace tengen::json {

/// A text as a JSON string, appended to `to`. The text must be UTF-8.
void append_json_string(std::string_view text, std::string& to);

/// Everything put here comes out as valid UTF-8: text that is not UTF-8 becomes {"b64": ...}. One thread at a time.
class OutputBuffer {
public:
    /// `indent` is the number of blanks a level; 0 leaves the tokens as they come.
    OutputBuffer(sdk::Host host, sdk::Sink sink, unsigned indent);

    /// At least `bytes` writable bytes; write there and say with `commit` where you stopped.
    [[nodiscard]] char* room(std::size_t bytes) {
        if (capacity_ - size_ < bytes) [[unlikely]] {
            grow(bytes);
        }
        return data_.get() + size_;
    }
    void commit(const char* end) { size_ = static_cast<std::size_t>(end - data_.get()); }

    void put(char byte) {
        char* to = room(1);
        *to = byte;
        commit(to + 1);
    }
    /// Tokens that need no escaping.
    void put(std::string_view tokens) {
        char* to = room(tokens.size() + 1);
        commit(to + tokens.copy(to, tokens.size()));
    }
    void put_number(std::uint64_t number) {
        char* to = room(20);
        commit(std::to_chars(to, to + 20, number).ptr);
    }
    /// A text as a JSON string, escaped as far as JSON demands; if it is not UTF-8, {"b64": ...} with the given tokens
    /// around it.
    void put_text(std::string_view text, std::string_view before_bytes = {}, std::string_view behind_bytes = {});
    /// {"b64": ...}
    void put_bytes(std::string_view bytes);

    [[nodiscard]] bool is_utf8(std::string_view bytes) const { return host_.is_utf8(bytes); }

    /// Hand over what has been collected if that is worth a call. Throws sdk::SinkRefused.
    void flush_if_full() {
        if (size_ >= flush_size) {
            flush();
        }
    }
    void flush();

private:
    static constexpr std::size_t flush_size = std::size_t{256} << 10;

    void grow(std::size_t bytes);

    sdk::Host host_;
    sdk::Sink sink_;
    Indenter indenter_;
    std::string indented_;
    std::unique_ptr<char[]> data_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace tengen::json
