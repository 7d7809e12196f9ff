// From the bytes of an input to games that passed the passes, with everything worth saying on the way.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <tengen/model/game.h>
#include <tengen/model/storage.h>

#include "diagnostics/summary.h"
#include "io/source.h"
#include "passes/standard.h"
#include "pipeline/report.h"
#include "pipeline/settings.h"
#include "plugins/charset_services.h"
#include "plugins/registry.h"
#include "plugins/session.h"

namespace tengen::pipeline {

/// One game on its way to the outputs.
struct ReadGame {
    Game game;                ///< valid during the call
    std::uint32_t index = 0;  ///< in the input, rejected games counted too
    bool rejected = false;
    std::string_view member{};  ///< of a container, or empty
    std::string_view format{};  ///< the reader's
    /// Where outputs count what they find about this game; may be null.
    diagnostics::InputSummary* summary = nullptr;
    bool filtered = false;  ///< the filter leaves it out
    /// The game itself, for a consumer that keeps it as long as the input's bytes; null if it cannot be had.
    OwnedGame* owner = nullptr;
    /// Of a container, the media that belong to the record: the first game brings their names.
    std::span<const std::string> media{};
    /// Of a container of which another one is made, the members that do not go along. Nothing a reader knows.
    std::span<const std::string> left_out{};
};

/// Takes the games of an input in their order; a game that a fatal finding kept from arriving is counted and rejected,
/// but not among them. Exceptions pass through the reader.
class GameConsumer {
public:
    GameConsumer() = default;
    GameConsumer(const GameConsumer&) = delete;
    GameConsumer& operator=(const GameConsumer&) = delete;
    virtual ~GameConsumer() = default;

    virtual void take(const ReadGame& game) = 0;
    /// The games of a member of a container are through. Who keeps one of them takes the bytes, too.
    virtual void end_member(io::Bytes&) {}
};

/// Takes nothing: for those who need the findings only.
class NoGames final : public GameConsumer {
public:
    void take(const ReadGame&) override {}
};

/// Reads inputs one after the other. A container is one input: the games of all its members are counted through, in the
/// order of the members.
///
/// Threads: an object belongs to one thread at a time; several may share the registry and the settings.
class InputReader {
public:
    /// All references must outlive the object.
    InputReader(plugins::Registry& registry, plugins::CharsetServices& charsets, const Settings& settings,
                DiagnosticReceiver& report)
        : registry_(registry), charsets_(charsets), passes_(settings.passes), settings_(settings), report_(report) {}

    /// Everything that can be wrong with an input is reported, never thrown; the summary is reported last.
    diagnostics::InputSummary read(io::Input& input, GameConsumer& consumer);

    /// An input that could not be opened: the finding and its summary.
    diagnostics::InputSummary refuse(const io::Finding& finding);

private:
    /// One a format, for one input after the other.
    using Sessions = std::map<std::string, std::unique_ptr<plugins::ReaderSession>, std::less<>>;

    plugins::Registry& registry_;
    plugins::CharsetServices& charsets_;
    passes::PassRunner passes_;
    const Settings& settings_;
    DiagnosticReceiver& report_;
    Sessions sessions_;
};

}  // namespace tengen::pipeline
