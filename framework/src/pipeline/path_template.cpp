#include "pipeline/path_template.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include <tengen/model/fact.h>

#include "diagnostics/did_you_mean.h"
#include "io/output_name.h"
#include "pipeline/fact_value.h"
#include "pipeline/format_choice.h"
#include "pipeline/input_place.h"

namespace tengen::pipeline {

namespace {

struct Field {
    std::string_view name;
    Spread spread;
};

constexpr std::array own_fields{
    Field{"shard", Spread::one},         Field{"stem", Spread::per_input},     Field{"folder", Spread::per_input},
    Field{"path", Spread::per_record},   Field{"member", Spread::per_game},    Field{"n", Spread::per_game},
    Field{"format", Spread::per_game},   Field{"date.year", Spread::per_game}, Field{"date.month", Spread::per_game},
    Field{"date.day", Spread::per_game}, Field{"board", Spread::per_game},
};

std::optional<Spread> spread_of(std::string_view field) {
    for (const Field& known : own_fields) {
        if (known.name == field) {
            return known.spread;
        }
    }
    return find_field(field) ? std::optional(Spread::per_game) : std::nullopt;
}

std::vector<std::string_view> all_fields() {
    std::vector<std::string_view> names;
    names.reserve(std::size(own_fields) + TENGEN_FIELD_COUNT);
    for (const Field& field : own_fields) {
        names.push_back(field.name);
    }
    for (std::uint32_t i = 0; i < TENGEN_FIELD_COUNT; ++i) {
        names.push_back(field_name(i));
    }
    return names;
}

// The digits at `at`, of a date in the form YYYY-MM-DD or a part of it; nothing for one in another form.
std::string_view digits_of(std::string_view date, std::size_t at, std::size_t count) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (date.size() < at + count || (at != 0 && date[at - 1] != '-') ||
        !std::all_of(date.begin(), date.begin() + 4, is_digit)) {
        return {};
    }
    const std::string_view digits = date.substr(at, count);
    return std::all_of(digits.begin(), digits.end(), is_digit) ? digits : std::string_view();
}

std::string board_of(Game game) {
    const BoardSize board = game.board();
    if (board.columns == 0) {
        return {};
    }
    return board.columns == board.rows ? std::to_string(board.columns)
                                       : fmt::format("{}x{}", board.columns, board.rows);
}

std::string stem_of(std::string_view input) {
    const std::size_t slash = input.find_last_of('/');
    std::string_view name = slash == std::string_view::npos ? input : input.substr(slash + 1);
    for (const std::string_view packed : {".gz", ".xz", ".zst", ".bz2"}) {
        if (name.size() > packed.size() && name.ends_with(packed)) {
            name.remove_suffix(packed.size());
            break;
        }
    }
    const std::string_view extension = extension_of(name);
    return std::string(extension.empty() ? name : name.substr(0, name.size() - extension.size() - 1));
}

// The folders of an input and its name; for a member of a container the same of the member below them, unless it has
// the container's own name (a packed file).
std::string record_path(const TemplateValues& values) {
    std::string path = harmless_folder(values.folder);
    path += path.empty() ? "" : "/";
    const std::string stem = io::output_name(stem_of(values.input));
    path += stem;
    if (values.member.empty()) {
        return path;
    }
    const std::size_t slash = values.member.find_last_of('/');
    const std::string folder =
        slash == std::string_view::npos ? std::string() : harmless_folder(values.member.substr(0, slash));
    const std::string name = io::output_name(stem_of(values.member));
    if (folder.empty() && name == stem) {
        return path;
    }
    return path + '/' + folder + (folder.empty() ? "" : "/") + name;
}

std::string value_of(const std::string& field, const TemplateValues& values) {
    if (field == "stem") {
        return stem_of(values.input);
    }
    if (field == "member") {
        return values.member.empty() ? std::string() : stem_of(values.member);
    }
    if (field == "n") {
        return std::to_string(values.number);
    }
    if (field == "format") {
        return std::string(values.format);
    }
    if (field == "shard") {
        return std::to_string(values.shard);
    }
    if (!values.game) {
        return {};
    }
    if (field == "board") {
        return board_of(*values.game);
    }
    if (field.starts_with("date.")) {
        const std::string_view date = fact_value(*values.game, TENGEN_FIELD_DATE);
        return std::string(field == "date.year"    ? digits_of(date, 0, 4)
                           : field == "date.month" ? digits_of(date, 5, 2)
                                                   : digits_of(date, 8, 2));
    }
    const std::optional<tengen_field> fact = find_field(field);
    return fact ? std::string(fact_value(*values.game, *fact)) : std::string();
}

// File systems take 255 bytes a name; a number and the mark of a temporary file need some of them.
constexpr std::size_t longest_name = 200;

// Several fields may make a name that is too long although each of them is not.
std::string shorten_names(const std::string& path) {
    std::string shorter;
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t slash = std::min(path.find('/', at), path.size());
        const std::string_view part = std::string_view(path).substr(at, slash - at);
        if (part.size() > longest_name) {
            io::OutputNameOptions options;
            options.max_bytes = longest_name;
            shorter += io::output_name(part, options);
        } else {
            shorter += part;
        }
        if (slash != path.size()) {
            shorter += '/';
        }
        at = slash + 1;
    }
    return shorter;
}

}  // namespace

