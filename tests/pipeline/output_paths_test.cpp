#include "pipeline/output_paths.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "io/error.h"
#include "io/temporary_folder.h"
#include "pipeline/listed_file.h"

namespace tengen::pipeline {
namespace {

TEST(OutputPaths, NumbersGoBehindTheName) {
    OutputPaths paths;
    EXPECT_EQ(paths.claim("a/game.sgf", Collision::number).value(), "a/game.sgf");
    EXPECT_EQ(paths.claim("a/game.sgf", Collision::number).value(), "a/game-2.sgf");
    EXPECT_EQ(paths.claim("a/game.sgf", Collision::number).value(), "a/game-3.sgf");
    EXPECT_EQ(paths.claim("a/other.sgf", Collision::number).value(), "a/other.sgf");
    EXPECT_EQ(paths.claim("b/game.sgf", Collision::number).value(), "b/game.sgf");
}

TEST(OutputPaths, ANumberIsNotGivenTwice) {
    OutputPaths paths;
    EXPECT_TRUE(paths.claim_exactly("game-2.sgf"));
    EXPECT_EQ(paths.claim("game.sgf", Collision::number).value(), "game.sgf");
    EXPECT_EQ(paths.claim("game.sgf", Collision::number).value(), "game-3.sgf");
}

TEST(OutputPaths, WithoutNumbers) {
    OutputPaths paths;
    EXPECT_TRUE(paths.claim("game.sgf", Collision::error).has_value());
    EXPECT_FALSE(paths.claim("game.sgf", Collision::error).has_value());
    EXPECT_FALSE(paths.claim_exactly("game.sgf"));
}

TEST(OutputPaths, InputsAreSafeWhateverTheyAreCalled) {
    const io::TemporaryFolder folder;
    const std::filesystem::path input = folder.write("in/game.sgf");
    std::filesystem::create_symlink(input, folder / "link.sgf");
    std::filesystem::create_hard_link(input, folder / "hard.sgf");
    OutputPaths paths;
    paths.add_input(io::entry_of(input));
    const auto expect_refused = [&](const std::filesystem::path& path) {
        try {
            static_cast<void>(paths.claim(path, Collision::number));
            ADD_FAILURE() << path;
        } catch (const io::IoError& error) {
            EXPECT_EQ(error.id(), "io.output-exists");
        }
    };
    expect_refused(input);
    expect_refused(folder / "in/../in/game.sgf");
    expect_refused(folder / "link.sgf");
    expect_refused(folder / "hard.sgf");
    EXPECT_TRUE(paths.claim(folder / "in/new.sgf", Collision::number).has_value());
    EXPECT_TRUE(paths.claim(folder / "missing.sgf", Collision::number).has_value());
}

}  // namespace
}  // namespace tengen::pipeline
