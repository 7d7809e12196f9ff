#include "pipeline/game_output.h"

#include <fmt/format.h>
#include <tengen/model/storage.h>

#include <span>
#include <vector>

#include "pipeline/configuration_error.h"
#include "pipeline/reader_options.h"
#include "rules/positions.h"

namespace tengen::pipeline {

using diagnostics::LossKind;

bool exceeds(LossKind kind, AllowedLoss allowed) {
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

    std::uint32_t on_finding(const plugins::Finding& finding) override {
        diagnostics::Diagnostic diagnostic = place(finding.id, finding.message, finding.node);
        diagnostic.severity = output_.settings_.policy.severity(
            finding.id, static_cast<diagnostics::Severity>(finding.default_severity));
        send(diagnostic);
        std::uint32_t answer = output_.settings_.policy.applies_fix(finding.id) ? TENGEN_APPLY_FIX : 0;
        if (diagnostic.severity == diagnostics::Severity::fatal) {
            output_.failed_ = true;
            answer |= TENGEN_STOP;
        }
        return answer;
    }

    void on_loss(const plugins::Loss& loss) override {
        diagnostics::Diagnostic diagnostic = place(loss.id, loss.message, loss.node);
        diagnostics::LossDetail detail;
        detail.kind = static_cast<LossKind>(loss.kind);
        detail.what = loss.what;
        detail.to = loss.to;
        detail.count = loss.count;
        detail.recoverable = loss.recoverable;
        diagnostic.severity = output_.settings_.policy.severity(loss.id);
        diagnostic.loss = std::move(detail);
        if (exceeds(diagnostic.loss->kind, output_.settings_.allowed_loss)) {
            output_.exceeded_ = true;
        }
        send(diagnostic);
    }

private:
    [[nodiscard]] diagnostics::Diagnostic place(std::string_view id, std::string_view message,
                                                std::optional<std::uint32_t> node) const {
        diagnostics::Diagnostic diagnostic;
        diagnostic.id = id;
        diagnostic.message = message;
        diagnostic.node = node;
        if (game_ != nullptr) {
            diagnostic.game = game_->index;
            diagnostic.file = game_->member;
            diagnostic.input = *input_;
        }
        return diagnostic;
    }

    void send(const diagnostics::Diagnostic& diagnostic) { output_.report_.add(diagnostic, {}); }

    GameOutput& output_;
    const ReadGame* game_ = nullptr;
    const std::string* input_ = nullptr;
};

GameOutput::GameOutput(const plugins::WriterHandle& writer, std::string format, plugins::CharsetServices& charsets,
                       const Settings& settings, DiagnosticReceiver& report, std::unique_ptr<io::Sink> sink)
    : writer_(writer),
      format_(std::move(format)),
      settings_(settings),
      report_(report),
      sink_(std::move(sink)),
      desk_(std::make_unique<Desk>(*this)),
      session_(std::make_unique<plugins::WriterSession>(writer_, *desk_, charsets, [this](std::string_view bytes) {
          // Once something is wrong the output will not appear, but the losses of what follows are still told.
          if (!failed_ && !exceeded_) {
              sink_->write(bytes);
          }
          return true;
      })) {
    const std::vector<plugins::OptionValue> options = writer_options(settings, *writer_.writer, format_);
    const plugins::SessionResult opened = session_->open(options);
    if (opened.status == plugins::SessionStatus::bad_option) {
        throw ConfigurationError({"config.bad-value", fmt::format("writer {}: {}", format_, opened.message)});
    }
    failed_ = failed_ || !opened.ok();
}

GameOutput::~GameOutput() = default;

void GameOutput::put(const ReadGame& game, const std::string& input) {
    desk_->begin(game, input);
    tengen_game columns = game.game.columns();
    if (settings_.positions && positions_.compute(Game(columns), replay_)) {
        positions_.attach(columns);
    }
    if (!failed_ && !session_->put(Game(columns)).ok()) {
        failed_ = true;
    }
    ++games_;
    desk_->end();
}

bool GameOutput::finish() {
    if (!failed_ && !session_->finish().ok()) {
        failed_ = true;
    }
    if (failed_ || exceeded_) {
        sink_.reset();
        return false;
    }
    sink_->commit();
    sink_.reset();
    return true;
}

}  // namespace tengen::pipeline
