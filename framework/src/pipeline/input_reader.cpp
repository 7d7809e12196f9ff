#include "pipeline/input_reader.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <tengen/model/storage.h>
#include <tengen/model/stream_source.h>

#include "diagnostics/line_index.h"
#include "diagnostics/visible_text.h"
#include "io/container.h"
#include "passes/input_memory.h"
#include "passes/standard.h"
#include "pipeline/companion_files.h"
#include "pipeline/configuration_error.h"
#include "pipeline/file_names.h"
#include "pipeline/filter.h"
#include "pipeline/format_choice.h"
#include "pipeline/media_container.h"
#include "pipeline/member_names.h"
#include "pipeline/name_patterns.h"
#include "pipeline/reader_options.h"
#include "plugins/host_services.h"
#include "plugins/session.h"

namespace tengen::pipeline {

namespace {

using diagnostics::Diagnostic;
using diagnostics::Severity;

// So much of a file is read before it is given back.
constexpr std::uint64_t bytes_at_once = std::uint64_t{4} << 20U;

// What all members of one input share: names, totals, the count of games so far.
struct InputState {
    std::string name;
    diagnostics::InputSummary summary;
    std::uint32_t games = 0;  // counted so far, over all members
};

// Gives a finding its severity and its place, and passes it on at once; remembers which games it rejects.
class FindingDesk final : public plugins::FindingListener {
public:
    FindingDesk(const Settings& settings, DiagnosticReceiver& report, InputState& input, std::string_view bytes,
                std::string_view member)
        : settings_(settings), report_(report), input_(input), bytes_(bytes), member_(member), lines_(bytes) {}

    std::uint32_t on_finding(const plugins::Finding& finding) override {
        const Severity severity =
            settings_.policy.severity(finding.id, static_cast<Severity>(finding.default_severity));
        std::uint32_t answer = settings_.policy.applies_fix(finding.id) ? TENGEN_APPLY_FIX : 0;
        if (severity == Severity::off) {
            return answer;
        }
        Diagnostic diagnostic;
        diagnostic.id = finding.id;
        diagnostic.severity = severity;
        diagnostic.message = diagnostics::shortened_message(finding.message);
        diagnostic.input = input_.name;
        diagnostic.file = member_;
        if (finding.game) {
            diagnostic.game = input_.games + *finding.game;
        }
        diagnostic.node = finding.node;
        if (finding.offset) {
            const diagnostics::LinePosition position = lines_.position(*finding.offset);
            diagnostic.offset = finding.offset;
            diagnostic.line = position.line;
            diagnostic.column = position.column;
        }
        if (severity == Severity::fatal) {
            answer |= TENGEN_STOP;
            stopped_ = true;
        }
        if (severity >= Severity::error) {
            if (!finding.game && severity == Severity::error) {
                // It belongs to the next game, which is not known to exist yet.
                homeless_.push_back(std::move(diagnostic));
                return answer | TENGEN_REJECTED;
            }
            if (finding.game) {
                reject(*finding.game);
                answer |= TENGEN_REJECTED;
            }
        }
        send(diagnostic);
        return answer;
    }

    void on_loss(const plugins::Loss&) override {}  // readers have none

    void on_looked_through(std::string_view bytes) noexcept override {
        if (mapped_ != nullptr) {
            mapped_->release(bytes);
        }
    }
    // The bytes that on_looked_through() may give back to the system.
    void set_mapped(io::Bytes& bytes) { mapped_ = bytes.is_mapped() ? &bytes : nullptr; }

    // Findings in no game count against `game`, now that it exists.
    void house(std::uint32_t game) {
        for (Diagnostic& diagnostic : std::exchange(homeless_, {})) {
            diagnostic.game = input_.games + game;
            reject(game);
            send(diagnostic);
        }
    }
    // There is no game at all: they stand for the input.
    void send_homeless() {
        for (const Diagnostic& diagnostic : std::exchange(homeless_, {})) {
            send(diagnostic);
        }
    }

    [[nodiscard]] bool is_rejected(std::uint32_t game) const {
        return std::binary_search(rejected_.begin(), rejected_.end(), game);
    }
    [[nodiscard]] std::uint32_t rejected_count() const { return static_cast<std::uint32_t>(rejected_.size()); }
    [[nodiscard]] bool has_rejected_at_or_after(std::uint32_t game) const {
        return !rejected_.empty() && rejected_.back() >= game;
    }
    [[nodiscard]] bool stopped() const { return stopped_; }

    // Nothing more will be said about what stands before `offset`.
    void leave_behind(std::uint64_t offset) { lines_.forget_before(offset); }

    // The member that findings are about from now on.
    void speak_of(std::string_view member) { member_ = member; }

private:
    void reject(std::uint32_t game) {
        if (rejected_.empty() || rejected_.back() < game) {
            rejected_.push_back(game);
        } else if (!is_rejected(game)) {
            rejected_.insert(std::lower_bound(rejected_.begin(), rejected_.end(), game), game);
        }
    }

