#include "bibtex_writer.h"

#include <optional>
#include <vector>

#include "bib_record.h"
#include "tex_text.h"

namespace tengen::library {

namespace {

constexpr std::array<std::string_view, 12> months{"jan", "feb", "mar", "apr", "may", "jun",
                                                  "jul", "aug", "sep", "oct", "nov", "dec"};

bool is_name(std::string_view text) {
    return !text.empty() && text.size() <= 100 &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_:.+/") ==
               std::string_view::npos;
}

std::string braced(std::string_view tex) {
    return '{' + std::string(tex) + '}';
}

// "GW 12": one of the journals that cards abbreviate ("Landman posting, Source").
struct Series {
    std::string_view abbreviation;
    std::string_view title;
};
constexpr std::array<Series, 3> series{{{"AGJ", "American Go Journal"}, {"GR", "Go Review"}, {"GW", "Go World"}}};

struct Issue {
    std::string_view journal;
    std::string_view number;
};
std::optional<Issue> issue_of(std::string_view text) {
    for (const Series& one : series) {
        if (!text.starts_with(one.abbreviation) || text.substr(one.abbreviation.size(), 1) != " ") {
            continue;
        }
        const std::string_view rest = text.substr(one.abbreviation.size() + 1);
        const std::string_view number = rest.substr(0, rest.find_first_not_of("0123456789/."));
        if (!number.empty()) {
            return Issue{one.title, number};
        }
    }
    return std::nullopt;
}

}  // namespace

BibtexWriter::BibtexWriter(sdk::Host host, sdk::Sink sink, const sdk::Options&) : host_(host), sink_(sink) {}

void BibtexWriter::field(std::string_view name, std::string_view raw) {
    text_ += ",\n  ";
    text_ += name;
    text_ += " = ";
    text_ += raw;
}

std::string BibtexWriter::unused_key(std::string_view wanted) {
    // The number that was free last: many records may want one key.
    const auto [place, is_new] = keys_.try_emplace(std::string(wanted), 1);
    std::string key(wanted);
    if (is_new) {
        return key;
    }
    do {
        key = std::string(wanted) + "-" + std::to_string(++place->second);
    } while (!keys_.try_emplace(key, 1).second);
    return key;
}

const std::string& BibtexWriter::reference(const std::string& text) {
    const auto [place, is_new] = references_.try_emplace(text);
    if (is_new) {
        place->second = unused_key("ref-" + std::to_string(references_.size()));
        const std::string tex = to_tex(text);
        if (const std::optional<Issue> issue = issue_of(text)) {
            works_ += "@article{" + place->second + ",\n  journal = " + braced(issue->journal) +
                      ",\n  number = " + braced(issue->number) + ",\n  note = " + braced(tex) + "\n}\n\n";
        } else {
            works_ += "@book{" + place->second + ",\n  title = " + braced(tex) + "\n}\n\n";
        }
    }
    return place->second;
}

void BibtexWriter::put(Game game) {
    tree_loss_.see(game);
    const BibRecord record = bib_record_of(game, "bibtex");
    works_.clear();
    text_.clear();
    std::string related;
    for (const std::string& source : record.sources) {
        related += related.empty() ? "" : ", ";
        related += reference(source);
    }
    std::string wanted = "game-" + std::to_string(games_ + 1);
    for (const ForeignField& foreign : record.foreign) {
        wanted = foreign.key == "key" && is_name(foreign.text) ? foreign.text : wanted;
    }
    text_ += "@misc{" + unused_key(wanted);
    std::vector<std::string> notes;
    const auto note = [&](tengen_field about, std::string_view value) {
        if (!value.empty()) {
            notes.push_back(std::string(note_key(about)) + ": " + std::string(value));
        }
    };
    if (const std::string title = record.title_or_players(); !title.empty()) {
        field("title", braced(to_tex(title)));
    }
    if (!record.title.empty()) {  // the players do not stand in it
        note(TENGEN_FIELD_BLACK, record.black);
        note(TENGEN_FIELD_WHITE, record.white);
        if (record.black.empty() && record.white.empty()) {
            BibRecord nothing;
            if (nothing.take_players(record.title)) {
                note(TENGEN_FIELD_BLACK, "?");  // a name that only looks like two players
            }
        }
    }
    if (const std::vector<LibraryDate> dates = library_detail::dates_of(record.date, true); !dates.empty()) {
        const LibraryDate& date = dates.front();
        std::string year = format_date({date.date.year, 0, 0});
        year += date.has_marked_component() ? std::string_view() : certainty_mark(date.certainty);
        field("year", braced(year));
        if (date.date.month != 0) {
            field("month", months[date.date.month - 1u]);
        }
        if (date.date.day != 0) {
            field("day", braced(std::to_string(date.date.day)));
        }
        if (date.has_marked_component()) {
            note(TENGEN_FIELD_DATE, record.date);
        }
    } else {
        note(TENGEN_FIELD_DATE, record.date);
    }
    const std::string separator = record.event.empty() || record.round.empty() ? "" : ", ";
    if (const std::string event = record.event + separator + record.round; !event.empty()) {
        field("booktitle", braced(to_tex(event)));
    }
    if (!record.place.empty()) {
        field("address", braced(to_tex(record.place)));
    }
    if (!record.annotator.empty()) {
        std::string editors = record.annotator;
        for (std::size_t at = editors.find(" & "); at != std::string::npos; at = editors.find(" & ", at)) {
            editors.replace(at, 3, " and ");
        }
        field("editor", braced(to_tex(editors)));
    }
    note(TENGEN_FIELD_USER, record.user);
    note(TENGEN_FIELD_COPYRIGHT, record.copyright);
    for (const auto& [about, value] : record.notes) {
        note(about, value);
    }
    for (const std::string& comment : record.comments) {
        notes.push_back(note_of_comment(comment));
    }
    std::string joined;
    for (const std::string& one : notes) {
        joined += joined.empty() ? "" : "; ";
        joined += one.find(';') == std::string::npos ? to_tex(one) : braced(to_tex(one));
    }
    if (!joined.empty()) {
        field("note", braced(joined));
    }
    if (!related.empty()) {
        field("related", braced(related));
    }
    for (const ForeignField& foreign : record.foreign) {
        if (foreign.key != "key" && is_name(foreign.key)) {
            field(foreign.key, braced(to_tex(single_line(foreign.text))));
        }
    }
    text_ += "\n}\n\n";
    sink_.write(works_);
    sink_.write(text_);
    ++games_;
}

}  // namespace tengen::library
