#include "bibtex_reader.h"

#include <algorithm>
#include <utility>

#include <tengen/model/builder.h>

#include "tex_text.h"

namespace tengen::library {

namespace {

// Of what abbreviations stand for in one value: they could multiply without end.
constexpr std::size_t longest_expansion = std::size_t{1} << 20;

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return result;
}

constexpr std::array<std::string_view, 12> months{"jan", "feb", "mar", "apr", "may", "jun",
                                                  "jul", "aug", "sep", "oct", "nov", "dec"};

// "jul", "July", "7", "07".
int month_of(std::string_view text) {
    const std::string word = lower(text);
    for (std::size_t i = 0; i < months.size(); ++i) {
        if (word.starts_with(months[i])) {
            return static_cast<int>(i) + 1;
        }
    }
    const int number = word.size() <= 2 && !word.empty() && word.find_first_not_of("0123456789") == std::string::npos
                           ? std::stoi(word)
                           : 0;
    return number >= 1 && number <= 12 ? number : 0;
}

std::string two_digits(int number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

// Books, articles and the like: literature, not games.
bool is_work(std::string_view type) {
    constexpr std::array<std::string_view, 10> works{"article",     "book",      "booklet",       "inbook",
                                                     "manual",      "online",    "mastersthesis", "phdthesis",
                                                     "proceedings", "periodical"};
    const std::string word = lower(type);
    return std::find(works.begin(), works.end(), word) != works.end();
}

bool is_made_key(std::string_view key) {
    constexpr std::string_view prefix = "game-";
    return key.starts_with(prefix) && key.size() > prefix.size() &&
           key.substr(prefix.size()).find_first_not_of("0123456789") == std::string_view::npos;
}

// The next line that begins with '@'.
std::size_t entry_on_a_later_line(std::string_view text, std::size_t at) {
    for (std::size_t line = text.find('\n', at); line != std::string_view::npos; line = text.find('\n', line + 1)) {
        const std::size_t first = text.find_first_not_of(" \t\r", line + 1);
        if (first != std::string_view::npos && text[first] == '@') {
            return first;
        }
    }
    return std::string_view::npos;
}

// "A and B" as cards join a team.
std::string joined_names(std::string_view text) {
    std::string result;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(" and ", begin), text.size());
        result += result.empty() ? "" : " & ";
        result += single_line(text.substr(begin, end - begin));
        begin = end + 5;
    }
    return result;
}

}  // namespace

BibtexReader::BibtexReader(sdk::Host host, std::string_view bytes, const sdk::Options& options)
    : host_(host), input_(host, bytes, options.text("charset")), pool_(GamePool::create()) {
    for (std::size_t i = 0; i < months.size(); ++i) {
        macros_.emplace(months[i], std::to_string(i + 1));
    }
    scan();
}

// What stands between entries is a comment, also a mail address.
void BibtexReader::scan() {
    const std::string_view text = input_.text();
    bool has_any = false;
    for (std::size_t at = text.find('@'); at != std::string_view::npos;) {
        std::size_t begin = at + 1;
        while (begin < text.size() && ((text[begin] >= 'a' && text[begin] <= 'z') ||
                                       (text[begin] >= 'A' && text[begin] <= 'Z') || text[begin] == ' ')) {
            ++begin;
        }
        if (begin == at + 1 || begin >= text.size() || (text[begin] != '{' && text[begin] != '(')) {
            at = text.find('@', at + 1);
            continue;
        }
        std::size_t error = 0;
        std::optional<BibtexEntry> entry = parse_bibtex_entry(text.substr(at), error);
        has_any = true;
        if (!entry) {
            report("library.bad-entry", at + error, "the entry cannot go on like this; it is left out", false);
            at = entry_on_a_later_line(text, at);
            continue;
        }
        const std::size_t size = entry->size;
        const std::string type = lower(entry->type);
        if (type == "string") {
            take_string(*entry, at);
        } else if (type != "comment" && type != "preamble") {
            for (const BibtexField& field : entry->fields) {
                if (lower(field.name) == "related") {
                    const std::string keys = raw_value(field).value_or("");
                    for (std::size_t from = 0; from <= keys.size();) {
                        const std::size_t to = std::min(keys.find(',', from), keys.size());
                        related_.insert(single_line(std::string_view(keys).substr(from, to - from)));
                        from = to + 1;
                    }
                }
            }
            const bool is_repeated =
                !entry->key.empty() && !keys_.emplace(std::string(entry->key), entries_.size()).second;
            entries_.push_back({std::move(*entry), at, is_repeated});
        }
        at = text.find('@', at + size);
    }
    if (!has_any) {
        report("library.no-record", 0, "there is no entry in the input", false);
    }
}

