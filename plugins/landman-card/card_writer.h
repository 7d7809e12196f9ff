// Writing cards.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/game.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>

namespace tengen::landman {

inline constexpr const char* const orders[] = {"as-read", "canonical", nullptr};

inline constexpr std::array writer_options{
    sdk::boolean_option("sort", false, "write the cards in the ASCII order of their dates"),
    sdk::choice_option(
        "order", "as-read", orders,
        "as-read: the fields of a card keep their order; canonical: they stand in that of the explanation"),
    sdk::boolean_option("one-comment", false, "join the comments of a card with \" / \" to one line")};

/// Writes the facts of games that have no property, one line each, and extension fields that came from cards in their
/// places, or behind all others where the order is not to be kept; blank lines between the records. Other facts and all
/// nodes are not its business: games are fitted before they come here.
class CardWriter {
public:
    CardWriter(sdk::Host host, sdk::Sink sink, const sdk::Options& options);

    void put(Game game);
    void finish();

private:
    struct Record {
        std::string date;
        std::string text;
    };

    void append_line(Game game, std::string_view keyword, std::string_view value);
    void lose(Game game, const char* id, tengen_loss_kind kind, std::uint32_t count, std::string_view keyword,
              std::string_view message);
    void append_record(Game game);
    void order_facts(Game game);
    [[nodiscard]] bool needs_source(Game game);
    void write(std::string_view record);

    sdk::Host host_;
    sdk::Sink sink_;
    bool sort_;
    bool one_comment_;
    bool is_canonical_;
    bool is_first_ = true;
    bool told_non_ascii_ = false;
    std::string text_;
    std::vector<std::uint32_t> facts_;  // of the game at hand, in the order they are written
    std::vector<Record> records_;       // only where they are to be sorted
};

}  // namespace tengen::landman
