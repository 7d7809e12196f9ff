/*
 * tengen/abi/game.h - one game record as plain columns.
 *
 * This header is the specification of how a game crosses between the host and its plugins. It is C, needs nothing but
 * <stdint.h>, and a game is never copied at the boundary: the producer fills a tengen_game, everybody else reads it.
 *
 * Ownership   The producer owns every array. Whoever received the game calls release(game) exactly once when done;
 *             release sets itself to NULL. A released game must not be read.
 * Threads     A game is immutable from the moment it is handed over; any number of threads may read it. release may be
 *             called from any thread, also after the reader that produced the game was closed, but before the input
 *             bytes given to that reader are freed: columns may point into them.
 * Growth      struct_size is sizeof(tengen_game) as the producer knew it. New members are only ever appended; a
 * consumer must not read members beyond the producer's struct_size (see TENGEN_GAME_HAS). Order       Nodes stand in
 * pre-order: node 0 is the root, a parent comes before its children, children of a node stand in the order of the
 * record. Properties stand in the order of the record, and so do values; the same identifier may occur more than once
 * in a node. Limits      Counts, offsets and sizes are 32 bits: one game (not one file) is smaller than 4 GiB.
 */
#ifndef TENGEN_ABI_GAME_H
#define TENGEN_ABI_GAME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "No such index": the parent of a root, the property of a fact that has none. */
#define TENGEN_NONE UINT32_C(0xFFFFFFFF)

/* Bytes without a terminating zero; data may be NULL when size is 0. */
typedef struct tengen_text {
    const char* data;
    uint64_t size; /* bytes */
} tengen_text;

/* A part of tengen_game.stored_text. */
typedef struct tengen_slice {
    uint32_t offset; /* bytes from the start of stored_text */
    uint32_t size;   /* bytes */
} tengen_slice;

/* The node column has node_count + 1 entries; the last one only closes the property span of the node before it. */
typedef struct tengen_node {
    uint32_t parent;         /* TENGEN_NONE for the root, else an index below this node's own */
    uint32_t next_sibling;   /* 0 if this is the last child of its parent */
    uint32_t first_property; /* the properties of node n are first_property[n] .. first_property[n + 1] - 1 */
} tengen_node;
/* The first child of node n is n + 1 if that node's parent is n; otherwise n has no child. */

/*
 * A property identifier. Up to four ASCII characters are packed, the first in the lowest byte, unused bytes zero. Any
 * other identifier is TENGEN_LONG_IDENTIFIER plus its index in long_identifiers.
 */
#define TENGEN_LONG_IDENTIFIER UINT32_C(0x80000000)

/* The property column has property_count + 1 entries; the last one closes the value span. Every property has at least
   one value: "[]" is one of kind EMPTY. */
typedef struct tengen_property {
    uint32_t identifier;
    uint32_t first_value; /* the values of property p are first_value[p] .. first_value[p + 1] - 1 */
} tengen_property;

/*
 * A value is eight bytes. offset is where it stands in tengen_game.text (the first byte behind its bracket, quote or
 * keyword), also when its content lives elsewhere: places in diagnostics come from it. bits is a kind in the upper four
 * bits and a payload in the lower 28.
 */
typedef struct tengen_value {
    uint32_t offset;
    uint32_t bits;
} tengen_value;

#define TENGEN_VALUE_KIND_SHIFT 28
#define TENGEN_VALUE_PAYLOAD_MASK UINT32_C(0x0FFFFFFF)

