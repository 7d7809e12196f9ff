// A host in front of the host: what the reader of SGF says about a text that was made from the input becomes what is
// true of the input.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tengen/abi/plugin.h>
#include <tengen/sdk/host.h>

namespace tengen::rgf {

/// Passes everything on to another host, which must outlive it.
class ForwardingHost {
public:
    explicit ForwardingHost(const tengen_host* behind);
    ForwardingHost(const ForwardingHost&) = delete;
    ForwardingHost& operator=(const ForwardingHost&) = delete;

    [[nodiscard]] const tengen_host* get() const { return &host_; }

    /// Findings are about a text with `prefix` bytes in front that stand in no file, of which `skipped` bytes are
    /// missing behind them. What concerns the prefix alone is not passed on.
    void shift(std::uint64_t prefix, std::uint64_t skipped) {
        is_shifted_ = true;
        prefix_ = prefix;
        skipped_ = skipped;
    }

    /// Findings are about another file that belongs to a game of the input: they keep no place but name that file.
    void speak_for(std::string_view file, std::uint32_t game) {
        file_ = file;
        game_ = game;
    }

private:
    std::uint32_t report(const tengen_finding& finding) const;

    tengen_host host_;
    const tengen_host* behind_;
    bool is_shifted_ = false;
    std::uint64_t prefix_ = 0;
    std::uint64_t skipped_ = 0;
    std::string file_;
    std::uint32_t game_ = 0;
};

}  // namespace tengen::rgf
