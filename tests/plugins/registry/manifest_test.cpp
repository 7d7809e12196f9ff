#include "plugins/manifest.h"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugin_folders.h"

namespace {

using namespace tengen::plugins;
using plugin_test::content_of;
using plugin_test::module;
using testing::HasSubstr;

Manifest sample() {
    Manifest manifest;
    manifest.id = "org.example.x";
    manifest.version = "1.2";
    manifest.description = "Quotes \" and \\ and ä";
    manifest.file = "x.so";
    manifest.readers.push_back({"x",
                                "X files",
                                {"x", "xx"},
                                {{"flag", OptionType::boolean, "true", {}, 0, 0, "a flag"},
                                 {"depth", OptionType::integer, "-1", {}, -9, 9, "a number"},
                                 {"color", OptionType::choice, "b", {"a", "b"}, 0, 0, "a choice"},
                                 {"name", OptionType::text, "", {}, 0, 0, "a text"}}});
    manifest.writers.push_back(
        {"x", "X files", "x", {}, {CapabilityLevel::can, CapabilityLevel::partly, CapabilityLevel::cannot}});
    return manifest;
}

std::string fault(std::string_view json) {
    try {
        (void)parse_manifest(json);
    } catch (const BadManifest& error) {
        return error.what();
    }
    return {};
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(PluginManifest, ComesBackFromItsText) {
    const std::string json = to_json(sample());
    EXPECT_EQ(parse_manifest(json), sample());
    EXPECT_EQ(to_json(parse_manifest(json)), json);
    EXPECT_THAT(json, HasSubstr("\"several-games\": \"can\""));
}

TEST(PluginManifest, KeepsFeaturesThatThisVersionDoesNotKnow) {
    Manifest manifest = sample();
    manifest.writers[0].capabilities.assign(TENGEN_FEATURE_COUNT + 2, CapabilityLevel::partly);
    EXPECT_EQ(parse_manifest(to_json(manifest)), manifest);
    EXPECT_EQ(manifest.writers[0].level(TENGEN_FEATURE_ANY_CHARSET), CapabilityLevel::partly);
    EXPECT_EQ(sample().writers[0].level(TENGEN_FEATURE_ANY_CHARSET), CapabilityLevel::cannot);
}

TEST(PluginManifest, IgnoresMembersOfLaterVersions) {
    const std::string json = replaced(to_json(sample()), "{", "{\"later\": [1, {}],");
    EXPECT_EQ(parse_manifest(json), sample());
}

TEST(PluginManifest, SaysWhatIsWrongAndWhere) {
    const std::string json = to_json(sample());
    EXPECT_THAT(fault(""), HasSubstr("no JSON"));
    EXPECT_THAT(fault("{"), HasSubstr("no JSON"));
    EXPECT_THAT(fault(std::string(10000, '[')), HasSubstr("no JSON"));
    EXPECT_THAT(fault("[]"), HasSubstr("no object"));
    EXPECT_THAT(fault("{}"), HasSubstr("\"id\""));
    EXPECT_THAT(fault(replaced(json, "\"1.2\"", "12")), HasSubstr("/version: is no text"));
    EXPECT_THAT(fault(replaced(json, "\"major\": 1", "\"major\": -1")), HasSubstr("/abi/major"));
    EXPECT_THAT(fault(replaced(json, "\"boolean\"", "\"bool\"")), HasSubstr("/readers/0/options/0/type"));
    EXPECT_THAT(fault(replaced(json, "\"format\": \"x\"", "\"format\": \"X/..\"")), HasSubstr("/readers/0/format"));
    EXPECT_THAT(fault(replaced(json, "\"can\"", "\"yes\"")), HasSubstr("/writers/0/capabilities/several-games"));
    EXPECT_THAT(fault(replaced(json, "\"several-games\"", "\"games\"")), HasSubstr("several-games"));
}

TEST(PluginManifest, EveryCutOfItsTextIsRefused) {
    const std::string json = to_json(sample());
    for (std::size_t size = 0; size + 2 < json.size(); ++size) {
        EXPECT_NE(fault(std::string_view(json).substr(0, size)), "") << size;
    }
}

TEST(PluginManifest, DifferencesAreNamed) {
    EXPECT_EQ(difference(sample(), sample()), "");
    const auto changed = [](auto&& change) {
        Manifest other = sample();
        change(other);
        return difference(sample(), other);
    };
    EXPECT_THAT(changed([](Manifest& m) { m.id = "y"; }), HasSubstr("id"));
    EXPECT_THAT(changed([](Manifest& m) { m.version = "2"; }), HasSubstr("version"));
    EXPECT_THAT(changed([](Manifest& m) { m.abi_minor = 9; }), HasSubstr("1.9"));
    EXPECT_THAT(changed([](Manifest& m) { m.file = "z.so"; }), HasSubstr("z.so"));
    EXPECT_THAT(changed([](Manifest& m) { m.readers.clear(); }), HasSubstr("promises a reader"));
    EXPECT_THAT(changed([](Manifest& m) { m.writers[0].format = "z"; }), HasSubstr("promises a writer"));
    EXPECT_THAT(changed([](Manifest& m) { m.writers.push_back({"z", "", "z", {}, {}}); }), HasSubstr("'z'"));
    EXPECT_THAT(changed([](Manifest& m) { m.readers[0].options.pop_back(); }), HasSubstr("otherwise"));
    EXPECT_THAT(changed([](Manifest& m) { m.writers[0].capabilities[2] = CapabilityLevel::can; }),
                HasSubstr("otherwise"));
}

TEST(PluginManifest, TheBuildMadeOneForTheTemplate) {
    const Manifest manifest = read_manifest(manifest_path(module("move-list")));
    EXPECT_EQ(manifest.id, "org.example.move-list");
    EXPECT_EQ(manifest.file, "move-list.so");
    ASSERT_NE(manifest.find_reader("move-list"), nullptr);
    EXPECT_EQ(manifest.find_reader("sgf"), nullptr);
    ASSERT_NE(manifest.find_writer("move-list"), nullptr);
    EXPECT_EQ(manifest.find_writer("move-list")->level(TENGEN_FEATURE_TREE), CapabilityLevel::partly);
    EXPECT_EQ(to_json(manifest), content_of(manifest_path(module("move-list"))));
}

TEST(PluginManifest, HasAWordForEveryFeature) {
    for (std::uint32_t i = 0; i < TENGEN_FEATURE_COUNT; ++i) {
        EXPECT_THAT(feature_name(i), testing::Not(testing::StartsWith("feature-"))) << i;
    }
    EXPECT_EQ(feature_name(TENGEN_FEATURE_COUNT), "feature-24");
}

}  // namespace
