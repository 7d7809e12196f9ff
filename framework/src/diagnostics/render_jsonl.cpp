#include "diagnostics/render_jsonl.h"

#include <cstdint>
#include <optional>
#include <string_view>

#include "diagnostics/json_text.h"

namespace tengen::diagnostics {

namespace {

// Names come from this file and need no escaping.
void append_name(std::string& out, std::string_view name) {
    if (out.back() != '{') {
        out += ',';
    }
    out += '"';
    out += name;
    out += "\":";
}

void append_text(std::string& out, std::string_view name, std::string_view text) {
    append_name(out, name);
    append_json_string(out, text);
}

void append_text_if_any(std::string& out, std::string_view name, std::string_view text) {
    if (!text.empty()) {
        append_text(out, name, text);
    }
}

void append_number(std::string& out, std::string_view name, std::uint64_t number) {
    append_name(out, name);
    append_json_number(out, number);
}

template <typename Number>
void append_number_if_any(std::string& out, std::string_view name, const std::optional<Number>& number) {
    if (number) {
        append_number(out, name, *number);
    }
}

}  // namespace

void append_json_line(std::string& out, const Diagnostic& diagnostic) {
    if (diagnostic.severity == Severity::off) {
        return;
    }
    out += '{';
    append_text(out, "id", diagnostic.id);
    append_text(out, "severity", to_text(diagnostic.severity));
    append_text(out, "message", diagnostic.message);
    append_text_if_any(out, "input", diagnostic.input);
    append_text_if_any(out, "file", diagnostic.file);
    append_number_if_any(out, "game", diagnostic.game);
    append_number_if_any(out, "node", diagnostic.node);
    append_number_if_any(out, "offset", diagnostic.offset);
    append_number_if_any(out, "line", diagnostic.line);
    append_number_if_any(out, "column", diagnostic.column);
    if (diagnostic.loss) {
        const LossDetail& loss = *diagnostic.loss;
        append_text(out, "kind", to_text(loss.kind));
        append_text_if_any(out, "what", loss.what);
        append_text_if_any(out, "to", loss.to);
        append_number(out, "count", loss.count);
        append_name(out, "recoverable");
        out += loss.recoverable ? "true" : "false";
    }
    out += "}\n";
}

void append_json_line(std::string& out, const InputSummary& summary) {
    out += "{\"summary\":{";
    append_text(out, "input", summary.input);
    append_text_if_any(out, "format", summary.format);
    append_number(out, "games", summary.games);
    append_number(out, "rejected", summary.rejected);
    if (summary.filtered != 0) {
        append_number(out, "filtered", summary.filtered);
    }
    append_number(out, "fatal", summary.fatal);
    append_number(out, "errors", summary.errors);
    append_number(out, "warnings", summary.warnings);
    append_number(out, "infos", summary.infos);
    append_number(out, "losses", summary.losses);
    if (summary.omitted != 0) {
        append_number(out, "omitted", summary.omitted);
    }
    append_number_if_any(out, "place", summary.place);
    out += "}}\n";
}

}  // namespace tengen::diagnostics
