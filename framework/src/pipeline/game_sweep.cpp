#include "pipeline/game_sweep.h"

#include <memory>
#include <utility>
#include <variant>

#include "pipeline/input_worker.h"
#include "pipeline/job_stages.h"
#include "pipeline/report.h"
#include "pipeline/run_parts.h"
#include "pipeline/worker_pool.h"

namespace tengen::pipeline {

namespace {

// Reads one input after the other; one thread at a time.
class Sweeper final : public GameConsumer {
public:
    explicit Sweeper(const SweepTools& tools) : tools_(tools) { readers_.resize(tools.settings.size()); }

    // Without `visit` the games are kept in the job.
    void read(InputJob& job, const SweepVisit* visit) {
        job_ = &job;
        visit_ = visit;
        const std::size_t step = job.listed->step;
        const auto* entry = std::get_if<io::SourceEntry>(&job.listed->item);
        if (entry == nullptr) {
            return;
        }
        io::ReadOptions options;
        options.max_size = tools_.settings[step].max_size;
        auto opened = io::open(*entry, options);
        auto* input = std::get_if<io::Input>(&opened);
        if (input == nullptr) {
            return;
        }
        job.input = std::move(*input);
        std::unique_ptr<InputReader>& reader = readers_[step];
        if (!reader) {
            reader = std::make_unique<InputReader>(tools_.registry, tools_.charsets, tools_.settings[step], nobody_);
        }
        static_cast<void>(reader->read(job.input, *this));
    }

    void take(const ReadGame& game) override {
        if (tools_.stop != nullptr && tools_.stop->load(std::memory_order_relaxed)) {
            throw Interrupted();
        }
        if (game.rejected || game.filtered) {
            return;
        }
        if (visit_ != nullptr) {
            (*visit_)(job_->index, job_->input.name, game.index, game.game);
        } else {
            job_->kept.push_back({std::move(*game.owner), game.index, {}, {}});
        }
    }

    void end_member(io::Bytes& bytes) override {
        if (visit_ == nullptr && !job_->kept.empty()) {
            job_->member_bytes.push_back(std::move(bytes));
        }
    }

private:
    const SweepTools& tools_;
    NoReport nobody_;
    std::vector<std::unique_ptr<InputReader>> readers_;  // by input step
    InputJob* job_ = nullptr;
    const SweepVisit* visit_ = nullptr;
};

}  // namespace

void sweep_games(const std::vector<ListedInput>& inputs, const SweepTools& tools, const SweepVisit& visit) {
    WorkerPool<Sweeper> sweepers;
    const auto read = [&](InputJob& job, const SweepVisit* at_once) {
        sweepers.lend([&tools] { return std::make_unique<Sweeper>(tools); },
                      [&](Sweeper& sweeper) { sweeper.read(job, at_once); });
    };
    const auto done = [&tools](InputJob& job) {
        job.release();
        if (tools.progress) {
            tools.progress();
        }
    };
    JobStages stages;
    stages.begin = [&](InputJob& job, std::size_t number) { job.begin(number, inputs[number], 0); };
    stages.read = [&](InputJob& job) { read(job, nullptr); };
    stages.settle = [&](InputJob& job) {
        for (KeptGame& kept : job.kept) {
            visit(job.index, job.input.name, kept.index, kept.game.view());
            kept.game.reset();
        }
    };
    stages.write = [](InputJob&) {};
    stages.close = done;
    stages.is_stopped = [&tools] { return tools.stop != nullptr && tools.stop->load(std::memory_order_relaxed); };
    stages.size = [&inputs](std::size_t number) { return work_of(inputs[number]); };
    stages.is_alone = [&inputs](std::size_t number) { return is_streamed(inputs[number]); };
    stages.alone = [&](std::size_t number) {
        InputJob job;
        job.begin(number, inputs[number], 0);
        read(job, &visit);
        done(job);
    };
    if (!stages.run(inputs.size(), tools.threads)) {
        throw Interrupted();
    }
}

}  // namespace tengen::pipeline
