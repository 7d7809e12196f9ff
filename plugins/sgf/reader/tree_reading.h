// One tree, read in one way: as the bytes are, or in a charset.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <tengen/model/identifier.h>
#include <tengen/model/storage.h>

#include "sgf/reader/decoded_part.h"
#include "sgf/syntax/game_scanner.h"
#include "sgf/syntax/irregularity.h"
#include "sgf/syntax/tree_sink.h"

namespace tengen::sgf {

/// The text that trees are read from: the input as it is, or a decoded part of it.
struct TextSource {
    std::string_view text;                    ///< padded
    std::shared_ptr<const DecodedPart> part;  ///< nullptr: text is the input

    [[nodiscard]] std::uint64_t input_offset(const char* p) const {
        return part ? part->input_offset(p) : static_cast<std::uint64_t>(p - text.data());
    }
    [[nodiscard]] const char* end() const { return text.data() + text.size(); }
};

/// Reads a tree again and again until the charset is found; holds the newest reading.
class TreeAttempt {
public:
    explicit TreeAttempt(const SyntaxLimits& limits) : limits_(limits) {}

    /// Fill the storage with the tree at `paren`, which is in the source's text.
    void read(const TextSource& source, const char* paren, GameStorage& storage, bool cut_suspects);

    /// Let go of the text that was read last.
    void forget_source() { source_ = {}; }

    [[nodiscard]] const TextSource& source() const { return source_; }
    [[nodiscard]] const Notes& notes() const { return notes_; }
    [[nodiscard]] std::span<const PlainMoveRun> plain_moves() const {
        return {workspace_.plain_moves.data(), workspace_.plain_moves.size()};
    }
    [[nodiscard]] bool is_fatal() const { return reading_.is_fatal; }
    /// Behind the tree, in the source's text and in the input.
    [[nodiscard]] const char* next() const { return reading_.next; }
    [[nodiscard]] std::uint64_t end_offset() const { return source_.input_offset(reading_.next); }
    /// Whether the tree reaches the end of the source's text without being closed.
    [[nodiscard]] bool is_open_ended() const { return is_open_ended_; }
    /// Whether nothing looks as if the text were another one.
    [[nodiscard]] bool is_clean() const;
    /// Whether a value seems to have swallowed a move.
    [[nodiscard]] bool has_suspects() const;

private:
    SyntaxLimits limits_;
    TextSource source_;
    Notes notes_;
    SyntaxWorkspace workspace_;
    TreeReading reading_{};
    bool is_open_ended_ = false;
};

/// The raw text of the first property of that name in the first node that has it.
[[nodiscard]] std::optional<std::string_view> find_raw_value(const GameStorage& storage, Identifier identifier,
                                                             std::uint32_t& offset);

}  // namespace tengen::sgf
