#include "pipeline/job_stages.h"

#include <atomic>
#include <exception>
#include <utility>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

namespace tengen::pipeline {

namespace {

// A job in one stage. The pipeline orders the stages of a job; that is said again by the baton.
class Turn {
public:
    explicit Turn(InputJob& job) : job_(job) { static_cast<void>(job_.baton.load(std::memory_order_acquire)); }
    ~Turn() { job_.baton.fetch_add(1, std::memory_order_release); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    InputJob& job_;
};

// The same for a stage that takes one job at a time.
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

}  // namespace

// Of several inputs that fail at once, the first one ends the run: which one it is does not depend on threads.
void JobStages::attempt(const std::function<void(InputJob&)>& stage, InputJob& job) {
    if (job.error) {
        return;
    }
    try {
        stage(job);
    } catch (...) {
        job.error = std::current_exception();
    }
}

void JobStages::in_turn(const std::function<void(InputJob&)>& stage, InputJob& job) {
    if (job.error) {
        std::rethrow_exception(std::exchange(job.error, nullptr));
    }
    stage(job);
}

InputJob& JobStages::job(std::size_t index) {
    while (jobs_.size() <= index) {
        jobs_.push_back(std::make_unique<InputJob>());
    }
    return *jobs_[index];
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
    InputJob& only = job(0);
    for (; first < last && !is_stopped(); ++first) {
        begin(only, first);
        read(only);
        settle(only);
        write(only);
        close(only);
    }
    return first;
}

std::size_t JobStages::run_parallel(std::size_t first, std::size_t last, std::size_t threads) {
    namespace tbb = oneapi::tbb;
    // Some inputs take longer than others; a few more than there are threads keep everybody busy.
    const std::size_t tokens = threads * 4;
    static_cast<void>(job(tokens - 1));
    std::size_t next = first;
    std::atomic<std::uint32_t> begin_baton{0};
    std::atomic<std::uint32_t> settle_baton{0};
    std::atomic<std::uint32_t> close_baton{0};
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena(static_cast<int>(threads));
    using Mode = tbb::filter_mode;
    const auto stages = tbb::make_filter<void, InputJob*>(Mode::serial_in_order,
                                                          [&](tbb::flow_control& control) -> InputJob* {
                                                              const Queue queue(begin_baton);
                                                              if (next == last || is_stopped()) {
                                                                  control.stop();
                                                                  return nullptr;
                                                              }
                                                              // Jobs are closed in the order they begin, and never are
                                                              // there more than `tokens` of them.
                                                              InputJob& mine = *jobs_[(next - first) % tokens];
                                                              const Turn turn(mine);
                                                              begin(mine, next++);
                                                              return &mine;
                                                          }) &
                        tbb::make_filter<InputJob*, InputJob*>(Mode::parallel,
                                                               [&](InputJob* mine) {
                                                                   const Turn turn(*mine);
                                                                   attempt(read, *mine);
                                                                   return mine;
                                                               }) &
                        tbb::make_filter<InputJob*, InputJob*>(Mode::serial_in_order,
                                                               [&](InputJob* mine) {
                                                                   const Queue queue(settle_baton);
                                                                   const Turn turn(*mine);
                                                                   in_turn(settle, *mine);
                                                                   return mine;
                                                               }) &
                        tbb::make_filter<InputJob*, InputJob*>(Mode::parallel,
                                                               [&](InputJob* mine) {
                                                                   const Turn turn(*mine);
                                                                   attempt(write, *mine);
                                                                   return mine;
                                                               }) &
                        tbb::make_filter<InputJob*, void>(Mode::serial_in_order, [&](InputJob* mine) {
                            const Queue queue(close_baton);
                            const Turn turn(*mine);
                            in_turn(close, *mine);
                        });
    // Jobs that a failure left between two stages have come back, too.
    const auto take_back = [&] {
        for (const std::unique_ptr<InputJob>& each : jobs_) {
            static_cast<void>(each->baton.load(std::memory_order_acquire));
        }
        for (const std::atomic<std::uint32_t>* baton : {&begin_baton, &settle_baton, &close_baton}) {
            static_cast<void>(baton->load(std::memory_order_acquire));
        }
    };
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
