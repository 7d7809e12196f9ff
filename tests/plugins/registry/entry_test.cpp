#include "plugins/entry.h"

#include <array>
#include <cstdint>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace tengen::plugins;
using testing::HasSubstr;

constexpr const char* extensions[] = {"x", nullptr};
constexpr const char* choices[] = {"a", "b", nullptr};
constexpr std::uint8_t levels[] = {2, 1, 0};

// A sound entry whose parts a test may spoil.
struct Entry {
    std::array<tengen_option, 2> options{{{"depth", TENGEN_OPTION_INTEGER, "1", nullptr, 0, 9, "how deep"},
                                          {"kind", TENGEN_OPTION_CHOICE, "a", choices, 0, 0, "which"}}};
    tengen_reader reader{};
    tengen_writer writer{};
    std::array<const tengen_reader*, 2> readers{&reader, nullptr};
    std::array<const tengen_writer*, 1> writers{&writer};
    tengen_plugin plugin{};

    Entry() {
        reader.struct_size = sizeof reader;
        reader.format = "x";
        reader.title = "X";
        reader.extensions = extensions;
        reader.options = options.data();
        reader.option_count = 2;
        reader.open = [](const tengen_host*, tengen_text, const tengen_option_value*, std::uint32_t,
                         tengen_reader_instance**) { return TENGEN_FAULT; };
        reader.next = [](tengen_reader_instance*, tengen_game*) { return TENGEN_FAULT; };
        reader.consumed = [](tengen_reader_instance*) { return std::uint64_t{0}; };
        reader.close = [](tengen_reader_instance*) {};
        writer.struct_size = sizeof writer;
        writer.format = "x";
        writer.title = "X";
        writer.extension = "x";
        writer.capabilities = levels;
        writer.capability_count = 3;
        writer.open = [](const tengen_host*, const tengen_sink*, const tengen_option_value*, std::uint32_t,
                         tengen_writer_instance**) { return TENGEN_FAULT; };
        writer.put = [](tengen_writer_instance*, const tengen_game*) { return TENGEN_FAULT; };
        writer.finish = [](tengen_writer_instance*) { return TENGEN_FAULT; };
        writer.close = [](tengen_writer_instance*) {};
        plugin.struct_size = sizeof plugin;
        plugin.id = "org.example.x";
        plugin.version = "1";
        plugin.description = "X";
        plugin.readers = readers.data();
        plugin.reader_count = 1;
        plugin.writers = writers.data();
        plugin.writer_count = 1;
        plugin.error_message = [] { return tengen_text{nullptr, 0}; };
        plugin.get_extension = [](const char*) -> const void* { return nullptr; };
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
};

template <class Spoil>
std::string fault(Spoil&& spoil) {
    Entry entry;
    spoil(entry);
    return validate_entry(entry.plugin);
}

TEST(PluginEntry, ASoundOneIsAccepted) {
    EXPECT_EQ(fault([](Entry&) {}), "");
    EXPECT_EQ(fault([](Entry& e) { e.reader.sniff = nullptr; }), "");
    EXPECT_EQ(fault([](Entry& e) { e.plugin.writer_count = 0; }), "");
    EXPECT_EQ(fault([](Entry& e) { e.plugin.struct_size += 100; }), "") << "members of a later minor version";
    EXPECT_EQ(fault([](Entry& e) { e.plugin.abi_minor += 1; }), "");
}

TEST(PluginEntry, SizesAreChecked) {
    EXPECT_THAT(fault([](Entry& e) { e.plugin.struct_size -= 8; }), HasSubstr("its entry is a structure of 72 bytes"));
    EXPECT_THAT(fault([](Entry& e) { e.reader.struct_size = 0; }), HasSubstr("its reader number 0"));
    EXPECT_THAT(fault([](Entry& e) { e.writer.struct_size = 1; }), HasSubstr("its writer number 0"));
}

TEST(PluginEntry, NamesAreChecked) {
    EXPECT_THAT(fault([](Entry& e) { e.plugin.id = nullptr; }), HasSubstr("no id"));
    EXPECT_THAT(fault([](Entry& e) { e.plugin.id = "a b"; }), HasSubstr("no id"));
    EXPECT_THAT(fault([](Entry& e) { e.plugin.version = ""; }), HasSubstr("no version"));
    EXPECT_THAT(fault([](Entry& e) { e.plugin.description = "two\nlines"; }), HasSubstr("one line"));
    EXPECT_THAT(fault([](Entry& e) { e.reader.format = "X"; }), HasSubstr("no proper format name"));
    EXPECT_THAT(fault([](Entry& e) { e.writer.format = nullptr; }), HasSubstr("no proper format name"));
    EXPECT_THAT(fault([](Entry& e) { e.reader.title = nullptr; }), HasSubstr("no title"));
    EXPECT_THAT(fault([](Entry& e) { e.writer.extension = ".x"; }), HasSubstr("dot"));
    EXPECT_THAT(fault([](Entry& e) { e.reader.extensions = nullptr; }), HasSubstr("extensions"));
}

TEST(PluginEntry, TablesAreChecked) {
    EXPECT_THAT(fault([](Entry& e) { e.plugin.readers = nullptr; }), HasSubstr("not sane"));
    EXPECT_THAT(fault([](Entry& e) { e.plugin.reader_count = 0xFFFFFFFF; }), HasSubstr("not sane"));
    EXPECT_THAT(fault([](Entry& e) { e.plugin.reader_count = 2; }), HasSubstr("number 1 is missing"));
    EXPECT_THAT(fault([](Entry& e) {
                    e.readers[1] = &e.reader;
                    e.plugin.reader_count = 2;
                }),
                HasSubstr("two readers of the format 'x'"));
    EXPECT_THAT(fault([](Entry& e) { e.plugin.reader_count = e.plugin.writer_count = 0; }),
                HasSubstr("neither a reader nor a writer"));
    EXPECT_THAT(fault([](Entry& e) { e.writer.capabilities = nullptr; }), HasSubstr("capabilities"));
    EXPECT_THAT(fault([](Entry& e) { e.writer.capability_count = 1U << 30; }), HasSubstr("capabilities"));
    static constexpr std::uint8_t odd_levels[] = {0, 9};
    EXPECT_THAT(fault([](Entry& e) {
                    e.writer.capabilities = odd_levels;
                    e.writer.capability_count = 2;
                }),
                HasSubstr("'tree' of unknown level 9"));
}

TEST(PluginEntry, FunctionsMustBeThere) {
    EXPECT_THAT(fault([](Entry& e) { e.plugin.error_message = nullptr; }), HasSubstr("error_message"));
    EXPECT_THAT(fault([](Entry& e) { e.reader.open = nullptr; }), HasSubstr("lacks a function"));
    EXPECT_THAT(fault([](Entry& e) { e.reader.consumed = nullptr; }), HasSubstr("lacks a function"));
    EXPECT_THAT(fault([](Entry& e) { e.writer.finish = nullptr; }), HasSubstr("lacks a function"));
}

TEST(PluginEntry, OptionsAreChecked) {
    EXPECT_THAT(fault([](Entry& e) { e.reader.options = nullptr; }), HasSubstr("table of options"));
    EXPECT_THAT(fault([](Entry& e) { e.options[0].name = "Depth"; }), HasSubstr("proper name"));
    EXPECT_THAT(fault([](Entry& e) { e.options[1].name = "depth"; }), HasSubstr("two options 'depth'"));
    EXPECT_THAT(fault([](Entry& e) { e.options[0].help = ""; }), HasSubstr("line of help"));
    EXPECT_THAT(fault([](Entry& e) { e.options[0].default_value = nullptr; }), HasSubstr("without a default"));
    EXPECT_THAT(fault([](Entry& e) { e.options[0].default_value = "10"; }), HasSubstr("between"));
    EXPECT_THAT(fault([](Entry& e) { e.options[0].minimum = 10; }), HasSubstr("above its maximum"));
    EXPECT_THAT(fault([](Entry& e) { e.options[0].type = 17; }), HasSubstr("unknown number 17"));
    EXPECT_THAT(fault([](Entry& e) { e.options[0].type = TENGEN_OPTION_BOOLEAN; }), HasSubstr("true nor false"));
    EXPECT_THAT(fault([](Entry& e) { e.options[1].choices = nullptr; }), HasSubstr("choices"));
    EXPECT_THAT(fault([](Entry& e) { e.options[1].default_value = "c"; }), HasSubstr("none of its choices"));
}

TEST(PluginEntry, NamesOfFormatsAndOptions) {
    for (const char* name : {"a", "sgf", "landman-card", "go4", "a-1-b"}) {
        EXPECT_TRUE(is_name(name)) << name;
    }
    for (const char* name : {"", "-", "a-", "-a", "a--b", "A", "a b", "a_b", "4a", "ä", "a/b", "a.b"}) {
        EXPECT_FALSE(is_name(name)) << name;
    }
    EXPECT_TRUE(is_name(std::string(64, 'a')));
    EXPECT_FALSE(is_name(std::string(65, 'a')));
}

}  // namespace
