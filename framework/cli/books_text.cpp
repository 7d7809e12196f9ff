#include "books_text.h"

#include <fmt/format.h>

namespace tengen::cli {

namespace {

const char* plural(std::uint64_t number) {
    return number == 1 ? "" : "s";
}

}  // namespace

std::string books_text(const pipeline::RunResult& result, const pipeline::Totals& totals, const pipeline::Plan& plan,
                       bool dry) {
    const pipeline::Books& books = result.books;
    std::string text = dry ? "dry run: nothing was written\n" : "";
    text += fmt::format("{} input{}, {} of them without any game\n", books.inputs, plural(books.inputs),
                        books.unreadable_inputs);
    if (result.replayed != 0) {
        text += fmt::format("{} of them were done before the run was interrupted\n", result.replayed);
    }
    text += fmt::format("{} game{} read\n", books.read, plural(books.read));
    for (const pipeline::Books::Output& output : books.outputs) {
        text += fmt::format("  {} ({}): {} read = {} written + {} quarantined + {} filtered", output.path,
                            output.format, books.read, output.written, output.quarantined, output.filtered);
        if (plan.duplicates) {
            text += fmt::format(" + {} duplicate{}", output.duplicates, plural(output.duplicates));
        }
        text += fmt::format("; {} file{}\n", output.files, plural(output.files));
    }
    if (!totals.by_id().empty()) {
        text += "findings by id (tengen explain ID):\n";
        for (const auto& [id, row] : totals.by_id()) {
            text += fmt::format("{:>8}  {:<7}  {}\n", row.count, diagnostics::to_text(row.severity), id);
        }
    }
    if (!plan.quarantine.empty()) {
        text += fmt::format("quarantine: {} input{} in {}\n", books.quarantined_inputs,
                            plural(books.quarantined_inputs), plan.quarantine.string());
    } else if (books.quarantined_inputs != 0) {
        text +=
            fmt::format("refused, in whole or in part: {} input{}; no quarantine keeps {}\n", books.quarantined_inputs,
                        plural(books.quarantined_inputs), books.quarantined_inputs == 1 ? "it" : "them");
    }
    if (dry) {
        return text;
    }
    for (const auto& path : {plan.report_jsonl, plan.report_sarif, plan.report_html}) {
        if (!path.empty()) {
            text += fmt::format("report: {}\n", path.string());
        }
    }
    return text;
}

}  // namespace tengen::cli
