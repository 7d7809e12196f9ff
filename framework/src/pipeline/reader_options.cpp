#include "pipeline/reader_options.h"

#include <span>

namespace tengen::pipeline {

namespace {

bool publishes(std::span<const tengen_option> table, std::string_view name) {
    for (const tengen_option& option : table) {
        if (option.name == name) {
            return true;
        }
    }
    return false;
}

std::vector<plugins::OptionValue> merge(std::span<const tengen_option> table, const OptionValues& common,
                                        const std::map<std::string, OptionValues, std::less<>>& by_format,
                                        std::string_view format) {
    std::vector<plugins::OptionValue> values;
    for (const auto& [name, value] : common) {
        if (publishes(table, name)) {
            values.push_back({name, value});
        }
    }
    const auto own = by_format.find(format);
    if (own != by_format.end()) {
        for (const auto& [name, value] : own->second) {
            values.push_back({name, value});
        }
    }
    return values;
}

}  // namespace

std::vector<plugins::OptionValue> reader_options(const Settings& settings, const tengen_reader& reader,
                                                 std::string_view format) {
    const std::span table(reader.options, reader.option_count);
    std::vector<plugins::OptionValue> values;
    if (settings.policy.level() == diagnostics::Level::strict && publishes(table, "detect")) {
        values.push_back({"detect", "false"});
    }
    const std::vector<plugins::OptionValue> asked =
        merge(table, settings.common_reader_options, settings.reader_options, format);
    values.insert(values.end(), asked.begin(), asked.end());
    return values;
}

std::vector<plugins::OptionValue> writer_options(const Settings& settings, const tengen_writer& writer,
                                                 std::string_view format) {
    return merge(std::span(writer.options, writer.option_count), settings.common_writer_options,
                 settings.writer_options, format);
}

}  // namespace tengen::pipeline
