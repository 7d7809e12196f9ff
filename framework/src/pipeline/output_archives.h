// Outputs whose files are members of an archive.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/archive_file.h"
#include "io/sink.h"
#include "pipeline/plan.h"

namespace tengen::pipeline {

/// The archives of a plan, by index of their outputs; several outputs may share one. Files come in the order of the
/// inputs. One thread at a time.
class OutputArchives {
public:
    explicit OutputArchives(const Plan& plan);

    [[nodiscard]] bool empty() const { return paths_.empty(); }
    [[nodiscard]] bool has(std::size_t output) const { return paths_.count(output) != 0; }
    /// All archives, each once.
    [[nodiscard]] std::vector<std::string> targets() const;

    void set_file_options(const io::FileOptions& options) { file_ = options; }
    /// An archive that exists is right if it is what would be written.
    void set_resumed(bool is_resumed) { is_resumed_ = is_resumed; }

    /// Between archive and member in the path of a draft.
    static constexpr std::string_view separator = "!/";
    /// Add a member; `path` is that of the draft. Throws io::IoError.
    void add(std::size_t output, const std::string& path, std::string_view bytes);
    /// Complete all of them. An archive without members does not appear. Throws io::IoError.
    void commit();

private:
    std::map<std::size_t, std::string> paths_;
    struct Open {
        std::unique_ptr<io::ArchiveFile> file;
        std::string path;  ///< not the target if that exists and is to be compared
    };
    std::map<std::string, Open> open_;  // by target
    io::FileOptions file_;
    bool is_resumed_ = false;
};

/// A member that comes in pieces.
class ArchiveMember final : public io::Sink {
public:
    ArchiveMember(OutputArchives& archives, std::size_t output, std::string path)
        : archives_(archives), output_(output), path_(std::move(path)) {}
    void write(std::string_view bytes) override { bytes_.append(bytes); }
    void commit() override { archives_.add(output_, path_, bytes_); }

private:
    OutputArchives& archives_;
    std::size_t output_;
    std::string path_;
    std::string bytes_;
};

}  // namespace tengen::pipeline
