#include "pipeline/file_delivery.h"

#include <cerrno>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "io/bytes.h"
#include "io/error.h"

namespace tengen::pipeline {

namespace {

namespace fs = std::filesystem;

bool is_taken(const io::IoError& error) {
    return error.id() == "io.output-exists" && error.error_number() == EEXIST;
}

// Links are not followed: a run writes none.
bool is_plain_file(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(fs::symlink_status(path, error));
}

bool has_content(const fs::path& path, std::string_view bytes) {
    std::error_code error;
    return is_plain_file(path) && fs::file_size(path, error) == bytes.size() && io::read_file(path).view() == bytes;
}

// An io::AtomicFile whose target may exist with what is written.
class ForgivingFile final : public io::Sink {
public:
    ForgivingFile(const std::string& path, io::FileOptions options)
        : file_(path, without_looking(std::move(options))) {}
    void write(std::string_view bytes) override { file_.write(bytes); }
    void commit() override {
        try {
            file_.commit();
        } catch (const io::IoError& error) {
            if (!is_taken(error) || !has_content(file_.target(), io::read_file(file_.temporary()).view())) {
                throw;
            }
        }
    }

private:
    static io::FileOptions without_looking(io::FileOptions options) {
        options.look_first = false;
        return options;
    }

    io::AtomicFile file_;
};

// Compares with a file that exists and writes nothing.
class Trial final : public io::Sink {
public:
    Trial(const std::string& path, bool accept_identical) : path_(path) {
        is_same_ = accept_identical && is_plain_file(path);
        if (is_same_) {
            there_ = io::read_file(path);
        } else if (!accept_identical) {
            refuse();
        }
    }
    void write(std::string_view bytes) override {
        const std::string_view rest = there_.view().substr(at_);
        is_same_ = is_same_ && rest.starts_with(bytes);
        at_ += is_same_ ? bytes.size() : 0;
    }
    void commit() override {
        if (!is_same_ || at_ != there_.view().size()) {
            refuse();
        }
    }

private:
    [[noreturn]] void refuse() const {
        throw io::IoError("io.output-exists", fmt::format("'{}' exists already", io::display_path(path_)), path_,
                          EEXIST);
    }

    std::string path_;
    io::Bytes there_;
    std::size_t at_ = 0;  // as far as it is the same
    bool is_same_ = false;
};

}  // namespace

void deliver(const std::string& path, std::string_view bytes, const io::FileOptions& options, bool accept_identical,
             bool is_dry) {
    if (is_dry) {
        const auto trial = open_delivery(path, options, accept_identical, is_dry);
        trial->write(bytes);
        trial->commit();
        return;
    }
    try {
        io::write_file(path, bytes, options);
    } catch (const io::IoError& error) {
        if (!accept_identical || !is_taken(error) || !has_content(path, bytes)) {
            throw;
        }
    }
}

std::unique_ptr<io::Sink> open_delivery(const std::string& path, const io::FileOptions& options, bool accept_identical,
                                        bool is_dry) {
    if (is_dry) {
        if (options.overwrite || !fs::exists(fs::symlink_status(path))) {
            return std::make_unique<io::NullSink>();
        }
        return std::make_unique<Trial>(path, accept_identical);
    }
    if (accept_identical && !options.overwrite) {
        return std::make_unique<ForgivingFile>(path, options);
    }
    return std::make_unique<io::AtomicFile>(path, options);
}

}  // namespace tengen::pipeline
