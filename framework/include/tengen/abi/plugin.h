/*
 * tengen/abi/plugin.h - what a plugin offers and what the host offers it.
 *
 * A plugin is a loadable module that exports one constant data symbol, tengen_plugin_v1. Nothing of it runs before the
 * host calls a function named here: no registration in constructors. The major version of this boundary is part of the
 * symbol's name; minor growth appends members behind struct_size, and optional parts come through get_extension.
 *
 * Rules for both sides
 *   - No exception and no longjmp crosses the boundary, in either direction.
 *   - Structures are read only up to their struct_size; unknown members are zero.
 *   - Texts are bytes with a length. Names, messages and option values are UTF-8.
 *   - Constant data of a plugin (the entry, its tables, its strings) lives until the process ends: plugins are never
 *     unloaded.
 *
 * Thread tags
 *   [any thread]       may be called from several threads at once
 *   [instance thread]  may be called from any thread, but only by one at a time for the same instance
 */
#ifndef TENGEN_ABI_PLUGIN_H
#define TENGEN_ABI_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TENGEN_ABI_MAJOR 1
#define TENGEN_ABI_MINOR 0

typedef enum tengen_status {
    TENGEN_OK = 0,
    TENGEN_END = 1,         /* next: no further game */
    TENGEN_FAILED = 2,      /* the input or output cannot go on; a finding of severity fatal was reported */
    TENGEN_BAD_OPTION = 3,  /* open: an option is unknown or has a value that is not allowed; see error_message */
    TENGEN_WRITE_ERROR = 4, /* the sink refused bytes; the host knows why */
    TENGEN_FAULT = 5        /* a bug of the plugin (an exception it did not expect); see error_message */
} tengen_status;

/* ---- what a plugin tells the host while it works ---- */

#define TENGEN_NO_OFFSET UINT64_C(0xFFFFFFFFFFFFFFFF)

typedef enum tengen_severity {
    TENGEN_SEVERITY_OFF = 0,
    TENGEN_SEVERITY_INFO = 1,
    TENGEN_SEVERITY_WARNING = 2,
    TENGEN_SEVERITY_ERROR = 3,
    TENGEN_SEVERITY_FATAL = 4
} tengen_severity;

/* Something worth saying about the input. All members are read during the call only. */
typedef struct tengen_finding {
    uint32_t struct_size;
    const char* id;            /* "area.name", zero-terminated; an id the host knows has the host's severity */
    uint32_t default_severity; /* tengen_severity, used for ids the host does not know */
    uint32_t game;             /* index in the input, from 0, or TENGEN_NONE */
    uint32_t node;             /* index in that game, or TENGEN_NONE */
    uint64_t offset;           /* bytes from the start of the input, or TENGEN_NO_OFFSET */
    tengen_text message;       /* one sentence, without place and id */
} tengen_finding;

/* What the host answers to a finding. */
#define TENGEN_APPLY_FIX UINT32_C(1) /* the documented repair of this id is to be made */
#define TENGEN_REJECTED UINT32_C(2)  /* the game is refused: a reader still reads it, a writer leaves it out */
#define TENGEN_STOP UINT32_C(4)      /* fatal: give up this input and return TENGEN_FAILED */

typedef enum tengen_loss_kind {
    TENGEN_LOSS_LOST = 0,
    TENGEN_LOSS_DEMOTED = 1, /* kept as free text */
    TENGEN_LOSS_APPROXIMATED = 2,
    TENGEN_LOSS_DEFAULTED = 3,
    TENGEN_LOSS_DERIVED = 4,
    TENGEN_LOSS_REORDERED = 5,
    TENGEN_LOSS_NORMALISED = 6,
    TENGEN_LOSS_UNSAFE_REMOVED = 7
} tengen_loss_kind;

