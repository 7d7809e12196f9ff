// Driving readers and writers through the host, as the program does.
#pragma once

#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/model/card.h>
#include <tengen/model/game.h>
#include <tengen/model/storage.h>
#include <tengen/sdk/plugin.h>

#include "landman-card/plugin_tables.h"
#include "plugins/charset_services.h"
#include "plugins/session.h"

namespace tengen::test {

/// Notes findings as "card.bad-date 0@17": id, game, offset. Repairs are made where the id is named.
class Listener final : public plugins::FindingListener {
public:
    explicit Listener(std::set<std::string, std::less<>> fixes = {}) : fixes_(std::move(fixes)) {}

    std::uint32_t on_finding(const plugins::Finding& finding) override {
        std::string text(finding.id);
        if (finding.game) {
            text += ' ' + std::to_string(*finding.game);
        }
        if (finding.offset) {
            text += '@' + std::to_string(*finding.offset);
        }
        found.push_back(std::move(text));
        return fixes_.contains("*") || fixes_.contains(finding.id) ? TENGEN_APPLY_FIX : 0;
    }
    void on_loss(const plugins::Loss& loss) override { lost.emplace_back(loss.id); }

    std::vector<std::string> found;
    std::vector<std::string> lost;

private:
    std::set<std::string, std::less<>> fixes_;
};

/// The games of a text. Keep the object as long as the games are used.
class ReadText {
public:
    ReadText(const tengen_reader& reader, std::string_view text, std::set<std::string, std::less<>> fixes = {},
             std::vector<plugins::OptionValue> options = {})
        : listener(std::move(fixes)), bytes_(text), readers_{&reader} {
        bytes_.append(64, '\0');
        plugin_ = sdk::define_plugin("test.reader", "1", "one reader", readers_, {});
        plugins::ReaderSession session({&plugin_, &reader}, listener, charsets_, plugins::Validation::whole_game);
        plugins::SessionResult result = session.open(std::string_view(bytes_).substr(0, text.size()), options);
        while (result.ok()) {
            OwnedGame game;
            result = session.next(game);
            if (result.ok()) {
                games.push_back(std::move(game));
            }
        }
        if (result.status != plugins::SessionStatus::end) {
            throw std::runtime_error("not read: " + result.message);
        }
    }
    ReadText(const ReadText&) = delete;
    ReadText& operator=(const ReadText&) = delete;

    Listener listener;

private:
    std::string bytes_;
    plugins::CharsetServices charsets_;
    std::vector<const tengen_reader*> readers_;
    tengen_plugin plugin_{};

public:
    std::vector<OwnedGame> games;
};

class WrittenText {
public:
    WrittenText(const tengen_writer& writer, const std::vector<Game>& games,
                std::vector<plugins::OptionValue> options = {}) {
        const tengen_writer* writers[] = {&writer};
        const tengen_plugin plugin = sdk::define_plugin("test.writer", "1", "one writer", {}, writers);
        plugins::CharsetServices charsets;
        plugins::WriterSession session({&plugin, &writer}, listener, charsets, [this](std::string_view bytes) {
            text += bytes;
            return true;
        });
        plugins::SessionResult result = session.open(options);
        for (const Game game : games) {
            if (result.ok()) {
                result = session.put(game);
            }
        }
        if (!result.ok() || !session.finish().ok()) {
            throw std::runtime_error("not written: " + result.message);
        }
    }

    Listener listener;
    std::string text;
};

inline ReadText read_cards(std::string_view text, std::set<std::string, std::less<>> fixes = {}) {
    return {landman::reader_table, text, std::move(fixes)};
}

inline std::vector<Game> views(const ReadText& read) {
    std::vector<Game> games;
    for (const OwnedGame& game : read.games) {
        games.push_back(game.view());
    }
    return games;
}

/// The fields of a card, one a line: "Date: 1846", "Size= 13" for extension fields with their place.
inline std::string fields_of(Game game) {
    std::string text;
    for (std::uint32_t i = 0; i < game.columns().fact_count; ++i) {
        const tengen_fact& fact = game.columns().facts[i];
        text += std::string(card_keyword_of(fact.field)->name) + ": " + std::string(game.stored(fact.text)) + "\n";
    }
    for (std::uint32_t i = 0; i < game.columns().extension_field_count; ++i) {
        const tengen_extension_field& field = game.columns().extension_fields[i];
        text += std::string(game.stored(field.key)) + "= " + std::string(game.stored(field.text)) + " #" +
                std::string(game.stored(field.place)) + "\n";
    }
    return text;
}

}  // namespace tengen::test
