#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <elf.h>
#include <fmt/format.h>

#include "plugins/check_steps.h"
#include "plugins/module.h"

namespace tengen::plugins {

namespace {

constexpr bool is_64 = sizeof(void*) == 8;
using FileHeader = std::conditional_t<is_64, Elf64_Ehdr, Elf32_Ehdr>;
using SectionHeader = std::conditional_t<is_64, Elf64_Shdr, Elf32_Shdr>;
using Symbol = std::conditional_t<is_64, Elf64_Sym, Elf32_Sym>;

constexpr std::size_t most_named = 5;

// Nothing if the bytes do not reach that far.
template <class Record>
bool read_at(std::string_view file, std::uint64_t offset, Record& record) {
    if (offset > file.size() || file.size() - offset < sizeof record) {
        return false;
    }
    std::memcpy(&record, file.data() + offset, sizeof record);
    return true;
}

std::string_view name_at(std::string_view file, const SectionHeader& names, std::uint64_t offset) {
    if (names.sh_offset > file.size() || offset >= names.sh_size || names.sh_size > file.size() - names.sh_offset) {
        return {};
    }
    const std::string_view rest = file.substr(names.sh_offset + offset, names.sh_size - offset);
    return rest.substr(0, rest.find('\0'));
}

bool is_exported(const Symbol& symbol) {
    const unsigned binding = symbol.st_info >> 4;
    const unsigned visibility = symbol.st_other & 3U;
    return symbol.st_shndx != SHN_UNDEF &&
           (binding == STB_GLOBAL || binding == STB_WEAK || binding == STB_GNU_UNIQUE) &&
           (visibility == STV_DEFAULT || visibility == STV_PROTECTED);
}

bool is_of_the_toolchain(std::string_view name) {
    for (const std::string_view known : {"_init", "_fini", "_edata", "_end", "_start"}) {
        if (name == known) {
            return true;
        }
    }
    return name.starts_with("__") && !name.starts_with("__Z");
}

}  // namespace

std::string find_other_exports(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const std::string_view file = bytes;
    FileHeader header{};
    if (!read_at(file, 0, header) || header.e_shentsize != sizeof(SectionHeader)) {
        return "its table of sections cannot be read";
    }
    std::vector<SectionHeader> sections(header.e_shnum);
    for (std::size_t i = 0; i < sections.size(); ++i) {
        if (!read_at(file, header.e_shoff + i * sizeof(SectionHeader), sections[i])) {
            return "its table of sections cannot be read";
        }
    }
    std::vector<std::string> others;
    std::vector<std::string> weak;  // inline functions, most of them of libraries
    for (const SectionHeader& section : sections) {
        if (section.sh_type != SHT_DYNSYM || section.sh_link >= sections.size()) {
            continue;
        }
        for (std::uint64_t at = 0; at + sizeof(Symbol) <= section.sh_size; at += sizeof(Symbol)) {
            Symbol symbol{};
            if (!read_at(file, section.sh_offset + at, symbol)) {
                return "its table of symbols is cut off";
            }
            const std::string_view name = name_at(file, sections[section.sh_link], symbol.st_name);
            if (is_exported(symbol) && name != TENGEN_PLUGIN_SYMBOL && !is_of_the_toolchain(name)) {
                (symbol.st_info >> 4 == STB_WEAK ? weak : others).emplace_back(name);
            }
        }
    }
    others.insert(others.end(), weak.begin(), weak.end());
    if (others.empty()) {
        return {};
    }
    const std::size_t shown = std::min(others.size(), most_named);
    return fmt::format("it exports {} symbols beside its entry: {}{}", others.size(),
                       fmt::join(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                       shown < others.size() ? " ..." : "");
}

}  // namespace tengen::plugins