typedef enum tengen_value_kind {
    /* Present without content: "[]" of a list, of a property whose type is none, or of a text. */
    TENGEN_VALUE_EMPTY = 0,
    /* Text, simple text, number, real, double, colour: payload bytes of tengen_game.text from offset on are the text,
       UTF-8, unescaped, line breaks as LF. Numbers keep their spelling. */
    TENGEN_VALUE_TEXT = 1,
    /* The same, but the text is stored_values[payload]. */
    TENGEN_VALUE_TEXT_STORED = 2,
    /* A point of the board or a move there: payload = column + 256 * row, both from 0, from the upper left. */
    TENGEN_VALUE_POINT = 3,
    /* A pass (values of B and W only). */
    TENGEN_VALUE_PASS = 4,
    /* A compressed list of points: payload = left + 64 * top + 4096 * right + 262144 * bottom; left <= right and
       top <= bottom, all from 0, both corners belong to it. */
    TENGEN_VALUE_RECTANGLE = 5,
    /* A composed value "a:b": pairs[payload]. */
    TENGEN_VALUE_PAIR = 6,
    /* A value nobody interpreted (unknown property, another game than Go, a reader that stops at the syntax): payload
       bytes of text from offset on, exactly as in the record, escapes included. */
    TENGEN_VALUE_RAW = 7,
    TENGEN_VALUE_RAW_STORED = 8, /* the same, from stored_values[payload] */
    /* A value without a reading: its raw text is kept, nothing executes it. */
    TENGEN_VALUE_INVALID = 9,
    TENGEN_VALUE_INVALID_STORED = 10, /* the same, from stored_values[payload] */
    /* Bytes that are no text in any charset that was tried (not UTF-8). */
    TENGEN_VALUE_BYTES = 11,
    TENGEN_VALUE_BYTES_STORED = 12 /* the same, from stored_values[payload] */
} tengen_value_kind;

typedef struct tengen_pair {
    tengen_value first;
    tengen_value second;
} tengen_pair;

/* What stood in a property before a repair. Sorted by property. */
typedef struct tengen_original {
    uint32_t property;
    uint32_t first_value; /* index into original_values; those are of a RAW, INVALID or TEXT kind */
    uint32_t value_count;
} tengen_original;

/* ---- recorded streams (RGF text) ---- */

typedef enum tengen_stamp_kind {
    TENGEN_STAMP_INITIAL = 0, /* no TS */
    TENGEN_STAMP_AT = 1,
    TENGEN_STAMP_FINAL = 2
} tengen_stamp_kind;

typedef struct tengen_stamp {
    uint32_t kind;        /* tengen_stamp_kind */
    tengen_slice time;    /* decimal text in seconds, spelled as in the record; empty unless kind is AT */
    tengen_slice counter; /* decimal text of the later revision's counter; empty if there is none */
    uint32_t offset;      /* place in text */
} tengen_stamp;

typedef enum tengen_source_kind {
    TENGEN_SOURCE_CLOCK = 0,
    TENGEN_SOURCE_FILE = 1,
    TENGEN_SOURCE_WEB = 2,
    TENGEN_SOURCE_UNSAFE = 3
} tengen_source_kind;

typedef struct tengen_stream {
    uint32_t node;
    uint32_t source_kind;  /* tengen_source_kind */
    tengen_slice source;   /* as written */
    tengen_slice duration; /* decimal text in seconds; empty if not stated */
    uint32_t first_medium; /* index into media */
    uint32_t medium_count;
} tengen_stream;

typedef struct tengen_medium {
    tengen_slice source;
    tengen_slice type; /* empty if not stated */
} tengen_medium;

/* ---- game information ---- */

/* Appended to, never reordered: the numbers are part of the boundary. */
typedef enum tengen_field {
    TENGEN_FIELD_DATE = 0,
    TENGEN_FIELD_BLACK,
    TENGEN_FIELD_WHITE,
    TENGEN_FIELD_BLACK_TEAM,
    TENGEN_FIELD_WHITE_TEAM,
    TENGEN_FIELD_BLACK_RANK,
    TENGEN_FIELD_WHITE_RANK,
    TENGEN_FIELD_EVENT,
    TENGEN_FIELD_ROUND,
    TENGEN_FIELD_PLACE,
    TENGEN_FIELD_BOARD_SCORE,
    TENGEN_FIELD_KOMI,
    TENGEN_FIELD_RESULT,
    TENGEN_FIELD_HANDICAP,
    TENGEN_FIELD_RULES,
    TENGEN_FIELD_TIME_MAIN,
    TENGEN_FIELD_OVERTIME,
    TENGEN_FIELD_GAME_NAME,
    TENGEN_FIELD_OPENING,
    TENGEN_FIELD_ANNOTATOR,
    TENGEN_FIELD_USER,
    TENGEN_FIELD_COPYRIGHT,
    TENGEN_FIELD_SOURCE,
    TENGEN_FIELD_COMMENT,
    TENGEN_FIELD_COUNT
} tengen_field;

