#include "csv_writer.h"

#include <algorithm>
#include <vector>

#include <tengen/model/library_record.h>
#include <tengen/sdk/game_origin.h>

#include "game_rows.h"

namespace tengen::catalogue {

namespace {

constexpr std::string_view columns[] = {"input",    "member", "number",     "title",    "date",       "first_day",
                                        "last_day", "black",  "black_rank", "white",    "white_rank", "event",
                                        "round",    "place",  "result",     "komi",     "handicap",   "rules",
                                        "board",    "moves",  "source",     "uncertain"};

std::string joined(const std::vector<LibraryItem>& items, std::string_view separator) {
    std::string text;
    for (const LibraryItem& item : items) {
        text += text.empty() ? std::string_view() : separator;
        text += item.text;
    }
    return text;
}

std::string day_text(std::int64_t day) {
    std::string text = std::to_string(day);
    text.insert(0, 8 - text.size(), '0');
    return text.substr(0, 4) + "-" + text.substr(4, 2) + "-" + text.substr(6);
}

// "date ?; black ??": what has a mark.
class Marks {
public:
    void add(std::string_view field, Certainty certainty) {
        if (certainty != Certainty::certain) {
            text_ += text_.empty() ? "" : "; ";
            text_ += field;
            text_ += ' ';
            text_ += certainty_mark(certainty);
        }
    }
    template <class Items>
    void add_all(std::string_view field, const Items& items) {
        Certainty certainty = Certainty::certain;
        for (const auto& item : items) {
            certainty = worst(certainty, item.certainty);
        }
        add(field, certainty);
    }
    /// A value without the question marks behind it, which are noted.
    [[nodiscard]] std::string_view plain(std::string_view field, std::string_view text) {
        const std::size_t end = text.find_last_not_of("? ") + 1;  // 0 if there is nothing else
        const auto marks = std::count(text.begin() + static_cast<std::ptrdiff_t>(end), text.end(), '?');
        if (end == 0 || marks == 0) {
            return text;
        }
        add(field, marks == 1 ? Certainty::uncertain : Certainty::guess);
        return text.substr(0, end);
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
};

}  // namespace

CsvWriter::CsvWriter(sdk::Host host, sdk::Sink sink, const sdk::Options& options) : host_(host), sink_(sink) {
    if (options.boolean("header")) {
        for (const std::string_view column : columns) {
            cell(column);
        }
        end_line();
    }
}

void CsvWriter::put(Game game) {
    tree_loss_.see(game);
    const LibraryRecord record = library_record(game);
    const sdk::GameOrigin origin = sdk::game_origin(host_);
    std::string dates;
    std::int64_t first = 0;
    std::int64_t last = 0;
    for (const LibraryDate& date : record.dates) {
        dates += dates.empty() ? "" : "; ";
        dates += format_date(date.date);
        first = first == 0 ? first_day_of(date.date) : std::min(first, first_day_of(date.date));
        last = std::max(last, last_day_of(date.date));
    }
    Marks marks;
    marks.add_all("date", record.dates);
    marks.add_all("black", record.black);
    marks.add_all("white", record.white);
    marks.add_all("event", record.events);
    marks.add_all("place", record.places);
    marks.add("result", record.result_certainty);
    marks.add_all("source", record.sources);
    const std::string_view black_rank = marks.plain("black_rank", record.black_rank);
    const std::string_view white_rank = marks.plain("white_rank", record.white_rank);
    const std::string_view round = marks.plain("round", record.round);
    const std::string_view komi = marks.plain("komi", record.komi);
    const std::string_view handicap = marks.plain("handicap", record.handicap);
    const std::string_view rules = marks.plain("rules", record.rules);
    const std::string result = format_result(record.result);

    cell(origin.input);
    cell(origin.member);
    cell(std::to_string(game.index() + 1));
    cell(record.title_or_players());
    cell(dates.empty() ? record.date_text : dates);
    cell(first == 0 ? std::string() : day_text(first));
    cell(last == 0 ? std::string() : day_text(last));
    cell(library_detail::joined(record.black));
    cell(black_rank);
    cell(library_detail::joined(record.white));
    cell(white_rank);
    cell(joined(record.events, ", "));
    cell(round);
    cell(joined(record.places, ", "));
    cell(result.empty() ? record.result_text : result);
    cell(komi);
    cell(handicap);
    cell(rules);
    const bool has_board = game.columns().board_stated != 0 || game.node_count() > 1;
    cell(has_board ? std::to_string(game.columns().board_columns) + "x" + std::to_string(game.columns().board_rows)
                   : std::string());
    cell(std::to_string(main_line_moves(game)));
    cell(joined(record.sources, "; "));
    cell(marks.text());
    end_line();
}

void CsvWriter::finish() {
    tree_loss_.report(host_);
    sink_.write(buffer_);
    buffer_.clear();
}

void CsvWriter::cell(std::string_view text) {
    if (!is_first_cell_) {
        buffer_ += ',';
    }
    is_first_cell_ = false;
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        buffer_ += text;
        return;
    }
    buffer_ += '"';
    for (const char c : text) {
        buffer_ += c;
        if (c == '"') {
            buffer_ += '"';
        }
    }
    buffer_ += '"';
}

void CsvWriter::end_line() {
    constexpr std::size_t piece = std::size_t{64} << 10;
    buffer_ += "\r\n";
    is_first_cell_ = true;
    if (buffer_.size() >= piece) {
        sink_.write(buffer_);
        buffer_.clear();
    }
}

}  // namespace tengen::catalogue
