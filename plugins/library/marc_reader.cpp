#include "marc_reader.h"

#include <algorithm>
#include <new>

#include <tengen/model/builder.h>

#include "marc_writer.h"

namespace tengen::library {

namespace {

// Behind the address of the name space.
std::string_view local_name(const XML_Char* name) {
    const std::string_view whole(name);
    const std::size_t bar = whole.rfind('|');
    return bar == std::string_view::npos ? whole : whole.substr(bar + 1);
}

std::string attribute(const XML_Char** attributes, std::string_view name) {
    for (; *attributes != nullptr; attributes += 2) {
        if (local_name(attributes[0]) == name) {
            return attributes[1];
        }
    }
    return {};
}

std::string lower(std::string text) {
    for (char& c : text) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return text;
}

// The punctuation that cataloguing rules put behind a subfield.
std::string without_punctuation(std::string_view text, std::string_view signs) {
    std::string line = single_line(text);
    while (!line.empty() && signs.find(line.back()) != std::string_view::npos) {
        line.pop_back();
        line = single_line(line);
    }
    return line;
}

}  // namespace

MarcReader::MarcReader(sdk::Host host, std::string_view bytes, const sdk::Options&)
    : host_(host), bytes_(bytes), parser_(XML_ParserCreateNS(nullptr, '|')), pool_(GamePool::create()) {
    if (!parser_) {
        throw std::bad_alloc();
    }
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), &on_start, &on_end);
    XML_SetCharacterDataHandler(parser_.get(), &on_text);
    XML_SetStartDoctypeDeclHandler(parser_.get(), &on_doctype);
}

// No exception may cross expat.
template <class Call>
void MarcReader::guarded(Call&& call) {
    if (thrown_) {
        return;
    }
    try {
        call();
    } catch (...) {
        thrown_ = std::current_exception();
        XML_StopParser(parser_.get(), XML_FALSE);
    }
}

void MarcReader::on_start(void* self, const XML_Char* name, const XML_Char** attributes) {
    auto& reader = *static_cast<MarcReader*>(self);
    reader.guarded([&] { reader.start(local_name(name), attributes); });
}

void MarcReader::on_end(void* self, const XML_Char* name) {
    auto& reader = *static_cast<MarcReader*>(self);
    reader.guarded([&] { reader.end(local_name(name)); });
}

void MarcReader::on_text(void* self, const XML_Char* text, int size) {
    auto& reader = *static_cast<MarcReader*>(self);
    if (reader.takes_text_) {
        reader.guarded(
            [&] { reader.fields_.back().subfields.back().second.append(text, static_cast<std::size_t>(size)); });
    }
}

void MarcReader::on_doctype(void* self, const XML_Char*, const XML_Char*, const XML_Char*, int) {
    auto& reader = *static_cast<MarcReader*>(self);
    reader.has_doctype_ = true;
    XML_StopParser(reader.parser_.get(), XML_FALSE);
}

void MarcReader::start(std::string_view name, const XML_Char** attributes) {
    takes_text_ = false;
    if (name == "record") {
        in_record_ = true;
        fields_.clear();
        record_offset_ = static_cast<std::uint64_t>(std::max<XML_Index>(0, XML_GetCurrentByteIndex(parser_.get())));
        return;
    }
    if (!in_record_) {
        return;
    }
    if (name == "controlfield") {
        fields_.push_back({attribute(attributes, "tag"), "  ", {{'0', {}}}});
        takes_text_ = true;
    } else if (name == "datafield") {
        std::string indicators = (attribute(attributes, "ind1") + " ").substr(0, 1);
        indicators += (attribute(attributes, "ind2") + " ").substr(0, 1);
        fields_.push_back({attribute(attributes, "tag"), std::move(indicators), {}});
    } else if (name == "subfield" && !fields_.empty() && !fields_.back().tag.starts_with("00")) {
        const std::string code = attribute(attributes, "code");
        fields_.back().subfields.emplace_back(code.empty() ? '?' : code.front(), std::string());
        takes_text_ = true;
    }
}

void MarcReader::end(std::string_view name) {
    takes_text_ = false;
    if (name == "record" && in_record_) {
        in_record_ = false;
        is_complete_ = true;
        XML_StopParser(parser_.get(), XML_TRUE);
    }
}

XML_Status MarcReader::go_on() {
    constexpr std::size_t piece = std::size_t{1} << 20;
    if (is_suspended_) {
        return XML_ResumeParser(parser_.get());
    }
    const std::size_t size = std::min(piece, bytes_.size() - fed_);
    const char* data = bytes_.data() + fed_;
    fed_ += size;
    return XML_Parse(parser_.get(), data, static_cast<int>(size), fed_ == bytes_.size() ? XML_TRUE : XML_FALSE);
}

bool MarcReader::read_record() {
    is_complete_ = false;
    while (!is_done_) {
        const XML_Status status = go_on();
        if (thrown_) {
            std::rethrow_exception(std::exchange(thrown_, nullptr));
        }
        if (status == XML_STATUS_ERROR) {
            fail(has_doctype_ ? "a document type declaration is not allowed here"
                              : XML_ErrorString(XML_GetErrorCode(parser_.get())));
        }
        is_suspended_ = status == XML_STATUS_SUSPENDED;
        is_done_ = !is_suspended_ && fed_ == bytes_.size();
        if (is_complete_) {
            return true;
        }
    }
    return false;
}

void MarcReader::fail(std::string_view message) {
    is_done_ = true;
    sdk::Place place;
    place.offset = static_cast<std::uint64_t>(std::max<XML_Index>(0, XML_GetCurrentByteIndex(parser_.get())));
    host_.report("library.bad-xml", place, message);
    throw sdk::GiveUp();
}

