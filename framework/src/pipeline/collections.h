// Outputs that take the games of all inputs into one file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/atomic_file.h"
#include "pipeline/game_output.h"
#include "pipeline/input_job.h"
#include "pipeline/input_worker.h"

namespace tengen::pipeline {

/// All such outputs of a plan. Their games come in the order of the inputs, from one thread at a time.
class Collections {
public:
    /// All references must outlive the object.
    explicit Collections(const RunTools& tools);
    ~Collections();

    [[nodiscard]] bool empty() const { return outputs_.empty(); }

    /// How files are written; before anything else.
    void set_file_options(const io::FileOptions& options) { file_ = options; }
    /// Nothing is written at all, but everything is counted.
    void set_dry(bool is_dry) { is_dry_ = is_dry; }
    /// A file that exists is right if it has what would be written.
    void set_resumed(bool is_resumed) { is_resumed_ = is_resumed; }

    /// The files; standard output is none.
    [[nodiscard]] std::vector<std::string> targets() const;

    /// What is said about the games of `job` goes to `report` from now on.
    void begin(InputJob& job, DiagnosticReceiver& report);
    /// Give a game to every collection. Throws io::IoError.
    void put(const ReadGame& game, const std::string& input);

    struct Result {
        std::size_t output = 0;
        Tally tally;  ///< besides what the jobs count
        bool exceeded = false;
        std::vector<std::size_t> lost;  ///< inputs whose games are not anywhere because the file failed
        std::string reasons;            ///< why, as JSON lines
    };
    /// Complete the files. `report` hears what is said about them. Throws io::IoError.
    [[nodiscard]] std::vector<Result> finish(DiagnosticReceiver& report);

private:
    class Voice;
    class Output;

    [[nodiscard]] std::unique_ptr<io::Sink> open(const std::string& path) const;

    std::unique_ptr<Voice> voice_;
    std::vector<std::unique_ptr<Output>> outputs_;
    io::FileOptions file_;
    bool is_dry_ = false;
    bool is_resumed_ = false;
    InputJob* job_ = nullptr;
};

}  // namespace tengen::pipeline
