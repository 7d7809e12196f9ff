#include "plugins/module.h"

#include <filesystem>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "plugin_folders.h"

namespace {

using namespace tengen::plugins;
using plugin_test::content_of;
using plugin_test::Folders;
using plugin_test::module;
using plugin_test::write;
using testing::HasSubstr;

TEST(PluginModule, AGoodOneIsLoaded) {
    const LoadResult result = load_module(module("move-list"));
    ASSERT_EQ(result.status, LoadStatus::loaded) << result.reason;
    EXPECT_STREQ(result.entry->id, "org.example.move-list");
    EXPECT_EQ(load_module(module("move-list")).entry, result.entry) << "it is never unloaded";
}

TEST(PluginModule, ReasonsAreGiven) {
    const auto reason = [](std::string_view name, LoadStatus status = LoadStatus::failed) {
        const LoadResult result = load_module(module(name));
        EXPECT_EQ(result.status, status) << name;
        EXPECT_EQ(result.entry, nullptr) << name;
        return result.reason;
    };
    EXPECT_THAT(reason("no-symbol"), HasSubstr("tengen_plugin_v1"));
    EXPECT_THAT(reason("next-major", LoadStatus::abi_mismatch), HasSubstr("version 2 of the plugin interface"));
    EXPECT_THAT(reason("unresolved"), HasSubstr("function_that_does_not_exist")) << "what the linker says";
    EXPECT_THAT(reason("bad-entry"), HasSubstr("function"));
    EXPECT_THAT(reason("not-there"), HasSubstr("No such file"));
}

TEST(PluginModule, FilesThatAreNoModulesAreRefusedBeforeTheyAreMapped) {
    const Folders folders;
    const std::filesystem::path file = folders.root() / "x.so";
    write(file, "just a text\n");
    EXPECT_THAT(load_module(file).reason, HasSubstr("no ELF header"));
    write(file, "");
    EXPECT_THAT(load_module(file).reason, HasSubstr("no ELF header"));
    const std::filesystem::path fifo = folders.root() / "fifo.so";
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    EXPECT_THAT(load_module(fifo).reason, HasSubstr("regular file"));
    EXPECT_THAT(load_module(folders.folder("folder.so")).reason, HasSubstr("regular file"));
}

TEST(PluginModule, OtherMachinesAreNamed) {
    const Folders folders;
    const std::filesystem::path file = folders.root() / "x.so";
    std::string bytes = content_of(module("no-symbol"));
    ASSERT_GT(bytes.size(), 64U);
    std::string other = bytes;
    other[4] = static_cast<char>(other[4] == 1 ? 2 : 1);  // EI_CLASS
    write(file, other);
    EXPECT_THAT(load_module(file).reason, HasSubstr("another kind of machine"));
    other = bytes;
    other[18] = '\x2A';  // e_machine: SuperH
    other[19] = 0;
    write(file, other);
    EXPECT_THAT(load_module(file).reason, HasSubstr("another machine"));
    other = bytes;
    other[16] = 1;  // e_type: an object file
    write(file, other);
    EXPECT_THAT(load_module(file).reason, HasSubstr("no shared object"));
}

TEST(PluginModule, ACutModuleIsRefusedOrHarmless) {
    const Folders folders;
    const std::filesystem::path file = folders.root() / "x.so";
    const std::string bytes = content_of(module("no-symbol"));
    int refused = 0;
    for (std::size_t size = 0; size < bytes.size(); size += size < 4096 ? 61 : 997) {
        write(file, bytes.substr(0, size));
        if (!check_module_file(file).empty()) {
            ++refused;
            EXPECT_EQ(load_module(file).status, LoadStatus::failed) << size;
        }
    }
    EXPECT_GT(refused, 60);
    write(file, bytes);
    EXPECT_EQ(check_module_file(file), "");
    // What is left when only the section headers are gone, which nobody needs for running, is as good as whole.
}

}  // namespace
