/* The layout of the boundary on machines with 64-bit pointers, and the places as a table for both languages. Numbers
   here change only together with the major version: growth is appended behind them. */
#ifndef TENGEN_TESTS_ABI_LAYOUT_TABLE_H
#define TENGEN_TESTS_ABI_LAYOUT_TABLE_H

/* SIZE(type, bytes) PLACE(type, member, offset) */
#define TENGEN_LAYOUT(SIZE, PLACE)           \
    SIZE(tengen_text, 16)                    \
    SIZE(tengen_slice, 8)                    \
    SIZE(tengen_node, 12)                    \
    SIZE(tengen_property, 8)                 \
    SIZE(tengen_value, 8)                    \
    SIZE(tengen_pair, 16)                    \
    SIZE(tengen_original, 12)                \
    SIZE(tengen_stamp, 24)                   \
    SIZE(tengen_stream, 32)                  \
    SIZE(tengen_medium, 16)                  \
    SIZE(tengen_mark, 20)                    \
    SIZE(tengen_fact, 64)                    \
    SIZE(tengen_extension_field, 24)         \
    SIZE(tengen_position, 52)                \
    SIZE(tengen_source_run, 12)              \
    SIZE(tengen_event, 28)                   \
    SIZE(tengen_cursor, 40)                  \
    SIZE(tengen_game, 440)                   \
    PLACE(tengen_game, index, 4)             \
    PLACE(tengen_game, charset_declared, 36) \
    PLACE(tengen_game, text, 56)             \
    PLACE(tengen_game, nodes, 96)            \
    PLACE(tengen_game, release, 376)         \
    PLACE(tengen_game, owner, 384)           \
    PLACE(tengen_game, events, 392)          \
    PLACE(tengen_game, cursor_count, 416)    \
    PLACE(tengen_game, move_run_count, 432)  \
    SIZE(tengen_move_run, 8)                 \
    SIZE(tengen_finding, 56)                 \
    PLACE(tengen_finding, offset, 32)        \
    PLACE(tengen_finding, message, 40)       \
    SIZE(tengen_loss, 88)                    \
    SIZE(tengen_decoded, 64)                 \
    SIZE(tengen_option, 56)                  \
    SIZE(tengen_option_value, 32)            \
    SIZE(tengen_host, 88)                    \
    PLACE(tengen_host, report, 16)           \
    PLACE(tengen_host, get_extension, 80)    \
    SIZE(tengen_reader, 96)                  \
    PLACE(tengen_reader, open, 56)           \
    PLACE(tengen_reader, close, 80)          \
    SIZE(tengen_sink, 24)                    \
    SIZE(tengen_writer, 96)                  \
    PLACE(tengen_writer, capabilities, 48)   \
    PLACE(tengen_writer, close, 88)          \
    SIZE(tengen_plugin, 80)                  \
    PLACE(tengen_plugin, readers, 32)        \
    PLACE(tengen_plugin, get_extension, 72)

#endif
