#include "card_writer.h"

#include <algorithm>
#include <utility>

#include <tengen/model/card.h>

#include "line.h"

namespace tengen::landman {

namespace {

constexpr std::string_view unknown = "?";

// What stands in one line: no line breaks inside, and no control characters, which readers take for blanks. The answer
// is how many of these there were.
std::uint32_t append_one_line(std::string& to, std::string_view value) {
    std::uint32_t controls = 0;
    for (const char c : value) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_control = (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
        controls += is_control ? 1 : 0;
        to += is_control || c == '\n' || c == '\r' ? ' ' : c;
    }
    return controls;
}

}  // namespace

CardWriter::CardWriter(sdk::Host host, sdk::Sink sink, const sdk::Options& options)
    : host_(host),
      sink_(sink),
      sort_(options.boolean("sort")),
      one_comment_(options.boolean("one-comment")),
      is_canonical_(options.text("order") == "canonical") {}

void CardWriter::put(Game game) {
    text_.clear();
    append_record(game);
    if (!told_non_ascii_ &&
        std::any_of(text_.begin(), text_.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) {
        told_non_ascii_ = true;
        sdk::Place place;
        place.game = game.index();
        host_.report("card.non-ascii", place, "a character outside ASCII; the cards are written as UTF-8");
    }
    if (!sort_) {
        write(text_);
        return;
    }
    const tengen_fact* date = find_fact(game, TENGEN_FIELD_DATE);
    records_.push_back({date == nullptr ? std::string(unknown) : card_text_of(game, *date), text_});
}

void CardWriter::finish() {
    std::stable_sort(records_.begin(), records_.end(),
                     [](const Record& a, const Record& b) { return a.date < b.date; });
    for (const Record& record : std::exchange(records_, {})) {
        write(record.text);
    }
}

void CardWriter::write(std::string_view record) {
    if (!std::exchange(is_first_, false)) {
        sink_.write("\n");
    }
    sink_.write(record);
}

void CardWriter::append_line(Game game, std::string_view keyword, std::string_view value) {
    std::string line(keyword);
    line += ':';
    if (!value.empty()) {
        line += ' ';
        if (const std::uint32_t controls = append_one_line(line, value); controls != 0) {
            lose(game, "loss.control-character", TENGEN_LOSS_LOST, controls, keyword,
                 "control characters mean nothing on a card and become blanks");
        }
    }
    // A value must not look like several fields whose line breaks were lost.
    std::string changed;
    std::size_t copied = 0;
    if (value.find(':') != std::string_view::npos) {
        const Line read = read_line(line);
        for (std::size_t place = find_lost_break(line, read, false); place != std::string::npos;
             place = find_lost_break(line, read, false, copied)) {
            const std::size_t blank = line.find(':', place) + 1;
            changed.append(line, copied, blank - copied);
            copied = blank + 1;
        }
    }
    if (copied != 0) {
        changed.append(line, copied);
        line = std::move(changed);
        lose(game, "loss.other-info", TENGEN_LOSS_NORMALISED, 1, keyword,
             "a keyword inside the value loses the blank behind its colon");
    }
    text_ += line;
    text_ += '\n';
}

// Something of a field that stays a field.
void CardWriter::lose(Game game, const char* id, tengen_loss_kind kind, std::uint32_t count, std::string_view keyword,
                      std::string_view message) {
    host_.report_loss({.id = id,
                       .kind = kind,
                       .game = game.index(),
                       .count = count,
                       .what = keyword,
                       .to = keyword,
                       .message = message});
}

// The numbers of those that are written.
void CardWriter::order_facts(Game game) {
    const tengen_game& columns = game.columns();
    facts_.clear();
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        if (columns.facts[i].property == none && card_keyword_of(columns.facts[i].field) != nullptr) {
            facts_.push_back(i);
        }
    }
    if (is_canonical_) {
        std::stable_sort(facts_.begin(), facts_.end(), [&columns](std::uint32_t a, std::uint32_t b) {
            return card_position_of(static_cast<tengen_field>(columns.facts[a].field)) <
                   card_position_of(static_cast<tengen_field>(columns.facts[b].field));
        });
    }
}

// "Landman posting, Source: THIS FIELD IS REQUIRED".
bool CardWriter::needs_source(Game game) {
    if (find_fact(game, TENGEN_FIELD_SOURCE) != nullptr) {
        return false;
    }
    sdk::Place place;
    place.game = game.index();
    host_.report("card.missing-source", place, "the game names no source; \"Source: ?\" is written");
    return true;
}

void CardWriter::append_record(Game game) {
    const tengen_game& columns = game.columns();
    // "Landman posting, Date: THIS FIELD IS REQUIRED"; without it a reader could not tell where the record begins.
    const bool has_date = std::any_of(columns.facts, columns.facts + columns.fact_count, [](const tengen_fact& fact) {
        return fact.property == none && fact.field == TENGEN_FIELD_DATE;
    });
    if (!has_date) {
        append_line(game, "Date", unknown);
    }
    bool source_is_missing = needs_source(game);
    std::string comments;
    bool has_comment = false;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> extensions;  // place, index
    for (std::uint32_t i = 0; i < columns.extension_field_count; ++i) {
        if (const auto number = card_field_number(game.stored(columns.extension_fields[i].place))) {
            extensions.emplace_back(*number, i);
        }
    }
    std::stable_sort(extensions.begin(), extensions.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::uint32_t place = 0;
    auto extension = extensions.begin();
    const auto append_extensions = [&](auto&& belongs_here) {
        for (; extension != extensions.end() && belongs_here(extension->first); ++extension, ++place) {
            const tengen_extension_field& field = columns.extension_fields[extension->second];
            append_line(game, game.stored(field.key), game.stored(field.text));
        }
    };
    order_facts(game);
    for (const std::uint32_t i : facts_) {
        const tengen_fact& fact = columns.facts[i];
        const CardKeyword* keyword = card_keyword_of(fact.field);
        if (!is_canonical_) {
            append_extensions([&](std::uint32_t number) { return number <= place; });
        }
        ++place;
        const std::string value = card_text_of(game, fact);
        if (fact.field == TENGEN_FIELD_COMMENT) {
            if (std::exchange(source_is_missing, false)) {
                append_line(game, "Source", unknown);
            }
            if (one_comment_) {
                comments += has_comment ? " / " : "";
                comments += value;
                has_comment = true;
                continue;
            }
        }
        append_line(game, keyword->name, value);
    }
    append_extensions([](std::uint32_t) { return true; });
    if (source_is_missing) {
        append_line(game, "Source", unknown);
    }
    if (has_comment) {
        append_line(game, "Comment", comments);
    }
}

}  // namespace tengen::landman
