#include "pipeline/job_stages.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tengen::pipeline {
namespace {

using testing::ElementsAreArray;

// Notes which inputs came through which stage.
class JobStagesTest : public testing::TestWithParam<std::size_t> {
protected:
    JobStagesTest() {
        stages_.begin = [this](InputJob& job, std::size_t number) {
            job.begin(number, listed_, 0);
            begun_.push_back(number);
        };
        stages_.read = [this](InputJob& job) {
            if (broken_.contains(job.index)) {
                throw std::runtime_error("input " + std::to_string(job.index));
            }
            note(read_, job);
        };
        stages_.settle = [this](InputJob& job) { settled_.push_back(job.index); };
        stages_.write = [this](InputJob& job) { note(written_, job); };
        stages_.close = [this](InputJob& job) { closed_.push_back(job.index); };
        stages_.size = [this](std::size_t number) { return sizes_[number]; };
        stages_.is_stopped = [this] { return begun_.size() >= stop_behind_; };
        stages_.is_alone = [this](std::size_t number) { return alone_.contains(number); };
        stages_.alone = [this](std::size_t number) {
            EXPECT_EQ(closed_.size(), number) << "inputs before it are not closed";
            begun_.push_back(number);
            settled_.push_back(number);
            closed_.push_back(number);
        };
    }

    void note(std::set<std::size_t>& numbers, const InputJob& job) {
        const std::lock_guard lock(mutex_);
        EXPECT_TRUE(numbers.insert(job.index).second) << job.index << " came twice";
    }

    bool run(std::size_t count, std::uint64_t size) {
        sizes_.assign(count, size);
        return stages_.run(count, GetParam());
    }

    static std::vector<std::size_t> up_to(std::size_t count) {
        std::vector<std::size_t> numbers(count);
        std::iota(numbers.begin(), numbers.end(), std::size_t{0});
        return numbers;
    }

    JobStages stages_;
    ListedInput listed_;
    std::vector<std::uint64_t> sizes_;
    std::set<std::size_t> broken_;
    std::set<std::size_t> alone_;
    std::size_t stop_behind_ = static_cast<std::size_t>(-1);
    std::mutex mutex_;
    std::vector<std::size_t> begun_;
    std::set<std::size_t> read_;
    std::vector<std::size_t> settled_;
    std::set<std::size_t> written_;
    std::vector<std::size_t> closed_;
};

TEST_P(JobStagesTest, EveryInputGoesThroughAllStagesInOrder) {
    for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{5000}, ~std::uint64_t{0}}) {
        for (const std::size_t count : {0U, 1U, 2U, 17U, 1000U}) {
            EXPECT_TRUE(run(count, size));
            for (const std::vector<std::size_t>& numbers : {begun_, settled_, closed_}) {
                EXPECT_THAT(numbers, ElementsAreArray(up_to(count)));
            }
            EXPECT_EQ(read_.size(), count);
            EXPECT_EQ(written_.size(), count);
            begun_.clear(), settled_.clear(), closed_.clear(), read_.clear(), written_.clear();
        }
    }
}

TEST_P(JobStagesTest, BigInputsGoAlone) {
    alone_ = {0, 100, 101, 299};
    EXPECT_TRUE(run(300, 100));
    EXPECT_THAT(closed_, ElementsAreArray(up_to(300)));
    EXPECT_EQ(read_.size(), 296U);
}

TEST_P(JobStagesTest, TheFirstFailureEndsTheRun) {
    broken_ = {150, 151, 170};
    try {
        static_cast<void>(run(1000, 100));
        FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "input 150");
    }
    EXPECT_THAT(settled_, ElementsAreArray(up_to(150)));
    EXPECT_THAT(closed_, ElementsAreArray(up_to(closed_.size())));
}

TEST_P(JobStagesTest, WhatIsBegunIsFinishedWhenItIsStopped) {
    stop_behind_ = 20;
    EXPECT_FALSE(run(1000, 100));
    EXPECT_THAT(closed_, ElementsAreArray(up_to(20)));
    EXPECT_EQ(written_.size(), 20U);
}

// Else an input that takes long would hold up its neighbours while other threads have nothing to do.
TEST_P(JobStagesTest, FewInputsAreSharedByAllThreads) {
    if (GetParam() == 1) {
        return;
    }
    std::atomic<std::size_t> inside{0};
    std::atomic<bool> met{false};
    const auto read = stages_.read;
    stages_.read = [&](InputJob& job) {
        ++inside;
        for (int tries = 0; tries < 2000 && !met; ++tries) {
            met = met || inside >= 2;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        read(job);
        --inside;
    };
    EXPECT_TRUE(run(8, 100));
    EXPECT_TRUE(met);
}

INSTANTIATE_TEST_SUITE_P(Threads, JobStagesTest, testing::Values(1U, 2U, 3U));

}  // namespace
}  // namespace tengen::pipeline
