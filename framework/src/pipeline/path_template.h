// Names of outputs with fields: "out/{date.year|unknown}/{stem}-{n}.sgf".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/game.h>

namespace tengen::pipeline {

/// How many files one template stands for.
enum class Spread : std::uint8_t {
    one,         ///< a single collection
    per_input,   ///< one file for every input
    per_record,  ///< one file for every input, or for every member of a container
    per_game     ///< one file for every game
};

/// What fields are taken from.
struct TemplateValues {
    std::string_view input;    ///< name of the input, with its folders
    std::string_view folder;   ///< folders of the input below the place where the pattern began
    std::string_view member;   ///< of a container, or empty
    std::uint32_t number = 0;  ///< of the game in its input, from 1
    std::optional<Game> game{};
    std::string_view format{};  ///< that the game was read from
    std::uint32_t shard = 1;
};

/// Fields: {stem} (file name without extension), {folder}, of an input; {path} (both, and the member with its folders),
/// of an input or a member of a container; {member}, {n} (number of the game in its input, from 1; {n:4} has at least
/// four digits), {format}, {board}, {date.year}, {date.month}, {date.day} and all game information by its names in
/// field_name ({date}, {black}, {event} ...), of a game; {shard} of a run. {field|text} has a text for games that lack
/// it; without one that text is "unknown". Each value becomes one harmless part of a path;
/// {{ and }} stand for braces. Immutable; any thread.
class PathTemplate {
public:
    PathTemplate() = default;

    /// Nothing, and a message in `fault`, if the text is no template.
    [[nodiscard]] static std::optional<PathTemplate> parse(std::string_view text, std::string& fault);

    [[nodiscard]] Spread spread() const { return spread_; }
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] bool has_field(std::string_view name) const;
    /// The same for templates that make the same names, whatever they say instead of what a game lacks: a path in which
    /// control characters stand for fields.
    [[nodiscard]] std::string key() const;
    [[nodiscard]] std::string expand(const TemplateValues& values) const;

private:
    struct Piece {
        std::string text;   ///< literal text, or the fallback of a field
        std::string field;  ///< empty: literal
        std::size_t width = 0;
    };

    std::string text_;
    std::vector<Piece> pieces_;
    Spread spread_ = Spread::one;
};

}  // namespace tengen::pipeline
