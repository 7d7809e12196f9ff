// Defining a plugin: C++ classes become the tables of the C boundary, and no exception gets across it.
//
//   class MyReader {                       // one object per input, used by one thread at a time
//     public:
//       MyReader(sdk::Host host, std::string_view bytes, const sdk::Options& options);
//       bool next(tengen_game& game);      // false behind the last game; may throw sdk::GiveUp
//       std::uint64_t consumed() const;    // bytes of the input that no later call touches
//       void reopen(std::string_view bytes);  // optional: another input; see tengen_reader
//   };
//   constexpr tengen_reader my_reader = sdk::define_reader<MyReader>({.format = "my", ...});
//
//   class MyWriter {
//     public:
//       MyWriter(sdk::Host host, sdk::Sink sink, const sdk::Options& options);
//       void put(Game game);
//       void finish();
//   };
//   constexpr tengen_writer my_writer = sdk::define_writer<MyWriter>({.format = "my", ...});
//
//   constexpr const tengen_reader* readers[] = {&my_reader};
//   constexpr const tengen_writer* writers[] = {&my_writer};
//   TENGEN_DEFINE_PLUGIN("org.example.my", "1.0.0", "My records", readers, writers)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>

#include <tengen/abi/plugin.h>
#include <tengen/model/game.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>

namespace tengen::sdk {

namespace plugin_detail {

inline std::string& last_error() {
    thread_local std::string message;
    return message;
}

inline void remember(const char* message) noexcept {
    try {
        last_error() = message;
    } catch (...) {  // no memory for the message: an empty one is still a valid answer
        last_error().clear();
    }
}

inline tengen_text error_message() {
    return to_abi(last_error());
}

/// Run one call of the boundary; whatever it throws becomes a status.
template <class Call>
tengen_status fenced(Call&& call) noexcept {
    try {
        return call();
    } catch (const GiveUp&) {
        return TENGEN_FAILED;
    } catch (const SinkRefused&) {
        return TENGEN_WRITE_ERROR;
    } catch (const BadOption& error) {
        remember(error.what());
        return TENGEN_BAD_OPTION;
    } catch (const std::bad_alloc&) {
        remember("out of memory");
        return TENGEN_FAULT;
    } catch (const std::exception& error) {
        remember(error.what());
        return TENGEN_FAULT;
    } catch (...) {
        remember("an exception that is no std::exception");
        return TENGEN_FAULT;
    }
}

template <class Reader>
struct ReaderCalls {
    static Reader* object(tengen_reader_instance* instance) { return reinterpret_cast<Reader*>(instance); }

    static tengen_status next(tengen_reader_instance* instance, tengen_game* game) {
        return fenced([&] { return object(instance)->next(*game) ? TENGEN_OK : TENGEN_END; });
    }
    static std::uint64_t consumed(tengen_reader_instance* instance) { return object(instance)->consumed(); }
    static void close(tengen_reader_instance* instance) { delete object(instance); }
};

template <class Writer>
struct WriterCalls {
    static Writer* object(tengen_writer_instance* instance) { return reinterpret_cast<Writer*>(instance); }

