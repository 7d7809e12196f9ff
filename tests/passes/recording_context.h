// A context that writes down what it is told.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "passes/pass.h"

namespace tengen::test {

class RecordingContext final : public passes::Context {
public:
    /// Ids whose fix is applied; "*" stands for all.
    explicit RecordingContext(std::set<std::string, std::less<>> fixes = {}) : fixes_(std::move(fixes)) {}

    /// "node.two-moves 3@40": id, node, offset.
    std::vector<std::string> found;
    std::vector<std::string> messages;

protected:
    std::uint32_t report(const passes::Finding& finding) override {
        std::string text(finding.id);
        if (finding.node) {
            text += ' ' + std::to_string(*finding.node);
        }
        if (finding.offset) {
            text += '@' + std::to_string(*finding.offset);
        }
        found.push_back(std::move(text));
        messages.emplace_back(finding.message);
        return fixes_.contains("*") || fixes_.contains(finding.id) ? TENGEN_APPLY_FIX : 0;
    }

private:
    std::set<std::string, std::less<>> fixes_;
};

}  // namespace tengen::test
