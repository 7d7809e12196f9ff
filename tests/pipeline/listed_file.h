// A file as it is listed before a run.
#pragma once

#include <filesystem>
#include <variant>

#include "io/source.h"

namespace tengen::io {

inline SourceEntry entry_of(const std::filesystem::path& path) {
    Sources sources;
    sources.add_path(path.string());
    return std::get<SourceEntry>(sources.next().value());
}

}  // namespace tengen::io
