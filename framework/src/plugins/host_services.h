#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include <tengen/abi/plugin.h>

#include "plugins/charset_services.h"
#include "plugins/companion_provider.h"

namespace tengen::plugins {

/// A finding as a reader or writer reported it. Views are valid during the call only.
struct Finding {
    std::string_view id;  ///< "area.name"; may be one that the catalogue does not have
    std::uint32_t default_severity = TENGEN_SEVERITY_WARNING;  ///< tengen_severity, for ids of no catalogue
    std::optional<std::uint32_t> game;                         ///< index in the input, from 0
    std::optional<std::uint32_t> node;                         ///< index in that game, pre-order
    std::optional<std::uint64_t> offset;                       ///< bytes from the start of the input
    std::string_view message;
};

/// A loss as a writer reported it. Views are valid during the call only.
struct Loss {
    std::string_view id;
    tengen_loss_kind kind = TENGEN_LOSS_LOST;
    std::optional<std::uint32_t> game;
    std::optional<std::uint32_t> node;
    std::uint32_t count = 1;
    bool recoverable = false;
    std::string_view what;
    std::string_view to;
    std::string_view message;
};

/// Who hears what a reader or writer has to say. Called in the thread that drives the instance. May throw: the plugin
/// is then told to stop, and the exception comes out of the session's call.
class FindingListener {
public:
    FindingListener() = default;
    FindingListener(const FindingListener&) = delete;
    FindingListener& operator=(const FindingListener&) = delete;
    virtual ~FindingListener() = default;

    /// The answer is a set of TENGEN_APPLY_FIX, TENGEN_REJECTED and TENGEN_STOP.
    virtual std::uint32_t on_finding(const Finding& finding) = 0;
    virtual void on_loss(const Loss& loss) = 0;
    /// A big piece of the input was looked at from front to back, and will not be needed at once.
    virtual void on_looked_through(std::string_view) noexcept {}
};

/// The host that one reader or writer instance is given. Nothing it offers to the plugin ever throws. Listener,
/// charsets and companions must outlive it.
///
/// Thread rule: one instance in one thread at a time, as the instance itself.
class HostServices {
public:
    HostServices(FindingListener& listener, CharsetServices& charsets, CompanionProvider* companions = nullptr);
    HostServices(const HostServices&) = delete;
    HostServices& operator=(const HostServices&) = delete;

    /// For another input of the same instance: who hears about it, and nothing that happened before.
    void begin(FindingListener& listener, CompanionProvider* companions);

    [[nodiscard]] const tengen_host* host() const { return &host_; }

    /// Whether the listener ever answered TENGEN_STOP.
    [[nodiscard]] bool was_stopped() const { return stopped_; }

    /// A breach of the boundary's rules by the plugin, for people; empty if there was none.
    [[nodiscard]] const std::string& breach() const { return breach_; }

    /// Where the game comes from that a writer is given next; the texts must live until its put is done.
    void set_origin(std::string_view input, std::string_view member) {
        input_ = input;
        member_ = member;
    }

    /// Throw what the listener threw during the last call, if anything; once.
    void rethrow();

private:
    static HostServices& self(const tengen_host* host);
    bool is_utf8(std::string_view bytes) noexcept;
    static std::uint32_t report(const tengen_host* host, const tengen_finding* finding) noexcept;
    static void report_loss(const tengen_host* host, const tengen_loss* loss) noexcept;
    static const void* get_extension(const tengen_host* host, const char* id) noexcept;
    static tengen_status read_companion(const tengen_host* host, tengen_text name, tengen_text* bytes) noexcept;
    static void get_origin(const tengen_host* host, tengen_text* input, tengen_text* member) noexcept;
    std::uint32_t on_report(const tengen_finding& finding);
    void on_report_loss(const tengen_loss& loss);

    FindingListener* listener_;
    CharsetServices& charsets_;
    CompanionProvider* companions_;
    tengen_host host_{};
    std::string_view input_;
    std::string_view member_;
    bool stopped_ = false;
    std::string breach_;
    std::exception_ptr thrown_;
};

}  // namespace tengen::plugins
