#include "pipeline/run.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "io/atomic_file.h"
#include "io/error.h"
#include "pipeline/collections.h"
#include "pipeline/draft_claims.h"
#include "pipeline/file_delivery.h"
#include "pipeline/input_worker.h"
#include "pipeline/job_stages.h"
#include "pipeline/journal.h"
#include "pipeline/journal_place.h"
#include "pipeline/option_check.h"
#include "pipeline/output_archives.h"
#include "pipeline/quarantine.h"
#include "pipeline/run_parts.h"
#include "pipeline/run_preparation.h"
#include "pipeline/stale_outputs.h"
#include "pipeline/stream_delivery.h"
#include "pipeline/version.h"
#include "pipeline/worker_pool.h"

namespace tengen::pipeline {

namespace {

namespace fs = std::filesystem;

class Runner {
public:
    Runner(const Plan& plan, plugins::Registry& registry, DiagnosticReceiver& report, const RunOptions& options)
        : plan_(plan),
          options_(options),
          report_(report),
          tools_{plan, registry, charsets_, {}, {}, options.stop, options.shard.number, nullptr},
          preparation_(plan, registry, charsets_),
          archives_(plan),
          claims_(plan, archives_, paths_),
          quarantine_(plan.resolve(plan.quarantine), paths_) {
        find_writers();
        for (const InputStep& step : plan.inputs) {
            tools_.settings.push_back(plan.settings_for(step));
        }
        collections_.emplace(tools_);
        for (const OutputStep& step : plan.outputs) {
            Books::Output output;
            output.path = step.archive.empty() ? step.path.text() : step.archive + "/" + step.path.text();
            output.format = step.format;
            result_.books.outputs.push_back(std::move(output));
        }
    }

    RunResult run() {
        try {
            prepare();
            if (options_.ready) {
                options_.ready(file_);
            }
            if (options_.shard.number == 1 && preparation_.report_cards(report_)) {
                result_.rejected = true;
            }
            process();
        } catch (const Interrupted&) {
            result_.interrupted = true;
        } catch (...) {
            save_journal();
            throw;
        }
        if (result_.interrupted) {
            save_journal();
            return result_;
        }
        finish();
        return result_;
    }

private:
    void find_writers() {
        std::vector<ConfigurationFault> faults;
        for (const OutputStep& step : plan_.outputs) {
            const auto writer = tools_.registry.find_writer(step.format);
            if (writer) {
                tools_.writers.push_back(*writer);
            } else {
                const plugins::MissingPlugin missing = tools_.registry.missing_writer(step.format);
                faults.push_back({"plugin.missing", missing.message(), step.line, step.column});
            }
        }
        if (faults.empty()) {
            faults = option_faults(plan_, tools_.registry, charsets_);
        }
        if (!faults.empty()) {
            throw ConfigurationError(std::move(faults));
        }
    }

    // Everything that can be known to fail before anything is read.
    void prepare() {
        // Everything is listed before anything is written: an output is never mistaken for an input, and an input is
        // known before something could be written over it.
        // What is to be left out may be made by a run, and not be there yet: only who tries a pipeline wants to know.
        listed_ = list_inputs(plan_, options_.dry ? &result_.notes : nullptr);
        if (std::vector<ConfigurationFault> faults = input_faults(plan_, listed_, options_.shard); !faults.empty()) {
            throw ConfigurationError(std::move(faults));
        }
        for (std::string& note : doubly_listed(plan_, listed_)) {
            result_.notes.push_back(std::move(note));
        }
        if (!options_.shard.is_whole()) {
            result_.books.shard = books_shard(plan_, options_.shard, listed_.size());
        }
        for (const ListedInput& input : listed_) {
            if (const auto* entry = std::get_if<io::SourceEntry>(&input.item)) {
                paths_.add_input(*entry);
            }
        }
        for (const ListedInput& card : preparation_.cards()) {
            paths_.add_input(std::get<io::SourceEntry>(card.item));
        }
        add_sources(plan_, paths_);
        if (std::vector<ConfigurationFault> faults = journal_faults(plan_, options_.shard, paths_); !faults.empty()) {
            throw ConfigurationError(std::move(faults));
        }
        static_cast<void>(paths_.claim_exactly(journal_path(plan_, options_.shard).string()));
        for (std::size_t i = 0; i < listed_.size(); ++i) {
            if (options_.shard.is_whole() || options_.shard.has(name_of(listed_[i]))) {
                mine_.push_back(i);
            }
        }
        for (const auto& path : {plan_.report_jsonl, plan_.report_sarif, plan_.report_html}) {
            if (!path.empty()) {
                claim_report(plan_.place(path.string()));
            }
        }
        for (const std::string& target : whole_files()) {
            check(target);
        }
        look_ahead();
        open_journal();
        io::FileOptions file;
        file.create_folders = true;
        file.overwrite = plan_.overwrite;
        file.sync = plan_.sync;
        if (journal_) {
            file.tag = journal_->tag();
        }
        file_ = file;
        collections_->set_file_options(file);
        collections_->set_resumed(options_.resume);
        archives_.set_file_options(file);
        archives_.set_resumed(options_.resume);
        collections_->set_dry(options_.dry);
    }

