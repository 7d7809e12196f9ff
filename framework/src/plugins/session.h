#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/abi/plugin.h>
#include <tengen/model/storage.h>

#include "plugins/host_services.h"
#include "plugins/registry.h"

// Driving one reader or writer: the statuses of the boundary become results, instances are closed, and a plugin that
// breaks the rules does no harm.
namespace tengen::plugins {

enum class SessionStatus : std::uint8_t {
    ok,
    end,          ///< no further game
    gave_up,      ///< the plugin reported a fatal finding; the listener has it
    bad_option,   ///< open: see message
    write_error,  ///< the sink refused
    fault         ///< the plugin threw or broke a rule; the listener was told (plugin.failed)
};

struct SessionResult {
    SessionStatus status = SessionStatus::ok;
    std::string message;  ///< for bad_option and fault
    [[nodiscard]] bool ok() const { return status == SessionStatus::ok; }
};

/// An option as the user gave it.
struct OptionValue {
    std::string name;
    std::string value;
};

/// Whether every column of every game is checked before anybody reads it. The plugins of tengen itself are tested
/// enough; foreign ones are worth the time.
enum class Validation : std::uint8_t { header_only, whole_game };

/// One input being read. Thread rule: one thread at a time, any thread.
class ReaderSession {
public:
    /// Listener, charsets and companions (which may be missing) must outlive the session.
    ReaderSession(ReaderHandle reader, FindingListener& listener, CharsetServices& charsets,
                  Validation validation = Validation::header_only, CompanionProvider* companions = nullptr);
    ~ReaderSession();
    ReaderSession(const ReaderSession&) = delete;
    ReaderSession& operator=(const ReaderSession&) = delete;

    /// Once, first. `bytes` must be followed by at least 64 zero bytes and stay valid until the session is gone and all
    /// its games are released. Throws what the listener throws.
    [[nodiscard]] SessionResult open(std::string_view bytes, std::span<const OptionValue> options);

    /// Once open was called: another input with the same options, for another listener, as if in a session of its own.
    /// All games must be released. Plugins that can use their memory again do so; the rules for `bytes` are those of
    /// open, but those of the input before may be gone.
    [[nodiscard]] SessionResult reopen(std::string_view bytes, FindingListener& listener,
                                       CompanionProvider* companions = nullptr);

    /// The next game into `game`, which is empty unless the result is ok. After any other result the answer stays the
    /// same. Throws what the listener throws.
    [[nodiscard]] SessionResult next(OwnedGame& game);

    /// How many bytes of the input no later call will touch.
    [[nodiscard]] std::uint64_t consumed();

private:
    SessionResult begin(std::string_view bytes);
    SessionResult settle(tengen_status status);
    SessionResult fail(std::string message);

    ReaderHandle reader_;
    FindingListener* listener_;
    HostServices services_;
    Validation validation_;
    std::vector<OptionValue> options_;  // their texts must live as long as the instance
    std::uint64_t size_ = 0;
    tengen_reader_instance* instance_ = nullptr;
    SessionResult last_;
};

/// Takes the bytes of a writer; false: they cannot be written, stop. May throw, as the listener may.
using WriteBytes = std::function<bool(std::string_view)>;

/// One output being written. Thread rule: one thread at a time, any thread.
class WriterSession {
public:
    /// Listener, charsets and whatever `write` needs must outlive the session.
    WriterSession(WriterHandle writer, FindingListener& listener, CharsetServices& charsets, WriteBytes write);
    ~WriterSession();
    WriterSession(const WriterSession&) = delete;
    WriterSession& operator=(const WriterSession&) = delete;

    /// Once, first. Throws what listener or sink throw; so do the others.
    [[nodiscard]] SessionResult open(std::span<const OptionValue> options);
    [[nodiscard]] SessionResult put(Game game);
    /// The same, with the names of the input and of its member that the game was read from.
    [[nodiscard]] SessionResult put(Game game, std::string_view input, std::string_view member);
    /// Once, last. Without it the output is incomplete.
    [[nodiscard]] SessionResult finish();

private:
    SessionResult settle(tengen_status status);
    SessionResult fail(std::string message);
    static std::uint32_t write(const tengen_sink* sink, tengen_text bytes) noexcept;

    WriterHandle writer_;
    FindingListener& listener_;
    HostServices services_;
    WriteBytes write_;
    tengen_sink sink_{};
    bool refused_ = false;
    std::exception_ptr thrown_;
    std::vector<OptionValue> options_;
    tengen_writer_instance* instance_ = nullptr;
    SessionResult last_;
};

/// Why a value does not fit an option, for people; empty if it does. Readers and writers check once more themselves.
[[nodiscard]] std::string check_option(const OptionInfo& option, std::string_view value);

/// The same for a whole set; names that no option has come with the nearest one that exists.
[[nodiscard]] std::string check_options(std::span<const OptionInfo> options, std::span<const OptionValue> given);

}  // namespace tengen::plugins
