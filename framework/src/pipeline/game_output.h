// One output: games are fitted to what its format can hold, losses are counted, and the file appears only when all went
// well.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/sink.h"
#include "passes/fitting.h"
#include "pipeline/input_reader.h"
#include "pipeline/report.h"
#include "pipeline/settings.h"
#include "pipeline/stream_settings.h"
#include "plugins/registry.h"
#include "plugins/session.h"
#include "rules/positions.h"
#include "rules/replay.h"
#include "streams/event_table.h"

namespace tengen::pipeline {

/// Whether a loss of this kind is above what is allowed.
[[nodiscard]] bool exceeds(diagnostics::LossKind kind, AllowedLoss allowed);

/// What happens with a game that would lose more than is allowed.
enum class OnExcess : std::uint8_t {
    fail_output,  ///< the whole output does not appear
    refuse_game   ///< the game is left out
};

struct OutputSettings {
    std::vector<plugins::OptionValue> writer_options;
    AllowedLoss allowed_loss = AllowedLoss::all;
    OnExcess on_excess = OnExcess::fail_output;
    bool positions = false;  ///< compute the board after every node
    passes::NameStyle names = passes::NameStyle::as_written;
    StreamSettings streams{};
};

/// One thread at a time. Takes games until finish(); without it the sink is dropped and nothing appears. An object can
/// write one file after the other and keeps its memory.
class GameOutput {
public:
    /// The references must outlive the object.
    GameOutput(const plugins::WriterHandle& writer, plugins::CharsetServices& charsets,
               const diagnostics::Policy& policy, OutputSettings settings, DiagnosticReceiver& report);
    /// The same, opened.
    GameOutput(const plugins::WriterHandle& writer, plugins::CharsetServices& charsets,
               const diagnostics::Policy& policy, OutputSettings settings, DiagnosticReceiver& report,
               std::unique_ptr<io::Sink> sink, std::string name);
    ~GameOutput();

    /// Begin a file; whatever was not finished is dropped. `name` is that of the file, for what is said about none of
    /// its games. Throws ConfigurationError if the writer refuses an option.
    void open(std::unique_ptr<io::Sink> sink, std::string name);
    /// The same with a sink of the caller's, which must live until finish(), close() or the next open().
    void open(io::Sink& sink, std::string name);
    /// Drop what was not finished.
    void close();
    [[nodiscard]] bool is_open() const { return sink_ != nullptr; }

    /// Write a game that was not rejected; false if this output refuses it: by OnExcess, or because of a finding or a
    /// loss that counts as an error. `input` is the name for reports. Throws io::IoError if the sink fails.
    bool put(const ReadGame& game, const std::string& input);

    /// Complete the output. False if it must not appear: losses above the policy, or the writer gave up.
    bool finish();

    [[nodiscard]] std::uint64_t games() const { return games_; }
    /// Whether more would have been lost than is allowed: then there is no output, or games were refused.
    [[nodiscard]] bool exceeded_losses() const { return exceeded_ || exceeded_games_; }
    /// Whether the last game was refused because more would have been lost than is allowed.
    [[nodiscard]] bool refused_for_losses() const { return game_exceeds_; }
    /// The writer reported something fatal (a charset lacks a character), or failed.
    [[nodiscard]] bool failed() const { return failed_; }

private:
    class Desk;

    void report_losses(std::span<const passes::Loss> losses);
    void write(Game game, const ReadGame& read, std::string_view input, std::span<const tengen_cursor> cursors);
    [[nodiscard]] bool can(tengen_feature feature) const;
    [[nodiscard]] bool becomes_trees(Game game) const;
    // A recorded stream that the settings name and the game lacks, as a message.
    [[nodiscard]] std::optional<std::string> missing_stream(Game game) const;

    const plugins::WriterHandle writer_;
    passes::Fitting fitting_;
    const diagnostics::Policy& policy_;
    OutputSettings settings_;
    DiagnosticReceiver& report_;
    plugins::CharsetServices& charsets_;
    std::unique_ptr<io::Sink> owned_sink_;
    io::Sink* sink_ = nullptr;
    std::string name_;
    std::unique_ptr<Desk> desk_;
    std::optional<plugins::WriterSession> session_;
    rules::Replay replay_;
    rules::PositionTable positions_;
    streams::EventTable events_;
    std::uint64_t games_ = 0;
    bool game_exceeds_ = false;
    bool game_refused_ = false;
    bool exceeded_ = false;
    bool exceeded_games_ = false;
    bool failed_ = false;
};

}  // namespace tengen::pipeline
