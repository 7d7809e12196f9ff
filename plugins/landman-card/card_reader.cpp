#include "card_reader.h"

#include <algorithm>
#include <utility>

#include <tengen/model/builder.h>

namespace tengen::landman {

namespace {

constexpr std::string_view unknown = "?";

bool is_date(const CardKeyword* keyword) {
    return keyword != nullptr && keyword->field == TENGEN_FIELD_DATE;
}

// "Landman posting, Source": the common abbreviations.
bool is_reference(std::string_view text) {
    for (const std::string_view journal : {"AGJ", "GR", "GW"}) {
        if (text.starts_with(journal) &&
            (text.size() == journal.size() || text[journal.size()] < 'A' || text[journal.size()] > 'z')) {
            return true;
        }
    }
    return false;
}

std::string quoted(std::string_view text) {
    constexpr std::size_t most = 40;
    std::size_t end = std::min(text.size(), most);
    while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) {
        --end;
    }
    return '"' + std::string(text.substr(0, end)) + (end < text.size() ? "...\"" : "\"");
}

}  // namespace

CardReader::CardReader(sdk::Host host, std::string_view bytes, const sdk::Options& options)
    : host_(host), text_(host, bytes, options.text("charset")), lines_(text_.text()), pool_(GamePool::create()) {}

bool CardReader::next(tengen_game& game) {
    if (!find_record()) {
        if (record_ == 0) {
            report_outside("card.no-record", 0, "there is no card in the input");
        }
        return false;
    }
    fields_.clear();
    counts_.fill(0);
    record_begin_ = lines_.begin();
    if (record_ == 0) {
        first_record_ = record_begin_;
    }
    read_record();
    check_record();
    check_sorting();
    make_game(game);
    ++record_;
    return true;
}

std::uint64_t CardReader::consumed() const {
    // Games point into the text, also those that were handed out.
    return 0;
}

// Go to the line that starts the next record. A field starts one only where no Date line was seen: behind one, fields
// without a date are parts of prose.
bool CardReader::find_record() {
    for (; !lines_.at_end(); lines_.advance()) {
        const Line& line = lines_.line();
        if (line.kind == LineKind::blank) {
            continue;
        }
        const CardKeyword* keyword = keyword_of(line);
        if (is_date(keyword)) {
            has_date_line_ = true;
            if (is_opening(line)) {
                return true;
            }
            report_outside("card.not-a-date-line", lines_.begin(),
                           "the value of this Date line is no date; it opens no record");
            continue;
        }
        if (keyword != nullptr && !has_date_line_ && !line.has_blanks && keyword->name == line.keyword) {
            return true;
        }
        if (!told_outside_) {
            told_outside_ = true;
            report_outside("card.text-outside", lines_.begin(), "text outside the records is left out");
        }
    }
    return false;
}

const CardKeyword* CardReader::keyword_of(const Line& line) const {
    return line.kind == LineKind::field ? find_similar_card_keyword(line.keyword) : nullptr;
}

bool CardReader::is_opening(const Line& line) const {
    return is_date(keyword_of(line)) && opens_card(line.value);
}

void CardReader::read_record() {
    bool is_first = true;
    bool told_break = false;
    while (!lines_.at_end()) {
        const Line& line = lines_.line();
        if (line.kind == LineKind::blank) {
            const std::size_t blank = lines_.begin();
            if (!skip_blank_lines()) {
                return;
            }
            report("card.blank-line", blank, "a blank line inside the record");
            continue;
        }
        if (line.kind == LineKind::field && !(line.has_blanks && keyword_of(line) == nullptr)) {
            if (is_opening(line)) {
                if (!is_first) {
                    return;
                }
                has_date_line_ = true;
            }
            if (lines_.is_cut() && !std::exchange(told_break, true)) {
                report("card.lost-line-break", lines_.begin(), "a field in the line of another one");
            }
            take_field(line);
        } else {
            lines_.cut_text();
            take_text(line);
        }
        is_first = false;
        record_end_ = lines_.begin() + line.text.size();
        lines_.advance();
    }
}

// True if the record goes on behind them: with a field that is known, as unknown ones are headers of the next mail.
bool CardReader::skip_blank_lines() {
    while (!lines_.at_end() && lines_.line().kind == LineKind::blank) {
        lines_.advance();
    }
    return !lines_.at_end() && keyword_of(lines_.line()) != nullptr && !is_date(keyword_of(lines_.line()));
}

void CardReader::take_field(const Line& line) {
    Field field;
    field.begin = lines_.begin();
    field.value = line.value;
    const CardKeyword* keyword = keyword_of(line);
    if (is_date(keyword) && !is_opening(line)) {
        report("card.not-a-date-line", field.begin, "the value of this Date line is no date; it opens no record");
        field.key = line.keyword;
    } else if (keyword == nullptr) {
        report("card.unknown-keyword", field.begin,
               "unknown keyword " + quoted(line.keyword) + "; kept as an extension field");
        field.key = line.keyword;
    } else {
        if (line.has_blanks || keyword->name != line.keyword) {
            report("card.keyword-spelling", field.begin,
                   "the keyword is written " + std::string(keyword->name) + ", without blanks");
        }
        const bool is_repeated = has(keyword->field);
        if (is_repeated && !may_repeat_on_card(keyword->field)) {
            report("card.repeated-field", field.begin,
                   std::string(keyword->name) + " stands here a second time; the first counts");
            field.key = keyword->name;
        } else {
            if (keyword->field == TENGEN_FIELD_COMMENT && counts_[TENGEN_FIELD_COMMENT] == 1) {
                report("card.several-comments", field.begin, "more than one Comment line");
            }
            field.keyword = keyword;
        }
    }
    add(std::move(field));
}

