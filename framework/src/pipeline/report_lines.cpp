#include "pipeline/report_lines.h"

#include <cstdint>
#include <string>
#include <utility>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

namespace tengen::pipeline {

namespace {

namespace json = boost::json;
using diagnostics::Diagnostic;
using diagnostics::LossKind;

std::string text_of(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::optional<std::uint64_t> number_of(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (value->is_uint64()) {
        return value->get_uint64();
    }
    if (value->is_int64() && value->get_int64() >= 0) {
        return static_cast<std::uint64_t>(value->get_int64());
    }
    return std::nullopt;
}

std::optional<std::uint32_t> index_of(const json::object& object, std::string_view name) {
    const auto number = number_of(object, name);
    return number && *number <= UINT32_MAX ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

std::optional<LossKind> kind_of(std::string_view text) {
    for (const LossKind kind :
         {LossKind::lost, LossKind::demoted, LossKind::approximated, LossKind::defaulted, LossKind::derived,
          LossKind::reordered, LossKind::normalised, LossKind::unsafe_removed}) {
        if (diagnostics::to_text(kind) == text) {
            return kind;
        }
    }
    return std::nullopt;
}

std::optional<ReportLine> diagnostic_of(const json::object& object) {
    Diagnostic diagnostic;
    diagnostic.id = text_of(object, "id");
    const std::string severity = text_of(object, "severity");
    const auto known =
        severity == "fatal" ? std::optional(diagnostics::Severity::fatal) : diagnostics::parse_severity(severity);
    if (diagnostic.id.empty() || !known) {
        return std::nullopt;
    }
    diagnostic.severity = *known;
    diagnostic.message = text_of(object, "message");
    diagnostic.input = text_of(object, "input");
    diagnostic.file = text_of(object, "file");
    diagnostic.game = index_of(object, "game");
    diagnostic.node = index_of(object, "node");
    diagnostic.offset = number_of(object, "offset");
    diagnostic.line = number_of(object, "line");
    diagnostic.column = number_of(object, "column");
    if (const auto kind = kind_of(text_of(object, "kind"))) {
        diagnostics::LossDetail loss;
        loss.kind = *kind;
        loss.what = text_of(object, "what");
        loss.to = text_of(object, "to");
        loss.count = number_of(object, "count").value_or(1);
        const json::value* recoverable = object.if_contains("recoverable");
        loss.recoverable = recoverable != nullptr && recoverable->is_bool() && recoverable->get_bool();
        diagnostic.loss = std::move(loss);
    }
    return diagnostic;
}

std::optional<ReportLine> books_of(const json::object& object) {
    Books books;
    books.inputs = number_of(object, "inputs").value_or(0);
    books.unreadable_inputs = number_of(object, "unreadable_inputs").value_or(0);
    books.quarantined_inputs = number_of(object, "quarantined_inputs").value_or(0);
    books.read = number_of(object, "read").value_or(0);
    const json::value* outputs = object.if_contains("outputs");
    if (outputs == nullptr || !outputs->is_array()) {
        return std::nullopt;
    }
    for (const json::value& each : outputs->get_array()) {
        if (!each.is_object()) {
            return std::nullopt;
        }
        const json::object& row = each.get_object();
        Books::Output output;
        output.path = text_of(row, "path");
        output.format = text_of(row, "format");
        output.written = number_of(row, "written").value_or(0);
        output.quarantined = number_of(row, "quarantined").value_or(0);
        output.filtered = number_of(row, "filtered").value_or(0);
        output.duplicates = number_of(row, "duplicates").value_or(0);
        output.files = number_of(row, "files").value_or(0);
        books.outputs.push_back(std::move(output));
    }
    if (const json::value* shard = object.if_contains("shard"); shard != nullptr && shard->is_object()) {
        const json::object& part = shard->get_object();
        const auto number = index_of(part, "number");
        const auto count = index_of(part, "count");
        const auto inputs = number_of(part, "inputs");
        if (!number || !count || !inputs || *number == 0 || *number > *count) {
            return std::nullopt;
        }
        books.shard = BooksShard{
            *number, *count, *inputs, text_of(part, "version"), text_of(part, "level"), text_of(part, "pipeline")};
    }
    return books;
}

std::optional<ReportLine> summary_of(const json::object& object) {
    if (const json::value* books = object.if_contains("books")) {
        return books->is_object() ? books_of(books->get_object()) : std::nullopt;
    }
    diagnostics::InputSummary summary;
    summary.input = text_of(object, "input");
    summary.format = text_of(object, "format");
    summary.games = number_of(object, "games").value_or(0);
    summary.rejected = number_of(object, "rejected").value_or(0);
    summary.filtered = number_of(object, "filtered").value_or(0);
    summary.fatal = number_of(object, "fatal").value_or(0);
    summary.errors = number_of(object, "errors").value_or(0);
    summary.warnings = number_of(object, "warnings").value_or(0);
    summary.infos = number_of(object, "infos").value_or(0);
    summary.losses = number_of(object, "losses").value_or(0);
    summary.omitted = number_of(object, "omitted").value_or(0);
    summary.place = number_of(object, "place");
    return summary;
}

}  // namespace

std::optional<ReportLine> parse_report_line(std::string_view line) {
    json::error_code error;
    const json::value value = json::parse({line.data(), line.size()}, error);
    if (error || !value.is_object()) {
        return std::nullopt;
    }
    const json::object& object = value.get_object();
    if (const json::value* summary = object.if_contains("summary")) {
        return summary->is_object() ? summary_of(summary->get_object()) : std::nullopt;
    }
    return diagnostic_of(object);
}

}  // namespace tengen::pipeline
