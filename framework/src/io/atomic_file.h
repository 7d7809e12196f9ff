// Files that appear under their name only when they are complete.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/sink.h"

namespace tengen::io {

// When the bytes must be on the disk and not only with the system.
enum class Sync {
    none,   // whenever the system likes
    batch,  // the caller calls sync_file_system() once after many files
    file,   // before commit() returns; about four times slower with small files
};

struct FileOptions {
    bool overwrite = false;       // replace an existing file; otherwise io.output-exists
    bool create_folders = false;  // make missing folders of the path
    bool look_first = true;       // fail before anything is written if the target cannot be; else commit() does
    bool nameless = true;         // where the system can, the file has no name at all before commit()
    Sync sync = Sync::none;
    // Letters and digits that the temporary name gets first, at most three: they say whose it was when it is left over.
    std::string tag{};
};

// Writes to a file without a name in the folder of the target, which gets its name in commit(): not even a process that
// is killed leaves anything. Where the file system has no such files, it is a hidden one beside the target,
// `.NAME.tengen-XXXXXX`, which commit() renames. Without commit() the target stays as it was, and the temporary file
// goes with the object. Permissions follow the umask. A link at the target's place is replaced, not followed. Throws
// IoError: io.output-exists or io.write-failed.
class AtomicFile final : public Sink {
public:
    explicit AtomicFile(std::string target, const FileOptions& options = {});
    ~AtomicFile() override;

    void write(std::string_view bytes) override;

    // The same without the detour through the buffer, for a caller that has one of its own.
    void write_through(std::string_view bytes);

    // Without `overwrite` two writers of one name cannot both succeed, whatever the moment: the later one gets
    // io.output-exists.
    void commit() override;

    const std::string& target() const noexcept { return target_; }
    // Where the bytes can be read that were written through, as long as the object lives and commit() did not succeed.
    std::string temporary() const;
    std::uint64_t bytes_written() const noexcept { return bytes_written_; }

private:
    void create_temporary();
    bool create_nameless();
    bool create_named();
    void make_folders();
    void discard() noexcept;
    void place();
    void place_nameless();
    void close_written();

    // Not paths: taking one to pieces costs more than all else that is done here for a small file.
    std::string target_;
    std::string temporary_;  // empty as long as the file has no name
    FileOptions options_;
    int descriptor_ = -1;
    bool has_temporary_name_ = false;
    bool is_nameless_ = false;
    std::uint64_t bytes_written_ = 0;
    std::string buffer_;
};

// All of a file at once, as an AtomicFile would write it, with fewer copies and calls.
void write_file(const std::string& target, std::string_view bytes, const FileOptions& options = {});

// The right sink for a path given by a user: "-" is standard output, an existing device, FIFO or the like is written
// directly, everything else is an AtomicFile.
std::unique_ptr<Sink> open_output(const std::filesystem::path& path, const FileOptions& options = {});

// Everything written so far to the file system that holds `path` reaches the disk. Throws IoError.
void sync_file_system(const std::filesystem::path& path);

// Temporary files and folders that a killed process left in a folder (not below it), sorted; only those not changed for
// `min_age`, so that those of running processes stay out: of a folder everything in it counts. A folder that cannot be
// read has none. With a tag only files that were made with it.
std::vector<std::filesystem::path> stale_temporaries(const std::filesystem::path& folder,
                                                     std::chrono::seconds min_age = std::chrono::hours{1},
                                                     std::string_view tag = {});

// Removes them, folders with all that is in them; returns how many are gone.
std::size_t remove_stale_temporaries(const std::filesystem::path& folder,
                                     std::chrono::seconds min_age = std::chrono::hours{1}, std::string_view tag = {});

// A name for something that will be called `name` when it is complete, no longer than names may be:
// `.NAME.tengen-XXXXXX`, the tag first. It may be taken; then the next one will do.
std::string temporary_name(std::string_view name, std::string_view tag = {});

// True for names of that form.
bool is_temporary_name(std::string_view name) noexcept;

}  // namespace tengen::io
