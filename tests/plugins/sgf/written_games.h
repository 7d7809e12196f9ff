// Drives the SGF writer through the host, as the program does.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/game.h>
#include <tengen/sdk/plugin.h>

#include "plugins/charset_services.h"
#include "plugins/session.h"
#include "sgf/writer/writer_table.h"

namespace tengen::test {

/// What came of writing some games: the bytes, and what was said about them, as "id kind what count node".
struct Written {
    std::string text;
    std::vector<std::string> losses;
    std::vector<std::string> findings;
    plugins::SessionResult result;
};

inline const tengen_plugin& plugin_with_writer() {
    static constexpr const tengen_writer* writers[] = {&sgf::writer_table};
    static const tengen_plugin plugin = sdk::define_plugin("test.sgf", "1", "the writer alone", {}, writers);
    return plugin;
}

class WrittenGames : public plugins::FindingListener {
public:
    explicit WrittenGames(std::vector<plugins::OptionValue> options) : options_(std::move(options)) {}

    std::uint32_t on_finding(const plugins::Finding& finding) override {
        std::string text(finding.id);
        text += " node " + (finding.node ? std::to_string(*finding.node) : std::string("-"));
        written_.findings.push_back(text + ": " + std::string(finding.message));
        return finding.default_severity == TENGEN_SEVERITY_FATAL ? TENGEN_STOP : 0;
    }
    void on_loss(const plugins::Loss& loss) override {
        std::string text = std::string(loss.id) + " " + std::string(loss.what) + " x" + std::to_string(loss.count);
        text += " node " + (loss.node ? std::to_string(*loss.node) : std::string("-"));
        written_.losses.push_back(text);
    }

    Written write(std::initializer_list<Game> games) {
        plugins::CharsetServices charsets;
        plugins::WriterSession session({&plugin_with_writer(), &sgf::writer_table}, *this, charsets,
                                       [this](std::string_view bytes) {
                                           written_.text += bytes;
                                           return true;
                                       });
        written_.result = session.open(options_);
        for (const Game& game : games) {
            if (written_.result.ok()) {
                written_.result = session.put(game);
            }
        }
        if (written_.result.ok()) {
            written_.result = session.finish();
        }
        return std::move(written_);
    }

private:
    std::vector<plugins::OptionValue> options_;
    Written written_;
};

inline Written write_games(std::initializer_list<Game> games, std::vector<plugins::OptionValue> options = {}) {
    return WrittenGames(std::move(options)).write(games);
}

/// The text of one game, written without any finding.
inline std::string written(Game game, std::vector<plugins::OptionValue> options = {}) {
    const Written out = write_games({game}, std::move(options));
    if (!out.result.ok() || !out.findings.empty()) {
        throw std::runtime_error("the game could not be written");
    }
    return out.text;
}

}  // namespace tengen::test
