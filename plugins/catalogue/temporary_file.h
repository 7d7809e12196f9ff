// A file that is gone with its object.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tengen::catalogue {

/// An empty file in the folder for temporary files (TMPDIR), readable by its owner alone. Throws std::runtime_error, as
/// the functions do.
class TemporaryFile {
public:
    TemporaryFile();
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    /// Its name, until forget_name().
    [[nodiscard]] const std::string& path() const { return path_; }
    /// Whoever has the file open keeps it, nobody else finds it any more: nothing is left when the process is killed.
    void forget_name();
    /// Put bytes behind those that were put there before.
    void append(std::string_view bytes);
    /// All bytes of the file, piece by piece.
    void read(const std::function<void(std::string_view)>& piece) const;

private:
    std::string path_;
    int descriptor_ = -1;
};

}  // namespace tengen::catalogue
