#include "pipeline/format_choice.h"

#include <algorithm>

#include <fmt/format.h>

#include <tengen/model/stream_source.h>

#include "pipeline/stream_search.h"

namespace tengen::pipeline {

std::string_view extension_of(std::string_view name) {
    const std::size_t slash = name.find_last_of('/');
    const std::string_view base = slash == std::string_view::npos ? name : name.substr(slash + 1);
    const std::size_t dot = base.find_last_of('.');
    return dot == std::string_view::npos || dot == 0 ? std::string_view() : base.substr(dot + 1);
}

namespace {

// What readers need to recognise their formats.
constexpr std::size_t head_size = 4096;

// Pages of a file are given back behind the search: a big file is not to be in memory as a whole.
constexpr std::size_t searched_at_once = std::size_t{1} << 24;

bool may_hold_stream(io::Bytes& bytes) {
    const auto any = [](std::string_view) { return true; };
    bool found = false;
    for (std::size_t from = 0; from < bytes.size() && !found; from += searched_at_once) {
        found = any_stream_source(bytes.view(), any, from, std::min(from + searched_at_once, bytes.size()));
        if (bytes.size() > searched_at_once) {
            bytes.release(bytes.view().substr(from, searched_at_once));
        }
    }
    return found;
}

// A recording may begin anywhere in a tree, and in any tree of a file: then a reader has to look at all of it.
std::vector<plugins::SniffResult> sniff(plugins::Registry& registry, io::Bytes& bytes, std::string_view name) {
    std::vector<plugins::SniffResult> sure = registry.sniff(bytes.view().substr(0, head_size), name);
    const bool is_long_tree = bytes.size() > head_size && !sure.empty() && sure.front().format == "sgf";
    if (is_long_tree && may_hold_stream(bytes)) {
        const std::uint32_t score = registry.sniff_all("rgf", bytes.view(), name);
        if (score > sure.front().score) {
            std::erase_if(sure, [](const plugins::SniffResult& result) { return result.format == "rgf"; });
            sure.insert(sure.begin(), {"rgf", score});
        }
    }
    return sure;
}

// "RGF text", later revision: the tree is in an SGF file, which names the file of the recording.
bool names_stream_file(std::string_view bytes) {
    return any_stream_source(bytes, [](std::string_view source) {
        return stream_source_detail::folded(extension_of(source.substr(0, source.rfind(':')))) == "rgf";
    });
}

}  // namespace

FormatChoice choose_format(plugins::Registry& registry, io::Bytes& bytes, std::string_view name,
                           std::string_view forced, bool is_main_member) {
    FormatChoice choice;
    if (!forced.empty()) {
        choice.format = forced;
        return choice;
    }
    const std::vector<plugins::SniffResult> sure = sniff(registry, bytes, name);
    const bool is_ambiguous = sure.size() > 1 && sure[1].score == sure.front().score;
    if (!sure.empty() && sure.front().fits_name && !is_ambiguous) {
        choice.format = sure.front().format;
        return choice;
    }
    const std::string_view extension = extension_of(name);
    const std::vector<std::string> by_name =
        extension.empty() ? std::vector<std::string>() : registry.readers_of_extension(extension);
    const auto fits_name = [&](const std::string& format) {
        return std::find(by_name.begin(), by_name.end(), format) != by_name.end();
    };

    if (sure.empty()) {
        if (!by_name.empty()) {
            choice.format = by_name.front();
        } else {
            choice.findings.push_back(
                {"format.unknown",
                 "neither the content nor the name says what format this is; --from (reader, in a pipeline) names it"});
        }
        return choice;
    }
    choice.format = sure.front().format;
    if (is_ambiguous) {
        std::string names;
        for (const plugins::SniffResult& result : sure) {
            if (result.score == sure.front().score) {
                names += names.empty() ? "" : ", ";
                names += result.format;
                if (fits_name(result.format) && !fits_name(choice.format)) {
                    choice.format = result.format;
                }
            }
        }
        choice.findings.push_back(
            {"format.ambiguous", fmt::format("the content fits {}; read as {}", names, choice.format)});
    }
    // Containers of recordings have main files of either name.
    const bool is_main_file =
        choice.format == "rgf" && fits_name("sgf") && (is_main_member || names_stream_file(bytes.view()));
    if (!by_name.empty() && !fits_name(choice.format) && !is_main_file) {
        choice.findings.push_back(
            {"format.extension-mismatch",
             fmt::format("the extension .{} says {}, the content is {}", extension, by_name.front(), choice.format)});
    }
    return choice;
}

}  // namespace tengen::pipeline
