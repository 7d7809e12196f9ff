// For whoever reads or writes games without looking at what is said about them.
#pragma once

#include <cstdint>

#include "plugins/session.h"

namespace tengen::bench {

/// Answers nothing.
class NoListener final : public plugins::FindingListener {
public:
    std::uint32_t on_finding(const plugins::Finding&) override { return 0; }
    void on_loss(const plugins::Loss&) override {}
};

}  // namespace tengen::bench
