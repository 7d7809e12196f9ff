// Where in the input the parser is. Boost.JSON tells what it found, not where; but between two events stand only white
// space, commas and colons, so a second look at the input finds the place again.
#pragma once

#include <string_view>

namespace tengen::json {

/// Follows the events of a parser over the same input. Each function must be called once for each event, in order, so
/// that what it looks for is known to be there.
class SourceCursor {
public:
    void restart(const char* at) { at_ = at; }

    /// Behind the last token.
    [[nodiscard]] const char* at() const { return at_; }

    /// A bracket or brace; where it stands.
    const char* bracket(char which) {
        while (*at_ != which) {
            ++at_;
        }
        return at_++;
    }
    /// A string whose content the parser showed as it stands in the input.
    void plain_string(std::string_view content) { at_ = content.data() + content.size() + 1; }
    /// Any string; the first byte of its content.
    const char* string() {
        while (*at_ != '"') {
            ++at_;
        }
        const char* content = ++at_;
        while (*at_ != '"') {
            at_ += *at_ == '\\' ? 2 : 1;
        }
        ++at_;
        return content;
    }
    /// A number, true, false or null.
    std::string_view scalar() {
        while (!is_scalar_byte(*at_)) {
            ++at_;
        }
        const char* first = at_;
        while (is_scalar_byte(*at_)) {
            ++at_;
        }
        return {first, static_cast<std::size_t>(at_ - first)};
    }

private:
    static bool is_scalar_byte(char byte) {
        return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || byte == '-' || byte == '+' ||
               byte == '.' || byte == 'E';
    }

    const char* at_ = nullptr;
};

}  // namespace tengen::json
