// Workers that are free at the moment.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tengen::pipeline {

/// Any thread.
template <class Worker>
class WorkerPool {
public:
    /// Call `use` with a worker that nobody else has, one that `make` made if all are in use; one that threw is not
    /// used again.
    template <class Make, class Use>
    void lend(Make&& make, Use&& use) {
        std::unique_ptr<Worker> worker;
        {
            const std::lock_guard lock(mutex_);
            if (!free_.empty()) {
                worker = std::move(free_.back());
                free_.pop_back();
            }
        }
        if (!worker) {
            worker = make();
        }
        use(*worker);
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(worker));
    }

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<Worker>> free_;
};

}  // namespace tengen::pipeline
