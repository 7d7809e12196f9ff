#pragma once

#include <string>
#include <string_view>

#include <tengen/abi/plugin.h>

namespace tengen::plugins {

/// Check the tables of a plugin's entry before anything else reads them: sizes of structures, functions that must be
/// there, names, option tables, capability rows. Empty if all is well, else the first fault, for people. Calls nothing
/// of the plugin. Any thread.
[[nodiscard]] std::string validate_entry(const tengen_plugin& entry);

/// Whether a text may name a format or an option: words of lower-case letters and digits, joined with '-'; at most 64
/// characters, the first one a letter.
[[nodiscard]] bool is_name(std::string_view text) noexcept;

}  // namespace tengen::plugins
