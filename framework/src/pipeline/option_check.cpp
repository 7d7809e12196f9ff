#include "pipeline/option_check.h"

#include <array>
#include <cstdint>
#include <optional>
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
        judge(session.open(std::string_view(nothing.data(), 0), reader_options(settings, *reader->reader, step.format)),
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
        judge(session.open(values), "writer", step.format, step.line, step.column);
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
