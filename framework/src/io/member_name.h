// Names of members of containers, judged before anything is done with them.
#pragma once

#include <string>
#include <string_view>

namespace tengen::io {

enum class NameFault {
    none,
    empty,            // nothing, or blanks only
    absolute,         // begins with a separator
    parent,           // a part ".."
    drive_or_scheme,  // C:.., file:..
    home,             // begins with ~
    control,          // control character
    backslash,        // the other separator
    trailing,         // a part that ends in a dot or a blank
    device,           // CON, NUL and their like
    folder,           // a separator where a plain name was asked for; the name is harmless otherwise
};

// The rule of RGF for names of attached files (RGF text, "Source"): a plain name that stays in its folder on every
// system. With `folders_allowed`, as in a zip of records, every part between '/' is judged by the rule. The name is
// UTF-8. `folder` is only reported if nothing worse is wrong.
NameFault judge_member_name(std::string_view name, bool folders_allowed) noexcept;

// Half a sentence for messages: "leaves its folder". Empty for `none`.
std::string_view describe(NameFault fault) noexcept;

// The names by which Windows reaches devices whatever the folder and the extension: CON, PRN, AUX, NUL, COM1.., LPT1..
bool is_device_name(std::string_view name) noexcept;

}  // namespace tengen::io
