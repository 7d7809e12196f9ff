// Exceptions end at the plugin's side of the boundary, whatever they are.
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <tengen/model/builder.h>
#include <tengen/sdk/plugin.h>

namespace {

using namespace tengen;

constexpr const char* wheres[] = {"nowhere", "open", "next", "put", "finish", nullptr};
constexpr const char* whats[] = {"error", "memory", "number", "give-up", "option", "sink", nullptr};
constexpr std::array table{sdk::choice_option("where", "nowhere", wheres, "which call throws"),
                           sdk::choice_option("what", "error", whats, "what it throws")};

// Throws what its options say in the call that they name.
class Thrower {
public:
    explicit Thrower(const sdk::Options& options) : where_(options.text("where")), what_(options.text("what")) {
        at("open");
    }

    void at(std::string_view where) const {
        if (where != where_) {
            return;
        }
        if (what_ == "memory") {
            throw std::bad_alloc();
        }
        if (what_ == "number") {
            throw 42;
        }
        if (what_ == "give-up") {
            throw sdk::GiveUp();
        }
        if (what_ == "option") {
            throw sdk::BadOption("not this way");
        }
        if (what_ == "sink") {
            throw sdk::SinkRefused();
        }
        throw std::runtime_error("broken in " + where_);
    }

private:
    std::string where_;
    std::string what_;
};

int open_readers = 0;  // how many exist; only the test's own thread uses it

class Reader {
public:
    Reader(sdk::Host, std::string_view, const sdk::Options& options) : thrower_(options) { ++open_readers; }
    ~Reader() { --open_readers; }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    bool next(tengen_game& game) {
        std::unique_ptr<GameStorage> storage = pool_->acquire();
        GameBuilder(*storage).add_node(none);
        thrower_.at("next");
        if (done_) {
            pool_->recycle(std::move(storage));
            return false;
        }
        done_ = true;
        pool_->publish(std::move(storage), game);
        return true;
    }
    [[nodiscard]] std::uint64_t consumed() const { return 0; }

private:
    Thrower thrower_;
    std::shared_ptr<GamePool> pool_ = GamePool::create();
    bool done_ = false;
};

class Writer {
public:
    Writer(sdk::Host, sdk::Sink sink, const sdk::Options& options) : thrower_(options), sink_(sink) {}
    void put(Game) {
        thrower_.at("put");
        sink_.write("game");
    }
    void finish() { thrower_.at("finish"); }

private:
    Thrower thrower_;
    sdk::Sink sink_;
};

constexpr const char* extensions[] = {"t", nullptr};
constexpr tengen_reader reader =
    sdk::define_reader<Reader, table>({.format = "t", .title = "Test", .extensions = extensions, .sniff = nullptr});
constexpr sdk::Capabilities row{};
constexpr tengen_writer writer =
    sdk::define_writer<Writer, table, row>({.format = "t", .title = "Test", .extension = "t"});
constexpr const tengen_reader* readers[] = {&reader};
constexpr const tengen_writer* writers[] = {&writer};
constexpr tengen_plugin entry = sdk::define_plugin("org.example.t", "1", "Test", readers, writers);

std::string message() {
    return std::string(sdk::from_abi(entry.error_message()));
}

std::array<tengen_option_value, 2> options(std::string_view where, std::string_view what) {
    return {{{sdk::to_abi("where"), sdk::to_abi(where)}, {sdk::to_abi("what"), sdk::to_abi(what)}}};
}

tengen_status open_reader(std::string_view where, std::string_view what, tengen_reader_instance*& instance) {
    const auto values = options(where, what);
    return reader.open(nullptr, {"", 0}, values.data(), 2, &instance);
}

TEST(SdkFence, NothingThrownIsNothingReturned) {
    tengen_reader_instance* instance = nullptr;
    ASSERT_EQ(open_reader("nowhere", "error", instance), TENGEN_OK);
    OwnedGame game;
    EXPECT_EQ(reader.next(instance, game.receive()), TENGEN_OK);
    EXPECT_EQ(game.view().node_count(), 1U);
    EXPECT_EQ(reader.next(instance, game.receive()), TENGEN_END);
    reader.close(instance);
    reader.close(nullptr);
    EXPECT_EQ(open_readers, 0);
}

TEST(SdkFence, TurnsEveryExceptionOfOpenIntoAStatus) {
    const struct {
        std::string_view what;
        tengen_status status;
        std::string_view message;
    } cases[] = {{"error", TENGEN_FAULT, "broken in open"},
                 {"memory", TENGEN_FAULT, "out of memory"},
                 {"number", TENGEN_FAULT, "an exception that is no std::exception"},
                 {"option", TENGEN_BAD_OPTION, "not this way"},
                 {"give-up", TENGEN_FAILED, ""}};
    for (const auto& [what, status, text] : cases) {
        tengen_reader_instance* instance = nullptr;
        EXPECT_EQ(open_reader("open", what, instance), status) << what;
        EXPECT_EQ(instance, nullptr) << what;
        if (!text.empty()) {
            EXPECT_EQ(message(), text);
        }
    }
    EXPECT_EQ(open_readers, 0);
}

TEST(SdkFence, ChecksOptionsBeforeTheObjectExists) {
    tengen_reader_instance* instance = nullptr;
    EXPECT_EQ(open_reader("somewhere", "error", instance), TENGEN_BAD_OPTION);
    EXPECT_NE(message().find("somewhere"), std::string::npos);
    EXPECT_EQ(instance, nullptr);
}

TEST(SdkFence, AReaderMayBeClosedAfterItThrew) {
    tengen_reader_instance* instance = nullptr;
    ASSERT_EQ(open_reader("next", "error", instance), TENGEN_OK);
    tengen_game game{};
    EXPECT_EQ(reader.next(instance, &game), TENGEN_FAULT);
    EXPECT_EQ(message(), "broken in next");
    EXPECT_EQ(game.release, nullptr);
    EXPECT_EQ(reader.next(instance, &game), TENGEN_FAULT);
    reader.close(instance);
    EXPECT_EQ(open_readers, 0);
}

TEST(SdkFence, TurnsExceptionsOfWritersIntoAStatus) {
    const struct {
        std::string_view where;
        std::string_view what;
        tengen_status put;
        tengen_status finish;
    } cases[] = {{"nowhere", "error", TENGEN_OK, TENGEN_OK},
                 {"put", "error", TENGEN_FAULT, TENGEN_OK},
                 {"put", "sink", TENGEN_WRITE_ERROR, TENGEN_OK},
                 {"put", "give-up", TENGEN_FAILED, TENGEN_OK},
                 {"finish", "number", TENGEN_OK, TENGEN_FAULT}};
    std::string output;
    tengen_sink sink{};
    sink.struct_size = sizeof sink;
    sink.context = &output;
    sink.write = [](const tengen_sink* self, tengen_text bytes) -> std::uint32_t {
        static_cast<std::string*>(self->context)->append(sdk::from_abi(bytes));
        return 1;
    };
    GameStorage storage;
    storage.clear();
    GameBuilder(storage).add_node(none);
    tengen_game game{};
    storage.describe(game);
    for (const auto& [where, what, put, finish] : cases) {
        output.clear();
        tengen_writer_instance* instance = nullptr;
        const auto values = options(where, what);
        ASSERT_EQ(writer.open(nullptr, &sink, values.data(), 2, &instance), TENGEN_OK);
        EXPECT_EQ(writer.put(instance, &game), put) << where << ' ' << what;
        EXPECT_EQ(output, put == TENGEN_OK ? "game" : "");
        EXPECT_EQ(writer.finish(instance), finish) << where << ' ' << what;
        writer.close(instance);
    }
}

TEST(SdkFence, ARefusingSinkStopsTheWriter) {
    tengen_sink sink{};
    sink.struct_size = sizeof sink;
    sink.write = [](const tengen_sink*, tengen_text) -> std::uint32_t { return 0; };
    GameStorage storage;
    storage.clear();
    GameBuilder(storage).add_node(none);
    tengen_game game{};
    storage.describe(game);
    tengen_writer_instance* instance = nullptr;
    ASSERT_EQ(writer.open(nullptr, &sink, nullptr, 0, &instance), TENGEN_OK);
    EXPECT_EQ(writer.put(instance, &game), TENGEN_WRITE_ERROR);
    writer.close(instance);
}

TEST(SdkFence, AStopOfTheHostThrowsOnThePluginsSideOnly) {
    tengen_host host{};
    host.struct_size = sizeof host;
    host.report = [](const tengen_host*, const tengen_finding* finding) -> std::uint32_t {
        return std::string_view(finding->id) == "test.fatal" ? TENGEN_STOP : TENGEN_APPLY_FIX;
    };
    const sdk::Host face(&host);
    EXPECT_TRUE(face.report("test.warning", {}, "a warning").apply_fix());
    EXPECT_THROW(face.report("test.fatal", {}, "the end"), sdk::GiveUp);
}

}  // namespace
