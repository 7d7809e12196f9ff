// What a pass is: it looks at a game, says what is worth saying, and may ask for changes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <tengen/abi/plugin.h>
#include <tengen/model/game.h>

namespace tengen::passes {

class GameEditor;

/// A finding as a pass made it. Views are valid during the call only.
struct Finding {
    std::string_view id;                  ///< "area.name", one of the catalogue
    std::optional<std::uint32_t> node;    ///< index in the game, pre-order
    std::optional<std::uint64_t> offset;  ///< bytes from the start of the input
    std::string_view message;             ///< one sentence, without place and id
};

/// What is to be done about a finding.
class Answer {
public:
    constexpr explicit Answer(std::uint32_t bits) : bits_(bits) {}
    /// Make the repair that the catalogue documents for this id.
    [[nodiscard]] constexpr bool apply_fix() const { return (bits_ & TENGEN_APPLY_FIX) != 0; }
    [[nodiscard]] constexpr bool rejected() const { return (bits_ & TENGEN_REJECTED) != 0; }

private:
    std::uint32_t bits_;
};

/// Whoever runs the passes. It knows which game is at hand, how severe an id is and which fixes are wanted; a pass
/// knows none of that. One thread at a time.
class Context {
public:
    Context() = default;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    virtual ~Context() = default;

    /// About a property: the place is its first value.
    Answer report(std::string_view id, Game game, std::uint32_t node, std::uint32_t property,
                  std::string_view message) {
        return Answer(report(Finding{id, node, game.source_offset_of_property(property), message}));
    }
    /// About one value.
    Answer report(std::string_view id, Game game, std::uint32_t node, tengen_value value, std::string_view message) {
        return Answer(report(Finding{id, node, game.source_offset(value.offset), message}));
    }
    /// About a node as a whole: the place is its first property.
    Answer report_node(std::string_view id, Game game, std::uint32_t node, std::string_view message) {
        std::optional<std::uint64_t> offset;
        if (const std::uint32_t first = game.first_property(node); first < game.property_count()) {
            offset = game.source_offset_of_property(first);
        }
        return Answer(report(Finding{id, node, offset, message}));
    }
    /// About a fact without a property.
    Answer report_fact(std::string_view id, Game game, const tengen_fact& fact, std::string_view message) {
        std::optional<std::uint64_t> offset;
        if (fact.offset != TENGEN_NONE) {
            offset = game.source_offset(fact.offset);
        }
        return Answer(report(Finding{id, std::nullopt, offset, message}));
    }

    /// A finding as it is.
    Answer pass_on(const Finding& finding) { return Answer(report(finding)); }

    /// Whether a file of that (plain) name lies beside the record, or in its container.
    [[nodiscard]] virtual bool has_file(std::string_view) { return false; }

protected:
    /// The answer is a set of TENGEN_APPLY_FIX and TENGEN_REJECTED.
    virtual std::uint32_t report(const Finding& finding) = 0;
};

/// One check of a game as a whole. Objects keep scratch memory from game to game but nothing about a game, and belong
/// to one thread at a time. The cost is linear in the size of the game.
class Pass {
public:
    Pass() = default;
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    virtual ~Pass() = default;

    [[nodiscard]] virtual std::string_view name() const = 0;

    /// Report findings on `game`, and put the changes they call for into `editor`, if any. Throws std::bad_alloc,
    /// TooManyEntries and whatever the context throws.
    virtual void run(Game game, Context& context, GameEditor& editor) = 0;
};

}  // namespace tengen::passes
