// Reading SGF: games out of bytes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include <tengen/abi/plugin.h>
#include <tengen/model/storage.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>

#include "sgf/syntax/game_scanner.h"
#include "sgf/syntax/irregularity.h"
#include "sgf/syntax/tree_sink.h"
#include "sgf/typing/typer.h"

namespace tengen::sgf {

inline constexpr const char* profiles[] = {"full", "exercism", nullptr};

inline constexpr std::array reader_options{
    sdk::text_option("charset", "auto",
                     "charset of the input, whatever its games say; auto: what they say, or what their texts show"),
    sdk::boolean_option("detect", true, "look at the texts of games that name no charset; false: they are ISO-8859-1"),
    sdk::integer_option("ff-default", "1", 1, 4, "the file format of games without FF"),
    sdk::integer_option("max-depth", "100000", 1, 100'000'000, "most parentheses that may be open at a time"),
    sdk::integer_option("max-value", "67108864", 1, 255 << 20, "bytes of the largest value"),
    sdk::choice_option("profile", "full", profiles,
                       "exercism: the syntax only, all values are texts; full: values have types")};

/// One input; see tengen/sdk/plugin.h.
class SgfReader {
public:
    SgfReader(sdk::Host host, std::string_view bytes, const sdk::Options& options);

    bool next(tengen_game& game);
    [[nodiscard]] std::uint64_t consumed() const;

private:
    void find_next(const char* from);
    void report(const Notes& notes, std::uint32_t game);
    void report(const Note& note, std::uint32_t game, const GameStorage* storage);

    sdk::Host host_;
    std::string_view input_;
    SyntaxLimits limits_;
    bool is_exercism_;
    std::shared_ptr<GamePool> pool_ = GamePool::create();
    SyntaxWorkspace workspace_;
    Typer typer_;
    TreeFinder finder_;

    bool has_begun_ = false;
    const char* tree_ = nullptr;  ///< the tree that is read next; nullptr if there is none
    std::uint32_t index_ = 0;     ///< of that tree
    Notes notes_;
    Notes behind_;  ///< about what stands behind the tree just read
    Notes before_;  ///< about what stands before the next tree
};

}  // namespace tengen::sgf
