#include "pipeline/input_worker.h"

#include <filesystem>
#include <utility>
#include <variant>

#include "pipeline/digest.h"
#include "pipeline/output_archives.h"
#include "pipeline/path_template.h"

namespace tengen::pipeline {

namespace {

std::vector<plugins::OptionValue> to_plugin_options(const OptionValues& values) {
    std::vector<plugins::OptionValue> options;
    for (const auto& [name, value] : values) {
        options.push_back({name, value});
    }
    return options;
}

// Collects a file in the job, whose drafts may move.
class DraftSink final : public io::Sink {
public:
    void aim(InputJob& job, std::size_t draft) {
        job_ = &job;
        draft_ = draft;
    }
    void write(std::string_view bytes) override { job_->drafts[draft_].bytes.append(bytes); }
    void commit() override {}

private:
    InputJob* job_ = nullptr;
    std::size_t draft_ = 0;
};

// "/folder/games.zip!/1999/game.sgf"
std::string member_path(const Plan& plan, const OutputStep& step, const std::string& name) {
    const std::string member = std::filesystem::path("/" + name).lexically_normal().string();
    return plan.place(step.archive) + std::string(OutputArchives::separator) + member.substr(1);
}

}  // namespace

OutputSettings output_settings(const Plan& plan, const OutputStep& step) {
    OutputSettings settings;
    settings.writer_options = to_plugin_options(step.options);
    settings.allowed_loss = step.allowed_loss;
    settings.on_excess = OnExcess::refuse_game;
    settings.positions = step.boards;
    settings.names = plan.settings.names;
    settings.streams = step.streams;
    settings.streams.events = step.events;
    return settings;
}

// Everything that is said about the input at hand: errors are reasons, the summary waits until the input is done.
class InputWorker::Voice final : public DiagnosticReceiver {
public:
    void speak(InputJob& job, DiagnosticReceiver& report) {
        job_ = &job;
        report_ = &report;
    }
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override {
        job_->reasons.add(diagnostic, source);
        report_->add(diagnostic, source);
    }
    void add(const diagnostics::InputSummary& summary) override { job_->events.add(summary); }

private:
    InputJob* job_ = nullptr;
    DiagnosticReceiver* report_ = nullptr;
};

// One output, for one file after the other.
class InputWorker::Slot {
public:
    Slot(const RunTools& tools, std::size_t output, DiagnosticReceiver& report)
        : output(tools.writers[output], tools.charsets, tools.plan.settings.policy,
                 output_settings(tools.plan, tools.plan.outputs[output]), report) {}

    GameOutput output;
    DraftSink sink;
    std::size_t draft = 0;
    bool is_refused = false;  // the name of the file is taken; its games have no other place
};

InputWorker::InputWorker(const RunTools& tools) : tools_(tools), voice_(std::make_unique<Voice>()) {
    readers_.resize(tools.plan.inputs.size());
    slots_.resize(tools.plan.outputs.size());
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        if (tools.plan.outputs[i].path.spread() == Spread::one) {
            has_collections_ = true;
        } else {
            slots_[i] = std::make_unique<Slot>(tools, i, *voice_);
        }
    }
}

InputWorker::~InputWorker() = default;

InputReader& InputWorker::reader_of(std::size_t step) {
    if (!readers_[step]) {
        readers_[step] =
            std::make_unique<InputReader>(tools_.registry, tools_.charsets, tools_.settings[step], *voice_);
    }
    return *readers_[step];
}

void InputWorker::read(InputJob& job) {
    destination_ = nullptr;
    voice_->speak(job, job.events);
    read_input(job);
}

void InputWorker::stream(InputJob& job, DiagnosticReceiver& report, StreamDestination& destination) {
    job.streamed = true;
    destination_ = &destination;
    voice_->speak(job, report);
    read_input(job);
    destination_ = nullptr;
}

void InputWorker::read_input(InputJob& job) {
    job_ = &job;
    taken_ = 0;
    const ListedInput& listed = *job.listed;
    InputReader& reader = reader_of(listed.step);
    if (const auto* missing = std::get_if<io::Finding>(&listed.item)) {
        job.input.name = missing->input;
        reader.refuse(*missing);
        return;
    }
    const auto& entry = std::get<io::SourceEntry>(listed.item);
    io::ReadOptions options;
    options.max_size = tools_.settings[listed.step].max_size;
    if (const std::optional<io::Finding> unreadable = io::open_into(job.input, entry, options)) {
        job.input.name = entry.name;
        reader.refuse(*unreadable);
        return;
    }
    job.has_bytes = true;
    const diagnostics::InputSummary summary = reader.read(job.input, *this);
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        job.tallies[i].quarantined += summary.games - taken_;  // some never arrived
        if (slots_[i]) {
            close(i);
            slots_[i]->is_refused = false;
        }
    }
}

