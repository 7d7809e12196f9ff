// Parts of a run that know nothing of each other, and what they may share.
#include <cstdint>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/archive_maker.h"
#include "pipeline/engine_fixture.h"

namespace tengen::pipeline {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

using ShardsTest = EngineTest;

TEST_F(ShardsTest, ShardsShareTheInputs) {
    make_archive(60);
    const auto make = [&](const std::string& out) {
        return plan("level: lenient\ninput: [in]\noutput: [{path: '" + out +
                    "/{folder}/{stem}-{n}.sgf', writer: {sgf: {}}}]\n");
    };
    run(make("whole"));
    const Books whole = result.books;
    Books sum;
    for (std::uint32_t i = 1; i <= 3; ++i) {
        RunOptions options;
        options.shard = {i, 3};
        run(make("parts"), options);
        EXPECT_GT(result.books.inputs, 0U);
        EXPECT_LT(result.books.inputs, 60U);
        if (i == 1) {
            sum = result.books;
        } else {
            EXPECT_TRUE(sum.add(result.books));
        }
    }
    EXPECT_EQ(content("parts"), content("whole"));
    EXPECT_EQ(to_json(sum).substr(0, to_json(sum).find("outputs")),
              to_json(whole).substr(0, to_json(whole).find("outputs")));
    RunOptions options;
    options.shard = {1, 2};
    EXPECT_THROW(run(plan("input: [in]\noutput: [{path: all.sgf, writer: {sgf: {}}}]\n"), options), ConfigurationError)
        << "shards cannot share a file";
    const auto runs = [&](const std::string& path, const std::string& more = {}) {
        try {
            run(plan("level: archive\ninput: [in]\noutput: [{path: '" + path + "', writer: {sgf: {}}}]\n" + more),
                options);
            return std::string();
        } catch (const ConfigurationError& error) {
            return error.faults().front().message;
        }
    };
    EXPECT_THAT(runs("years/{date.year}.sgf"), HasSubstr("games of several inputs"));
    EXPECT_EQ(runs("folders/{folder}/{stem}.sgf"), "");
    folder.write("in/0/game-0.mgt", "(;FF[4]GM[1]SZ[9];B[aa])");
    EXPECT_THAT(runs("again/{folder}/{stem}.sgf"), HasSubstr("game-0.mgt and "));
    EXPECT_EQ(runs("{shard}/{stem}.sgf"), "");
    folder.write("more/0/game-0.sgf", "(;FF[4]GM[1]SZ[9];B[aa])");
    EXPECT_THROW(
        run(plan("input: [in, more]\noutput: [{path: '{shard}-2/{stem}.sgf', writer: {sgf: {}}}]\nquarantine: q\n"),
            options),
        ConfigurationError)
        << "one name in the quarantine";
    run(plan("input: [in]\noutput: [{path: 'all-{shard}.sgf', writer: {sgf: {}}}]\n"), options);
    EXPECT_TRUE(fs::exists(folder / "all-1.sgf"));
}

TEST_F(ShardsTest, PathsOfInputsAndMembersAreShared) {
    folder.write("in/a.zip", io::ArchiveMaker(io::ArchiveMaker::Format::zip)
                                 .file("x.sgf", "(;FF[4]GM[1]SZ[9];B[aa])")
                                 .file("x.mgt", "(;FF[4]GM[1]SZ[9];B[bb])")
                                 .finish());
    for (const char* name : {"in/x.sgf", "in/b.sgf", "in/b/x.sgf", "in/c/x.sgf", "in/d/x.sgf"}) {
        folder.write(name, "(;FF[4]GM[1]SZ[9];B[cc])(;FF[4]GM[1]SZ[9];B[dd])");
    }
    const auto make = [&](const std::string& out, const std::string& name) {
        return plan("level: lenient\ninput: [in]\noutput: [{path: '" + out + "/" + name +
                    ".sgf', writer: {sgf: {}}}]\n");
    };
    const auto folder_of = [](const std::string& what, const std::string& name) {
        return what + std::to_string(name.size());
    };
    for (const char* name : {"{path}", "{path}-{n}"}) {
        run(make(folder_of("whole", name), name));
        for (std::uint32_t i = 1; i <= 3; ++i) {
            RunOptions options;
            options.shard = {i, 3};
            run(make(folder_of("parts", name), name), options);
        }
        EXPECT_EQ(content(folder_of("parts", name)), content(folder_of("whole", name))) << name;
    }
    folder.write("in/a/x.sgf", "(;FF[4]GM[1]SZ[9];B[cc])");
    RunOptions options;
    options.shard = {1, 3};
    try {
        run(make("more", "{path}"), options);
        ADD_FAILURE();
    } catch (const ConfigurationError& error) {
        EXPECT_THAT(error.faults().front().message, HasSubstr("a member of in/a.zip may want the name of in/a/x.sgf"));
    }
}

}  // namespace
}  // namespace tengen::pipeline
