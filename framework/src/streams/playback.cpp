#include "streams/playback.h"

namespace tengen::streams {

void Playback::seek(const Instant& instant) {
    const auto moments = timeline_.moments();
    while (state_.moments() < moments.size() && moments[state_.moments()].instant <= instant) {
        state_.apply_next();
    }
    while (state_.moments() > 1 && moments[state_.moments() - 1].instant > instant) {
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
