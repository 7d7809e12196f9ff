// Random games that satisfy the rules of the model: for tests that must hold for every game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/model/builder.h>
#include <tengen/model/card.h>
#include <tengen/model/fact.h>
#include <tengen/model/storage.h>
#include <tengen/model/vocabulary.h>

namespace tengen::test {

struct RandomGameOptions {
    std::uint32_t most_nodes = 30;
    bool streams = true;      ///< recorded streams with stamps
    bool odd_values = true;   ///< raw, invalid and undecodable values; texts in properties of other types
    bool free_facts = true;   ///< facts without a property
    bool repairs = true;      ///< originals
    bool extensions = true;   ///< extension fields
    bool other_games = true;  ///< GM other than 1, readings without meaning
    bool repeated_properties = true;
    bool long_identifiers = true;
};

/// One generator makes one game after the other; the same seed makes the same games on every machine.
class RandomGames {
public:
    explicit RandomGames(std::uint64_t seed, const RandomGameOptions& options = {})
        : engine_(seed), options_(options) {}

    /// A game that is valid until the next call.
    [[nodiscard]] Game next() {
        storage_.clear();
        text_ = std::make_shared<std::string>();
        text_->reserve(longest_record);
        storage_.header.text = text_->data();  // it never grows beyond what is reserved
        fill_header();
        fill_tree();
        fill_facts();
        fill_extensions();
        storage_.header.text_size = text_->size();
        storage_.describe(columns_);
        return Game(columns_);
    }

    // -- dice --

    /// 0 to count - 1.
    [[nodiscard]] std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(engine_() % count); }
    [[nodiscard]] bool chance(std::uint32_t one_in) { return below(one_in) == 0; }
    template <class T>
    [[nodiscard]] T one_of(std::initializer_list<T> choices) {
        return choices.begin()[below(static_cast<std::uint32_t>(choices.size()))];
    }

    /// UTF-8 with everything that formats like to trip over; `lines`: with line breaks.
    [[nodiscard]] std::string text(bool lines, bool may_be_empty = false) {
        std::string result;
        const std::uint32_t count = below(12) + (may_be_empty ? 0 : 1);
        for (std::uint32_t i = 0; i < count; ++i) {
            result += one_of<std::string_view>({"a",
                                                "Z",
                                                "0",
                                                " ",
                                                "]",
                                                "[",
                                                "\\",
                                                ":",
                                                "\"",
                                                "/",
                                                ";",
                                                "(",
                                                ")",
                                                ",",
                                                "'",
                                                "{",
                                                "}",
                                                "é",
                                                "ß",
                                                "名",
                                                "人",
                                                "戦",
                                                "한",
                                                "\xF0\x9F\x8E\xB2",
                                                "\xE2\x80\xA8",
                                                "\x7F",
                                                "?",
                                                "B+",
                                                "null",
                                                "plain words of text",
                                                "\\\\",
                                                "=",
                                                "\xEF\xBF\xBD"});
            if (lines && chance(8)) {
                result += '\n';
            }
            if (chance(60)) {
                result += one_of<char>({'\x01', '\x1F', '\0'});
            }
        }
        return result;
    }

    [[nodiscard]] std::string bytes() {
        std::string result;
        for (std::uint32_t i = below(6); i > 0; --i) {
            result += static_cast<char>(below(256));
        }
        return result + '\xFF';
    }

private:
    static constexpr std::size_t longest_record = std::size_t{1} << 20;

    void fill_header() {
        tengen_game& header = storage_.header;
        header.index = below(4);
        header.file_format = options_.other_games ? below(5) : 4;
        header.file_format_stated = below(2);
        header.board_columns = one_of<std::uint32_t>({1, 5, 9, 13, 19, 19, 19, 20, 26, 27, 52});
        header.board_rows = chance(4) ? 1 + below(52) : header.board_columns;
        header.board_stated = below(2);
        if (options_.other_games && chance(10)) {
            header.game_kind = 1 + below(8);
            header.typed = below(2);
        }
        if (chance(2)) {
            header.charset_declared = storage_.store(one_of<std::string_view>({"UTF-8", "GB2312", "x \"y\""}));
            header.charset_used = storage_.store(one_of<std::string_view>({"UTF-8", "GB18030"}));
        }
        has_meaning_ = header.game_kind == game_kind_go && header.typed != 0;
    }

