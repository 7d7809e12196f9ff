#include "pipeline/media_container.h"

#include <algorithm>
#include <array>
#include <utility>

#include <tengen/model/stream_source.h>

#include "pipeline/format_choice.h"
#include "pipeline/member_names.h"
#include "pipeline/stream_search.h"

namespace tengen::pipeline {

namespace {

std::string folded_extension(std::string_view name) {
    return stream_source_detail::folded(extension_of(name));
}

/// Whether an SGF record has a GS that names a member, with or without a duration behind it.
bool names_member(std::string_view text, const std::vector<std::string>& members) {
    return any_stream_source(text, [&](std::string_view source) {
        source = source.substr(0, source.rfind(':'));
        return folded_extension(source) == "rgf" && std::find(members.begin(), members.end(), source) != members.end();
    });
}

io::ContainerOptions options_of(const io::ContainerLimits& limits) {
    io::ContainerOptions options;
    options.limits = io::ContainerLimits::media();
    options.limits.member_size = std::min(options.limits.member_size, limits.member_size);
    options.flat_names = true;
    options.depth = 1;  // containers inside are members like others
    options.decode_name = member_name_decoder();
    return options;
}

struct Choice {
    std::size_t record = 0;
    bool is_clear = false;
};

Choice choose_main(const std::vector<MediaContainer::Record>& records, const std::vector<std::string>& members) {
    const auto only = [&](auto&& fits) -> std::optional<std::size_t> {
        std::optional<std::size_t> found;
        for (std::size_t i = 0; i < records.size(); ++i) {
            if (fits(records[i])) {
                if (found) {
                    return std::nullopt;
                }
                found = i;
            }
        }
        return found;
    };
    const auto has_extension = [](std::string_view wanted) {
        return [wanted](const MediaContainer::Record& record) { return folded_extension(record.name) == wanted; };
    };
    const auto is_main = [&](const MediaContainer::Record& record) {
        return folded_extension(record.name) == "sgf" && names_member(record.bytes.view(), members);
    };
    if (const auto main = only(is_main)) {
        return {*main, true};
    }
    const bool has_rgf = std::any_of(records.begin(), records.end(), has_extension("rgf"));
    const auto single = has_rgf ? only(has_extension("rgf")) : only(has_extension("sgf"));
    if (single) {
        return {*single, true};
    }
    const auto first = std::find_if(records.begin(), records.end(), has_extension(has_rgf ? "rgf" : "sgf"));
    return {static_cast<std::size_t>(first - records.begin()), false};
}

}  // namespace

bool is_media_container(std::string_view name, std::string_view format) {
    const std::string extension = folded_extension(name);
    return format == "rgt" || format == "rgz" || (format.empty() && (extension == "rgt" || extension == "rgz"));
}

bool is_record_name(std::string_view name) {
    const std::string extension = folded_extension(name);
    return extension == "rgf" || extension == "sgf";
}

bool is_medium_name(std::string_view name) {
    constexpr std::array<std::string_view, 22> extensions{"aac", "avi",  "flac", "flv",  "m4a",  "m4v", "mka", "mkv",
                                                          "mov", "mp2",  "mp3",  "mp4",  "mpeg", "mpg", "oga", "ogg",
                                                          "ogv", "opus", "wav",  "webm", "wma",  "wmv"};
    return std::find(extensions.begin(), extensions.end(), folded_extension(name)) != extensions.end();
}

void open_media_container(std::string_view bytes, std::string_view name, const io::ContainerLimits& limits,
                          bool keep_damaged, MediaContainer& result) {
    io::ContainerOptions options = options_of(limits);
    options.keep_damaged = keep_damaged;
    options.wanted = [](std::string_view member) { return is_record_name(member); };
    io::Container container(bytes, name, options,
                            [&](io::Finding finding) { result.findings.push_back(std::move(finding)); });
    std::vector<MediaContainer::Record> records;
    std::vector<std::string> names;
    while (std::optional<io::Member> member = container.next()) {
        const std::string& known_as = member->unsafe ? member->safe_name : member->name;
        names.push_back(known_as);
        const bool is_record = is_record_name(member->name) && member->kind == io::ContainerKind::none;
        if (is_record && member->damaged && member->bytes.empty()) {
            continue;  // nothing is left of it
        }
        if (is_record) {
            records.push_back({known_as, std::move(member->bytes)});
            continue;
        }
        if (is_medium_name(member->name)) {
            result.media.push_back(known_as);
        } else {
            result.findings.push_back({"container.member-skipped", "the member is no game record", std::string(name),
                                       member->name, std::nullopt});
        }
        result.companions.add_member(known_as, std::nullopt);
    }
    if (records.empty()) {
        result.findings.push_back(
            {"container.main-file", "there is no record in the container", std::string(name), {}, std::nullopt});
        return;
    }
    const Choice choice = choose_main(records, names);
    if (!choice.is_clear) {
        result.findings.push_back({"container.main-file",
                                   "there are several records, and none of them is the main file; '" +
                                       records[choice.record].name + "' is read, the others are left out",
                                   std::string(name),
                                   {},
                                   std::nullopt});
    }
    if (result.media.empty()) {
        result.findings.push_back(
            {"container.no-media", "there is no medium in the container", std::string(name), {}, std::nullopt});
    }
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (i == choice.record) {
            result.main = std::move(records[i]);
        } else {
            result.companions.add_member(records[i].name, std::move(records[i].bytes));
        }
    }
}

MembersBeside members_beside_record(std::string_view bytes, std::string_view name, std::string_view main,
                                    bool takes_streams, const io::ContainerLimits& limits) {
    MembersBeside result;
    constexpr std::array<std::string_view, 6> losing{"container.damaged",     "container.directory-member",
                                                     "container.encrypted",   "container.duplicate-member",
                                                     "container.not-regular", "container.limit"};
    io::Container container(bytes, name, options_of(limits), [&](const io::Finding& finding) {
        // A folder by itself holds nothing.
        const bool is_folder = finding.member.ends_with('/');
        if (!is_folder && std::find(losing.begin(), losing.end(), finding.id) != losing.end()) {
            result.left_out.push_back(finding.member);
        }
    });
    std::vector<MediaContainer::Record> records;
    std::string_view main_text;
    while (std::optional<io::Member> member = container.next()) {
        std::string known_as = member->unsafe ? member->safe_name : member->name;
        const bool is_record = is_record_name(member->name) && member->kind == io::ContainerKind::none;
        std::vector<MediaContainer::Record>& to = is_record ? records : result.members;
        to.push_back({std::move(known_as), std::move(member->bytes)});
    }
    for (const MediaContainer::Record& record : records) {
        main_text = record.name == main ? record.bytes.view() : main_text;
    }
    for (MediaContainer::Record& record : records) {
        if (record.name != main && !(takes_streams && names_member(main_text, {record.name}))) {
            result.left_out.push_back(std::move(record.name));
        }
    }
    return result;
}

}  // namespace tengen::pipeline
