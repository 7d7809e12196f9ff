#include "pipeline/option_check.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "io/bytes.h"
#include "pipeline/reader_options.h"
#include "plugins/session.h"

namespace tengen::pipeline {

namespace {

// There is nothing to find in an empty input.
class NoListener final : public plugins::FindingListener {
public:
    std::uint32_t on_finding(const plugins::Finding&) override { return 0; }
    void on_loss(const plugins::Loss&) override {}
};

// What a path names is looked at when it is needed: a catalogue to add to may be big.
std::vector<plugins::OptionValue> without_paths(std::vector<plugins::OptionValue> values,
                                                std::span<const tengen_option> table) {
    std::erase_if(values, [&](const plugins::OptionValue& value) {
        return std::any_of(table.begin(), table.end(), [&](const tengen_option& option) {
            return option.type == TENGEN_OPTION_PATH && option.name == value.name;
        });
    });
    return values;
}

class OptionCheck {
public:
    OptionCheck(plugins::Registry& registry, plugins::CharsetServices& charsets)
        : registry_(registry), charsets_(charsets) {}

    void check(const InputStep& step, const Settings& settings) {
        const auto reader = step.format.empty() ? std::nullopt : registry_.find_reader(step.format);
        if (!reader) {
            return;
        }
        static constexpr std::array<char, io::Bytes::padding> nothing{};
        plugins::ReaderSession session(*reader, listener_, charsets_);
        const std::span table(reader->reader->options, reader->reader->option_count);
        judge(session.open(std::string_view(nothing.data(), 0),
                           without_paths(reader_options(settings, *reader->reader, step.format), table)),
              "reader", step.format, step.line, step.column);
    }

    void check(const OutputStep& step) {
        const auto writer = registry_.find_writer(step.format);
        if (!writer) {
            return;
        }
        std::vector<plugins::OptionValue> values;
        for (const auto& [name, value] : step.options) {
            values.push_back({name, value});
        }
        plugins::WriterSession session(*writer, listener_, charsets_, [](std::string_view) { return true; });
        const std::span table(writer->writer->options, writer->writer->option_count);
        judge(session.open(without_paths(std::move(values), table)), "writer", step.format, step.line, step.column);
    }

    [[nodiscard]] std::vector<ConfigurationFault> take() { return std::move(faults_); }

private:
    void judge(const plugins::SessionResult& opened, std::string_view what, std::string_view format, std::uint64_t line,
               std::uint64_t column) {
        if (opened.status == plugins::SessionStatus::bad_option) {
            faults_.push_back(
                {"config.bad-value", fmt::format("{} {}: {}", what, format, opened.message), line, column});
        }
    }

    plugins::Registry& registry_;
    plugins::CharsetServices& charsets_;
    NoListener listener_;
    std::vector<ConfigurationFault> faults_;
};

}  // namespace

std::vector<ConfigurationFault> option_faults(const Plan& plan, plugins::Registry& registry,
                                              plugins::CharsetServices& charsets) {
    OptionCheck check(registry, charsets);
    for (const InputStep& step : plan.inputs) {
        check.check(step, plan.settings_for(step));
    }
    for (const OutputStep& step : plan.outputs) {
        check.check(step);
    }
    return check.take();
}

}  // namespace tengen::pipeline