    void fill_tree() {
        const std::uint32_t count = 1 + below(options_.most_nodes);
        const bool has_stream = options_.streams && count > 2 && chance(3);
        if (has_stream) {
            builder_.emplace(storage_);
            builder_->keep_stamps();
        } else {
            builder_.emplace(storage_);
        }
        std::uint32_t stream_node = has_stream ? 1 : none;
        std::vector<std::uint32_t> path;
        for (std::uint32_t node = 0; node < count; ++node) {
            std::uint32_t parent = none;
            if (node != 0) {
                // Nothing but the stream hangs below the root of a game with one.
                while (path.size() > (has_stream && node > 1 ? 2U : 1U) && chance(4)) {
                    path.pop_back();
                }
                parent = path.back();
            }
            builder_->add_node(parent);
            path.push_back(node);
            const bool in_stream = has_stream && node > stream_node;
            if (in_stream) {
                storage_.node_stamps.back() = stamp();
            }
            if (node == stream_node) {
                add_stream(node);
            }
            for (std::uint32_t i = below(5); i > 0; --i) {
                add_property(in_stream);
            }
        }
    }

    void add_stream(std::uint32_t node) {
        const std::string_view source =
            one_of<std::string_view>({"", "game.ogg", "https://example.org/a", "../up.ogg"});
        builder_->add_property("GS");
        builder_->add_text(source);
        tengen_stream stream{};
        stream.node = node;
        stream.source_kind = source.empty()          ? TENGEN_SOURCE_CLOCK
                             : source == "game.ogg"  ? TENGEN_SOURCE_FILE
                             : source == "../up.ogg" ? TENGEN_SOURCE_UNSAFE
                                                     : TENGEN_SOURCE_WEB;
        stream.source = storage_.store(source);
        if (chance(2)) {
            stream.duration = storage_.store("120.50");
        }
        stream.medium_count = below(3);
        for (std::uint32_t i = 0; i < stream.medium_count; ++i) {
            const tengen_slice medium = storage_.store(text(false));
            storage_.media.push_back({medium, chance(2) ? storage_.store("audio/ogg") : tengen_slice{}});
        }
        storage_.streams.push_back(stream);
    }

    std::uint32_t stamp() {
        if (chance(3)) {
            return 0;
        }
        tengen_stamp made{};
        made.kind = chance(12) ? TENGEN_STAMP_FINAL : TENGEN_STAMP_AT;
        if (made.kind == TENGEN_STAMP_AT) {
            made.time = storage_.store(one_of<std::string_view>({"0", "1.50", "12.250", "3e2", "100000", "+2"}));
            if (chance(4)) {
                made.counter = storage_.store(one_of<std::string_view>({"0", "1", "12"}));
            }
        }
        storage_.stamps.push_back(made);
        return storage_.stamps.size();
    }

    void add_property(bool in_stream) {
        const std::string name = identifier();
        if (!options_.repeated_properties) {
            const std::uint32_t code = storage_.intern(name);
            for (std::uint32_t p = storage_.nodes.back().first_property; p < storage_.properties.size(); ++p) {
                if (storage_.properties[p].identifier == code) {
                    return;
                }
            }
        }
        builder_->add_named_property(name);
        if (in_stream) {
            storage_.property_stamps.back() = stamp();
        }
        const PropertyDefinition* definition =
            Identifier::fits(name) ? find_property(Identifier(Identifier::pack(name))) : nullptr;
        const bool is_list = definition == nullptr || definition->list != ListKind::single;
        for (std::uint32_t i = is_list ? 1 + below(3) : 1; i > 0; --i) {
            builder_->add_value(value(definition));
        }
        if (options_.repairs && chance(12)) {
            const std::uint32_t first = storage_.original_values.size();
            for (std::uint32_t i = below(3); i > 0; --i) {
                storage_.original_values.push_back(
                    chance(2) ? plain_text(text(true), ValueKind::text)
                              : plain_text(text(true, true), one_of<ValueKind>({ValueKind::raw, ValueKind::invalid})));
            }
            storage_.originals.push_back({builder_->last_property(), first, storage_.original_values.size() - first});
        }
    }

    std::string identifier() {
        if (chance(8)) {
            return one_of<std::string>({"XQ", "ZZ", "A", "KGSDE", "MULTIGOGM", "KGSSB", "X9"});
        }
        if (options_.long_identifiers && chance(40)) {
            return "LONG" + std::string(1 + below(9), static_cast<char>('A' + below(26)));
        }
        for (;;) {
            const PropertyDefinition& definition = vocabulary()[below(static_cast<std::uint32_t>(vocabulary().size()))];
            if (!definition.recorded_stream) {
                return std::string(IdentifierText(definition.identifier).view());
            }
        }
    }

    // -- values --

