// Writing Dublin Core in XML.
#pragma once

#include <string>
#include <string_view>

#include <tengen/model/game.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>
#include <tengen/sdk/tree_loss.h>

namespace tengen::library {

/// One record a game, with elements of the terms "http://purl.org/dc/terms/"; dates are EDTF level 1.
class DublinCoreWriter {
public:
    DublinCoreWriter(sdk::Host host, sdk::Sink sink, const sdk::Options& options);

    void put(Game game);
    void finish();

private:
    void element(std::string_view name, std::string_view text, std::string_view type = {});

    sdk::Host host_;
    sdk::Sink sink_;
    sdk::TreeLoss tree_loss_;
    std::string text_;
};

}  // namespace tengen::library
