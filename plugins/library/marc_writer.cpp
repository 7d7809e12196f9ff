#include "marc_writer.h"

#include <algorithm>

#include "bib_record.h"
#include "xml_text.h"

namespace tengen::library {

namespace {

bool is_tag(std::string_view tag) {
    return tag.size() == 3 && std::all_of(tag.begin(), tag.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
           });
}

bool is_code(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
}

bool is_indicator(char c) {
    return c == ' ' || is_code(c);
}

// "MARC 21, X00": 1 where the family name comes first.
const char* indicators_of_name(std::string_view name) {
    return name.find(',') == std::string_view::npos ? "0 " : "1 ";
}

}  // namespace

std::string pack_marc_field(std::string_view indicators, const std::vector<std::pair<char, std::string>>& subfields) {
    std::string text(indicators);
    for (const auto& [code, value] : subfields) {
        text += '$';
        text += code;
        for (const char c : value) {
            text += c;
            text += c == '$' ? "$" : "";
        }
    }
    return text;
}

bool unpack_marc_field(std::string_view text, std::string& indicators,
                       std::vector<std::pair<char, std::string>>& subfields) {
    if (text.size() < 4 || !is_indicator(text[0]) || !is_indicator(text[1])) {
        return false;
    }
    indicators = text.substr(0, 2);
    for (std::size_t at = 2; at < text.size();) {
        if (text[at] != '$' || at + 1 >= text.size() || !is_code(text[at + 1])) {
            return false;
        }
        std::string& value = subfields.emplace_back(text[at + 1], std::string()).second;
        for (at += 2; at < text.size() && (text[at] != '$' || text.substr(at, 2) == "$$");) {
            value += text[at];
            at += text[at] == '$' ? 2 : 1;
        }
    }
    return true;
}

MarcWriter::MarcWriter(sdk::Host host, sdk::Sink sink, const sdk::Options&) : host_(host), sink_(sink) {
    sink_.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<collection xmlns=\"http://www.loc.gov/MARC21/slim\">\n");
}

void MarcWriter::field(std::string_view tag, std::string_view indicators, const Subfields& subfields) {
    if (std::all_of(subfields.begin(), subfields.end(), [](const auto& s) { return s.second.empty(); })) {
        return;
    }
    text_ += "  <datafield tag=\"" + std::string(tag) + "\" ind1=\"" + indicators[0] + "\" ind2=\"" + indicators[1] +
             "\">\n";
    for (const auto& [code, value] : subfields) {
        if (!value.empty()) {
            text_ += "    <subfield code=\"" + std::string(1, code) + "\">" + to_xml(value) + "</subfield>\n";
        }
    }
    text_ += "  </datafield>\n";
}

void MarcWriter::foreign(std::string_view tag, std::string_view text) {
    std::string indicators;
    Subfields subfields;
    if (!is_tag(tag)) {
        return;
    }
    if (tag.starts_with("00")) {
        text_ += "  <controlfield tag=\"" + std::string(tag) + "\">" + to_xml(text) + "</controlfield>\n";
    } else if (unpack_marc_field(text, indicators, subfields)) {
        field(tag, indicators, subfields);
    }
}

void MarcWriter::put(Game game) {
    tree_loss_.see(game);
    const BibRecord record = bib_record_of(game, "marcxml");
    text_ = "<record>\n  <leader>     nam a22     uu 4500</leader>\n";
    std::vector<const ForeignField*> others;
    for (const ForeignField& one : record.foreign) {
        others.push_back(&one);
    }
    std::stable_sort(others.begin(), others.end(),
                     [](const ForeignField* a, const ForeignField* b) { return a->key < b->key; });
    auto other = others.begin();
    const auto others_before = [&](std::string_view tag) {
        for (; other != others.end() && (*other)->key < tag; ++other) {
            foreign((*other)->key, (*other)->text);
        }
    };

    const EdtfDates dates = edtf_dates(record);
    if (dates.is_beyond) {
        sdk::Place place;
        place.game = game.index();
        host_.report("library.date-beyond-edtf", place,
                     "the date \"" + record.date + "\" is more than EDTF level 1 says");
    }
    others_before("046");
    for (const std::string& date : dates.texts) {
        field("046", "  ", {{'k', date}, {'2', "edtf"}});
    }
    others_before("245");
    field("245", "00", {{'a', record.title_or_players()}});
    others_before("500");
    for (const auto& [about, value] : record.notes) {
        field("500", "  ", {{'a', std::string(note_key(about)) + ": " + value}});
    }
    others_before("510");
    for (const std::string& source : record.sources) {
        const std::size_t comma = source.find(", ");
        field("510", "4 ",
              {{'a', source.substr(0, comma)},
               {'c', comma == std::string::npos ? std::string() : source.substr(comma + 2)}});
    }
    others_before("518");
    // A date that is not certain stands in brackets.
    const bool is_certain = record.date.find('?') == std::string::npos;
    field("518", "  ",
          {{'d', record.date.empty() ? std::string() : (is_certain ? "" : "[") + record.date + (is_certain ? "" : "]")},
           {'p', record.place}});
    others_before("520");
    for (const std::string& comment : record.comments) {
        field("520", "  ", {{'a', comment}});
    }
    others_before("540");
    field("540", "  ", {{'a', record.copyright}});
    others_before("700");
    for (const auto& [name, relation] : {std::pair(&record.black, "Black"), std::pair(&record.white, "White")}) {
        if (!name->empty()) {
            field("700", indicators_of_name(*name), {{'a', *name}, {'e', "player"}, {'e', relation}});
        }
    }
    for (const auto& [name, relation] :
         {std::pair(&record.annotator, "annotator"), std::pair(&record.user, "transcriber")}) {
        if (!name->empty()) {
            field("700", indicators_of_name(*name), {{'a', *name}, {'e', relation}});
        }
    }
    others_before("711");
    field("711", "2 ", {{'a', record.event}, {'n', record.round}});
    others_before("751");
    field("751", "  ", {{'a', record.place}});
    others_before("\x7F");
    text_ += "</record>\n";
    sink_.write(text_);
}

void MarcWriter::finish() {
    tree_loss_.report(host_);
    sink_.write("</collection>\n");
}

}  // namespace tengen::library
