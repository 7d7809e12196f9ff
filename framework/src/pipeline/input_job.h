// One input on its way through a run: the stages fill it in, one after the other.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <tengen/model/storage.h>

#include "io/source.h"
#include "pipeline/books.h"
#include "pipeline/output_paths.h"
#include "pipeline/plan.h"
#include "pipeline/quarantine.h"
#include "pipeline/recorded_report.h"

namespace tengen::pipeline {

/// An input as it was listed.
struct ListedInput {
    std::size_t step = 0;  ///< of the plan
    io::Sources::Item item;
    std::string folder;  ///< below the place where the pattern began
};

/// A file that an output wants to write.
struct FileDraft {
    enum class State : std::uint8_t { waiting, claimed, identical, refused };

    std::size_t output = 0;  ///< index in the plan
    std::string wanted;      ///< the path, before it is known whether it is free
    std::string path;        ///< the one it got
    std::string bytes;
    Digest digest;  ///< of the bytes, where identical files are one
    std::uint64_t size = 0;
    std::uint64_t games = 0;
    std::uint32_t first = 0;  ///< index of its first game
    std::string member;       ///< of the first game
    State state = State::waiting;
};

/// A game that waits for the outputs that take the games of all inputs.
struct KeptGame {
    OwnedGame game;
    std::uint32_t index = 0;
    std::string member;
    std::string format;
};

/// Objects are used again for other inputs and keep their memory. At any time one stage, in one thread, has it.
struct InputJob {
    std::size_t index = 0;  ///< among all inputs of the run
    const ListedInput* listed = nullptr;
    io::Input input;
    bool has_bytes = false;
    bool streamed = false;  ///< handled in one go: events went straight to the report
    bool replayed = false;  ///< an earlier, interrupted run did it

    RecordedReport events;
    ReasonCollector reasons;
    std::vector<FileDraft> drafts;
    std::size_t draft_count = 0;          ///< in use
    std::vector<io::Bytes> member_bytes;  ///< what the kept games of a container refer to
    std::vector<KeptGame> kept;
    std::vector<Tally> tallies;  ///< by output
    bool refused = false;        ///< an output refused a game
    bool exceeded = false;       ///< because more would be lost than is allowed
    bool quarantined = false;
    Quarantine::Place quarantine;

    std::exception_ptr error;  ///< of a stage that runs out of order; thrown when it is the input's turn

    // Says again what the scheduler guarantees (one stage behind the other), in a way that checkers of threads see.
    std::atomic<std::uint32_t> baton{0};

    void begin(std::size_t number, const ListedInput& which, std::size_t outputs) {
        index = number;
        listed = &which;
        has_bytes = streamed = replayed = refused = exceeded = quarantined = false;
        error = nullptr;
        events.clear();
        reasons.clear();
        draft_count = 0;
        tallies.assign(outputs, {});
        quarantine = {};
    }

    FileDraft& new_draft() {
        if (draft_count == drafts.size()) {
            drafts.emplace_back();
        }
        FileDraft& draft = drafts[draft_count++];
        draft.bytes.clear();
        draft.path.clear();
        draft.member.clear();
        draft.games = 0;
        draft.size = 0;
        draft.first = 0;
        draft.state = FileDraft::State::waiting;
        return draft;
    }

    /// Let go of what is big, behind the last stage.
    void release() {
        kept.clear();
        member_bytes.clear();
        input.bytes = io::Bytes();
        constexpr std::size_t most = std::size_t{4} << 20U;
        for (FileDraft& draft : drafts) {
            if (draft.bytes.capacity() > most) {
                draft.bytes = std::string();
            }
        }
        if (drafts.size() > 64) {
            drafts.resize(64);
        }
    }
};

}  // namespace tengen::pipeline
