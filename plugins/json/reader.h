// The reader of JSON documents.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include <boost/json/basic_parser.hpp>

#include <tengen/abi/plugin.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>

#include "document_handler.h"

namespace tengen::json {

inline constexpr std::array<tengen_option, 0> reader_options{};

/// How sure it is that this is a document of the format; see tengen_reader::sniff.
[[nodiscard]] std::uint32_t sniff(std::string_view head, std::string_view name);

/// Reads one document, or several behind each other (JSON lines are that), a game at a time: the parser is stopped
/// behind every game and set up again where it was, so only the game that is being read takes memory. The same is done
/// around runs of plain nodes, which do not need a parser. One thread at a time.
class JsonReader {
public:
    JsonReader(sdk::Host host, std::string_view bytes, const sdk::Options& options);

    /// Throws sdk::GiveUp.
    bool next(tengen_game& game);
    [[nodiscard]] std::uint64_t consumed() const { return static_cast<std::uint64_t>(position_ - begin_); }

private:
    struct SyntaxError {
        const char* place;
        boost::json::error_code error;
    };

    /// Parse until a game is complete, a document ends, or an error.
    void parse();
    void restore_state();
    /// Whether more of the document can come before the next game, so that the last one must wait for it.
    [[nodiscard]] bool is_at_tail() const;
    [[noreturn]] void refuse(const SyntaxError& error);

    const char* begin_;
    const char* position_;
    const char* end_;
    boost::json::basic_parser<DocumentHandler> parser_;
    bool has_document_ = false;
    std::optional<SyntaxError> error_;
};

}  // namespace tengen::json
