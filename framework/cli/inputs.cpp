#include "inputs.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

#include "io/name_choice.h"
#include "pipeline/file_names.h"
#include "pipeline/input_place.h"

namespace tengen::cli {

namespace {

template <class Opened>
void visit(const std::variant<io::SourceEntry, io::Finding>& item, const pipeline::Settings& settings, Opened&& opened,
           const std::function<void(const io::Finding&)>& refused) {
    if (const auto* finding = std::get_if<io::Finding>(&item)) {
        refused(*finding);
        return;
    }
    io::ReadOptions read;
    read.max_size = settings.max_size;
    auto input = io::open(std::get<io::SourceEntry>(item), read);
    if (auto* bytes = std::get_if<io::Input>(&input)) {
        opened(*bytes);
    } else {
        refused(std::get<io::Finding>(input));
    }
}

}  // namespace

void visit_inputs(const std::vector<std::string>& arguments, const pipeline::Settings& settings,
                  const std::function<void(io::Input&)>& opened,
                  const std::function<void(const io::Finding&)>& refused) {
    for (const ListedInput& input : list_inputs(arguments)) {
        visit(input.item, settings, opened, refused);
    }
}

std::vector<ListedInput> list_inputs(const std::vector<std::string>& arguments) {
    std::vector<ListedInput> inputs;
    pipeline::FileNames names;
    io::Sources sources;  // one for all, since standard input comes once
    io::NameChoice choice;
    std::vector<bool> is_double;
    for (const std::string& argument : arguments) {
        sources.add(argument);
        while (std::optional<io::Sources::Item> item = sources.next()) {
            std::string folder;
            if (const auto* entry = std::get_if<io::SourceEntry>(&*item)) {
                names.see(*entry);
                const auto found = choice.offer(*entry, inputs.size());
                is_double.push_back(false);
                if (found) {
                    is_double[found->left_out] = true;
                }
                folder = pipeline::folder_below(entry->raw_name.empty() ? entry->name : entry->raw_name, argument);
            } else {
                is_double.push_back(false);
            }
            inputs.push_back({std::move(*item), std::move(folder)});
        }
    }
    names.decode_all(inputs);
    std::vector<ListedInput> once;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!is_double[i]) {
            once.push_back(std::move(inputs[i]));
        }
    }
    return once;
}

void add_inputs(pipeline::OutputPaths& paths, const std::vector<ListedInput>& inputs) {
    for (const ListedInput& input : inputs) {
        if (const auto* entry = std::get_if<io::SourceEntry>(&input.item)) {
            paths.add_input(*entry);
        }
    }
}

void visit_inputs(const std::vector<ListedInput>& inputs, const pipeline::Settings& settings,
                  const std::function<void(io::Input&, const ListedInput&)>& opened,
                  const std::function<void(const io::Finding&)>& refused, ProgressLine* progress) {
    for (const ListedInput& listed : inputs) {
        visit(
            listed.item, settings, [&](io::Input& input) { opened(input, listed); }, refused);
        if (progress != nullptr) {
            progress->step();
        }
    }
}

}  // namespace tengen::cli
