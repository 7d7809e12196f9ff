// Recordings with their media in one file: RGT (tar) and RGZ (tar, compressed by gzip).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/container.h"
#include "io/finding.h"
#include "pipeline/companion_files.h"

namespace tengen::pipeline {

/// Whether a file of that name, or of the format the user named, is a recording with its media.
[[nodiscard]] bool is_media_container(std::string_view name, std::string_view format);

/// Whether a name says record (.rgf, .sgf), or medium (.mp3, .ogg, .webm ...).
[[nodiscard]] bool is_record_name(std::string_view name);
[[nodiscard]] bool is_medium_name(std::string_view name);

/// What is in such a file: one record, the main file, and what belongs to it. Only records are read; media need not be.
struct MediaContainer {
    struct Record {
        std::string name;
        io::Bytes bytes;
    };
    std::optional<Record> main;         ///< nothing: there is no record at all
    CompanionFiles companions;          ///< all members
    std::vector<std::string> media;     ///< their names
    std::vector<io::Finding> findings;  ///< about the container and its members; they concern the record
};

/// The main file is the one SGF record that names another member as its stream, else the only .rgf, else the only .sgf
/// ("RGF text", RGT/RGZ, and its later revision). `limits` are those of the user; those of media containers hold too.
/// `keep_damaged`: records that cannot be read in full come as far as they go. `result` is empty before.
void open_media_container(std::string_view bytes, std::string_view name, const io::ContainerLimits& limits,
                          bool keep_damaged, MediaContainer& result);

/// What goes along when a container is made of another one.
struct MembersBeside {
    std::vector<MediaContainer::Record> members;  ///< those that are no records, with their bytes, in their order
    std::vector<std::string> left_out;  ///< the others, but for the main file and the streams it has taken in;
                                        ///< empty for what a damaged container hides
};

/// `main` is the name of the main file, whose stream files are part of it if `takes_streams`. Nothing is said about the
/// members: open_media_container does that.
[[nodiscard]] MembersBeside members_beside_record(std::string_view bytes, std::string_view name, std::string_view main,
                                                  bool takes_streams, const io::ContainerLimits& limits);

}  // namespace tengen::pipeline
