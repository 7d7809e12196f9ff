#include "dublin_core_writer.h"

#include <tengen/model/card.h>

#include "bib_record.h"
#include "xml_text.h"

namespace tengen::library {

DublinCoreWriter::DublinCoreWriter(sdk::Host host, sdk::Sink sink, const sdk::Options&) : host_(host), sink_(sink) {
    sink_.write(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<records xmlns:dcterms=\"http://purl.org/dc/terms/\" "
        "xmlns:edtf=\"http://id.loc.gov/datatypes/edtf/\" "
        "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n");
}

void DublinCoreWriter::element(std::string_view name, std::string_view text, std::string_view type) {
    if (text.empty()) {
        return;
    }
    text_ += "  <dcterms:" + std::string(name);
    if (!type.empty()) {
        text_ += " xsi:type=\"" + std::string(type) + "\"";
    }
    text_ += ">" + to_xml(text) + "</dcterms:" + std::string(name) + ">\n";
}

void DublinCoreWriter::put(Game game) {
    tree_loss_.see(game);
    const BibRecord record = bib_record_of(game, "dc");
    text_ = "<record>\n";
    element("title", record.title_or_players());
    for (const std::string* name : {&record.black, &record.white, &record.annotator, &record.user}) {
        element("contributor", *name);
    }
    const EdtfDates dates = edtf_dates(record);
    if (dates.is_beyond) {
        sdk::Place place;
        place.game = game.index();
        host_.report("library.date-beyond-edtf", place,
                     "the date \"" + record.date + "\" is more than EDTF level 1 says");
    }
    for (const std::string& date : dates.texts) {
        element("date", date, "edtf:EDTF-level1");
    }
    if (dates.texts.empty() && !is_only_question_marks(record.date)) {
        element("date", record.date);
    }
    const std::string separator = record.event.empty() || record.round.empty() ? "" : ", ";
    element("isPartOf", record.event + separator + record.round);
    element("coverage", record.place);
    for (const std::string& source : record.sources) {
        element("source", source);
    }
    element("rights", record.copyright);
    for (const auto& [about, value] : record.notes) {
        element("description", std::string(note_key(about)) + ": " + value);
    }
    for (const std::string& comment : record.comments) {
        element("description", comment);
    }
    text_ += "</record>\n";
    sink_.write(text_);
}

void DublinCoreWriter::finish() {
    tree_loss_.report(host_);
    sink_.write("</records>\n");
}

}  // namespace tengen::library
