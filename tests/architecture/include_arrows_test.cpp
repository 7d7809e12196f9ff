// The house: a floor includes only floors below it, and a plugin only floors 0 to 2.
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace fs = std::filesystem;

namespace {

constexpr int plugin_floor = 100;  // beside the house: may look at floors 0 to 2 only

struct Floor {
    std::string_view folder;  // relative to the root of the sources
    int number;
};

constexpr Floor floors[] = {
    {"framework/include/tengen/abi/", 0},
    {"framework/include/tengen/model/", 1},
    {"framework/include/tengen/sdk/", 2},
    {"framework/src/diagnostics/", 3},
    {"framework/src/text/", 3},
    {"framework/src/io/", 3},
    {"framework/src/rules/", 3},
    {"framework/src/streams/", 3},
    {"framework/src/losses/", 3},
    {"framework/src/plugins/", 4},
    {"framework/src/passes/", 4},
    {"framework/src/pipeline/", 5},
    {"framework/cli/", 6},
    {"plugins/", plugin_floor},
};

std::optional<int> floor_of(std::string_view path) {
    for (const Floor& floor : floors) {
        if (path.substr(0, floor.folder.size()) == floor.folder) {
            return floor.number;
        }
    }
    return std::nullopt;
}

bool may_include(int from, int to) {
    if (from == plugin_floor) {
        return to <= 2 || to == plugin_floor;
    }
    return to <= from;
}

struct Include {
    std::size_t line;
    std::string name;
};

std::vector<Include> includes_of(const fs::path& file) {
    std::vector<Include> found;
    std::ifstream stream(file);
    std::string line;
    for (std::size_t number = 1; std::getline(stream, line); ++number) {
        const std::size_t hash = line.find_first_not_of(" \t");
        if (hash == std::string::npos || line[hash] != '#') {
            continue;
        }
        const std::size_t word = line.find_first_not_of(" \t", hash + 1);
        if (word == std::string::npos || line.compare(word, 7, "include") != 0) {
            continue;
        }
        const std::size_t open = line.find_first_of("<\"", word + 7);
        if (open == std::string::npos) {
            continue;
        }
        const std::size_t close = line.find(line[open] == '<' ? '>' : '"', open + 1);
        if (close != std::string::npos) {
            found.push_back({number, line.substr(open + 1, close - open - 1)});
        }
    }
    return found;
}

// Where an include of this repository lands, as a path from the root; nothing for libraries.
std::optional<std::string> resolve(const fs::path& root, const fs::path& from, const std::string& name) {
    const fs::path places[] = {from.parent_path() / name,     root / "framework/include" / name,
                               root / "framework/src" / name, root / "framework/cli" / name,
                               root / "plugins" / name,       root / "plugins/sgf" / name};
    for (const fs::path& place : places) {
        if (fs::is_regular_file(place)) {
            return fs::relative(fs::weakly_canonical(place), fs::weakly_canonical(root)).generic_string();
        }
    }
    return std::nullopt;
}

bool is_source(const fs::path& path) {
    return path.extension() == ".h" || path.extension() == ".cpp" || path.extension() == ".c";
}

TEST(IncludeArrows, NeverPointUpwards) {
    const fs::path root = TENGEN_SOURCE_DIR;
    std::size_t files = 0;
    std::size_t arrows = 0;
    for (const char* top : {"framework", "plugins"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
            if (!entry.is_regular_file() || !is_source(entry.path())) {
                continue;
            }
            const std::string path = fs::relative(entry.path(), root).generic_string();
            const std::optional<int> from = floor_of(path);
            ASSERT_TRUE(from.has_value()) << path << " stands on no floor of the house";
            ++files;
            for (const Include& include : includes_of(entry.path())) {
                const std::optional<std::string> target = resolve(root, entry.path(), include.name);
                if (!target) {
                    continue;
                }
                const std::optional<int> to = floor_of(*target);
                ASSERT_TRUE(to.has_value()) << path << ":" << include.line << " includes " << *target;
                ++arrows;
                EXPECT_TRUE(may_include(*from, *to)) << path << ":" << include.line << " (floor " << *from
                                                     << ") includes " << *target << " (floor " << *to << ")";
            }
        }
    }
    EXPECT_GT(files, 20U);
    EXPECT_GT(arrows, 40U);
}

// What a floor may use of libraries: the boundary is C, the model needs nothing but the standard library.
TEST(IncludeArrows, GroundFloorsNeedNoLibrary) {
    const fs::path root = TENGEN_SOURCE_DIR;
    const std::set<std::string> foreign = {"boost",    "fmt", "unicode", "archive",
                                           "yaml-cpp", "tbb", "oneapi",  "simdjson"};
    for (const auto& entry : fs::recursive_directory_iterator(root / "framework/include/tengen")) {
        if (!entry.is_regular_file() || !is_source(entry.path())) {
            continue;
        }
        for (const Include& include : includes_of(entry.path())) {
            const std::string first = include.name.substr(0, include.name.find_first_of("/."));
            EXPECT_FALSE(foreign.contains(first))
                << entry.path() << ":" << include.line << " includes " << include.name;
        }
    }
}

// Plugins of different formats know nothing of each other; only the SGF grammar is shared on purpose.
TEST(IncludeArrows, PluginsDoNotKnowEachOther) {
    const fs::path root = TENGEN_SOURCE_DIR;
    const std::map<std::string, std::set<std::string>> shared = {{"rgf", {"sgf"}}};
    for (const auto& entry : fs::recursive_directory_iterator(root / "plugins")) {
        if (!entry.is_regular_file() || !is_source(entry.path())) {
            continue;
        }
        const std::string path = fs::relative(entry.path(), root / "plugins").generic_string();
        const std::string own = path.substr(0, path.find('/'));
        for (const Include& include : includes_of(entry.path())) {
            const std::optional<std::string> target = resolve(root, entry.path(), include.name);
            if (!target || target->rfind("plugins/", 0) != 0) {
                continue;
            }
            const std::string rest = target->substr(8);
            const std::string other = rest.substr(0, rest.find('/'));
            const auto allowed = shared.find(own);
            EXPECT_TRUE(other == own || (allowed != shared.end() && allowed->second.contains(other)))
                << path << ":" << include.line << " includes " << *target;
        }
    }
}

}  // namespace
