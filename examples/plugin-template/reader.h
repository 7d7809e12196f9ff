#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <tengen/model/builder.h>
#include <tengen/sdk/plugin.h>

namespace move_list {

inline constexpr std::array reader_options{
    tengen::sdk::integer_option("default-size", "19", 2, 25, "side of the board of games that do not state it")};

/// How sure we are that these are the first bytes of a move list: 0 to 100.
std::uint32_t sniff(tengen_text head, tengen_text name);

/// Reads one input, game by game.
class Reader {
public:
    Reader(tengen::sdk::Host host, std::string_view bytes, const tengen::sdk::Options& options);

    bool next(tengen_game& game);
    [[nodiscard]] std::uint64_t consumed() const { return position_; }

private:
    struct Line {
        std::string_view text;  // without line break and blanks around
        std::size_t offset;     // of text, in the input
    };

    bool take_line(Line& line);
    void read_line(tengen::GameBuilder& builder, const Line& line);
    bool read_size(tengen::GameBuilder& builder, std::string_view argument);
    void add_size(tengen::GameBuilder& builder, std::uint32_t offset) const;
    void close_root(tengen::GameBuilder& builder) const;
    bool read_move(tengen::GameBuilder& builder, std::string_view color, std::string_view vertex, std::size_t offset);
    void read_comment(const Line& line);
    void finish_comment(tengen::GameBuilder& builder);
    void report(const char* id, std::size_t offset, std::string_view message, tengen_severity severity) const;

    tengen::sdk::Host host_;
    std::string_view bytes_;
    std::uint8_t default_size_;
    std::shared_ptr<tengen::GamePool> pool_ = tengen::GamePool::create();
    std::size_t position_ = 0;  // of the next line
    std::uint32_t index_ = 0;   // of the current game

    // The game that is being read.
    std::size_t start_ = 0;
    std::uint8_t side_ = 0;
    std::string comment_;  // its lines are collected until something else follows
    bool has_comment_ = false;
    std::size_t comment_offset_ = 0;
};

}  // namespace move_list