typedef enum tengen_fact_state {
    TENGEN_FACT_VALUE = 0,   /* has a reading */
    TENGEN_FACT_EMPTY = 1,   /* present without text */
    TENGEN_FACT_UNKNOWN = 2, /* stated to be unknown */
    TENGEN_FACT_INVALID = 3  /* has a text without a reading */
} tengen_fact_state;
/* A field that is absent has no fact. */

typedef enum tengen_certainty { TENGEN_CERTAIN = 0, TENGEN_UNCERTAIN = 1, TENGEN_GUESS = 2 } tengen_certainty;

typedef enum tengen_fact_note {
    TENGEN_NOTE_STATED = 0,
    TENGEN_NOTE_ASSUMED = 1,
    TENGEN_NOTE_DERIVED = 2,
    TENGEN_NOTE_REPAIRED = 3,
    TENGEN_NOTE_IMPORTED = 4
} tengen_fact_note;

typedef enum tengen_mark_scope {
    TENGEN_MARK_ITEM = 0,
    TENGEN_MARK_UP_TO = 1,
    TENGEN_MARK_COMPONENT = 2
} tengen_mark_scope;

/* A certainty mark inside a fact, as written. */
typedef struct tengen_mark {
    uint32_t scope;    /* tengen_mark_scope */
    uint32_t position; /* item number, or component (0 year, 1 month, 2 day) */
    uint32_t level;    /* tengen_certainty */
    tengen_slice text;
} tengen_mark;

/*
 * One statement about the game as a whole. A fact of a property-based format points at its property and has no text of
 * its own; a fact of any other format has a text. Typed views (dates, results ...) are computed from the text.
 */
typedef struct tengen_fact {
    uint32_t field;     /* tengen_field */
    uint32_t state;     /* tengen_fact_state */
    uint32_t node;      /* TENGEN_NONE without a property */
    uint32_t property;  /* index into properties, or TENGEN_NONE */
    tengen_slice text;  /* meaningful only without a property */
    uint32_t certainty; /* tengen_certainty of the whole */
    uint32_t note;      /* tengen_fact_note */
    uint32_t first_mark;
    uint32_t mark_count;
    tengen_slice format; /* name of the format it came from; empty: the game's own */
    tengen_slice origin; /* file it came from; empty: the game's own */
    uint32_t line;       /* in that file, from 1; 0 if not known */
    uint32_t offset;     /* place in text, or TENGEN_NONE */
} tengen_fact;

/* Something the record holds that has no place in the model; writers of the same format put it back. */
typedef struct tengen_extension_field {
    tengen_slice key;
    tengen_slice text;
    tengen_slice place; /* where it stood, in the words of the format that knows (a JSON pointer, a field number) */
} tengen_extension_field;

/* ---- board positions, present only when asked for ---- */

typedef struct tengen_position {
    uint32_t first_black, black_count; /* spans of position_points, each sorted by column, then row */
    uint32_t first_white, white_count;
    uint32_t first_dead_black, dead_black_count; /* stones on points marked as the other side's territory */
    uint32_t first_dead_white, dead_white_count;
    uint32_t prisoners_of_black; /* stones taken by Black */
    uint32_t prisoners_of_white;
    uint32_t move_number;
    uint32_t next;     /* 1 Black, 2 White */
    uint32_t has_dead; /* 1 in nodes that mark territory */
} tengen_position;

/* ---- recorded streams in the order of time, present only when asked for ---- */

/* A node that comes into being, or a property that takes effect. Sorted by stream, then in the order of time. */
typedef struct tengen_event {
    uint32_t stream;
    uint32_t document; /* place in the document order of the stream, from 0 */
    uint32_t node;
    uint32_t property; /* index into properties; TENGEN_NONE: the node is created */
    uint32_t stamp;    /* the one that counts: 0 = initial, n = stamps[n - 1] */
    uint32_t cursor;   /* the node that is looked at afterwards */
    uint32_t skipped;  /* 1: without effect, as the node was removed before */
} tengen_event;

/* In a game whose streams were replaced by what they show at an instant: what is looked at. */
typedef struct tengen_cursor {
    uint32_t stream;      /* index of the stream that was */
    uint32_t node;        /* in this game */
    tengen_text time;     /* "initial", "final" or seconds */
    tengen_text position; /* of the node in the recording: "/", "/1/0" ... child numbers from the stream node on */
} tengen_cursor;

