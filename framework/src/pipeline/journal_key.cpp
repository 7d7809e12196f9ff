#include "pipeline/journal_key.h"

#include <cstddef>
#include <exception>
#include <iterator>
#include <optional>
#include <vector>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include "diagnostics/json_text.h"

namespace tengen::pipeline {

namespace {

namespace json = boost::json;

constexpr std::uint64_t journal_version = 5;
constexpr std::size_t most_named = 5;

std::string hex(std::uint64_t digest) {
    return fmt::format("{:016x}", digest);
}

std::optional<json::object> parsed(std::string_view header) {
    try {
        json::object object = json::parse(header).as_object();
        if (object.at("journal").to_number<std::uint64_t>() == journal_version) {
            return object;
        }
    } catch (const std::exception&) {  // of the parser, or because something is missing
    }
    return std::nullopt;
}

// Keys that one of the two does not have, or has otherwise.
std::vector<std::string> different_keys(const json::object& then, const std::map<std::string, std::uint64_t>& now) {
    std::vector<std::string> keys;
    for (const auto& [name, digest] : now) {
        const json::value* before = then.if_contains(name);
        if (before == nullptr || !before->is_string() || before->as_string() != hex(digest)) {
            keys.push_back(name);
        }
    }
    for (const auto& [name, digest] : then) {
        if (!now.contains(std::string(name))) {
            keys.emplace_back(name);
        }
    }
    return keys;
}

std::string list_of(const std::vector<std::string>& keys) {
    const std::size_t named = keys.size() > most_named ? most_named : keys.size();
    const std::string list =
        fmt::format("{}", fmt::join(keys.begin(), std::next(keys.begin(), static_cast<std::ptrdiff_t>(named)), ", "));
    return named == keys.size() ? list : fmt::format("{} and {} more", list, keys.size() - named);
}

}  // namespace

std::string header_of(const JournalKey& key) {
    std::string header = fmt::format(R"({{"journal":{},"version":"{}","plugins":"{}","shard":"{}","prepared":"{}",)",
                                     journal_version, key.version, hex(key.plugins), key.shard, hex(key.prepared));
    header += R"("folder":)";
    diagnostics::append_json_string(header, key.folder);
    header += R"(,"pipeline":{)";
    for (const auto& [name, digest] : key.pipeline) {
        header += header.back() == '{' ? "" : ",";
        diagnostics::append_json_string(header, name);
        header += fmt::format(":\"{}\"", hex(digest));
    }
    return header + "}}";
}

std::string difference_of(std::string_view header, const JournalKey& key) {
    const auto then = parsed(header);
    try {
        if (!then || then->at("version").as_string() != key.version) {
            return "is of another version of tengen; go on with that one, or begin anew with --overwrite";
        }
        if (const std::string shard(then->at("shard").as_string()); shard != key.shard) {
            return fmt::format(
                "is of the shard {}, and this is {}; go on with --shard {}, or begin anew with --overwrite", shard,
                key.shard, shard);
        }
        std::string folder;
        diagnostics::append_json_string(folder, key.folder);
        if (then->at("folder") != json::parse(folder)) {
            return fmt::format(
                "is of a run of the pipeline in '{}', and this one is in '{}'; go on from there, or begin anew with "
                "--overwrite",
                std::string_view(then->at("folder").as_string()), key.folder);
        }
        if (const auto keys = different_keys(then->at("pipeline").as_object(), key.pipeline); !keys.empty()) {
            return fmt::format(
                "is of a run whose pipeline said something else ({}); change that back, or begin anew "
                "with --overwrite",
                list_of(keys));
        }
        if (then->at("plugins").as_string() != hex(key.plugins)) {
            return "is of a run with other plugins; go on with those, or begin anew with --overwrite";
        }
    } catch (const std::exception&) {  // something is missing
        return "begins with a line that is damaged; begin anew with --overwrite";
    }
    return "is of a run with other cards, or whose inputs (among which duplicates are looked for) were others; change "
           "them back, or begin anew with --overwrite";
}

}  // namespace tengen::pipeline
