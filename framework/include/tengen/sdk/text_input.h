// The text of an input whose format says nothing about charsets, as UTF-8.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/storage.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>

namespace tengen::sdk {

/// A byte-order mark decides, then the charset that was asked for; else UTF-8 stays as it is, and other bytes are
/// decoded by detection. Control bytes that are neither TAB nor line break are read as blanks. The input must outlive
/// the object; what give() was called for keeps what it needs beside the input.
class TextInput {
public:
    /// Reports charset.bom, charset.mismatch, charset.assumed, charset.control-byte. Throws BadOption for an unknown
    /// charset. `charset` may be empty.
    TextInput(Host host, std::string_view bytes, std::string_view charset) : text_(bytes) {
        const std::string_view mark = mark_of(bytes);
        if (!mark.empty()) {
            host.report("charset.bom", {TENGEN_NONE, TENGEN_NONE, 0},
                        "the input begins with a byte-order mark of " + std::string(mark));
        }
        if (mark == "UTF-8" ? !host.is_utf8(bytes) : !mark.empty() || !charset.empty() || !host.is_utf8(bytes)) {
            decode(host, bytes, mark.empty() || mark == "UTF-8" ? charset : mark);
        }
        if (mark_of(text_) == "UTF-8") {
            constexpr std::size_t mark_size = 3;
            text_.remove_prefix(mark_size);
            skipped_ = mark_size;
        }
        replace_control_bytes(host);
    }

    /// Without byte-order mark.
    [[nodiscard]] std::string_view text() const { return text_; }
    /// The charset that was used; empty for UTF-8 that stayed as it is.
    [[nodiscard]] std::string_view charset() const { return charset_; }
    /// Place of an offset of text() in the input. Logarithmic.
    [[nodiscard]] std::uint64_t source_offset(std::size_t offset) const {
        const std::span<const tengen_source_run> all = runs();
        offset += skipped_;
        return all.empty() ? offset : source_in(all[run_at(all, offset)], offset);
    }
    /// Make text()[begin, end) the text of a game.
    void give(GameStorage& storage, std::size_t begin, std::size_t end) const {
        tengen_game& header = storage.header;
        header.text = text_.data() + begin;
        header.text_size = end - begin;
        begin += skipped_;
        end += skipped_;
        header.source_offset = begin;
        storage.keep_alive = owned_;
        if (!charset_.empty()) {
            header.charset_used = storage.store(charset_);
        }
        const std::span<const tengen_source_run> all = runs();
        if (all.empty()) {
            return;
        }
        header.source_offset = 0;
        const std::size_t first = run_at(all, begin);
        storage.source_runs.push_back({0, source_in(all[first], begin), all[first].linear});
        for (std::size_t i = first + 1; i < all.size() && all[i].text < end; ++i) {
            storage.source_runs.push_back(
                {all[i].text - static_cast<std::uint32_t>(begin), all[i].source, all[i].linear});
        }
    }

private:
    // Whatever text() looks at, if that is not the input.
    struct Owned {
        DecodedText decoded;
        std::string cleaned;
    };

    [[nodiscard]] static std::string_view mark_of(std::string_view bytes) {
        using namespace std::string_view_literals;
        return bytes.starts_with("\xEF\xBB\xBF")                                            ? "UTF-8"
               : bytes.starts_with("\xFF\xFE\0\0"sv) || bytes.starts_with("\0\0\xFE\xFF"sv) ? "UTF-32"
               : bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")             ? "UTF-16"
                                                                                            : std::string_view();
    }
    [[nodiscard]] static bool is_control(char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
    }
    // The run in which an offset lies.
    [[nodiscard]] static std::size_t run_at(std::span<const tengen_source_run> runs, std::size_t offset) {
        const auto above = std::upper_bound(runs.begin(), runs.end(), offset,
                                            [](std::size_t o, const tengen_source_run& run) { return o < run.text; });
        return above == runs.begin() ? 0 : static_cast<std::size_t>(above - runs.begin()) - 1;
    }
    [[nodiscard]] static std::uint32_t source_in(const tengen_source_run& run, std::size_t offset) {
        const auto o = static_cast<std::uint32_t>(offset);
        return run.source + (run.linear != 0 && o > run.text ? o - run.text : 0);
    }
    [[nodiscard]] std::span<const tengen_source_run> runs() const {
        return owned_ ? owned_->decoded.runs() : std::span<const tengen_source_run>();
    }

    void decode(Host host, std::string_view bytes, std::string_view charset) {
        owned_ = std::make_shared<Owned>();
        DecodedText& decoded = owned_->decoded;
        bool done = false;
        if (!charset.empty()) {
            std::uint32_t flags = 0;
            if (!host.find_charset(charset, flags)) {
                throw BadOption("option 'charset': '" + std::string(charset) + "' names no known charset");
            }
            done = host.decode(charset, bytes, decoded);
            if (!done) {
                host.report("charset.mismatch", {TENGEN_NONE, TENGEN_NONE, decoded.error_offset()},
                            "the bytes are not valid in " + std::string(charset));
            }
        }
        if (!done) {
            std::vector<std::string> labels = host.detect_charset(bytes);
            labels.emplace_back("ISO-8859-1");
            for (std::size_t i = 0; i < labels.size() && !done; ++i) {
                done = host.decode(labels[i], bytes, decoded);
            }
            host.report("charset.assumed", {}, "the bytes are no UTF-8; read as " + std::string(decoded.charset()));
        }
        text_ = decoded.text();
        charset_ = decoded.charset();
    }

    void replace_control_bytes(Host host) {
        const auto first = std::find_if(text_.begin(), text_.end(), is_control);
        if (first == text_.end()) {
            return;
        }
        const auto count = std::count_if(first, text_.end(), is_control);
        host.report("charset.control-byte",
                    {TENGEN_NONE, TENGEN_NONE, source_offset(static_cast<std::size_t>(first - text_.begin()))},
                    count == 1 ? "a control byte without a meaning is read as a blank"
                               : std::to_string(count) + " control bytes without a meaning are read as blanks");
        if (!owned_) {
            owned_ = std::make_shared<Owned>();
        }
        constexpr std::size_t padding = 64;  // readers of games are promised that
        std::string& cleaned = owned_->cleaned;
        cleaned.reserve(text_.size() + padding);
        cleaned = text_;
        std::replace_if(cleaned.begin(), cleaned.end(), is_control, ' ');
        text_ = std::string_view(cleaned).substr(0, text_.size());
        cleaned.append(padding, '\0');
    }

    std::string_view text_;
    std::size_t skipped_ = 0;  // bytes in front of text() in what was decoded, or in the input
    std::string_view charset_;
    std::shared_ptr<Owned> owned_;
};

}  // namespace tengen::sdk
