#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "diagnostics/diagnostic.h"

namespace tengen::diagnostics {

// Writes a report as a SARIF 2.1.0 log with one run. Results go out one by one; only the ids that occurred are kept,
// whose rules (from the catalogue) follow the results. Columns count bytes, which SARIF has no word for; the run says
// so in its property bag. A member of a container is the fragment of its input's URI.
//
// Calls in the order begin, any number of add, end. One thread at a time. What the sink throws passes through.
class SarifWriter {
public:
    using Sink = std::function<void(std::string_view)>;

    // `level` chooses the default severities that the rules state.
    SarifWriter(Sink sink, std::string_view tool_version, Level level);

    void begin();
    void add(const Diagnostic& diagnostic);
    void end();

private:
    std::size_t rule_index(const std::string& id);
    void append_rule(const std::string& id);
    void flush();

    Sink sink_;
    std::string tool_version_;
    Level level_;
    std::string buffer_;
    std::unordered_map<std::string, std::size_t> rules_;
    std::vector<std::string> rule_ids_;  // in order of first use
    bool first_result_ = true;
};

}  // namespace tengen::diagnostics