    void look_ahead() {
        if (!preparation_.is_needed()) {
            return;
        }
        if (!options_.dry && !options_.resume && !plan_.overwrite) {
            Journal::refuse_existing(journal_path(plan_, options_.shard));
        }
        const bool is_read_once = has_stream(listed_);
        ahead_ = preparation_.sweeps(is_read_once) * listed_.size();
        const auto progress = [this] {
            if (options_.progress) {
                options_.progress(++looked_at_, ahead_ + mine_.size());
            }
        };
        preparation_.run(
            tools_.settings, is_read_once, [&](const std::vector<Settings>& settings, const SweepVisit& visit) {
                sweep_games(listed_, {tools_.registry, charsets_, settings, threads(), options_.stop, progress}, visit);
            });
        tools_.duplicates = preparation_.verdicts();
    }

    [[nodiscard]] std::size_t threads() const {
        return plan_.threads != 0 ? plan_.threads : std::max(1U, std::thread::hardware_concurrency());
    }

    // Files that are complete only when everything is done.
    [[nodiscard]] std::vector<std::string> whole_files() const {
        std::vector<std::string> files = archives_.targets();
        for (std::string& target : collections_->targets()) {
            files.push_back(std::move(target));
        }
        return files;
    }

    void claim_report(const std::string& path) {
        if (!paths_.claim_exactly(path)) {
            throw io::IoError("io.output-exists",
                              fmt::format("'{}' is also the path of the journal", io::display_path(path)), path,
                              EEXIST);
        }
    }

    void check(const std::string& target) {
        paths_.refuse_input(target);
        if (paths_.claim(target, Collision::error) == std::nullopt) {
            throw io::IoError(
                "io.output-exists",
                fmt::format("'{}' is also the path of a report or of the journal", io::display_path(target)), target,
                EEXIST);
        }
        // A run that is taken up again compares what it finds with what it would write.
        if (plan_.overwrite || options_.resume || !fs::exists(fs::symlink_status(target))) {
            return;
        }
        throw io::IoError("io.output-exists", fmt::format("'{}' exists already", io::display_path(target)), target,
                          EEXIST);
    }

    void open_journal() {
        if (options_.dry) {
            return;
        }
        Journal::Key key;
        key.version = version;
        key.pipeline = plan_.fingerprints;
        key.prepared = preparation_.digest();
        key.shard = fmt::format("{}/{}", options_.shard.number, options_.shard.count);
        key.plugins = plugins_digest(tools_.registry);
        key.folder = fs::absolute(plan_.folder).lexically_normal().string();
        journal_.emplace(journal_path(plan_, options_.shard), key, options_.resume, plan_.overwrite, plan_.sync);
        if (journal_->is_resumed()) {
            gone_ = settle_stale_outputs(*journal_, plan_, listed_, paths_);
        }
    }

    void save_journal() {
        if (!journal_) {
            return;
        }
        if (done_ == 0 && !journal_->is_resumed()) {
            journal_->remove();  // nothing happened
            return;
        }
        try {
            journal_->flush();
        } catch (const io::IoError&) {  // a full disk, most likely; what is not in the journal is done again
        }
    }

