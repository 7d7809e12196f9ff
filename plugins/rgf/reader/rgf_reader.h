// Reading RGF: games with recorded streams out of bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/abi/plugin.h>
#include <tengen/model/storage.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>

#include "rgf/reader/forwarding_host.h"
#include "rgf/reader/stream_attachment.h"
#include "rgf/reader/stream_file.h"
#include "sgf/reader/sgf_reader.h"

namespace tengen::rgf {

/// Those of SGF, and one more.
inline constexpr auto reader_options = [] {
    std::array<tengen_option, sgf::reader_options.size() + 1> options{};
    for (std::size_t i = 0; i < sgf::reader_options.size(); ++i) {
        options[i] = sgf::reader_options[i];
    }
    options.back() =
        sdk::boolean_option("attach", true, "read the stream files that records of the later revision name");
    return options;
}();

/// One input; see tengen/sdk/plugin.h. RGF has the syntax of SGF, so the reader of SGF reads every tree, and this one
/// makes streams of what it finds there.
class RgfReader final : private CompanionFiles {
public:
    /// Throws sdk::BadOption.
    RgfReader(sdk::Host host, std::string_view bytes, const sdk::Options& options);

    bool next(tengen_game& game);
    [[nodiscard]] std::uint64_t consumed() const;

private:
    // An SGF reader with all it needs; games keep what their text needs.
    struct Source {
        Source(const tengen_host* behind, WrappedStreamFile file) : host(behind), wrapped(std::move(file)) {}
        ForwardingHost host;
        WrappedStreamFile wrapped;
    };
    struct Kept {
        std::shared_ptr<const Source> source;
        OwnedGame game;
    };

    [[nodiscard]] std::unique_ptr<sgf::SgfReader> make_reader(sdk::Host host, std::string_view bytes,
                                                              bool is_stream_file) const;
    void convert(OwnedGame& raw, const std::shared_ptr<const Source>& source, sdk::Host host, OwnedGame& converted);
    OwnedGame read_stream_file(std::string_view name, std::uint32_t game) override;

    sdk::Host host_;
    std::string_view input_;
    bool attaches_;
    std::vector<std::pair<std::string, std::string>> sgf_options_;
    std::shared_ptr<GamePool> pool_ = GamePool::create();
    std::shared_ptr<Source> source_;  ///< set if the input is a stream file
    std::unique_ptr<sgf::SgfReader> reader_;
    std::uint64_t consumed_ = 0;
};

}  // namespace tengen::rgf