    /// A slice of the record or stored text, as it happens.
    tengen_value plain_text(std::string_view content, ValueKind kind) {
        const auto offset = static_cast<std::uint32_t>(text_->size());
        if (chance(2) && text_->size() + content.size() < longest_record) {
            text_->append(content);
            return make_value(offset, kind, static_cast<std::uint32_t>(content.size()));
        }
        return storage_.store_value(offset, static_cast<ValueKind>(static_cast<std::uint8_t>(kind) + 1), content);
    }

    Point point() {
        return {static_cast<std::uint8_t>(below(storage_.header.board_columns)),
                static_cast<std::uint8_t>(below(storage_.header.board_rows))};
    }

    tengen_value value(const PropertyDefinition* definition) {
        if (options_.odd_values && chance(15)) {
            switch (below(4)) {
                case 0:
                    return plain_text(text(true, true), ValueKind::raw);
                case 1:
                    return plain_text(text(true, true), ValueKind::invalid);
                case 2:
                    return plain_text(bytes(), ValueKind::bytes);
                default:
                    return plain_text(chance(3) ? bytes() : text(true),
                                      one_of<ValueKind>({ValueKind::text, ValueKind::raw, ValueKind::invalid}));
            }
        }
        if (!has_meaning_) {
            switch (below(4)) {
                case 0:
                    return make_value(0, ValueKind::empty);
                case 1: {
                    const std::string first = text(false);
                    return pair_of(first, text(false));
                }
                default:
                    return plain_text(text(true), ValueKind::text);
            }
        }
        const ValueType type = definition == nullptr ? ValueType::unknown : definition->type;
        switch (type) {
            case ValueType::none:
                return make_value(0, ValueKind::empty);
            case ValueType::number:
                return number(definition->identifier);
            case ValueType::real:
                return plain_text(one_of<std::string_view>({"0", "6.5", "-0.50", "+7", "007", "0.00"}),
                                  ValueKind::text);
            case ValueType::double_:
                return plain_text(one_of<std::string_view>({"1", "2"}), ValueKind::text);
            case ValueType::color:
                return plain_text(one_of<std::string_view>({"B", "W"}), ValueKind::text);
            case ValueType::simple_text:
                return chance(10) ? make_value(0, ValueKind::empty) : plain_text(text(false), ValueKind::text);
            case ValueType::text:
                return chance(10) ? make_value(0, ValueKind::empty) : plain_text(text(true), ValueKind::text);
            case ValueType::move:
                if (chance(6) &&
                    (definition->identifier == Identifier("B") || definition->identifier == Identifier("W"))) {
                    return make_value(0, ValueKind::pass);
                }
                return make_point(0, point());
            case ValueType::point:
                return make_point(0, point());
            case ValueType::point_or_rectangle:
                return point_or_rectangle(*definition);
            case ValueType::point_pair: {
                const Point first = point();
                const Point second = point();
                return first == second ? plain_text("aa:aa", ValueKind::invalid)
                                       : storage_.pair_value(0, make_point(0, first), make_point(0, second));
            }
            case ValueType::point_text: {
                const tengen_value first = make_point(0, point());
                return storage_.pair_value(0, first, part());
            }
            case ValueType::text_pair: {
                const tengen_value first = part();
                return storage_.pair_value(0, first, part());
            }
            case ValueType::board_size:
                return chance(2) ? plain_text(one_of<std::string_view>({"9", "19", "52"}), ValueKind::text)
                                 : pair_of("9", "13");
            case ValueType::figure:
                if (chance(3)) {
                    return make_value(0, ValueKind::empty);
                }
                return figure();
            case ValueType::unknown:
                break;
        }
        return chance(3) ? plain_text(text(true), ValueKind::text) : plain_text(text(true, true), ValueKind::raw);
    }

    // The order in which arguments are made is the compiler's, so what is random is made before.

    tengen_value pair_of(const std::string& first, const std::string& second) {
        const tengen_value one = plain_text(first, ValueKind::text);
        return storage_.pair_value(0, one, plain_text(second, ValueKind::text));
    }
    tengen_value figure() {
        const tengen_value flags = plain_text("257", ValueKind::text);
        return storage_.pair_value(0, flags, part());
    }

    /// The part of a composed value that is a text.
    tengen_value part() {
        return chance(8) ? make_value(0, ValueKind::empty) : plain_text(text(false), ValueKind::text);
    }

    tengen_value number(Identifier identifier) {
        if (identifier == Identifier("ST") || identifier == Identifier("PM")) {
            return plain_text(one_of<std::string_view>({"0", "1", "2"}), ValueKind::text);
        }
        if (identifier == Identifier("GM")) {
            return plain_text("1", ValueKind::text);
        }
        return plain_text(one_of<std::string_view>({"1", "2", "4", "+5", "0017"}), ValueKind::text);
    }

