#include "diagnostics/render_sarif.h"

#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "diagnostics/json_text.h"

namespace tengen::diagnostics {

namespace {

std::string_view level_of(Severity severity) noexcept {
    switch (severity) {
        case Severity::fatal:
        case Severity::error:
            return "error";
        case Severity::warning:
            return "warning";
        case Severity::info:
            return "note";
        case Severity::off:
            return "none";
    }
    return "none";
}

template <typename... Values>
void append(std::string& out, fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(out), format, std::forward<Values>(values)...);
}

void append_member(std::string& out, std::string_view name, std::string_view text) {
    append(out, "\"{}\":", name);
    append_json_string(out, text);
}

bool stands_in_uri(char byte) noexcept {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           std::string_view("-._~/!$&'()*+,;=@").find(byte) != std::string_view::npos;
}

// A path as a relative reference; a colon is escaped too, as it would look like a scheme.
void append_uri(std::string& out, std::string_view path) {
    for (const char byte : path) {
        if (stands_in_uri(byte)) {
            out += byte;
        } else {
            append(out, "%{:02X}", static_cast<unsigned char>(byte));
        }
    }
}

void append_location(std::string& out, const Diagnostic& diagnostic) {
    std::string uri;
    append_uri(uri, diagnostic.input);
    if (!diagnostic.file.empty()) {
        uri += '#';
        append_uri(uri, diagnostic.file);
    }
    if (uri.empty()) {
        return;
    }
    out += ",\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{";
    append_member(out, "uri", uri);
    out += '}';
    std::string region;
    if (diagnostic.line) {
        append(region, ",\"startLine\":{}", *diagnostic.line);
        if (diagnostic.column) {
            append(region, ",\"startColumn\":{}", *diagnostic.column);
        }
    }
    if (diagnostic.offset) {
        append(region, ",\"byteOffset\":{}", *diagnostic.offset);
    }
    if (!region.empty()) {
        append(out, ",\"region\":{{{}}}", std::string_view(region).substr(1));
    }
    out += "}}]";
}

// Game, node, member and the account of a loss have no place in SARIF but the property bag.
void append_properties(std::string& out, const Diagnostic& diagnostic) {
    std::string bag;
    if (!diagnostic.file.empty()) {
        bag += ',';
        append_member(bag, "file", diagnostic.file);
    }
    if (diagnostic.game) {
        append(bag, ",\"game\":{}", *diagnostic.game);
    }
    if (diagnostic.node) {
        append(bag, ",\"node\":{}", *diagnostic.node);
    }
    if (diagnostic.severity == Severity::fatal) {
        bag += ",\"severity\":\"fatal\"";
    }
    if (diagnostic.loss) {
        const LossDetail& loss = *diagnostic.loss;
        bag += ',';
        append_member(bag, "kind", to_text(loss.kind));
        if (!loss.what.empty()) {
            bag += ',';
            append_member(bag, "what", loss.what);
        }
        if (!loss.to.empty()) {
            bag += ',';
            append_member(bag, "to", loss.to);
        }
        append(bag, ",\"count\":{},\"recoverable\":{}", loss.count, loss.recoverable);
    }
    if (!bag.empty()) {
        append(out, ",\"properties\":{{{}}}", std::string_view(bag).substr(1));
    }
}

}  // namespace

SarifWriter::SarifWriter(Sink sink, std::string_view tool_version, Level level)
    : sink_(std::move(sink)), tool_version_(tool_version), level_(level) {}

void SarifWriter::begin() {
    buffer_ +=
        "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\n"
        "\"results\":[";
    flush();
}

void SarifWriter::add(const Diagnostic& diagnostic) {
    if (diagnostic.severity == Severity::off) {
        return;
    }
    buffer_ += first_result_ ? "\n{" : ",\n{";
    first_result_ = false;
    append_member(buffer_, "ruleId", diagnostic.id);
    append(buffer_, ",\"ruleIndex\":{},\"level\":\"{}\",\"message\":{{", rule_index(diagnostic.id),
           level_of(diagnostic.severity));
    append_member(buffer_, "text", diagnostic.message);
    buffer_ += '}';
    append_location(buffer_, diagnostic);
    append_properties(buffer_, diagnostic);
    buffer_ += '}';
    flush();
}

void SarifWriter::end() {
    buffer_ += "],\n\"properties\":{\"columnUnit\":\"bytes\"},\n\"tool\":{\"driver\":{\"name\":\"tengen\",";
    append_member(buffer_, "version", tool_version_);
    buffer_ += ",\"rules\":[";
    for (std::size_t i = 0; i < rule_ids_.size(); ++i) {
        buffer_ += i == 0 ? "\n" : ",\n";
        append_rule(rule_ids_[i]);
    }
    buffer_ += "]}}\n}]}\n";
    flush();
}

std::size_t SarifWriter::rule_index(const std::string& id) {
    const auto [place, is_new] = rules_.try_emplace(id, rule_ids_.size());
    if (is_new) {
        rule_ids_.push_back(id);
    }
    return place->second;
}

void SarifWriter::append_rule(const std::string& id) {
    buffer_ += '{';
    append_member(buffer_, "id", id);
    // Ids of foreign plugins are not in the catalogue.
    if (const CatalogueEntry* entry = find(id)) {
        buffer_ += ",\"shortDescription\":{";
        append_member(buffer_, "text", entry->meaning);
        buffer_ += "},\"help\":{";
        append_member(buffer_, "text", entry->help);
        append(buffer_, "}},\"defaultConfiguration\":{{\"level\":\"{}\"}}", level_of(entry->severity(level_)));
        append(buffer_, ",\"properties\":{{\"strict\":\"{}\",\"lenient\":\"{}\",\"archive\":\"{}\",\"fix\":\"{}\",",
               to_text(entry->strict), to_text(entry->lenient), to_text(entry->archive), to_text(entry->fix));
        append_member(buffer_, "source", entry->source);
        buffer_ += '}';
    }
    buffer_ += '}';
}

void SarifWriter::flush() {
    sink_(buffer_);
    buffer_.clear();
}

}  // namespace tengen::diagnostics
