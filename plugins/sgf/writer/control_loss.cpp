#include "sgf/writer/control_loss.h"

#include <cstdint>
#include <map>
#include <string>

#include <tengen/abi/plugin.h>
#include <tengen/model/value.h>

#include "sgf/writer/escape.h"

namespace tengen::sgf {

namespace {

/// Control characters in the values of a game, by property.
struct ControlCounts {
    struct Count {
        std::uint64_t meaningless = 0;
        std::uint64_t blanks = 0;
        std::uint32_t first_meaningless = 0;  // nodes
        std::uint32_t first_blank = 0;
    };

    void see(Game game, std::uint32_t node, std::uint32_t property, tengen_value value) {
        const ValueKind kind = kind_of(value);
        const bool is_raw = kind == ValueKind::raw || kind == ValueKind::raw_stored || is_invalid(kind);
        Count found;
        for (const char c : game.text(value)) {
            const ControlClass control = control_class(c);
            found.meaningless += control == ControlClass::meaningless ? 1u : 0u;
            found.blanks += !is_raw && (control == ControlClass::blank || control == ControlClass::carriage_return);
        }
        if (found.meaningless == 0 && found.blanks == 0) {
            return;
        }
        Count& count = by_name.try_emplace(game.name(property), Count{0, 0, node, node}).first->second;
        count.first_meaningless = count.meaningless == 0 ? node : count.first_meaningless;
        count.first_blank = count.blanks == 0 ? node : count.first_blank;
        count.meaningless += found.meaningless;
        count.blanks += found.blanks;
    }

    std::map<std::string, Count> by_name;
};

}  // namespace

void report_control_characters(sdk::Host host, Game game) {
    ControlCounts counts;
    for (std::uint32_t node = 0; node < game.node_count(); ++node) {
        for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
            for (const tengen_value value : game.values(p)) {
                if (kind_of(value) == ValueKind::pair) {
                    const tengen_pair& pair = game.pair(value);
                    counts.see(game, node, p, pair.first);
                    counts.see(game, node, p, pair.second);
                } else {
                    counts.see(game, node, p, value);
                }
            }
        }
    }
    for (const auto& [name, count] : counts.by_name) {
        const auto report = [&, &name = name](tengen_loss_kind kind, std::uint64_t number, std::uint32_t node,
                                              const std::string& message) {
            if (number == 0) {
                return;
            }
            host.report_loss({.id = "loss.control-character",
                              .kind = kind,
                              .game = game.index(),
                              .node = node,
                              .count = static_cast<std::uint32_t>(number),
                              .what = name,
                              .message = message});
        };
        report(TENGEN_LOSS_LOST, count.meaningless, count.first_meaningless,
               name + ": control characters mean nothing in SGF and are left out");
        report(TENGEN_LOSS_NORMALISED, count.blanks, count.first_blank,
               name + ": white space of other kinds becomes blanks and plain line breaks, as readers take it");
    }
}

}  // namespace tengen::sgf