/* Something of the game that the target does not hold as it was. All members are read during the call only. */
typedef struct tengen_loss {
    uint32_t struct_size;
    const char* id;       /* "loss.name" */
    uint32_t kind;        /* tengen_loss_kind */
    uint32_t game;        /* or TENGEN_NONE */
    uint32_t node;        /* or TENGEN_NONE */
    uint32_t count;       /* how many items, at least 1 */
    uint32_t recoverable; /* 1 if reading the output back restores it */
    tengen_text what;     /* the item that is affected */
    tengen_text to;       /* where it went; empty if nowhere */
    tengen_text message;
} tengen_loss;

/* Decoded text. runs maps it back to the bytes it came from. Valid until release_text. */
typedef struct tengen_decoded {
    const char* text; /* UTF-8, followed by at least 64 zero bytes */
    uint64_t size;
    const tengen_source_run* runs;
    uint32_t run_count;
    uint64_t error_offset;      /* first byte that does not fit, or TENGEN_NO_OFFSET */
    uint32_t superset_needed;   /* 1 if only the superset of the named charset could decode the bytes */
    const char* canonical_name; /* of the charset that was used; lives as long as the host */
    void* owner;
} tengen_decoded;

/* ---- options ---- */

typedef enum tengen_option_type {
    TENGEN_OPTION_BOOLEAN = 0, /* "true" or "false" */
    TENGEN_OPTION_INTEGER = 1, /* minimum and maximum hold */
    TENGEN_OPTION_TEXT = 2,
    TENGEN_OPTION_CHOICE = 3, /* one of choices */
    TENGEN_OPTION_PATH = 4 /* of a file; the host makes a relative one absolute where it does not begin in the current
                              folder of the process (in pipelines: at the pipeline file) */
} tengen_option_type;

typedef struct tengen_option {
    const char* name; /* lower-case words joined with '-' */
    uint32_t type;    /* tengen_option_type */
    const char* default_value;
    const char* const* choices; /* ends with NULL; NULL unless type is CHOICE */
    int64_t minimum;
    int64_t maximum;
    const char* help; /* one line */
} tengen_option;

typedef struct tengen_option_value {
    tengen_text name;
    tengen_text value;
} tengen_option_value;

/* ---- the host ---- */

typedef struct tengen_host {
    uint32_t struct_size;
    void* context; /* the host's */

    /* Report a finding. The answer is a set of TENGEN_APPLY_FIX, TENGEN_REJECTED, TENGEN_STOP.
       [instance thread: with the host given to that instance] */
    uint32_t (*report)(const struct tengen_host* host, const tengen_finding* finding);

    /* Report a loss; writers only. [instance thread] */
    void (*report_loss)(const struct tengen_host* host, const tengen_loss* loss);

    /* 1 if bytes are valid UTF-8. [any thread] */
    uint32_t (*is_utf8)(const struct tengen_host* host, tengen_text bytes);

    /* 1 if the label names a charset that decode knows; its flags go to *flags.  [any thread] */
#define TENGEN_CHARSET_ASCII_TRAIL_BYTES UINT32_C(1) /* '[', '\\' or ']' occur as second bytes of characters */
#define TENGEN_CHARSET_SINGLE_BYTE UINT32_C(2)
#define TENGEN_CHARSET_UTF8 UINT32_C(4)
#define TENGEN_CHARSET_KEEPS_ASCII UINT32_C(8) /* ASCII is itself, and no other character begins with a byte of it */
    uint32_t (*find_charset)(const struct tengen_host* host, tengen_text label, uint32_t* flags);

    /* Decode bytes strictly, without substitutes; labels mean their widest superset. On bytes that do not fit the
       status is TENGEN_FAILED and error_offset is set. [any thread] */
    tengen_status (*decode)(const struct tengen_host* host, tengen_text label, tengen_text bytes, tengen_decoded* out);

    /* A text may be released after the instance it was decoded for was closed: host may be NULL. [any thread] */
    void (*release_text)(const struct tengen_host* host, tengen_decoded* decoded);

    /* Rank charsets for a sample of text values (several joined with line breaks): up to capacity labels, the most
       likely first; the count is returned. The labels live as long as the host. [any thread] */
    uint32_t (*detect_charset)(const struct tengen_host* host, tengen_text sample, const char** labels,
                               uint32_t capacity);

    /* Encode UTF-8. On a character the charset lacks the status is TENGEN_FAILED and error_offset its place in text.
       [any thread] */
    tengen_status (*encode)(const struct tengen_host* host, tengen_text label, tengen_text text, tengen_decoded* out);

    /* Optional services by name; NULL if the host has none of it. [any thread] */
    const void* (*get_extension)(const struct tengen_host* host, const char* id);
} tengen_host;

