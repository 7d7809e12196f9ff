// A sound plugin, linked without the list of exports.
#include <array>
#include <cstdint>
#include <string_view>

#include <tengen/sdk/plugin.h>

extern "C" __attribute__((visibility("default"))) int function_that_leaks();
int function_that_leaks() {
    return 1;
}

namespace {

using namespace tengen;

constexpr std::array<tengen_option, 0> no_options{};

class Reader {
public:
    Reader(sdk::Host, std::string_view, const sdk::Options&) {}
    static bool next(tengen_game&) { return false; }
    [[nodiscard]] static std::uint64_t consumed() { return 0; }
};

constexpr const char* extensions[] = {nullptr};
constexpr tengen_reader reader = sdk::define_reader<Reader, no_options>(
    {.format = "leaky", .title = "Leaky", .extensions = extensions, .sniff = nullptr});
constexpr const tengen_reader* readers[] = {&reader};

}  // namespace

TENGEN_DEFINE_PLUGIN("org.example.leaky", "1", "Leaky", readers, std::span<const tengen_writer* const>())
