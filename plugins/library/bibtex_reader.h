// Reading BibTeX.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/storage.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>
#include <tengen/sdk/text_input.h>

#include "bib_record.h"
#include "bibtex_grammar.h"

namespace tengen::library {

inline constexpr std::array bibtex_reader_options{
    sdk::text_option("charset", "", "charset of the input; empty: UTF-8, or detected")};

/// Entries about games become games of one node whose facts are those of a keyword card: the title gives the players,
/// booktitle the event, address the place, editor the annotator, note everything else that was written there. Books and
/// articles that another entry names as "related" become its references; others become a card of one reference.
///
/// A damaged entry is reported and left out; reading goes on at the next one. The input must outlive the object.
class BibtexReader {
public:
    BibtexReader(sdk::Host host, std::string_view bytes, const sdk::Options& options);

    bool next(tengen_game& game);
    [[nodiscard]] std::uint64_t consumed() const { return 0; }

private:
    struct Entry {
        BibtexEntry parsed;
        std::size_t offset = 0;
        bool is_repeated = false;  ///< an entry before has its key
    };

    void scan();
    void report_long_values(const Entry& entry);
    /// What the key of a related entry stands for, as a reference; nothing for none.
    [[nodiscard]] std::string related_source(const Entry& entry, const std::string& key);
    void take_string(const BibtexEntry& entry, std::size_t offset);
    /// The value of a field with its macros put in, as TeX; nothing if macros make it too long.
    [[nodiscard]] std::optional<std::string> raw_value(const BibtexField& field) const;
    [[nodiscard]] std::string value(const BibtexField& field) const;
    [[nodiscard]] std::string citation(const BibtexEntry& entry) const;
    [[nodiscard]] BibRecord record_of_game(const Entry& entry);
    void take_note(std::string_view raw, BibRecord& record) const;
    void report(const char* id, std::size_t offset, std::string_view message, bool in_game);

    sdk::Host host_;
    sdk::TextInput input_;
    std::vector<Entry> entries_;
    std::map<std::string, std::string, std::less<>> macros_;
    std::map<std::string, std::size_t, std::less<>> keys_;  // of all entries; the first one counts
    std::set<std::string, std::less<>> related_;
    std::size_t next_ = 0;
    std::uint32_t games_ = 0;
    std::shared_ptr<GamePool> pool_;
};

/// How sure it is that these are the first bytes of a BibTeX file.
[[nodiscard]] std::uint32_t sniff_bibtex(std::string_view head);

}  // namespace tengen::library