std::optional<PathTemplate> PathTemplate::parse(std::string_view text, std::string& fault) {
    PathTemplate result;
    result.text_ = text;
    Piece literal;
    const auto flush = [&] {
        if (!literal.text.empty()) {
            result.pieces_.push_back(literal);
            literal.text.clear();
        }
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if ((c == '{' || c == '}') && at + 1 < text.size() && text[at + 1] == c) {
            literal.text += c;
            ++at;
            continue;
        }
        if (c == '}') {
            fault = "a '}' without '{' (write }} for the character)";
            return std::nullopt;
        }
        if (c != '{') {
            literal.text += c;
            continue;
        }
        const std::size_t close = text.find('}', at);
        if (close == std::string_view::npos) {
            fault = "a '{' without '}' (write {{ for the character)";
            return std::nullopt;
        }
        const std::string_view inside = text.substr(at + 1, close - at - 1);
        const std::size_t bar = inside.find('|');
        std::string_view name = inside.substr(0, bar);
        const std::size_t colon = name.find(':');
        std::size_t width = 0;
        if (colon != std::string_view::npos) {
            const std::string_view digits = name.substr(colon + 1);
            name = name.substr(0, colon);
            if (name != "n" || digits.size() != 1 || digits[0] < '1' || digits[0] > '9') {
                fault = "only {n} has a width, from 1 to 9: {n:4}";
                return std::nullopt;
            }
            width = static_cast<std::size_t>(digits[0] - '0');
        }
        const std::optional<Spread> spread = spread_of(name);
        if (!spread) {
            const std::vector<std::string_view> names = all_fields();
            const auto near = diagnostics::nearest_name(name, names);
            fault = near ? fmt::format("no field {{{}}}, did you mean {{{}}}?", name, *near)
                         : fmt::format("no field {{{}}}; there are {}", name, fmt::join(names, ", "));
            return std::nullopt;
        }
        flush();
        result.pieces_.push_back(
            {bar == std::string_view::npos ? std::string("unknown") : std::string(inside.substr(bar + 1)),
             std::string(name), width});
        result.spread_ = std::max(result.spread_, *spread);
        at = close;
    }
    flush();
    if (result.pieces_.empty()) {
        fault = "an empty path";
        return std::nullopt;
    }
    if (text.ends_with('/')) {
        fault = "a path ends with the name of a file, not with '/'";
        return std::nullopt;
    }
    return result;
}

bool PathTemplate::has_field(std::string_view name) const {
    return std::any_of(pieces_.begin(), pieces_.end(), [name](const Piece& piece) { return piece.field == name; });
}

std::string PathTemplate::key() const {
    std::string key;
    for (const Piece& piece : pieces_) {
        if (piece.field.empty()) {
            key += piece.text;
        } else if (piece.field == "path") {
            key +=
                "\x01"
                "folder\x02/\x01stem\x02";
        } else {
            key += '\x01' + piece.field + '\x02';
        }
    }
    return key;
}

std::string PathTemplate::expand(const TemplateValues& values) const {
    std::string path;
    for (const Piece& piece : pieces_) {
        if (piece.field.empty()) {
            path += piece.text;
        } else if (piece.field == "folder") {
            const std::string folder = harmless_folder(values.folder);
            path += folder.empty() ? "." : folder;
        } else if (piece.field == "path") {
            path += record_path(values);
        } else {
            std::string value = value_of(piece.field, values);
            if (value.size() < piece.width) {
                value.insert(0, piece.width - value.size(), '0');
            }
            path += io::output_name(value.empty() ? piece.text : value);
        }
    }
    // A name that was written as it is stays so; the file system says if it is too long.
    const bool is_literal =
        std::all_of(pieces_.begin(), pieces_.end(), [](const Piece& piece) { return piece.field.empty(); });
    return is_literal ? path : shorten_names(path);
}

}  // namespace tengen::pipeline
