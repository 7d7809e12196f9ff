// Private to this folder: reading and writing the way the conformance check does it, with an eye on every rule of the
// boundary.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <tengen/model/game.h>
#include <tengen/model/storage.h>

#include "diagnostics/policy.h"
#include "plugins/check_games.h"
#include "plugins/check_steps.h"
#include "plugins/session.h"

namespace tengen::plugins::check {

inline constexpr std::array levels{diagnostics::Level::strict, diagnostics::Level::lenient,
                                   diagnostics::Level::archive};

/// Throw std::runtime_error with the reason if there is no such thing.
const tengen_plugin& load(const std::filesystem::path& file);
ReaderHandle reader_of(const CheckSubject& subject);
WriterHandle writer_of(const tengen_plugin& entry, std::string_view format);

/// Listens as the engine would at one level, and notes what a plugin must not say.
class Recorder : public FindingListener {
public:
    explicit Recorder(diagnostics::Level level, std::uint64_t input_size = TENGEN_NO_OFFSET)
        : policy_(level), input_size_(input_size) {}

    std::uint32_t on_finding(const Finding& finding) override;
    void on_loss(const Loss& loss) override;

    std::vector<std::string> findings;
    std::vector<std::string> losses;
    std::string breach;

private:
    diagnostics::Policy policy_;
    std::uint64_t input_size_;
};

/// An input as readers are promised it, in memory of its own so that sanitizers see every step beyond it.
class Input {
public:
    explicit Input(std::string_view bytes)
        : buffer_(std::make_unique<char[]>(bytes.size() + padding)), size_(bytes.size()) {
        std::memcpy(buffer_.get(), bytes.data(), bytes.size());
    }
    [[nodiscard]] std::string_view view() const { return {buffer_.get(), size_}; }

private:
    static constexpr std::size_t padding = 64;
    std::unique_ptr<char[]> buffer_;  // all zero at first
    std::size_t size_;
};

struct Reading {
    SessionStatus status = SessionStatus::ok;
    std::vector<OwnedGame> games;
    std::vector<std::string> findings;
    std::string breach;  // of the rules, by the plugin
};

[[nodiscard]] Reading read(ReaderHandle reader, CharsetServices& charsets, const Input& input,
                           diagnostics::Level level);

/// All games of an input from a session that `opened` is the answer of.
[[nodiscard]] Reading read_games(ReaderSession& session, SessionResult opened, Recorder& recorder, const Input& input);

/// Empty if two readings say the same.
[[nodiscard]] std::string compare(const Reading& a, const Reading& b);

[[nodiscard]] std::string about(const CheckInput& input, std::string_view what);

struct Writing {
    SessionStatus status = SessionStatus::ok;
    std::string bytes;
    std::vector<std::string> losses;
    std::string breach;
};

[[nodiscard]] Writing write(WriterHandle writer, CharsetServices& charsets, const std::vector<Game>& games);

/// The built-in games, each alone and all together.
struct GameSet {
    std::string name;
    std::vector<Game> games;
    std::vector<tengen_feature> features;
};

class GameSets {
public:
    GameSets(const GameSets&) = delete;
    GameSets& operator=(const GameSets&) = delete;
    GameSets() : games_(make_check_games()) {
        GameSet together{"all games together", {}, {TENGEN_FEATURE_SEVERAL_GAMES}};
        numbered_.reserve(games_.size());
        for (const CheckGame& game : games_) {
            sets_.push_back({std::string(game.name), {Game(game.columns)}, game.features});
            numbered_.push_back(game.columns);
            numbered_.back().index = static_cast<std::uint32_t>(numbered_.size() - 1);
            together.games.emplace_back(numbered_.back());
            together.features.insert(together.features.end(), game.features.begin(), game.features.end());
        }
        sets_.push_back(std::move(together));
    }
    [[nodiscard]] const std::vector<GameSet>& sets() const { return sets_; }

private:
    std::vector<CheckGame> games_;
    std::vector<tengen_game> numbered_;  // the same games with their places in one input
    std::vector<GameSet> sets_;
};

/// A value that an option must refuse, unless it is a text.
[[nodiscard]] std::string wrong_value(const tengen_option& option);

/// Opens with the given option; returns what is wrong with the answer.
template <class Open>
std::string check_option_table(const tengen_option* options, std::uint32_t count, Open&& open) {
    const auto refused = [&open](const std::string& name, const std::string& value) -> std::string {
        const SessionResult result = open(OptionValue{name, value});
        if (result.status != SessionStatus::bad_option) {
            return fmt::format("the option {}={} is not refused", name, value);
        }
        return result.message.empty() || result.message == "no reason given"
                   ? fmt::format("the option {}={} is refused without a reason", name, value)
                   : std::string();
    };
    if (std::string wrong = refused("no-such-option", "true"); !wrong.empty()) {
        return wrong;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        const SessionResult result = open(OptionValue{options[i].name, options[i].default_value});
        if (result.status == SessionStatus::bad_option || result.status == SessionStatus::fault) {
            return fmt::format("the option {} does not take its own default: {}", options[i].name, result.message);
        }
        if (options[i].type == TENGEN_OPTION_TEXT || options[i].type == TENGEN_OPTION_PATH) {
            continue;  // any value may be right
        }
        if (std::string wrong = refused(options[i].name, wrong_value(options[i])); !wrong.empty()) {
            return wrong;
        }
    }
    return {};
}

}  // namespace tengen::plugins::check
