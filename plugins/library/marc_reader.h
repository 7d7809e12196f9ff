// Reading MARC 21 in XML.
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <expat.h>

#include <tengen/model/storage.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>

#include "bib_record.h"

namespace tengen::library {

inline constexpr std::array<tengen_option, 0> marc_reader_options{};

/// Each record becomes a game of one node whose facts are those of a keyword card. One record is in memory at a time.
/// Document type declarations are refused, and with them all entities but those of XML itself. The input must outlive
/// the object.
class MarcReader {
public:
    MarcReader(sdk::Host host, std::string_view bytes, const sdk::Options& options);

    bool next(tengen_game& game);
    [[nodiscard]] std::uint64_t consumed() const { return 0; }

private:
    struct Field {
        std::string tag;
        std::string indicators;
        std::vector<std::pair<char, std::string>> subfields;  // of a control field: one with the code 0
    };
    struct Free {
        void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
    };

    static void XMLCALL on_start(void* self, const XML_Char* name, const XML_Char** attributes);
    static void XMLCALL on_end(void* self, const XML_Char* name);
    static void XMLCALL on_text(void* self, const XML_Char* text, int size);
    static void XMLCALL on_doctype(void* self, const XML_Char*, const XML_Char*, const XML_Char*, int);
    template <class Call>
    void guarded(Call&& call);

    void start(std::string_view name, const XML_Char** attributes);
    void end(std::string_view name);
    /// Goes on until a record is complete; false at the end of the document.
    [[nodiscard]] bool read_record();
    [[nodiscard]] XML_Status go_on();
    [[noreturn]] void fail(std::string_view message);
    [[nodiscard]] BibRecord record_of_fields();
    void take_title(const Field& field, BibRecord& record) const;
    [[nodiscard]] bool take_name(const Field& field, BibRecord& record) const;
    [[nodiscard]] bool take_field(const Field& field, BibRecord& record, std::string& edtf) const;

    sdk::Host host_;
    std::string_view bytes_;
    std::unique_ptr<XML_ParserStruct, Free> parser_;
    std::size_t fed_ = 0;
    bool is_suspended_ = false;
    bool is_done_ = false;
    bool has_doctype_ = false;
    bool in_record_ = false;
    bool is_complete_ = false;
    bool takes_text_ = false;
    std::uint64_t record_offset_ = 0;
    std::vector<Field> fields_;
    std::exception_ptr thrown_;
    std::uint32_t games_ = 0;
    std::shared_ptr<GamePool> pool_;
};

/// How sure it is that these are the first bytes of MARC 21 in XML.
[[nodiscard]] std::uint32_t sniff_marc(std::string_view head);

}  // namespace tengen::library
