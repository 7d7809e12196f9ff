// Driving the JSON reader and writer through the plugin boundary, without a host program.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <simdjson.h>

#include <tengen/abi/plugin.h>
#include <tengen/model/game.h>
#include <tengen/model/storage.h>

#include "json/plugin_tables.h"

namespace tengen::test {

struct Finding {
    std::string id;
    std::uint32_t game;
    std::uint32_t node;
    std::uint64_t offset;
    std::string message;
};

/// Collects findings. Fatal are json.not-json and model.invariant, as in the catalogue.
class TestHost {
public:
    TestHost() {
        host_.struct_size = sizeof host_;
        host_.context = this;
        host_.report = [](const tengen_host* host, const tengen_finding* finding) -> std::uint32_t {
            auto& self = *static_cast<TestHost*>(host->context);
            self.findings.push_back({finding->id, finding->game, finding->node, finding->offset,
                                     std::string(finding->message.data, finding->message.size)});
            const bool fatal =
                self.findings.back().id == "json.not-json" || self.findings.back().id == "model.invariant";
            return fatal && self.stops ? TENGEN_STOP : 0;
        };
        host_.report_loss = [](const tengen_host*, const tengen_loss*) {};
        host_.get_extension = [](const tengen_host*, const char*) -> const void* { return nullptr; };
        host_.is_utf8 = [](const tengen_host*, tengen_text bytes) -> std::uint32_t {
            return bytes.size == 0 || simdjson::validate_utf8(bytes.data, bytes.size) ? 1 : 0;
        };
    }
    TestHost(const TestHost&) = delete;
    TestHost& operator=(const TestHost&) = delete;

    [[nodiscard]] const tengen_host* get() const { return &host_; }

    std::vector<Finding> findings;
    bool stops = true;

private:
    tengen_host host_{};
};

using Options = std::vector<std::pair<std::string_view, std::string_view>>;

inline std::vector<tengen_option_value> to_abi(const Options& options) {
    std::vector<tengen_option_value> values;
    for (const auto& [name, value] : options) {
        values.push_back({{name.data(), name.size()}, {value.data(), value.size()}});
    }
    return values;
}

/// What the writer makes of some games. `status` is the first that is not TENGEN_OK.
struct Written {
    tengen_status status = TENGEN_OK;
    std::string text;
};

inline Written write_games(const std::vector<Game>& games, const Options& options = {}) {
    TestHost host;
    Written written;
    tengen_sink sink{};
    sink.struct_size = sizeof sink;
    sink.context = &written.text;
    sink.write = [](const tengen_sink* self, tengen_text bytes) -> std::uint32_t {
        static_cast<std::string*>(self->context)->append(bytes.data, bytes.size);
        return 1;
    };
    const std::vector<tengen_option_value> values = to_abi(options);
    tengen_writer_instance* instance = nullptr;
    written.status =
        json::writer_table.open(host.get(), &sink, values.data(), static_cast<std::uint32_t>(values.size()), &instance);
    for (const Game game : games) {
        if (written.status == TENGEN_OK) {
            written.status = json::writer_table.put(instance, &game.columns());
        }
    }
    if (written.status == TENGEN_OK) {
        written.status = json::writer_table.finish(instance);
    }
    if (instance != nullptr) {
        json::writer_table.close(instance);
    }
    return written;
}

inline std::string write_game(Game game, const Options& options = {}) {
    return write_games({game}, options).text;
}

/// The games of a document, what was said about it, and how reading ended.
class Document {
public:
    explicit Document(std::string_view text, bool stops = true) : bytes_(text) {
        host_.stops = stops;
        bytes_.append(64, '\0');
        tengen_reader_instance* instance = nullptr;
        status_ = json::reader_table.open(host_.get(), {bytes_.data(), text.size()}, nullptr, 0, &instance);
        while (status_ == TENGEN_OK) {
            OwnedGame game;
            status_ = json::reader_table.next(instance, game.receive());
            if (status_ == TENGEN_OK) {
                games_.push_back(std::move(game));
                consumed_.push_back(json::reader_table.consumed(instance));
            }
        }
        if (instance != nullptr) {
            json::reader_table.close(instance);
        }
    }
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

    [[nodiscard]] std::size_t size() const { return games_.size(); }
    [[nodiscard]] Game game(std::size_t i = 0) const { return games_.at(i).view(); }
    /// TENGEN_END if all went well.
    [[nodiscard]] tengen_status status() const { return status_; }
    [[nodiscard]] const std::vector<Finding>& findings() const { return host_.findings; }
    [[nodiscard]] const std::vector<std::uint64_t>& consumed() const { return consumed_; }

    /// The ids of all findings, joined by blanks.
    [[nodiscard]] std::string ids() const {
        std::string ids;
        for (const Finding& finding : host_.findings) {
            ids += (ids.empty() ? "" : " ") + finding.id;
        }
        return ids;
    }

private:
    std::string bytes_;
    TestHost host_;
    std::vector<OwnedGame> games_;
    std::vector<std::uint64_t> consumed_;
    tengen_status status_ = TENGEN_OK;
};

/// A document around some games.
inline std::string document_of(std::string_view games) {
    return R"({"format":"go-record","version":1,"collection":{"games":[)" + std::string(games) + "]}}";
}

}  // namespace tengen::test
