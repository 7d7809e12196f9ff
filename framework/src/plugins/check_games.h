#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <tengen/abi/plugin.h>
#include <tengen/model/storage.h>

/// Private to this folder: the games that writers are checked with.
namespace tengen::plugins {

struct CheckGame {
    std::string_view name;
    std::shared_ptr<GameStorage> storage;
    tengen_game columns{};                 ///< describes the storage
    std::vector<tengen_feature> features;  ///< a writer that can carry all of these has no reason to lose anything
};

/// Small games of Go: moves and passes, variations, setup and markup, game information, texts in several scripts,
/// unknown properties, other boards, empty nodes, a long line.
[[nodiscard]] std::vector<CheckGame> make_check_games();

/// A copy without what formats state each in its own way (FF, GM, CA, AP, ST, SZ), and the facts made anew.
[[nodiscard]] CheckGame without_technical_properties(Game game);

}  // namespace tengen::plugins
