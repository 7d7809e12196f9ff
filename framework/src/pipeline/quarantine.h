// Inputs that were refused: their bytes as they were, and the reasons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "io/atomic_file.h"
#include "pipeline/output_paths.h"
#include "pipeline/report.h"

namespace tengen::pipeline {

enum class RefusedFor : std::uint8_t {
    errors,  ///< the output cannot hold the game
    losses,  ///< more would be lost than the output allows
    name     ///< another file has the name of its file
};

/// Collects why the input at hand is refused: its errors and fatal findings, and the losses because of which an output
/// refused a game, as JSON lines. Memory is bounded; what does not fit is counted.
class ReasonCollector final : public DiagnosticReceiver {
public:
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override;
    void add(const diagnostics::InputSummary& summary) override;

    /// An output begins with a game: losses from now on are its own.
    void begin_game() { losses_.clear(); }
    /// It refuses the game, whose number counts from 0.
    void refuse_game(std::string_view output, std::string_view format, std::uint32_t game, RefusedFor cause);

    [[nodiscard]] const std::string& lines() const { return lines_; }
    void clear();

private:
    void add_line(std::string_view line);

    std::string lines_;
    std::string losses_;  // of the game at hand
    std::size_t left_out_ = 0;
};

/// A folder with the original bytes of refused inputs; "NAME.reasons.jsonl" beside each.
class Quarantine {
public:
    /// Where one input goes.
    struct Place {
        std::string data;
        std::string reasons;
    };

    /// An empty folder: nothing is kept. `paths` must outlive the object: no file of the quarantine lands on an input
    /// or an output.
    Quarantine(std::filesystem::path folder, OutputPaths& paths) : folder_(std::move(folder)), paths_(paths) {}

    [[nodiscard]] bool is_kept() const { return !folder_.empty(); }

    /// Take names for an input. `below` is its folder inside the quarantine, `name` its file name; two inputs of one
    /// name get different ones. Throws io::IoError if there is an input.
    [[nodiscard]] Place claim(std::string_view below, std::string_view name);

    /// Write the files, replacing those of earlier runs. Without bytes (an input that could not be read) there are only
    /// the reasons. Throws io::IoError. Any thread.
    static void write(const Place& place, std::optional<std::string_view> bytes, std::string_view reasons,
                      const io::FileOptions& options = {});

    /// Remove what earlier runs kept of these inputs and this one did not claim again.
    void remove_old(const std::set<std::string, std::less<>>& inputs) const;

private:
    std::filesystem::path folder_;
    OutputPaths& paths_;
};

}  // namespace tengen::pipeline
