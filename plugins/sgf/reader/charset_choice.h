// Which charset a tree is in ("SGF FF[4], CA" and what to do with records that have none, or a wrong one).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/storage.h>

#include "sgf/reader/charsets.h"
#include "sgf/reader/tree_reading.h"

namespace tengen::sgf {

struct CharsetFinding {
    const char* id;
    std::uint64_t offset;  ///< in the input
    std::string message;
};

struct CharsetOptions {
    bool detect = true;  ///< look at the texts of trees without CA
    std::string mark;    ///< charset of a byte-order mark, UTF-8, UTF-16 or UTF-32, which wins over any CA; or empty
    bool is_settled = false;  ///< the charset of the whole input is known: CA is only noted
};

/// Reads a tree in the charset that it turns out to be in.
class CharsetChoice {
public:
    CharsetChoice(Charsets& charsets, std::string_view input) : charsets_(charsets), input_(input) {}

    void set_options(const CharsetOptions& options) { options_ = options; }

    /// Forget everything about the input so far; its Charsets speak of this one already.
    void begin(std::string_view input) {
        input_ = input;
        usual_label_.clear();
        last_label_.clear();
        spent_ = 0;
        source_ = {};
    }

    /// Read the tree at `paren` of `source` (the whole input, or what it was decoded to) into the storage, as often as
    /// needed; the attempt then holds the reading that counts. With `cut_suspects` values that seem to have swallowed a
    /// node are cut in front of it; that the tree is another one then may change what it is in.
    void read(const TextSource& source, const char* paren, TreeAttempt& attempt, GameStorage& storage,
              bool cut_suspects);

    /// Write the names of the charsets of the last tree into the header.
    void describe(GameStorage& storage) const;

    /// Of the last tree.
    [[nodiscard]] const std::vector<CharsetFinding>& findings() const { return findings_; }
    /// Whether any charset that extends ASCII gives it the same nodes.
    [[nodiscard]] bool is_plain() const;
    /// CA as written; empty if there is none.
    [[nodiscard]] const std::string& declared() const { return declared_; }
    /// Whether the tree is in no charset at all.
    [[nodiscard]] bool is_undecodable() const { return is_undecodable_; }

private:
    void choose();
    void read_as(const TextSource& source, const char* paren);
    void read_as_is();
    /// Whether so much was read in vain that no further way of reading is tried.
    [[nodiscard]] bool is_exhausted() const { return spent_ > 16 * (input_.size() + 65536); }
    [[nodiscard]] bool read_in(std::string_view label);
    void read_declared();
    void read_default();
    void read_detected(bool may_be_utf8);
    void read_mismatched(std::uint64_t offset, std::string_view label);
    [[nodiscard]] bool read_with_escaped_trail_bytes(std::string_view label);
    void check_single_byte();
    void check_superset(std::string_view label);
    void check_mark();

    [[nodiscard]] std::string_view extent() const;
    [[nodiscard]] std::uint64_t tree_offset() const { return source_.input_offset(paren_); }
    void find(const char* id, std::uint64_t offset, std::string message);

    Charsets& charsets_;
    std::string_view input_;
    CharsetOptions options_;
    std::string usual_label_;  ///< of the tree before, if it had to be decoded
    std::string last_label_;   ///< of the last tree that had to be
    std::uint64_t spent_ = 0;  ///< bytes that were read, with all repetitions

    // The tree at work.
    TextSource source_;
    const char* paren_ = nullptr;
    TreeAttempt* attempt_ = nullptr;
    GameStorage* storage_ = nullptr;
    bool cut_suspects_ = false;
    std::string declared_;
    std::uint64_t declared_offset_ = 0;
    std::uint64_t first_character_ = 0;  ///< offset of the first byte that is no ASCII
    std::string used_;
    bool is_undecodable_ = false;
    std::uint64_t stopped_at_ = 0;  ///< where read_in came upon bytes that do not fit
    std::vector<CharsetFinding> findings_;
};

}  // namespace tengen::sgf