    void process() {
        JobStages stages;
        stages.begin = [this](InputJob& job, std::size_t number) {
            job.begin(mine_[number], listed_[mine_[number]], plan_.outputs.size());
        };
        stages.read = [this](InputJob& job) {
            if (can_replay() && journal_->replay(job)) {
                return;
            }
            lend([&](InputWorker& worker) { worker.read(job); });
        };
        stages.settle = [this](InputJob& job) { settle(job); };
        stages.settled = [this] { write_plans(); };
        stages.write = [this](InputJob& job) { write(job); };
        stages.close = [this](InputJob& job) { end(job); };
        stages.is_stopped = [this] { return tools_.is_stopped(); };
        stages.size = [this](std::size_t number) { return work_of(listed_[mine_[number]]); };
        stages.is_alone = [this](std::size_t number) { return is_streamed(listed_[mine_[number]]); };
        stages.alone = [this](std::size_t number) { stream(number); };
        if (!stages.run(mine_.size(), threads())) {
            throw Interrupted();
        }
    }

    template <class Use>
    void lend(Use&& use) {
        workers_.lend([this] { return std::make_unique<InputWorker>(tools_); }, std::forward<Use>(use));
    }

    // What takes games of all inputs needs them again, whether it is a file or standard output.
    [[nodiscard]] bool can_be_replayed() const { return archives_.empty() && collections_->empty(); }
    [[nodiscard]] bool can_replay() const {
        return options_.resume && journal_ && journal_->is_resumed() && can_be_replayed();
    }
    // Of an input that is read again anyway, this is what a later run has to know.
    [[nodiscard]] static bool leaves_files(const InputJob& job) {
        return job.draft_count != 0 || !job.quarantine.reasons.empty();
    }

    void stream(std::size_t number) {
        InputJob job;
        job.begin(mine_[number], listed_[mine_[number]], plan_.outputs.size());
        const bool was_done = can_replay() && journal_->replay(job);
        std::vector<WrittenFile> earlier;
        if (!was_done || !stays_as_it_was(job, earlier)) {
            StreamReport events(report_, journal_ ? &*journal_ : nullptr);
            collections_->begin(job, events);
            StreamDelivery destination({plan_, options_, file_, claims_, archives_, *collections_, events,
                                        journal_ ? &*journal_ : nullptr, result_.books.read});
            lend([&](InputWorker& worker) { worker.stream(job, events, destination); });
        }
        remove_left_over(earlier);
        settle_games(job);
        if (!job.quarantine.reasons.empty()) {  // every other file was noted by itself
            note_plan(job);
            write_plans();
        }
        write(job);
        end(job);
    }

    void write_plans() {
        if (journal_) {
            journal_->write_plans();
        }
    }

    void note_plan(const InputJob& job) {
        if (journal_ && !job.replayed && leaves_files(job)) {
            journal_->plan(job);
        }
    }

    // In the order of the inputs: what depends on the inputs before.
    void settle(InputJob& job) {
        std::vector<WrittenFile> earlier;
        if (job.replayed && !stays_as_it_was(job, earlier)) {
            lend([&](InputWorker& worker) { worker.read(job); });
        }
        if (!job.replayed) {
            for (std::size_t i = 0; i < job.draft_count; ++i) {
                if (job.drafts[i].state == FileDraft::State::waiting) {
                    claims_.settle(job, job.drafts[i]);
                }
            }
        }
        remove_left_over(earlier);
        settle_games(job);
        note_plan(job);
    }

    // Whether an input that an earlier run did is what it would be now, and its files have the names they would get:
    // other inputs may be there or gone since. What was refused may have been refused because of them. If not, it is
    // begun anew, and `earlier` are the files it has.
    bool stays_as_it_was(InputJob& job, std::vector<WrittenFile>& earlier) {
        if (job.is_whole()) {
            const std::optional<std::string> moved = claims_.claim_again(job);
            if (!moved) {
                return true;
            }
            if (!plan_.overwrite) {
                throw io::IoError("io.output-exists",
                                  fmt::format("'{}' would have another name now: the inputs have changed since the run "
                                              "was interrupted (--resume --overwrite gives it that name)",
                                              io::display_path(*moved)),
                                  *moved);
            }
        }
        earlier = files_of(job, plan_);
        job.begin(job.index, *job.listed, plan_.outputs.size());
        return false;
    }

