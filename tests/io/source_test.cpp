#include "io/source.h"

#include <cstring>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "io/name_choice.h"
#include "io/temporary_folder.h"

namespace tengen::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Names as shown, one for each file; a finding as "!" and the name it is about.
std::vector<std::string> list(Sources& sources) {
    std::vector<std::string> names;
    std::set<std::size_t> doubles;
    NameChoice choice;
    while (auto item = sources.next()) {
        if (const auto* entry = std::get_if<SourceEntry>(&*item)) {
            if (const auto found = choice.offer(*entry, names.size())) doubles.insert(found->left_out);
            names.push_back(entry->name);
        } else {
            const Finding& finding = std::get<Finding>(*item);
            EXPECT_EQ(finding.id, "io.open-failed");
            EXPECT_THAT(finding.message, HasSubstr(finding.input));
            names.push_back(std::string("!").append(finding.input));
        }
    }
    for (auto at = doubles.rbegin(); at != doubles.rend(); ++at) {
        names.erase(names.begin() + static_cast<std::ptrdiff_t>(*at));
    }
    return names;
}

std::vector<std::string> list(SourceOptions options, const std::vector<std::string>& arguments) {
    Sources sources(std::move(options));
    for (const std::string& argument : arguments) sources.add(argument);
    return list(sources);
}

class SourcesTest : public testing::Test {
protected:
    std::vector<std::string> at(const std::vector<std::string>& arguments) {
        SourceOptions options;
        options.base = folder.path();
        return list(std::move(options), arguments);
    }

    TemporaryFolder folder;
};

TEST_F(SourcesTest, FilesInTheOrderGivenAndMissingOnes) {
    folder.write("b.sgf");
    folder.write("a.sgf");
    EXPECT_THAT(at({"b.sgf", "missing.sgf", "a.sgf"}), ElementsAre("b.sgf", "!missing.sgf", "a.sgf"));
    EXPECT_THAT(at({(folder / "a.sgf").native()}), ElementsAre((folder / "a.sgf").native()));
    EXPECT_THAT(at({""}), ElementsAre("!"));
    EXPECT_THAT(at({}), IsEmpty());
    EXPECT_THAT(at({std::string("a\0b", 3)}).size(), 1U);
}

TEST_F(SourcesTest, FolderIsSortedPartByPart) {
    for (const char* const name :
         {"d/b.sgf", "d/a/2.sgf", "d/a/1.sgf", "d/a.sgf", "d/B.sgf", "d/a/z/1.sgf", "d/10.sgf", "d/9.sgf", "e.sgf"}) {
        folder.write(name);
    }
    std::filesystem::create_directories(folder / "d/empty");
    EXPECT_THAT(at({"d"}), ElementsAre("d/10.sgf", "d/9.sgf", "d/B.sgf", "d/a/1.sgf", "d/a/2.sgf", "d/a/z/1.sgf",
                                       "d/a.sgf", "d/b.sgf"));
    EXPECT_THAT(at({"d/empty"}), IsEmpty());
    EXPECT_THAT(at({"d/a/"}), ElementsAre("d/a/1.sgf", "d/a/2.sgf", "d/a/z/1.sgf"));
    SourceOptions flat;
    flat.base = folder.path();
    flat.recursive = false;
    EXPECT_THAT(list(flat, {"d/a"}), ElementsAre("d/a/1.sgf", "d/a/2.sgf"));
}

TEST_F(SourcesTest, AcceptDecidesInFoldersOnly) {
    folder.write("d/a.sgf");
    folder.write("d/readme.txt");
    SourceOptions options;
    options.base = folder.path();
    options.accept = [](std::string_view name) { return name.ends_with(".sgf"); };
    EXPECT_THAT(list(options, {"d"}), ElementsAre("d/a.sgf"));
    EXPECT_THAT(list(options, {"d/readme.txt", "d/r*"}), ElementsAre("d/readme.txt"));
    EXPECT_THAT(list(options, {"d/r*"}), ElementsAre("d/readme.txt"));
}