void BibtexReader::take_string(const BibtexEntry& entry, std::size_t offset) {
    for (const BibtexField& field : entry.fields) {
        if (std::optional<std::string> text = raw_value(field)) {
            macros_.insert_or_assign(lower(field.name), std::move(*text));
        } else {
            report("library.bad-entry", offset, "the value of this abbreviation is too long; it is left out", false);
        }
    }
}

std::optional<std::string> BibtexReader::raw_value(const BibtexField& field) const {
    std::string text;
    std::size_t expanded = 0;
    for (const BibtexPiece& piece : field.pieces) {
        if (piece.kind != BibtexPiece::Kind::macro) {
            text += piece.text;
            continue;
        }
        const auto macro = macros_.find(lower(piece.text));
        const std::string_view meaning = macro == macros_.end() ? piece.text : std::string_view(macro->second);
        expanded += meaning.size();
        if (expanded > longest_expansion) {
            return std::nullopt;
        }
        text += meaning;
    }
    return text;
}

std::string BibtexReader::value(const BibtexField& field) const {
    return from_tex(raw_value(field).value_or(""));
}

void BibtexReader::report_long_values(const Entry& entry) {
    for (const BibtexField& field : entry.parsed.fields) {
        if (!raw_value(field)) {
            report(
                "library.bad-entry", entry.offset,
                "with its abbreviations written out, the field " + lower(field.name) + " is too long; it is left out",
                true);
        }
    }
}

bool BibtexReader::next(tengen_game& game) {
    for (; next_ < entries_.size(); ++next_) {
        const Entry& entry = entries_[next_];
        report_long_values(entry);
        const bool has_work = is_work(entry.parsed.type);
        const bool is_reference = has_work && related_.contains(entry.parsed.key);
        if (entry.is_repeated) {
            report("library.bad-entry", entry.offset,
                   "an entry before has the key '" + std::string(entry.parsed.key) + "', too; references mean that one",
                   !is_reference);
        }
        if (is_reference) {
            continue;
        }
        BibRecord record;
        if (has_work) {
            record.sources.push_back(citation(entry.parsed));
        } else {
            record = record_of_game(entry);
        }
        std::unique_ptr<GameStorage> storage = pool_->acquire();
        storage->header.index = games_;
        GameBuilder builder(*storage);
        builder.add_node(none);
        add_facts(record, "bibtex", *storage);
        pool_->publish(std::move(storage), game);
        ++games_;
        ++next_;
        return true;
    }
    return false;
}

BibRecord BibtexReader::record_of_game(const Entry& entry) {
    BibRecord record;
    std::string title;
    std::string year;
    std::string month;
    std::string day;
    std::string date;
    std::set<std::string, std::less<>> seen;
    for (const BibtexField& field : entry.parsed.fields) {
        const std::string name = lower(field.name);
        std::string text = value(field);
        if (!seen.insert(name).second) {
            report("library.bad-entry", entry.offset, "the field " + name + " stands twice; the first counts", true);
            continue;
        }
        if (name == "title") {
            title = std::move(text);
        } else if (name == "year") {
            year = std::move(text);
        } else if (name == "month") {
            month = std::move(text);
        } else if (name == "day") {
            day = std::move(text);
        } else if (name == "date") {
            date = std::move(text);
        } else if (name == "booktitle" || name == "eventtitle") {
            record.event = record.event.empty() ? std::move(text) : record.event + ", " + text;
        } else if (name == "address" || name == "location") {
            record.place = std::move(text);
        } else if (name == "editor") {
            record.annotator = joined_names(text);
        } else if (name == "note") {
            take_note(raw_value(field).value_or(""), record);
        } else if (name == "related") {
            text = raw_value(field).value_or("");
            for (std::size_t from = 0; from <= text.size();) {
                const std::size_t to = std::min(text.find(',', from), text.size());
                const std::string key = single_line(std::string_view(text).substr(from, to - from));
                if (std::string source = related_source(entry, key); !source.empty()) {
                    record.sources.push_back(std::move(source));
                }
                from = to + 1;
            }
        } else if (!text.empty()) {
            report("library.unplaced-field", entry.offset, "the field " + name + " is kept as it is", true);
            record.foreign.push_back({name, std::move(text), 0});
        }
    }
    if (!is_made_key(entry.parsed.key) && !entry.parsed.key.empty()) {
        record.foreign.push_back({"key", std::string(entry.parsed.key), 0});
    }
    if (!record.black.empty() || !record.white.empty() || !record.take_players(title)) {
        record.title = std::move(title);
    }
    if (record.date.empty() && !date.empty()) {
        record.date = card_date_of(date);
    }
    if (record.date.empty() && !year.empty()) {
        std::string text;
        std::string marks;
        for (const char c : year) {
            (c >= '0' && c <= '9' ? text : marks) += c;
        }
        const int number = month_of(month);
        if (number != 0 && !text.empty()) {
            text += '-' + two_digits(number);
            const std::string digits = single_line(day);
            if (!digits.empty() && digits.size() <= 2 && digits.find_first_not_of("0123456789") == std::string::npos) {
                text += '-' + two_digits(std::stoi(digits));
            }
        }
        record.date = card_date_of(text + marks);
        if (record.date.empty()) {
            record.comments.push_back("Date as stated: " + single_line(year + " " + month + " " + day));
        }
    }
    return record;
}

