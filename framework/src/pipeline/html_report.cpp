#include "pipeline/html_report.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "diagnostics/catalogue.h"
#include "diagnostics/utf8.h"
#include "pipeline/version.h"

namespace tengen::pipeline {

namespace {

constexpr std::size_t most_examples = 3;
constexpr std::size_t most_reasons = 5;
constexpr std::size_t most_refused = 1000;
constexpr std::size_t most_charsets = 100;

constexpr std::string_view style =
    R"(body{font:15px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}
h1{font-size:1.5em}h2{font-size:1.2em;margin-top:2em;border-bottom:1px solid #ccc}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.2em .6em;border-bottom:1px solid #eee;vertical-align:top}
td.n,th.n{text-align:right}code{font-size:.95em}.error,.fatal{color:#a00}.warning{color:#850}.info{color:#357}
details{margin:.2em 0}summary{cursor:pointer}.example{margin:.4em 0 .4em 1em}.where{color:#666}
svg.board{display:block;margin:.4em 0;background:#f4e3b5}svg.board path{stroke:#864;stroke-width:.5;fill:none}
.b{fill:#000}.w{fill:#fff;stroke:#000;stroke-width:.5}
@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}th,td{border-color:#333}.where{color:#999}
.error,.fatal{color:#f77}.warning{color:#db6}.info{color:#9bf}})";

void append_escaped(std::string& page, std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (static_cast<unsigned char>(c) >= 0x80) {  // paths may be any bytes, a page may not
            const diagnostics::CodePoint point = diagnostics::decode_utf8(text, at);
            page += point.valid ? text.substr(at, point.length) : std::string_view("\xEF\xBF\xBD");
            at += point.length - 1;
            continue;
        }
        switch (c) {
            case '&':
                page += "&amp;";
                break;
            case '<':
                page += "&lt;";
                break;
            case '>':
                page += "&gt;";
                break;
            case '"':
                page += "&quot;";
                break;
            default:
                // Other control characters have no place in a page.
                page += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? '?' : c;
        }
    }
}

std::string escaped(std::string_view text) {
    std::string out;
    append_escaped(out, text);
    return out;
}

std::string where_of(const diagnostics::Diagnostic& diagnostic) {
    std::string where = diagnostic.input;
    if (!diagnostic.file.empty()) {
        where += " (" + diagnostic.file + ")";
    }
    if (diagnostic.line) {
        where += fmt::format(":{}:{}", *diagnostic.line, diagnostic.column.value_or(1));
    }
    if (diagnostic.game) {
        where += fmt::format(", game {}", *diagnostic.game);
    }
    if (diagnostic.node) {
        where += fmt::format(", node {}", *diagnostic.node);
    }
    return where;
}

std::string_view meaning_of(std::string_view id) {
    const diagnostics::CatalogueEntry* entry = diagnostics::find(id);
    return entry != nullptr ? entry->meaning : std::string_view();
}

// What becomes of what was found: the same for a run and for the merged reports of its shards, which know no level.
std::string repair_of(std::string_view id) {
    const diagnostics::CatalogueEntry* entry = diagnostics::find(id);
    if (entry == nullptr || entry->fix_does.empty()) {
        return {};
    }
    return entry->happens_anyway() ? std::string(entry->fix_does)
                                   : fmt::format("repair ({}): {}", diagnostics::to_text(entry->fix), entry->fix_does);
}

}  // namespace

HtmlReport::HtmlReport(std::unique_ptr<io::Sink> sink, std::string title, Illustrate illustrate)
    : sink_(std::move(sink)), title_(std::move(title)), illustrate_(std::move(illustrate)) {}

void HtmlReport::add(const diagnostics::Diagnostic& diagnostic, std::string_view) {
    if (diagnostic.severity == diagnostics::Severity::off) {
        return;
    }
    Row& row = rows_[diagnostic.id];
    row.severity = std::max(row.severity, diagnostic.severity);
    row.is_loss = row.is_loss || diagnostic.loss.has_value();
    ++row.count;
    if (row.examples.size() < most_examples) {
        row.examples.push_back({diagnostic, {}});
        new_rows_.push_back(&row);
    }
    if (diagnostic.id.starts_with("charset.")) {
        if (const auto known = charsets_.find(diagnostic.message); known != charsets_.end()) {
            ++known->second;
        } else if (charsets_.size() < most_charsets) {
            charsets_.emplace(diagnostic.message, 1);
        }
    }
    if (diagnostic.severity >= diagnostics::Severity::error) {
        if (reasons_.size() < most_reasons) {
            reasons_.push_back(fmt::format("{}{}{} [{}]", diagnostic.file, diagnostic.file.empty() ? "" : ": ",
                                           diagnostic.message, diagnostic.id));
        } else {
            ++reasons_more_;
        }
    }
}

void HtmlReport::add(const diagnostics::InputSummary& summary) {
    for (Row* row : std::exchange(new_rows_, {})) {
        for (; row->placed < row->examples.size(); ++row->placed) {
            row->examples[row->placed].format = summary.format;
        }
    }
    ++formats_[summary.format.empty() ? "none" : summary.format];
    if (summary.games == 0 || summary.is_refused()) {
        if (refused_.size() < most_refused) {
            if (reasons_more_ != 0) {
                reasons_.push_back(fmt::format("and {} more; the report as JSON lines has them all", reasons_more_));
            }
            refused_.push_back({summary.input, summary.games, summary.rejected, std::move(reasons_)});
        } else {
            ++refused_more_;
        }
    }
    reasons_.clear();
    reasons_more_ = 0;
}

void HtmlReport::write_books(std::string& page) const {
    page += fmt::format(
        "<p>{} inputs, {} of them without any game; {} games read; {} inputs refused in whole or in part.</p>\n",
        books_->inputs, books_->unreadable_inputs, books_->read, books_->quarantined_inputs);
    page +=
        "<table><tr><th>output</th><th>format</th><th class=n>read</th><th class=n>written</th><th "
        "class=n>quarantined</th><th class=n>filtered</th><th class=n>duplicates</th><th class=n>files</th></tr>\n";
    for (const Books::Output& output : books_->outputs) {
        page += fmt::format(
            "<tr><td><code>{}</code></td><td>{}</td><td class=n>{}</td><td class=n>{}</td><td class=n>{}</td><td "
            "class=n>{}</td><td class=n>{}</td><td class=n>{}</td></tr>\n",
            escaped(output.path), escaped(output.format), books_->read, output.written, output.quarantined,
            output.filtered, output.duplicates, output.files);
    }
    page +=
        "</table>\n<p class=where>Every game that was read is written, quarantined (refused: its input is in the "
        "quarantine, unchanged, with the reasons) or filtered (left out because the pipeline says so).</p>\n";
}

void HtmlReport::write_rows(std::string& page, bool losses) const {
    std::vector<const std::pair<const std::string, Row>*> rows;
    for (const auto& row : rows_) {
        if (row.second.is_loss == losses) {
            rows.push_back(&row);
        }
    }
    if (rows.empty()) {
        page += "<p>none</p>\n";
        return;
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto* a, const auto* b) {
        return a->second.severity != b->second.severity ? a->second.severity > b->second.severity
                                                        : a->second.count > b->second.count;
    });
    for (const auto* row : rows) {
        const std::string_view severity = diagnostics::to_text(row->second.severity);
        page +=
            fmt::format("<details><summary>{} × <span class={}>{}</span> <code>{}</code> {}</summary>\n",
                        row->second.count, severity, severity, escaped(row->first), escaped(meaning_of(row->first)));
        if (row->second.count > row->second.examples.size()) {
            page += fmt::format("<p class=where>{} of {}; the report as JSON lines has them all</p>\n",
                                row->second.examples.size(), row->second.count);
        }
        if (const std::string repair = repair_of(row->first); !repair.empty() && !losses) {
            page += fmt::format("<p class=where>{}</p>\n", escaped(repair));
        }
        for (const auto& [example, format] : row->second.examples) {
            page += fmt::format("<div class=example>{}<br><span class=where>{}</span>", escaped(example.message),
                                escaped(where_of(example)));
            if (const auto svg = illustrate_ ? illustrate_(example, format) : std::nullopt) {
                page += *svg;
            }
            page += "</div>\n";
        }
        page += "</details>\n";
    }
}

void HtmlReport::write_formats(std::string& page) const {
    page += "<table><tr><th>format</th><th class=n>inputs</th></tr>\n";
    for (const auto& [format, inputs] : formats_) {
        page += fmt::format("<tr><td>{}</td><td class=n>{}</td></tr>\n", escaped(format), inputs);
    }
    page += "</table>\n";
    if (!charsets_.empty()) {
        page += "<table><tr><th>said about charsets</th><th class=n>times</th></tr>\n";
        for (const auto& [text, times] : charsets_) {
            page += fmt::format("<tr><td>{}</td><td class=n>{}</td></tr>\n", escaped(text), times);
        }
        page += "</table>\n";
    }
}

void HtmlReport::write_refused(std::string& page) const {
    if (refused_.empty()) {
        page += "<p>none</p>\n";
        return;
    }
    page += "<table><tr><th>input</th><th class=n>games</th><th class=n>rejected</th><th>reasons</th></tr>\n";
    for (const Refused& refused : refused_) {
        std::string reasons;
        for (const std::string& reason : refused.reasons) {
            reasons += (reasons.empty() ? "" : "<br>") + escaped(reason);
        }
        page += fmt::format("<tr><td><code>{}</code></td><td class=n>{}</td><td class=n>{}</td><td>{}</td></tr>\n",
                            escaped(refused.input), refused.games, refused.rejected, reasons);
    }
    page += "</table>\n";
    if (refused_more_ != 0) {
        page += fmt::format("<p>and {} more; the report as JSON lines has them all</p>\n", refused_more_);
    }
}

void HtmlReport::finish() {
    if (!books_) {
        return;  // the run did not come to its end
    }
    std::string page = fmt::format(
        "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport "
        "content=\"width=device-width\"><title>{}</title><style>{}</style></head><body>\n<h1>{}</h1>\n",
        escaped(title_), style, escaped(title_));
    write_books(page);
    page +=
        "<h2>Findings and repairs</h2>\n<p class=where><span class=fatal>fatal</span>: there is no record, or nothing "
        "behind this place could be read. <span class=error>error</span>: the game was refused. <span "
        "class=warning>warning</span>: repaired, or kept although something is wrong. <span class=info>info</span>: "
        "worth knowing. Each id says what its repair does: safe ones are made at the levels lenient and archive, "
        "guesses "
        "only if the pipeline asks for them.</p>\n";
    write_rows(page, false);
    page +=
        "<h2>Losses</h2>\n<p class=where>What the format of an output has no place for, or holds in another "
        "way.</p>\n";
    write_rows(page, true);
    page += "<h2>Formats and charsets</h2>\n";
    write_formats(page);
    page += "<h2>Refused inputs</h2>\n";
    write_refused(page);
    page += fmt::format(
        "<p class=where>tengen {}; <code>tengen explain ID</code> says more about an id.</p>\n</body></html>\n",
        version);
    sink_->write(page);
    sink_->commit();
}

}  // namespace tengen::pipeline
