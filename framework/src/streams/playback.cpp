#include "streams/playback.h"

namespace tengen::streams {

void Playback::seek(const Instant& instant) {
    const std::uint32_t wanted = timeline_.moments_until(instant, state_.moments());
    while (state_.moments() < wanted) {
        state_.apply_next();
    }
    while (state_.moments() > wanted) {
        state_.take_back_last();
    }
}

bool Playback::advance() {
    if (state_.moments() == timeline_.moments().size()) {
        return false;
    }
    state_.apply_next();
    return true;
}

bool Playback::reverse() {
    if (state_.moments() == 1) {
        return false;
    }
    state_.take_back_last();
    return true;
}

}  // namespace tengen::streams
