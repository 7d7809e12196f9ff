#include "pipeline/game_output.h"

#include <algorithm>
#include <span>
#include <vector>

#include <fmt/format.h>

#include <tengen/model/storage.h>

#include "diagnostics/visible_text.h"
#include "pipeline/configuration_error.h"
#include "pipeline/published_losses.h"
#include "rules/positions.h"
#include "streams/detach.h"
#include "streams/size_limit.h"

namespace tengen::pipeline {

using diagnostics::LossKind;

bool exceeds(LossKind kind, AllowedLoss allowed) {
    if (allowed == AllowedLoss::published) {
        allowed = AllowedLoss::demoted;
    }
    switch (kind) {
        case LossKind::reordered:
        case LossKind::normalised:
            return allowed < AllowedLoss::normalised;
        case LossKind::demoted:
        case LossKind::approximated:
        case LossKind::defaulted:
        case LossKind::derived:
            return allowed < AllowedLoss::demoted;
        case LossKind::lost:
        case LossKind::unsafe_removed:
            return allowed < AllowedLoss::all;
    }
    return true;
}

// Hears what the fitting and the writer have to say about the game at hand.
class GameOutput::Desk final : public plugins::FindingListener {
public:
    explicit Desk(GameOutput& output) : output_(output) {}

    void begin(const ReadGame& game, const std::string& input) {
        game_ = &game;
        input_ = &input;
    }
    void end() { game_ = nullptr; }

    // The settings ask for something that this game cannot give; others may.
    void refuse(const char* id, const std::string& message) {
        diagnostics::Diagnostic diagnostic = place(id, message, std::nullopt);
        diagnostic.severity = output_.policy_.severity(diagnostic.id);
        output_.game_refused_ = true;
        send(diagnostic);
    }

    std::uint32_t on_finding(const plugins::Finding& finding) override {
        diagnostics::Diagnostic diagnostic = place(finding.id, finding.message, finding.node);
        diagnostic.severity =
            output_.policy_.severity(finding.id, static_cast<diagnostics::Severity>(finding.default_severity));
        send(diagnostic);
        std::uint32_t answer = output_.policy_.applies_fix(finding.id) ? TENGEN_APPLY_FIX : 0;
        if (diagnostic.severity == diagnostics::Severity::fatal) {
            output_.failed_ = true;
            answer |= TENGEN_STOP;
        } else if (diagnostic.severity == diagnostics::Severity::error) {
            output_.game_refused_ = true;
            answer |= TENGEN_REJECTED;
        }
        return answer;
    }

    void on_loss(const plugins::Loss& loss) override {
        const tengen_writer& writer = *output_.writer_.writer;
        tell(loss, is_published_loss(loss.id, {writer.capabilities, writer.capability_count}));
    }

    // No format of records holds media, as everybody knows who names such a target; what a container leaves out is
    // not known before.
    void leave_behind(const std::string& member, const std::string& message, bool is_published) {
        plugins::Loss loss;
        loss.id = "loss.media-source";
        loss.kind = TENGEN_LOSS_LOST;
        loss.count = 1;
        loss.what = member;
        loss.message = message;
        tell(loss, is_published);
    }

private:
    void tell(const plugins::Loss& loss, bool is_published) {
        diagnostics::Diagnostic diagnostic = place(loss.id, loss.message, loss.node);
        diagnostics::LossDetail detail;
        detail.kind = static_cast<LossKind>(loss.kind);
        detail.what = diagnostics::shortened_message(loss.what);
        detail.to = diagnostics::shortened_message(loss.to);
        detail.count = loss.count;
        detail.recoverable = loss.recoverable;
        diagnostic.severity = output_.policy_.severity(loss.id);
        diagnostic.loss = std::move(detail);
        const bool is_expected = output_.settings_.allowed_loss == AllowedLoss::published && is_published;
        if (diagnostic.severity >= diagnostics::Severity::error) {  // the user made it one
            output_.game_refused_ = true;
        }
        if (!is_expected && exceeds(diagnostic.loss->kind, output_.settings_.allowed_loss)) {
            output_.game_exceeds_ = true;
            // It refuses the game: reports say so.
            if (output_.settings_.on_excess == OnExcess::refuse_game) {
                diagnostic.severity = std::max(diagnostic.severity, diagnostics::Severity::error);
            }
        }
        send(diagnostic);
    }

    [[nodiscard]] diagnostics::Diagnostic place(std::string_view id, std::string_view message,
                                                std::optional<std::uint32_t> node) const {
        diagnostics::Diagnostic diagnostic;
        diagnostic.id = id;
        diagnostic.message = diagnostics::shortened_message(message);
        diagnostic.node = node;
        if (game_ != nullptr) {
            diagnostic.game = game_->index;
            diagnostic.file = game_->member;
            diagnostic.input = *input_;
        } else {
            diagnostic.input = output_.name_;
        }
        return diagnostic;
    }

