#include "stream_options.h"

#include <string>

#include <fmt/format.h>

#include "command.h"

namespace tengen::cli {

namespace {

std::string seconds_of(const options::variables_map& values, const char* name, const std::string& by_default) {
    if (!has(values, name)) {
        return by_default;
    }
    std::string text = text_of(values, name);
    if (!pipeline::is_duration(text)) {
        throw UsageError(fmt::format("--{} takes {}, not '{}'", name, pipeline::duration_help, text));
    }
    return text;
}

}  // namespace

void add_stream_options(options::options_description& description) {
    description.add_options()  //
        ("at", options::value<std::string>()->value_name("T"),
         "show recorded streams at initial, final or a number of seconds, all of them or by number: 0=final,1=28.9\n"
         "(default: final, where the format of the output cannot hold a recording)")  //
        ("layout", options::value<std::string>()->value_name("HOW"),
         "game information of streams in an ordinary tree: auto, split (a tree for each stream), push (repeated in\n"
         "every branch) or one=N (only that stream); where the format holds recordings, with --at")  //
        ("detach", options::value<std::string>()->value_name("T"),
         "put what each recording shows at this time (as for --at) beside it, as an ordinary variation")  //
        ("import-times", options::bool_switch(), "make recordings of games with clocks")                  //
        ("step", options::value<std::string>()->value_name("SECONDS"),
         "time of a move without a clock (default 1)")  //
        ("byoyomi-step", options::value<std::string>()->value_name("SECONDS"),
         "time of a move within a byo-yomi period (default 1)");
}

std::vector<streams::Instant> instants_of(const options::variables_map& values, const char* name) {
    auto instants = pipeline::parse_instants(text_of(values, name));
    if (!instants) {
        throw UsageError(fmt::format("--{} takes {}, not '{}'", name, pipeline::instants_help, text_of(values, name)));
    }
    return std::move(*instants);
}

pipeline::StreamSettings stream_settings_of(const options::variables_map& values) {
    pipeline::StreamSettings settings;
    if (has(values, "at")) {
        settings.at = instants_of(values, "at");
    }
    if (has(values, "detach")) {
        settings.detach = instants_of(values, "detach");
    }
    if (has(values, "layout")) {
        const auto layout = pipeline::parse_layout(text_of(values, "layout"));
        if (!layout) {
            throw UsageError(
                fmt::format("--layout takes {}, not '{}'", pipeline::layout_help, text_of(values, "layout")));
        }
        settings.layout = *layout;
    }
    if (values.count("import-times") != 0 && values["import-times"].as<bool>()) {
        passes::TimeImportOptions options;
        options.step = seconds_of(values, "step", options.step);
        options.byo_yomi_step = seconds_of(values, "byoyomi-step", options.byo_yomi_step);
        settings.import_times = options;
    } else {
        for (const char* name : {"step", "byoyomi-step"}) {
            if (has(values, name)) {
                throw UsageError(fmt::format("--{} needs --import-times", name));
            }
        }
    }
    return settings;
}

}  // namespace tengen::cli