/*
 * Extension of the host, for readers: other files that belong to the record, which lie beside the input or in the same
 * container. NULL if the host has no place to look at.
 */
#define TENGEN_COMPANION_FILES "tengen.companion-files"
typedef struct tengen_companion_files {
    uint32_t struct_size;
    /* The bytes of a file, followed by at least 64 zero bytes; they stay valid until the reader instance is closed. The
       name must be plain: no folder, no scheme. TENGEN_END if there is no such file or it cannot be read.
       [instance thread] */
    tengen_status (*read)(const tengen_host* host, tengen_text name, tengen_text* bytes);
} tengen_companion_files;

/* ---- readers ---- */

typedef struct tengen_reader_instance tengen_reader_instance;

typedef struct tengen_reader {
    uint32_t struct_size;
    const char* format;            /* "sgf": what --from and pipelines say */
    const char* title;             /* one line for people */
    const char* const* extensions; /* without dot, lower case; ends with NULL */
    const tengen_option* options;
    uint32_t option_count;

    /* How sure the reader is that these first bytes of an input (at most 4 KiB; name may be empty) are of its format:
       0 no, 1 to 100. Content decides; the name is for ties. [any thread] */
    uint32_t (*sniff)(tengen_text head, tengen_text name);

    /* bytes stay valid, followed by at least 64 zero bytes, until the instance is closed and all its games are
       released; host and options' texts until the instance is closed, perhaps before any game. [any thread] */
    tengen_status (*open)(const tengen_host* host, tengen_text bytes, const tengen_option_value* options,
                          uint32_t option_count, tengen_reader_instance** instance);

    /* The next game into *game, which the caller then releases; TENGEN_END behind the last one. [instance thread] */
    tengen_status (*next)(tengen_reader_instance* instance, tengen_game* game);

    /* How many bytes of the input no later call will touch. [instance thread] */
    uint64_t (*consumed)(tengen_reader_instance* instance);

    void (*close)(tengen_reader_instance* instance); /* NULL is allowed. [instance thread] */

    /* Optional, NULL if missing: another input with the same host and options, as if it were opened, but with the
       memory of the one before. Called only when next returned TENGEN_END and all games are released; the bytes before
       may be gone by then. [instance thread] */
    tengen_status (*reopen)(tengen_reader_instance* instance, tengen_text bytes);
} tengen_reader;

/* Whether a reader has a member that was appended after the first version. */
#define TENGEN_READER_HAS(reader, member) \
    ((reader)->struct_size >= offsetof(tengen_reader, member) + sizeof((reader)->member))

/* ---- writers ---- */

typedef struct tengen_sink {
    uint32_t struct_size;
    void* context; /* the host's */
    /* Not 0: the bytes were taken. 0: stop and return TENGEN_WRITE_ERROR. [instance thread of the writer] */
    uint32_t (*write)(const struct tengen_sink* sink, tengen_text bytes);
} tengen_sink;

typedef enum tengen_capability_level {
    TENGEN_CANNOT = 0,
    TENGEN_PARTLY = 1, /* by convention or in part */
    TENGEN_CAN = 2
} tengen_capability_level;

