#include "io/atomic_file.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/error.h"
#include "io/temporary_folder.h"

namespace tengen::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

template <typename Call>
std::string id_of(Call&& call, int* error_number = nullptr) {
    try {
        call();
    } catch (const IoError& error) {
        if (error_number != nullptr) *error_number = error.error_number();
        return error.id();
    }
    return "none";
}

// A limit on the size of files stands for the full disk; in a child, because it cannot be taken back. True if writing
// failed for that reason.
template <typename Write>
bool fails_on_a_full_disk(Write&& write) {
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{1000, 1000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        int error = 0;
        const std::string id = id_of(write, &error);
        ::_exit(id == "io.write-failed" && error == EFBIG ? 0 : 1);
    }
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::filesystem::path temporary_path(const AtomicFile& file) {
    return file.temporary();
}

TEST(AtomicFile, HasNoNameBeforeItIsComplete) {
    const TemporaryFolder folder;
    const auto path = folder / "game.sgf";
    AtomicFile file(path);
    if (is_temporary_name(temporary_path(file).filename().native()))
        GTEST_SKIP() << "this file system has no such files";
    file.write_through("(;B[aa])");
    EXPECT_EQ(files_in(folder.path()), 0U);
    EXPECT_EQ(content_of(file.temporary()), "(;B[aa])");
    file.commit();
    EXPECT_EQ(content_of(path), "(;B[aa])");
    EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(AtomicFile, NamelessFilesTakeFreeNamesAndReplaceOthers) {
    const TemporaryFolder folder;
    for (const bool is_nameless : {true, false}) {
        AtomicFile(folder / "new/game.sgf", {.create_folders = true, .nameless = is_nameless}).commit();
        AtomicFile again(folder / "new/game.sgf", {.overwrite = true, .nameless = is_nameless});
        again.write("again");
        again.commit();
        EXPECT_EQ(content_of(folder / "new/game.sgf"), "again");
        EXPECT_EQ(files_in(folder / "new"), 1U);
        AtomicFile late(folder / "new/game.sgf", {.look_first = false, .nameless = is_nameless});
        EXPECT_EQ(id_of([&] { late.commit(); }), "io.output-exists");
        std::filesystem::remove_all(folder / "new");
    }
}

TEST(AtomicFile, AppearsOnlyWhenComplete) {
    const TemporaryFolder folder;
    const auto path = folder / "game.sgf";
    AtomicFile file(path, {.nameless = false});
    file.write("(;B[aa]");
    file.write(std::string(200000, 'x'));
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_TRUE(std::filesystem::exists(file.temporary()));
    EXPECT_EQ(temporary_path(file).parent_path(), folder.path());
    EXPECT_TRUE(is_temporary_name(temporary_path(file).filename().native())) << file.temporary();
    EXPECT_THAT(temporary_path(file).filename().native(), testing::StartsWith(".game.sgf.tengen-"));
    file.write(")");
    file.commit();
    EXPECT_EQ(content_of(path), "(;B[aa]" + std::string(200000, 'x') + ")");
    EXPECT_EQ(file.bytes_written(), 200008U);
    EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(AtomicFile, WithoutCommitNothingIsLeft) {
    const TemporaryFolder folder;
    folder.write("game.sgf", "old");
    {
        AtomicFile file(folder / "game.sgf", {.overwrite = true});
        file.write("new");
    }
    EXPECT_EQ(content_of(folder / "game.sgf"), "old");
    EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(AtomicFile, EmptyFile) {
    const TemporaryFolder folder;
    AtomicFile(folder / "empty").commit();
    EXPECT_TRUE(std::filesystem::exists(folder / "empty"));
    EXPECT_EQ(std::filesystem::file_size(folder / "empty"), 0U);
}

TEST(AtomicFile, RefusesAnExistingFileAtOnce) {
    const TemporaryFolder folder;
    folder.write("game.sgf", "old");
    EXPECT_EQ(id_of([&] { AtomicFile file(folder / "game.sgf"); }), "io.output-exists");
    std::filesystem::create_symlink("nowhere", folder / "dangling");
    EXPECT_EQ(id_of([&] { AtomicFile file(folder / "dangling"); }), "io.output-exists");
    EXPECT_EQ(files_in(folder.path()), 2U);
}

TEST(AtomicFile, RefusesAFileThatAppearedMeanwhile) {
    const TemporaryFolder folder;
    {
        AtomicFile file(folder / "game.sgf");
        file.write("ours");
        folder.write("game.sgf", "theirs");
        EXPECT_EQ(id_of([&] { file.commit(); }), "io.output-exists");
    }
    EXPECT_EQ(content_of(folder / "game.sgf"), "theirs");
    EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(AtomicFile, OneOfManyWritersWins) {
    const TemporaryFolder folder;
    std::atomic<int> won{0};
    std::atomic<int> refused{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            const std::string id = id_of([&] {
                AtomicFile file(folder / "game.sgf");
                file.write("text");
                file.commit();
            });
            if (id == "none") ++won;
            if (id == "io.output-exists") ++refused;
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(won, 1);
    EXPECT_EQ(refused, 7);
    EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(AtomicFile, Overwrites) {
    const TemporaryFolder folder;
    folder.write("game.sgf", "old");
    AtomicFile file(folder / "game.sgf", {.overwrite = true, .sync = Sync::file});
    file.write("new");
    file.commit();
    EXPECT_EQ(content_of(folder / "game.sgf"), "new");
}

TEST(AtomicFile, ReplacesALinkAndNotItsTarget) {
    const TemporaryFolder folder;
    folder.write("real.sgf", "real");
    std::filesystem::create_symlink("real.sgf", folder / "link.sgf");
    AtomicFile file(folder / "link.sgf", {.overwrite = true});
    file.write("new");
    file.commit();
    EXPECT_EQ(content_of(folder / "real.sgf"), "real");
    EXPECT_FALSE(std::filesystem::is_symlink(folder / "link.sgf"));
    EXPECT_EQ(content_of(folder / "link.sgf"), "new");
}

TEST(AtomicFile, Folders) {
    const TemporaryFolder folder;
    int error = 0;
    EXPECT_EQ(id_of([&] { AtomicFile file(folder / "a/b/c.sgf"); }, &error), "io.write-failed");
    EXPECT_EQ(error, ENOENT);
    EXPECT_FALSE(std::filesystem::exists(folder / "a"));
    AtomicFile file(folder / "a/b/c.sgf", {.create_folders = true});
    file.write("x");
    file.commit();
    EXPECT_EQ(content_of(folder / "a/b/c.sgf"), "x");

    EXPECT_EQ(id_of([&] { AtomicFile file2(folder / "a", {.overwrite = true}); }, &error), "io.write-failed");
    EXPECT_EQ(error, EISDIR);
    EXPECT_EQ(id_of([&] { AtomicFile file3(folder / "a/"); }), "io.write-failed");
    EXPECT_EQ(id_of([&] { AtomicFile file4(""); }), "io.write-failed");
    folder.write("file");
    EXPECT_EQ(id_of([&] { AtomicFile file5(folder / "file/x", {.create_folders = true}); }, &error), "io.write-failed");
    EXPECT_EQ(error, ENOTDIR);
}

TEST(AtomicFile, FolderWithoutPermission) {
    int error = 0;
    if (is_root()) {
        // A file system that takes no files from anybody.
        EXPECT_EQ(id_of([&] { AtomicFile file("/proc/self/game.sgf"); }, &error), "io.write-failed");
        EXPECT_NE(error, 0);
        return;
    }
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "closed");
    ::chmod((folder / "closed").c_str(), 0500);
    EXPECT_EQ(id_of([&] { AtomicFile file(folder / "closed/game.sgf"); }, &error), "io.write-failed");
    EXPECT_EQ(error, EACCES);
}

TEST(AtomicFile, RelativePath) {
    const TemporaryFolder folder;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    {
        AtomicFile file("game.sgf");
        file.write("x");
        file.commit();
    }
    std::filesystem::current_path(before);
    EXPECT_EQ(content_of(folder / "game.sgf"), "x");
}

TEST(AtomicFile, ModeFollowsUmask) {
    const TemporaryFolder folder;
    const mode_t before = ::umask(027);
    AtomicFile(folder / "game.sgf").commit();
    ::umask(before);
    struct stat status {};
    ASSERT_EQ(::stat((folder / "game.sgf").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST(AtomicFile, LongestNames) {
    const TemporaryFolder folder;
    std::string name;
    for (int i = 0; i < 85; ++i) name += "\u7881";  // 255 bytes
    AtomicFile file(folder / name, {.nameless = false});
    EXPECT_LE(temporary_path(file).filename().native().size(), 255U);
    file.commit();
    EXPECT_TRUE(std::filesystem::exists(folder / name));
}

TEST(AtomicFile, FileSizeLimitIsAWriteErrorAndLeavesNothing) {
    const TemporaryFolder folder;
    EXPECT_TRUE(fails_on_a_full_disk([&] {
        AtomicFile file(folder / "game.sgf");
        file.write(std::string(100, 'x'));
        file.write(std::string(100000, 'x'));
        file.commit();
    }));
    EXPECT_EQ(files_in(folder.path()), 0U);
}

TEST(WriteFile, PutsAnotherFileInThePlaceOfTheOldOne) {
    const TemporaryFolder folder;
    for (const bool is_nameless : {true, false}) {
        const auto path = folder.write("game.sgf", "(;C[old])");
        std::ifstream reader(path, std::ios::binary);  // opened before, it goes on with the old file
        write_file(path, "(;C[new and longer])", {.overwrite = true, .nameless = is_nameless});
        EXPECT_EQ(std::string(std::istreambuf_iterator<char>(reader), {}), "(;C[old])");
        EXPECT_EQ(content_of(path), "(;C[new and longer])");
        EXPECT_EQ(files_in(folder.path()), 1U);
    }
}

TEST(WriteFile, AFileThatCannotBeWrittenInFullDoesNotAppear) {
    const TemporaryFolder folder;
    folder.write("old.sgf", "old");
    for (const bool is_nameless : {true, false}) {
        EXPECT_TRUE(fails_on_a_full_disk([&] {
            write_file(folder / "old.sgf", std::string(100000, 'x'), {.overwrite = true, .nameless = is_nameless});
        }));
        EXPECT_TRUE(fails_on_a_full_disk(
            [&] { write_file(folder / "new.sgf", std::string(100000, 'x'), {.nameless = is_nameless}); }));
    }
    EXPECT_EQ(content_of(folder / "old.sgf"), "old");
    EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(WriteFile, KeepsToItsOptions) {
    const TemporaryFolder folder;
    EXPECT_EQ(id_of([&] { write_file(folder / "a/b.sgf", "x"); }), "io.write-failed");
    write_file(folder / "a/b.sgf", "x", {.create_folders = true});
    EXPECT_EQ(id_of([&] { write_file(folder / "a/b.sgf", "y"); }), "io.output-exists");
    EXPECT_EQ(content_of(folder / "a/b.sgf"), "x");
    EXPECT_EQ(id_of([&] { write_file(folder / "a", "y", {.overwrite = true}); }), "io.write-failed");
    EXPECT_EQ(files_in(folder / "a"), 1U);
}

TEST(OpenOutput, ChoosesTheSink) {
    const TemporaryFolder folder;
    {
        const auto sink = open_output(folder / "game.sgf");
        sink->write("x");
        sink->commit();
        EXPECT_EQ(content_of(folder / "game.sgf"), "x");
    }
    EXPECT_EQ(id_of([&] { open_output(folder / "game.sgf"); }), "io.output-exists");
    EXPECT_EQ(id_of([&] { open_output(folder.path()); }), "io.write-failed");

    // Devices are written, never replaced, whatever the options say.
    const auto sink = open_output("/dev/null", {.overwrite = true});
    sink->write("x");
    sink->commit();
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
    EXPECT_EQ(id_of([] { AtomicFile file("/dev/null", {.overwrite = true}); }), "io.write-failed");
    if (std::filesystem::exists("/dev/full")) {
        int error = 0;
        const auto full = open_output("/dev/full");
        EXPECT_EQ(id_of([&] { full->write(std::string(1000000, 'x')); }, &error), "io.write-failed");
        EXPECT_EQ(error, ENOSPC);
    }
}

TEST(OpenOutput, Fifo) {
    const TemporaryFolder folder;
    const auto path = folder / "pipe";
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    std::string got;
    std::thread reader([&] { got = content_of(path); });
    const auto sink = open_output(path);
    sink->write("through the pipe");
    sink->commit();
    reader.join();
    EXPECT_EQ(got, "through the pipe");
    EXPECT_TRUE(std::filesystem::is_fifo(path));
}

TEST(Temporaries, FoundByNameAndAge) {
    const TemporaryFolder folder;
    const auto old = folder.write(".game.sgf.tengen-abc123");
    folder.write(".other.tengen-new456");
    folder.write(".game.tengen-toolong7");
    folder.write("game.tengen-abc123");
    folder.write("game.sgf");
    std::filesystem::create_directory(folder / ".folder.tengen-abc123");
    std::filesystem::last_write_time(old, std::filesystem::file_time_type::clock::now() - std::chrono::hours(2));
    EXPECT_THAT(stale_temporaries(folder.path()), ElementsAre(old));
    EXPECT_THAT(stale_temporaries(folder.path(), std::chrono::seconds(0)), SizeIs(3));  // the folder, too
    EXPECT_EQ(remove_stale_temporaries(folder.path()), 1U);
    EXPECT_FALSE(std::filesystem::exists(old));
    EXPECT_EQ(files_in(folder.path()), 5U);
    EXPECT_THAT(stale_temporaries(folder / "missing"), SizeIs(0));
}

TEST(Temporaries, ATagSaysWhoseTheyAre) {
    const TemporaryFolder folder;
    AtomicFile ours(folder / "game.sgf", {.nameless = false, .tag = "ab1"});
    AtomicFile long_one(folder / "game.sgf", {.nameless = false, .tag = "xyz98"});  // three letters of it are used
    AtomicFile plain(folder / "game.sgf", {.nameless = false});
    EXPECT_THAT(temporary_path(ours).filename().native(), testing::StartsWith(".game.sgf.tengen-ab1"));
    EXPECT_THAT(temporary_path(long_one).filename().native(), testing::StartsWith(".game.sgf.tengen-xyz"));
    for (const AtomicFile* file : {&ours, &long_one, &plain}) {
        EXPECT_TRUE(is_temporary_name(temporary_path(*file).filename().native())) << file->temporary();
    }
    EXPECT_THAT(stale_temporaries(folder.path(), std::chrono::seconds(0), "ab1"), ElementsAre(ours.temporary()));
    EXPECT_EQ(remove_stale_temporaries(folder.path(), std::chrono::seconds(0), "xyz"), 1U);
    EXPECT_TRUE(std::filesystem::exists(ours.temporary()));
    EXPECT_FALSE(std::filesystem::exists(long_one.temporary()));
}

TEST(Temporaries, AKilledWriterLeavesOneThatIsFound) {
    const TemporaryFolder folder;
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        AtomicFile file(folder / "game.sgf", {.nameless = false});
        file.write(std::string(100000, 'x'));
        ::_exit(0);  // no destructors
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_FALSE(std::filesystem::exists(folder / "game.sgf"));
    EXPECT_EQ(remove_stale_temporaries(folder.path(), std::chrono::seconds(0)), 1U);
    EXPECT_EQ(files_in(folder.path()), 0U);
}

TEST(SyncFileSystem, WorksAndFails) {
    const TemporaryFolder folder;
    EXPECT_EQ(id_of([&] { sync_file_system(folder / "missing"); }), "io.write-failed");
}

}  // namespace
}  // namespace tengen::io
