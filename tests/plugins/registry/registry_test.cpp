#include "plugins/registry.h"

#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugin_folders.h"

namespace {

using namespace tengen::plugins;
using plugin_test::content_of;
using plugin_test::Folders;
using plugin_test::write;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

ScanOptions paths(std::vector<std::filesystem::path> list) {
    ScanOptions options;
    options.option_paths = std::move(list);
    return options;
}

std::vector<std::string> ids(const std::vector<PluginFinding>& findings) {
    std::vector<std::string> result;
    for (const PluginFinding& finding : findings) {
        result.push_back(finding.id + " " + finding.file.filename().string());
    }
    return result;
}

template <class Offers>
std::vector<std::string> formats(const Offers& offers) {
    std::vector<std::string> result;
    for (const auto& offer : offers) {
        result.push_back(offer.info.format);
    }
    return result;
}

void replace_in(const std::filesystem::path& file, std::string_view from, std::string_view to) {
    std::string text = content_of(file);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    write(file, text.replace(at, from.size(), to));
}

TEST(PluginRegistry, ManifestsSpeakWithoutLoading) {
    const Folders folders;
    const auto folder = folders.folder("plugins");
    folders.install("move-list", folder);
    folders.install("thrower", folder);
    Registry registry = Registry::scan(paths({folder}));
    EXPECT_THAT(formats(registry.readers()), ElementsAre("move-list", "throws"));
    EXPECT_THAT(formats(registry.writers()), ElementsAre("move-list", "throws"));
    EXPECT_EQ(registry.reader_info("move-list")->extensions, std::vector<std::string>{"moves"});
    EXPECT_EQ(registry.writer_info("move-list")->options.size(), 2U);
    EXPECT_THAT(registry.readers_of_extension("MOVES"), ElementsAre("move-list"));
    EXPECT_THAT(registry.readers_of_extension(""), IsEmpty());
    EXPECT_THAT(registry.writers_of_extension("throws"), ElementsAre("throws"));
    for (const PluginInfo& plugin : registry.plugins(true)) {
        EXPECT_FALSE(plugin.loaded) << plugin.file;
        EXPECT_EQ(plugin.state, PluginState::active);
        EXPECT_EQ(plugin.origin, Origin::option);
    }
    EXPECT_THAT(registry.take_findings(), IsEmpty());
}

TEST(PluginRegistry, LoadsOnlyWhatIsWanted) {
    const Folders folders;
    const auto folder = folders.folder("plugins");
    folders.install("move-list", folder);
    folders.install("thrower", folder);
    Registry registry = Registry::scan(paths({folder}));
    const auto reader = registry.find_reader("move-list");
    ASSERT_TRUE(reader);
    EXPECT_STREQ(reader->reader->format, "move-list");
    EXPECT_STREQ(reader->entry->id, "org.example.move-list");
    ASSERT_TRUE(registry.find_writer("move-list"));
    const std::vector<PluginInfo> plugins = registry.plugins(false);
    ASSERT_EQ(plugins.size(), 2U);
    EXPECT_TRUE(plugins[0].loaded);
    EXPECT_FALSE(plugins[1].loaded);
    EXPECT_FALSE(registry.find_reader("sgf"));
}

TEST(PluginRegistry, AModuleWithoutManifestIsAskedItself) {
    const Folders folders;
    folders.install("move-list", folders.folder("plugins"), false);
    Registry registry = Registry::scan(paths({folders.folder("plugins")}));
    EXPECT_THAT(formats(registry.readers()), ElementsAre("move-list"));
    EXPECT_TRUE(registry.find_reader("move-list"));
    EXPECT_TRUE(registry.plugins(true).at(0).loaded);
    EXPECT_THAT(registry.take_findings(), IsEmpty());
}

TEST(PluginRegistry, BadFilesLeaveTheOthersUsable) {
    const Folders folders;
    const auto folder = folders.folder("plugins");
    folders.install("move-list", folder);
    for (const char* name : {"next-major", "no-symbol", "bad-entry", "unresolved"}) {
        folders.install(name, folder);
    }
    write(folder / "text.so", "hello\n");
    write(folder / "cut.so", content_of(plugin_test::module("thrower")).substr(0, 1000));
    Registry registry = Registry::scan(paths({folder}));
    EXPECT_TRUE(registry.find_reader("move-list"));
    EXPECT_FALSE(registry.find_reader("throws"));
    EXPECT_THAT(ids(registry.take_findings()),
                UnorderedElementsAre("plugin.load-failed bad-entry.so", "plugin.load-failed cut.so",
                                     "plugin.abi-mismatch next-major.so", "plugin.load-failed no-symbol.so",
                                     "plugin.load-failed text.so", "plugin.load-failed unresolved.so"));
    EXPECT_THAT(registry.take_findings(), IsEmpty()) << "every finding once";
    EXPECT_EQ(registry.plugins(false).size(), 1U);
    int rejected = 0;
    for (const PluginInfo& plugin : registry.plugins(true)) {
        rejected += plugin.state == PluginState::rejected ? 1 : 0;
        EXPECT_EQ(plugin.reason.empty(), plugin.state == PluginState::active) << plugin.file;
    }
    EXPECT_EQ(rejected, 6);
}

TEST(PluginRegistry, TheFirstInSearchOrderWins) {
    const Folders folders;
    folders.install("rival", folders.folder("first"));
    folders.install("move-list", folders.folder("second"));
    folders.install("rival", folders.folder("third"));
    Registry registry =
        Registry::scan(paths({folders.folder("first"), folders.folder("second"), folders.folder("third")}));
    EXPECT_EQ(registry.reader_info("move-list")->title, "Move list, read by the rival");
    EXPECT_STREQ(registry.find_reader("move-list")->entry->id, "org.example.rival");
    EXPECT_STREQ(registry.find_writer("move-list")->entry->id, "org.example.move-list");
    const std::vector<PluginInfo> plugins = registry.plugins(true);
    ASSERT_EQ(plugins.size(), 3U);
    EXPECT_EQ(plugins[1].state, PluginState::active) << "its writer is in use";
    EXPECT_EQ(plugins[2].state, PluginState::shadowed);
    EXPECT_THAT(plugins[2].reason, HasSubstr(plugins[0].file.string()));
    const std::vector<PluginFinding> findings = registry.take_findings();
    EXPECT_THAT(ids(findings), ElementsAre("plugin.duplicate-name move-list.so", "plugin.duplicate-name rival.so"));
    EXPECT_THAT(findings[0].message, HasSubstr("reader of the format 'move-list'"));
}

TEST(PluginRegistry, ThePluginsOfAnInstallationBehindTheProgramsOwnAreNoNews) {
    const Folders folders;
    folders.install("move-list", folders.folder("prefix/lib/tengen/plugins"));
    folders.install("move-list", folders.folder("installed"));
    ScanOptions options;
    options.program = folders.folder("prefix/bin") / "tengen";
    options.installation_directory = folders.folder("installed");
    Registry registry = Registry::scan(options);
    EXPECT_EQ(registry.plugins(true).size(), 2U);
    EXPECT_EQ(registry.plugins(true).at(1).state, PluginState::shadowed);
    EXPECT_THAT(registry.take_findings(), IsEmpty());

    options.environment_path = folders.folder("prefix/lib/tengen/plugins").string();
    Registry overridden = Registry::scan(options);
    EXPECT_EQ(overridden.readers().size(), 1U);
    EXPECT_THAT(ids(overridden.take_findings()), ElementsAre("plugin.duplicate-name move-list.so"));
}

TEST(PluginRegistry, ABrokenManifestRejectsItsPlugin) {
    const Folders folders;
    const auto file = folders.install("move-list", folders.folder("plugins"));
    write(manifest_path(file), "{\"id\": ");
    Registry registry = Registry::scan(paths({folders.folder("plugins")}));
    EXPECT_FALSE(registry.find_reader("move-list"));
    const std::vector<PluginFinding> findings = registry.take_findings();
    ASSERT_THAT(ids(findings), ElementsAre("plugin.load-failed move-list.so"));
    EXPECT_THAT(findings[0].message, HasSubstr("move-list.tengen-plugin.json"));
}

TEST(PluginRegistry, ALyingManifestIsFoundOutAtLoad) {
    const Folders folders;
    const auto file = folders.install("thrower", folders.folder("first"));
    replace_in(manifest_path(file), "\"format\": \"throws\"", "\"format\": \"move-list\"");
    folders.install("move-list", folders.folder("second"));
    Registry registry = Registry::scan(paths({folders.folder("first"), folders.folder("second")}));
    EXPECT_EQ(registry.reader_info("move-list")->title, "Throws") << "nobody looked yet";
    const auto reader = registry.find_reader("move-list");
    ASSERT_TRUE(reader) << "the next one steps in";
    EXPECT_STREQ(reader->entry->id, "org.example.move-list");
    EXPECT_EQ(registry.plugins(true).at(0).state, PluginState::rejected);
    EXPECT_THAT(registry.plugins(true).at(0).reason, HasSubstr("promises a reader of the format 'move-list'"));
    EXPECT_THAT(ids(registry.take_findings()), testing::Contains("plugin.load-failed thrower.so"));
}

TEST(PluginRegistry, AManifestOfAnotherFileIsRefusedUnread) {
    const Folders folders;
    const auto file = folders.install("move-list", folders.folder("plugins"));
    std::filesystem::rename(file, folders.folder("plugins") / "other.so");
    std::filesystem::rename(manifest_path(file), folders.folder("plugins") / "other.tengen-plugin.json");
    Registry registry = Registry::scan(paths({folders.folder("plugins")}));
    EXPECT_THAT(registry.readers(), IsEmpty());
    EXPECT_THAT(registry.plugins(true).at(0).reason, HasSubstr("'move-list.so'"));
    EXPECT_FALSE(registry.plugins(true).at(0).loaded);
}

TEST(PluginRegistry, AManifestOfAnotherMajorVersionIsEnough) {
    const Folders folders;
    const auto file = folders.install("move-list", folders.folder("plugins"));
    replace_in(manifest_path(file), "\"major\": 1", "\"major\": 2");
    Registry registry = Registry::scan(paths({folders.folder("plugins")}));
    EXPECT_FALSE(registry.find_writer("move-list"));
    EXPECT_THAT(ids(registry.take_findings()), ElementsAre("plugin.abi-mismatch move-list.so"));
    EXPECT_FALSE(registry.plugins(true).at(0).loaded);
}

TEST(PluginRegistry, ListingMayLoadEverything) {
    const Folders folders;
    const auto folder = folders.folder("plugins");
    const auto file = folders.install("move-list", folder);
    write(file, "not a module any more");
    folders.install("rival", folder);
    Registry registry = Registry::scan(paths({folder}));
    EXPECT_EQ(registry.plugins(true).at(0).state, PluginState::active);
    const std::vector<PluginInfo> plugins = registry.plugins(true, true);
    EXPECT_EQ(plugins[0].state, PluginState::rejected);
    EXPECT_EQ(plugins[1].state, PluginState::active);
    EXPECT_TRUE(plugins[1].loaded);
    EXPECT_EQ(registry.reader_info("move-list")->title, "Move list, read by the rival");
}

TEST(PluginRegistry, WhatIsMissingIsExplained) {
    const Folders folders;
    const auto folder = folders.folder("plugins");
    folders.install("move-list", folder);
    folders.install("no-symbol", folder);
    ScanOptions options = paths({folder, folders.root() / "nowhere"});
    options.environment_path = "relative";
    Registry registry = Registry::scan(options);
    EXPECT_FALSE(registry.find_reader("move-lisp"));
    const MissingPlugin missing = registry.missing_reader("move-lisp");
    EXPECT_EQ(missing.message(), "no plugin reads the format 'move-lisp'; did you mean 'move-list'?");
    EXPECT_THAT(missing.known, ElementsAre("move-list"));
    EXPECT_EQ(missing.places.size(), 3U);
    ASSERT_EQ(missing.refused.size(), 1U);
    EXPECT_EQ(missing.refused[0].file, folder / "no-symbol.so");
    const std::string details = missing.details();
    EXPECT_THAT(details, HasSubstr("looked at " + folder.string() + " (--plugin-path)"));
    EXPECT_THAT(details, HasSubstr("nowhere (--plugin-path): does not exist"));
    EXPECT_THAT(details, HasSubstr("relative (TENGEN_PLUGIN_PATH): is no absolute path"));
    EXPECT_THAT(details, HasSubstr("refused " + (folder / "no-symbol.so").string() + ": no tengen plugin"));
    EXPECT_THAT(registry.missing_writer("xml").message(), HasSubstr("writes the format 'xml'; known: move-list"));
}

TEST(PluginRegistry, AnEmptyOneAnswersAllTheSame) {
    Registry registry = Registry::scan({});
    EXPECT_FALSE(registry.find_reader("sgf"));
    EXPECT_THAT(registry.readers(), IsEmpty());
    EXPECT_THAT(registry.sniff("(;", "x.sgf"), IsEmpty());
    EXPECT_EQ(registry.missing_reader("sgf").message(), "no plugin reads the format 'sgf'");
    EXPECT_EQ(registry.missing_reader("sgf").details(), "");
}

TEST(PluginRegistry, ContentIsSniffed) {
    const Folders folders;
    const auto folder = folders.folder("plugins");
    folders.install("move-list", folder);
    folders.install("thrower", folder);
    Registry registry = Registry::scan(paths({folder}));
    const std::vector<SniffResult> found = registry.sniff("B D4\nW Q16\n", "game.txt");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].format, "move-list");
    EXPECT_EQ(found[0].score, 90U);
    EXPECT_FALSE(found.front().fits_name);
    EXPECT_TRUE(registry.sniff("B D4\nW Q16\n", "game.MOVES").front().fits_name);
    EXPECT_THAT(registry.sniff("(;GM[1])", ""), IsEmpty());
    EXPECT_THAT(registry.sniff("", "x.moves").size(), 1U);

    folders.install("rival", folder);
    Registry with_rival = Registry::scan(paths({folder}));
    const std::vector<SniffResult> both = with_rival.sniff("B D4\n", "game.txt");
    ASSERT_EQ(both.size(), 2U);
    EXPECT_EQ(both[0].format, "rival");
    EXPECT_EQ(both[0].score, 100U) << "more than sure is not possible";
}

TEST(PluginRegistry, ManyThreadsMayAskAtOnce) {
    const Folders folders;
    const auto folder = folders.folder("plugins");
    for (const char* name : {"move-list", "thrower", "rival", "no-symbol", "next-major"}) {
        folders.install(name, folder);
    }
    Registry registry = Registry::scan(paths({folder}));
    std::atomic<int> found = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&registry, &found, i] {
            found += registry.find_reader(i % 2 == 0 ? "move-list" : "throws") ? 1 : 0;
            found += registry.find_writer("move-list") ? 1 : 0;
            found += registry.readers().size() == 3 ? 1 : 0;
            found += registry.sniff("B D4\n", "").size() == 2 ? 1 : 0;
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(found, 32);
}

}  // namespace