    void send(const diagnostics::Diagnostic& diagnostic) {
        if (game_ != nullptr && game_->summary != nullptr) {
            game_->summary->count(diagnostic);
        }
        output_.report_.add(diagnostic, {});
    }

    GameOutput& output_;
    const ReadGame* game_ = nullptr;
    const std::string* input_ = nullptr;
};

GameOutput::GameOutput(const plugins::WriterHandle& writer, plugins::CharsetServices& charsets,
                       const diagnostics::Policy& policy, OutputSettings settings, DiagnosticReceiver& report)
    : writer_(writer),
      fitting_(*writer.writer, settings.names),
      policy_(policy),
      settings_(std::move(settings)),
      report_(report),
      charsets_(charsets),
      desk_(std::make_unique<Desk>(*this)) {}

GameOutput::GameOutput(const plugins::WriterHandle& writer, plugins::CharsetServices& charsets,
                       const diagnostics::Policy& policy, OutputSettings settings, DiagnosticReceiver& report,
                       std::unique_ptr<io::Sink> sink, std::string name)
    : GameOutput(writer, charsets, policy, std::move(settings), report) {
    open(std::move(sink), std::move(name));
}

void GameOutput::open(std::unique_ptr<io::Sink> sink, std::string name) {
    close();
    owned_sink_ = std::move(sink);
    open(*owned_sink_, std::move(name));
}

void GameOutput::open(io::Sink& sink, std::string name) {
    name_ = std::move(name);
    if (&sink != owned_sink_.get()) {
        close();
    }
    session_.reset();
    sink_ = &sink;
    games_ = 0;
    exceeded_ = exceeded_games_ = failed_ = false;
    session_.emplace(writer_, *desk_, charsets_, [this](std::string_view bytes) {
        // Once something is wrong the output will not appear, but the losses of what follows are still told.
        if (!failed_ && !exceeded_) {
            sink_->write(bytes);
        }
        return true;
    });
    const plugins::SessionResult opened = session_->open(settings_.writer_options);
    if (opened.status == plugins::SessionStatus::bad_option) {
        throw ConfigurationError(
            {"config.bad-value", fmt::format("writer {}: {}", writer_.writer->format, opened.message)});
    }
    failed_ = failed_ || !opened.ok();
}

void GameOutput::close() {
    session_.reset();
    sink_ = nullptr;
    owned_sink_.reset();
}

GameOutput::~GameOutput() = default;

bool GameOutput::put(const ReadGame& game, const std::string& input) {
    desk_->begin(game, input);
    game_exceeds_ = false;
    game_refused_ = false;
    Game current = game.game;
    for (const std::string& medium : game.media) {
        desk_->leave_behind(medium, "the medium '" + medium + "' stays behind in the container", true);
    }
    for (const std::string& member : game.left_out) {
        desk_->leave_behind(member,
                            member.empty() ? std::string("what lies behind the damage in the container is left out")
                                           : "the member '" + member + "' is left out of the new container",
                            false);
    }
    std::optional<OwnedGame> recording;
    if (settings_.streams.import_times && can(TENGEN_FEATURE_STREAMS)) {
        passes::ImportedTimes imported = passes::import_times(current, *settings_.streams.import_times);
        report_losses(imported.losses);
        if (imported.game) {
            recording = std::move(imported.game);
            current = recording->view();
        }
    }
    if (const std::optional<std::string> fault = missing_stream(current)) {
        desk_->refuse("config.bad-value", *fault);
        desk_->end();
        return false;
    }
    if (settings_.streams.events && can(TENGEN_FEATURE_STREAM_COUNTERS) && !becomes_trees(current) &&
        !streams::can_be_listed(current)) {
        desk_->refuse("rgf.too-long-positions", streams::too_long_positions(current));
        desk_->end();
        return false;
    }
    std::vector<OwnedGame> beside;
    if (!settings_.streams.detach.empty() && current.columns().stream_count != 0) {
        streams::Detached detached = streams::detach(current, settings_.streams.detach);
        recording = std::move(detached.game);
        beside = std::move(detached.trees);
        current = recording->view();
    }
    // Recordings become trees where the target can hold no recording, and where the user asks for it.
    std::optional<passes::FittedStreams> trees;
    if (becomes_trees(current)) {
        passes::StreamFittingOptions options;
        options.at = settings_.streams.at;
        options.layout = settings_.streams.layout.value_or(passes::StreamLayout{});
        // A model of everything keeps things where they are, unless it is asked not to.
        options.arranges_info = settings_.streams.layout || !can(TENGEN_FEATURE_STREAM_COUNTERS);
        trees = passes::fit_streams(current, options);
        report_losses(trees->losses);
    }
    std::vector<passes::Fitted> fitted;
    if (trees) {
        for (const OwnedGame& tree : trees->games) {
            fitted.push_back(fitting_.fit(tree.view()));
        }
    } else {
        fitted.push_back(fitting_.fit(current));
    }
    for (const OwnedGame& tree : beside) {
        fitted.push_back(fitting_.fit(tree.view()));
    }
    for (const passes::Fitted& each : fitted) {
        report_losses(each.losses());
    }
    if (game_refused_ || (game_exceeds_ && settings_.on_excess == OnExcess::refuse_game)) {
        exceeded_games_ = exceeded_games_ || game_exceeds_;
        desk_->end();
        return false;
    }
    exceeded_ = exceeded_ || game_exceeds_;
    std::vector<std::string> texts;  // of cursors
    std::vector<tengen_cursor> cursors;
    if (trees && trees->games.size() == 1) {
        texts.reserve(trees->streams.size());
        for (const streams::MaterialisedStream& stream : trees->streams) {
            texts.push_back(stream.instant.text());
            cursors.push_back({stream.stream,
                               stream.cursor,
                               {texts.back().data(), texts.back().size()},
                               {stream.position.data(), stream.position.size()}});
        }
    }
    for (const passes::Fitted& each : fitted) {
        write(each.game(), game, input, cursors);
    }
    exceeded_ = exceeded_ || game_exceeds_;  // what the writer itself found
    desk_->end();
    if (game_refused_) {
        return false;
    }
    ++games_;
    return true;
}

bool GameOutput::becomes_trees(Game game) const {
    return game.columns().stream_count != 0 && (!holds_recordings(*writer_.writer) || !settings_.streams.at.empty());
}

std::optional<std::string> GameOutput::missing_stream(Game game) const {
    const std::uint32_t count = game.columns().stream_count;
    const StreamSettings& wanted = settings_.streams;
    const auto fault = [&](std::string_view setting, std::optional<std::uint32_t> stream) {
        return !stream || *stream < count
                   ? std::nullopt
                   : std::optional(fmt::format(
                         "{} names the recorded stream {}, the game has {}", setting, *stream,
                         count == 1 ? std::string("one, which is 0") : fmt::format("the streams 0 to {}", count - 1)));
    };
    if (count == 0) {
        return std::nullopt;  // nothing here is about this game
    }
    if (auto detached = fault("detach", highest_named(wanted.detach))) {
        return detached;
    }
    if (!becomes_trees(game)) {
        return std::nullopt;
    }
    if (auto at = fault("at", highest_named(wanted.at))) {
        return at;
    }
    const bool is_one = wanted.layout && wanted.layout->kind == passes::StreamLayout::Kind::one;
    return fault("layout", is_one ? std::optional(wanted.layout->stream) : std::nullopt);
}

bool GameOutput::can(tengen_feature feature) const {
    const tengen_writer& writer = *writer_.writer;
    return static_cast<std::uint32_t>(feature) < writer.capability_count &&
           writer.capabilities[feature] != TENGEN_CANNOT;
}

void GameOutput::report_losses(std::span<const passes::Loss> losses) {
    for (const passes::Loss& loss : losses) {
        plugins::Loss out;
        out.id = loss.id;
        out.kind = loss.kind;
        if (loss.node != TENGEN_NONE) {
            out.node = loss.node;
        }
        out.count = loss.count;
        out.recoverable = loss.recoverable;
        out.what = loss.what;
        out.to = loss.to;
        out.message = loss.message;
        desk_->on_loss(out);
    }
}

void GameOutput::write(Game game, const ReadGame& read, std::string_view input,
                       std::span<const tengen_cursor> cursors) {
    tengen_game columns = game.columns();
    columns.index = read.index;  // counted over all members of a container
    if (settings_.positions && positions_.compute(Game(columns), replay_)) {
        positions_.attach(columns);
    }
    if (settings_.streams.events && columns.stream_count != 0) {
        events_.compute(Game(columns));
        events_.attach(columns);
    }
    if (!cursors.empty()) {
        columns.struct_size = sizeof(tengen_game);
        columns.cursors = cursors.data();
        columns.cursor_count = static_cast<std::uint32_t>(cursors.size());
    }
    if (!failed_ && !session_->put(Game(columns), input, read.member).ok()) {
        failed_ = true;
    }
}

bool GameOutput::finish() {
    game_exceeds_ = false;
    if (!failed_ && !session_->finish().ok()) {
        failed_ = true;
    }
    exceeded_ = exceeded_ || game_exceeds_;  // losses of the collection as a whole
    const bool is_complete = !failed_ && !exceeded_;
    if (is_complete) {
        sink_->commit();
    }
    close();
    return is_complete;
}

}  // namespace tengen::pipeline
