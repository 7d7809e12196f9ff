#include "passes/duplicates.h"

#include <algorithm>
#include <limits>

#include <tengen/model/card.h>
#include <tengen/model/fact.h>

namespace tengen::passes {

namespace {

constexpr std::uint32_t least_beginning_moves = 5;

bool starts_with(std::span<const LineEntry> line, std::span<const LineEntry> beginning) {
    return line.size() >= beginning.size() && std::equal(beginning.begin(), beginning.end(), line.begin());
}

// Capitals, blanks and signs do not count: "Honinbo Shusaku" and "HONINBO  SHUSAKU" say the same.
std::uint16_t hash_of_statement(std::string_view text) {
    std::uint32_t hash = 2166136261u;
    for (const char c : text) {
        const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        const bool counts = static_cast<unsigned char>(small) >= 0x80 || (small >= 'a' && small <= 'z') ||
                            (small >= '0' && small <= '9') || small == '?' || small == '+' || small == '-';
        if (counts) {
            hash = (hash ^ static_cast<unsigned char>(small)) * 16777619u;
        }
    }
    const auto folded = static_cast<std::uint16_t>(hash ^ hash >> 16);
    return folded == 0 ? std::uint16_t{1} : folded;
}

std::string_view turning(Orientations one, Orientations other) {
    if ((one & other) != 0) {
        return {};
    }
    const auto has = [](Orientations set, Orientations part) { return (set & part) != 0; };
    const bool keeps_colours =
        (has(one, same_colours) && has(other, same_colours)) ||
        (has(one, static_cast<Orientations>(~same_colours)) && has(other, static_cast<Orientations>(~same_colours)));
    return keeps_colours ? ", turned or mirrored" : ", with the colours exchanged";
}

std::string count_of(std::uint32_t count, const char* what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

}  // namespace

bool DuplicateFinder::LineOrder::operator()(std::uint32_t a, std::uint32_t b) const {
    return (*this)(a, finder->line(finder->records_[b]));
}
bool DuplicateFinder::LineOrder::operator()(std::uint32_t a, Line b) const {
    const Line line = finder->line(finder->records_[a]);
    return std::lexicographical_compare(line.begin(), line.end(), b.begin(), b.end());
}
bool DuplicateFinder::LineOrder::operator()(Line a, std::uint32_t b) const {
    const Line line = finder->line(finder->records_[b]);
    return std::lexicographical_compare(a.begin(), a.end(), line.begin(), line.end());
}

std::optional<DuplicateNote> DuplicateFinder::add(Game game, std::string_view source, std::uint32_t index) {
    const std::uint32_t number = games();
    Record& record = records_.emplace_back();
    record.source = source_number(source);
    record.index = index;
    record.nodes = game.node_count();
    record.parent = number;
    record.twin = number;
    for (std::uint32_t i = 0; i < game.columns().fact_count; ++i) {
        const tengen_fact& fact = game.columns().facts[i];
        if (fact.state == TENGEN_FACT_EMPTY) {
            continue;
        }
        std::uint16_t& said = record.facts[fact.field];
        record.fact_count = static_cast<std::uint16_t>(record.fact_count + (said == 0 ? 1 : 0));
        said = said == 0 ? hash_of_statement(fact_text(game, fact)) : said;
    }
    if (!main_line_.read(game)) {
        return std::nullopt;
    }
    record.moves = main_line_.moves();
    record.orientations = main_line_.orientations();
    const Line line_read = main_line_.entries();
    record.entry_count = static_cast<std::uint32_t>(line_read.size());

    const auto behind = lines_.lower_bound(line_read);
    if (behind != lines_.end()) {
        const Record& next = records_[*behind];
        if (next.entry_count == record.entry_count && starts_with(line(next), line_read)) {
            record.first_entry = next.first_entry;
            const std::optional<std::uint32_t> twin =
                record.moves < least_beginning_moves ? join_short_group(*behind, number) : *behind;
            if (!twin) {
                return std::nullopt;
            }
            record.twin = *twin;
            unite(*twin, number);
            return same(*twin, number);
        }
    }
    std::optional<DuplicateNote> note;
    if (behind != lines_.end() && record.moves >= least_beginning_moves &&
        starts_with(line(records_[*behind]), line_read)) {
        record.continuation = *behind;
        note = DuplicateNote{DuplicateKind::beginning, "model.prefix-game",
                             "the " + count_of(record.moves, "move") + " are the beginning of " + name(*behind) +
                                 std::string(turning(records_[*behind].orientations, record.orientations)),
                             *behind};
    } else if (const std::optional<std::uint32_t> beginning = longest_beginning(line_read)) {
        Record& earlier = records_[*beginning];
        if (earlier.continuation == none) {
            earlier.continuation = number;
        }
        note = DuplicateNote{
            DuplicateKind::beginning, "model.prefix-game",
            "the first " + count_of(earlier.moves, "move") + " are those of " + name(*beginning) + ", which ends there",
            *beginning};
    }
    record.first_entry = entries_.size();
    entries_.insert(entries_.end(), line_read.begin(), line_read.end());
    std::optional<DuplicateNote> slips = similar(number);
    lines_.insert(number);
    return note ? std::move(note) : std::move(slips);
}

std::optional<std::uint32_t> DuplicateFinder::join_short_group(std::uint32_t first_with_line, std::uint32_t number) {
    constexpr std::size_t most_compared = 64;  // the last ones: what is read together belongs together
    std::vector<ShortGroup>& groups = short_groups_[first_with_line];
    if (groups.empty()) {
        groups.push_back({first_with_line, records_[first_with_line].facts});
    }
    const Facts& own = records_[number].facts;
    const std::size_t begin = groups.size() - std::min(groups.size(), most_compared);
    for (std::size_t i = begin; i < groups.size(); ++i) {
        ShortGroup& group = groups[i];
        if (!contradicts(group.facts, own)) {
            std::transform(group.facts.begin(), group.facts.end(), own.begin(), group.facts.begin(),
                           [](std::uint16_t known, std::uint16_t said) { return known != 0 ? known : said; });
            return group.first;
        }
    }
    groups.push_back({number, own});
    return std::nullopt;
}

bool DuplicateFinder::contradicts(const Facts& one, const Facts& other) {
    for (std::size_t field = 0; field < one.size(); ++field) {
        if (one[field] != 0 && other[field] != 0 && one[field] != other[field] &&
            !may_repeat_on_card(static_cast<std::uint32_t>(field))) {  // of those, both can be right
            return true;
        }
    }
    return false;
}

// The longest line that was seen and that begins `of`, without being it.
std::optional<std::uint32_t> DuplicateFinder::longest_beginning(Line of) const {
    auto place = lines_.lower_bound(of);
    while (place != lines_.begin()) {
        --place;
        const Line before = line(records_[*place]);
        if (starts_with(of, before)) {
            return records_[*place].moves >= least_beginning_moves ? std::optional(*place) : std::nullopt;
        }
        // A line that begins both is not longer than what they have in common.
        const auto differs = std::mismatch(of.begin(), of.end(), before.begin(), before.end()).first;
        of = of.first(static_cast<std::size_t>(differs - of.begin()));
        place = lines_.upper_bound(of);
    }
    return std::nullopt;
}

// Nothing is looked for that begins the game or goes on with it: that was said already.
std::optional<DuplicateNote> DuplicateFinder::similar(std::uint32_t number) {
    constexpr std::size_t most_candidates = 12;
    constexpr std::size_t most_of_one_anchor = 24;  // more games share it: it says nothing
    const Line own = line(records_[number]);
    std::vector<std::uint32_t> candidates;
    for (const std::uint64_t anchor : line_anchors_.of(own, records_[number].moves)) {
        const auto [begin, end] = anchors_.equal_range(anchor);
        std::size_t count = 0;
        for (auto it = begin; it != end; ++it, ++count) {
            if (candidates.size() < most_candidates &&
                std::find(candidates.begin(), candidates.end(), it->second) == candidates.end()) {
                candidates.push_back(it->second);
            }
        }
        if (count < most_of_one_anchor) {
            anchors_.emplace(anchor, number);
        }
    }
    std::optional<LineDistance> best;
    std::uint32_t other = 0;
    for (const std::uint32_t candidate : candidates) {
        const std::optional<LineDistance> distance = comparison_.compare(line(records_[candidate]), own);
        if (distance && distance->moves != 0 && (!best || distance->moves < best->moves)) {
            best = distance;
            other = candidate;
        }
    }
    if (!best) {
        return std::nullopt;
    }
    unite(other, number);
    return DuplicateNote{
        DuplicateKind::similar, "model.similar-game",
        "all but " + count_of(best->moves, "move") + " are those of " + name(other) +
            (best->further == 0 ? std::string() : "; the longer one goes on for " + count_of(best->further, "move")),
        other};
}

DuplicateNote DuplicateFinder::same(std::uint32_t earlier, std::uint32_t later) const {
    const Record& one = records_[earlier];
    const Record& other = records_[later];
    DuplicateNote note{DuplicateKind::same, "model.duplicate-game", {}, earlier};
    note.message = "the same moves as " + name(earlier) + std::string(turning(one.orientations, other.orientations));
    DuplicateMember member;
    member.number = later;
    compare(one, member);
    const std::size_t information = member.note.find("other ");
    if (information != std::string::npos) {
        note.message += "; " + member.note.substr(information);
    }
    return note;
}

// What a member of a group is to the one that is kept.
void DuplicateFinder::compare(const Record& kept, DuplicateMember& member) const {
    const Record& other = records_[member.number];
    const Line one = line(kept);
    const Line two = line(other);
    std::vector<std::string> notes;
    if (starts_with(one, two) || starts_with(two, one)) {
        member.kind = one.size() == two.size() ? DuplicateKind::same : DuplicateKind::beginning;
        if (member.kind == DuplicateKind::beginning) {
            notes.push_back(other.moves < kept.moves ? "its first " + count_of(other.moves, "move")
                                                     : "goes on for " + count_of(other.moves - kept.moves, "move"));
        }
        if (const std::string_view way = turning(kept.orientations, other.orientations); !way.empty()) {
            notes.emplace_back(way.substr(2));
        }
    } else {
        member.kind = DuplicateKind::similar;
        const std::optional<LineDistance> distance = comparison_.compare(one, two);
        notes.push_back(distance ? count_of(distance->moves, "move") + (distance->moves == 1 ? " differs" : " differ")
                                 : std::string("similar to another member"));
        member.is_close = distance.has_value();
    }
    std::string fields;
    for (std::uint32_t field = 0; field < TENGEN_FIELD_COUNT; ++field) {
        if (kept.facts[field] != other.facts[field]) {
            fields += (fields.empty() ? "" : ", ") + std::string(field_name(field));
        }
    }
    if (!fields.empty()) {
        notes.push_back("other " + fields);
    }
    for (const std::string& note : notes) {
        member.note += (member.note.empty() ? "" : "; ") + note;
    }
}

std::vector<std::vector<DuplicateMember>> DuplicateFinder::groups(Keep keep, DuplicateKind widest) const {
    // Beginnings go to the group of the game that goes on; from the longest to the shortest, so that nothing goes
    // round.
    std::vector<std::uint32_t> home(records_.size());
    for (std::uint32_t i = 0; i < records_.size(); ++i) {
        home[i] = widest == DuplicateKind::similar ? group_of(i) : records_[i].twin;
    }
    std::vector<std::uint32_t> by_length(records_.size());
    for (std::uint32_t i = 0; i < by_length.size(); ++i) {
        by_length[i] = i;
    }
    std::stable_sort(by_length.begin(), by_length.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return records_[a].moves > records_[b].moves; });
    std::vector<std::uint32_t> target(records_.size(), none);  // of the group of a beginning
    std::vector<std::uint32_t> longest(records_.size(), none);
    for (const std::uint32_t i : by_length) {
        std::uint32_t& first = longest[home[i]];
        first = first == none ? i : first;
    }
    const auto final_group = [&](std::uint32_t group) {
        while (target[group] != none) {
            group = target[group];
        }
        return group;
    };
    for (const std::uint32_t i : by_length) {
        // Only where nothing in its own group goes on any further.
        if (widest != DuplicateKind::same && records_[i].continuation != none && target[home[i]] == none &&
            records_[longest[home[i]]].moves == records_[i].moves) {
            const std::uint32_t to = final_group(home[records_[i].continuation]);
            if (to != home[i]) {
                target[home[i]] = to;
            }
        }
    }
    std::vector<std::vector<DuplicateMember>> groups;
    std::vector<std::uint32_t> group_number(records_.size(), none);
    std::vector<std::vector<std::uint32_t>> members;
    for (std::uint32_t i = 0; i < records_.size(); ++i) {
        std::uint32_t& group = group_number[final_group(home[i])];
        if (group == none) {
            group = static_cast<std::uint32_t>(members.size());
            members.emplace_back();
        }
        members[group].push_back(i);
    }
    for (const std::vector<std::uint32_t>& numbers : members) {
        if (numbers.size() < 2) {
            continue;
        }
        const auto is_better = [&](std::uint32_t a, std::uint32_t b) {
            const Record& one = records_[a];
            const Record& other = records_[b];
            return one.moves != other.moves             ? one.moves > other.moves
                   : one.fact_count != other.fact_count ? one.fact_count > other.fact_count
                   : one.nodes != other.nodes           ? one.nodes > other.nodes
                                                        : a < b;
        };
        const std::uint32_t kept =
            keep == Keep::first ? numbers.front() : *std::min_element(numbers.begin(), numbers.end(), is_better);
        std::vector<DuplicateMember>& group = groups.emplace_back();
        const auto put = [&](std::uint32_t number) {
            const Record& record = records_[number];
            DuplicateMember& member = group.emplace_back();
            member.number = number;
            member.source = sources_[record.source];
            member.index = record.index;
            member.moves = record.moves;
            member.facts = record.fact_count;
            member.nodes = record.nodes;
            member.is_kept = number == kept;
            if (!member.is_kept) {
                compare(records_[kept], member);
            }
        };
        put(kept);
        for (const std::uint32_t number : numbers) {
            if (number != kept) {
                put(number);
            }
        }
    }
    return groups;
}

std::string DuplicateFinder::name(std::uint32_t number) const {
    const Record& record = records_[number];
    return "game " + std::to_string(record.index + 1) + " of " + sources_[record.source];
}

std::uint32_t DuplicateFinder::source_number(std::string_view source) {
    if (sources_.empty() || sources_.back() != source) {
        sources_.emplace_back(source);
    }
    return static_cast<std::uint32_t>(sources_.size() - 1);
}

std::uint32_t DuplicateFinder::group_of(std::uint32_t number) const {
    while (records_[number].parent != number) {
        number = records_[number].parent;
    }
    return number;
}

// The first game of a group stands for it.
void DuplicateFinder::unite(std::uint32_t one, std::uint32_t other) {
    const std::uint32_t a = group_of(one);
    const std::uint32_t b = group_of(other);
    records_[std::max(a, b)].parent = std::min(a, b);
}

}  // namespace tengen::passes
