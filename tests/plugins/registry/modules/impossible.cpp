// Readers and writers, written against the bare boundary, that break its rules; each one has a format of its own.
#include <cstddef>
#include <cstdint>

#include <tengen/abi/plugin.h>

struct tengen_reader_instance {
    int unused;
};
struct tengen_writer_instance {
    const tengen_sink* sink;
};

namespace {

tengen_reader_instance the_reader{0};

using Next = tengen_status (*)(tengen_reader_instance*, tengen_game*);

tengen_status open_reader(const tengen_host*, tengen_text, const tengen_option_value*, std::uint32_t,
                          tengen_reader_instance** instance) {
    *instance = &the_reader;
    return TENGEN_OK;
}

constexpr const char* extensions[] = {nullptr};

constexpr tengen_reader reader(const char* format, Next next) {
    tengen_reader result{};
    result.struct_size = sizeof result;
    result.format = format;
    result.title = "Breaks a rule";
    result.extensions = extensions;
    result.open = &open_reader;
    result.next = next;
    result.consumed = [](tengen_reader_instance*) -> std::uint64_t { return UINT64_MAX; };
    result.close = [](tengen_reader_instance*) {};
    return result;
}

const tengen_node lone_node[] = {{TENGEN_NONE, 0, 0}, {TENGEN_NONE, 0, 0}};
const tengen_property no_property[] = {{0, 0}};

// A game of one node that is its own parent.
const tengen_node own_parent[] = {{0, 0, 0}, {TENGEN_NONE, 0, 0}};

void describe(tengen_game& game, const tengen_node* nodes) {
    game = tengen_game{};
    game.struct_size = sizeof game;
    game.game_kind = 1;
    game.board_columns = game.board_rows = 19;
    game.nodes = nodes;
    game.node_count = 1;
    game.properties = no_property;
}

constexpr tengen_reader no_node = reader("no-node", [](tengen_reader_instance*, tengen_game* game) {
    describe(*game, lone_node);
    game->node_count = 0;
    return TENGEN_OK;
});
constexpr tengen_reader no_game = reader("no-game", [](tengen_reader_instance*, tengen_game*) { return TENGEN_OK; });
constexpr tengen_reader small_game = reader("small-game", [](tengen_reader_instance*, tengen_game* game) {
    describe(*game, lone_node);
    game->struct_size = 8;
    return TENGEN_OK;
});
constexpr tengen_reader wrong_tree = reader("wrong-tree", [](tengen_reader_instance*, tengen_game* game) {
    describe(*game, own_parent);
    return TENGEN_OK;
});
constexpr tengen_reader odd_status =
    reader("odd-status", [](tengen_reader_instance*, tengen_game*) { return static_cast<tengen_status>(7); });
constexpr tengen_reader silent = reader("silent", [](tengen_reader_instance*, tengen_game*) { return TENGEN_FAILED; });

// Opens without a reader.
constexpr tengen_reader nothing = [] {
    tengen_reader result = reader("nothing", nullptr);
    result.open = [](const tengen_host*, tengen_text, const tengen_option_value*, std::uint32_t,
                     tengen_reader_instance**) { return TENGEN_OK; };
    result.next = no_game.next;
    return result;
}();

// Reports a finding without an id.
constexpr tengen_reader nameless = [] {
    tengen_reader result = reader("nameless", nullptr);
    result.open = [](const tengen_host* host, tengen_text, const tengen_option_value*, std::uint32_t,
                     tengen_reader_instance** instance) {
        tengen_finding finding{};
        finding.struct_size = sizeof finding;
        host->report(host, &finding);
        *instance = &the_reader;
        return TENGEN_OK;
    };
    result.next = no_game.next;
    return result;
}();

constexpr const tengen_reader* readers[] = {&no_node,    &no_game, &small_game, &wrong_tree,
                                            &odd_status, &silent,  &nothing,    &nameless};

tengen_writer_instance the_writer{nullptr};

tengen_status open_writer(const tengen_host*, const tengen_sink* sink, const tengen_option_value*, std::uint32_t,
                          tengen_writer_instance** instance) {
    the_writer.sink = sink;
    *instance = &the_writer;
    return TENGEN_OK;
}

constexpr tengen_writer writer(const char* format, tengen_status (*put)(tengen_writer_instance*, const tengen_game*)) {
    tengen_writer result{};
    result.struct_size = sizeof result;
    result.format = format;
    result.title = "Breaks a rule";
    result.extension = "x";
    result.open = &open_writer;
    result.put = put;
    result.finish = [](tengen_writer_instance*) { return TENGEN_OK; };
    result.close = [](tengen_writer_instance*) {};
    return result;
}

// Goes on as if its bytes had been taken.
constexpr tengen_writer careless = writer("careless", [](tengen_writer_instance* instance, const tengen_game*) {
    instance->sink->write(instance->sink, {"bytes", 5});
    return TENGEN_OK;
});
constexpr tengen_writer liar =
    writer("liar", [](tengen_writer_instance*, const tengen_game*) { return TENGEN_WRITE_ERROR; });
constexpr tengen_writer ending =
    writer("ending", [](tengen_writer_instance*, const tengen_game*) { return TENGEN_END; });

constexpr const tengen_writer* writers[] = {&careless, &liar, &ending};

tengen_text no_message() {
    return {nullptr, 0};
}
const void* no_extension(const char*) {
    return nullptr;
}

}  // namespace

extern "C" constinit TENGEN_PLUGIN_EXPORT const tengen_plugin tengen_plugin_v1 = {sizeof(tengen_plugin),
                                                                                  TENGEN_ABI_MINOR,
                                                                                  "org.example.impossible",
                                                                                  "0",
                                                                                  "Breaks rules",
                                                                                  readers,
                                                                                  sizeof readers / sizeof *readers,
                                                                                  writers,
                                                                                  sizeof writers / sizeof *writers,
                                                                                  &no_message,
                                                                                  &no_extension};
