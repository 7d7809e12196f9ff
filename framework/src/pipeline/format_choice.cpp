#include "pipeline/format_choice.h"

#include <algorithm>

#include <fmt/format.h>

namespace tengen::pipeline {

std::string_view extension_of(std::string_view name) {
    const std::size_t slash = name.find_last_of('/');
    const std::string_view base = slash == std::string_view::npos ? name : name.substr(slash + 1);
    const std::size_t dot = base.find_last_of('.');
    return dot == std::string_view::npos || dot == 0 ? std::string_view() : base.substr(dot + 1);
}

FormatChoice choose_format(plugins::Registry& registry, std::string_view head, std::string_view name,
                           std::string_view forced) {
    FormatChoice choice;
    if (!forced.empty()) {
        choice.format = forced;
        return choice;
    }
    const std::string_view extension = extension_of(name);
    const std::vector<std::string> by_name =
        extension.empty() ? std::vector<std::string>() : registry.readers_of_extension(extension);
    const auto fits_name = [&](const std::string& format) {
        return std::find(by_name.begin(), by_name.end(), format) != by_name.end();
    };

    const std::vector<plugins::SniffResult> sure = registry.sniff(head, name);
    if (sure.empty()) {
        if (!by_name.empty()) {
            choice.format = by_name.front();
        } else {
            choice.findings.push_back(
                {"format.unknown", "neither the content nor the name says what format this is; --from names it"});
        }
        return choice;
    }
    choice.format = sure.front().format;
    if (sure.size() > 1 && sure[1].score == sure.front().score) {
        std::string names;
        for (const plugins::SniffResult& result : sure) {
            if (result.score == sure.front().score) {
                names += names.empty() ? "" : ", ";
                names += result.format;
                if (fits_name(result.format) && !fits_name(choice.format)) {
                    choice.format = result.format;
                }
            }
        }
        choice.findings.push_back(
            {"format.ambiguous", fmt::format("the content fits {}; read as {}", names, choice.format)});
    }
    if (!by_name.empty() && !fits_name(choice.format)) {
        choice.findings.push_back(
            {"format.extension-mismatch",
             fmt::format("the extension .{} says {}, the content is {}", extension, by_name.front(), choice.format)});
    }
    return choice;
}

}  // namespace tengen::pipeline