/* What a format can carry; the host computes losses from it before anything is written. */
typedef enum tengen_feature {
    TENGEN_FEATURE_SEVERAL_GAMES = 0,
    TENGEN_FEATURE_TREE,     /* moves, variations, setup, markup */
    TENGEN_FEATURE_COMMENTS, /* comments of nodes */
    TENGEN_FEATURE_PROPERTY_ORDER,
    TENGEN_FEATURE_REPEATED_PROPERTIES,
    TENGEN_FEATURE_STREAMS, /* times, triggers, removals, media */
    TENGEN_FEATURE_STREAM_COUNTERS,
    TENGEN_FEATURE_CLOCKS, /* player clocks, overtime */
    TENGEN_FEATURE_RULES,
    TENGEN_FEATURE_UNKNOWN_PROPERTIES,
    TENGEN_FEATURE_ANY_BOARD, /* boards above 19, rectangles */
    TENGEN_FEATURE_SEVERAL_DAYS,
    TENGEN_FEATURE_UNKNOWN_STATED, /* "unknown" as a statement */
    TENGEN_FEATURE_CERTAINTY,
    TENGEN_FEATURE_NAME_ORDER,
    TENGEN_FEATURE_RANK_CLASS, /* professional against amateur, insei */
    TENGEN_FEATURE_BOARD_SCORE,
    TENGEN_FEATURE_RESULT_KINDS, /* win on time, forfeit, void, no score */
    TENGEN_FEATURE_HANDICAP_STONES,
    TENGEN_FEATURE_TWO_COLOUR_START,
    TENGEN_FEATURE_REFERENCES, /* in order */
    TENGEN_FEATURE_PRESENT_EMPTY,
    TENGEN_FEATURE_INVALID_VALUES,
    TENGEN_FEATURE_ANY_CHARSET, /* text beyond ASCII */
    TENGEN_FEATURE_COUNT
} tengen_feature;

typedef struct tengen_writer_instance tengen_writer_instance;

typedef struct tengen_writer {
    uint32_t struct_size;
    const char* format;
    const char* title;
    const char* extension; /* of files it makes, without dot */
    const tengen_option* options;
    uint32_t option_count;

    const uint8_t* capabilities; /* capability_count entries of tengen_capability_level, indexed by tengen_feature */
    uint32_t capability_count;

    /* host, sink and options' texts stay valid until the instance is closed, perhaps before any game. [any thread] */
    tengen_status (*open)(const tengen_host* host, const tengen_sink* sink, const tengen_option_value* options,
                          uint32_t option_count, tengen_writer_instance** instance);

    /* Write one game; the writer does not keep it. [instance thread] */
    tengen_status (*put)(tengen_writer_instance* instance, const tengen_game* game);

    /* Whatever follows the last game. Without finish the output counts as incomplete. [instance thread] */
    tengen_status (*finish)(tengen_writer_instance* instance);

    void (*close)(tengen_writer_instance* instance); /* NULL is allowed. [instance thread] */
} tengen_writer;

/* ---- the plugin ---- */

typedef struct tengen_plugin {
    uint32_t struct_size;
    uint32_t abi_minor; /* TENGEN_ABI_MINOR it was built with */
    const char* id;     /* "org.example.name": the same in the manifest */
    const char* version;
    const char* description;             /* one line */
    const tengen_reader* const* readers; /* reader_count pointers */
    uint32_t reader_count;
    const tengen_writer* const* writers;
    uint32_t writer_count;

    /* Why the last call in this thread returned TENGEN_BAD_OPTION or TENGEN_FAULT. Valid until the next call in the
       same thread. [any thread] */
    tengen_text (*error_message)(void);

    /* Optional parts by name, or NULL. [any thread] */
    const void* (*get_extension)(const char* id);
} tengen_plugin;

#if defined(__GNUC__)
#define TENGEN_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define TENGEN_PLUGIN_EXPORT
#endif

/* The one exported symbol. */
#define TENGEN_PLUGIN_SYMBOL "tengen_plugin_v1"
extern TENGEN_PLUGIN_EXPORT const tengen_plugin tengen_plugin_v1;

#ifdef __cplusplus
}
#endif

#endif