/* ---- where nothing but moves stands ---- */

/*
 * Nodes first_node to first_node + node_count - 1, of which none is the root: each is the only child of the node before
 * it and holds one property and nothing else, B or W with one value of kind POINT. A producer that knows such runs may
 * name them, sorted and disjoint, so that readers of the game can take them as a whole. It need not name all or any.
 */
typedef struct tengen_move_run {
    uint32_t first_node;
    uint32_t node_count;
} tengen_move_run;

/* ---- places ---- */

/*
 * Where text differs from the input (a charset was decoded, a byte-order mark skipped), each entry starts a run:
 * a text offset o of the run is the input offset source + (o - text) if linear, else source. Sorted by text.
 */
typedef struct tengen_source_run {
    uint32_t text;
    uint32_t source; /* relative to source_offset */
    uint32_t linear; /* 0 or 1 */
} tengen_source_run;

typedef struct tengen_game {
    uint32_t struct_size;

    uint32_t index; /* of the game in its input, from 0; counts rejected games too */

    /* Dialect. */
    uint32_t file_format;        /* FF as it was applied, 1 to 4; 0 if the format has no such thing */
    uint32_t file_format_stated; /* 1 if the record says so itself */
    uint32_t game_kind;          /* GM; 1 is Go */
    uint32_t board_columns;      /* 1 to 52; 0 if the game has no board the model knows */
    uint32_t board_rows;
    uint32_t board_stated;         /* 1 if the record says the size */
    uint32_t typed;                /* 0: a syntax-only reading, all values are text without a meaning */
    tengen_slice charset_declared; /* as written; empty if nothing was declared */
    tengen_slice charset_used;     /* canonical name of what was decoded */

    /* Text of the record: values of kind TEXT, RAW, INVALID and BYTES are slices of it. */
    const char* text;
    uint64_t text_size;
    uint64_t source_offset; /* of text[0] in the input, in bytes, unless source_runs says otherwise */
    const tengen_source_run* source_runs;
    uint32_t source_run_count;

    const tengen_node* nodes; /* node_count + 1 entries */
    uint32_t node_count;
    const tengen_property* properties; /* property_count + 1 entries */
    uint32_t property_count;
    const tengen_value* values;
    uint32_t value_count;

    const tengen_slice* stored_values; /* contents of the _STORED kinds */
    uint32_t stored_value_count;
    const tengen_pair* pairs;
    uint32_t pair_count;
    const tengen_slice* long_identifiers;
    uint32_t long_identifier_count;
    const char* stored_text;
    uint64_t stored_text_size;

    const tengen_original* originals;
    uint32_t original_count;
    const tengen_value* original_values;
    uint32_t original_value_count;

    const tengen_fact* facts;
    uint32_t fact_count;
    const tengen_mark* marks;
    uint32_t mark_count;
    const tengen_extension_field* extension_fields;
    uint32_t extension_field_count;

    /* Streams. The two stamp columns are NULL in a game without streams; else one entry a node and one a property:
       0 = initial, n = stamps[n - 1]. */
    const tengen_stream* streams;
    uint32_t stream_count;
    const tengen_medium* media;
    uint32_t medium_count;
    const tengen_stamp* stamps;
    uint32_t stamp_count;
    const uint32_t* node_stamps;
    const uint32_t* property_stamps;

    /* Positions: NULL, or one entry a node. A point is column + 256 * row. */
    const tengen_position* positions;
    const uint16_t* position_points;
    uint32_t position_point_count;

    void (*release)(struct tengen_game* self); /* [any thread] */
    void* owner;                               /* the producer's; nobody else touches it */

    /* Of streams, NULL unless asked for. */
    const tengen_event* events;
    uint32_t event_count;
    const tengen_cursor* cursors;
    uint32_t cursor_count;

    const tengen_move_run* move_runs;
    uint32_t move_run_count;
} tengen_game;

/* Whether a producer's game has a member that was appended after the first version. */
#define TENGEN_GAME_HAS(game, member) ((game)->struct_size >= offsetof(tengen_game, member) + sizeof((game)->member))

#ifdef __cplusplus
}
#endif

#endif
