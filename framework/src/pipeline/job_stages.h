// The stages that inputs go through, in one thread or in several.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "pipeline/input_job.h"

namespace tengen::pipeline {

/// begin, settle and close are called in the order of the inputs, each by one thread at a time; read and write by
/// several at once. For one input they are called in the order below. What one of them throws comes out of run(), when
/// nothing is running any more; some inputs may then have been settled or written and not closed.
class JobStages {
public:
    std::function<void(InputJob&, std::size_t number)> begin;
    std::function<void(InputJob&)> read;
    std::function<void(InputJob&)> settle;
    /// Behind the last of some neighbours that were settled, before any of them is written.
    std::function<void()> settled = [] {};
    std::function<void(InputJob&)> write;
    std::function<void(InputJob&)> close;
    /// Bytes of an input, as a measure of the work: small ones go from stage to stage together, since handing them over
    /// would take about as long as they do.
    std::function<std::uint64_t(std::size_t number)> size;
    /// Asked before an input is begun.
    std::function<bool()> is_stopped;
    /// Whether an input goes through no stages, since it is too big to be kept, but to `alone`, when all inputs before
    /// it are closed.
    std::function<bool(std::size_t number)> is_alone;
    std::function<void(std::size_t number)> alone;

    /// Take `count` inputs; false if it was stopped before all of them were taken.
    [[nodiscard]] bool run(std::size_t count, std::size_t threads);

private:
    // Neighbours that go through the stages together. They are used again for others, and keep their memory.
    struct Batch {
        std::vector<std::unique_ptr<InputJob>> jobs;
        std::size_t count = 0;  // of the jobs, those in use
        // Says again what the scheduler guarantees (one stage behind the other), in a way that checkers of threads see.
        std::atomic<std::uint32_t> baton{0};

        InputJob& add();
    };
    class Turn;

    /// Take the inputs from `first` to before `last`; comes back with the first one that was not begun.
    std::size_t run_part(std::size_t first, std::size_t last, std::size_t threads);
    std::size_t run_alone(std::size_t first, std::size_t last);
    std::size_t run_parallel(std::size_t first, std::size_t last, std::size_t threads);
    /// Begin inputs from `first` on, at least one; the number behind them.
    std::size_t fill(Batch& batch, std::size_t first, std::size_t last, std::size_t most);
    static void attempt(const std::function<void(InputJob&)>& stage, Batch& batch);
    static void in_turn(const std::function<void(InputJob&)>& stage, Batch& batch);
    void settle_all(Batch& batch);
    /// So many go together if `batches` of them are under way at once: everybody has something to do till the end.
    static std::size_t most_together(std::size_t count, std::size_t batches);
    Batch& batch(std::size_t index);

    std::vector<std::unique_ptr<Batch>> batches_;
};

}  // namespace tengen::pipeline