TEST_F(SourcesTest, HiddenFiles) {
    folder.write("d/.hidden.sgf");
    folder.write("d/.git/config.sgf");
    folder.write("d/a.sgf");
    EXPECT_THAT(at({"d"}), ElementsAre("d/a.sgf"));
    EXPECT_THAT(at({"d/**/*.sgf"}), ElementsAre("d/a.sgf"));
    EXPECT_THAT(at({"d/.*.sgf"}), ElementsAre("d/.hidden.sgf"));
    EXPECT_THAT(at({"d/.hidden.sgf"}), ElementsAre("d/.hidden.sgf"));
    EXPECT_THAT(at({"d/.git"}), ElementsAre("d/.git/config.sgf"));
    SourceOptions options;
    options.base = folder.path();
    options.hidden = true;
    EXPECT_THAT(list(options, {"d"}), ElementsAre("d/.git/config.sgf", "d/.hidden.sgf", "d/a.sgf"));
    EXPECT_THAT(list(options, {"d/**"}), ElementsAre("d/.git/config.sgf", "d/.hidden.sgf", "d/a.sgf"));
}

TEST_F(SourcesTest, Patterns) {
    for (const char* const name : {"g/1.sgf", "g/2.mgt", "g/3.txt", "g/x/4.sgf", "g/x/y/5.mgt", "h/6.sgf", "7.sgf"}) {
        folder.write(name);
    }
    EXPECT_THAT(at({"g/**/*.{sgf,mgt}"}), ElementsAre("g/1.sgf", "g/2.mgt", "g/x/4.sgf", "g/x/y/5.mgt"));
    EXPECT_THAT(at({"*.sgf"}), ElementsAre("7.sgf"));
    EXPECT_THAT(at({"*/*.sgf"}), ElementsAre("g/1.sgf", "h/6.sgf"));
    EXPECT_THAT(at({"**/*.sgf"}), ElementsAre("7.sgf", "g/1.sgf", "g/x/4.sgf", "h/6.sgf"));
    EXPECT_THAT(at({"g/**"}), ElementsAre("g/1.sgf", "g/2.mgt", "g/3.txt", "g/x/4.sgf", "g/x/y/5.mgt"));
    EXPECT_THAT(at({"{h,g/x}/*.sgf"}), ElementsAre("h/6.sgf", "g/x/4.sgf"));
    EXPECT_THAT(at({"g/[0-1].sgf"}), ElementsAre("g/1.sgf"));
    EXPECT_THAT(at({"./g/?.sgf"}), ElementsAre("./g/1.sgf"));
    EXPECT_THAT(at({folder.path().native() + "/*.sgf"}), ElementsAre((folder / "7.sgf").native()));
    EXPECT_THAT(at({"**/x/**/*.mgt"}), ElementsAre("g/x/y/5.mgt"));
    // Folders are not entered because their name matches.
    EXPECT_THAT(at({"g/*"}), ElementsAre("g/1.sgf", "g/2.mgt", "g/3.txt"));
}

TEST_F(SourcesTest, PatternsThatMatchNothing) {
    folder.write("g/1.sgf");
    EXPECT_THAT(at({"*.rgf", "g/1.sgf"}), ElementsAre("!*.rgf", "g/1.sgf"));
    EXPECT_THAT(at({"missing/*.sgf"}), ElementsAre("!missing/*.sgf"));
    EXPECT_THAT(at({"g/1.sgf/*"}), ElementsAre("!g/1.sgf/*"));
    EXPECT_THAT(at({"g/*/../1.sgf"}), ElementsAre("!g/*/../1.sgf"));
    // A match that came before is a match.
    EXPECT_THAT(at({"g/1.sgf", "g/*.sgf"}), ElementsAre("g/1.sgf"));
    std::string many;
    for (int i = 0; i < 20; ++i) many += "{a,b}";
    EXPECT_THAT(at({many}), ElementsAre(std::string("!").append(many)));
}

TEST_F(SourcesTest, ExistingNameIsNoPattern) {
    folder.write("game[1].sgf");
    folder.write("game1.sgf");
    folder.write("{a,b}.sgf");
    EXPECT_THAT(at({"game[1].sgf"}), ElementsAre("game[1].sgf"));
    EXPECT_THAT(at({"{a,b}.sgf"}), ElementsAre("{a,b}.sgf"));
    EXPECT_THAT(at({"game\\[1\\]*"}), ElementsAre("game[1].sgf"));
}

