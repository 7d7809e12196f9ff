// Folders for one test: made empty, filled with copies of the test modules, removed at the end.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

#include "plugins/manifest.h"

namespace plugin_test {

namespace fs = std::filesystem;

inline fs::path module(std::string_view name) {
    return fs::path(TENGEN_TEST_MODULES) / (std::string(name) + ".so");
}

inline std::string content_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

inline void write(const fs::path& file, std::string_view content) {
    std::ofstream stream(file, std::ios::binary);
    stream << content;
    if (!stream.flush()) {
        throw std::runtime_error("cannot write " + file.string());
    }
}

class Folders {
public:
    Folders() {
        std::string name = (fs::temp_directory_path() / "tengen-plugins-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("cannot make a temporary folder");
        }
        root_ = fs::canonical(name);
    }
    Folders(const Folders&) = delete;
    Folders& operator=(const Folders&) = delete;
    ~Folders() {
        std::error_code ignored;
        fs::remove_all(root_, ignored);
    }

    const fs::path& root() const { return root_; }

    fs::path folder(std::string_view name) const {
        const fs::path path = root_ / name;
        fs::create_directories(path);
        return path;
    }

    /// Copy a test module, with its manifest if it has one and the caller wants it.
    fs::path install(std::string_view name, const fs::path& folder, bool with_manifest = true) const {
        const fs::path from = module(name);
        const fs::path to = folder / from.filename();
        fs::copy_file(from, to);
        const fs::path manifest = tengen::plugins::manifest_path(from);
        if (with_manifest && fs::exists(manifest)) {
            fs::copy_file(manifest, tengen::plugins::manifest_path(to));
        }
        return to;
    }

private:
    fs::path root_;
};

}  // namespace plugin_test
