#include "pipeline/run_preparation.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "pipeline/card_join.h"
#include "pipeline/digest.h"
#include "pipeline/input_reader.h"
#include "pipeline/run.h"

namespace tengen::pipeline {

namespace {

[[noreturn]] void refuse(std::string message, std::uint64_t line, std::uint64_t column) {
    throw ConfigurationError({"config.bad-value", std::move(message), line, column});
}

}  // namespace

bool has_stream(const std::vector<ListedInput>& inputs) {
    return std::any_of(inputs.begin(), inputs.end(), [](const ListedInput& listed) {
        const auto* entry = std::get_if<io::SourceEntry>(&listed.item);
        return entry != nullptr && entry->number == 0;
    });
}

RunPreparation::RunPreparation(const Plan& plan, plugins::Registry& registry, plugins::CharsetServices& charsets)
    : plan_(plan), registry_(registry), charsets_(charsets) {
    if (!plan.join) {
        return;
    }
    listed_cards_ = list_inputs(plan.join->cards, plan.folder);
    for (const ListedInput& listed : listed_cards_) {
        if (const auto* missing = std::get_if<io::Finding>(&listed.item)) {
            const InputStep& step = plan.join->cards[listed.step];
            throw ConfigurationError(
                {missing->id, fmt::format("cards: {}: {}", missing->input, missing->message), step.line, step.column});
        }
    }
}

void RunPreparation::read_cards() {
    CardCollector collector;
    for (const ListedInput& listed : listed_cards_) {
        Settings settings = plan_.settings_for(plan_.join->cards[listed.step]);
        settings.passes.completeness.reset();  // the games have to be complete
        RecordedReport report;
        InputReader reader(registry_, charsets_, settings, report);
        io::ReadOptions options;
        options.max_size = settings.max_size;
        auto opened = io::open(std::get<io::SourceEntry>(listed.item), options);
        if (auto* input = std::get_if<io::Input>(&opened)) {
            collector.begin_input(input->name, input->bytes.view());
            static_cast<void>(reader.read(*input, collector));
        } else {
            static_cast<void>(reader.refuse(std::get<io::Finding>(opened)));
        }
        card_inputs_.push_back({report.diagnostics(), report.summary()});
    }
    cards_ = collector.cards();
    if (cards_->size() == 0) {
        std::string reason;
        for (const CardInput& input : card_inputs_) {
            if (!input.diagnostics.empty() && reason.empty()) {
                reason = fmt::format(" ({}: {})", input.diagnostics.front().input, input.diagnostics.front().message);
            }
        }
        refuse("there is no card to join games with" + reason, plan_.join->line, plan_.join->column);
    }
}

void RunPreparation::run(std::vector<Settings>& settings, bool is_read_once, const Sweep& sweep) {
    if (plan_.duplicates && is_read_once) {
        refuse("the pass duplicates reads all inputs twice, and standard input or a pipe can be read only once",
               plan_.duplicates->line, plan_.duplicates->column);
    }
    if (plan_.join) {
        read_cards();
        if (!is_read_once) {
            // What a filter says may depend on the cards.
            std::vector<Settings> unfiltered = settings;
            for (Settings& each : unfiltered) {
                each.filter.reset();
            }
            sweep(unfiltered, [this](std::size_t, std::string_view, std::uint32_t, Game game) {
                if (game.node_count() != 0) {
                    cards_->see(library_record(game));
                }
            });
        }
        for (Settings& each : settings) {
            each.passes.cards = cards_;
        }
    }
    if (plan_.duplicates) {
        verdicts_ = std::make_unique<DuplicateVerdicts>(*plan_.duplicates);
        sweep(settings, [this](std::size_t input, std::string_view name, std::uint32_t index, Game game) {
            verdicts_->add(input, name, index, game);
        });
        verdicts_->judge();
    }
}

bool RunPreparation::report_cards(DiagnosticReceiver& report) const {
    bool is_refused = false;
    for (const CardInput& input : card_inputs_) {
        for (const diagnostics::Diagnostic& diagnostic : input.diagnostics) {
            report.add(diagnostic, {});
        }
        report.add(input.summary);
        is_refused = is_refused || input.summary.is_refused();
    }
    return is_refused;
}

std::uint64_t RunPreparation::digest() const {
    if (!is_needed()) {
        return 0;
    }
    std::string all;
    for (std::size_t i = 0; cards_ && i < cards_->size(); ++i) {
        const passes::CardStack::Card& card = cards_->card(i);
        all += fmt::format("{}:{}:{}:{};", card.origin, card.index, card.best_points, card.second_points);
        for (const auto& statement : card.statements) {
            all += fmt::format("{}:{}:{}:{};", static_cast<int>(statement.field), statement.line, statement.text.size(),
                               statement.text);
        }
    }
    if (verdicts_) {
        for (const DuplicateVerdicts::Verdict& verdict : verdicts_->all()) {
            all += fmt::format("{}:{}:{}:{};", verdict.input, verdict.game, verdict.is_dropped, verdict.message);
        }
    }
    return digest_of(all).low;
}

}  // namespace tengen::pipeline