TEST_F(SourcesTest, EveryFileOnce) {
    folder.write("d/a.sgf");
    folder.write("d/b.sgf");
    std::filesystem::create_symlink("a.sgf", folder / "d/link.sgf");
    std::filesystem::create_symlink("d", folder / "e");
    EXPECT_THAT(at({"d/b.sgf", "d", "d/*.sgf", "./d/a.sgf", "e"}), ElementsAre("d/b.sgf", "d/a.sgf"));
    EXPECT_THAT(at({"d/link.sgf", "d"}), ElementsAre("d/a.sgf", "d/b.sgf"));
    EXPECT_THAT(at({"d/link.sgf"}), ElementsAre("d/link.sgf"));
    EXPECT_THAT(at({"e/"}), ElementsAre("e/a.sgf", "e/b.sgf"));
}

TEST_F(SourcesTest, NamesThatAreNoLinksAreKept) {
    folder.write("d/game.sgf");
    folder.write("d/real/1.sgf");
    folder.write("elsewhere/2.sgf");
    std::filesystem::create_directory(folder / "d/best");
    std::filesystem::create_symlink("../game.sgf", folder / "d/best/1.sgf");
    std::filesystem::create_symlink("real", folder / "d/current");
    std::filesystem::create_symlink("../elsewhere", folder / "d/more");
    EXPECT_THAT(at({"d"}), ElementsAre("d/game.sgf", "d/real/1.sgf", "d/more/2.sgf"));
    EXPECT_THAT(at({"d/**/*.sgf"}), ElementsAre("d/game.sgf", "d/real/1.sgf", "d/more/2.sgf"));
    EXPECT_THAT(at({"d/c*/*.sgf"}), ElementsAre("d/current/1.sgf"));
    EXPECT_THAT(at({"d/more", "elsewhere"}), ElementsAre("elsewhere/2.sgf"));
}

TEST_F(SourcesTest, AnotherUseKeepsItsName) {
    SourceEntry link{SourceEntry::Kind::file, "link", folder.write("a.sgf"), 1};
    link.device = link.number = 7;
    SourceEntry plain = link;
    link.is_linked = true;
    NameChoice choice;
    EXPECT_FALSE(choice.offer(link, 0, 1));
    auto found = choice.offer(plain, 1, 2);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->left_out, 1U);
    EXPECT_EQ(found->kept, 0U);
    found = choice.offer(plain, 2, 1);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->left_out, 0U);
    EXPECT_EQ(found->kept, 2U);
}

TEST_F(SourcesTest, HardLinksAreDifferentFiles) {
    folder.write("d/a.sgf");
    std::filesystem::create_hard_link(folder / "d/a.sgf", folder / "d/b.sgf");
    EXPECT_THAT(at({"d", "d/a.sgf", "./d/b.sgf"}), ElementsAre("d/a.sgf", "d/b.sgf"));
}

TEST_F(SourcesTest, LoopsOfLinksEnd) {
    folder.write("d/a.sgf");
    folder.write("d/x/b.sgf");
    std::filesystem::create_symlink("..", folder / "d/x/up");
    std::filesystem::create_symlink(".", folder / "d/x/self");
    std::filesystem::create_symlink("loop", folder / "d/loop");  // a link to itself leads nowhere
    std::filesystem::create_symlink("gone.sgf", folder / "d/dangling.sgf");
    EXPECT_THAT(at({"d"}), ElementsAre("d/a.sgf", "!d/dangling.sgf", "!d/loop", "d/x/b.sgf"));
    EXPECT_THAT(at({"d/**/*.sgf"}), ElementsAre("d/a.sgf", "!d/dangling.sgf", "d/x/b.sgf"));
}

TEST_F(SourcesTest, AFolderReachedTwiceIsStillSearchedForSomethingElse) {
    folder.write("p/a/1.sgf");
    folder.write("p/a/2.sgf");
    std::filesystem::create_symlink("a", folder / "p/link");
    EXPECT_THAT(at({"p/{[a]/1,[l]ink/2}.sgf"}), ElementsAre("p/a/1.sgf", "p/link/2.sgf"));
}

