// Reading SGF: games out of bytes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/abi/plugin.h>
#include <tengen/model/storage.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>

#include "sgf/reader/charset_choice.h"
#include "sgf/reader/charsets.h"
#include "sgf/reader/tree_reading.h"
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

/// One input, read game by game; see tengen/sdk/plugin.h. A game is found, read until its charset is settled, reported
/// about, typed and handed out before the next one is looked at; only what stands between the two is looked at first,
/// since it belongs to the findings of the game before.
class SgfReader {
public:
    /// Throws sdk::BadOption.
    SgfReader(sdk::Host host, std::string_view bytes, const sdk::Options& options)
        : SgfReader(host, bytes, options, false) {}
    /// For formats with the syntax of SGF: `lists_may_grow` as in TypingOptions.
    SgfReader(sdk::Host host, std::string_view bytes, const sdk::Options& options, bool lists_may_grow);

    bool next(tengen_game& game);
    [[nodiscard]] std::uint64_t consumed() const;
    void reopen(std::string_view bytes);

private:
    void begin();
    std::uint64_t settle(const std::string& label, std::uint64_t start);
    void find_next(const char* from);
    void cut_suspects();
    void report_charset_findings();
    void report_tree_notes();
    void report_notes(const Notes& notes, const TextSource& source, std::uint32_t game);
    [[nodiscard]] std::string message_of(const Note& note) const;

    sdk::Host host_;
    std::string_view input_;
    bool is_exercism_;
    std::string forced_charset_;
    CharsetOptions charset_options_;
    Charsets charsets_;
    CharsetChoice choice_;
    TreeAttempt attempt_;
    Typer typer_;
    std::shared_ptr<GamePool> pool_ = GamePool::create();

    TextSource source_;  ///< of everything but trees with a charset of their own
    TreeFinder finder_;
    bool has_begun_ = false;
    const char* tree_ = nullptr;  ///< the tree that is read next, in source_; nullptr if there is none
    std::uint32_t index_ = 0;     ///< of that tree
    Notes behind_;                ///< about what stands behind the tree just read
    Notes before_;                ///< about what stands before the next tree
    std::string first_charset_;   ///< that the first tree with CA declared
    std::unique_ptr<GameStorage> storage_;
};

}  // namespace tengen::sgf
