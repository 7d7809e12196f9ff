// Writing the catalogue.
#pragma once

#include <array>
#include <optional>

#include <tengen/model/game.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>
#include <tengen/sdk/tree_loss.h>

#include "database.h"
#include "game_rows.h"
#include "temporary_file.h"

namespace tengen::catalogue {

inline constexpr std::array catalogue_options{
    sdk::path_option("add-to", "", "a catalogue whose games are taken over first; a file that is not there is empty")};

/// Builds the database in a temporary file and passes its bytes on when it is complete, so that an output is replaced
/// as a whole or not at all, and never changed in place. The memory does not grow with the number of games.
class CatalogueWriter {
public:
    CatalogueWriter(sdk::Host host, sdk::Sink sink, const sdk::Options& options);

    void put(Game game);
    void finish();

private:
    /// Open the database under construction; its file has no name from then on.
    void open();
    void take_over(const std::string& path);
    void copy(Database& old, const std::string& path);
    /// Do something with the database under construction; if it cannot be done, that is reported and the output given
    /// up.
    template <class Call>
    void build(Call&& call);

    sdk::Host host_;
    sdk::Sink sink_;
    sdk::TreeLoss tree_loss_;
    std::optional<TemporaryFile> file_;
    std::optional<Database> database_;
    std::optional<GameRows> rows_;
};

}  // namespace tengen::catalogue
