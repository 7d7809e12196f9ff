// Runs as an archive keeper needs them: in several threads, in parts, interrupted and taken up again, on trial.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/archive_maker.h"
#include "io/atomic_file.h"
#include "io/container.h"
#include "io/error.h"
#include "io/sink.h"
#include "pipeline/engine_fixture.h"

namespace tengen::pipeline {
namespace {

namespace fs = std::filesystem;
using io::content_of;
using testing::HasSubstr;

TEST_F(EngineTest, TheNumberOfThreadsDoesNotMatter) {
    make_archive(120);
    std::string report;
    std::map<std::string, std::string> files;
    for (const unsigned threads : {1U, 2U, 5U}) {
        const std::string out = fmt::format("out-{}", threads);
        Plan plan = this->plan(yaml(out, collection(out)));
        plan.threads = threads;
        const std::string lines = std::string(run(plan));
        const auto written = content(out);
        EXPECT_GT(written.size(), 150U);
        EXPECT_EQ(written.count("by-input/game-1-2.json"), 1U) << "two inputs of one name";
        if (threads == 1) {
            report = lines;
            files = written;
            continue;
        }
        std::string same = lines;
        for (std::size_t at = same.find(out); at != std::string::npos; at = same.find(out, at)) {
            same.replace(at, out.size(), "out-1");
        }
        EXPECT_EQ(same, report) << threads << " threads";
        EXPECT_EQ(written, files) << threads << " threads";
    }
}

TEST_F(EngineTest, OfSeveralFilesThatCannotBeWrittenTheFirstIsNamed) {
    make_archive(60);
    for (const auto& [name, text] : content("in")) {
        if (name.starts_with("2/")) {
            folder.write("out/by-input/" + fs::path(name).stem().string() + ".json", "mine");
        }
    }
    for (int round = 0; round < 3; ++round) {
        Plan plan =
            this->plan("input: ['in/2/*.sgf']\noutput: [{path: 'out/by-input/{stem}.json', writer: {json: {}}}]\n");
        plan.threads = 4;
        try {
            run(plan);
            ADD_FAILURE();
        } catch (const io::IoError& error) {
            EXPECT_THAT(error.what(), HasSubstr("/game-1.json'"));
        }
    }
}

TEST_F(EngineTest, AnInterruptedRunGoesOn) {
    make_archive(80);
    for (const bool has_collection : {false, true}) {
        for (const unsigned threads : {1U, 3U}) {
            const std::string name = fmt::format("{}-{}", has_collection ? "collection" : "files", threads);
            const auto make = [&](const std::string& out) {
                Plan plan = this->plan(yaml(out, has_collection ? collection(out) : ""));
                plan.threads = threads;
                return plan;
            };
            const std::string whole = run(make("whole-" + name));
            std::string lines;
            std::atomic<bool> stop{false};
            RunOptions options;
            options.stop = &stop;
            std::uint64_t last = 15;
            int rounds = 0;
            do {
                stop = false;
                options.progress = [&](std::uint64_t done, std::uint64_t) { stop = stop || done == last; };
                lines = run(make("part-" + name), options);
                last += 20;
                options.resume = true;
                ++rounds;
            } while (result.interrupted);
            EXPECT_GT(rounds, 2) << name;
            EXPECT_EQ(result.replayed != 0, !has_collection) << name;
            EXPECT_EQ(content("part-" + name), content("whole-" + name)) << "and no journal is left";
            for (std::size_t at = lines.find("part-"); at != std::string::npos; at = lines.find("part-", at)) {
                lines.replace(at, 5, "whole-");
            }
            EXPECT_EQ(lines, whole) << name;
        }
    }
}

TEST_F(EngineTest, ALostFileIsMadeAgain) {
    make_archive(30);
    run(plan(yaml("whole")));
    interrupt(plan(yaml("part")), 20);
    ASSERT_TRUE(result.interrupted);
    RunOptions options;
    fs::remove(folder / "part/by-input/game-0.json");
    fs::remove(folder / "part/by-input/game-2.json");
    options.resume = true;
    run(plan(yaml("part")), options);
    EXPECT_EQ(content("part"), content("whole"));
}

// A disk may lose more than the end of a file.
TEST_F(EngineTest, DamagedLinesOfAJournalAreDoneAgain) {
    make_archive(30);
    run(plan(yaml("whole")));
    interrupt(plan(yaml("part") + "journal: journal\nthreads: 1\n"), 20);
    ASSERT_TRUE(result.interrupted);
    RunOptions options;
    std::string journal = content_of(folder / "journal");
    const std::string done_line = "\n{\"done\":";
    std::size_t done = 0;
    for (std::size_t at = journal.find(done_line); at != std::string::npos; at = journal.find(done_line, at + 1)) {
        ++done;
    }
    std::size_t damaged = 0;
    for (const auto& [right, wrong] :
         {std::pair(R"("drafts":[)", R"("drafts":{)"), std::pair(R"("drafts":[)", R"("drafts":7)"),
          std::pair(R"("output":0)", R"("output":9)"), std::pair(R"("state":1)", R"("state":8)"),
          std::pair(R"("tallies":)", R"("talliez":)")}) {
        // Each in a line of its own, behind the last one.
        const std::size_t at = journal.find(right, journal.find(done_line, damaged));
        ASSERT_NE(at, std::string::npos) << right;
        journal.replace(at, std::string_view(right).size(), wrong);
        damaged = journal.find('\n', at);
    }
    folder.write("journal", journal);
    options.resume = true;
    run(plan(yaml("part") + "journal: journal\nthreads: 1\n"), options);
    EXPECT_FALSE(result.interrupted);
    EXPECT_GE(done, 20U);
    EXPECT_EQ(result.replayed, done - 6);  // one of the others is no record, and is looked at again
    EXPECT_EQ(content("part"), content("whole"));
}

TEST_F(EngineTest, AFileThatGrewIsNotTakenForTheRunsOwn) {
    make_archive(30);
    interrupt(plan(yaml("out")), 20);
    ASSERT_TRUE(result.interrupted);
    RunOptions options;
    const fs::path grown = folder / "out/by-input/game-2.json";
    std::ofstream(grown, std::ios::app) << " ";
    const std::string content = content_of(grown);
    options.resume = true;
    try {
        run(plan(yaml("out")), options);
        ADD_FAILURE() << "somebody changed a file";
    } catch (const io::IoError& error) {
        EXPECT_EQ(error.id(), "io.output-exists");
        EXPECT_THAT(error.what(), HasSubstr("game-2.json"));
    }
    EXPECT_EQ(content_of(grown), content);
}

TEST_F(EngineTest, GoingOnGivesStandardOutputEveryGame) {
    make_archive(30);
    const auto make = [&](const std::string& out) {
        Plan plan = this->plan(yaml(out, "  - {path: '-', writer: {sgf: {}}}\n"));
        plan.threads = 1;
        return plan;
    };
    testing::internal::CaptureStdout();
    run(make("whole"));
    const std::string whole = testing::internal::GetCapturedStdout();
    testing::internal::CaptureStdout();
    interrupt(make("part"), 10);
    testing::internal::GetCapturedStdout();
    ASSERT_TRUE(result.interrupted);
    RunOptions options;
    options.resume = true;
    testing::internal::CaptureStdout();
    run(make("part"), options);  // whose books balance
    EXPECT_EQ(testing::internal::GetCapturedStdout(), whole);
    EXPECT_FALSE(whole.empty());
    EXPECT_EQ(content("part"), content("whole"));
}

TEST_F(EngineTest, AFileThatFailedKeepsItsNameWhenTheRunGoesOn) {
    const std::string game = "(;FF[4]GM[1]SZ[9];B[ee])";
    folder.write("in/a/x.sgf", "(;FF[4]GM[1]SZ[9]CA[UTF-8]PB[\xE6\x9E\xA6];B[ee])" + many_games());
    folder.write("in/b/x.sgf", game);
    folder.write("in/c/x.sgf", game);
    const auto make = [&](const std::string& out) {
        Plan plan = this->plan("input: [in]\noutput: [{path: '" + out +
                               "/{stem}.sgf', writer: {sgf: {charset: ISO-8859-1}}}]\n");
        plan.threads = 1;
        return plan;
    };
    run(make("whole"));
    const std::map<std::string, std::string> whole = content("whole");
    EXPECT_THAT(whole, testing::ElementsAre(testing::Key("x-2.sgf"), testing::Key("x-3.sgf")));
    interrupt(make("part"), 2);
    ASSERT_TRUE(result.interrupted);
    RunOptions options;
    options.resume = true;
    run(make("part"), options);
    EXPECT_EQ(result.replayed, 1U) << "the refused one is tried again";
    EXPECT_EQ(content("part"), whole);
}

TEST_F(EngineTest, AnUnfinishedRunIsNotForgotten) {
    make_archive(30);
    interrupt(plan(yaml("out")), 10);
    ASSERT_TRUE(result.interrupted);
    RunOptions options;
    try {
        run(plan(yaml("out")), options);
        ADD_FAILURE();
    } catch (const io::IoError& error) {
        EXPECT_THAT(error.what(), HasSubstr("--resume"));
    }
    options.resume = true;
    EXPECT_THROW(run(plan(yaml("out"), {"level=archive"}), options), ConfigurationError) << "another pipeline";
    run(plan(yaml("out")), options);
    EXPECT_FALSE(result.interrupted);
}

TEST_F(EngineTest, AFileOfSomebodyElseIsNotReplacedByGoingOn) {
    make_archive(30);
    interrupt(plan(yaml("out")), 10);
    ASSERT_TRUE(result.interrupted);
    RunOptions options;
    folder.write("out/by-input/game-14.json", "mine");
    options.resume = true;
    EXPECT_THROW(run(plan(yaml("out")), options), io::IoError);
    EXPECT_EQ(content_of(folder / "out/by-input/game-14.json"), "mine");
}

TEST_F(EngineTest, LeftOversOfAKilledRunGo) {
    make_archive(30);
    RunOptions options;
    std::string tag;
    options.ready = [&](const io::FileOptions& file) { tag = file.tag; };
    run(plan(yaml("out")), Interruption(10, options).options());
    const std::string left = fmt::format("out/by-input/.game-9.json.tengen-{}abc", tag);
    folder.write(left, "half");
    const std::string other = "out/by-input/.game-9.json.tengen-zzzzzz";
    folder.write(other, "of another program");
    options.resume = true;
    run(plan(yaml("out")), options);
    EXPECT_FALSE(fs::exists(folder / left));
    EXPECT_TRUE(fs::exists(folder / other));
}

TEST_F(EngineTest, OutputsOfAnEarlierRunAreNoInputs) {
    folder.write("in/a.sgf", "(;FF[4]GM[1]SZ[9];B[aa])");
    folder.write("in/more/b.sgf", "(;FF[4]GM[1]SZ[9];B[bb])");
    folder.write("in/c.sgf", "no game");
    const auto yaml = [](const std::string& input, const std::string& rest = {}) {
        return "level: lenient\ninput: [" + input +
               "]\noutput: [{path: 'in/out/{folder}/{stem}.sgf', writer: {sgf: {}}}]\n" + rest;
    };
    const auto fault = [&](const std::string& text) {
        try {
            run(plan(text));
            return std::string();
        } catch (const ConfigurationError& error) {
            std::string all;
            for (const ConfigurationFault& each : error.faults()) {
                all += each.message + "\n";
            }
            return all;
        }
    };
    EXPECT_EQ(fault(yaml("in", "quarantine: in/refused\n")), "") << "there is nothing yet";
    EXPECT_EQ(result.books.inputs, 3U);
    const auto before = content("in");
    const std::string again = fault(yaml("in", "quarantine: in/refused\noverwrite: true\n"));
    EXPECT_THAT(again, HasSubstr("in/out/a.sgf and 1 more would be read again"));
    EXPECT_THAT(again, HasSubstr("exclude: ['in/out/**']"));
    EXPECT_THAT(again, HasSubstr("in/refused/c.sgf and 1 more would be read again"));
    EXPECT_EQ(content("in"), before);
    EXPECT_THAT(fault(yaml("'in/**/*.sgf'")), HasSubstr("in/out/a.sgf"));
    EXPECT_THAT(fault(yaml("'" + (folder / "in").string() + "'")),
                HasSubstr("exclude: ['" + (folder / "in/out/**").string()));
    EXPECT_EQ(fault(yaml("{path: in, exclude: ['in/out/**', 'in/refused/**']}", "overwrite: true\n")), "");
    EXPECT_EQ(result.books.inputs, 3U);
    EXPECT_EQ(fault("level: lenient\ninput: [in/out]\noutput: [{path: 'in/out/{stem}.json', writer: {json: {}}}]\n"),
              "")
        << "who names the folder means it";
}

TEST_F(EngineTest, ADryRunWritesNothing) {
    make_archive(40);
    const std::string real = run(plan(yaml("real", collection("real"))));
    RunOptions options;
    options.dry = true;
    std::string dry = run(plan(yaml("dry", collection("dry"))), options);
    EXPECT_FALSE(fs::exists(folder / "dry"));
    for (std::size_t at = dry.find("dry/"); at != std::string::npos; at = dry.find("dry/", at)) {
        dry.replace(at, 4, "real/");
    }
    EXPECT_EQ(dry, real);
    EXPECT_THROW(run(plan(yaml("real")), options), io::IoError) << "it would not work";
    options.resume = true;
    EXPECT_EQ(run(plan(yaml("real", collection("real"))), options), real) << "everything is there as it would be";
    folder.write("real/all.sgf", "mine");
    EXPECT_THROW(run(plan(yaml("real", collection("real"))), options), io::IoError);
}

TEST_F(EngineTest, FilteredGamesAreInTheBooks) {
    folder.write("in/a.sgf", "(;FF[4]GM[1]SZ[19];B[ee])(;FF[4]GM[1]SZ[9];B[ee])(;FF[4]GM[1]SZ[9];B[zz])");
    run(
        plan("input: [in]\npasses: [{filter: {where: 'board.size == 19'}}]\n"
             "output:\n  - {path: 'out/{stem}.sgf', writer: {sgf: {}}}\n  - {path: all.sgf, writer: {sgf: {}}}\n"));
    for (const Books::Output& output : result.books.outputs) {
        EXPECT_EQ(output.written, 1U);
        EXPECT_EQ(output.filtered, 1U);
        EXPECT_EQ(output.quarantined, 1U) << "refused before anybody asked the filter";
    }
}

TEST_F(EngineTest, IdenticalFilesAreOne) {
    const std::string game = "(;FF[4]GM[1]SZ[9];B[ee])";
    folder.write("in/a/x.sgf", game);
    folder.write("in/b/x.sgf", game);
    folder.write("in/c/x.sgf", "(;FF[4]GM[1]SZ[9];B[aa])");
    const std::string output =
        "input: [in]\noutput: [{path: 'out/{stem}.sgf', writer: {sgf: {}}, collision: skip-identical}]\nquarantine: "
        "q\n";
    run(plan(output));
    EXPECT_EQ(content("out").size(), 1U);
    EXPECT_EQ(result.books.outputs[0].written, 2U);
    EXPECT_EQ(result.books.outputs[0].files, 1U);
    EXPECT_EQ(result.books.outputs[0].quarantined, 1U);
    EXPECT_EQ(content_of(folder / "q/c/x.sgf"), "(;FF[4]GM[1]SZ[9];B[aa])");
    run(plan(output));
    EXPECT_EQ(content("out").size(), 1U) << "what is there already is right";
}

TEST_F(EngineTest, IdenticalFilesMayBeThereHoweverTheyAreWritten) {
    const std::string game = "(;FF[4]GM[1]SZ[9];B[ee])";
    folder.write("in/small.sgf", game);
    folder.write("in/streamed.sgf", many_games());
    const std::string yaml =
        "input: [in]\noutput: [{path: 'out/{stem}.sgf', writer: {sgf: {}}, collision: skip-identical}]\njournal: "
        "journal\n";
    RunOptions dry;
    dry.dry = true;
    const auto fault = [&](const RunOptions& options) {
        std::string message;
        try {
            run(plan(yaml), options);
        } catch (const io::IoError& error) {
            message = error.what();
        }
        fs::remove(folder / "journal");
        return message;
    };
    run(plan(yaml), dry);
    EXPECT_TRUE(content("out").empty());
    run(plan(yaml));
    const std::map<std::string, std::string> first = content("out");
    EXPECT_EQ(first.size(), 2U);
    EXPECT_NO_THROW(run(plan(yaml), dry));
    EXPECT_NO_THROW(run(plan(yaml)));
    EXPECT_EQ(result.books.outputs[0].written, result.books.read);
    EXPECT_EQ(content("out"), first) << "and nothing is left beside them";
    for (const auto& [name, text] : first) {
        for (const std::string& other : {text + " ", text.substr(1), std::string()}) {
            folder.write("out/" + name, other);
            EXPECT_THAT(fault(dry), HasSubstr(name + "' exists already"));
            EXPECT_THAT(fault({}), HasSubstr(name + "'"));
            EXPECT_EQ(content_of(folder / ("out/" + name)), other);
        }
        folder.write("out/" + name, text);
    }
}

TEST_F(EngineTest, InputsOfACollectionThatFailsLaterAreKept) {
    folder.write("in/a.sgf", "(;FF[4]GM[1]SZ[9];B[ee])");
    folder.write("in/b.sgf", "(;FF[4]GM[1]SZ[9]CA[UTF-8]PB[\xE6\x9E\xA6];B[ee])");
    run(plan("input: [in]\noutput: [{path: all.sgf, writer: {sgf: {charset: ISO-8859-1}}}]\nquarantine: q\n"));
    EXPECT_EQ(result.books.quarantined_inputs, 2U);
    EXPECT_EQ(content_of(folder / "q/a.sgf"), "(;FF[4]GM[1]SZ[9];B[ee])") << "its game is nowhere else";
    EXPECT_THAT(content_of(folder / "q/a.sgf.reasons.jsonl"), HasSubstr("fatal"));
}

TEST_F(EngineTest, BigInputsAreStreamedAndComeOutTheSame) {
    const std::string big = many_games();
    folder.write("in/a.sgf", "(;FF[4]GM[1]SZ[9];B[ee])");
    folder.write("in/b.sgf", big);
    folder.write("in/c.sgf", big + "(;FF[4]GM[1]SZ[9];B[zz])");
    folder.write("in/d.sgf", "(;FF[4]GM[1]SZ[9];B[ee])");
    std::map<std::string, std::string> files;
    for (const unsigned threads : {1U, 3U}) {
        const std::string out = fmt::format("out-{}", threads);
        Plan plan = this->plan("input: [in]\noutput:\n  - {path: '" + out +
                               "/{stem}.sgf', writer: {sgf: {}}}\n  - {path: " + out +
                               "/all.sgf, writer: {sgf: {}}}\nquarantine: " + out + "/q\n");
        plan.threads = threads;
        run(plan);
        EXPECT_EQ(result.books.outputs[0].files, 4U);
        EXPECT_EQ(result.books.outputs[0].quarantined, 1U);
        EXPECT_EQ(content_of(folder / (out + "/q/c.sgf")).size(), big.size() + 24);
        EXPECT_EQ(content_of(folder / (out + "/b.sgf")).size(), content_of(folder / (out + "/c.sgf")).size());
        if (threads == 1) {
            files = content(out);
        } else {
            EXPECT_EQ(content(out), files);
        }
    }
}

TEST_F(EngineTest, MembersOfArchivesGetFilesOfTheirOwn) {
    const std::string game = "(;FF[4]GM[1]SZ[9];B[ee])";
    io::ArchiveMaker maker(io::ArchiveMaker::Format::zip);
    maker.file("a/one.sgf", game + game);
    maker.file("b/one.sgf", game);
    maker.file("b/one.mgt", game);
    maker.file("b/readme.txt", "no game");
    const std::string zip = maker.finish();
    folder.write("in/x/disk.zip", zip);
    folder.write("in/x/single.sgf", game);
    for (const char* more : {"", "  - {path: all.sgf, writer: {sgf: {}}}\n"}) {
        fs::remove_all(folder / "out");
        fs::remove(folder / "all.sgf");
        run(plan(
            std::string("level: lenient\ninput: [in]\noutput:\n  - {path: 'out/{path}.sgf', writer: {sgf: {}}}\n") +
            more));
        const auto files = content("out");
        ASSERT_EQ(files.size(), 4U);
        EXPECT_EQ(files.count("x/single.sgf"), 1U);
        EXPECT_EQ(files.count("x/disk/b/one-2.sgf"), 1U);
        EXPECT_GT(files.at("x/disk/a/one.sgf").size(), files.at("x/disk/b/one.sgf").size()) << "two games";
        EXPECT_EQ(result.books.outputs[0].files, 4U);
    }
}

TEST_F(EngineTest, ArchivesHaveTheSameBytesWhoeverWritesThem) {
    make_archive(40);
    for (const char* extension : {"zip", "tar", "tar.gz"}) {
        std::string first;
        for (const unsigned threads : {1U, 3U}) {
            const std::string target = fmt::format("out-{}/games.{}", threads, extension);
            Plan plan = this->plan("level: lenient\ninput: [in]\noutput: [{archive: " + target +
                                   ", path: '{date.year|none}/../{stem}-{n}.sgf', writer: {sgf: {}}}]\n");
            plan.threads = threads;
            run(plan);
            const std::string bytes = content_of(folder / target);
            EXPECT_TRUE(threads == 1 || bytes == first) << target;
            first = bytes;
            std::uint64_t members = 0;
            io::Container container(bytes_of(target), "games", {}, [](const io::Finding& finding) {
                ADD_FAILURE() << finding.id << " " << finding.member;
            });
            while (const auto member = container.next()) {
                EXPECT_EQ(member->name.find('/'), std::string::npos) << "names are plain paths";
                EXPECT_THAT(member->bytes.view(), testing::StartsWith("(;"));
                ++members;
            }
            EXPECT_EQ(members, result.books.outputs[0].files);
            EXPECT_GT(members, 30U);
        }
        EXPECT_THROW(run(plan(fmt::format("input: [in]\noutput: [{{archive: out-1/games.{}, path: '{{stem}}.sgf', "
                                          "writer: {{sgf: {{}}}}}}]\n",
                                          extension))),
                     io::IoError)
            << "it exists";
    }
}

TEST_F(EngineTest, WhatIsLeftOutUnderOneNameIsReadUnderAnother) {
    folder.write("in/game.sgf", "(;FF[4]GM[1]SZ[9];B[ee])");
    fs::create_directory(folder / "in/best");
    fs::create_symlink("../game.sgf", folder / "in/best/1.sgf");
    fs::create_symlink("game.sgf", folder / "in/current.bak");
    const auto names = [&](const std::string& input) {
        std::vector<std::string> listed;
        const Plan plan = this->plan("input: [" + input + "]\noutput: [{path: 'out/{stem}.sgf', writer: {sgf: {}}}]\n");
        const std::vector<ListedInput> inputs = list_inputs(plan);
        EXPECT_THAT(missing_inputs(plan, inputs), testing::IsEmpty()) << input;
        for (const ListedInput& each : inputs) {
            listed.push_back(std::get<io::SourceEntry>(each.item).name);
        }
        return listed;
    };
    using testing::ElementsAre;
    EXPECT_THAT(names("{path: 'in/**/*.sgf', exclude: ['in/best/**']}"), ElementsAre("in/game.sgf"));
    EXPECT_THAT(names("{path: in, only: ['*.sgf']}"), ElementsAre("in/game.sgf"));
    EXPECT_THAT(names("in"), ElementsAre("in/game.sgf"));
    EXPECT_THAT(names("{path: in, exclude: [game.sgf]}"), ElementsAre("in/best/1.sgf"));
    EXPECT_THAT(names("in/best/1.sgf, in"), ElementsAre("in/game.sgf"));
}

TEST_F(EngineTest, AFileOfSeveralInputsIsReadOnce) {
    for (const char* const name : {"1", "2", "3"}) {
        folder.write(fmt::format("in/{}.sgf", name), "(;FF[4]GM[1]SZ[9]PB[\xe9];B[ee])");
    }
    const std::string output = "output: [{path: 'out/{stem}.sgf', writer: {sgf: {}}}]\nlevel: archive\n";
    run(plan("input: [in, in, 'in/*.sgf', {path: in, only: ['*.sgf']}]\n" + output));
    EXPECT_EQ(result.books.inputs, 3U);
    EXPECT_EQ(content("out").size(), 3U);
    EXPECT_THAT(result.notes, testing::IsEmpty());
    // In one of two ways: the first.
    run(
        plan("input:\n  - {path: in/2.sgf, reader: {sgf: {charset: ISO-8859-2}}}\n  - in\n"
             "  - {path: in, reader: {sgf: {charset: KOI8-R}}}\noverwrite: true\n" +
             output));
    EXPECT_EQ(result.books.inputs, 3U);
    EXPECT_THAT(result.notes,
                testing::ElementsAre(HasSubstr("in/2.sgf is read as the input before it says (3:5)"),
                                     HasSubstr("in/1.sgf and 1 more are read as the input before it says (4:5)")));
}

TEST_F(EngineTest, PatternsWithFoldersCountBelowTheInputToo) {
    for (const char* name : {"in/a.sgf", "in/odd/b.sgf", "in/odd/deep/c.sgf", "in/even/d.sgf"}) {
        folder.write(name, "(;FF[4]GM[1]SZ[9];B[ee])");
    }
    std::vector<std::string> notes;
    const auto names = [&](const std::string& input) {
        notes.clear();
        std::vector<std::string> listed;
        const Plan plan = this->plan("input: [" + input + "]\noutput: [{path: 'out/{stem}.sgf', writer: {sgf: {}}}]\n");
        for (const ListedInput& each : list_inputs(plan, &notes)) {
            listed.push_back(fs::path(std::get<io::SourceEntry>(each.item).name).stem());
        }
        return listed;
    };
    using testing::ElementsAre;
    const std::string absolute = (folder / "in").string();
    for (const std::string& path : {std::string("in"), std::string("in/**/*.sgf"), absolute}) {
        SCOPED_TRACE(path);
        EXPECT_THAT(names("{path: '" + path + "', exclude: ['odd/**']}"), testing::UnorderedElementsAre("a", "d"));
        EXPECT_THAT(names("{path: '" + path + "', exclude: ['odd/*']}"), testing::UnorderedElementsAre("a", "c", "d"));
        EXPECT_THAT(notes, testing::IsEmpty());
    }
    EXPECT_THAT(names("{path: in, only: ['odd/**']}"), ElementsAre("b", "c"));
    EXPECT_THAT(names("{path: in, exclude: ['in/odd/**']}"), ElementsAre("a", "d"));
    EXPECT_THAT(names("{path: in/odd, exclude: ['odd/**', 'b.*', odd]}"), ElementsAre("c"));
    EXPECT_THAT(notes,
                ElementsAre(HasSubstr("exclude: 'odd/**' leaves no file out; patterns with '/' count for names as "
                                      "they are listed and for the way below 'in/odd'"),
                            HasSubstr("exclude: 'odd' leaves no file out")));
}

TEST_F(EngineTest, LinksThatLeadNowhereAreLeftOutAsFilesAre) {
    folder.write("in/a.sgf", "(;FF[4]GM[1]SZ[9];B[ee])");
    fs::create_directories(folder / "in/b");
    fs::create_symlink("nowhere", folder / "in/b/old.sgf");
    const auto count = [&](const std::string& input) {
        return list_inputs(
                   this->plan("input: [" + input + "]\noutput: [{path: 'out/{stem}.sgf', writer: {sgf: {}}}]\n"))
            .size();
    };
    EXPECT_EQ(count("in"), 2U);
    EXPECT_EQ(count("{path: in, exclude: ['old*']}"), 1U);
    EXPECT_EQ(count("{path: in, exclude: ['b/**']}"), 1U);
    EXPECT_EQ(count("{path: in, only: ['a*']}"), 1U);
    EXPECT_EQ(count("in, 'in/**'"), 2U) << "it counts once";
    EXPECT_EQ(count("in/b/old.sgf"), 1U) << "somebody wants it";
    EXPECT_EQ(count("{path: in/b/old.sgf, exclude: ['old*']}"), 1U);
}

TEST_F(EngineTest, MembersOfContainersAreLeftOutAsFilesAre) {
    const std::string record = "(;FF[4]GM[1]SZ[9];B[ee])";
    io::ArchiveMaker maker(io::ArchiveMaker::Format::zip);
    maker.file("a.sgf", record);
    maker.file("odd/b.sgf", "no record");
    maker.file("draft-c.sgf", record);
    maker.file("x/odd/d.sgf", record);
    folder.write("in/games.zip", maker.finish());
    const auto outputs = [&](const std::string& exclude) {
        fs::remove_all(folder / "out");
        run(plan("input: [{path: in, exclude: " + exclude +
                 "}]\noutput: [{path: 'out/{path}.sgf', writer: {sgf: {}}}]\n"));
        std::vector<std::string> names;
        for (const auto& [name, text] : content("out")) {
            names.push_back(name);
        }
        return names;
    };
    using testing::ElementsAre;
    EXPECT_THAT(outputs("['odd/**']"), ElementsAre("games/a.sgf", "games/draft-c.sgf", "games/x/odd/d.sgf"));
    EXPECT_EQ(result.books.quarantined_inputs, 0U);
    EXPECT_THAT(outputs("['draft-*', 'odd/*', 'in/games.zip/x/**']"), ElementsAre("games/a.sgf"));
    EXPECT_THAT(outputs("['**/*.zip/**/odd/*', 'a.s*']"), ElementsAre("games/draft-c.sgf"));
    EXPECT_THAT(outputs("['nothing']"), ElementsAre("games/a.sgf", "games/draft-c.sgf", "games/x/odd/d.sgf"));
    EXPECT_EQ(result.books.quarantined_inputs, 1U);
}

TEST_F(EngineTest, NamesAreLeftOutAndListsAreRead) {
    for (const char* name : {"in/a.sgf", "in/draft-b.sgf", "in/old/c.sgf", "in/d.sgf"}) {
        folder.write(name, "(;FF[4]GM[1]SZ[9];B[ee])");
    }
    run(
        plan("input: [{path: 'in/**/*.sgf', exclude: ['draft-*', 'in/old/**']}]\n"
             "output: [{path: 'out/{stem}.sgf', writer: {sgf: {}}}]\n"));
    EXPECT_THAT(content("out"), testing::ElementsAre(testing::Key("a.sgf"), testing::Key("d.sgf")));
    folder.write("list.txt", std::string("in/a.sgf\0in/old/c.sgf", 21));
    run(plan("input: [{files-from: list.txt}]\noutput: [{path: 'listed/{stem}.sgf', writer: {sgf: {}}}]\n"));
    EXPECT_THAT(content("listed"), testing::ElementsAre(testing::Key("a.sgf"), testing::Key("c.sgf")));
}

}  // namespace
}  // namespace tengen::pipeline