    tengen_value point_or_rectangle(const PropertyDefinition& definition) {
        if (definition.list == ListKind::possibly_empty && chance(5)) {
            return make_value(0, ValueKind::empty);
        }
        if (chance(3)) {
            const Point a = point();
            const Point b = point();
            const Rectangle rectangle{{std::min(a.column, b.column), std::min(a.row, b.row)},
                                      {std::max(a.column, b.column), std::max(a.row, b.row)}};
            if (rectangle.size() > 1) {
                return make_rectangle(0, rectangle);
            }
        }
        return make_point(0, point());
    }

    // -- facts --

    void fill_facts() {
        collect_facts(storage_);
        for (tengen_fact& fact : storage_.facts) {
            if (fact.state == TENGEN_FACT_VALUE && chance(4)) {
                const bool is_decided = fact.field == TENGEN_FIELD_DATE || fact.field == TENGEN_FIELD_RESULT ||
                                        fact.field == TENGEN_FIELD_KOMI || fact.field == TENGEN_FIELD_HANDICAP ||
                                        fact.field == TENGEN_FIELD_TIME_MAIN;  // by the text alone
                fact.state = is_decided || chance(2) ? TENGEN_FACT_UNKNOWN : TENGEN_FACT_INVALID;
            }
            decorate(fact);
        }
        for (std::uint32_t i = options_.free_facts && chance(2) ? below(5) : 0; i > 0; --i) {
            const auto field = static_cast<tengen_field>(below(TENGEN_FIELD_COUNT));
            tengen_fact fact = make_card_fact(storage_, field, chance(6) ? std::string() : fact_text(), TENGEN_NONE);
            if (fact.state == TENGEN_FACT_VALUE && chance(6)) {
                fact.state = one_of<std::uint32_t>({TENGEN_FACT_UNKNOWN, TENGEN_FACT_INVALID});
            }
            decorate(fact);
            // Anywhere among the others: the order of facts is data.
            storage_.facts.push_back(fact);
            std::swap(storage_.facts.back(), storage_.facts[below(storage_.facts.size())]);
        }
    }

    std::string fact_text() {
        return chance(2) ? text(false)
                         : one_of<std::string>({"1846-07-21", "1846-07?-21", "+2", "-R", "+3.5R", "2+2 (tasuki)", "5.5",
                                                "9D", "3k", "insei", "Honinbo Shusaku", "Redmond, Michael",
                                                "A, B ?, game 3", "+4E", "?", "GW 12"});
    }

    void decorate(tengen_fact& fact) {
        if (fact.property != none && chance(5)) {
            fact.certainty = 1 + below(2);
        }
        if (chance(6)) {
            fact.note = below(5);
        }
        if (chance(8)) {
            fact.format = storage_.store("landman");
            fact.origin = storage_.store(text(false));
            fact.line = below(100);
        }
        if (fact.property != none && chance(8)) {
            fact.first_mark = storage_.marks.size();
            fact.mark_count = 1 + below(3);
            for (std::uint32_t i = 0; i < fact.mark_count; ++i) {
                const std::uint32_t scope = below(3);
                storage_.marks.push_back(
                    {scope, below(3), 1 + below(2), storage_.store(one_of<std::string_view>({"?", " ??", ""}))});
            }
        }
    }

    // -- extension fields --

    void fill_extensions() {
        for (std::uint32_t i = options_.extensions && chance(3) ? below(5) : 0; i > 0; --i) {
            const std::string_view place = one_of<std::string_view>(
                {"", "12", "#", "#/board", "#/dialect", "#/nodes/0", "#/nodes/1", "#/nodes/0/p/0", "#/nodes/1/p/2",
                 "#/info/0", "#/streams/0/source", "#/nodes/99999", "#/nodes/00", "#/nowhere", "#x"});
            const std::string content = one_of<std::string>(
                {"1", "\"x\"", "{\"a\":[1,2.50,null]}", "not json", "[1, 2]", "", text(true, true)});
            const tengen_slice key =
                storage_.store(one_of<std::string>({"extra", "Opening", "id", "", "k\"ey", text(false)}));
            const tengen_slice body = storage_.store(content);
            storage_.extension_fields.push_back({key, body, storage_.store(place)});
        }
    }

    std::mt19937_64 engine_;
    RandomGameOptions options_;
    GameStorage storage_;
    std::optional<GameBuilder> builder_;
    std::shared_ptr<std::string> text_;
    tengen_game columns_{};
    bool has_meaning_ = true;
};

}  // namespace tengen::test