    // Files under names that nobody has now.
    void remove_left_over(const std::vector<WrittenFile>& earlier) {
        for (const WrittenFile& file : earlier) {
            if (plan_.overwrite && !paths_.is_taken(file.path)) {
                remove_written(file, plan_);
            }
        }
    }

    void settle_games(InputJob& job) {
        diagnostics::InputSummary& summary = job.events.summary();
        if (!job.kept.empty()) {
            collections_->begin(job, job.events);
            for (KeptGame& kept : job.kept) {
                ReadGame game{kept.game.view(), kept.index};
                game.member = kept.member;
                game.format = kept.format;
                game.summary = &summary;
                collections_->put(game, job.input.name);
                kept.game.reset();
            }
        }
        job.quarantined = !job.is_whole();
        if (job.quarantined && quarantine_.is_kept()) {
            job.reasons.add(summary);
            Quarantine::Place place = claim_quarantine(job.index);
            job.quarantine = std::move(place);
        } else {
            job.quarantine = {};
        }
    }

    Quarantine::Place claim_quarantine(std::size_t index) {
        const std::string& name = name_of(listed_[index]);
        const std::size_t slash = name.find_last_of('/');
        return quarantine_.claim(listed_[index].folder, slash == std::string::npos ? name : name.substr(slash + 1));
    }

    // Several threads at once: everything that takes time.
    void write(InputJob& job) {
        if (job.replayed) {
            return;
        }
        for (std::size_t i = 0; i < job.draft_count && !job.streamed; ++i) {
            const FileDraft& draft = job.drafts[i];
            if (draft.state == FileDraft::State::claimed && !archives_.has(draft.output)) {
                deliver(draft.path, draft.bytes, file_, accepts_identical(plan_, options_, draft.output), options_.dry);
            }
        }
        if (!options_.dry && !job.quarantine.reasons.empty()) {
            Quarantine::write(job.quarantine, job.has_bytes ? std::optional(job.input.bytes.view()) : std::nullopt,
                              job.reasons.lines(), file_);
        }
    }

    // In the order of the inputs again: everything has its name.
    void end(InputJob& job) {
        for (std::size_t i = 0; i < job.draft_count && !job.streamed && !options_.dry; ++i) {
            const FileDraft& draft = job.drafts[i];
            if (draft.state == FileDraft::State::claimed && archives_.has(draft.output)) {
                archives_.add(draft.output, draft.path, draft.bytes);
            }
        }
        diagnostics::InputSummary summary = job.events.summary();
        const bool is_noted = journal_ && !job.replayed && (can_be_replayed() || job.streamed || leaves_files(job));
        DiagnosticReceiver* journal = is_noted ? &*journal_ : nullptr;
        for (const diagnostics::Diagnostic& diagnostic : job.events.diagnostics()) {
            report_.add(diagnostic, {});
            if (journal != nullptr) {
                journal->add(diagnostic, {});
            }
        }
        if (journal != nullptr) {
            journal->add(summary);
            journal_->done(job);
        }
        if (!options_.shard.is_whole()) {
            summary.place = job.index;
        }
        report_.add(summary);
        Books& books = result_.books;
        ++books.inputs;
        books.read += summary.games;
        books.unreadable_inputs += summary.games == 0 ? 1 : 0;
        for (std::size_t i = 0; i < job.tallies.size(); ++i) {
            books.outputs[i].Tally::add(job.tallies[i]);
        }
        if (job.quarantined) {
            result_.rejected = true;
            ++books.quarantined_inputs;
            quarantined_.insert(job.index);
        }
        result_.exceeded_losses = result_.exceeded_losses || job.exceeded;
        result_.replayed += job.replayed ? 1 : 0;
        job.release();
        ++done_;
        if (options_.progress) {
            options_.progress(ahead_ + done_, ahead_ + mine_.size());
        }
    }

