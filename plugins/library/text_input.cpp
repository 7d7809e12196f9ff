#include "text_input.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <tengen/sdk/options.h>

namespace tengen::library {

TextInput::TextInput(sdk::Host host, std::string_view bytes, std::string_view charset) : text_(bytes) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (charset.empty() && host.is_utf8(bytes)) {
        if (text_.starts_with(byte_order_mark)) {
            text_.remove_prefix(byte_order_mark.size());
            start_ = byte_order_mark.size();
        }
        return;
    }
    decoded_.emplace();
    bool done = false;
    if (!charset.empty()) {
        std::uint32_t flags = 0;
        if (!host.find_charset(charset, flags)) {
            throw sdk::BadOption("option 'charset': '" + std::string(charset) + "' names no known charset");
        }
        done = host.decode(charset, bytes, *decoded_);
        if (!done) {
            sdk::Place place;
            place.offset = decoded_->error_offset();
            host.report("charset.mismatch", place, "the bytes are not valid in " + std::string(charset));
        }
    }
    if (!done) {
        std::vector<std::string> labels = host.detect_charset(bytes);
        labels.emplace_back("ISO-8859-1");
        for (std::size_t i = 0; i < labels.size() && !done; ++i) {
            done = host.decode(labels[i], bytes, *decoded_);
        }
        host.report("charset.assumed", {}, "the bytes are no UTF-8; read as " + std::string(decoded_->charset()));
    }
    text_ = decoded_->text();
}

std::uint64_t TextInput::source_offset(std::size_t offset) const {
    if (!decoded_ || decoded_->runs().empty()) {
        return start_ + offset;
    }
    const std::span<const tengen_source_run> runs = decoded_->runs();
    const auto above = std::upper_bound(runs.begin(), runs.end(), offset,
                                        [](std::size_t o, const tengen_source_run& run) { return o < run.text; });
    const tengen_source_run& run = above == runs.begin() ? runs.front() : *std::prev(above);
    return run.source + (run.linear != 0 && offset > run.text ? offset - run.text : 0);
}

}  // namespace tengen::library
