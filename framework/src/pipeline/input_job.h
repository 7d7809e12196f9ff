// One input on its way through a run: the stages fill it in, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <tengen/model/storage.h>

#include "io/source.h"
#include "pipeline/books.h"
#include "pipeline/digest.h"
#include "pipeline/plan.h"
#include "pipeline/quarantine.h"
#include "pipeline/recorded_report.h"

namespace tengen::pipeline {

/// An input as it was listed.
struct ListedInput {
    std::size_t step = 0;  ///< of the plan
    io::Sources::Item item;
    std::string folder;                       ///< below the place where the pattern began
    std::optional<std::size_t> other_step{};  ///< another one that lists the file and would read it in another way
};

/// A file that an output wants to write.
struct FileDraft {
    enum class State : std::uint8_t { waiting, claimed, identical, refused };

    std::size_t output = 0;  ///< index in the plan
    std::string wanted;      ///< the path, before it is known whether it is free
    std::string path;        ///< the one it got
    std::string bytes;
    Digest digest;  ///< of the bytes; all 0 if they were written piece by piece
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
    bool streamed = false;      ///< handled in one go: events went straight to the report
    bool replayed = false;      ///< an earlier, interrupted run did it
    bool is_forgotten = false;  ///< not every file is in `drafts`, so the journal cannot tell what was done

    RecordedReport events;
    ReasonCollector reasons;
    std::vector<FileDraft> drafts;
    std::size_t draft_count = 0;           ///< in use, or free
    std::vector<std::size_t> free_drafts;  ///< of these, what can be used again
    std::vector<io::Bytes> member_bytes;   ///< what the kept games of a container refer to
    std::vector<KeptGame> kept;
    std::vector<Tally> tallies;  ///< by output
    bool refused = false;        ///< an output refused a game
    bool exceeded = false;       ///< because more would be lost than is allowed
    bool quarantined = false;
    Quarantine::Place quarantine;

    std::exception_ptr error;  ///< of a stage that runs out of order; thrown when it is the input's turn

    void begin(std::size_t number, const ListedInput& which, std::size_t outputs) {
        index = number;
        listed = &which;
        has_bytes = streamed = replayed = is_forgotten = refused = exceeded = quarantined = false;
        error = nullptr;
        events.clear();
        reasons.clear();
        draft_count = 0;
        free_drafts.clear();
        tallies.assign(outputs, {});
        quarantine = {};
    }

    /// Whether it has games, and none of them was refused: else the quarantine gets a copy.
    [[nodiscard]] bool is_whole() {
        const diagnostics::InputSummary& summary = events.summary();
        return !refused && summary.games != 0 && !summary.is_refused();
    }

    /// The place of a new draft in `drafts`.
    std::size_t new_draft() {
        std::size_t place = draft_count;
        if (!free_drafts.empty()) {
            place = free_drafts.back();
            free_drafts.pop_back();
        } else if (++draft_count > drafts.size()) {
            drafts.emplace_back();
        }
        FileDraft& draft = drafts[place];
        draft.bytes.clear();
        draft.path.clear();
        draft.member.clear();
        draft.digest = {};
        draft.games = 0;
        draft.size = 0;
        draft.first = 0;
        draft.state = FileDraft::State::waiting;
        return place;
    }

    /// A file of a streamed input is done with. An input of very many games would need memory for each of them; it is
    /// done again as a whole if the run is interrupted.
    void forget_draft(std::size_t place) {
        constexpr std::size_t most_remembered = 10'000;
        is_forgotten = is_forgotten || draft_count > most_remembered;
        if (is_forgotten) {
            free_drafts.push_back(place);
        }
    }

    /// Let go of what is big, behind the last stage.
    void release() {
        constexpr std::size_t most_kept = std::size_t{64} << 10U;
        kept.clear();
        member_bytes.clear();
        if (input.bytes.size() > most_kept || input.bytes.is_mapped()) {
            input.bytes = io::Bytes();
        }
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
