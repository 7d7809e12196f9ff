// Workers that are free at the moment.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "pipeline/input_worker.h"

namespace tengen::pipeline {

/// Any thread.
class WorkerPool {
public:
    /// Call `use` with a worker that nobody else has; one that threw is not used again.
    template <class Use>
    void lend(const RunTools& tools, Use&& use) {
        std::unique_ptr<InputWorker> worker;
        {
            const std::lock_guard lock(mutex_);
            if (!free_.empty()) {
                worker = std::move(free_.back());
                free_.pop_back();
            }
        }
        if (!worker) {
            worker = std::make_unique<InputWorker>(tools);
        }
        use(*worker);
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(worker));
    }

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<InputWorker>> free_;
};

}  // namespace tengen::pipeline
