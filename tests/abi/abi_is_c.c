/* Both headers of the boundary in a C11 unit; and a plugin's entry written in plain C. */
#include <stdalign.h>

#include <tengen/abi/game.h>
#include <tengen/abi/plugin.h>

#include "layout_table.h"

#if UINTPTR_MAX == UINT64_MAX
#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), "the size of " #type " has changed");
#define PLACE(type, member, offset) \
    _Static_assert(offsetof(type, member) == (offset), "the place of " #type "." #member " has changed");
TENGEN_LAYOUT(SIZE, PLACE)
#undef SIZE
#undef PLACE
#endif

_Static_assert(sizeof(tengen_status) == sizeof(int), "a status crosses the boundary as an int");
_Static_assert(TENGEN_FIELD_COUNT == 24, "fields are appended, never reordered");
_Static_assert(TENGEN_FEATURE_COUNT == 24, "features are appended, never reordered");
_Static_assert(TENGEN_VALUE_BYTES_STORED < 16, "a kind has four bits");

/* What the C side sees, for the C++ side to compare. */
size_t tengen_abi_sizes_seen_by_c(size_t* sizes, size_t capacity);
size_t tengen_abi_sizes_seen_by_c(size_t* sizes, size_t capacity) {
    static const size_t table[] = {
#define SIZE(type, bytes) sizeof(type), alignof(type),
#define PLACE(type, member, offset) offsetof(type, member),
        TENGEN_LAYOUT(SIZE, PLACE)
#undef SIZE
#undef PLACE
    };
    const size_t count = sizeof table / sizeof table[0];
    for (size_t i = 0; i < count && i < capacity; ++i) {
        sizes[i] = table[i];
    }
    return count;
}

/* A plugin without C++: the entry must be expressible as constant data. */
static uint32_t sniff(tengen_text head, tengen_text name) {
    (void)name;
    return head.size != 0 && head.data[0] == 'c' ? 50U : 0U;
}
static tengen_status open_reader(const tengen_host* host, tengen_text bytes, const tengen_option_value* options,
                                 uint32_t option_count, tengen_reader_instance** instance) {
    (void)host;
    (void)bytes;
    (void)options;
    *instance = NULL;
    return option_count == 0 ? TENGEN_OK : TENGEN_BAD_OPTION;
}
static tengen_status next_game(tengen_reader_instance* instance, tengen_game* game) {
    (void)instance;
    (void)game;
    return TENGEN_END;
}
static uint64_t consumed(tengen_reader_instance* instance) {
    (void)instance;
    return 0;
}
static void close_reader(tengen_reader_instance* instance) {
    (void)instance;
}
static tengen_text error_message(void) {
    const tengen_text none = {NULL, 0};
    return none;
}
static const void* get_extension(const char* id) {
    (void)id;
    return NULL;
}

static const char* const extensions[] = {"c", NULL};
static const tengen_reader reader = {
    .struct_size = sizeof(tengen_reader),
    .format = "plain-c",
    .title = "A reader written in C",
    .extensions = extensions,
    .sniff = sniff,
    .open = open_reader,
    .next = next_game,
    .consumed = consumed,
    .close = close_reader,
};
static const tengen_reader* const readers[] = {&reader};
extern const tengen_plugin tengen_plugin_in_c;
const tengen_plugin tengen_plugin_in_c = {
    .struct_size = sizeof(tengen_plugin),
    .abi_minor = TENGEN_ABI_MINOR,
    .id = "org.example.plain-c",
    .version = "1",
    .description = "A plugin written in C",
    .readers = readers,
    .reader_count = 1,
    .error_message = error_message,
    .get_extension = get_extension,
};
