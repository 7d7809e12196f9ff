// A plugin with one reader or writer for every promise of the boundary that can be broken only at run time. All of them
// read lines as games of nothing but a comment; each breaks one promise.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <tengen/model/builder.h>
#include <tengen/model/fact.h>
#include <tengen/sdk/plugin.h>

namespace {

using namespace tengen;

enum class Breach { none, crash, exit, hang, chance, bad_utf8, far_offset, endless, silent_loss, stale };

constexpr std::array<tengen_option, 0> no_options{};

std::atomic<unsigned> chance = 0;

template <Breach breach>
class Reader {
public:
    Reader(sdk::Host host, std::string_view bytes, const sdk::Options&) : host_(host), bytes_(bytes) {}

    bool next(tengen_game& game) {
        if (bytes_.size() == position_ && breach != Breach::endless) {
            return false;
        }
        const std::size_t end = std::min(bytes_.find('\n', position_), bytes_.size());
        std::string text(bytes_.substr(position_, end - position_));
        if (text.find("two lines") != std::string::npos || text.find('\xFE') != std::string::npos) {
            misbehave(text);
        }
        if (!host_.is_utf8(text)) {
            text = breach == Breach::bad_utf8 ? text : "no text";
        }
        position_ = std::min(end + 1, bytes_.size());
        std::unique_ptr<GameStorage> storage = pool_->acquire();
        GameBuilder builder(*storage);
        builder.add_node(none);
        builder.add_property(Identifier("C"));
        builder.add_text(text);
        collect_facts(*storage);
        pool_->publish(std::move(storage), game);
        return true;
    }
    [[nodiscard]] std::uint64_t consumed() const { return position_; }
    void reopen(std::string_view bytes) requires(breach == Breach::none || breach == Breach::stale) {
        bytes_ = bytes;
        position_ = breach == Breach::stale ? std::min<std::size_t>(bytes.size(), 1) : 0;  // as if it had begun already
    }

private:
    void misbehave(std::string& text) {
        if constexpr (breach == Breach::crash) {
            std::abort();
        } else if constexpr (breach == Breach::exit) {
            std::_Exit(0);
        } else if constexpr (breach == Breach::hang) {
            volatile bool for_ever = text.find('\xFE') != std::string::npos;  // not too often
            while (for_ever) {
            }
        } else if constexpr (breach == Breach::chance) {
            text += std::to_string(chance++);
        } else if constexpr (breach == Breach::far_offset) {
            host_.report("breaker.far", {.offset = bytes_.size() + 1}, "far away");
        } else {
            text += "";
        }
    }

    sdk::Host host_;
    std::string_view bytes_;
    std::size_t position_ = 0;
    std::shared_ptr<GamePool> pool_ = GamePool::create();
};

template <Breach breach>
class Writer {
public:
    Writer(sdk::Host host, sdk::Sink sink, const sdk::Options&) : host_(host), sink_(sink) {}

    void put(Game game) {
        std::string line = "two lines";  // what the readers wait for
        if (breach == Breach::chance) {
            line += std::to_string(chance++);
        }
        line += breach == Breach::bad_utf8 ? "\xFF\n" : "\n";
        sink_.write(line);
        if (breach != Breach::silent_loss) {
            host_.report_loss({.id = "loss.tree", .game = game.index(), .count = game.node_count()});
        }
    }
    void finish() {}

private:
    sdk::Host host_;
    sdk::Sink sink_;
};

constexpr const char* extensions[] = {nullptr};

constexpr sdk::Capabilities everything = [] {
    sdk::Capabilities row{};
    for (std::uint8_t& level : row) {
        level = TENGEN_CAN;
    }
    return row;
}();

template <Breach breach>
constexpr tengen_reader reader(const char* format) {
    return sdk::define_reader<Reader<breach>, no_options>(
        {.format = format, .title = "Breaks a promise", .extensions = extensions, .sniff = nullptr});
}
template <Breach breach>
constexpr tengen_writer writer(const char* format) {
    return sdk::define_writer<Writer<breach>, no_options, everything>(
        {.format = format, .title = "Breaks a promise", .extension = "x"});
}

constexpr tengen_reader good_reader = reader<Breach::none>("good");
constexpr tengen_writer good_writer = writer<Breach::none>("good");
constexpr tengen_reader crash_reader = reader<Breach::crash>("crash");
constexpr tengen_writer crash_writer = writer<Breach::none>("crash");
constexpr tengen_reader exit_reader = reader<Breach::exit>("exit");
constexpr tengen_writer exit_writer = writer<Breach::none>("exit");
constexpr tengen_reader hang_reader = reader<Breach::hang>("hang");
constexpr tengen_writer hang_writer = writer<Breach::none>("hang");
constexpr tengen_reader chance_reader = reader<Breach::chance>("chance");
constexpr tengen_writer chance_writer = writer<Breach::chance>("chance");
constexpr tengen_reader utf8_reader = reader<Breach::bad_utf8>("bad-utf8");
constexpr tengen_writer utf8_writer = writer<Breach::bad_utf8>("bad-utf8");
constexpr tengen_reader far_reader = reader<Breach::far_offset>("far-offset");
constexpr tengen_writer far_writer = writer<Breach::none>("far-offset");
constexpr tengen_reader endless_reader = reader<Breach::endless>("endless");
constexpr tengen_writer endless_writer = writer<Breach::none>("endless");
constexpr tengen_reader loss_reader = reader<Breach::none>("silent-loss");
constexpr tengen_writer loss_writer = writer<Breach::silent_loss>("silent-loss");
constexpr tengen_reader stale_reader = reader<Breach::stale>("stale");
constexpr tengen_writer stale_writer = writer<Breach::none>("stale");
constexpr tengen_reader sniff_reader = [] {
    tengen_reader result = reader<Breach::none>("no-sniff");
    result.sniff = [](tengen_text, tengen_text) -> std::uint32_t { return 0; };
    return result;
}();
constexpr tengen_writer sniff_writer = writer<Breach::none>("no-sniff");

constexpr const tengen_reader* readers[] = {&good_reader,   &crash_reader, &exit_reader, &hang_reader,
                                            &chance_reader, &utf8_reader,  &far_reader,  &endless_reader,
                                            &loss_reader,   &sniff_reader, &stale_reader};
constexpr const tengen_writer* writers[] = {&good_writer,   &crash_writer, &exit_writer, &hang_writer,
                                            &chance_writer, &utf8_writer,  &far_writer,  &endless_writer,
                                            &loss_writer,   &sniff_writer, &stale_writer};

}  // namespace

TENGEN_DEFINE_PLUGIN("org.example.breaker", "1", "Breaks every promise once", readers, writers)