    void send(const Diagnostic& diagnostic) {
        input_.summary.count(diagnostic);
        report_.add(diagnostic, bytes_);
    }

    const Settings& settings_;
    DiagnosticReceiver& report_;
    InputState& input_;
    std::string_view bytes_;
    std::string_view member_;
    diagnostics::LineIndex lines_;
    std::vector<std::uint32_t> rejected_;  // ascending
    std::vector<Diagnostic> homeless_;
    io::Bytes* mapped_ = nullptr;
    bool stopped_ = false;
};

// The passes talk to the same desk as the reader.
class PassDesk final : public passes::Context {
public:
    PassDesk(FindingDesk& desk, std::uint32_t game, const CompanionFiles& companions)
        : desk_(desk), game_(game), companions_(companions) {}

    [[nodiscard]] bool has_file(std::string_view name) override { return companions_.has(name); }

protected:
    std::uint32_t report(const passes::Finding& finding) override {
        plugins::Finding out;
        out.id = finding.id;
        out.game = game_;
        out.node = finding.node;
        out.offset = finding.offset;
        out.message = finding.message;
        return desk_.on_finding(out);
    }

private:
    FindingDesk& desk_;
    std::uint32_t game_;
    const CompanionFiles& companions_;
};

// Findings about the outside of the record: its name, its container.
struct OutsideFinding {
    std::string id;
    std::string message;
    bool names_game = false;              // counts against the (first) game of the record
    std::optional<std::string> member{};  // another one than that of the record; empty: the container
};

class RecordReader {
public:
    using Sessions = std::map<std::string, std::unique_ptr<plugins::ReaderSession>, std::less<>>;

    RecordReader(plugins::Registry& registry, plugins::CharsetServices& charsets, Sessions& sessions,
                 passes::PassRunner& passes, const Settings& settings, DiagnosticReceiver& report, InputState& input,
                 GameConsumer& consumer)
        : registry_(registry),
          charsets_(charsets),
          sessions_(sessions),
          passes_(passes),
          settings_(settings),
          report_(report),
          input_(input),
          consumer_(consumer) {}

    // One record file: the whole input, or a member of it.
    void read(io::Bytes& bytes, std::string_view name, std::string_view member,
              const std::vector<OutsideFinding>& outside, CompanionFiles& companions, bool is_main_member = false);
    void end_member(io::Bytes& bytes) { consumer_.end_member(bytes); }
    // What lies beside the record that is read next.
    void set_media(std::span<const std::string> media) { media_ = media; }

private:
    void read_games(const plugins::ReaderHandle& reader, const std::string& format, io::Bytes& bytes,
                    std::string_view member, FindingDesk& desk, CompanionFiles& companions);

