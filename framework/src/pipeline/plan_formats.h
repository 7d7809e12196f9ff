// The formats that a pipeline names, with their options.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/configuration_error.h"
#include "pipeline/plan.h"
#include "pipeline/schema/document.h"
#include "pipeline/schema/keys.h"
#include "plugins/registry.h"
#include "plugins/session.h"

namespace tengen::pipeline {

/// A format with its options: "{sgf: {charset: auto}}".
struct FormatStep {
    std::string format;
    OptionValues options;
};

/// Both references must outlive the object.
class FormatReader {
public:
    FormatReader(plugins::Registry& registry, std::vector<ConfigurationFault>& faults)
        : registry_(registry), faults_(faults) {}

    /// Nothing, and a fault, if no reader (or writer) of that name exists. Options that are wrong are faults, too.
    [[nodiscard]] std::optional<FormatStep> read(const schema::Node& node, bool reading, const Plan& plan);

private:
    [[nodiscard]] std::optional<std::vector<plugins::OptionInfo>> options_of(const schema::Node& name, bool reading);
    void fault(const schema::Node& at, std::string id, std::string message) {
        schema::add_fault(faults_, at, std::move(id), std::move(message));
    }

    plugins::Registry& registry_;
    std::vector<ConfigurationFault>& faults_;
};

}  // namespace tengen::pipeline