    static tengen_status put(tengen_writer_instance* instance, const tengen_game* game) {
        return fenced([&] {
            object(instance)->put(Game(*game));
            return TENGEN_OK;
        });
    }
    static tengen_status finish(tengen_writer_instance* instance) {
        return fenced([&] {
            object(instance)->finish();
            return TENGEN_OK;
        });
    }
    static void close(tengen_writer_instance* instance) { delete object(instance); }
};

}  // namespace plugin_detail

/// What a reader publishes. Option tables and extension lists must have static storage.
struct ReaderDescription {
    const char* format;
    const char* title;
    const char* const* extensions;
    std::uint32_t (*sniff)(tengen_text head, tengen_text name);
};

template <class Reader, const auto& OptionTable>
[[nodiscard]] constexpr tengen_reader define_reader(const ReaderDescription& description) {
    using Calls = plugin_detail::ReaderCalls<Reader>;
    tengen_reader reader{};
    reader.struct_size = sizeof reader;
    reader.format = description.format;
    reader.title = description.title;
    reader.extensions = description.extensions;
    reader.options = std::data(OptionTable);
    reader.option_count = static_cast<std::uint32_t>(std::size(OptionTable));
    reader.sniff = description.sniff;
    reader.open = [](const tengen_host* host, tengen_text bytes, const tengen_option_value* options,
                     std::uint32_t option_count, tengen_reader_instance** instance) {
        return plugin_detail::fenced([&] {
            const Options checked(OptionTable, std::span(options, option_count));
            auto made = std::make_unique<Reader>(Host(host), from_abi(bytes), checked);
            *instance = reinterpret_cast<tengen_reader_instance*>(made.release());
            return TENGEN_OK;
        });
    };
    reader.next = &Calls::next;
    reader.consumed = &Calls::consumed;
    reader.close = &Calls::close;
    if constexpr (requires(Reader & object, std::string_view bytes) { object.reopen(bytes); }) {
        reader.reopen = [](tengen_reader_instance* instance, tengen_text bytes) {
            return plugin_detail::fenced([&] {
                Calls::object(instance)->reopen(from_abi(bytes));
                return TENGEN_OK;
            });
        };
    }
    return reader;
}

/// What a writer publishes.
struct WriterDescription {
    const char* format;
    const char* title;
    const char* extension;
};

/// One level per feature, in the order of tengen_feature.
using Capabilities = std::array<std::uint8_t, TENGEN_FEATURE_COUNT>;

template <class Writer, const auto& OptionTable, const Capabilities& Row>
[[nodiscard]] constexpr tengen_writer define_writer(const WriterDescription& description) {
    using Calls = plugin_detail::WriterCalls<Writer>;
    tengen_writer writer{};
    writer.struct_size = sizeof writer;
    writer.format = description.format;
    writer.title = description.title;
    writer.extension = description.extension;
    writer.options = std::data(OptionTable);
    writer.option_count = static_cast<std::uint32_t>(std::size(OptionTable));
    writer.capabilities = Row.data();
    writer.capability_count = static_cast<std::uint32_t>(Row.size());
    writer.open = [](const tengen_host* host, const tengen_sink* sink, const tengen_option_value* options,
                     std::uint32_t option_count, tengen_writer_instance** instance) {
        return plugin_detail::fenced([&] {
            const Options checked(OptionTable, std::span(options, option_count));
            auto made = std::make_unique<Writer>(Host(host), Sink(sink), checked);
            *instance = reinterpret_cast<tengen_writer_instance*>(made.release());
            return TENGEN_OK;
        });
    };
    writer.put = &Calls::put;
    writer.finish = &Calls::finish;
    writer.close = &Calls::close;
    return writer;
}

[[nodiscard]] constexpr tengen_plugin define_plugin(const char* id, const char* version, const char* description,
                                                    std::span<const tengen_reader* const> readers,
                                                    std::span<const tengen_writer* const> writers) {
    tengen_plugin plugin{};
    plugin.struct_size = sizeof plugin;
    plugin.abi_minor = TENGEN_ABI_MINOR;
    plugin.id = id;
    plugin.version = version;
    plugin.description = description;
    plugin.readers = readers.data();
    plugin.reader_count = static_cast<std::uint32_t>(readers.size());
    plugin.writers = writers.data();
    plugin.writer_count = static_cast<std::uint32_t>(writers.size());
    plugin.error_message = &plugin_detail::error_message;
    plugin.get_extension = [](const char*) -> const void* { return nullptr; };
    return plugin;
}

}  // namespace tengen::sdk

/// Define the one exported symbol. Constant data, so nothing runs when the module is loaded.
#define TENGEN_DEFINE_PLUGIN(id, version, description, readers, writers)             \
    extern "C" constinit TENGEN_PLUGIN_EXPORT const tengen_plugin tengen_plugin_v1 = \
        ::tengen::sdk::define_plugin(id, version, description, readers, writers);
