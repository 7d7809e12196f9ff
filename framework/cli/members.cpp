// tengen members: what is in containers, and getting it out.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "command.h"
#include "complaint.h"
#include "diagnostics/json_text.h"
#include "diagnostics/visible_text.h"
#include "inputs.h"
#include "io/container.h"
#include "io/error.h"
#include "io/extraction_folder.h"
#include "io/sink.h"
#include "options.h"
#include "pipeline/media_container.h"
#include "pipeline/member_names.h"
#include "reporting.h"

namespace tengen::cli {

namespace {

// Findings of one command, with their severities; remembers whether one was an error.
class Desk {
public:
    Desk(const pipeline::Settings& settings, pipeline::DiagnosticReceiver& report)
        : settings_(settings), report_(report) {}

    void add(const io::Finding& finding, const std::string& input) {
        diagnostics::Diagnostic diagnostic;
        diagnostic.id = finding.id;
        diagnostic.severity = settings_.policy.severity(finding.id);
        diagnostic.message = finding.message;
        diagnostic.offset = finding.offset;
        diagnostic.file = finding.member;
        diagnostic.input = finding.input.empty() ? input : finding.input;
        if (diagnostic.severity == diagnostics::Severity::off) {
            return;
        }
        failed_ = failed_ || diagnostic.severity >= diagnostics::Severity::error;
        fatal_ = fatal_ || diagnostic.severity == diagnostics::Severity::fatal;
        if (diagnostic.severity >= diagnostics::Severity::error) {
            refused_ = finding.member;
        }
        report_.add(diagnostic, {});
    }

    [[nodiscard]] bool failed() const { return failed_; }
    [[nodiscard]] bool fatal() const { return fatal_; }
    // The member an error was about last.
    [[nodiscard]] const std::string& refused() const { return refused_; }

private:
    const pipeline::Settings& settings_;
    pipeline::DiagnosticReceiver& report_;
    bool failed_ = false;
    bool fatal_ = false;
    std::string refused_;
};

std::string_view kind_of_member(const io::Member& member) {
    if (member.kind != io::ContainerKind::none) {
        return "container";
    }
    return pipeline::is_record_name(member.name)   ? "record"
           : pipeline::is_medium_name(member.name) ? "medium"
                                                   : "other";
}

// Lists members, or takes them out.
class Members {
public:
    Members(const pipeline::Settings& settings, Desk& desk, bool json, io::ExtractionFolder* folder)
        : settings_(settings), desk_(desk), json_(json), folder_(folder) {}

    void visit(const io::Input& input) {
        const std::string_view bytes = input.bytes.view();
        const io::ContainerKind kind = io::recognise(bytes);
        if (kind == io::ContainerKind::none) {
            desk_.add({"format.unknown", "this is no container", {}, {}, std::nullopt}, input.name);
            return;
        }
        io::ContainerOptions options;
        options.limits = settings_.container_limits;
        if (pipeline::is_media_container(input.name, settings_.from)) {
            options.limits = io::ContainerLimits::media();
            options.flat_names = true;
        }
        options.depth = 1;
        options.decode_name = pipeline::member_name_decoder();
        io::Container container(bytes, input.name, options,
                                [&](const io::Finding& finding) { desk_.add(finding, input.name); });
        if (!json_) {
            diagnostics::append_visible(text_, input.name);
            text_ += fmt::format(" ({})\n", io::to_string(kind));
        }
        while (std::optional<io::Member> member = container.next()) {
            const bool is_refused = member->unsafe && desk_.refused() == member->name;
            list(input, *member);
            if (folder_ == nullptr) {
                continue;
            }
            const bool is_written = !is_refused && folder_->write(member->safe_name, member->bytes.view());
            ++(is_written ? written_ : left_out_);
            if (!is_written && !is_refused) {
                desk_.add({"container.duplicate-member",
                           fmt::format("there is a '{}' already; this one is left out", member->safe_name),
                           {},
                           member->name,
                           std::nullopt},
                          input.name);
            }
        }
        left_out_ += container.left_out();
    }

