// What the tests of pipelines share: the plugins of this build, and an ear for everything that is reported.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/report.h"
#include "pipeline/schema/include.h"
#include "plugins/registry.h"

namespace tengen::pipeline {

inline plugins::Registry built_plugins() {
    plugins::ScanOptions options;
    options.option_paths = {TENGEN_TEST_PLUGINS};
    return plugins::Registry::scan(options);
}

/// For plans that ask for no variable.
inline const char* no_environment(const char*) {
    return nullptr;
}

/// As --set gives them.
inline std::vector<schema::Setting> settings_of(const std::vector<std::string>& texts) {
    std::vector<schema::Setting> settings;
    for (const std::string& text : texts) {
        settings.push_back({text});
    }
    return settings;
}

class Recorder final : public DiagnosticReceiver {
public:
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override {
        diagnostics.push_back(diagnostic);
        sources.emplace_back(source);
    }
    void add(const diagnostics::InputSummary& summary) override { summaries.push_back(summary); }
    void add_books(const Books& all) override { books = to_json(all); }

    void clear() {
        diagnostics.clear();
        sources.clear();
        summaries.clear();
        books.clear();
    }

    [[nodiscard]] std::size_t count(std::string_view id) const {
        std::size_t number = 0;
        for (const diagnostics::Diagnostic& diagnostic : diagnostics) {
            number += diagnostic.id == id ? 1 : 0;
        }
        return number;
    }
    [[nodiscard]] const diagnostics::Diagnostic* find(std::string_view id) const {
        for (const diagnostics::Diagnostic& diagnostic : diagnostics) {
            if (diagnostic.id == id) {
                return &diagnostic;
            }
        }
        return nullptr;
    }

    std::vector<diagnostics::Diagnostic> diagnostics;
    std::vector<std::string> sources;
    std::vector<diagnostics::InputSummary> summaries;
    std::string books;
};

}  // namespace tengen::pipeline
