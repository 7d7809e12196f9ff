#include "plugins/module.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define BOOST_DLL_USE_STD_FS
#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <vector>

#include <boost/dll/shared_library.hpp>
#include <fmt/format.h>

#include "io/descriptor.h"
#include "plugins/entry.h"

namespace tengen::plugins {

namespace {

// Later major versions that a plugin may have been built for; asking costs nothing.
constexpr int newest_major_to_look_for = 16;

std::uint16_t machine_of_this_process() {
#if defined(__x86_64__)
    return EM_X86_64;
#elif defined(__aarch64__)
    return EM_AARCH64;
#elif defined(__i386__)
    return EM_386;
#elif defined(__arm__)
    return EM_ARM;
#elif defined(__powerpc64__)
    return EM_PPC64;
#elif defined(__riscv)
    return EM_RISCV;
#elif defined(__s390x__)
    return EM_S390;
#else
    return EM_NONE;  // not known: the loader decides
#endif
}

bool read_at(const io::Descriptor& file, std::uint64_t offset, void* to, std::size_t size) {
    return ::pread(file.get(), to, size, static_cast<off_t>(offset)) == static_cast<ssize_t>(size);
}

// The part of Boost's message that names the file and the cause, as the linker said it.
std::string linker_reason(const char* what) {
    constexpr std::string_view before = "(dlerror system message: ";
    std::string_view text = what;
    const std::size_t at = text.find(before);
    if (at == std::string_view::npos) {
        return std::string(text);
    }
    text.remove_prefix(at + before.size());
    // Boost closes the parenthesis and then adds the text of the error code, which says nothing about plugins.
    if (const std::size_t end = text.rfind("):"); end != std::string_view::npos) {
        text = text.substr(0, end);
    } else if (text.ends_with(')')) {
        text.remove_suffix(1);
    }
    return std::string(text);
}

}  // namespace

std::string check_module_file(const std::filesystem::path& path) {
    using ElfHeader = std::conditional_t<sizeof(void*) == 8, Elf64_Ehdr, Elf32_Ehdr>;
    using ProgramHeader = std::conditional_t<sizeof(void*) == 8, Elf64_Phdr, Elf32_Phdr>;
    constexpr unsigned char own_class = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
    constexpr unsigned char own_order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;

    // A pipe that nobody writes to must not be waited for.
    const io::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file) {
        return errno == EACCES ? "cannot be opened for reading" : std::generic_category().message(errno);
    }
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) {
        return std::generic_category().message(errno);
    }
    if (!S_ISREG(status.st_mode)) {
        return "no regular file";
    }
    const auto size = static_cast<std::uint64_t>(status.st_size);
    std::array<unsigned char, EI_NIDENT> ident{};
    if (size < ident.size() || !read_at(file, 0, ident.data(), ident.size()) ||
        std::memcmp(ident.data(), ELFMAG, SELFMAG) != 0) {
        return "no loadable module (it has no ELF header)";
    }
    if (ident[EI_CLASS] != own_class || ident[EI_DATA] != own_order) {
        return "built for another kind of machine (word size or byte order)";
    }
    ElfHeader header{};
    if (size < sizeof header || !read_at(file, 0, &header, sizeof header)) {
        return "cut off inside its ELF header";
    }
    if (machine_of_this_process() != EM_NONE && header.e_machine != machine_of_this_process()) {
        return fmt::format("built for another machine (ELF machine {}, this one is {})", header.e_machine,
                           machine_of_this_process());
    }
    if (header.e_type != ET_DYN) {
        return "no shared object";
    }
    if (header.e_phentsize != sizeof(ProgramHeader) || header.e_phoff > size ||
        std::uint64_t{header.e_phnum} * sizeof(ProgramHeader) > size - header.e_phoff) {
        return "cut off: its table of segments lies beyond the end of the file";
    }
    std::vector<ProgramHeader> segments(header.e_phnum);
    if (!read_at(file, header.e_phoff, segments.data(), segments.size() * sizeof(ProgramHeader))) {
        return "cannot be read";
    }
    bool has_dynamic_section = false;
    for (const ProgramHeader& segment : segments) {
        has_dynamic_section |= segment.p_type == PT_DYNAMIC;
        if (segment.p_type != PT_NULL && (segment.p_offset > size || segment.p_filesz > size - segment.p_offset)) {
            return "cut off: a segment lies beyond the end of the file";
        }
    }
    return has_dynamic_section ? std::string() : "no shared object (nothing in it can be linked)";
}

LoadResult load_module(const std::filesystem::path& file) {
    LoadResult result;
    result.reason = check_module_file(file);
    if (!result.reason.empty()) {
        return result;
    }
    try {
        // NODELETE keeps the module when the library object goes: plugins are never unloaded.
        const auto mode = static_cast<boost::dll::load_mode::type>(static_cast<int>(boost::dll::load_mode::rtld_now) |
                                                                   static_cast<int>(boost::dll::load_mode::rtld_local) |
                                                                   RTLD_NODELETE);
        const boost::dll::shared_library library(file, mode);
        if (!library.has(TENGEN_PLUGIN_SYMBOL)) {
            for (int major = TENGEN_ABI_MAJOR + 1; major <= newest_major_to_look_for; ++major) {
                if (library.has(fmt::format("tengen_plugin_v{}", major))) {
                    result.status = LoadStatus::abi_mismatch;
                    result.reason =
                        fmt::format("built for version {} of the plugin interface; this tengen speaks version {}",
                                    major, TENGEN_ABI_MAJOR);
                    return result;
                }
            }
            result.reason = "no tengen plugin (it does not export " TENGEN_PLUGIN_SYMBOL ")";
            return result;
        }
        const auto& entry = library.get<const tengen_plugin>(TENGEN_PLUGIN_SYMBOL);
        result.reason = validate_entry(entry);
        if (result.reason.empty()) {
            result.status = LoadStatus::loaded;
            result.entry = &entry;
        }
    } catch (const std::exception& error) {
        result.reason = linker_reason(error.what());
    }
    return result;
}

}  // namespace tengen::plugins
