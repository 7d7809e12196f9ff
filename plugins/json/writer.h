// The writer of JSON documents.
#pragma once

#include <array>
#include <set>
#include <string>
#include <string_view>

#include <tengen/model/game.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>

#include "output_buffer.h"

namespace tengen::json {

inline constexpr const char* const details[] = {"full", "info", "moves", nullptr};

inline constexpr std::array<tengen_option, 3> writer_options{
    sdk::boolean_option("lines", false, "JSON lines: one game a line, each line a document of its own"),
    sdk::choice_option("detail", "full", details,
                       "full: everything; info: header and game information; moves: a plain list of moves, which is "
                       "not read back"),
    sdk::integer_option("indent", "0", 0, 8, "blanks a level; 0 writes no white space but a line break a game")};

/// One document: {"format":"go-record","version":1,"collection":{"games":[...]}}, or with the option "lines" one
/// {"format":"go-record","version":1,"game":{...}} a line. One thread at a time.
class JsonWriter {
public:
    /// Throws sdk::BadOption.
    JsonWriter(sdk::Host host, sdk::Sink sink, const sdk::Options& options);

    /// Throws sdk::SinkRefused.
    void put(Game game);
    void finish();

private:
    enum class Kind { full, info, moves };

    void begin_document();

    sdk::Host host_;
    bool lines_;
    Kind kind_;
    OutputBuffer out_;
    std::size_t games_ = 0;
    // Members of the document and of its collection that the games brought along.
    std::string document_members_;
    std::string collection_members_;
    std::set<std::string, std::less<>> document_keys_;
    std::set<std::string, std::less<>> collection_keys_;
};

}  // namespace tengen::json
