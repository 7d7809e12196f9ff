// Which of the names of a file counts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>

#include <boost/unordered/unordered_flat_map.hpp>

#include "io/file_id.h"
#include "io/source.h"

namespace tengen::io {

// Chooses one of several names of a file: the first, or the first that leads through no symbolic link. Hard links are
// files of their own. One thread at a time.
class NameChoice {
public:
    // Entries by the numbers under which they were offered.
    struct Double {
        std::size_t left_out;
        std::size_t kept;
    };
    // The names of a file are compared as long as the file is wanted for the same `use`; otherwise the first one stays.
    // Two numbers if the file is known.
    std::optional<Double> offer(const SourceEntry& entry, std::size_t number, std::size_t use = 0);

private:
    struct Chosen {
        std::size_t number;
        std::size_t use;
        bool is_linked;
    };
    // What was chosen for the file; nullptr if it was not known, and is `first` now.
    Chosen* find(const SourceEntry& entry, const Chosen& first);

    boost::unordered_flat_map<FileId, Chosen, FileIdHash> files_;
    std::unordered_map<std::string, Chosen> names_;  // of files that have several, and of standard input
};

}  // namespace tengen::io
