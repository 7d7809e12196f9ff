#include "plugins/check_sessions.h"

#include <limits>
#include <stdexcept>
#include <utility>

#include <tengen/model/equality.h>

#include "plugins/module.h"
#include "text/utf8.h"

namespace tengen::plugins::check {

namespace {

constexpr std::size_t most_kept = 10000;  // findings

}  // namespace

const tengen_plugin& load(const std::filesystem::path& file) {
    const LoadResult result = load_module(file);
    if (result.status != LoadStatus::loaded) {
        throw std::runtime_error(result.reason);
    }
    return *result.entry;
}

ReaderHandle reader_of(const CheckSubject& subject) {
    const tengen_plugin& entry = load(subject.file);
    for (std::uint32_t i = 0; i < entry.reader_count; ++i) {
        if (entry.readers[i]->format == subject.format) {
            return {&entry, entry.readers[i]};
        }
    }
    throw std::runtime_error("the reader is gone");
}

WriterHandle writer_of(const tengen_plugin& entry, std::string_view format) {
    for (std::uint32_t i = 0; i < entry.writer_count; ++i) {
        if (entry.writers[i]->format == format) {
            return {&entry, entry.writers[i]};
        }
    }
    throw std::runtime_error("the writer is gone");
}

std::uint32_t Recorder::on_finding(const Finding& finding) {
    if (finding.offset && *finding.offset > input_size_) {
        breach = fmt::format("{} points at byte {} of an input of {}", finding.id, *finding.offset, input_size_);
    }
    if (!text::is_valid_utf8(finding.message) || finding.message.empty()) {
        breach = fmt::format("{} has no message in UTF-8", finding.id);
    }
    if (findings.size() < most_kept) {
        findings.push_back(fmt::format("{} {} {} {}: {}", finding.id, finding.game.value_or(none),
                                       finding.node.value_or(none), finding.offset.value_or(TENGEN_NO_OFFSET),
                                       finding.message));
    }
    const diagnostics::Severity severity =
        policy_.severity(finding.id, static_cast<diagnostics::Severity>(finding.default_severity));
    return (severity == diagnostics::Severity::fatal ? TENGEN_STOP : 0) |
           (severity >= diagnostics::Severity::error ? TENGEN_REJECTED : 0) |
           (policy_.applies_fix(finding.id) ? TENGEN_APPLY_FIX : 0);
}

void Recorder::on_loss(const Loss& loss) {
    if (!text::is_valid_utf8(loss.message) || !text::is_valid_utf8(loss.what) || !text::is_valid_utf8(loss.to)) {
        breach = fmt::format("{} has a text that is not UTF-8", loss.id);
    }
    losses.push_back(fmt::format("{} {} {}", loss.id, loss.count, loss.what));
}

Reading read(ReaderHandle reader, CharsetServices& charsets, const Input& input, diagnostics::Level level) {
    Recorder recorder(level, input.view().size());
    ReaderSession session(reader, recorder, charsets, Validation::whole_game);
    return read_games(session, session.open(input.view(), {}), recorder, input);
}

Reading read_games(ReaderSession& session, SessionResult opened, Recorder& recorder, const Input& input) {
    Reading reading;
    SessionResult result = std::move(opened);
    std::uint64_t consumed = 0;
    while (result.ok()) {
        OwnedGame game;
        result = session.next(game);
        const std::uint64_t now = session.consumed();
        if (now < consumed) {
            reading.breach = "it consumes less and less";
        }
        consumed = now;
        if (result.ok()) {
            reading.games.push_back(std::move(game));
        }
        if (reading.games.size() > input.view().size() + 1) {
            reading.breach = "it finds more games than the input has bytes";
            break;
        }
    }
    reading.status = result.status;
    if (result.status == SessionStatus::fault || result.status == SessionStatus::bad_option) {
        reading.breach = result.message;
    }
    if (!recorder.breach.empty()) {
        reading.breach = recorder.breach;
    }
    reading.findings = std::move(recorder.findings);
    return reading;
}

std::string compare(const Reading& a, const Reading& b) {
    if (a.status != b.status || a.games.size() != b.games.size()) {
        return fmt::format("{} games against {}", a.games.size(), b.games.size());
    }
    for (std::size_t i = 0; i < a.games.size(); ++i) {
        EqualityOptions options;
        options.index = true;
        if (const auto difference = first_difference(a.games[i].view(), b.games[i].view(), options)) {
            return fmt::format("game {}: {}", i, *difference);
        }
    }
    return a.findings == b.findings ? std::string() : "other findings";
}

std::string about(const CheckInput& input, std::string_view what) {
    return fmt::format("{}: {}", input.name, what);
}

Writing write(WriterHandle writer, CharsetServices& charsets, const std::vector<Game>& games) {
    Writing writing;
    Recorder recorder(diagnostics::Level::lenient);
    WriterSession session(writer, recorder, charsets, [&writing](std::string_view bytes) {
        writing.bytes += bytes;
        return true;
    });
    SessionResult result = session.open({});
    for (const Game& game : games) {
        if (result.ok()) {
            result = session.put(game);
        }
    }
    if (result.ok()) {
        result = session.finish();
    }
    writing.status = result.status;
    writing.losses = std::move(recorder.losses);
    writing.breach = result.status == SessionStatus::fault || result.status == SessionStatus::bad_option
                         ? result.message
                         : recorder.breach;
    return writing;
}

std::string wrong_value(const tengen_option& option) {
    switch (option.type) {
        case TENGEN_OPTION_INTEGER:
            return option.maximum < std::numeric_limits<std::int64_t>::max() ? std::to_string(option.maximum + 1) : "x";
        case TENGEN_OPTION_TEXT:
        case TENGEN_OPTION_PATH:
            return {};
        default:
            return "no-such-value";
    }
}

}  // namespace tengen::plugins::check
