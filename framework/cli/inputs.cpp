#include "inputs.h"

#include <optional>
#include <utility>
#include <variant>

namespace tengen::cli {

void visit_inputs(const std::vector<std::string>& arguments, const pipeline::Settings& settings,
                  const std::function<void(io::Input&)>& opened,
                  const std::function<void(const io::Finding&)>& refused) {
    io::Sources sources;
    for (const std::string& argument : arguments) {
        sources.add(argument);
    }
    io::ReadOptions read;
    read.max_size = settings.max_size;
    while (std::optional<io::Sources::Item> item = sources.next()) {
        if (const auto* finding = std::get_if<io::Finding>(&*item)) {
            refused(*finding);
            continue;
        }
        auto input = io::open(std::get<io::SourceEntry>(*item), read);
        if (auto* bytes = std::get_if<io::Input>(&input)) {
            opened(*bytes);
        } else {
            refused(std::get<io::Finding>(input));
        }
    }
}

}  // namespace tengen::cli
