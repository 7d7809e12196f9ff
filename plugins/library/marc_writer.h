// Writing MARC 21 in XML.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/model/game.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>
#include <tengen/sdk/tree_loss.h>

namespace tengen::library {

/// One record a game, fields in the order of their tags.
class MarcWriter {
public:
    MarcWriter(sdk::Host host, sdk::Sink sink, const sdk::Options& options);

    void put(Game game);
    void finish();

private:
    using Subfields = std::vector<std::pair<char, std::string>>;
    void field(std::string_view tag, std::string_view indicators, const Subfields& subfields);
    void foreign(std::string_view tag, std::string_view text);

    sdk::Host host_;
    sdk::Sink sink_;
    sdk::TreeLoss tree_loss_;
    std::string text_;
};

/// A field that has no place in the model, as the extension field that keeps it: both indicators, then for each
/// subfield
/// '$', its code and its text, in which '$' stands twice.
[[nodiscard]] std::string pack_marc_field(std::string_view indicators,
                                          const std::vector<std::pair<char, std::string>>& subfields);
/// False if the text is not in that form.
[[nodiscard]] bool unpack_marc_field(std::string_view text, std::string& indicators,
                                     std::vector<std::pair<char, std::string>>& subfields);

}  // namespace tengen::library