    [[nodiscard]] const std::string& text() const { return text_; }
    // Of those that were to be taken out.
    [[nodiscard]] std::uint64_t written() const { return written_; }
    [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

private:
    void list(const io::Input& input, const io::Member& member) {
        if (!json_) {
            text_ += fmt::format("{:>12}  {:<9}  ", member.size, kind_of_member(member));
            diagnostics::append_visible(text_, member.name);
            text_ += '\n';
            return;
        }
        text_ += "{\"input\":";
        diagnostics::append_json_string(text_, input.name);
        text_ += ",\"member\":";
        diagnostics::append_json_string(text_, member.name);
        text_ += fmt::format(",\"size\":{},\"kind\":\"{}\"", member.size, kind_of_member(member));
        if (folder_ != nullptr) {
            text_ += ",\"file\":";
            diagnostics::append_json_string(text_, member.safe_name);
        }
        text_ += "}\n";
    }

    const pipeline::Settings& settings_;
    Desk& desk_;
    bool json_;
    io::ExtractionFolder* folder_;
    std::string text_;
    std::uint64_t written_ = 0;
    std::uint64_t left_out_ = 0;
};

}  // namespace

int run_members(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    visible.add_options()  //
        ("extract,x", options::value<std::string>()->value_name("DIR"),
         "write the members into this folder, which does not exist or is empty")  //
        ("format", options::value<std::string>()->value_name("F")->default_value("text"),
         "text, or json: one object a line and member")  //
        ("level", options::value<std::string>()->value_name("L")->default_value("strict"),
         "strict, lenient or archive")  //
        ("from", options::value<std::string>()->value_name("F"),
         "rgt or rgz: the rules of recordings with their media, whatever the name")  //
        ("severity", options::value<std::vector<std::string>>()->value_name("ID=S"),
         "severity of a diagnostic: error, warning, info or off; may be repeated");
    add_report_options(visible);
    const ParsedOptions parsed = parse_options(
        arguments, visible, "members [OPTIONS] FILE...",
        "Lists what is in containers (rgt, rgz, zip, tar, 7z, gz, bz2, xz, zst): size, kind and name. Nothing is\n"
        "written unless --extract names a folder; it appears when everything is in it. Links, devices and names that\n"
        "lead out of the folder are never followed. Exit code 0: done, 1: a member was refused or a file is no\n"
        "container, 2: usage or file system.");
    if (parsed.help) {
        return exit_done;
    }
    const std::vector<std::string> inputs = list_of(parsed.values, "input");
    if (inputs.empty()) {
        throw UsageError("no container; name files, or - for standard input");
    }
    const std::string format = text_of(parsed.values, "format");
    if (format != "text" && format != "json") {
        throw UsageError(fmt::format("--format takes text or json, not '{}'", format));
    }
    pipeline::Settings settings;
    const auto level = diagnostics::parse_level(text_of(parsed.values, "level"));
    if (!level) {
        throw UsageError(
            fmt::format("--level takes strict, lenient or archive, not '{}'", text_of(parsed.values, "level")));
    }
    settings.policy = diagnostics::Policy(*level, diagnostics::FixMode::automatic, false);
    for (const std::string& assignment : list_of(parsed.values, "severity")) {
        if (const auto error = settings.policy.override_severity(assignment)) {
            throw UsageError(error->message);
        }
    }
    settings.from = text_of(parsed.values, "from");
    if (!settings.from.empty() && settings.from != "rgt" && settings.from != "rgz") {
        throw UsageError(fmt::format("--from takes rgt or rgz, not '{}'", settings.from));
    }
    std::optional<io::ExtractionFolder> folder;
    if (has(parsed.values, "extract")) {
        if (inputs.size() != 1) {
            throw UsageError("--extract takes one container");
        }
        folder.emplace(text_of(parsed.values, "extract"));
    }
    pipeline::ReportFan report;
    attach_report_file(report, parsed.values, *level);
    attach_terminal(report, parsed.values);
    Desk desk(settings, report);
    Members members(settings, desk, format == "json", folder ? &*folder : nullptr);
    visit_inputs(
        inputs, settings, [&](io::Input& input) { members.visit(input); },
        [&](const io::Finding& finding) { desk.add(finding, finding.input); });
    report.finish();
    if (folder && !desk.fatal()) {
        folder->commit();
        if (members.left_out() != 0) {
            const std::uint64_t all = members.written() + members.left_out();
            complain("tengen members: left out of '{}': {} of {} member{}\n", text_of(parsed.values, "extract"),
                     members.left_out(), all, all == 1 ? "" : "s");
        }
    } else if (folder) {
        complain("tengen members: nothing was extracted\n");
    }
    io::DescriptorSink out = io::standard_output();
    out.write(members.text());
    out.commit();
    return desk.failed() ? exit_rejected : exit_done;
}

}  // namespace tengen::cli
