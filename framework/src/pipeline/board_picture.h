// A small picture of the position a finding is about.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "diagnostics/diagnostic.h"
#include "pipeline/plan.h"
#include "pipeline/settings.h"
#include "plugins/registry.h"

namespace tengen::pipeline {

/// Reads inputs again to draw boards of them. One thread at a time.
class BoardPictures {
public:
    /// Inputs of a run. All references must outlive the object.
    BoardPictures(plugins::Registry& registry, const Plan& plan)
        : registry_(registry), settings_(plan.settings), folder_(plan.folder), plan_(&plan) {}
    /// Inputs of runs whose plans are not known; `folder` is where relative names begin.
    BoardPictures(plugins::Registry& registry, const Settings& settings, std::filesystem::path folder)
        : registry_(registry), settings_(settings), folder_(std::move(folder)) {}

    /// An <svg> of the board after the node that the diagnostic names; nothing if it names none, or if the input, the
    /// game or the board cannot be had at little cost (inputs above a megabyte, members of archives). `format` is the
    /// one that the input was read as.
    [[nodiscard]] std::optional<std::string> draw(const diagnostics::Diagnostic& diagnostic, const std::string& format);

private:
    [[nodiscard]] Settings settings_for(std::string_view input, const std::string& format) const;

    plugins::Registry& registry_;
    const Settings& settings_;
    std::filesystem::path folder_;
    const Plan* plan_ = nullptr;
};

}  // namespace tengen::pipeline
