#include "node_skimmer.h"

#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tengen::json {

namespace {

class Skimmer {
public:
    Skimmer(const char* at, const char* input_end, const sdk::Host& host, GameDraft& draft)
        : at_(at), input_end_(input_end), host_(host), draft_(draft) {}

    [[nodiscard]] const char* at() const { return at_; }

    /// Take `,{"id":7,"up":6,"p":[...]}`; false if something else stands here.
    bool take_node() {
        if (!take(",{\"id\":")) {
            return false;
        }
        const char* start = at_ - 6;
        std::uint32_t id = 0;
        std::uint32_t up = 0;
        if (!take_number(id) || !take(",\"up\":") || !take_number(up)) {
            return false;
        }
        draft_.begin_node(start);
        draft_.set_id(id);
        draft_.set_up(up);
        if (*at_ == ',' && !take_properties()) {
            draft_.undo_node();
            return false;
        }
        if (*at_ != '}') {
            draft_.undo_node();
            return false;
        }
        ++at_;
        draft_.end_node();
        return true;
    }

private:
    template <std::size_t Size>
    bool take(const char (&text)[Size]) {
        if (std::memcmp(at_, text, Size - 1) != 0) {
            return false;
        }
        at_ += Size - 1;
        return true;
    }

    bool take_number(std::uint32_t& number) {
        constexpr int most_digits = 9;
        const char* first = at_;
        while (*at_ >= '0' && *at_ <= '9' && at_ - first < most_digits) {
            number = number * 10 + static_cast<std::uint32_t>(*at_++ - '0');
        }
        return at_ != first && (*first != '0' || at_ - first == 1) && (*at_ == ',' || *at_ == '}');
    }

    bool take_properties() {
        if (!take(",\"p\":[")) {
            return false;
        }
        for (;;) {
            if (!take_property()) {
                return false;
            }
            if (*at_ == ',') {
                ++at_;
                continue;
            }
            return *at_++ == ']';
        }
    }

    bool take_property() {
        if (!take("{\"id\":\"")) {
            return false;
        }
        std::uint32_t identifier = 0;
        unsigned shift = 0;
        for (; *at_ != '"'; ++at_, shift += 8) {
            const bool capital = *at_ >= 'A' && *at_ <= 'Z';
            if (shift == 32 || (!capital && (shift == 0 || *at_ < '0' || *at_ > '9'))) {
                return false;
            }
            identifier |= static_cast<std::uint32_t>(static_cast<unsigned char>(*at_)) << shift;
        }
        if (shift == 0 || !take("\",\"v\":[")) {
            return false;
        }
        draft_.begin_property();
        draft_.set_identifier_code(identifier);
        for (;;) {
            if (!take_text()) {
                return false;
            }
            if (*at_ == ',') {
                ++at_;
                continue;
            }
            if (at_[0] != ']' || at_[1] != '}') {
                return false;
            }
            at_ += 2;
            draft_.end_property();
            return true;
        }
    }

    /// A text without escapes, whose content can stay where it is.
    bool take_text() {
        if (*at_ != '"') {
            return false;
        }
        const char* first = ++at_;
        if (first[0] >= 'A' && first[1] >= 'A' && first[2] == '"' && first[0] != '\\' && first[1] != '\\') {
            at_ += 2;  // two letters: nearly always a point
        } else if (!skip_plain_text()) {
            return false;
        }
        draft_.add_text({{first, static_cast<std::size_t>(at_ - first)}, first, true});
        ++at_;
        return true;
    }

    bool skip_plain_text() {
        const char* first = at_;
        bool beyond_ascii = false;
#if defined(__SSE2__)
        const __m128i quote = _mm_set1_epi8('"');
        const __m128i backslash = _mm_set1_epi8('\\');
        const __m128i last_control = _mm_set1_epi8(31);
        for (;; at_ += 16) {
            if (input_end_ - at_ < 0) {
                return false;
            }
            const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at_));
            const __m128i special =
                _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)),
                             _mm_cmpeq_epi8(_mm_min_epu8(bytes, last_control), bytes));
            const auto mask = static_cast<unsigned>(_mm_movemask_epi8(special));
            const auto high = static_cast<unsigned>(_mm_movemask_epi8(bytes));
            if (mask == 0) {
                beyond_ascii = beyond_ascii || high != 0;
                continue;
            }
            const int plain = __builtin_ctz(mask);
            beyond_ascii = beyond_ascii || (high & ((1U << plain) - 1)) != 0;
            at_ += plain;
            break;
        }
#else
        for (; static_cast<unsigned char>(*at_) >= 0x20 && *at_ != '"' && *at_ != '\\'; ++at_) {
            beyond_ascii = beyond_ascii || static_cast<unsigned char>(*at_) >= 0x80;
        }
#endif
        return *at_ == '"' && (!beyond_ascii || host_.is_utf8({first, static_cast<std::size_t>(at_ - first)}));
    }

    const char* at_;
    const char* input_end_;
    const sdk::Host& host_;
    GameDraft& draft_;
};

}  // namespace

Skimmed skim_nodes(const char* at, const char* input_end, const sdk::Host& host, GameDraft& draft) {
    Skimmer skimmer(at, input_end, host, draft);
    Skimmed result{at, 0};
    while (skimmer.take_node()) {
        result.end = skimmer.at();
        ++result.count;
    }
    return result;
}

}  // namespace tengen::json