void InputWorker::take(const ReadGame& game) {
    if (destination_ != nullptr && tools_.is_stopped()) {
        throw Interrupted();
    }
    ++taken_;
    if (destination_ != nullptr && taken_ % 1024 == 0) {
        destination_->note_games(taken_);
    }
    if (game.rejected) {
        for (Tally& tally : job_->tallies) {
            ++tally.quarantined;
        }
        return;
    }
    if (game.filtered) {
        for (Tally& tally : job_->tallies) {
            ++tally.filtered;
        }
        return;
    }
    if (tools_.duplicates != nullptr && !takes_duplicate(game)) {
        return;
    }
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        if (slots_[i]) {
            put(i, game);
        }
    }
    if (!has_collections_) {
        return;
    }
    if (destination_ != nullptr) {
        destination_->put(*job_, game);
    } else {
        job_->kept.push_back({std::move(*game.owner), game.index, std::string(game.member), std::string(game.format)});
    }
}

// Says what else the game is in; false if it is left out or refused because of that.
bool InputWorker::takes_duplicate(const ReadGame& game) {
    const DuplicateFate fate =
        tools_.duplicates->apply(job_->index, job_->input.name, game, tools_.plan.settings.policy, *voice_);
    for (Tally& tally : job_->tallies) {
        tally.quarantined += fate == DuplicateFate::refused ? 1 : 0;
        tally.duplicates += fate == DuplicateFate::dropped ? 1 : 0;
    }
    return fate == DuplicateFate::kept;
}

void InputWorker::end_member(io::Bytes& bytes) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        if (slots_[i] && tools_.plan.outputs[i].path.spread() == Spread::per_record) {
            close(i);
            slots_[i]->is_refused = false;
        }
    }
    if (destination_ == nullptr && !job_->kept.empty()) {
        job_->member_bytes.push_back(std::move(bytes));
    }
}

void InputWorker::put(std::size_t output, const ReadGame& game) {
    Slot& slot = *slots_[output];
    if (!slot.output.is_open() && !slot.is_refused) {
        open(output, game);
    }
    job_->reasons.begin_game();
    // After a failure there will be no file: the games that follow are refused at once.
    const bool is_asked = !slot.is_refused && !slot.output.failed();
    if (is_asked && slot.output.put(game, job_->input.name) && !slot.output.failed()) {
        ++job_->drafts[slot.draft].games;
    } else {
        ++job_->tallies[output].quarantined;
        job_->refused = true;
        const OutputStep& step = tools_.plan.outputs[output];
        job_->reasons.refuse_game(step.path.text(), step.format, game.index,
                                  slot.is_refused                                ? RefusedFor::name
                                  : is_asked && slot.output.refused_for_losses() ? RefusedFor::losses
                                                                                 : RefusedFor::errors);
    }
    if (tools_.plan.outputs[output].path.spread() == Spread::per_game) {
        close(output);
        slot.is_refused = false;
    }
}

void InputWorker::open(std::size_t output, const ReadGame& game) {
    Slot& slot = *slots_[output];
    TemplateValues values;
    values.input = job_->input.name;
    values.folder = job_->listed->folder;
    values.member = game.member;
    values.number = game.index + 1;
    values.game = game.game;
    values.format = game.format;
    values.shard = tools_.shard;
    slot.draft = job_->new_draft();
    FileDraft& draft = job_->drafts[slot.draft];
    draft.output = output;
    draft.first = game.index;
    draft.member = game.member;
    const OutputStep& step = tools_.plan.outputs[output];
    draft.wanted = step.archive.empty() ? tools_.plan.place(step.path.expand(values))
                                        : member_path(tools_.plan, step, step.path.expand(values));
    if (destination_ == nullptr) {
        slot.sink.aim(*job_, slot.draft);
        slot.output.open(slot.sink, draft.wanted);
        return;
    }
    std::unique_ptr<io::Sink> sink = destination_->open(*job_, draft);
    if (sink) {
        slot.output.open(std::move(sink), draft.path);
    } else {
        slot.is_refused = true;
    }
}

void InputWorker::close(std::size_t output) {
    Slot& slot = *slots_[output];
    if (!slot.output.is_open()) {
        return;
    }
    FileDraft& draft = job_->drafts[slot.draft];
    const bool is_complete = slot.output.games() != 0 && slot.output.finish();
    job_->exceeded = job_->exceeded || slot.output.exceeded_losses();
    slot.output.close();
    if (!is_complete) {
        job_->tallies[output].quarantined += draft.games;
        job_->refused = job_->refused || draft.games != 0;
        draft.state = FileDraft::State::refused;
    } else if (destination_ != nullptr) {
        destination_->close(*job_, draft);
        job_->forget_draft(slot.draft);
    } else {
        draft.size = draft.bytes.size();
        draft.digest = digest_of(draft.bytes);
    }
}

}  // namespace tengen::pipeline
