// Reading files of cards: whole postings, with mail headers and prose around the records.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/card.h>
#include <tengen/model/storage.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>

#include "card_text.h"
#include "line.h"

namespace tengen::landman {

inline constexpr std::array reader_options{
    sdk::text_option("charset", "", "charset of the input (default: UTF-8, else by detection)")};

/// A record becomes a game of one node without properties: a fact for every field, an extension field for what the
/// explanation does not know. What the values say is not judged here.
class CardReader {
public:
    CardReader(sdk::Host host, std::string_view bytes, const sdk::Options& options);

    bool next(tengen_game& game);
    [[nodiscard]] std::uint64_t consumed() const;

private:
    struct Field {
        const CardKeyword* keyword = nullptr;  // nullptr: an extension field
        std::string key;                       // of an extension field
        std::string value;
        std::size_t begin = 0;  // of its line
        bool is_repaired = false;
    };

    [[nodiscard]] bool find_record();
    void read_record();
    void take_field(const Line& line);
    void take_text(const Line& line);
    [[nodiscard]] bool skip_blank_lines();
    [[nodiscard]] const CardKeyword* keyword_of(const Line& line) const;
    [[nodiscard]] bool is_opening(const Line& line) const;
    [[nodiscard]] bool has(tengen_field field) const { return counts_[field] != 0; }
    void add(Field field);
    void check_record();
    void check_sorting();
    void make_game(tengen_game& game);
    bool report(const char* id, std::size_t offset, std::string_view message);
    void report_outside(const char* id, std::size_t offset, std::string_view message);

    sdk::Host host_;
    CardText text_;
    LineCursor lines_;
    std::shared_ptr<GamePool> pool_;

    std::uint32_t record_ = 0;  // number of the record at hand
    std::size_t record_begin_ = 0;
    std::size_t record_end_ = 0;
    std::vector<Field> fields_;
    std::array<std::uint32_t, TENGEN_FIELD_COUNT> counts_{};  // how many fields_ have a keyword
    std::string last_date_;
    std::size_t first_record_ = 0;
    bool has_date_line_ = false;  // any line "Date:" so far, also one that is no date
    bool told_outside_ = false;
    bool told_sorting_ = false;
};

/// How sure it is that a text holds cards.
[[nodiscard]] std::uint32_t sniff(std::string_view head);

}  // namespace tengen::landman
