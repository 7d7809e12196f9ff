// Games that outlive the input they were read from.
#pragma once

#include <tengen/model/game.h>
#include <tengen/model/storage.h>

namespace tengen::cli {

/// A copy of everything a game holds, its text too; positions are left out, they can be computed again.
class GameCopy {
public:
    explicit GameCopy(Game game);
    GameCopy(const GameCopy&) = delete;
    GameCopy& operator=(const GameCopy&) = delete;

    /// Valid as long as this object.
    [[nodiscard]] Game game() const { return Game(columns_); }

private:
    GameStorage storage_;
    tengen_game columns_{};
};

}  // namespace tengen::cli