std::string BibtexReader::related_source(const Entry& entry, const std::string& key) {
    const auto related = keys_.find(key);
    if (related == keys_.end()) {
        if (!key.empty()) {
            report("library.bad-entry", entry.offset,
                   "no entry has the key '" + key + "', which is named as related; the key is kept as a reference",
                   true);
        }
        return key;
    }
    const BibtexEntry& work = entries_[related->second].parsed;
    return is_work(work.type) ? citation(work) : key;
}

void BibtexReader::take_note(std::string_view raw, BibRecord& record) const {
    for (const std::string_view part : split_notes(raw)) {
        std::string note = from_tex(part);
        if (!note.empty() && !library::take_note(note, record)) {
            record.comments.push_back(std::move(note));
        }
    }
}

// A work as one line: "Author: Title. Journal 12 (1985), p. 3". What tengen wrote itself comes back as it was.
std::string BibtexReader::citation(const BibtexEntry& entry) const {
    std::map<std::string, std::string, std::less<>> fields;
    for (const BibtexField& field : entry.fields) {
        fields.emplace(lower(field.name), value(field));
    }
    const auto get = [&](const char* name) {
        const auto found = fields.find(name);
        return found == fields.end() ? std::string() : found->second;
    };
    if (fields.size() == 1 && fields.contains("title")) {
        return get("title");
    }
    if (fields.size() == 3 && fields.contains("journal") && fields.contains("number") && fields.contains("note")) {
        return get("note");
    }
    std::string text = joined_names(get("author"));
    const auto append = [&](const std::string& part, const char* separator) {
        if (!part.empty()) {
            text += (text.empty() ? "" : separator) + part;
        }
    };
    append(get("title"), ": ");
    append(get("journal"), ". ");
    append(get("volume"), " ");
    append(get("number"), fields.contains("volume") ? "/" : " ");
    append(get("publisher"), ". ");
    append(get("year"), ", ");
    append(get("pages"), ", p. ");
    append(get("note"), ". ");
    return single_line(text);
}

void BibtexReader::report(const char* id, std::size_t offset, std::string_view message, bool in_game) {
    sdk::Place place;
    place.offset = input_.source_offset(offset);
    if (in_game) {
        place.game = games_;
    }
    host_.report(id, place, message);
}

std::uint32_t sniff_bibtex(std::string_view head) {
    constexpr std::uint32_t likely = 70;
    if (head.find('@') == std::string_view::npos) {
        return 0;
    }
    for (std::size_t line = 0; line < head.size();) {
        const std::size_t at = head.find_first_not_of(" \t\r\xEF\xBB\xBF", line);
        if (at != std::string_view::npos && head[at] == '@') {
            const std::string rest = lower(head.substr(at + 1, 40));
            const std::size_t end = rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
            const std::size_t open = end == std::string::npos || end == 0 ? end : rest.find_first_not_of(" \t", end);
            if (end != 0 && open != std::string::npos && (rest[open] == '{' || rest[open] == '(')) {
                return likely;
            }
        }
        const std::size_t next = head.find('\n', line);
        line = next == std::string_view::npos ? head.size() : next + 1;
    }
    return 0;
}

}  // namespace tengen::library
