// A plugin whose reader and writer throw where their option says.
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <tengen/model/builder.h>
#include <tengen/sdk/plugin.h>

namespace {

using namespace tengen;

constexpr const char* wheres[] = {"nowhere", "open", "next", "put", "finish", nullptr};
constexpr std::array table{sdk::choice_option("where", "nowhere", wheres, "which call throws")};

class Reader {
public:
    Reader(sdk::Host, std::string_view, const sdk::Options& options) : where_(options.text("where")) { at("open"); }
    bool next(tengen_game& game) {
        at("next");
        std::unique_ptr<GameStorage> storage = pool_->acquire();
        GameBuilder(*storage).add_node(none);
        pool_->publish(std::move(storage), game);
        return true;  // for ever
    }
    [[nodiscard]] std::uint64_t consumed() const { return 1000000; }

private:
    void at(std::string_view where) const {
        if (where == where_) {
            throw std::runtime_error("thrown in " + where_);
        }
    }
    std::string where_;
    std::shared_ptr<GamePool> pool_ = GamePool::create();
};

class Writer {
public:
    Writer(sdk::Host, sdk::Sink sink, const sdk::Options& options) : where_(options.text("where")), sink_(sink) {
        at("open");
    }
    void put(Game) {
        at("put");
        sink_.write("game;");
    }
    void finish() {
        at("finish");
        sink_.write("end");
    }

private:
    void at(std::string_view where) const {
        if (where == where_) {
            throw std::runtime_error("thrown in " + where_);
        }
    }
    std::string where_;
    sdk::Sink sink_;
};

constexpr const char* extensions[] = {"throws", nullptr};
constexpr tengen_reader reader = sdk::define_reader<Reader, table>(
    {.format = "throws", .title = "Throws", .extensions = extensions, .sniff = nullptr});
constexpr sdk::Capabilities row{};
constexpr tengen_writer writer =
    sdk::define_writer<Writer, table, row>({.format = "throws", .title = "Throws", .extension = "throws"});
constexpr const tengen_reader* readers[] = {&reader};
constexpr const tengen_writer* writers[] = {&writer};

}  // namespace

TENGEN_DEFINE_PLUGIN("org.example.thrower", "1.0", "Throws where it is told to", readers, writers)
