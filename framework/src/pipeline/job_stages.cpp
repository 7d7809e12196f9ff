#include "pipeline/job_stages.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

namespace tengen::pipeline {

namespace {

// So many inputs take long enough together, and are few enough to be begun again when a run was interrupted.
constexpr std::size_t most_neighbours = 16;
constexpr std::uint64_t most_bytes_together = 64 * 1024;
constexpr std::size_t batches_a_thread = 4;

// For a stage that takes one batch at a time: what the scheduler guarantees, said again as Batch::baton does.
class Queue {
public:
    explicit Queue(std::atomic<std::uint32_t>& baton) : baton_(baton) {
        static_cast<void>(baton_.load(std::memory_order_acquire));
    }
    ~Queue() { baton_.fetch_add(1, std::memory_order_release); }
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

private:
    std::atomic<std::uint32_t>& baton_;
};

// The scheduler hands the stages themselves over to other threads; said again as Batch::baton does, by something that
// can be reached without them.
std::atomic<std::uint32_t> stages_handed_over{0};

void take_stages() {
    static_cast<void>(stages_handed_over.load(std::memory_order_acquire));
}

}  // namespace

// A batch in one stage.
class JobStages::Turn {
public:
    explicit Turn(Batch& batch) : queue_(batch.baton) {}

private:
    Queue queue_;
};

InputJob& JobStages::Batch::add() {
    if (jobs.size() <= count) {
        jobs.push_back(std::make_unique<InputJob>());
    }
    return *jobs[count++];
}

// Of several inputs that fail at once, the first one ends the run: which one it is does not depend on threads.
void JobStages::attempt(const std::function<void(InputJob&)>& stage, Batch& batch) {
    for (std::size_t i = 0; i < batch.count; ++i) {
        InputJob& job = *batch.jobs[i];
        if (job.error) {
            return;  // the run ends there
        }
        try {
            stage(job);
        } catch (...) {
            job.error = std::current_exception();
            return;
        }
    }
}

void JobStages::in_turn(const std::function<void(InputJob&)>& stage, Batch& batch) {
    for (std::size_t i = 0; i < batch.count; ++i) {
        InputJob& job = *batch.jobs[i];
        if (job.error) {
            std::rethrow_exception(std::exchange(job.error, nullptr));
        }
        stage(job);
    }
}

JobStages::Batch& JobStages::batch(std::size_t index) {
    while (batches_.size() <= index) {
        batches_.push_back(std::make_unique<Batch>());
    }
    return *batches_[index];
}

bool JobStages::run(std::size_t count, std::size_t threads) {
    for (std::size_t next = 0; next < count && !is_stopped();) {
        if (is_alone(next)) {
            alone(next++);
            continue;
        }
        std::size_t last = next + 1;
        while (last < count && !is_alone(last)) {
            ++last;
        }
        next = run_part(next, last, threads);
    }
    return !is_stopped();
}

std::size_t JobStages::run_part(std::size_t first, std::size_t last, std::size_t threads) {
    return threads <= 1 || last - first <= 1 ? run_alone(first, last) : run_parallel(first, last, threads);
}

std::size_t JobStages::run_alone(std::size_t first, std::size_t last) {
    Batch& only = batch(0);
    const std::size_t most = most_together(last - first, batches_a_thread);
    while (first < last && !is_stopped()) {
        first = fill(only, first, last, most);
        attempt(read, only);
        settle_all(only);
        attempt(write, only);
        in_turn(close, only);
    }
    return first;
}

void JobStages::settle_all(Batch& batch) {
    in_turn(settle, batch);
    settled();
}

std::size_t JobStages::most_together(std::size_t count, std::size_t batches) {
    return std::clamp<std::size_t>(count / (batches * 2), 1, most_neighbours);
}

std::size_t JobStages::fill(Batch& batch, std::size_t first, std::size_t last, std::size_t most) {
    batch.count = 0;
    std::uint64_t bytes = 0;
    do {
        bytes += size(first);
        begin(batch.add(), first++);
    } while (first < last && batch.count < most &&
             size(first) <= most_bytes_together - std::min(bytes, most_bytes_together) && !is_stopped());
    return first;
}

std::size_t JobStages::run_parallel(std::size_t first, std::size_t last, std::size_t threads) {
    namespace tbb = oneapi::tbb;
    // Some inputs take longer than others; a few more batches than there are threads keep everybody busy.
    const std::size_t tokens = threads * batches_a_thread;
    static_cast<void>(batch(tokens - 1));
    const std::size_t most = most_together(last - first, tokens);
    std::size_t next = first;
    std::size_t begun = 0;
    std::atomic<std::uint32_t> begin_baton{0};
    std::atomic<std::uint32_t> settle_baton{0};
    std::atomic<std::uint32_t> close_baton{0};
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena(static_cast<int>(threads));
    using Mode = tbb::filter_mode;
    const auto stages = tbb::make_filter<void, Batch*>(Mode::serial_in_order,
                                                       [&](tbb::flow_control& control) -> Batch* {
                                                           take_stages();
                                                           const Queue queue(begin_baton);
                                                           if (next == last || is_stopped()) {
                                                               control.stop();
                                                               return nullptr;
                                                           }
                                                           // Batches are closed in the order they begin, and never are
                                                           // there more than `tokens` of them.
                                                           Batch& mine = *batches_[begun++ % tokens];
                                                           const Turn turn(mine);
                                                           next = fill(mine, next, last, most);
                                                           return &mine;
                                                       }) &
                        tbb::make_filter<Batch*, Batch*>(Mode::parallel,
                                                         [&](Batch* mine) {
                                                             take_stages();
                                                             const Turn turn(*mine);
                                                             attempt(read, *mine);
                                                             return mine;
                                                         }) &
                        tbb::make_filter<Batch*, Batch*>(Mode::serial_in_order,
                                                         [&](Batch* mine) {
                                                             take_stages();
                                                             const Queue queue(settle_baton);
                                                             const Turn turn(*mine);
                                                             settle_all(*mine);
                                                             return mine;
                                                         }) &
                        tbb::make_filter<Batch*, Batch*>(Mode::parallel,
                                                         [&](Batch* mine) {
                                                             take_stages();
                                                             const Turn turn(*mine);
                                                             attempt(write, *mine);
                                                             return mine;
                                                         }) &
                        tbb::make_filter<Batch*, void>(Mode::serial_in_order, [&](Batch* mine) {
                            take_stages();
                            const Queue queue(close_baton);
                            const Turn turn(*mine);
                            in_turn(close, *mine);
                        });
    // Batches that a failure left between two stages have come back, too.
    const auto take_back = [&] {
        for (const std::unique_ptr<Batch>& each : batches_) {
            static_cast<void>(each->baton.load(std::memory_order_acquire));
        }
        for (const std::atomic<std::uint32_t>* baton : {&begin_baton, &settle_baton, &close_baton}) {
            static_cast<void>(baton->load(std::memory_order_acquire));
        }
    };
    stages_handed_over.fetch_add(1, std::memory_order_release);
    try {
        arena.execute([&] { tbb::parallel_pipeline(tokens, stages); });
    } catch (...) {
        take_back();
        throw;
    }
    take_back();
    return next;
}

}  // namespace tengen::pipeline
