// Driving readers and writers through the host, as the program does.
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/card.h>
#include <tengen/model/storage.h>
#include <tengen/sdk/plugin.h>

#include "library/plugin_tables.h"
#include "plugins/charset_services.h"
#include "plugins/session.h"
#include "support/game_sketch.h"

namespace tengen::test {

/// Notes findings as "library.bad-entry 0@17": id, game, offset.
class Listener final : public plugins::FindingListener {
public:
    std::uint32_t on_finding(const plugins::Finding& finding) override {
        std::string text(finding.id);
        if (finding.game) {
            text += ' ' + std::to_string(*finding.game);
        }
        if (finding.offset) {
            text += '@' + std::to_string(*finding.offset);
        }
        found.push_back(std::move(text));
        messages.emplace_back(finding.message);
        const bool is_fatal = finding.id == "library.bad-xml" || finding.id == "library.no-record";
        return is_fatal ? TENGEN_STOP : 0;
    }
    void on_loss(const plugins::Loss&) override {}

    std::vector<std::string> found;
    std::vector<std::string> messages;
};

class ReadText {
public:
    ReadText(const tengen_reader& reader, std::string_view text) : bytes_(text), readers_{&reader} {
        bytes_.append(64, '\0');
        plugin_ = sdk::define_plugin("test.reader", "1", "one reader", readers_, {});
        plugins::ReaderSession session({&plugin_, &reader}, listener, charsets_, plugins::Validation::whole_game);
        plugins::SessionResult result = session.open(std::string_view(bytes_).substr(0, text.size()), {});
        while (result.ok()) {
            OwnedGame game;
            result = session.next(game);
            if (result.ok()) {
                games.push_back(std::move(game));
            }
        }
        status = result.status;
    }
    ReadText(const ReadText&) = delete;
    ReadText& operator=(const ReadText&) = delete;

    Listener listener;
    plugins::SessionStatus status = plugins::SessionStatus::ok;

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
    WrittenText(const tengen_writer& writer, const std::vector<Game>& games) {
        const tengen_writer* writers[] = {&writer};
        const tengen_plugin plugin = sdk::define_plugin("test.writer", "1", "one writer", {}, writers);
        plugins::CharsetServices charsets;
        plugins::WriterSession session({&plugin, &writer}, listener, charsets, [this](std::string_view bytes) {
            text += bytes;
            return true;
        });
        plugins::SessionResult result = session.open({});
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

inline std::vector<Game> views(const ReadText& read) {
    std::vector<Game> games;
    for (const OwnedGame& game : read.games) {
        games.push_back(game.view());
    }
    return games;
}

/// The facts of a game, one a line: "date: 1846", "publisher= Kiseido @bibtex" for what has no place in the model.
inline std::string facts_of(Game game) {
    std::string text;
    for (std::uint32_t i = 0; i < game.columns().fact_count; ++i) {
        const tengen_fact& fact = game.columns().facts[i];
        text += std::string(field_name(fact.field)) + ": " + std::string(fact_text(game, fact)) + "\n";
    }
    for (std::uint32_t i = 0; i < game.columns().extension_field_count; ++i) {
        const tengen_extension_field& field = game.columns().extension_fields[i];
        text += std::string(game.stored(field.key)) + "= " + std::string(game.stored(field.text)) + " @" +
                std::string(game.stored(field.place)) + "\n";
    }
    return text;
}

/// A game with facts of a card, one "Keyword: value" each.
inline GameSketch card(std::initializer_list<std::pair<const char*, const char*>> fields) {
    GameSketch sketch({19, 19});
    sketch.node();
    for (const auto& [keyword, text] : fields) {
        sketch.storage().facts.push_back(
            make_card_fact(sketch.storage(), find_card_keyword(keyword)->field, text, TENGEN_NONE));
    }
    return sketch;
}

/// Writes games, reads them back and writes them again: the second text must be the first.
inline std::string written_twice(const tengen_writer& writer, const tengen_reader& reader, const std::string& first) {
    const ReadText back(reader, first);
    if (back.status != plugins::SessionStatus::end) {
        return "not read back";
    }
    return WrittenText(writer, views(back)).text;
}

/// Facts of any kind, odd ones too, from a seed.
inline GameSketch random_information(unsigned seed) {
    const char* const texts[] = {"Honinbo Shusaku",
                                 "Redmond, Michael?",
                                 "A & B",
                                 "?",
                                 "{[(]})",
                                 "a; b;c",
                                 "100% $ # _ ^ ~ \\ & <x> \"y\" 'z'",
                                 "Komi: 5.5",
                                 "Comment: Result: B+2",
                                 "  two  blanks\n and a line ",
                                 "\xE6\x9C\xAC\xE5\x9B\xA0\xE5\x9D\x8A \xE2\x80\x93 x",
                                 "x -- y --- z",
                                 "W+T",
                                 "B+2.5",
                                 "7",
                                 "5.5",
                                 "1846-07-21,22",
                                 "1846-07",
                                 "spring 1846",
                                 "\\'{e} {\\\"o}",
                                 "\x01\x02 control",
                                 "GW 12, p. 3",
                                 "AGJ 3/4; GR 5",
                                 "9p"};
    constexpr std::size_t count = sizeof texts / sizeof texts[0];
    const char* const properties[] = {"PB", "PW", "BR", "WR", "DT", "EV", "RO", "PC", "KM", "RE", "HA", "RU",
                                      "SO", "GC", "GN", "AN", "US", "CP", "ON", "TM", "OT", "BT", "WT"};
    std::uint64_t state = seed * 6364136223846793005u + 1442695040888963407u;
    const auto below = [&](std::size_t bound) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::size_t>((state >> 33) % bound);
    };
    GameSketch sketch({19, 19});
    sketch.node();
    if (seed % 2 == 0) {
        for (const char* property : properties) {
            if (below(2) == 0) {
                sketch.add(property, texts[below(count)]);
            }
        }
    } else {
        for (const CardKeyword& keyword : card_keywords) {
            for (std::size_t n = below(2) + (may_repeat_on_card(keyword.field) ? below(2) : 0); n > 0; --n) {
                std::string text = texts[below(count)];
                std::replace(text.begin(), text.end(), '\n', ' ');
                sketch.storage().facts.push_back(make_card_fact(sketch.storage(), keyword.field, text, TENGEN_NONE));
            }
        }
    }
    return sketch;
}

}  // namespace tengen::test
