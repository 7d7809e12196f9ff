#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <tengen/sdk/plugin.h>

namespace move_list {

inline constexpr const char* letter_cases[] = {"upper", "lower", nullptr};
inline constexpr std::array writer_options{
    tengen::sdk::boolean_option("comments", true, "write comments"),
    tengen::sdk::choice_option("letters", "upper", letter_cases, "case of the letters of columns")};

/// What move lists can carry. Everything that is not named here, they cannot.
inline constexpr tengen::sdk::Capabilities capabilities = [] {
    tengen::sdk::Capabilities row{};
    row[TENGEN_FEATURE_SEVERAL_GAMES] = TENGEN_CAN;
    row[TENGEN_FEATURE_TREE] = TENGEN_PARTLY;  // moves, nothing else
    row[TENGEN_FEATURE_COMMENTS] = TENGEN_CAN;
    row[TENGEN_FEATURE_ANY_BOARD] = TENGEN_PARTLY;
    row[TENGEN_FEATURE_ANY_CHARSET] = TENGEN_CAN;
    return row;
}();

/// Writes one output, game by game: the main line of each.
class Writer {
public:
    Writer(tengen::sdk::Host host, tengen::sdk::Sink sink, const tengen::sdk::Options& options);

    void put(tengen::Game game);
    void finish() {}

private:
    bool check_board(tengen::Game game) const;
    void write_node(tengen::Game game, std::uint32_t node);
    void write_move(tengen::Game game, std::uint32_t property, int side);
    void write_comment(std::string_view text);
    void report_loss(const char* id, tengen::Game game, std::uint32_t count, std::string_view what) const;

    tengen::sdk::Host host_;
    tengen::sdk::Sink sink_;
    bool comments_;
    bool lower_case_;
    bool first_ = true;
    std::string text_;  // of the current game

    // Of the current game: what its list does not say, or says otherwise.
    std::uint32_t lost_properties_ = 0;
    std::uint32_t lost_information_ = 0;
    std::uint32_t lost_comments_ = 0;
    std::uint32_t moved_nodes_ = 0;
};

}  // namespace move_list
