#include "plugins/search.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugin_folders.h"

namespace {

using namespace tengen::plugins;
using plugin_test::Folders;
using plugin_test::write;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Origin> origins(const std::vector<SearchPlace>& places) {
    std::vector<Origin> result;
    for (const SearchPlace& place : places) {
        result.push_back(place.origin);
    }
    return result;
}

// The current directory for one scope.
class CurrentDirectory {
public:
    explicit CurrentDirectory(const std::filesystem::path& path) : before_(std::filesystem::current_path()) {
        std::filesystem::current_path(path);
    }
    CurrentDirectory(const CurrentDirectory&) = delete;
    CurrentDirectory& operator=(const CurrentDirectory&) = delete;
    ~CurrentDirectory() { std::filesystem::current_path(before_); }

private:
    std::filesystem::path before_;
};

TEST(PluginSearch, LooksInTheDocumentedOrder) {
    const Folders folders;
    ScanOptions options;
    options.option_paths = {folders.folder("first"), folders.folder("second")};
    options.environment_path = folders.folder("third").string() + ":" + folders.folder("fourth").string();
    options.user_data_directory = folders.folder("home");
    folders.folder("home/tengen/plugins");
    folders.folder("prefix/lib/tengen/plugins");
    options.program = folders.folder("prefix/bin") / "tengen";
    options.installation_directory = folders.folder("installed");

    const std::vector<SearchPlace> places = search(options);
    ASSERT_GE(places.size(), 7U);
    EXPECT_EQ(places[0].path, folders.root() / "first");
    EXPECT_EQ(places[1].path, folders.root() / "second");
    EXPECT_EQ(places[2].path, folders.root() / "third");
    EXPECT_EQ(places[3].path, folders.root() / "fourth");
    EXPECT_EQ(places[4].path, folders.root() / "home/tengen/plugins");
    EXPECT_EQ(places[5].path, folders.root() / "prefix/lib/tengen/plugins");
    EXPECT_EQ(places.back().path, folders.root() / "installed");
    EXPECT_EQ(origins({places.begin(), places.begin() + 6}),
              (std::vector{Origin::option, Origin::option, Origin::environment, Origin::environment, Origin::user,
                           Origin::executable}));
    EXPECT_EQ(places.back().origin, Origin::installation);
}

TEST(PluginSearch, ListsModulesSortedAndNothingElse) {
    const Folders folders;
    const std::filesystem::path folder = folders.folder("plugins");
    for (const char* name : {"b.so", "a.so", "a.tengen-plugin.json", "readme.txt", "lib.so.1", ".so"}) {
        write(folder / name, "x");
    }
    ScanOptions options;
    options.option_paths = {folder};
    const std::vector<SearchPlace> places = search(options);
    ASSERT_EQ(places.size(), 1U);
    EXPECT_THAT(places[0].modules, ElementsAre(folder / "a.so", folder / "b.so"));
    EXPECT_EQ(places[0].problem, "");
}

TEST(PluginSearch, TakesAModuleItselfFromTheUserOnly) {
    const Folders folders;
    const std::filesystem::path file = folders.root() / "x.so";
    write(file, "x");
    ScanOptions options;
    options.option_paths = {file};
    EXPECT_THAT(search(options).at(0).modules, ElementsAre(file));
    options.option_paths.clear();
    options.environment_path = file.string();
    EXPECT_THAT(search(options).at(0).modules, IsEmpty());
    EXPECT_EQ(search(options).at(0).problem, "is no directory");
}

TEST(PluginSearch, SaysWhyAPlaceGaveNothing) {
    const Folders folders;
    ScanOptions options;
    options.option_paths = {folders.root() / "missing", folders.folder("empty"), folders.folder("same"),
                            folders.root() / "same/../same"};
    write(folders.root() / "same" / "x.so", "x");
    const std::vector<SearchPlace> places = search(options);
    ASSERT_EQ(places.size(), 4U);
    EXPECT_EQ(places[0].problem, "does not exist");
    EXPECT_EQ(places[1].problem, "holds no plugin");
    EXPECT_EQ(places[2].problem, "");
    EXPECT_EQ(places[3].problem, "was looked at before");
    EXPECT_THAT(places[3].modules, IsEmpty());
}

TEST(PluginSearch, NeverLooksIntoTheCurrentDirectoryByItself) {
    const Folders folders;
    write(folders.root() / "x.so", "x");
    const CurrentDirectory here(folders.root());
    ScanOptions options;
    options.environment_path = ":.::" + folders.folder("named").string() + ":";
    const std::vector<SearchPlace> places = search(options);
    ASSERT_EQ(places.size(), 2U);
    EXPECT_EQ(places[0].problem, "is no absolute path");
    EXPECT_THAT(places[0].modules, IsEmpty());
    EXPECT_EQ(places[1].path, folders.root() / "named");

    // With the option, the user says what is meant.
    options.environment_path.clear();
    options.option_paths = {"."};
    EXPECT_THAT(search(options).at(0).modules, ElementsAre(folders.root() / "x.so"));
}

TEST(PluginSearch, KnowsItsOwnProcess) {
    const ScanOptions options = ScanOptions::of_this_process({"/somewhere"});
    EXPECT_THAT(options.option_paths, ElementsAre("/somewhere"));
    EXPECT_EQ(options.program.filename(), "plugin_registry_test");
    EXPECT_TRUE(options.installation_directory.is_absolute());
}

}  // namespace
