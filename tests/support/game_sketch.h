// Games for tests, written down property by property. It knows the types of the vocabulary, no file format.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <tengen/model/builder.h>
#include <tengen/model/fact.h>
#include <tengen/model/vocabulary.h>

namespace tengen::test {

/// Values are typed as a reader would: moves, points and rectangles by their letters ("" is a pass or an empty value),
/// pairs at their first colon; a value that begins with '!' is an invalid one, and what does not fit its type is too.
/// Offsets are running numbers: the n-th value of the sketch has offset 10 * n.
class GameSketch {
public:
    explicit GameSketch(BoardSize size = {9, 9}) : storage_(std::make_shared<GameStorage>()), builder_(*storage_) {
        storage_->clear();
        storage_->header.board_columns = size.columns;
        storage_->header.board_rows = size.rows;
        storage_->header.file_format_stated = 1;
        size_ = size;
    }

    /// A node below the last one (the root first).
    GameSketch& node() { return node(storage_->nodes.empty() ? none : builder_.last_node()); }
    GameSketch& node(std::uint32_t parent) {
        if (!builder_.add_node(parent)) {
            throw std::invalid_argument("nodes are not in pre-order");
        }
        return *this;
    }

    GameSketch& add(std::string_view name, std::initializer_list<std::string_view> values) {
        builder_.add_named_property(name);
        const PropertyDefinition* definition =
            Identifier::fits(name) ? find_sgf_property(Identifier(Identifier::pack(name))) : nullptr;
        for (const std::string_view value : values) {
            builder_.add_value(typed(definition == nullptr ? ValueType::unknown : definition->type, value));
        }
        return *this;
    }
    GameSketch& add(std::string_view name, std::string_view value) { return add(name, {value}); }
    GameSketch& black(std::string_view point) { return node().add("B", point); }
    GameSketch& white(std::string_view point) { return node().add("W", point); }

    [[nodiscard]] GameStorage& storage() { return *storage_; }
    /// The offset of the value that is added next.
    [[nodiscard]] std::uint32_t next_offset() const { return 10 * (offset_ + 1); }

    /// Valid until something is added.
    [[nodiscard]] Game game() {
        collect_facts(*storage_);
        storage_->describe(columns_);
        return Game(columns_);
    }
    [[nodiscard]] const tengen_game& columns() {
        static_cast<void>(game());
        return columns_;
    }

private:
    tengen_value typed(ValueType type, std::string_view text) {
        const std::uint32_t offset = 10 * ++offset_;
        if (!text.empty() && text.front() == '!') {
            return storage_->store_value(offset, ValueKind::invalid_stored, text.substr(1));
        }
        const auto invalid = [&] { return storage_->store_value(offset, ValueKind::invalid_stored, text); };
        switch (type) {
            case ValueType::unknown:
                return storage_->store_value(offset, ValueKind::raw_stored, text);
            case ValueType::move:
                if (text.empty()) {
                    return make_value(offset, ValueKind::pass);
                }
                if (const auto point = parse_point(text, size_)) {
                    return make_point(offset, *point);
                }
                return invalid();
            case ValueType::point:
            case ValueType::point_or_rectangle:
                if (text.empty()) {
                    return make_value(offset, ValueKind::empty);
                }
                if (const auto point = parse_point(text, size_)) {
                    return make_point(offset, *point);
                }
                if (text.size() == 5) {
                    return make_rectangle(offset, {*parse_point(text.substr(0, 2)), *parse_point(text.substr(3))});
                }
                return invalid();
            case ValueType::point_pair:
            case ValueType::point_text:
            case ValueType::text_pair:
                if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
                    const auto part = [&](std::string_view half, bool is_point) {
                        if (is_point) {
                            return make_point(offset, *parse_point(half));
                        }
                        return half.empty() ? make_value(offset, ValueKind::empty)
                                            : storage_->store_value(offset, ValueKind::text_stored, half);
                    };
                    const tengen_value first = part(text.substr(0, colon), type != ValueType::text_pair);
                    const tengen_value second = part(text.substr(colon + 1), type == ValueType::point_pair);
                    return storage_->pair_value(offset, first, second);
                }
                break;
            default:
                break;
        }
        return text.empty() ? make_value(offset, ValueKind::empty)
                            : storage_->store_value(offset, ValueKind::text_stored, text);
    }

    std::shared_ptr<GameStorage> storage_;
    GameBuilder builder_;
    BoardSize size_;
    std::uint32_t offset_ = 0;
    tengen_game columns_{};
};

/// A readable form of a game: "(;FF[4];B[cc](;W[dd])(;W[ee]))", texts as they are, invalid values with '!' in front.
inline std::string to_text(Game game) {
    const auto value_text = [&](tengen_value value) {
        const auto simple = [&](tengen_value v) -> std::string {
            const auto letters = [](Point p) {
                const auto l = point_letters(p);
                return std::string(l.begin(), l.end());
            };
            switch (kind_of(v)) {
                case ValueKind::point:
                    return letters(point_of(v));
                case ValueKind::rectangle:
                    return letters(rectangle_of(v).upper_left) + ":" + letters(rectangle_of(v).lower_right);
                case ValueKind::invalid:
                case ValueKind::invalid_stored:
                    return "!" + std::string(game.text(v));
                default:
                    return std::string(game.text(v));
            }
        };
        return kind_of(value) == ValueKind::pair
                   ? simple(game.pair(value).first) + ":" + simple(game.pair(value).second)
                   : simple(value);
    };
    std::string text = "(";
    for (std::uint32_t node = 0; node < game.node_count(); ++node) {
        const std::uint32_t parent = game.parent(node);
        if (parent != none && game.is_fork(parent)) {
            // Close what stands open down to the parent: one ')' for every fork child that ends here.
            if (parent + 1 != node) {
                std::uint32_t last = node - 1;
                while (last != parent) {
                    if (game.is_fork(game.parent(last))) {
                        text += ')';
                    }
                    last = game.parent(last);
                }
            }
            text += '(';
        }
        text += ';';
        for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
            text += game.name(p);
            for (const tengen_value value : game.values(p)) {
                text += '[' + value_text(value) + ']';
            }
        }
    }
    for (std::uint32_t node = game.node_count() - 1; game.parent(node) != none; node = game.parent(node)) {
        if (game.is_fork(game.parent(node))) {
            text += ')';
        }
    }
    return text + ")";
}

}  // namespace tengen::test
