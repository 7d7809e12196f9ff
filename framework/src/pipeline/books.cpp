#include "pipeline/books.h"

#include <fmt/format.h>

#include "diagnostics/json_text.h"

namespace tengen::pipeline {

bool Books::balance() const {
    for (const Output& output : outputs) {
        if (output.written + output.quarantined + output.filtered + output.duplicates != read) {
            return false;
        }
    }
    return true;
}

bool Books::add(const Books& other) {
    if (outputs.size() != other.outputs.size()) {
        return false;
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (outputs[i].path != other.outputs[i].path || outputs[i].format != other.outputs[i].format) {
            return false;
        }
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        outputs[i].Tally::add(other.outputs[i]);
    }
    inputs += other.inputs;
    unreadable_inputs += other.unreadable_inputs;
    quarantined_inputs += other.quarantined_inputs;
    read += other.read;
    return true;
}

std::string to_json(const Books& books) {
    std::string text =
        fmt::format(R"({{"inputs":{},"unreadable_inputs":{},"quarantined_inputs":{},"read":{},"outputs":[)",
                    books.inputs, books.unreadable_inputs, books.quarantined_inputs, books.read);
    for (std::size_t i = 0; i < books.outputs.size(); ++i) {
        const Books::Output& output = books.outputs[i];
        text += i == 0 ? R"({"path":)" : R"(,{"path":)";
        diagnostics::append_json_string(text, output.path);
        text += R"(,"format":)";
        diagnostics::append_json_string(text, output.format);
        text += fmt::format(R"(,"written":{},"quarantined":{},"filtered":{},"duplicates":{},"files":{}}})",
                            output.written, output.quarantined, output.filtered, output.duplicates, output.files);
    }
    text += ']';
    if (books.shard) {
        text += fmt::format(R"(,"shard":{{"number":{},"count":{},"inputs":{},"version":)", books.shard->number,
                            books.shard->count, books.shard->inputs);
        diagnostics::append_json_string(text, books.shard->version);
        text += R"(,"level":)";
        diagnostics::append_json_string(text, books.shard->level);
        text += R"(,"pipeline":)";
        diagnostics::append_json_string(text, books.shard->pipeline);
        text += '}';
    }
    return text + '}';
}

}  // namespace tengen::pipeline
