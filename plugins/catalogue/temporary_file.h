// A file that is gone with its object.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tengen::catalogue {

/// An empty file in the folder for temporary files (TMPDIR), readable by its owner alone. Throws std::runtime_error.
class TemporaryFile {
public:
    TemporaryFile();
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }
    /// All bytes of the file, piece by piece.
    void read(const std::function<void(std::string_view)>& piece) const;

private:
    std::string path_;
};

}  // namespace tengen::catalogue
