// Stage 2 of reading SGF: raw values get the types of their properties.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/abi/game.h>
#include <tengen/model/column.h>
#include <tengen/model/fact.h>
#include <tengen/model/point.h>
#include <tengen/model/storage.h>
#include <tengen/model/value.h>
#include <tengen/model/vocabulary.h>
#include <tengen/sdk/host.h>

#include "sgf/syntax/tree_sink.h"
#include "sgf/typing/seen_points.h"
#include "sgf/typing/text.h"

namespace tengen::sgf {

struct TypingOptions {
    unsigned default_file_format = 1;  ///< what a record without FF is taken for
    bool recorded_streams = false;     ///< the properties of RGF are known
    bool lists_may_grow = false;       ///< a list may stand several times in a node, and name again what it named
};

/// Turns the values that the syntax stage left behind into typed ones, in place. Findings of the areas "value", and
/// "node.ff-missing", "node.ff-unknown", "node.not-go", "sgf.control-byte" (inside values), go to the host, whose
/// answer decides whether a documented repair is made. Linear in the size of the game; one object serves one game after
/// the other and keeps its memory. Throws sdk::GiveUp if the host says so.
class Typer {
public:
    Typer(sdk::Host host, const TypingOptions& options) : host_(host), options_(options) {}

    /// Find out FF, GM and SZ, wherever they stand, and write them to the header. Reports nothing. The header must
    /// already have text and places.
    void read_dialect(GameStorage& storage);

    /// Give the values of a game their types; read_dialect comes first. `is_undecodable`: the text is in no known
    /// charset; whatever is no UTF-8 becomes a value of bytes.
    /// `plain_moves` is what the syntax stage knows about this tree (SyntaxWorkspace).
    void type(GameStorage& storage, std::uint32_t game, std::span<const PlainMoveRun> plain_moves,
              bool is_undecodable = false);

    /// Instead of both: every value is a text, and no property has a meaning (see the option "profile").
    void type_as_text(GameStorage& storage, std::uint32_t game, std::span<const PlainMoveRun> plain_moves,
                      bool is_undecodable = false);

private:
    // Property by property.
    void type_plain_moves(const PlainMoveRun& run);
    void add_move_run(std::uint32_t first_node, std::uint32_t end_node);
    void type_property(std::uint32_t property);
    void type_unknown(std::uint32_t property);
    void type_meaningless(std::uint32_t property);
    void type_single(std::uint32_t property, const PropertyDefinition& definition, ValueType type);
    void type_list(std::uint32_t property, const PropertyDefinition& definition);
    void add_list_value(tengen_value raw, const PropertyDefinition& definition);

    // Value by value. What stands in the value is given as the raw value and its text.
    [[nodiscard]] tengen_value single_value(tengen_value raw, const PropertyDefinition& definition, ValueType type);
    [[nodiscard]] tengen_value text_value(tengen_value raw, TextKind kind);
    [[nodiscard]] tengen_value unescaped_value(std::uint32_t offset, std::string_view raw, TextKind kind);
    [[nodiscard]] tengen_value text_part(std::uint32_t offset, std::string_view raw, TextKind kind);
    [[nodiscard]] tengen_value move_value(tengen_value raw);
    [[nodiscard]] tengen_value number_value(tengen_value raw, const PropertyDefinition& definition);
    [[nodiscard]] tengen_value real_value(tengen_value raw, const PropertyDefinition& definition);
    [[nodiscard]] tengen_value double_value(tengen_value raw);
    [[nodiscard]] tengen_value color_value(tengen_value raw);
    [[nodiscard]] tengen_value size_value(tengen_value raw);
    [[nodiscard]] tengen_value point_value(tengen_value raw);
    [[nodiscard]] tengen_value pair_of_texts(tengen_value raw, const PropertyDefinition& definition);
    [[nodiscard]] tengen_value figure_value(tengen_value raw);
    [[nodiscard]] tengen_value none_value(tengen_value raw);
    [[nodiscard]] tengen_value empty_value(tengen_value raw, std::string_view what);

    /// A point by its text; the finding is reported at `offset`.
    [[nodiscard]] std::optional<Point> read_point(std::uint32_t offset, std::string_view text);
    /// The text of a value that is no text: without white space, if there was any and that may be repaired.
    [[nodiscard]] std::optional<std::string_view> compact(tengen_value raw);
    void add_points(tengen_value value);
    void check_more_colons(std::uint32_t offset, std::string_view rest);

    // Repairs.
    [[nodiscard]] tengen_value invalid(tengen_value raw) const;
    [[nodiscard]] tengen_value kept_text(std::uint32_t offset, std::string_view source, std::string_view text);
    void commit(std::uint32_t property);
    void keep_original(std::uint32_t property, std::span<const tengen_value> values);
    void rebuild_values();
    void mark_bytes();

    // Findings.
    sdk::Answer report(const char* id, std::uint32_t offset, const std::string& message);
    bool repairs(const char* id, std::uint32_t offset, const std::string& message);
    [[nodiscard]] std::string name() const;
    [[nodiscard]] std::uint32_t current_node();
    [[nodiscard]] std::uint32_t current_list();

    [[nodiscard]] std::string_view raw_text(tengen_value raw) const;
    [[nodiscard]] std::uint32_t find_in_root(Identifier identifier) const;
    template <class Read>
    auto read_dialect_value(Identifier identifier, Read read) -> decltype(read(std::string_view()));
    [[nodiscard]] bool has_korean_dialect() const;
    [[nodiscard]] BoardSize board() const { return board_; }

    sdk::Host host_;
    TypingOptions options_;

    // The game at work.
    GameStorage* storage_ = nullptr;
    std::uint32_t game_ = 0;
    BoardSize board_;
    unsigned quick_columns_ = 0;  ///< letters from 'a' on that name a column without further thought
    unsigned quick_rows_ = 0;
    bool is_go_ = true;
    bool is_korean_ = false;
    std::uint32_t property_ = 0;
    std::uint32_t node_ = 0;  ///< at most that of property_
    SeenPoints seen_points_;
    SeenPairs seen_pairs_;
    bool is_kind_named_ = false;  // the GM that was applied has been seen
    bool seen_points_ready_ = false;
    std::vector<GameInfoPlace> info_;

    // The property at work: its values before and after.
    std::vector<tengen_value> before_;
    std::vector<tengen_value> after_;
    bool is_repaired_ = false;
    std::string scratch_;

    // Properties whose number of values changed; put in at the end, all at once.
    struct Rewrite {
        std::uint32_t property;
        std::uint32_t first;
        std::uint32_t count;
    };
    std::vector<Rewrite> rewrites_;
    std::vector<tengen_value> rewritten_;
};

}  // namespace tengen::sgf
