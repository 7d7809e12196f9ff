#include "pipeline/game_sweep.h"

#include <memory>
#include <mutex>
#include <utility>
#include <variant>

#include "pipeline/input_worker.h"
#include "pipeline/job_stages.h"
#include "pipeline/report.h"
#include "pipeline/run_parts.h"

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

// Those that are free at the moment. Any thread.
class Sweepers {
public:
    explicit Sweepers(const SweepTools& tools) : tools_(tools) {}

    void read(InputJob& job, const SweepVisit* visit) {
        std::unique_ptr<Sweeper> mine;
        {
            const std::lock_guard lock(mutex_);
            if (!free_.empty()) {
                mine = std::move(free_.back());
                free_.pop_back();
            }
        }
        if (!mine) {
            mine = std::make_unique<Sweeper>(tools_);
        }
        mine->read(job, visit);
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(mine));
    }

private:
    const SweepTools& tools_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Sweeper>> free_;
};

}  // namespace

void sweep_games(const std::vector<ListedInput>& inputs, const SweepTools& tools, const SweepVisit& visit) {
    Sweepers sweepers(tools);
    const auto is_stopped = [&tools] { return tools.stop != nullptr && tools.stop->load(std::memory_order_relaxed); };
    const auto done = [&tools](InputJob& job) {
        job.release();
        if (tools.progress) {
            tools.progress();
        }
    };
    JobStages stages;
    stages.begin = [&](InputJob& job, std::size_t number) { job.begin(number, inputs[number], 0); };
    stages.read = [&](InputJob& job) { sweepers.read(job, nullptr); };
    stages.settle = [&](InputJob& job) {
        for (KeptGame& kept : job.kept) {
            visit(job.index, job.input.name, kept.index, kept.game.view());
            kept.game.reset();
        }
    };
    stages.write = [](InputJob&) {};
    stages.close = done;
    stages.is_stopped = is_stopped;
    std::size_t next = 0;
    while (next < inputs.size() && !is_stopped()) {
        if (is_streamed(inputs[next])) {
            InputJob job;
            job.begin(next, inputs[next], 0);
            sweepers.read(job, &visit);
            done(job);
            ++next;
            continue;
        }
        std::size_t last = next + 1;
        while (last < inputs.size() && !is_streamed(inputs[last])) {
            ++last;
        }
        next = stages.run(next, last, tools.threads);
    }
    if (is_stopped()) {
        throw Interrupted();
    }
}

}  // namespace tengen::pipeline
