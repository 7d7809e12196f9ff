// Writing a table.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <tengen/model/game.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>
#include <tengen/sdk/tree_loss.h>

namespace tengen::catalogue {

inline constexpr std::array csv_options{sdk::boolean_option("header", true, "begin with a line of column names")};

/// RFC 4180, UTF-8, lines end with CR LF. Several values in one cell stand between "; ", teams between " & ".
class CsvWriter {
public:
    CsvWriter(sdk::Host host, sdk::Sink sink, const sdk::Options& options);

    void put(Game game);
    void finish();

private:
    void cell(std::string_view text);
    void end_line();

    sdk::Host host_;
    sdk::Sink sink_;
    sdk::TreeLoss tree_loss_;
    bool is_first_cell_ = true;
    std::string buffer_;
};

}  // namespace tengen::catalogue