bool MarcReader::next(tengen_game& game) {
    if (!read_record()) {
        if (games_ == 0) {
            host_.report("library.no-record", {}, "there is no record in the document");
        }
        return false;
    }
    const BibRecord record = record_of_fields();
    std::unique_ptr<GameStorage> storage = pool_->acquire();
    storage->header.index = games_;
    GameBuilder builder(*storage);
    builder.add_node(none);
    add_facts(record, "marcxml", *storage);
    pool_->publish(std::move(storage), game);
    ++games_;
    return true;
}

BibRecord MarcReader::record_of_fields() {
    BibRecord record;
    std::string edtf;
    std::string unplaced;
    for (const Field& field : fields_) {
        if (take_field(field, record, edtf)) {
            continue;
        }
        unplaced += unplaced.empty() ? "" : ", ";
        unplaced += field.tag;
        const bool is_control = field.tag.starts_with("00");
        record.foreign.push_back(
            {field.tag,
             is_control ? field.subfields.front().second : pack_marc_field(field.indicators, field.subfields), 0});
    }
    if (record.date.empty()) {
        record.date = card_date_of(edtf);
    }
    BibRecord players;
    players.black = record.black;
    players.white = record.white;
    if (record.title == players.title_or_players()) {
        record.title.clear();
    }
    if (!unplaced.empty()) {
        sdk::Place place;
        place.game = games_;
        place.offset = record_offset_;
        host_.report("library.unplaced-field", place, "kept as they are: " + unplaced);
    }
    return record;
}

bool MarcReader::take_field(const Field& field, BibRecord& record, std::string& edtf) const {
    const auto all = [&](char code) {
        std::string text;
        for (const auto& [own, value] : field.subfields) {
            if (own == code) {
                text += text.empty() ? "" : ", ";
                text += single_line(value);
            }
        }
        return text;
    };
    const std::string& tag = field.tag;
    if (tag == "245") {
        take_title(field, record);
    } else if (tag == "046") {
        edtf = edtf.empty() ? all('k') : edtf;
    } else if (tag == "500") {
        const std::string note = all('a');
        if (!note.empty() && !take_note(note, record)) {
            record.comments.push_back(note);
        }
    } else if (tag == "510") {
        const std::string place = all('c');
        const std::string source = all('a') + (place.empty() ? "" : ", ") + place;
        if (!source.empty()) {
            record.sources.push_back(source);
        }
    } else if (tag == "518") {
        std::string date = all('d');
        if (!date.empty() && record.date.empty()) {
            const bool has_brackets = date.size() > 2 && date.front() == '[' && date.back() == ']';
            const std::string inner = has_brackets ? date.substr(1, date.size() - 2) : date;
            const CardReading reading = read_card_field(TENGEN_FIELD_DATE, inner);
            const bool is_card_date =
                is_only_question_marks(inner) || (reading.has_value && is_allowed_on_card(reading.problem));
            record.date = is_card_date ? inner : card_date_of(date);
            if (record.date.empty()) {
                record.comments.push_back("Date as stated: " + date);
            }
        }
        record.place = record.place.empty() ? all('p') : record.place;
    } else if (tag == "520") {
        if (std::string text = all('a'); !text.empty()) {
            record.comments.push_back(std::move(text));
        }
    } else if (tag == "540") {
        record.copyright = record.copyright.empty() ? all('a') : record.copyright;
    } else if (tag == "700") {
        return take_name(field, record);
    } else if (tag == "711" && record.event.empty() && record.round.empty()) {
        record.event = all('a');
        record.round = all('n');
    } else if (tag == "751") {
        record.place = all('a').empty() ? record.place : all('a');
    } else {
        return false;
    }
    return true;
}

void MarcReader::take_title(const Field& field, BibRecord& record) const {
    for (const auto& [code, value] : field.subfields) {
        const std::string text = without_punctuation(value, "/:;");
        if (code == 'a' && record.title.empty()) {
            record.title = text;
        } else if (code == 'b' && !text.empty()) {
            record.title += (record.title.empty() ? "" : ": ") + text;
        } else if (!text.empty()) {
            record.comments.push_back(text);
        }
    }
}

bool MarcReader::take_name(const Field& field, BibRecord& record) const {
    std::string name;
    std::string relations;
    for (const auto& [code, value] : field.subfields) {
        if (code == 'a' && name.empty()) {
            name = without_punctuation(value, ",");
        } else if (code == 'e') {
            relations += lower(value) + ' ';
        }
    }
    const auto says = [&](std::string_view word) { return relations.find(word) != std::string::npos; };
    std::string* to = nullptr;
    if (says("black")) {
        to = &record.black;
    } else if (says("white")) {
        to = &record.white;
    } else if (says("player")) {  // nobody says which: the first is taken for Black
        to = record.black.empty() ? &record.black : &record.white;
    } else if (says("annotator")) {
        to = &record.annotator;
    } else if (says("transcriber")) {
        to = &record.user;
    }
    if (to == nullptr || name.empty()) {
        return false;
    }
    const bool is_team = !to->empty() && to->find(name) == std::string::npos;
    *to = to->empty() ? name : is_team ? *to + " & " + name : *to;
    return true;
}

std::uint32_t sniff_marc(std::string_view head) {
    constexpr std::uint32_t certain = 95;
    constexpr std::uint32_t likely = 50;
    if (head.find('<') == std::string_view::npos) {
        return 0;
    }
    if (head.find("http://www.loc.gov/MARC21/slim") != std::string_view::npos) {
        return certain;
    }
    return head.find("<datafield tag=") != std::string_view::npos ? likely : 0;
}

}  // namespace tengen::library
