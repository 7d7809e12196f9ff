// Cards joined with the games of a run.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "diagnostics/line_index.h"
#include "passes/card_fitting.h"
#include "passes/join.h"
#include "pipeline/input_reader.h"

namespace tengen::pipeline {

/// Collects the games of inputs as cards. Rejected ones are left out.
class CardCollector final : public GameConsumer {
public:
    /// The bytes of the input that the games to come are from, for the lines where their facts stand.
    void begin_input(std::string name, std::string_view bytes) {
        input_ = std::move(name);
        bytes_ = bytes;
        lines_.emplace(bytes);
    }
    void take(const ReadGame& game) override;

    /// To be left alone as soon as games are joined with them.
    [[nodiscard]] const std::shared_ptr<passes::CardStack>& cards() const { return cards_; }

private:
    std::shared_ptr<passes::CardStack> cards_ = std::make_shared<passes::CardStack>();
    passes::CardFitting fitting_;
    std::string input_;
    std::string_view bytes_;
    std::optional<diagnostics::LineIndex> lines_;
};

/// Shows the games of a run to the cards before they are joined; nothing else is done with them.
class GameWitness final : public GameConsumer {
public:
    explicit GameWitness(passes::CardStack& cards) : cards_(cards) {}
    void take(const ReadGame& game) override {
        if (!game.rejected && game.game.node_count() != 0) {
            cards_.see(library_record(game.game));
        }
    }

private:
    passes::CardStack& cards_;
};

}  // namespace tengen::pipeline
