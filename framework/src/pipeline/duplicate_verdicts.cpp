#include "pipeline/duplicate_verdicts.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace tengen::pipeline {

namespace {

std::string_view id_of(passes::DuplicateKind kind) {
    switch (kind) {
        case passes::DuplicateKind::same:
            return "model.duplicate-game";
        case passes::DuplicateKind::beginning:
            return "model.prefix-game";
        case passes::DuplicateKind::similar:
            return "model.similar-game";
    }
    return "model.duplicate-game";
}

std::string_view relation_of(const passes::DuplicateMember& member, const passes::DuplicateMember& kept) {
    switch (member.kind) {
        case passes::DuplicateKind::same:
            return "the same moves as";
        case passes::DuplicateKind::beginning:
            return member.moves <= kept.moves ? "the beginning of" : "longer than";
        case passes::DuplicateKind::similar:
            return "nearly the moves of";
    }
    return {};
}

// What a group holds together: without leaving anything out, everything that can be said.
passes::DuplicateKind widest_of(DropDuplicates drop) {
    switch (drop) {
        case DropDuplicates::same:
            return passes::DuplicateKind::same;
        case DropDuplicates::beginnings:
            return passes::DuplicateKind::beginning;
        case DropDuplicates::none:
        case DropDuplicates::all:
            break;
    }
    return passes::DuplicateKind::similar;
}

}  // namespace

void DuplicateVerdicts::add(std::size_t input, std::string_view name, std::uint32_t index, Game game) {
    static_cast<void>(finder_->add(game, name, index));
    places_.emplace_back(input, index);
}

bool DuplicateVerdicts::drops(const passes::DuplicateMember& member) const {
    // A record that only another member is similar to may be a game of its own.
    return step_.drop != DropDuplicates::none && member.kind <= widest_of(step_.drop) && member.is_close;
}

void DuplicateVerdicts::judge() {
    for (const std::vector<passes::DuplicateMember>& group : finder_->groups(step_.keep, widest_of(step_.drop))) {
        const passes::DuplicateMember& kept = group.front();
        for (const passes::DuplicateMember& member : group) {
            if (member.is_kept) {
                continue;
            }
            Verdict verdict;
            std::tie(verdict.input, verdict.game) = places_[member.number];
            verdict.id = id_of(member.kind);
            verdict.is_dropped = drops(member);
            verdict.message =
                fmt::format("{}{} game {} of {}{}{}", verdict.is_dropped ? "left out: " : "", relation_of(member, kept),
                            kept.index + 1, kept.source, member.note.empty() ? "" : "; ", member.note);
            verdicts_.push_back(std::move(verdict));
        }
    }
    std::sort(verdicts_.begin(), verdicts_.end(),
              [](const Verdict& a, const Verdict& b) { return std::tie(a.input, a.game) < std::tie(b.input, b.game); });
    finder_.reset();
    places_ = {};
}

const DuplicateVerdicts::Verdict* DuplicateVerdicts::find(std::size_t input, std::uint32_t game) const {
    const auto place =
        std::lower_bound(verdicts_.begin(), verdicts_.end(), std::pair(input, game),
                         [](const Verdict& verdict, const std::pair<std::size_t, std::uint32_t>& at) {
                             return std::tie(verdict.input, verdict.game) < std::tie(at.first, at.second);
                         });
    return place != verdicts_.end() && place->input == input && place->game == game ? &*place : nullptr;
}

DuplicateFate DuplicateVerdicts::apply(std::size_t input, std::string_view name, const ReadGame& game,
                                       const diagnostics::Policy& policy, DiagnosticReceiver& report) const {
    const Verdict* verdict = find(input, game.index);
    if (verdict == nullptr) {
        return DuplicateFate::kept;
    }
    diagnostics::Diagnostic diagnostic;
    diagnostic.id = verdict->id;
    diagnostic.severity = policy.severity(verdict->id);
    diagnostic.message = verdict->message;
    diagnostic.input = name;
    diagnostic.file = game.member;
    diagnostic.game = game.index;
    const bool is_refused = diagnostic.severity >= diagnostics::Severity::error;
    if (diagnostic.severity != diagnostics::Severity::off) {
        if (game.summary != nullptr) {
            game.summary->count(diagnostic);
            game.summary->rejected += is_refused ? 1 : 0;
        }
        report.add(diagnostic, {});
    }
    return is_refused ? DuplicateFate::refused : verdict->is_dropped ? DuplicateFate::dropped : DuplicateFate::kept;
}

}  // namespace tengen::pipeline