    void finish() {
        archives_.commit();
        for (Collections::Result& collection : collections_->finish(report_)) {
            result_.books.outputs[collection.output].Tally::add(collection.tally);
            result_.exceeded_losses = result_.exceeded_losses || collection.exceeded;
            result_.rejected = result_.rejected || collection.tally.quarantined != 0;
            for (const std::size_t index : collection.lost) {
                keep_lost(index, collection.reasons);
            }
        }
        // Of this run, or of the one that was interrupted: what is right now, or has another place.
        if ((plan_.overwrite || options_.resume) && !options_.dry) {
            std::set<std::string, std::less<>> names = gone_;
            for (const std::size_t index : mine_) {
                names.insert(name_of(listed_[index]));
            }
            quarantine_.remove_old(names);
        }
        note_old_files();
        report_.add_books(result_.books);
        report_.finish();
        if (options_.dry) {
            return;
        }
        if (plan_.sync == io::Sync::batch && journal_) {
            io::sync_file_system(journal_path(plan_, options_.shard).parent_path());
        }
        if (journal_) {
            sweep();
            journal_->remove();
        }
    }

    // A collection or an archive stays as it was if no game came for it, which nobody expects who overwrites it.
    void note_old_files() {
        std::set<std::string> written;
        for (std::size_t i = 0; i < plan_.outputs.size(); ++i) {
            if (result_.books.outputs[i].files != 0) {
                written.insert(target_of(plan_.outputs[i]));
            }
        }
        const std::vector<std::string> whole = whole_files();
        for (const OutputStep& step : plan_.outputs) {
            const std::string target = target_of(step);
            const bool is_whole = std::find(whole.begin(), whole.end(), target) != whole.end();
            if (is_whole && written.insert(target).second && fs::exists(fs::symlink_status(target))) {
                result_.notes.push_back(fmt::format("{}:{}: '{}' stays as it was: there is no game for it", step.line,
                                                    step.column,
                                                    step.archive.empty() ? step.path.text() : step.archive));
            }
        }
    }
    [[nodiscard]] std::string target_of(const OutputStep& step) const {
        return plan_.place(step.archive.empty() ? step.path.text() : step.archive);
    }

    // The games of an input are nowhere because the file they were in failed later.
    void keep_lost(std::size_t index, const std::string& reasons) {
        if (!quarantined_.insert(index).second) {
            return;
        }
        ++result_.books.quarantined_inputs;
        if (!quarantine_.is_kept()) {
            return;
        }
        const Quarantine::Place place = claim_quarantine(index);
        if (options_.dry) {
            return;
        }
        io::ReadOptions read;
        read.max_size = plan_.settings.max_size;
        const auto* entry = std::get_if<io::SourceEntry>(&listed_[index].item);
        std::optional<io::Bytes> bytes;
        if (entry != nullptr && entry->kind == io::SourceEntry::Kind::file) {
            auto opened = io::open(*entry, read);
            if (auto* input = std::get_if<io::Input>(&opened)) {
                bytes = std::move(input->bytes);
            }
        }
        Quarantine::write(place, bytes ? std::optional(bytes->view()) : std::nullopt, reasons, file_);
    }

    // Temporary files of the interrupted run lie where its outputs are.
    void sweep() {
        for (const std::string& folder : paths_.folders()) {
            for (const std::string& tag : journal_->earlier_tags()) {
                io::remove_stale_temporaries(folder, std::chrono::seconds(0), tag);
            }
        }
    }

    const Plan& plan_;
    const RunOptions& options_;
    DiagnosticReceiver& report_;
    plugins::CharsetServices charsets_;
    RunTools tools_;
    RunPreparation preparation_;
    OutputPaths paths_;
    OutputArchives archives_;
    DraftClaims claims_;
    Quarantine quarantine_;
    io::FileOptions file_;
    std::optional<Journal> journal_;
    std::vector<ListedInput> listed_;
    std::vector<std::size_t> mine_;  // those of the shard
    WorkerPool<InputWorker> workers_;
    std::optional<Collections> collections_;
    std::set<std::size_t> quarantined_;        // inputs
    std::set<std::string, std::less<>> gone_;  // inputs of the interrupted run
    std::uint64_t done_ = 0;
    std::uint64_t ahead_ = 0;  // inputs that are read before, each as often as it is
    std::uint64_t looked_at_ = 0;
    RunResult result_;
};

}  // namespace

RunResult run(const Plan& plan, plugins::Registry& registry, DiagnosticReceiver& report, const RunOptions& options) {
    return Runner(plan, registry, report, options).run();
}

}  // namespace tengen::pipeline
