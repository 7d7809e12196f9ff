// Every diagnostic of the catalogue has a smallest input that raises it, and only it, with the severity that the
// catalogue gives it at each level; where tengen repairs it, the repaired record is the one that the example shows.
#include "diagnostics/examples.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../io/archive_maker.h"
#include "../io/temporary_folder.h"
#include "command.h"
#include "diagnostics/catalogue.h"

namespace tengen::cli {
namespace {

namespace fs = std::filesystem;

using diagnostics::CatalogueEntry;
using diagnostics::CorrectedBy;
using diagnostics::Example;
using diagnostics::ExampleFile;
using diagnostics::Level;
using diagnostics::Severity;

// The fix keeps what it cannot read, or changes the model alone, and the finding comes again.
constexpr std::string_view kept_by_their_fix[] = {"card.unknown-keyword", "json.schema", "rgf.final-time",
                                                  "value.not-compose"};

using Found = std::set<std::pair<std::string, std::string>>;  // ids and severities

std::vector<std::string> words_of(std::string_view text) {
    std::istringstream stream{std::string(text)};
    return {std::istream_iterator<std::string>(stream), {}};
}

std::vector<std::string> ids_of(std::string_view list) {
    std::string text(list);
    std::replace(text.begin(), text.end(), ',', ' ');
    return words_of(text);
}

bool is_archive(std::string_view name) {
    return name.ends_with(".zip") || name.ends_with(".tar") || name.ends_with(".rgt");
}

std::string archive_of(const Example& example, const std::vector<ExampleFile>& members) {
    using Format = io::ArchiveMaker::Format;
    const bool zip = example.file.ends_with(".zip");
    // Only old zips have names in other charsets; they are made as libarchive makes them in such a place.
    io::ArchiveMaker maker(zip ? Format::zip : Format::ustar);
    for (const ExampleFile& member : members) {
        if (member.content.starts_with("->")) {
            maker.symlink(member.name, std::string(member.content.substr(2)).c_str());
        } else if (member.content.starts_with("locked:")) {
            maker.encrypted(member.name, member.content.substr(7));
        } else if (member.content == "repeated 300000 times") {
            maker.repeated(member.name, "(;FF[4])", 300000);
        } else {
            maker.file(member.name, member.content);
        }
    }
    std::string bytes = maker.finish();
    if (example.id == "container.damaged") {
        bytes.resize(1024 + 600);  // the first member, and a part of the second one
    }
    return bytes;
}

// A record too long for a page shows a node and says how many more there are.
std::string written_out(std::string_view content) {
    std::string text(content);
    for (const auto& [shortened, count] : {std::pair{std::string_view(";... and 2,000 such nodes more)"), 2000},
                                           std::pair{std::string_view(";... and 20,000 such nodes more)"), 20000}}) {
        if (content.ends_with(shortened)) {
            text.resize(text.size() - shortened.size());
            const std::string node = text.substr(text.rfind(';'));
            for (int i = 0; i < count; ++i) {
                text += node;
            }
            return text + ')';
        }
    }
    return text;
}

// A folder with the files of an example; the program runs in it.
class Bench {
public:
    Bench() : before_(fs::current_path()) { fs::current_path(folder_.path()); }
    ~Bench() { fs::current_path(before_); }

    void put(const Example& example, std::string_view content) {
        for (const fs::directory_entry& entry : fs::directory_iterator(folder_.path())) {
            fs::remove_all(entry.path());
        }
        const std::vector<ExampleFile> files = diagnostics::files_of(content, example.file);
        if (is_archive(example.file)) {
            folder_.write(example.file, archive_of(example, files));
            return;
        }
        for (const ExampleFile& file : files) {
            folder_.write(file.name, written_out(file.content));
        }
        if (example.id == "plugin.failed") {
            for (const char* name : {"thrower.so", "thrower.tengen-plugin.json"}) {
                fs::copy_file(fs::path(TENGEN_TEST_MODULES) / name, folder_ / name);
            }
        }
    }

