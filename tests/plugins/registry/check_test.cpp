#include "plugins/check.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugin_folders.h"

namespace {

using namespace tengen::plugins;
using plugin_test::Folders;
using plugin_test::module;
using plugin_test::write;
using testing::HasSubstr;

// A check that is quick enough for every run of the tests.
CheckOptions quick() {
    CheckOptions options;
    options.mutations = 20;
    options.most_cuts = 40;
    options.seconds = 20;
    return options;
}

std::string failures(const CheckReport& report) {
    std::string text;
    for (const CheckStep& step : report.steps) {
        if (!step.passed) {
            text += step.subject + " " + step.name + ": " + step.detail + "\n";
        }
    }
    return text;
}

TEST(PluginCheck, TheTemplatePasses) {
    const CheckReport report = check_plugin(module("move-list"), quick());
    EXPECT_TRUE(report.passed()) << failures(report);
    EXPECT_EQ(failures(report), "");
    EXPECT_EQ(report.steps.size(), 3U + 6U + 11U + 1U);
}

TEST(PluginCheck, SamplesOfTheUserAreUsed) {
    const Folders folders;
    write(folders.root() / "good.moves", "B D4\nnonsense\n");
    write(folders.root() / "bad.moves", "");
    CheckOptions options = quick();
    options.samples = {folders.root() / "good.moves"};
    EXPECT_EQ(failures(check_plugin(module("move-list"), options)), "");
    options.samples = {folders.root() / "bad.moves"};
    EXPECT_THAT(failures(check_plugin(module("move-list"), options)), HasSubstr("bad.moves: it finds no game"));
    options.samples = {folders.root() / "missing.moves"};
    EXPECT_THROW((void)check_plugin(module("move-list"), options), std::system_error);
}

TEST(PluginCheck, AManifestMustBeThereAndTrue) {
    const Folders folders;
    const auto file = folders.install("move-list", folders.root(), false);
    EXPECT_THAT(failures(check_plugin(file, quick())), HasSubstr("plugin manifest: move-list.tengen-plugin.json"));
    std::string text = plugin_test::content_of(manifest_path(module("move-list")));
    write(manifest_path(file), text.replace(text.find("1.0.0"), 5, "1.0.1"));
    EXPECT_THAT(failures(check_plugin(file, quick())), HasSubstr("version '1.0.1'"));
}

TEST(PluginCheck, WhatDoesNotLoadIsNotAskedFurther) {
    for (const std::string_view name : {"no-symbol", "bad-entry", "next-major", "unresolved"}) {
        const CheckReport report = check_plugin(module(name), quick());
        EXPECT_FALSE(report.passed()) << name;
        ASSERT_EQ(report.steps.size(), 1U) << name;
        EXPECT_EQ(report.steps[0].name, "entry");
        EXPECT_NE(report.steps[0].detail, "");
    }
}

TEST(PluginCheck, OtherExportsAreFound) {
    // A module whose entry is good and that also exports a function; the build of test modules makes it so.
    EXPECT_THAT(failures(check_plugin(module("leaky"), quick())), HasSubstr("function_that_leaks"));
}

TEST(PluginCheck, EveryBrokenPromiseIsFound) {
    CheckOptions options = quick();
    options.seconds = 5;
    const CheckReport report = check_plugin(module("breaker"), options);
    std::map<std::string, std::string> found;
    for (const CheckStep& step : report.steps) {
        if (!step.passed) {
            found[step.subject] += step.name + ": " + step.detail + "\n";
        }
    }
    EXPECT_EQ(found["reader good"], "");
    EXPECT_EQ(found["writer good"], "");
    EXPECT_THAT(found["reader crash"], HasSubstr("samples: crashed with signal 6"));
    EXPECT_THAT(found["reader exit"], HasSubstr("samples: ended the process with exit code 0"));
    EXPECT_THAT(found["reader hang"], HasSubstr("utf8: did not end within 5 s"));
    EXPECT_THAT(found["reader chance"], HasSubstr("deterministic: "));
    EXPECT_THAT(found["writer chance"], HasSubstr("deterministic: "));
    EXPECT_THAT(found["reader bad-utf8"], HasSubstr("utf8: "));
    EXPECT_THAT(found["writer bad-utf8"], HasSubstr("output: moves: the output is not UTF-8"));
    EXPECT_THAT(found["reader far-offset"], HasSubstr("points at byte"));
    EXPECT_THAT(found["reader endless"], HasSubstr("more games than the input has bytes"));
    EXPECT_THAT(found["reader silent-loss"], HasSubstr("round-trip: "));
    EXPECT_THAT(found["reader silent-loss"], HasSubstr("no loss was reported"));
    EXPECT_THAT(found["reader stale"], HasSubstr("reopen: "));
    EXPECT_THAT(found["reader no-sniff"], HasSubstr("sniff: "));
}

TEST(PluginCheck, ThrowingReadersFail) {
    const CheckReport report = check_plugin(module("thrower"), quick());
    EXPECT_THAT(failures(report), HasSubstr("reader throws"));
}

TEST(PluginCheck, ProgressIsTold) {
    std::vector<std::string> heard;
    const CheckReport report =
        check_plugin(module("move-list"), quick(), [&heard](const CheckStep& step) { heard.push_back(step.name); });
    ASSERT_EQ(heard.size(), report.steps.size());
    EXPECT_EQ(heard.front(), "entry");
    EXPECT_EQ(heard.back(), "round-trip");
}

}  // namespace
