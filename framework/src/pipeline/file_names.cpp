#include "pipeline/file_names.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "io/utf8.h"
#include "pipeline/output_paths.h"

namespace tengen::pipeline {

namespace {

// Call visit(part) for what stands between slashes, and between(slash).
template <class Visit, class Between>
void for_each_part(std::string_view path, Visit&& visit, Between&& between) {
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t slash = std::min(path.find('/', at), path.size());
        visit(path.substr(at, slash - at));
        if (slash != path.size()) {
            between();
        }
        at = slash + 1;
    }
}

}  // namespace

void FileNames::see(const io::SourceEntry& entry) {
    for_each_part(
        entry.raw_name,
        [this](std::string_view part) {
            if (!io::utf8::is_valid(part)) {
                sample_ += part;
                sample_ += '\n';
            }
        },
        [] {});
}

std::string FileNames::decoded(std::string_view raw) const {
    std::string name;
    for_each_part(
        raw,
        [&](std::string_view part) {
            std::string text = io::utf8::is_valid(part) ? std::string(part) : decode_(part, sample_);
            // No charset may make a folder of a part.
            std::replace(text.begin(), text.end(), '/', '_');
            name += text.empty() || !io::utf8::is_valid(text) ? io::utf8::from_latin1(part) : text;
        },
        [&] { name += '/'; });
    return name;
}

void FileNames::decode(io::SourceEntry& entry) {
    if (entry.raw_name.empty()) {
        return;
    }
    std::string name = decoded(entry.raw_name);
    if (taken_.contains(name)) {
        name = io::utf8::from_latin1(entry.raw_name);
    }
    std::string free = name;
    for (std::uint64_t number = 2; !taken_.insert(free).second; ++number) {
        free = numbered(name, number);
    }
    entry.name = std::move(free);
}

std::string name_message(std::string_view name, std::string_view raw) {
    std::string bytes;
    for (const char c : raw) {
        const auto value = static_cast<unsigned char>(c);
        bytes += value >= 0x20 && value < 0x7F ? std::string(1, c) : fmt::format("\\x{:02X}", value);
    }
    return fmt::format("the name of the file is no UTF-8; it is called '{}' here, on the disk '{}'", name, bytes);
}

}  // namespace tengen::pipeline
