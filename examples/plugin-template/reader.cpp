#include "reader.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "vertex.h"

namespace move_list {

using namespace tengen;

namespace {

constexpr std::string_view separator = "---";

std::string_view trim(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// "B D4" -> "B" and "D4".
std::pair<std::string_view, std::string_view> split(std::string_view line) {
    const std::size_t blank = line.find_first_of(" \t");
    return {line.substr(0, blank), blank == std::string_view::npos ? std::string_view() : trim(line.substr(blank))};
}

bool is_color(std::string_view word) {
    return word == "B" || word == "W";
}

}  // namespace

std::uint32_t sniff(tengen_text head, tengen_text name) {
    // The first line that is neither blank nor a comment decides.
    std::string_view rest = sdk::from_abi(head);
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        const auto [word, argument] = split(trim(rest.substr(0, end)));
        if (is_color(word) && (argument == "pass" || parse_vertex(argument, largest_board))) {
            return 90;
        }
        if (word == "size" && !argument.empty() && argument.find_first_not_of("0123456789") == std::string_view::npos) {
            return 80;
        }
        if (!word.empty() && word[0] != '#') {
            return 0;
        }
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return sdk::from_abi(name).ends_with(".moves") ? 1 : 0;
}

Reader::Reader(sdk::Host host, std::string_view bytes, const sdk::Options& options)
    : host_(host), bytes_(bytes), default_size_(static_cast<std::uint8_t>(options.integer("default-size"))) {}

bool Reader::next(tengen_game& game) {
    Line line{};
    do {  // blank lines and separators in front of a game make no game
        start_ = position_;
        if (!take_line(line)) {
            return false;
        }
    } while (line.text.empty() || line.text == separator);

    std::unique_ptr<GameStorage> storage = pool_->acquire();
    GameBuilder builder(*storage);
    side_ = default_size_;
    has_comment_ = false;
    builder.add_node(none);
    do {
        if (position_ - start_ >= TENGEN_NONE) {
            throw std::length_error("a game of 4 GiB or more");
        }
        read_line(builder, line);
    } while (take_line(line) && line.text != separator);
    finish_comment(builder);
    close_root(builder);

    tengen_game& header = storage->header;
    header.index = index_++;
    header.file_format = 0;  // that is a number of SGF
    header.board_columns = header.board_rows = side_;
    // Values are places in this text; it stays as long as the input does.
    header.text = bytes_.data() + start_;
    header.text_size = position_ - start_;
    header.source_offset = start_;
    pool_->publish(std::move(storage), game);
    return true;
}

bool Reader::take_line(Line& line) {
    if (position_ >= bytes_.size()) {
        return false;
    }
    const std::size_t end = std::min(bytes_.find('\n', position_), bytes_.size());
    const std::string_view whole = bytes_.substr(position_, end - position_);
    line.text = trim(whole);
    line.offset = line.text.empty() ? position_ : static_cast<std::size_t>(line.text.data() - bytes_.data());
    position_ = std::min(end + 1, bytes_.size());
    return true;
}

void Reader::read_line(GameBuilder& builder, const Line& line) {
    if (line.text.empty()) {
        return;
    }
    if (line.text[0] == '#') {
        read_comment(line);
        return;
    }
    finish_comment(builder);
    const auto [word, argument] = split(line.text);
    const bool understood = word == "size"   ? read_size(builder, argument)
                            : is_color(word) ? read_move(builder, word, argument, line.offset)
                                             : false;
    if (!understood) {
        report("move-list.bad-line", line.offset, "the line is neither a move nor a size in its place; it is left out",
               TENGEN_SEVERITY_ERROR);
    }
}

bool Reader::read_size(GameBuilder& builder, std::string_view argument) {
    int side = 0;
    const auto [end, error] = std::from_chars(argument.data(), argument.data() + argument.size(), side);
    if (error != std::errc() || end != argument.data() + argument.size() || side < smallest_board ||
        side > largest_board || builder.last_node() != 0 || builder.storage().header.board_stated != 0) {
        return false;
    }
    side_ = static_cast<std::uint8_t>(side);
    add_size(builder, static_cast<std::uint32_t>(static_cast<std::size_t>(argument.data() - bytes_.data()) - start_));
    return true;
}

// Other formats look for the size in the root, where SGF has it. Offset is its place in the game's text.
void Reader::add_size(GameBuilder& builder, std::uint32_t offset) const {
    builder.storage().header.board_stated = 1;
    builder.add_property(Identifier("SZ"));
    builder.add_text(std::to_string(side_), offset);
}

// Before the root gets a child: a size that is only an option's must not get lost either.
void Reader::close_root(GameBuilder& builder) const {
    if (builder.last_node() == 0 && builder.storage().header.board_stated == 0 && side_ != 19) {
        add_size(builder, 0);
    }
}

bool Reader::read_move(GameBuilder& builder, std::string_view color, std::string_view vertex, std::size_t offset) {
    const auto place = static_cast<std::uint32_t>(offset - start_);
    tengen_value move = make_value(place, ValueKind::pass);
    if (vertex != "pass") {
        const std::optional<Point> point = parse_vertex(vertex, side_);
        if (!point) {
            return false;
        }
        move = make_point(place, *point);
    }
    close_root(builder);
    builder.add_node(builder.last_node());
    builder.add_property(color == "B" ? Identifier("B") : Identifier("W"));
    builder.add_value(move);
    return true;
}

void Reader::read_comment(const Line& line) {
    // Unlike other lines it may end with blanks, so it is taken once more from the input.
    std::string_view text = bytes_.substr(line.offset + 1);
    text = text.substr(0, text.find('\n'));
    if (text.ends_with('\r')) {
        text.remove_suffix(1);
    }
    if (text.starts_with(' ')) {
        text.remove_prefix(1);
    }
    if (has_comment_) {
        comment_ += '\n';
    } else {
        has_comment_ = true;
        comment_.clear();
        comment_offset_ = line.offset;
    }
    comment_ += text;
}

void Reader::finish_comment(GameBuilder& builder) {
    if (!has_comment_) {
        return;
    }
    has_comment_ = false;
    builder.add_property(Identifier("C"));
    const auto place = static_cast<std::uint32_t>(comment_offset_ - start_);
    if (comment_.empty() || host_.is_utf8(comment_)) {
        builder.add_text(comment_, place);
    } else {
        report("charset.mismatch", comment_offset_, "the comment is not UTF-8; its bytes are kept",
               TENGEN_SEVERITY_WARNING);
        builder.add_value(builder.storage().store_value(place, ValueKind::bytes_stored, comment_));
    }
}

void Reader::report(const char* id, std::size_t offset, std::string_view message, tengen_severity severity) const {
    host_.report(id, {.game = index_, .offset = offset}, message, severity);
}

}  // namespace move_list
