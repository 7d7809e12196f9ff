// Reading inputs and making the files that outputs want of them: the part of a run that several threads do at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "io/sink.h"
#include "pipeline/duplicate_verdicts.h"
#include "pipeline/game_output.h"
#include "pipeline/input_job.h"
#include "pipeline/input_reader.h"
#include "pipeline/plan.h"
#include "plugins/charset_services.h"
#include "plugins/registry.h"

namespace tengen::pipeline {

/// Somebody asked for the run to end; thrown between two games.
class Interrupted : public std::runtime_error {
public:
    Interrupted() : std::runtime_error("interrupted") {}
};

/// What all workers of a run share and none of them changes; thread-safe where it is not constant.
struct RunTools {
    const Plan& plan;
    plugins::Registry& registry;
    plugins::CharsetServices& charsets;
    std::vector<plugins::WriterHandle> writers;  ///< by output
    std::vector<Settings> settings;              ///< by input step
    const std::atomic<bool>* stop = nullptr;
    std::uint32_t shard = 1;
    const DuplicateVerdicts* duplicates = nullptr;  ///< null: nobody looked for any

    [[nodiscard]] bool is_stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
};

/// What happens at once with files and games of an input that is too big to be kept.
class StreamDestination {
public:
    StreamDestination() = default;
    StreamDestination(const StreamDestination&) = delete;
    StreamDestination& operator=(const StreamDestination&) = delete;
    virtual ~StreamDestination() = default;

    /// The sink of a file; nothing, after a word in the report, if its name is taken.
    virtual std::unique_ptr<io::Sink> open(InputJob& job, FileDraft& draft) = 0;
    /// The file is complete.
    virtual void close(InputJob& job, FileDraft& draft) = 0;
    /// A game for the outputs that take the games of all inputs.
    virtual void put(InputJob& job, const ReadGame& game) = 0;
    /// So many games of the input were read so far; called now and then.
    virtual void note_games(std::uint64_t) {}
};

/// The writer's options, losses and so on of one output of a plan.
[[nodiscard]] OutputSettings output_settings(const Plan& plan, const OutputStep& step);

/// Memory, boards and tables are used again from input to input. One thread at a time.
class InputWorker final : public GameConsumer {
public:
    explicit InputWorker(const RunTools& tools);
    ~InputWorker() override;

    /// Read the input and keep everything that comes of it in the job: events, files, games. Throws ConfigurationError
    /// if a reader or writer refuses an option.
    void read(InputJob& job);

    /// The same, but nothing is kept: events go to `report`, games and files to `destination`. Throws io::IoError, and
    /// Interrupted between two games.
    void stream(InputJob& job, DiagnosticReceiver& report, StreamDestination& destination);

    void take(const ReadGame& game) override;
    void end_member(io::Bytes& bytes) override;

private:
    class Voice;
    class Slot;

    void read_input(InputJob& job);
    [[nodiscard]] bool takes_duplicate(const ReadGame& game);
    void put(std::size_t output, const ReadGame& game);
    void open(std::size_t output, const ReadGame& game);
    void close(std::size_t output);
    InputReader& reader_of(std::size_t step);

    const RunTools& tools_;
    std::unique_ptr<Voice> voice_;
    std::vector<std::unique_ptr<InputReader>> readers_;  // by input step
    std::vector<std::unique_ptr<Slot>> slots_;           // by output; none where one file takes all inputs
    bool has_collections_ = false;
    InputJob* job_ = nullptr;
    StreamDestination* destination_ = nullptr;
    std::uint64_t taken_ = 0;
};

}  // namespace tengen::pipeline
