// When files reach the disk. The calls of the system that see to it are counted: these take the place of those of the C
// library in this program.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "io/atomic_file.h"
#include "io/temporary_folder.h"

namespace {

std::vector<std::string>& calls() {
    static std::vector<std::string> made;
    return made;
}

int counted(const char* name, long number, int descriptor) {
    calls().emplace_back(name);
    return static_cast<int>(::syscall(number, descriptor));
}

}  // namespace

extern "C" {
int fdatasync(int descriptor) {
    return counted("fdatasync", SYS_fdatasync, descriptor);
}
int fsync(int descriptor) {
    return counted("fsync", SYS_fsync, descriptor);
}
int syncfs(int descriptor) noexcept {
    return counted("syncfs", SYS_syncfs, descriptor);
}
}

namespace tengen::io {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> calls_of(const TemporaryFolder& folder, FileOptions options, bool at_once) {
    options.overwrite = true;
    calls().clear();
    if (at_once) {
        write_file(folder / "game.sgf", "(;B[aa])", options);
    } else {
        AtomicFile file(folder / "game.sgf", options);
        file.write("(;B[aa])");
        EXPECT_THAT(calls(), IsEmpty());
        file.commit();
    }
    EXPECT_EQ(content_of(folder / "game.sgf"), "(;B[aa])");
    return calls();
}

TEST(Sync, ReachesTheDiskWhenItIsAskedTo) {
    const TemporaryFolder folder;
    for (const bool at_once : {false, true}) {
        for (const bool is_nameless : {false, true}) {
            const auto with = [&](Sync sync) {
                return calls_of(folder, {.nameless = is_nameless, .sync = sync}, at_once);
            };
            EXPECT_THAT(with(Sync::none), IsEmpty());
            EXPECT_THAT(with(Sync::batch), IsEmpty());
            // The bytes before the file has its name, the folder after it.
            EXPECT_THAT(with(Sync::file), ElementsAre("fdatasync", "fsync"));
        }
    }
}

TEST(Sync, OneCallForManyFiles) {
    const TemporaryFolder folder;
    calls().clear();
    sync_file_system(folder.path());
    EXPECT_THAT(calls(), ElementsAre("syncfs"));
}

}  // namespace
}  // namespace tengen::io