    // The command of the example, with further arguments; what it found.
    Found run(const Example& example, const std::vector<std::string>& more) const {
        std::vector<std::string> arguments = words_of(example.command);
        const std::string command = arguments.front();
        arguments.erase(arguments.begin());
        arguments.insert(arguments.end(), more.begin(), more.end());
        if (command == "validate" || command == "plugins") {
            return said(command, arguments, example);
        }
        arguments.insert(arguments.end(), {"--plugin-path", TENGEN_TEST_PLUGINS});
        arguments.emplace_back(example.file);
        if (command == "check") {
            arguments.insert(arguments.end(), {"--format", "json", "-o", "report.jsonl"});
            run_check(arguments);
        } else {
            arguments.insert(arguments.end(), {"-q", "--report", "report.jsonl"});
            if (command == "join") {
                fs::remove("converted");
                arguments.insert(arguments.end(), {"--to", "sgf", "-o", "converted"});
                testing::internal::CaptureStderr();  // the count of matches
                run_join(arguments);
                testing::internal::GetCapturedStderr();
                return reported();
            }
            if (std::find(arguments.begin(), arguments.end(), "-o") == arguments.end()) {
                arguments.insert(arguments.end(), {"-o", "converted"});
            }
            run_convert(arguments);
        }
        return reported();
    }

    // The record as it is written, or an empty text.
    std::string converted(const Example& example, const std::vector<std::string>& more) const {
        fs::remove("converted");
        std::vector<std::string> arguments = words_of(example.command);
        arguments.erase(arguments.begin());
        arguments.insert(arguments.end(), more.begin(), more.end());
        arguments.insert(arguments.end(), {"--plugin-path", TENGEN_TEST_PLUGINS, "-q", "-o", "converted", "--to",
                                           example.file.ends_with(".txt")    ? "landman"
                                           : example.file.ends_with(".rgf")  ? "rgf"
                                           : example.file.ends_with(".json") ? "json"
                                                                             : "sgf",
                                           std::string(example.file)});
        run_convert(arguments);
        return io::content_of("converted");
    }

    void put_back_converted(const Example& example) const { fs::rename("converted", fs::path(example.file)); }

private:
    static Found reported() {
        Found found;
        std::ifstream report("report.jsonl");
        for (std::string line; std::getline(report, line);) {
            const boost::json::object row = boost::json::parse(line).as_object();
            if (const auto* id = row.if_contains("id")) {
                found.emplace(id->as_string(), row.at("severity").as_string());
            }
        }
        return found;
    }

    // What the program says on the terminal, with ids in brackets. Faults of a configuration are fatal.
    static Found said(const std::string& command, const std::vector<std::string>& arguments, const Example& example) {
        testing::internal::CaptureStderr();
        testing::internal::CaptureStdout();
        std::vector<std::string> all = arguments;
        all.emplace_back(example.file);
        const int code = command == "validate" ? run_validate(all) : run_plugins(all);
        std::string text = testing::internal::GetCapturedStderr() + testing::internal::GetCapturedStdout();
        Found found;
        for (std::size_t at = text.find('['); at != std::string::npos; at = text.find('[', at + 1)) {
            const std::string id = text.substr(at + 1, text.find(']', at) - at - 1);
            if (diagnostics::find(id) != nullptr) {
                found.emplace(id, code == exit_usage ? "fatal" : "warning");
            }
        }
        return found;
    }

    io::TemporaryFolder folder_;
    fs::path before_;
};

std::vector<std::string> level_arguments(const Example& example, Level level) {
    if (example.command.starts_with("validate") || example.command.starts_with("plugins")) {
        return {};
    }
    return {"--level", std::string(to_text(level))};
}

class Examples : public testing::TestWithParam<const Example*> {
protected:
    const Example& example() const { return *GetParam(); }
    const CatalogueEntry& entry() const { return *diagnostics::find(example().id); }

    // Ids that come with it of necessity may be there, with whatever severity.
    Found without_companions(Found found) const {
        for (const std::string& id : ids_of(example().with)) {
            std::erase_if(found, [&](const auto& pair) { return pair.first == id; });
        }
        return found;
    }

