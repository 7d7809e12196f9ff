// What a run has done so far, on disk, so that another one can go on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "io/atomic_file.h"
#include "io/descriptor.h"
#include "pipeline/configuration_error.h"
#include "pipeline/digest.h"
#include "pipeline/input_job.h"
#include "pipeline/journal_key.h"
#include "pipeline/report.h"

namespace tengen::pipeline {

/// A file that only grows: a line about the run, then, for every input that is done, the lines of its report and one
/// line that says what was written, how many lines belong to it, and a digest of them. A line is written when the files
/// it speaks of have their names. Before that, a line of its own says which names they are going to have. What is not
/// complete, or does not fit its digest, counts for nothing: the input is read again.
///
/// done() and the receiver's functions belong to one thread at a time, plan() and write_plans() to one that may be
/// another; replay() may be called from any thread meanwhile.
class Journal final : public DiagnosticReceiver {
public:
    using Key = JournalKey;

    /// How every journal begins, of any version. What begins with something else is never touched.
    static constexpr std::string_view first_bytes = R"({"journal":)";

    /// Begin a new one, or go on with what is there if `resume`. Throws io::IoError: io.output-exists if there is one
    /// and it is not wanted, if somebody else is using it, or if the file is no journal; io.write-failed. Throws
    /// ConfigurationError if it is of another run.
    Journal(std::filesystem::path path, const Key& key, bool resume, bool overwrite, io::Sync sync);
    ~Journal() override;

    /// Throws io::IoError (io.output-exists) if there is one that says something: what a new run would find out.
    static void refuse_existing(const std::filesystem::path& path);

    /// The mark of this run's temporary files, and those of the runs it goes on with.
    [[nodiscard]] std::string tag() const { return tag_of(resumed_); }
    [[nodiscard]] std::vector<std::string> earlier_tags() const;
    /// Whether there was something to go on with.
    [[nodiscard]] bool is_resumed() const { return resumed_ != 0; }
    /// Whether the input is done, unchanged since, and its files are there. Then the job is filled in as if it had been
    /// read.
    [[nodiscard]] bool replay(InputJob& job) const;
    /// A fault (io.output-exists) for every input that is done and has changed since, or is gone, while files that were
    /// written of it are still there: they would be in the way, or nobody's. What the quarantine has of one that has
    /// changed is replaced, or removed, by the run. `inputs` are all of the run.
    [[nodiscard]] std::vector<ConfigurationFault> stale_inputs(const std::vector<ListedInput>& inputs) const;

    /// What the journal says of an input that is done.
    struct Record {
        std::string input;
        bool is_gone = false;  ///< it is not among the inputs any more
        std::string line;      ///< for take_outcome()
    };
    enum class Kind : std::uint8_t {
        stale,  ///< the input has changed since, or is gone
        valid
    };
    /// Every record of the kind; `inputs` are all of the run.
    void visit(const std::vector<ListedInput>& inputs, Kind kind,
               const std::function<void(const Record&)>& visitor) const;
    /// Stale records do not tell of any file from now on, but still of their inputs. Throws io::IoError.
    void forget_stale(const std::vector<ListedInput>& inputs);

    /// Lines of the input at hand.
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override;
    void add(const diagnostics::InputSummary& summary) override;
    /// The input is done: all its files have their names. Throws io::IoError.
    void done(const InputJob& job);
    /// What the job is going to leave, for a run that goes on while the input is gone or changed: kept until
    /// write_plans(), which has to be called before the first of these files gets its name, and throws io::IoError.
    void plan(const InputJob& job);
    void write_plans();
    /// Pass on what is kept in memory. Throws io::IoError.
    void flush();
    /// Everything is done: the file goes.
    void remove();

private:
    struct Line {
        std::uint64_t begin = 0;
        std::uint64_t size = 0;
        std::string stamp;  ///< size and last change of the input
    };
    struct Block {
        std::uint64_t begin = 0;  ///< of the report's lines
        std::uint64_t end = 0;    ///< of them, where the line of the input begins
        std::uint64_t size = 0;   ///< of that line; 0 if the input is not done
        std::string stamp;        ///< size and last change of the input
        std::vector<Line> plans;  ///< since it was done
    };
    /// The lines of a block that speak of files.
    [[nodiscard]] static std::vector<Line> lines_of(const Block& block);

    // Of the lines since the last input, in their order.
    struct Sum {
        Digest digest;
        std::uint64_t lines = 0;
        void add(std::string_view line);
    };

    [[nodiscard]] static std::string end_of(const Sum& sum);
    [[nodiscard]] std::string tag_of(std::uint64_t resumed) const;
    [[nodiscard]] static std::map<std::string, std::string, std::less<>> stamps_of(
        const std::vector<ListedInput>& inputs);
    void finish_line(std::size_t begin);
    void open(const Key& key, bool resume, bool overwrite);
    void read(const Key& key);
    void note_block(std::string_view key, Block block, bool is_good);
    void note_plan(std::string_view key, std::uint64_t begin, std::uint64_t size);
    [[nodiscard]] std::string load(std::uint64_t begin, std::uint64_t size) const;

    std::filesystem::path path_;
    io::Descriptor descriptor_;
    io::Sync sync_;
    std::string buffer_;
    std::string plans_;
    Sum sum_;                                           // of what was added since the last input
    std::map<std::string, Block, std::less<>> blocks_;  // by step and name of the input
    std::uint64_t resumed_ = 0;                         ///< how often the run was taken up again
};

}  // namespace tengen::pipeline
