// What the input side has to say about a file, a folder or a container.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace tengen::io {

// One finding. Its severity is not decided here: it follows from the id and the level of the run.
struct Finding {
    std::string id;                       // e.g. "container.damaged"
    std::string message;                  // one line, UTF-8
    std::string input;                    // the input as shown to the user, UTF-8; empty: the caller knows it
    std::string member;                   // the member of a container it is about, UTF-8; empty: the whole input
    std::optional<std::uint64_t> offset;  // byte offset in the outermost container, from 0

    friend bool operator==(const Finding&, const Finding&) = default;
};

// Called in the thread that calls the function that found something, before that function returns.
using FindingSink = std::function<void(Finding)>;

}  // namespace tengen::io
