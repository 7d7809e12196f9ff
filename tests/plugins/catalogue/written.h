// Driving the writers through the host, as the program does.
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <stdlib.h>

#include <tengen/model/card.h>
#include <tengen/sdk/plugin.h>

#include "catalogue/database.h"
#include "catalogue/plugin_tables.h"
#include "plugins/charset_services.h"
#include "plugins/session.h"
#include "support/game_sketch.h"

namespace tengen::test {

class Listener final : public plugins::FindingListener {
public:
    std::uint32_t on_finding(const plugins::Finding& finding) override {
        found.push_back(std::string(finding.id) + ": " + std::string(finding.message));
        return finding.id == "library.bad-catalogue" ? TENGEN_STOP : 0;
    }
    void on_loss(const plugins::Loss&) override {}
    std::vector<std::string> found;
};

struct Origin {
    std::string input;
    std::string member;
};

/// One output, game by game.
class Writing {
public:
    explicit Writing(const tengen_writer& writer, std::vector<plugins::OptionValue> options = {})
        : writers_{&writer},
          plugin_(sdk::define_plugin("test.writer", "1", "one writer", {}, writers_)),
          session_({&plugin_, &writer}, listener, charsets_, [this](std::string_view bytes) {
              text += bytes;
              return true;
          }) {
        status = session_.open(options).status;
    }
    Writing& put(Game game, const Origin& origin = {}) {
        status = session_.put(game, origin.input, origin.member).status;
        return *this;
    }
    Writing& finish() {
        status = session_.finish().status;
        return *this;
    }

    plugins::SessionStatus status;
    Listener listener;
    std::string text;

private:
    std::vector<const tengen_writer*> writers_;
    tengen_plugin plugin_;
    plugins::CharsetServices charsets_;
    plugins::WriterSession session_;
};

/// A folder that is gone with the object.
class Folder {
public:
    Folder() {
        std::string path = (std::filesystem::temp_directory_path() / "tengen-test-XXXXXX").string();
        path_ = ::mkdtemp(path.data());
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] std::string file(const std::string& name, std::string_view content) const {
        const std::string path = (path_ / name).string();
        std::ofstream(path, std::ios::binary) << content;
        return path;
    }
    [[nodiscard]] std::string path(const std::string& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

/// The rows of a query, columns joined with '|'.
inline std::vector<std::string> rows(const std::string& database, const char* query, int columns) {
    catalogue::Database opened(database, catalogue::Database::Access::read);
    catalogue::Statement statement(opened, query);
    std::vector<std::string> result;
    while (statement.step()) {
        std::string row;
        for (int i = 0; i < columns; ++i) {
            row += i == 0 ? "" : "|";
            row += statement.text(i);
        }
        result.push_back(std::move(row));
    }
    return result;
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

}  // namespace tengen::test
