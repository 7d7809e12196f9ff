// The inputs a command names, one after the other.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "io/source.h"
#include "pipeline/output_paths.h"
#include "pipeline/settings.h"
#include "progress_line.h"

namespace tengen::cli {

/// Open every input in the order of the arguments; what cannot be opened goes to `refused`.
void visit_inputs(const std::vector<std::string>& arguments, const pipeline::Settings& settings,
                  const std::function<void(io::Input&)>& opened,
                  const std::function<void(const io::Finding&)>& refused);

/// An input that was found, or why it was not.
struct ListedInput {
    std::variant<io::SourceEntry, io::Finding> item;
    std::string folder;  ///< of the input below the argument that named it
};

/// All inputs before any of them is opened: commands that write files make sure that these are no inputs.
[[nodiscard]] std::vector<ListedInput> list_inputs(const std::vector<std::string>& arguments);
void add_inputs(pipeline::OutputPaths& paths, const std::vector<ListedInput>& inputs);

/// As above, for inputs that were listed; `progress` may be null.
void visit_inputs(const std::vector<ListedInput>& inputs, const pipeline::Settings& settings,
                  const std::function<void(io::Input&, const ListedInput&)>& opened,
                  const std::function<void(const io::Finding&)>& refused, ProgressLine* progress = nullptr);

}  // namespace tengen::cli