    plugins::Registry& registry_;
    plugins::CharsetServices& charsets_;
    Sessions& sessions_;
    passes::PassRunner& passes_;
    const Settings& settings_;
    DiagnosticReceiver& report_;
    InputState& input_;
    GameConsumer& consumer_;
    std::span<const std::string> media_;
};

// Views of the texts: they must outlive the finding.
plugins::Finding about_input(std::string_view id, std::string_view message) {
    plugins::Finding finding;
    finding.id = id;
    finding.message = message;
    return finding;
}

void RecordReader::read(io::Bytes& bytes, std::string_view name, std::string_view member,
                        const std::vector<OutsideFinding>& outside, CompanionFiles& companions, bool is_main_member) {
    FindingDesk desk(settings_, report_, input_, bytes.view(), member);
    desk.set_mapped(bytes);
    // A container with media is no format of records: what is in it is recognised.
    const bool is_container_forced = settings_.from == "rgt" || settings_.from == "rgz";
    const FormatChoice choice = choose_format(
        registry_, bytes, name, is_container_forced ? std::string_view() : settings_.from, is_main_member);
    if (choice.format.empty() && !member.empty()) {
        // Where the container breaks off, whatever stood behind this member is missing, too.
        for (const OutsideFinding& found : outside) {
            desk.speak_of(found.member ? std::string_view(*found.member) : member);
            desk.on_finding(about_input(found.id, found.message));
        }
        desk.speak_of(member);
        desk.on_finding(about_input("container.member-skipped", "the member is no game record"));
        desk.send_homeless();
        return;
    }
    for (const OutsideFinding& found : outside) {
        plugins::Finding finding = about_input(found.id, found.message);
        if (found.names_game) {
            finding.game = 0;
        }
        desk.speak_of(found.member ? std::string_view(*found.member) : member);
        desk.on_finding(finding);
    }
    desk.speak_of(member);
    for (const FormatFinding& found : choice.findings) {
        desk.on_finding(about_input(found.id, found.message));
    }
    if (choice.format.empty()) {
        desk.send_homeless();
        return;
    }
    const std::optional<plugins::ReaderHandle> reader = registry_.find_reader(choice.format);
    if (!reader) {
        const plugins::MissingPlugin missing = registry_.missing_reader(choice.format);
        const std::string message = missing.message();
        desk.on_finding(about_input("plugin.missing", message));
        desk.send_homeless();
        return;
    }
    if (input_.summary.format.empty()) {
        input_.summary.format = choice.format;
    }
    read_games(*reader, choice.format, bytes, member, desk, companions);
}

void RecordReader::read_games(const plugins::ReaderHandle& reader, const std::string& format, io::Bytes& bytes,
                              std::string_view member, FindingDesk& desk, CompanionFiles& companions) {
    std::unique_ptr<plugins::ReaderSession>& kept = sessions_[format];
    const bool is_first = kept == nullptr;
    if (is_first) {
        // The plugins of tengen itself are tested enough.
        kept = std::make_unique<plugins::ReaderSession>(
            reader, desk, charsets_,
            reader.is_foreign ? plugins::Validation::whole_game : plugins::Validation::header_only, &companions);
    }
    plugins::ReaderSession& session = *kept;
    passes::InputMemory memory;
    OwnedGame held;  // handed on when it is known that nothing more will be said about it
    std::uint32_t games = 0;
    const auto hand_on = [&] {
        if (held) {
            const std::uint32_t index = games - 1;
            ReadGame game{held.view(), input_.games + index};
            game.rejected = desk.is_rejected(index);
            game.filtered = !game.rejected && settings_.filter && !settings_.filter->accepts(game.game);
            input_.summary.filtered += game.filtered ? 1 : 0;
            game.member = member;
            game.format = format;
            game.summary = &input_.summary;
            game.owner = &held;
            game.media = index == 0 ? media_ : std::span<const std::string>();
            consumer_.take(game);
            held.reset();
        }
    };
    const plugins::SessionResult opened =
        is_first ? session.open(bytes.view(), reader_options(settings_, *reader.reader, format))
                 : session.reopen(bytes.view(), desk, &companions);
    if (opened.status == plugins::SessionStatus::bad_option) {
        throw ConfigurationError({"config.bad-value", fmt::format("reader {}: {}", format, opened.message)});
    }
    if (opened.ok()) {
        // A big file takes little memory while it is read: its pages are given back behind the game at hand, whose
        // texts are in them.
        std::uint64_t given_back = 0;
        const auto give_back = [&](std::uint64_t end) {
            if (bytes.is_mapped() && end >= given_back + bytes_at_once) {
                given_back = end;
                desk.leave_behind(end);
                bytes.release_prefix(static_cast<std::size_t>(end));
            }
        };
        OwnedGame next;
        for (std::uint64_t begin = 0; session.next(next).ok(); begin = session.consumed()) {
            hand_on();
            held = std::move(next);
            give_back(begin);
            desk.house(games);
            PassDesk context(desk, games, companions);
            ++games;
            if (std::optional<OwnedGame> changed = passes_.run(held, context, memory)) {
                held = std::move(*changed);
            }
        }
    }
    if (games > 0) {
        desk.house(games - 1);
    } else {
        desk.send_homeless();
    }
    hand_on();
    // A fatal finding may name a game that never arrived: it was there, and it is refused.
    if (desk.has_rejected_at_or_after(games)) {
        ++games;
    }
    input_.summary.rejected += desk.rejected_count();
    input_.games += games;
}

// Where damage is no error, what comes before it is read.
bool keeps_damaged(const Settings& settings) {
    return settings.policy.severity("container.damaged") < Severity::error;
}

// A recording with its media: one record, whose findings are also those of the container.
void read_media_container(io::Input& input, io::ContainerKind kind, const Settings& settings,
                          DiagnosticReceiver& report, InputState& state, RecordReader& records) {
    MediaContainer container;
    open_media_container(input.bytes.view(), input.name, settings.container_limits, keeps_damaged(settings), container);
    const bool is_packed = kind == io::ContainerKind::gzip;
    const std::string extension = stream_source_detail::folded(extension_of(input.name));
    const bool names_packed = extension == "rgz" || (extension != "rgt" && settings.from == "rgz");
    if (!(is_packed || kind == io::ContainerKind::tar) || is_packed != names_packed) {
        container.findings.push_back(
            {"format.extension-mismatch",
             fmt::format("the name says {}, the content is {}", names_packed ? "rgz" : "rgt", io::to_string(kind)),
             {},
             {},
             std::nullopt});
    }
    if (container.main) {
        std::vector<OutsideFinding> outside;
        for (const io::Finding& finding : container.findings) {
            const bool is_about_file = finding.id == "format.extension-mismatch";
            outside.push_back({finding.id, finding.message, !is_about_file, finding.member});
        }
        records.set_media(container.media);
        records.read(container.main->bytes, container.main->name, container.main->name, outside, container.companions,
                     true);
        records.end_member(container.main->bytes);
        return;
    }
    FindingDesk desk(settings, report, state, input.bytes.view(), {});
    for (const io::Finding& finding : container.findings) {
        desk.speak_of(finding.member);
        desk.on_finding(about_input(finding.id, finding.message));
        desk.send_homeless();
    }
    desk.speak_of({});
    desk.on_finding(about_input("sgf.no-game-tree", "there is no record in the container"));
    desk.send_homeless();
}

}  // namespace

diagnostics::InputSummary InputReader::read(io::Input& input, GameConsumer& consumer) {
    InputState state;
    state.name = input.name;
    state.summary.input = input.name;
    RecordReader records(registry_, charsets_, sessions_, passes_, settings_, report_, state, consumer);

    if (!input.raw_name.empty()) {
        FindingDesk desk(settings_, report_, state, input.bytes.view(), {});
        const std::string message = name_message(input.name, input.raw_name);
        desk.on_finding(about_input("io.name-charset", message));
        desk.send_homeless();
    }
    const io::ContainerKind kind = io::recognise(input.bytes.view());
    if (kind == io::ContainerKind::none) {
        CompanionFiles companions(settings_.companion_files ? std::string_view(input.path) : std::string_view(),
                                  settings_.max_size);
        records.read(input.bytes, input.name, {}, {}, companions);
    } else if (is_media_container(input.name, settings_.from)) {
        read_media_container(input, kind, settings_, report_, state, records);
    } else {
        std::vector<io::Finding> found;  // since the last member
        io::ContainerOptions options;
        options.limits = settings_.container_limits;
        options.limits.member_size = std::min(options.limits.member_size, settings_.max_size);
        options.keep_damaged = keeps_damaged(settings_);
        // Two games may have one name; only where that is an error the second one is refused.
        options.keep_duplicates = settings_.policy.severity("container.duplicate-member") < Severity::error;
        options.decode_name = member_name_decoder();
        io::Container container(input.bytes.view(), input.name, options,
                                [&found](io::Finding finding) { found.push_back(std::move(finding)); });
        const auto report_others = [&](std::string_view except, std::vector<OutsideFinding>& own) {
            for (io::Finding& finding : std::exchange(found, {})) {
                if (!except.empty() && finding.member == except) {
                    own.push_back({finding.id, finding.message, true});
                    continue;
                }
                FindingDesk desk(settings_, report_, state, input.bytes.view(), finding.member);
                plugins::Finding out = about_input(finding.id, finding.message);
                out.offset = finding.offset;
                desk.on_finding(out);
                desk.send_homeless();
            }
        };
        while (std::optional<io::Member> member = container.next()) {
            std::vector<OutsideFinding> own;
            report_others(member->name, own);
            if (settings_.excluded_members && settings_.excluded_members->has_member(input.name, member->name)) {
                continue;
            }
            if (member->kind != io::ContainerKind::none) {
                own.push_back(
                    {"container.limit",
                     fmt::format("'{}' ({}) is a container in a container in a container, which is not opened; "
                                 "unpack '{}' first",
                                 member->name, io::to_string(member->kind), input.name)});
            }
            if (member->kind != io::ContainerKind::none || (member->damaged && member->bytes.empty())) {
                FindingDesk desk(settings_, report_, state, member->bytes.view(), member->name);
                for (const OutsideFinding& finding : own) {
                    desk.on_finding(about_input(finding.id, finding.message));
                }
                desk.send_homeless();
                records.end_member(member->bytes);
                continue;
            }
            CompanionFiles nothing;
            records.read(member->bytes, member->name, member->name, own, nothing);
            records.end_member(member->bytes);
        }
        std::vector<OutsideFinding> nobody;
        report_others({}, nobody);
    }
    state.summary.games = state.games;
    // Trees without a node, archives without a record: warnings at most, and still there is nothing to go on with.
    if (state.games == 0 && !state.summary.is_refused()) {
        FindingDesk desk(settings_, report_, state, input.bytes.view(), {});
        desk.on_finding(about_input("sgf.no-game-tree", "there is no game in the input"));
        desk.send_homeless();
    }
    report_.add(state.summary);
    return state.summary;
}

diagnostics::InputSummary InputReader::refuse(const io::Finding& finding) {
    InputState state;
    state.name = finding.input;
    state.summary.input = finding.input;
    FindingDesk desk(settings_, report_, state, {}, {});
    desk.on_finding(about_input(finding.id, finding.message));
    desk.send_homeless();
    report_.add(state.summary);
    return state.summary;
}

}  // namespace tengen::pipeline
