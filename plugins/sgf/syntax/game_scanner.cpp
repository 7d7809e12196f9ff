#include "sgf/syntax/game_scanner.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>

#include "sgf/syntax/grammar.h"
#include "sgf/syntax/recovery.h"
#include "sgf/syntax/scan.h"
#include "sgf/syntax/tree_start.h"

namespace tengen::sgf {

TreeReading read_tree(const char* paren, const char* end, const SyntaxLimits& limits, bool cut_suspects,
                      GameStorage& storage, Notes& notes, SyntaxWorkspace& workspace) {
    if (storage.nodes.capacity() == 0) {
        // A storage that was never used: room for a game of the usual size at once, instead of growing towards it.
        constexpr std::ptrdiff_t most = 4096;
        const auto likely = static_cast<std::uint32_t>(std::min((end - paren) / 7 + 16, most));
        storage.nodes.reserve(likely);
        storage.properties.reserve(likely);
        storage.values.reserve(likely);
    }
    TreeSink sink(storage, notes, workspace, limits, cut_suspects);
    sink.begin(paren, end);
    const char* p = skip_space(paren + 1, end);
    if (*p == ';') {
        ++p;
    } else {
        sink.note(Irregularity::missing_semicolon, p, 1, none);
    }
    Recovery recovery(sink);
    bool is_fatal = false;
    for (;;) {
        p = read_regular(p, end, sink);
        const Recovery::Step step = recovery.step(p);
        p = step.next;
        if (step.state != Recovery::State::goes_on) {
            is_fatal = step.state == Recovery::State::fatal;
            break;
        }
    }
    if (p - paren > std::numeric_limits<std::uint32_t>::max() - 64) {
        throw TooManyEntries();
    }
    sink.finish();
    storage.header.text = paren;
    storage.header.text_size = static_cast<std::uint64_t>(p - paren);
    return {p, is_fatal};
}

const char* TreeFinder::find(const char* p, Notes& before, Notes& found) {
    for (;;) {
        p = skip_space(p, end_);
        if (p == end_) {
            return nullptr;
        }
        if (*p == ')' && has_found_) {
            if (ignored_ > 0) {
                --ignored_;
            } else {
                Notes& notes = is_behind_game_ ? before : found;
                notes.push_back({p, 1, none, Irregularity::extra_close_paren});
            }
            ++p;
            continue;
        }
        if (*p == '(' && p >= known_until_) {
            if (const TreeStart tree = probe_tree(p, end_); tree.starts) {
                known_until_ = tree.next;
            }
        }
        if (*p != '(' || p >= known_until_) {
            const char* start = next_start(p);
            const char* last = start;
            while (is_space(last[-1])) {
                --last;
            }
            if (start == end_ && !has_found_) {
                return nullptr;
            }
            const auto size = static_cast<std::uint32_t>(last - p);
            if (is_behind_game_) {
                before.push_back({p, size, none, Irregularity::text_after});
            } else {
                found.push_back({p, size, none, Irregularity::text_before});
            }
            p = start;
            continue;
        }
        has_found_ = true;
        const char* inside = skip_space(p + 1, end_);
        if (*inside == ')') {
            found.push_back({p, static_cast<std::uint32_t>(inside + 1 - p), none, Irregularity::empty_tree});
            p = inside + 1;
        } else if (*inside == '(') {
            found.push_back({inside, 1, none, Irregularity::tree_without_node});
            ++ignored_;
            p = inside;
        } else {
            is_behind_game_ = true;
            return p;
        }
    }
}

const char* TreeFinder::next_start(const char* p) const {
    while (p < end_) {
        const void* paren = std::memchr(p, '(', static_cast<std::size_t>(end_ - p));
        if (paren == nullptr) {
            return end_;
        }
        p = static_cast<const char*>(paren);
        const TreeStart tree = probe_tree(p, end_);
        if (tree.starts) {
            return p;
        }
        p = tree.next;
    }
    return end_;
}

}  // namespace tengen::sgf