    Bench bench_;
};

TEST_P(Examples, RaisesItAndOnlyIt) {
    ASSERT_NE(diagnostics::find(example().id), nullptr);
    std::set<std::string> companions;
    for (const Level level : {Level::strict, Level::lenient, Level::archive}) {
        bench_.put(example(), example().before);
        const Found found = bench_.run(example(), level_arguments(example(), level));
        for (const auto& [id, severity] : found) {
            companions.insert(id);
        }
        Found expected;
        if (entry().severity(level) != Severity::off) {
            expected.emplace(std::string(example().id), std::string(to_text(entry().severity(level))));
        }
        EXPECT_EQ(without_companions(found), expected) << to_text(level);
    }
    for (const std::string& id : ids_of(example().with)) {
        EXPECT_TRUE(companions.contains(id)) << id << " does not come with it";
    }
}

TEST_P(Examples, CorrectedInputDoesNotRaiseIt) {
    if (example().after.empty()) {
        return;
    }
    bench_.put(example(), example().after);
    EXPECT_THAT(bench_.run(example(), level_arguments(example(), Level::strict)), testing::IsEmpty());
}

TEST_P(Examples, IsRepairedAsShown) {
    const bool is_repaired = example().by == CorrectedBy::tengen;
    const bool can_be =
        diagnostics::changes_record(entry()) && example().command.starts_with("check") && !is_archive(example().file);
    const bool is_kept = std::find(std::begin(kept_by_their_fix), std::end(kept_by_their_fix), example().id) !=
                         std::end(kept_by_their_fix);
    if (!is_repaired) {
        EXPECT_TRUE(!can_be || is_kept || example().with.find("info.komi") == 0) << "the fix is not shown";
        return;
    }
    ASSERT_NE(entry().fix, diagnostics::FixClass::none);
    std::vector<std::string> how{"--level", "lenient", "--fix", std::string(to_text(entry().fix))};
    for (const char* option : {"--place-handicap", "--handicap-to-setup"}) {
        if (entry().fix_does.find(option) != std::string_view::npos) {
            how.emplace_back(option);
        }
    }
    bench_.put(example(), example().before);
    const std::string repaired = bench_.converted(example(), how);
    EXPECT_FALSE(repaired.empty());
    const bool is_read_otherwise = entry().fix_does.starts_with("reading:");
    if (!is_read_otherwise) {  // after a repair nothing is left to repair
        bench_.put_back_converted(example());
        for (const auto& [id, severity] : bench_.run(example(), {"--level", "lenient"})) {
            EXPECT_NE(id, example().id);
        }
    }
    bench_.put(example(), example().after);
    EXPECT_EQ(repaired, bench_.converted(example(), how));
}

std::vector<const Example*> all_examples() {
    std::vector<const Example*> all;
    for (const Example& example : diagnostics::examples()) {
        all.push_back(&example);
    }
    return all;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Examples, testing::ValuesIn(all_examples()), [](const auto& info) {
    std::string name(info.param->id);
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '.' || c == '-'; }, '_');
    return name;
});

TEST(ExampleTable, HasEachIdOfTheCatalogue) {
    for (const CatalogueEntry& entry : diagnostics::catalogue()) {
        EXPECT_NE(diagnostics::example_of(entry.id), nullptr) << entry.id;
    }
}

TEST(ExampleTable, TakesContentsApart) {
    const std::vector<ExampleFile> one = diagnostics::files_of("(;FF[4])", "a.sgf");
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(one[0].name, "a.sgf");
    const std::vector<ExampleFile> two = diagnostics::files_of("\f=b.txt=x=y\f(;)", "a.sgf");
    ASSERT_EQ(two.size(), 2U);
    EXPECT_EQ(two[0].name, "b.txt");
    EXPECT_EQ(two[0].content, "x=y");
    EXPECT_EQ(two[1].name, "a.sgf");
    EXPECT_TRUE(diagnostics::files_of("", "a.sgf").empty());
    EXPECT_EQ(diagnostics::example_of("no.such-id"), nullptr);
}

}  // namespace
}  // namespace tengen::cli