TEST_F(SourcesTest, ManyLinksDoNotMultiply) {
    // Every folder holds two links to the next one: 2^30 ways to the last.
    for (int i = 0; i < 30; ++i) {
        const std::string here = std::string("n").append(std::to_string(i));
        const std::string next = std::string("../n").append(std::to_string(i + 1));
        std::filesystem::create_directory(folder / here);
        std::filesystem::create_symlink(next, folder.path() / here / "x");
        std::filesystem::create_symlink(next, folder.path() / here / "y");
    }
    folder.write("n30/a.sgf");
    const auto names = at({"n0"});
    ASSERT_EQ(names.size(), 1U);
    EXPECT_TRUE(names[0].ends_with("x/a.sgf"));
}

TEST_F(SourcesTest, SpecialFilesOnlyWhenNamed) {
    folder.write("d/a.sgf");
    ASSERT_EQ(::mkfifo((folder / "d/pipe").c_str(), 0600), 0);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ASSERT_GE(socket, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, (folder / "d/socket").c_str(), sizeof address.sun_path - 1);
    ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_THAT(at({"d"}), ElementsAre("d/a.sgf"));
    EXPECT_THAT(at({"d/*"}), ElementsAre("d/a.sgf"));
    EXPECT_THAT(at({"d/pipe", "d/socket"}), ElementsAre("d/pipe", "!d/socket"));
    ::close(socket);
}

TEST_F(SourcesTest, UnreadableFolderIsAFindingAndTheRestGoesOn) {
    if (is_root()) {
        // For root a folder is unreadable only if its path is too long to be given to the system.
        std::filesystem::path deep = folder.path() / "d";
        std::filesystem::create_directories(deep);
        const auto before = std::filesystem::current_path();
        std::filesystem::current_path(deep);
        const std::string part(250, 'p');
        for (int i = 0; i < 20; ++i) {
            std::filesystem::create_directory(part);
            std::filesystem::current_path(part);
        }
        std::filesystem::current_path(before);
        folder.write("d/a.sgf");
        const auto names = at({"d"});
        ASSERT_EQ(names.size(), 2U);
        EXPECT_EQ(names[0], "d/a.sgf");
        EXPECT_TRUE(names[1].starts_with("!d/ppp"));
        return;
    }
    folder.write("d/closed/a.sgf");
    folder.write("d/open/b.sgf");
    ::chmod((folder / "d/closed").c_str(), 0);
    EXPECT_THAT(at({"d"}), ElementsAre("!d/closed", "d/open/b.sgf"));
    ::chmod((folder / "d/closed").c_str(), 0700);
}

TEST_F(SourcesTest, NamesInAnotherCharset) {
    folder.write("d/caf\xe9.sgf");
    EXPECT_THAT(at({"d"}), ElementsAre("d/caf\u00e9.sgf"));
    SourceOptions options;
    options.base = folder.path();
    options.decode_name = [](std::string_view) { return std::string("decoded"); };
    Sources sources(options);
    sources.add("d");
    auto item = sources.next();
    ASSERT_TRUE(item);
    const auto& entry = std::get<SourceEntry>(*item);
    EXPECT_EQ(entry.name, "decoded");
    EXPECT_EQ(std::filesystem::path(entry.path).filename().native(), "caf\xe9.sgf");  // still the name that opens it
    EXPECT_EQ(entry.size, 1U);
}