void CardReader::add(Field field) {
    if (field.keyword != nullptr) {
        ++counts_[field.keyword->field];
    }
    fields_.push_back(std::move(field));
}

void CardReader::take_text(const Line& line) {
    const std::string_view text = card_detail::without_blanks(line.text);
    Field& before = fields_.back();
    const bool is_source = before.keyword != nullptr && before.keyword->field == TENGEN_FIELD_SOURCE;
    if (is_source && is_reference(text)) {
        report("card.no-keyword", lines_.begin(), "a line without a keyword; read as a further Source");
        Field field;
        field.keyword = before.keyword;
        field.value = text;
        field.begin = lines_.begin();
        add(std::move(field));
        return;
    }
    report("card.no-keyword", lines_.begin(),
           "a line without a keyword; joined to " +
               (before.keyword != nullptr ? std::string(before.keyword->name) : before.key) + " before it");
    if (!before.value.empty()) {
        before.value += ' ';
    }
    before.value += text;
}

void CardReader::check_record() {
    if (!has(TENGEN_FIELD_DATE) && report("card.missing-date", record_begin_, "the record has no Date")) {
        Field date;
        date.keyword = card_keyword_of(TENGEN_FIELD_DATE);
        date.value = unknown;
        date.begin = record_begin_;
        date.is_repaired = true;
        fields_.insert(fields_.begin(), std::move(date));
        ++counts_[TENGEN_FIELD_DATE];
    }
    if (!has(TENGEN_FIELD_SOURCE)) {
        report("card.missing-source", record_begin_, "the record has no Source");
    }
    std::size_t position = 0;
    for (const Field& field : fields_) {
        if (field.keyword == nullptr) {
            continue;
        }
        const std::size_t own = card_position_of(field.keyword->field);
        if (own < position) {
            report("card.field-order", field.begin,
                   std::string(field.keyword->name) + " stands behind " + std::string(card_keywords[position].name));
            break;
        }
        position = own;
    }
}

void CardReader::check_sorting() {
    std::string date(unknown);
    for (const Field& field : fields_) {
        if (is_date(field.keyword)) {
            date = field.value;
        }
    }
    if (!told_sorting_ && record_ != 0 && date < last_date_) {
        told_sorting_ = true;
        report_outside(
            "card.not-sorted", first_record_,
            "the records are not in the order of their dates: " + quoted(date) + " behind " + quoted(last_date_));
    }
    last_date_ = std::move(date);
}

void CardReader::make_game(tengen_game& game) {
    std::unique_ptr<GameStorage> storage = pool_->acquire();
    storage->header.index = record_;
    text_.give(*storage, record_begin_, std::max(record_begin_, record_end_));
    GameBuilder builder(*storage);
    builder.add_node(none);
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        const Field& field = fields_[i];
        if (field.keyword == nullptr) {
            storage->extension_fields.push_back(
                {storage->store(field.key), storage->store(field.value), storage->store(std::to_string(i))});
            continue;
        }
        tengen_fact fact = make_card_fact(*storage, field.keyword->field, field.value,
                                          static_cast<std::uint32_t>(field.begin - record_begin_));
        if (field.is_repaired) {
            fact.note = TENGEN_NOTE_REPAIRED;
        }
        storage->facts.push_back(fact);
    }
    pool_->publish(std::move(storage), game);
}

// About the record at hand. True if the repair is to be made.
bool CardReader::report(const char* id, std::size_t offset, std::string_view message) {
    sdk::Place place;
    place.game = record_;
    place.offset = text_.source_offset(offset);
    return host_.report(id, place, message).apply_fix();
}

void CardReader::report_outside(const char* id, std::size_t offset, std::string_view message) {
    sdk::Place place;
    place.offset = text_.source_offset(offset);
    host_.report(id, place, message);
}

std::uint32_t sniff(std::string_view head) {
    // UTF-16 has a mark in front; ASCII is every other byte of it.
    if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF")) {
        std::string narrow;
        for (std::size_t i = head.front() == '\xFF' ? 2 : 3; i < head.size(); i += 2) {
            narrow += head[i];
        }
        return sniff(narrow);
    }
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    head.remove_prefix(head.starts_with(mark) ? mark.size() : 0);
    constexpr std::uint32_t likely = 60;    // a date, and another field of a card
    constexpr std::uint32_t possible = 20;  // a date alone
    // A game tree comes first: whatever cards there are behind it, this is no file of cards.
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && head.substr(first).starts_with("(;")) {
        return 0;
    }
    std::uint32_t best = 0;
    bool has_date = false;
    for (LineCursor lines(head); !lines.at_end(); lines.advance()) {
        const Line& line = lines.line();
        if (line.kind != LineKind::field || line.has_blanks) {
            continue;
        }
        const CardKeyword* keyword = find_card_keyword(line.keyword);
        if (keyword == nullptr) {
            continue;
        }
        if (is_date(keyword)) {
            has_date = has_date || opens_card(line.value);
            best = std::max(best, has_date ? possible : 0u);
        } else if (has_date) {
            return likely;
        }
    }
    return best;
}

}  // namespace tengen::landman
