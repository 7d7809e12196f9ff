#include "plugins/session.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include <tengen/model/invariant.h>

#include "diagnostics/did_you_mean.h"

namespace tengen::plugins {

namespace {

constexpr std::size_t game_size = offsetof(tengen_game, owner) + sizeof(tengen_game::owner);

std::vector<tengen_option_value> to_abi(const std::vector<OptionValue>& options) {
    std::vector<tengen_option_value> values;
    values.reserve(options.size());
    for (const OptionValue& option : options) {
        values.push_back({{option.name.data(), option.name.size()}, {option.value.data(), option.value.size()}});
    }
    return values;
}

std::string last_message(const tengen_plugin& entry) {
    const tengen_text text = entry.error_message();
    return text.data == nullptr || text.size == 0 ? std::string("no reason given")
                                                  : std::string(text.data, static_cast<std::size_t>(text.size));
}

// What no reader of the game could do without; the columns are checked elsewhere.
std::string check_header(const tengen_game& game) {
    if (game.struct_size < game_size) {
        return fmt::format("returned a game of {} bytes, at least {} are needed", game.struct_size, game_size);
    }
    if (game.node_count == 0 || game.nodes == nullptr) {
        return "returned a game without a node";
    }
    if (game.properties == nullptr || (game.value_count != 0 && game.values == nullptr)) {
        return "returned a game without its columns";
    }
    return {};
}

// The meaning of a status for the caller; `stopped` tells whether the host itself asked the plugin to stop.
SessionResult interpret(tengen_status status, const tengen_plugin& entry, const HostServices& services,
                        bool sink_refused) {
    if (!services.breach().empty()) {
        return {SessionStatus::fault, services.breach()};
    }
    switch (status) {
        case TENGEN_OK:
            return {};
        case TENGEN_END:
            return {SessionStatus::end, {}};
        case TENGEN_FAILED:
            return services.was_stopped() ? SessionResult{SessionStatus::gave_up, {}}
                                          : SessionResult{SessionStatus::fault, "gave up without saying why"};
        case TENGEN_BAD_OPTION:
            return {SessionStatus::bad_option, last_message(entry)};
        case TENGEN_WRITE_ERROR:
            return sink_refused ? SessionResult{SessionStatus::write_error, {}}
                                : SessionResult{SessionStatus::fault, "claims a write error that did not happen"};
        case TENGEN_FAULT:
            return {SessionStatus::fault, last_message(entry)};
    }
    return {SessionStatus::fault, fmt::format("returned the unknown status {}", static_cast<int>(status))};
}

void tell(FindingListener& listener, const tengen_plugin& entry, std::string_view message) {
    const std::string text = fmt::format("plugin '{}': {}", entry.id, message);
    Finding finding;
    finding.id = "plugin.failed";
    finding.default_severity = TENGEN_SEVERITY_FATAL;
    finding.message = text;
    listener.on_finding(finding);
}

}  // namespace

ReaderSession::ReaderSession(ReaderHandle reader, FindingListener& listener, CharsetServices& charsets,
                             Validation validation, CompanionProvider* companions)
    : reader_(reader), listener_(&listener), services_(listener, charsets, companions), validation_(validation) {}

ReaderSession::~ReaderSession() {
    if (instance_ != nullptr) {
        reader_.reader->close(instance_);
    }
}

SessionResult ReaderSession::open(std::string_view bytes, std::span<const OptionValue> options) {
    options_.assign(options.begin(), options.end());
    return begin(bytes);
}

SessionResult ReaderSession::reopen(std::string_view bytes, FindingListener& listener, CompanionProvider* companions) {
    listener_ = &listener;
    services_.begin(listener, companions);
    const tengen_reader& table = *reader_.reader;
    // After anything but an ordinary end nobody knows in what state the instance is.
    if (instance_ != nullptr && last_.status == SessionStatus::end && TENGEN_READER_HAS(&table, reopen) &&
        table.reopen != nullptr) {
        size_ = bytes.size();
        SessionResult result = settle(table.reopen(instance_, {bytes.data(), bytes.size()}));
        return result.status == SessionStatus::end ? fail("reopen returned the status of an ended input") : result;
    }
    if (instance_ != nullptr) {
        table.close(std::exchange(instance_, nullptr));
    }
    return begin(bytes);
}

SessionResult ReaderSession::begin(std::string_view bytes) {
    size_ = bytes.size();
    const std::vector<tengen_option_value> values = to_abi(options_);
    const tengen_status status = reader_.reader->open(services_.host(), {bytes.data(), bytes.size()}, values.data(),
                                                      static_cast<std::uint32_t>(values.size()), &instance_);
    SessionResult result = settle(status);
    if (result.status == SessionStatus::end) {
        return fail("open returned the status of an ended input");
    }
    if (result.ok() && instance_ == nullptr) {
        return fail("open returned no reader");
    }
    return result;
}

SessionResult ReaderSession::next(OwnedGame& game) {
    game.reset();
    if (!last_.ok() || instance_ == nullptr) {
        return last_;
    }
    SessionResult result = settle(reader_.reader->next(instance_, game.receive()));
    if (!result.ok()) {
        game.reset();
        return result;
    }
    std::string fault = check_header(game.columns());
    if (fault.empty() && validation_ == Validation::whole_game) {
        fault = broken_invariant(game.columns()).value_or("");
        fault.insert(0, fault.empty() ? "" : "returned an impossible game: ");
    }
    if (!fault.empty()) {
        game.reset();
        return fail(std::move(fault));
    }
    return result;
}

std::uint64_t ReaderSession::consumed() {
    if (instance_ == nullptr) {
        return 0;
    }
    return std::min(reader_.reader->consumed(instance_), size_);
}

SessionResult ReaderSession::settle(tengen_status status) {
    last_ = {SessionStatus::gave_up, {}};  // what remains if the listener threw
    services_.rethrow();
    last_ = interpret(status, *reader_.entry, services_, false);
    if (last_.status == SessionStatus::fault) {
        tell(*listener_, *reader_.entry, last_.message);
    }
    return last_;
}

SessionResult ReaderSession::fail(std::string message) {
    last_ = {SessionStatus::fault, std::move(message)};
    tell(*listener_, *reader_.entry, last_.message);
    return last_;
}

WriterSession::WriterSession(WriterHandle writer, FindingListener& listener, CharsetServices& charsets,
                             WriteBytes write)
    : writer_(writer), listener_(listener), services_(listener, charsets), write_(std::move(write)) {
    sink_.struct_size = sizeof sink_;
    sink_.context = this;
    sink_.write = &WriterSession::write;
}

WriterSession::~WriterSession() {
    if (instance_ != nullptr) {
        writer_.writer->close(instance_);
    }
}

SessionResult WriterSession::open(std::span<const OptionValue> options) {
    options_.assign(options.begin(), options.end());
    const std::vector<tengen_option_value> values = to_abi(options_);
    SessionResult result = settle(writer_.writer->open(services_.host(), &sink_, values.data(),
                                                       static_cast<std::uint32_t>(values.size()), &instance_));
    if (result.ok() && instance_ == nullptr) {
        return fail("open returned no writer");
    }
    return result;
}

SessionResult WriterSession::put(Game game) {
    return last_.ok() && instance_ != nullptr ? settle(writer_.writer->put(instance_, &game.columns())) : last_;
}

SessionResult WriterSession::put(Game game, std::string_view input, std::string_view member) {
    services_.set_origin(input, member);
    SessionResult result = put(game);
    services_.set_origin({}, {});
    return result;
}

SessionResult WriterSession::finish() {
    return last_.ok() && instance_ != nullptr ? settle(writer_.writer->finish(instance_)) : last_;
}

SessionResult WriterSession::settle(tengen_status status) {
    last_ = {SessionStatus::gave_up, {}};  // what remains if listener or sink threw
    services_.rethrow();
    if (thrown_) {
        std::rethrow_exception(std::exchange(thrown_, nullptr));
    }
    last_ = interpret(status, *writer_.entry, services_, refused_);
    if (last_.ok() && refused_) {
        last_ = {SessionStatus::write_error, {}};  // the writer did not care that its bytes went nowhere
    }
    if (last_.status == SessionStatus::end) {
        last_ = {SessionStatus::fault, "a writer returned the status of an ended input"};
    }
    if (last_.status == SessionStatus::fault) {
        tell(listener_, *writer_.entry, last_.message);
    }
    return last_;
}

SessionResult WriterSession::fail(std::string message) {
    last_ = {SessionStatus::fault, std::move(message)};
    tell(listener_, *writer_.entry, last_.message);
    return last_;
}

std::uint32_t WriterSession::write(const tengen_sink* sink, tengen_text bytes) noexcept {
    auto& session = *static_cast<WriterSession*>(sink->context);
    if (session.refused_) {
        return 0;
    }
    try {
        session.refused_ = !session.write_({bytes.data, static_cast<std::size_t>(bytes.size)});
    } catch (...) {
        session.thrown_ = std::current_exception();
        session.refused_ = true;
    }
    return session.refused_ ? 0 : 1;
}

std::string check_option(const OptionInfo& option, std::string_view value) {
    switch (option.type) {
        case OptionType::boolean:
            return value == "true" || value == "false"
                       ? std::string()
                       : fmt::format("option '{}': '{}' is neither true nor false", option.name, value);
        case OptionType::integer: {
            std::int64_t number = 0;
            const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
            if (error != std::errc() || end != value.data() + value.size()) {
                return fmt::format("option '{}': '{}' is no whole number", option.name, value);
            }
            return number >= option.minimum && number <= option.maximum
                       ? std::string()
                       : fmt::format("option '{}': {} is not between {} and {}", option.name, value, option.minimum,
                                     option.maximum);
        }
        case OptionType::text:
        case OptionType::path:
            return {};
        case OptionType::choice:
            for (const std::string& choice : option.choices) {
                if (value == choice) {
                    return {};
                }
            }
            return fmt::format("option '{}': '{}' is none of {}", option.name, value, fmt::join(option.choices, ", "));
    }
    return {};
}

std::string check_options(std::span<const OptionInfo> options, std::span<const OptionValue> given) {
    for (const OptionValue& value : given) {
        const OptionInfo* found = nullptr;
        std::vector<std::string> names;
        for (const OptionInfo& option : options) {
            names.push_back(option.name);
            found = option.name == value.name ? &option : found;
        }
        if (found == nullptr) {
            const auto nearest = diagnostics::nearest_name(value.name, names);
            return nearest ? fmt::format("no option '{}'; did you mean '{}'?", value.name, *nearest)
                           : fmt::format("no option '{}'", value.name);
        }
        if (std::string fault = check_option(*found, value.value); !fault.empty()) {
            return fault;
        }
    }
    return {};
}

}  // namespace tengen::plugins
