// Changes of texts in properties, collected and then put into an editor node by node.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tengen/model/game.h>

#include "passes/game_editor.h"

namespace tengen::passes {

/// The ways in which passes on game information change a game. Not thread-safe; memory is used again.
class TextChanges {
public:
    void clear() { changes_.clear(); }
    [[nodiscard]] bool empty() const { return changes_.empty(); }

    /// The property gets this text; its old value stays as its original.
    void set(std::uint32_t node, std::uint32_t property, std::string text) {
        changes_.push_back({node, property, Kind::set, {}, std::move(text)});
    }
    void drop(std::uint32_t node, std::uint32_t property) { changes_.push_back({node, property, Kind::drop, {}, {}}); }
    /// A new property at the end of the node.
    void add(std::uint32_t node, Identifier identifier, std::string text) {
        changes_.push_back({node, none, Kind::add, identifier, std::move(text)});
    }

    /// Put everything into the editor, which has none of these nodes yet.
    void apply(Game game, GameEditor& editor);

private:
    enum class Kind : std::uint8_t { set, drop, add };
    struct Change {
        std::uint32_t node;
        std::uint32_t property;
        Kind kind;
        Identifier identifier;
        std::string text;
    };
    std::vector<Change> changes_;
};

}  // namespace tengen::passes
