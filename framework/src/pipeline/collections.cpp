#include "pipeline/collections.h"

#include <utility>

#include "pipeline/file_delivery.h"
#include "pipeline/quarantine.h"

namespace tengen::pipeline {

class Collections::Voice final : public DiagnosticReceiver {
public:
    void speak(ReasonCollector* reasons, DiagnosticReceiver& report) {
        reasons_ = reasons;
        report_ = &report;
    }
    // Errors of one output also go here while it is asked.
    void listen(ReasonCollector* output) { output_ = output; }

    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override {
        for (ReasonCollector* collector : {reasons_, output_}) {
            if (collector != nullptr) {
                collector->add(diagnostic, source);
            }
        }
        report_->add(diagnostic, source);
    }
    void add(const diagnostics::InputSummary&) override {}

private:
    ReasonCollector* reasons_ = nullptr;
    ReasonCollector* output_ = nullptr;
    DiagnosticReceiver* report_ = nullptr;
};

class Collections::Output {
public:
    static TemplateValues values_of(const RunTools& tools) {
        TemplateValues values;
        values.shard = tools.shard;
        return values;
    }
    Output(const RunTools& tools, std::size_t index, DiagnosticReceiver& report)
        : games(tools.writers[index], tools.charsets, tools.plan.settings.policy,
                output_settings(tools.plan, tools.plan.outputs[index]), report),
          index(index),
          name(tools.plan.outputs[index].path.text()),
          format(tools.plan.outputs[index].format),
          path(tools.plan.place(tools.plan.outputs[index].path.expand(values_of(tools)))) {}

    GameOutput games;
    std::size_t index;
    std::string name;  // the path as the pipeline has it
    std::string format;
    std::string path;
    bool was_opened = false;
    std::uint64_t pending = 0;        // games in the file
    std::vector<std::size_t> inputs;  // that gave them, ascending
    ReasonCollector reasons;          // what is wrong with the game at hand
    std::string failure;              // why the file failed
};

Collections::Collections(const RunTools& tools) : voice_(std::make_unique<Voice>()) {
    for (std::size_t i = 0; i < tools.plan.outputs.size(); ++i) {
        if (tools.plan.outputs[i].path.spread() == Spread::one) {
            outputs_.push_back(std::make_unique<Output>(tools, i, *voice_));
        }
    }
}

Collections::~Collections() = default;

std::vector<std::string> Collections::targets() const {
    std::vector<std::string> targets;
    for (const auto& output : outputs_) {
        if (output->path != "-") {
            targets.push_back(output->path);
        }
    }
    return targets;
}

std::unique_ptr<io::Sink> Collections::open(const std::string& path) const {
    if (path != "-" && (is_dry_ || is_resumed_)) {
        return open_delivery(path, file_, is_resumed_, is_dry_);
    }
    if (is_dry_) {
        return std::make_unique<io::NullSink>();
    }
    return io::open_output(path, file_);
}

void Collections::begin(InputJob& job, DiagnosticReceiver& report) {
    job_ = &job;
    voice_->speak(&job.reasons, report);
}

void Collections::put(const ReadGame& game, const std::string& input) {
    for (const auto& output : outputs_) {
        if (!output->was_opened) {
            output->games.open(open(output->path), output->path == "-" ? "standard output" : output->path);
            output->was_opened = true;
        }
        const bool had_failed = output->games.failed();
        output->reasons.clear();
        voice_->listen(&output->reasons);
        job_->reasons.begin_game();
        if (!had_failed && output->games.put(game, input) && !output->games.failed()) {
            ++output->pending;
            if (output->inputs.empty() || output->inputs.back() != job_->index) {
                output->inputs.push_back(job_->index);
            }
        } else {
            ++job_->tallies[output->index].quarantined;
            job_->refused = true;
            job_->reasons.refuse_game(
                output->name, output->format, game.index,
                !had_failed && output->games.refused_for_losses() ? RefusedFor::losses : RefusedFor::errors);
        }
        voice_->listen(nullptr);
        if (!had_failed && output->games.failed()) {
            output->failure = output->reasons.lines();
        }
    }
}

std::vector<Collections::Result> Collections::finish(DiagnosticReceiver& report) {
    std::vector<Result> results;
    for (const auto& output : outputs_) {
        Result result;
        result.output = output->index;
        if (output->was_opened) {
            output->reasons.clear();
            voice_->speak(&output->reasons, report);
            if (output->games.games() != 0 && output->games.finish()) {
                result.tally.written = output->pending;
                result.tally.files = 1;
            } else {
                result.tally.quarantined = output->pending;
                result.lost = std::move(output->inputs);
                result.reasons = output->failure + output->reasons.lines();
            }
            result.exceeded = output->games.exceeded_losses();
            output->games.close();
        }
        results.push_back(std::move(result));
    }
    return results;
}

}  // namespace tengen::pipeline