TEST_F(SourcesTest, ListsOfPaths) {
    folder.write("a.sgf");
    folder.write("b c.sgf");
    folder.write("d/e.sgf");
    folder.write("with\nbreak.sgf");
    folder.write("*.sgf");
    folder.write("lines", "a.sgf\r\n\nb c.sgf\nmissing.sgf\nd\n*.sgf");
    SourceOptions options;
    options.base = folder.path();
    {
        Sources sources(options);
        sources.add("d/e.sgf");
        sources.add_list("lines");
        sources.add("lines");
        EXPECT_THAT(list(sources), ElementsAre("d/e.sgf", "a.sgf", "b c.sgf", "!missing.sgf", "*.sgf", "lines"));
    }
    folder.write("nuls", std::string_view("with\nbreak.sgf\0a.sgf\0", 21));
    {
        Sources sources(options);
        sources.add_list("nuls");
        EXPECT_THAT(list(sources), ElementsAre("with\nbreak.sgf", "a.sgf"));
    }
    {
        Sources sources(options);
        sources.add_list("no-list");
        EXPECT_THAT(list(sources), ElementsAre("!no-list"));
    }
    {
        Sources sources(options);
        sources.add_path("*.sgf");  // literal
        sources.add_path("?.sgf");
        EXPECT_THAT(list(sources), ElementsAre("*.sgf", "!?.sgf"));
    }
    folder.write("nul-list", std::string_view("a.sgf\0b\r\0", 9));
    {
        Sources sources(options);
        sources.add_list("nul-list", ListSeparator::nul);
        EXPECT_THAT(list(sources), ElementsAre("a.sgf", "!b\r"));  // CR belongs to the name here
    }
}

TEST_F(SourcesTest, StandardInputOnce) {
    folder.write("a.sgf");
    EXPECT_THAT(at({"-", "a.sgf", "-"}), ElementsAre("<stdin>", "a.sgf"));
}

TEST_F(SourcesTest, OpeningReadsOrFinds) {
    const auto path = folder.write("a.sgf", "(;B[aa])");
    const auto good = open({SourceEntry::Kind::file, "a.sgf", path, 8});
    ASSERT_TRUE(std::holds_alternative<Input>(good));
    EXPECT_EQ(std::get<Input>(good).bytes.view(), "(;B[aa])");
    EXPECT_EQ(std::get<Input>(good).name, "a.sgf");
    EXPECT_EQ(std::get<Input>(good).path, path);

    const auto missing = open({SourceEntry::Kind::file, "shown.sgf", folder / "gone.sgf", 0});
    ASSERT_TRUE(std::holds_alternative<Finding>(missing));
    EXPECT_EQ(std::get<Finding>(missing).id, "io.open-failed");
    EXPECT_EQ(std::get<Finding>(missing).input, "shown.sgf");

    const auto large = open({SourceEntry::Kind::file, "a.sgf", path, 8}, {.max_size = 7});
    EXPECT_EQ(std::get<Finding>(large).id, "io.too-large");
}

TEST_F(SourcesTest, StandardInputFromAPipe) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    const std::string text(200000, 'x');
    std::thread writer([&] {
        for (std::size_t done = 0; done < text.size();) {
            const ssize_t count = ::write(ends[1], text.data() + done, text.size() - done);
            if (count <= 0) break;
            done += static_cast<std::size_t>(count);
        }
        ::close(ends[1]);
    });
    Sources sources;
    sources.add("-");
    auto item = sources.next();
    ASSERT_TRUE(item);
    const auto input = open(std::get<SourceEntry>(*item), {}, ends[0]);
    writer.join();
    ::close(ends[0]);
    ASSERT_TRUE(std::holds_alternative<Input>(input));
    EXPECT_EQ(std::get<Input>(input).name, "<stdin>");
    EXPECT_TRUE(std::get<Input>(input).bytes.view() == text);
    EXPECT_TRUE(std::get<Input>(input).path.empty());
}

TEST_F(SourcesTest, ListFromStandardInput) {
    folder.write("a.sgf");
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    ASSERT_EQ(::write(ends[1], "a.sgf\n", 6), 6);
    ::close(ends[1]);
    SourceOptions options;
    options.base = folder.path();
    options.standard_input = ends[0];
    Sources sources(options);
    sources.add_list("-");
    sources.add("-");  // gone by then
    EXPECT_THAT(list(sources), ElementsAre("a.sgf", "!-"));
    ::close(ends[0]);
}

TEST_F(SourcesTest, TemporaryFilesOfOutputsAreNoInputs) {
    folder.write("d/.a.sgf.tengen-abc123");
    folder.write("d/a.sgf");
    EXPECT_THAT(at({"d", "d/**"}), ElementsAre("d/a.sgf"));
}

}  // namespace
}  // namespace tengen::io
