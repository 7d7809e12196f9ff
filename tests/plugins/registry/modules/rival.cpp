// Reads move lists as another plugin does, and a format of its own; its sniffing claims everything.
#include <array>
#include <cstdint>
#include <string_view>

#include <tengen/sdk/plugin.h>

namespace {

using namespace tengen;

constexpr std::array<tengen_option, 0> no_options{};

class Reader {
public:
    Reader(sdk::Host, std::string_view, const sdk::Options&) {}
    static bool next(tengen_game&) { return false; }
    [[nodiscard]] static std::uint64_t consumed() { return 0; }
};

constexpr const char* extensions[] = {"moves", "rival", nullptr};
constexpr tengen_reader moves = sdk::define_reader<Reader, no_options>(
    {.format = "move-list", .title = "Move list, read by the rival", .extensions = extensions, .sniff = nullptr});
constexpr tengen_reader own =
    sdk::define_reader<Reader, no_options>({.format = "rival",
                                            .title = "The rival's own",
                                            .extensions = extensions,
                                            .sniff = [](tengen_text, tengen_text) -> std::uint32_t { return 1000; }});
constexpr const tengen_reader* readers[] = {&moves, &own};

}  // namespace

TENGEN_DEFINE_PLUGIN("org.example.rival", "2.0", "A rival", readers, std::span<const tengen_writer* const>())
