// A small picture of the position a finding is about.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "diagnostics/diagnostic.h"
#include "pipeline/settings.h"
#include "plugins/registry.h"

namespace tengen::pipeline {

/// Reads inputs again to draw boards of them. One thread at a time.
class BoardPictures {
public:
    /// `folder` is where relative names of inputs begin. All references must outlive the object.
    BoardPictures(plugins::Registry& registry, const Settings& settings, std::filesystem::path folder)
        : registry_(registry), settings_(settings), folder_(std::move(folder)) {}

    /// An <svg> of the board after the node that the diagnostic names; nothing if it names none, or if the input, the
    /// game or the board cannot be had at little cost (inputs above a megabyte, members of archives).
    [[nodiscard]] std::optional<std::string> draw(const diagnostics::Diagnostic& diagnostic);

private:
    plugins::Registry& registry_;
    const Settings& settings_;
    std::filesystem::path folder_;
};

}  // namespace tengen::pipeline
