// A folder that appears with everything in it, or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace tengen::io {

// Files are written into a hidden folder beside the target, which takes the target's name in commit(); without commit()
// everything goes with the object. The target must not exist, or be an empty folder; a link is neither followed nor
// replaced. The new folder is made empty, so that no link leads out of it. Hidden folders that a killed process left
// for the same target are removed when nothing in them has changed for an hour.
//
// Throws IoError: io.output-exists or io.write-failed. One thread at a time.
class ExtractionFolder {
public:
    explicit ExtractionFolder(std::filesystem::path target);
    ExtractionFolder(const ExtractionFolder&) = delete;
    ExtractionFolder& operator=(const ExtractionFolder&) = delete;
    ~ExtractionFolder();

    // `name` is a safe relative path (Member::safe_name); its folders are made. False, and nothing done, if there is
    // such a file already.
    bool write(std::string_view name, std::string_view bytes);

    void commit();

private:
    void check_target() const;
    void remove_left_over(const std::filesystem::path& parent) const;

    std::filesystem::path target_;
    std::filesystem::path temporary_;
};

}  // namespace tengen::io
