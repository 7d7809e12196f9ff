#include "plugins/check.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "plugins/check_child.h"
#include "plugins/check_steps.h"
#include "plugins/manifest.h"
#include "plugins/module.h"

namespace tengen::plugins {

namespace {

// Texts on their way from a child: each with its length in front.
std::string pack(const std::vector<CheckInput>& inputs) {
    std::string packed;
    for (const CheckInput& input : inputs) {
        packed += fmt::format("{} {}\n", input.name.size(), input.bytes.size());
        packed += input.name;
        packed += input.bytes;
    }
    return packed;
}

std::vector<CheckInput> unpack(std::string_view packed) {
    std::vector<CheckInput> inputs;
    while (!packed.empty()) {
        const std::size_t line = packed.find('\n');
        const std::string head(packed.substr(0, line));
        const std::size_t blank = head.find(' ');
        const std::size_t name = std::stoul(head);
        const std::size_t bytes = std::stoul(head.substr(blank));
        packed.remove_prefix(line + 1);
        inputs.push_back({std::string(packed.substr(0, name)), std::string(packed.substr(name, bytes))});
        packed.remove_prefix(name + bytes);
    }
    return inputs;
}

std::string read_sample(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file.is_open() || file.bad()) {
        throw std::system_error(errno, std::generic_category(), path.string());
    }
    return bytes;
}

class Check {
public:
    Check(const std::filesystem::path& file, const CheckOptions& options,
          const std::function<void(const CheckStep&)>& progress)
        : options_(options), progress_(progress) {
        subject_.file = std::filesystem::absolute(file);
        subject_.seed = options.seed;
        subject_.mutations = options.mutations;
        subject_.most_cuts = options.most_cuts;
        for (const std::filesystem::path& sample : options.samples) {
            samples_.push_back({sample.string(), read_sample(sample)});
        }
    }

    CheckReport run() && {
        const std::optional<Manifest> entry = ask_for_entry();
        if (!entry) {
            return std::move(report_);
        }
        step("exports", "plugin", [this] { return find_other_exports(subject_.file); });
        add("manifest", "plugin", manifest_fault(*entry));
        for (const WriterInfo& writer : entry->writers) {
            subject_.format = writer.format;
            steps("writer " + writer.format, writer_steps());
        }
        for (const ReaderInfo& reader : entry->readers) {
            check_reader(*entry, reader);
        }
        return std::move(report_);
    }

private:
    std::optional<Manifest> ask_for_entry() {
        const ChildResult result = run_in_child([this] { return to_json(ask_entry(subject_.file)); }, options_.seconds);
        add("entry", "plugin", result.ended_well ? std::string() : result.text);
        return result.ended_well ? std::optional(parse_manifest(result.text)) : std::nullopt;
    }

    [[nodiscard]] std::string manifest_fault(const Manifest& entry) const {
        try {
            return difference(read_manifest(manifest_path(subject_.file)), entry);
        } catch (const BadManifest& bad) {
            return fmt::format("{}: {}", manifest_path(subject_.file).filename().string(), bad.what());
        }
    }

    void check_reader(const Manifest& entry, const ReaderInfo& reader) {
        const std::string subject = "reader " + reader.format;
        subject_.format = reader.format;
        subject_.inputs = samples_;
        if (entry.find_writer(reader.format) != nullptr) {
            const ChildResult made =
                run_in_child([this] { return pack(make_inputs(subject_.file, subject_.format)); }, options_.seconds);
            if (made.ended_well) {  // else the steps of the writer have told
                std::vector<CheckInput> inputs = unpack(made.text);
                std::move(inputs.begin(), inputs.end(), std::back_inserter(subject_.inputs));
            }
        }
        steps(subject, reader_steps());
        if (subject_.inputs.empty()) {
            report_.steps.push_back({"samples", subject, true, "no samples: only what is no record was tried"});
            if (progress_) {
                progress_(report_.steps.back());
            }
        }
        if (entry.find_writer(reader.format) != nullptr) {
            step("round-trip", subject, [this] { return ask_round_trip(subject_); });
        }
    }

    void steps(const std::string& subject, const std::vector<StepDefinition>& definitions) {
        for (const StepDefinition& definition : definitions) {
            step(definition.name, subject, [this, &definition] { return definition.ask(subject_); });
        }
    }

    void step(std::string_view name, const std::string& subject, const std::function<std::string()>& ask) {
        const ChildResult result = run_in_child(ask, options_.seconds);
        add(name, subject, result.text);
    }

    void add(std::string_view name, const std::string& subject, std::string fault) {
        report_.steps.push_back({std::string(name), subject, fault.empty(), std::move(fault)});
        if (progress_) {
            progress_(report_.steps.back());
        }
    }

    const CheckOptions& options_;
    const std::function<void(const CheckStep&)>& progress_;
    CheckSubject subject_;
    std::vector<CheckInput> samples_;
    CheckReport report_;
};

}  // namespace

bool CheckReport::passed() const {
    return std::all_of(steps.begin(), steps.end(), [](const CheckStep& step) { return step.passed; });
}

CheckReport check_plugin(const std::filesystem::path& file, const CheckOptions& options,
                         const std::function<void(const CheckStep&)>& progress) {
    return Check(file, options, progress).run();
}

}  // namespace tengen::plugins
