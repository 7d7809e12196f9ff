#pragma once

#include <optional>
#include <string_view>

namespace tengen::plugins {

/// Gives a reader other files of its record. One thread at a time.
class CompanionProvider {
public:
    CompanionProvider() = default;
    CompanionProvider(const CompanionProvider&) = delete;
    CompanionProvider& operator=(const CompanionProvider&) = delete;
    virtual ~CompanionProvider() = default;

    /// The bytes of a file, followed by at least 64 zero bytes, valid as long as the object; nothing if there is no
    /// such file, it cannot be read, or the name is not plain.
    virtual std::optional<std::string_view> read(std::string_view name) = 0;
};

}  // namespace tengen::plugins
