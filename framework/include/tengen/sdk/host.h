// The host as a plugin sees it.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/abi/plugin.h>

namespace tengen::sdk {

[[nodiscard]] constexpr tengen_text to_abi(std::string_view text) {
    return {text.data(), text.size()};
}
[[nodiscard]] constexpr std::string_view from_abi(tengen_text text) {
    return {text.data, static_cast<std::size_t>(text.size)};
}

/// Thrown by a plugin to give up an input or output after it reported why (a finding of severity fatal).
class GiveUp : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "the input was given up"; }
};

/// Thrown by a writer when its sink refused bytes.
class SinkRefused : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "the output cannot be written"; }
};

/// Where a finding belongs; leave out what is not known.
struct Place {
    std::uint32_t game = TENGEN_NONE;
    std::uint32_t node = TENGEN_NONE;
    std::uint64_t offset = TENGEN_NO_OFFSET;  ///< bytes from the start of the input
};

/// Something of a game that the output does not hold as it was; leave out what is not known.
struct Loss {
    const char* id = nullptr;  ///< "loss.name"
    tengen_loss_kind kind = TENGEN_LOSS_LOST;
    std::uint32_t game = TENGEN_NONE;
    std::uint32_t node = TENGEN_NONE;
    std::uint32_t count = 1;     ///< how many items
    bool recoverable = false;    ///< reading the output back restores it
    std::string_view what{};     ///< the item that is affected
    std::string_view to{};       ///< where it went; empty if nowhere
    std::string_view message{};  ///< one sentence
};

/// What the host answered to a finding.
class Answer {
public:
    constexpr explicit Answer(std::uint32_t bits) : bits_(bits) {}
    /// Make the repair that the catalogue documents for this id.
    [[nodiscard]] constexpr bool apply_fix() const { return (bits_ & TENGEN_APPLY_FIX) != 0; }
    [[nodiscard]] constexpr bool rejected() const { return (bits_ & TENGEN_REJECTED) != 0; }
    [[nodiscard]] constexpr bool stop() const { return (bits_ & TENGEN_STOP) != 0; }

private:
    std::uint32_t bits_;
};

/// Text the host decoded or encoded; frees itself.
class DecodedText {
public:
    DecodedText() = default;
    explicit DecodedText(const tengen_host* host) : release_(host->release_text) {}
    DecodedText(const DecodedText&) = delete;
    DecodedText& operator=(const DecodedText&) = delete;
    DecodedText(DecodedText&& other) noexcept
        : release_(std::exchange(other.release_, nullptr)), decoded_(other.decoded_) {}
    DecodedText& operator=(DecodedText&& other) noexcept {
        std::swap(release_, other.release_);
        std::swap(decoded_, other.decoded_);
        return *this;
    }
    ~DecodedText() {
        if (release_ != nullptr && decoded_.owner != nullptr) {
            release_(nullptr, &decoded_);
        }
    }

    [[nodiscard]] std::string_view text() const { return {decoded_.text, static_cast<std::size_t>(decoded_.size)}; }
    [[nodiscard]] std::span<const tengen_source_run> runs() const { return {decoded_.runs, decoded_.run_count}; }
    [[nodiscard]] bool superset_needed() const { return decoded_.superset_needed != 0; }
    [[nodiscard]] std::string_view charset() const {
        return decoded_.canonical_name == nullptr ? std::string_view() : decoded_.canonical_name;
    }
    /// The first byte that did not fit; only after a failure.
    [[nodiscard]] std::uint64_t error_offset() const { return decoded_.error_offset; }
    [[nodiscard]] tengen_decoded* receive() { return &decoded_; }

private:
    // Not the host: games keep texts, and may be released when the host is gone.
    decltype(tengen_host::release_text) release_ = nullptr;
    tengen_decoded decoded_{};
};

/// A copyable handle; the host outlives every reader and writer that was given it.
class Host {
public:
    explicit Host(const tengen_host* host) : host_(host) {}

    /// Report a finding. `default_severity` counts only for ids the host's catalogue does not have.
    /// Throws GiveUp if the host says that the input ends here.
    Answer report(const char* id, const Place& place, std::string_view message,
                  tengen_severity default_severity = TENGEN_SEVERITY_WARNING) const {
        tengen_finding finding{};
        finding.struct_size = sizeof finding;
        finding.id = id;
        finding.default_severity = default_severity;
        finding.game = place.game;
        finding.node = place.node;
        finding.offset = place.offset;
        finding.message = to_abi(message);
        const Answer answer(host_->report(host_, &finding));
        if (answer.stop()) {
            throw GiveUp();
        }
        return answer;
    }

    /// For writers.
    void report_loss(const Loss& loss) const {
        tengen_loss out{};
        out.struct_size = sizeof out;
        out.id = loss.id;
        out.kind = static_cast<std::uint32_t>(loss.kind);
        out.game = loss.game;
        out.node = loss.node;
        out.count = loss.count;
        out.recoverable = loss.recoverable ? 1 : 0;
        out.what = to_abi(loss.what);
        out.to = to_abi(loss.to);
        out.message = to_abi(loss.message);
        host_->report_loss(host_, &out);
    }

    [[nodiscard]] bool is_utf8(std::string_view bytes) const { return host_->is_utf8(host_, to_abi(bytes)) != 0; }

    /// Whether decode knows the label; `flags` gets TENGEN_CHARSET_*.
    [[nodiscard]] bool find_charset(std::string_view label, std::uint32_t& flags) const {
        return host_->find_charset(host_, to_abi(label), &flags) != 0;
    }

    /// Strict decoding to UTF-8; false on bytes that do not fit (see DecodedText::error_offset).
    [[nodiscard]] bool decode(std::string_view label, std::string_view bytes, DecodedText& out) const {
        out = DecodedText(host_);
        return host_->decode(host_, to_abi(label), to_abi(bytes), out.receive()) == TENGEN_OK;
    }

    /// Strict encoding from UTF-8; false on a character the charset lacks.
    [[nodiscard]] bool encode(std::string_view label, std::string_view text, DecodedText& out) const {
        out = DecodedText(host_);
        return host_->encode(host_, to_abi(label), to_abi(text), out.receive()) == TENGEN_OK;
    }

    /// Labels, the most likely first.
    [[nodiscard]] std::vector<std::string> detect_charset(std::string_view sample) const {
        const char* labels[16] = {};
        const std::uint32_t count = host_->detect_charset(host_, to_abi(sample), labels, 16);
        return {labels, labels + count};
    }

    [[nodiscard]] const void* extension(const char* id) const { return host_->get_extension(host_, id); }

    /// The host itself, for calls of its extensions.
    [[nodiscard]] const tengen_host* abi() const { return host_; }

private:
    const tengen_host* host_;
};

/// Where a writer puts its bytes, collected into larger pieces.
class Sink {
public:
    explicit Sink(const tengen_sink* sink) : sink_(sink) {}

    /// Throws SinkRefused.
    void write(std::string_view bytes) const {
        if (!bytes.empty() && sink_->write(sink_, to_abi(bytes)) == 0) {
            throw SinkRefused();
        }
    }

private:
    const tengen_sink* sink_;
};

}  // namespace tengen::sdk
