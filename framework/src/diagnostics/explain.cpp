#include "diagnostics/explain.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "diagnostics/catalogue.h"
#include "diagnostics/examples.h"
#include "diagnostics/visible_text.h"

namespace tengen::diagnostics {

namespace {

constexpr std::size_t line_width = 80;
constexpr std::size_t label_width = 14;

// Breaks at blanks; every line starts with `indent` blanks, but the first, which follows a label of that width.
void append_wrapped(std::string& out, std::string_view text, std::size_t indent) {
    std::size_t column = indent;
    bool first_word = true;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string_view word = text.substr(at, end - at);
        if (!first_word && column + 1 + word.size() > line_width) {
            out += '\n';
            out.append(indent, ' ');
            column = indent;
        } else if (!first_word) {
            out += ' ';
            ++column;
        }
        out += word;
        column += word.size();
        first_word = false;
        at = end + 1;
    }
    out += '\n';
}

void append_labelled(std::string& out, std::string_view label, std::string_view text) {
    fmt::format_to(std::back_inserter(out), "  {:<{}}", label, label_width - 2);
    append_wrapped(out, text, label_width);
}

// As it stands, in as many lines as it has; a line that is too long is broken anywhere.
void append_example(std::string& out, std::string_view label, std::string_view content, std::string_view name) {
    const std::vector<ExampleFile> files = files_of(content, name);
    const bool is_named = files.size() > 1 || (files.size() == 1 && files[0].name != name);
    for (const ExampleFile& file : files) {
        std::string text;
        if (is_named) {
            append_visible(text, file.name);
            text += ": ";
        }
        std::string_view rest = file.content;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            append_visible(text, rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
            std::string_view shown = text;
            if (shown.empty() && label.empty()) {
                out += '\n';
                continue;
            }
            do {
                std::size_t size = std::min(shown.size(), line_width - label_width);
                while (size < shown.size() && (static_cast<unsigned char>(shown[size]) & 0xC0) == 0x80) {
                    --size;  // not inside a character
                }
                fmt::format_to(std::back_inserter(out), "  {:<{}}{}\n", label, label_width - 2, shown.substr(0, size));
                shown.remove_prefix(size);
                label = {};
            } while (!shown.empty());
            text.clear();
        }
    }
}

std::string when_applied(const CatalogueEntry& entry) {
    if (entry.happens_anyway()) {
        return "always, at every level";
    }
    if (entry.fix == FixClass::guess) {
        return "a guess: at lenient and archive, only with --fix guess";
    }
    if (entry.lenient >= Severity::warning) {
        return "safe: at lenient and archive, unless --fix none is given";
    }
    return "safe: at lenient and archive, only with --fix safe";
}

std::string how_to_silence(const CatalogueEntry& entry) {
    const bool fatal = entry.strict == Severity::fatal;
    if (fatal) {
        return "not possible: nothing can be read or written after a fatal finding";
    }
    return fmt::format("--severity {}=off (or info, warning, error)", entry.id);
}

std::string text_of(const CatalogueEntry& entry) {
    std::string out = fmt::format("{}\n\n  ", entry.id);
    append_wrapped(out, fmt::format("{}.", entry.meaning), 2);
    out += '\n';
    append_labelled(out, "Severity",
                    fmt::format("strict {}, lenient {}, archive {}", to_text(entry.strict), to_text(entry.lenient),
                                to_text(entry.archive)));
    if (entry.fix == FixClass::none) {
        append_labelled(out, "Fix", "none");
    } else {
        append_labelled(out, "Fix", entry.fix_does);
        append_labelled(out, "Applied", when_applied(entry));
    }
    const Example* example = example_of(entry.id);
    if (example != nullptr) {
        append_labelled(out, "Why", example->rule);
    }
    append_labelled(out, "Source", entry.source);
    if (example != nullptr) {
        append_example(out, "Example", example->before, example->file);
        append_example(out, example->by == CorrectedBy::tengen ? "Repaired" : "Corrected", example->after,
                       example->file);
        if (example->command != "check") {
            append_labelled(out, "Found by", fmt::format("tengen {}", example->command));
        }
    }
    if (entry.sgfc != 0) {
        append_labelled(out, "SGFC", fmt::format("message {}", entry.sgfc));
    }
    append_labelled(out, "What to do", entry.help);
    append_labelled(out, "To silence", how_to_silence(entry));
    return out;
}

std::string text_of_area(std::string_view area) {
    std::size_t longest = 0;
    std::vector<const CatalogueEntry*> entries;
    for (const CatalogueEntry& entry : catalogue()) {
        if (entry.area == area) {
            entries.push_back(&entry);
            longest = std::max(longest, entry.id.size());
        }
    }
    std::string out;
    for (const CatalogueEntry* entry : entries) {
        fmt::format_to(std::back_inserter(out), "{:<{}}  ", entry->id, longest);
        append_wrapped(out, entry->meaning, longest + 2);
    }
    return out;
}

}  // namespace

Explanation explain(std::string_view id) {
    if (const CatalogueEntry* entry = find(id)) {
        return {true, text_of(*entry)};
    }
    if (std::string list = text_of_area(id); !list.empty()) {
        return {true, std::move(list)};
    }
    std::string out = fmt::format("No diagnostic is called {}.\n", quoted(id));
    const std::vector<std::string_view> near = near_ids(id);
    if (!near.empty()) {
        out += "Did you mean:\n";
        for (const std::string_view name : near) {
            fmt::format_to(std::back_inserter(out), "  {}\n", name);
        }
    }
    return {false, std::move(out)};
}

}  // namespace tengen::diagnostics
