#include "pipeline/journal_lines.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <sys/stat.h>

#include "diagnostics/json_text.h"
#include "io/bytes.h"

namespace tengen::pipeline {

namespace {

namespace json = boost::json;

std::uint64_t number(const json::object& object, std::string_view name) {
    return object.at(name).to_number<std::uint64_t>();
}

std::string text(const json::object& object, std::string_view name) {
    return std::string(object.at(name).as_string());
}

void append_number(std::string& out, std::string_view name, std::uint64_t number) {
    out += name;
    diagnostics::append_json_number(out, number);
}

void append_text(std::string& out, std::string_view name, std::string_view text) {
    out += name;
    diagnostics::append_json_string(out, text);
}

void append_draft(std::string& out, const FileDraft& draft) {
    append_number(out, R"({"output":)", draft.output);
    append_number(out, R"(,"size":)", draft.size);
    append_number(out, R"(,"games":)", draft.games);
    append_number(out, R"(,"first":)", draft.first);
    append_number(out, R"(,"state":)", static_cast<std::uint64_t>(draft.state));
    append_number(out, R"(,"high":)", draft.digest.high);
    append_number(out, R"(,"low":)", draft.digest.low);
    append_text(out, R"(,"wanted":)", draft.wanted);
    if (draft.path != draft.wanted) {
        append_text(out, R"(,"path":)", draft.path);
    }
    append_text(out, R"(,"member":)", draft.member);
    out += '}';
}

// Of an input that is done, or is going to be.
const json::object& outcome_in(const json::value& line) {
    const json::object& object = line.as_object();
    return object.at(object.contains("plan") ? "plan" : "done").as_object();
}

void fill(InputJob& job, const json::object& done) {
    job.refused = done.at("refused").as_bool();
    job.exceeded = done.at("exceeded").as_bool();
    const json::array& tallies = done.at("tallies").as_array();
    for (std::size_t i = 0; i < tallies.size() && i < job.tallies.size(); ++i) {
        const json::array& row = tallies[i].as_array();
        job.tallies[i].written = row.at(0).to_number<std::uint64_t>();
        job.tallies[i].quarantined = row.at(1).to_number<std::uint64_t>();
        job.tallies[i].filtered = row.at(2).to_number<std::uint64_t>();
        job.tallies[i].duplicates = row.at(3).to_number<std::uint64_t>();
        job.tallies[i].files = row.at(4).to_number<std::uint64_t>();
    }
    for (const json::value& each : done.at("drafts").as_array()) {
        const json::object& row = each.as_object();
        FileDraft& draft = job.drafts[job.new_draft()];
        draft.output = static_cast<std::size_t>(number(row, "output"));
        if (draft.output >= job.tallies.size() ||
            number(row, "state") > static_cast<std::uint64_t>(FileDraft::State::refused)) {
            throw std::out_of_range("no such output or state");
        }
        draft.size = number(row, "size");
        draft.games = number(row, "games");
        draft.first = static_cast<std::uint32_t>(number(row, "first"));
        draft.state = static_cast<FileDraft::State>(number(row, "state"));
        draft.digest = {number(row, "high"), number(row, "low")};
        draft.wanted = text(row, "wanted");
        draft.path = row.contains("path") ? text(row, "path") : draft.wanted;
        draft.member = text(row, "member");
    }
    job.quarantine.data = text(done, "data");
    job.quarantine.reasons = text(done, "reasons");
}

}  // namespace

bool take_outcome(InputJob& job, std::string_view line) {
    try {
        fill(job, outcome_in(json::parse(line)));
        return true;
    } catch (const std::exception&) {  // of the parser, or because something is missing
        return false;
    }
}

bool is_file_of_size(const std::string& path, std::uint64_t size) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
           static_cast<std::uint64_t>(status.st_size) == size;
}

bool is_as_written(const std::string& path, std::uint64_t size, const Digest& digest) {
    return is_file_of_size(path, size) && (digest == Digest{} || digest_of(io::read_file(path).view()) == digest);
}

bool has_all_files(const InputJob& job) {
    for (std::size_t i = 0; i < job.draft_count; ++i) {
        const FileDraft& draft = job.drafts[i];
        if (draft.state == FileDraft::State::claimed && !is_as_written(draft.path, draft.size, draft.digest)) {
            return false;
        }
    }
    struct stat status {};
    return job.quarantine.reasons.empty() || ::lstat(job.quarantine.reasons.c_str(), &status) == 0;
}

std::vector<std::string> files_there(std::string_view line, bool with_quarantine) {
    std::vector<std::string> files;
    const auto add = [&](std::string path) {
        struct stat status {};
        if (!path.empty() && ::lstat(path.c_str(), &status) == 0) {
            files.push_back(std::move(path));
        }
    };
    try {
        const json::value parsed = json::parse(line);
        const json::object& done = outcome_in(parsed);
        for (const json::value& each : done.at("drafts").as_array()) {
            const json::object& row = each.as_object();
            add(text(row, row.contains("path") ? "path" : "wanted"));
        }
        if (with_quarantine) {
            add(text(done, "data"));
            add(text(done, "reasons"));
        }
    } catch (const std::exception&) {  // a damaged line names nothing
        files.clear();
    }
    return files;
}

void append_outcome(std::string& out, const InputJob& job) {
    out += job.refused ? "true" : "false";
    out += job.exceeded ? R"(,"exceeded":true,"tallies":[)" : R"(,"exceeded":false,"tallies":[)";
    for (std::size_t i = 0; i < job.tallies.size(); ++i) {
        const Tally& tally = job.tallies[i];
        append_number(out, i == 0 ? "[" : ",[", tally.written);
        for (const std::uint64_t count : {tally.quarantined, tally.filtered, tally.duplicates, tally.files}) {
            append_number(out, ",", count);
        }
        out += ']';
    }
    out += R"(],"drafts":[)";
    for (std::size_t i = 0; i < job.draft_count; ++i) {
        out += i == 0 ? "" : ",";
        append_draft(out, job.drafts[i]);
    }
    append_text(out, R"(],"data":)", job.quarantine.data);
    append_text(out, R"(,"reasons":)", job.quarantine.reasons);
}

}  // namespace tengen::pipeline
