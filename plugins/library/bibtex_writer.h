// Writing BibTeX.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <tengen/model/game.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>
#include <tengen/sdk/tree_loss.h>

namespace tengen::library {

inline constexpr std::array<tengen_option, 0> no_options{};

/// One @misc a game, and in front of it an @article or @book for each reference that was not named before. UTF-8.
class BibtexWriter {
public:
    BibtexWriter(sdk::Host host, sdk::Sink sink, const sdk::Options& options);

    void put(Game game);
    void finish() { tree_loss_.report(host_); }

private:
    void field(std::string_view name, std::string_view raw);
    [[nodiscard]] const std::string& reference(const std::string& text);
    [[nodiscard]] std::string unused_key(std::string_view wanted);

    sdk::Host host_;
    sdk::Sink sink_;
    sdk::TreeLoss tree_loss_;
    std::uint32_t games_ = 0;
    std::map<std::string, std::string, std::less<>> references_;  // key by text
    std::map<std::string, std::uint32_t, std::less<>> keys_;      // the last number that was put behind each
    std::string text_;
    std::string works_;
};

}  // namespace tengen::library
