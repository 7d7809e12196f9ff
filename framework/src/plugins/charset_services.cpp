#include "plugins/charset_services.h"

#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "text/charset.h"
#include "text/decode.h"
#include "text/detect.h"
#include "text/encode.h"

namespace tengen::plugins {

namespace {

// Zero bytes that follow a decoded text, so that parsers may read ahead.
constexpr std::size_t padding = 64;
// One for each thread of a large machine; more would only hold memory.
constexpr std::size_t most_kept = 64;

// What a tengen_decoded owns.
struct Decoded {
    std::string text;  // with the padding
    std::vector<tengen_source_run> runs;
};

void hand_out(std::unique_ptr<Decoded> decoded, tengen_decoded& out) {
    out.size = decoded->text.size();
    decoded->text.append(padding, '\0');
    out.text = decoded->text.data();
    out.runs = decoded->runs.data();
    out.run_count = static_cast<std::uint32_t>(decoded->runs.size());
    out.owner = decoded.release();
}

std::vector<tengen_source_run> to_runs(const text::SourceMap& map, std::size_t text_size) {
    std::vector<tengen_source_run> runs;
    runs.reserve(map.points.size());
    for (std::size_t i = 0; i < map.points.size(); ++i) {
        const std::size_t end = i + 1 < map.points.size() ? map.points[i + 1].output : text_size;
        if (map.points[i].output < end) {
            runs.push_back({map.points[i].output, map.points[i].input, i % 2 == 0 ? 1U : 0U});
        }
    }
    return runs;
}

// Objects of one kind that are not lent out at the moment.
template <class Object>
using Shelf = std::map<std::string_view, std::vector<Object>>;

}  // namespace

class CharsetServices::Implementation {
public:
    // Runs use(object) with an object of the charset that nobody else uses meanwhile.
    template <class Object, class Use>
    void with(Shelf<Object>& shelf, const text::Charset& charset, Use&& use) {
        std::optional<Object> object;
        {
            const std::lock_guard lock(mutex_);
            std::vector<Object>& free = shelf[charset.name()];
            if (!free.empty()) {
                object.emplace(std::move(free.back()));
                free.pop_back();
            }
        }
        if (!object) {
            object.emplace(charset);
        }
        use(*object);
        const std::lock_guard lock(mutex_);
        std::vector<Object>& free = shelf[charset.name()];
        if (free.size() < most_kept) {
            free.push_back(std::move(*object));
        }
    }

    // A copy of a name that ends with a zero and lives as long as this object.
    const char* keep(std::string_view name) {
        const std::lock_guard lock(mutex_);
        return names_.emplace(name).first->c_str();
    }

    bool keeps_ascii_apart(const text::Charset& charset) {
        if (charset.keeps_ascii()) {
            return true;
        }
        {
            const std::lock_guard lock(mutex_);
            const auto known = apart_.find(charset.name());
            if (known != apart_.end()) {
                return known->second;
            }
        }
        const bool is_apart = text::keeps_ascii_apart(charset);
        const std::lock_guard lock(mutex_);
        apart_.emplace(charset.name(), is_apart);
        return is_apart;
    }

    std::vector<text::Candidate> detect(std::string_view sample) {
        std::optional<text::CharsetDetector> detector;
        {
            const std::lock_guard lock(mutex_);
            if (!detectors_.empty()) {
                detector.emplace(std::move(detectors_.back()));
                detectors_.pop_back();
            }
        }
        if (!detector) {
            detector.emplace();
        }
        std::vector<text::Candidate> candidates = detector->detect(sample);
        const std::lock_guard lock(mutex_);
        if (detectors_.size() < most_kept) {
            detectors_.push_back(std::move(*detector));
        }
        return candidates;
    }

    Shelf<text::Decoder> decoders;
    Shelf<text::Encoder> encoders;

private:
    std::mutex mutex_;
    std::vector<text::CharsetDetector> detectors_;
    std::set<std::string, std::less<>> names_;
    std::map<std::string, bool, std::less<>> apart_;  // what it took long to find out
};

CharsetServices::CharsetServices() : implementation_(std::make_unique<Implementation>()) {}
CharsetServices::~CharsetServices() = default;

bool CharsetServices::find_charset(std::string_view label, std::uint32_t& flags) noexcept {
    flags = 0;
    try {
        const std::optional<text::Charset> charset = text::find_charset(label);
        if (!charset) {
            return false;
        }
        flags = (charset->has_ascii_trail_bytes() ? TENGEN_CHARSET_ASCII_TRAIL_BYTES : 0) |
                (charset->is_single_byte() ? TENGEN_CHARSET_SINGLE_BYTE : 0) |
                (charset->is_utf8() ? TENGEN_CHARSET_UTF8 : 0) |
                (implementation_->keeps_ascii_apart(*charset) ? TENGEN_CHARSET_KEEPS_ASCII : 0);
        return true;
    } catch (...) {  // no memory for the look-up: as good as an unknown label
        return false;
    }
}

tengen_status CharsetServices::decode(std::string_view label, std::string_view bytes, tengen_decoded& out) noexcept {
    out = tengen_decoded{};
    out.error_offset = TENGEN_NO_OFFSET;
    try {
        const std::optional<text::Charset> charset = text::find_charset(label);
        if (!charset) {
            return TENGEN_BAD_OPTION;
        }
        auto decoded = std::make_unique<Decoded>();
        text::SourceMap map;
        text::DecodeResult result;
        implementation_->with(implementation_->decoders, *charset,
                              [&](text::Decoder& decoder) { result = decoder.decode(bytes, decoded->text, map); });
        if (!result) {
            out.error_offset = result.bad_offset;
            return TENGEN_FAILED;
        }
        decoded->runs = to_runs(map, decoded->text.size());
        out.superset_needed = charset->first_outside(bytes) ? 1 : 0;
        out.canonical_name = implementation_->keep(out.superset_needed != 0 ? charset->used_name() : charset->name());
        hand_out(std::move(decoded), out);
        return TENGEN_OK;
    } catch (...) {
        return TENGEN_FAULT;
    }
}

tengen_status CharsetServices::encode(std::string_view label, std::string_view utf8, tengen_decoded& out) noexcept {
    out = tengen_decoded{};
    out.error_offset = TENGEN_NO_OFFSET;
    try {
        const std::optional<text::Charset> charset = text::find_charset(label);
        if (!charset) {
            return TENGEN_BAD_OPTION;
        }
        auto encoded = std::make_unique<Decoded>();
        text::EncodeResult result;
        implementation_->with(implementation_->encoders, *charset,
                              [&](text::Encoder& encoder) { result = encoder.encode(utf8, encoded->text); });
        if (!result) {
            out.error_offset = result.bad_offset;
            return TENGEN_FAILED;
        }
        out.canonical_name = implementation_->keep(charset->name());
        hand_out(std::move(encoded), out);
        return TENGEN_OK;
    } catch (...) {
        return TENGEN_FAULT;
    }
}

void CharsetServices::release(tengen_decoded& decoded) noexcept {
    delete static_cast<Decoded*>(decoded.owner);
    decoded = tengen_decoded{};
}

std::uint32_t CharsetServices::detect(std::string_view sample, const char** labels, std::uint32_t capacity) noexcept {
    try {
        const std::vector<text::Candidate> candidates = implementation_->detect(sample);
        std::uint32_t count = 0;
        while (count < capacity && count < candidates.size()) {
            labels[count] = implementation_->keep(candidates[count].charset.name());
            ++count;
        }
        return count;
    } catch (...) {
        return 0;
    }
}

}  // namespace tengen::plugins
