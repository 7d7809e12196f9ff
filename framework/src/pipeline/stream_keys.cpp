#include "pipeline/stream_keys.h"

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pipeline/schema/keys.h"
#include "pipeline/schema/pipeline_keys.h"

namespace tengen::pipeline {

StreamSettings read_stream_settings(const schema::Node& node, std::vector<ConfigurationFault>& faults) {
    const schema::Map map(node, "'streams'", schema::stream_keys(), faults);
    const auto wrong = [&](std::string_view key, std::string_view wanted) {
        const schema::Node& value = *map.find(key);
        schema::add_fault(faults, value, "config.bad-value",
                          fmt::format("'{}' takes {}, not '{}'", key, wanted, value.text));
    };
    const auto instants = [&](std::string_view key) {
        std::vector<streams::Instant> result;
        if (const auto text = map.text(key)) {
            if (auto parsed = parse_instants(*text)) {
                result = std::move(*parsed);
            } else {
                wrong(key, instants_help);
            }
        }
        return result;
    };
    StreamSettings settings;
    settings.at = instants("at");
    settings.detach = instants("detach");
    if (const auto text = map.text("layout")) {
        if (const auto layout = parse_layout(*text)) {
            settings.layout = *layout;
        } else {
            wrong("layout", layout_help);
        }
    }
    const bool imports = map.boolean("import-times").value_or(false);
    passes::TimeImportOptions import;
    for (const auto& [key, seconds] :
         {std::pair("step", &import.step), std::pair("byoyomi-step", &import.byo_yomi_step)}) {
        const auto text = map.text(key);
        if (text && !is_duration(*text)) {
            wrong(key, duration_help);
        } else if (text && !imports) {
            schema::add_fault(faults, *map.find(key), "config.bad-value",
                              fmt::format("'{}' needs 'import-times: true'", key));
        } else if (text) {
            *seconds = *text;
        }
    }
    if (imports) {
        settings.import_times = import;
    }
    return settings;
}

}  // namespace tengen::pipeline
