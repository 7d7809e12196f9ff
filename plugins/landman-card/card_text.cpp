#include "card_text.h"

#include <algorithm>
#include <span>
#include <string>

#include <tengen/sdk/options.h>

namespace tengen::landman {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_ascii(char c) {
    return static_cast<unsigned char>(c) < 0x80;
}

// The run in which an offset lies.
std::size_t run_at(std::span<const tengen_source_run> runs, std::size_t offset) {
    const auto above = std::upper_bound(runs.begin(), runs.end(), offset,
                                        [](std::size_t o, const tengen_source_run& run) { return o < run.text; });
    return above == runs.begin() ? 0 : static_cast<std::size_t>(above - runs.begin()) - 1;
}

std::uint32_t source_in(const tengen_source_run& run, std::size_t offset) {
    const auto o = static_cast<std::uint32_t>(offset);
    return run.source + (run.linear != 0 && o > run.text ? o - run.text : 0);
}

}  // namespace

CardText::CardText(sdk::Host host, std::string_view bytes, std::string_view charset) : text_(bytes) {
    if (charset.empty() && host.is_utf8(bytes)) {
        if (text_.starts_with(byte_order_mark)) {
            text_.remove_prefix(byte_order_mark.size());
            start_ = byte_order_mark.size();
        }
    } else {
        decode(host, bytes, charset);
    }
    const auto beyond = std::find_if_not(text_.begin(), text_.end(), is_ascii);
    if (beyond != text_.end()) {
        sdk::Place place;
        place.offset = source_offset(static_cast<std::size_t>(beyond - text_.begin()));
        host.report(
            "card.non-ascii", place,
            "a character outside ASCII; the text is read as " + std::string(charset_.empty() ? "UTF-8" : charset_));
    }
}

void CardText::decode(sdk::Host host, std::string_view bytes, std::string_view charset) {
    auto decoded = std::make_shared<sdk::DecodedText>();
    bool done = false;
    if (!charset.empty()) {
        std::uint32_t flags = 0;
        if (!host.find_charset(charset, flags)) {
            throw sdk::BadOption("option 'charset': '" + std::string(charset) + "' names no known charset");
        }
        done = host.decode(charset, bytes, *decoded);
        if (!done) {
            sdk::Place place;
            place.offset = decoded->error_offset();
            host.report("charset.mismatch", place, "the bytes are not valid in " + std::string(charset));
        }
    }
    if (!done) {
        std::vector<std::string> labels = host.detect_charset(bytes);
        labels.emplace_back("ISO-8859-1");
        for (std::size_t i = 0; i < labels.size() && !done; ++i) {
            done = host.decode(labels[i], bytes, *decoded);
        }
        host.report("charset.assumed", {}, "the bytes are no UTF-8; read as " + std::string(decoded->charset()));
    }
    text_ = decoded->text();
    charset_ = decoded->charset();
    decoded_ = std::move(decoded);
}

std::uint64_t CardText::source_offset(std::size_t offset) const {
    if (!decoded_ || decoded_->runs().empty()) {
        return start_ + offset;
    }
    const std::span<const tengen_source_run> runs = decoded_->runs();
    return source_in(runs[run_at(runs, offset)], offset);
}

void CardText::give(GameStorage& storage, std::size_t begin, std::size_t end) const {
    tengen_game& header = storage.header;
    header.text = text_.data() + begin;
    header.text_size = end - begin;
    header.source_offset = start_ + begin;
    if (!decoded_) {
        return;
    }
    storage.keep_alive = decoded_;
    header.charset_used = storage.store(charset_);
    const std::span<const tengen_source_run> runs = decoded_->runs();
    if (runs.empty()) {
        return;
    }
    header.source_offset = 0;
    const std::size_t first = run_at(runs, begin);
    storage.source_runs.push_back({0, source_in(runs[first], begin), runs[first].linear});
    for (std::size_t i = first + 1; i < runs.size() && runs[i].text < end; ++i) {
        storage.source_runs.push_back(
            {runs[i].text - static_cast<std::uint32_t>(begin), runs[i].source, runs[i].linear});
    }
}

}  // namespace tengen::landman
