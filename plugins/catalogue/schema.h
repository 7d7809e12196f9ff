// Tables of the catalogue; docs/catalogue.md describes them.
#pragma once

#include <cstdint>

namespace tengen::catalogue {

/// PRAGMA application_id: "TGNC".
inline constexpr std::int64_t application_id = 0x54474E43;
/// PRAGMA user_version.
inline constexpr std::int64_t schema_version = 1;

/// Makes an empty catalogue of an empty database.
extern const char* const schema;

}  // namespace tengen::catalogue
