/*
 * tengen/abi/game_origin.h - where the game comes from that a writer is given.
 *
 * Extension of the host, for writers that list games: it belongs to version 1 of the boundary, and a host may lack it.
 */
#ifndef TENGEN_ABI_GAME_ORIGIN_H
#define TENGEN_ABI_GAME_ORIGIN_H

#include "plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TENGEN_GAME_ORIGIN "tengen.game-origin"
typedef struct tengen_game_origin {
    uint32_t struct_size;
    /* Names of the input that the game was read from, and of its member in a container (empty: it is in none). Both are
       empty where the host does not know. To be called while put runs; the texts are valid until it returns.
       [instance thread] */
    void (*get)(const tengen_host* host, tengen_text* input, tengen_text* member);
} tengen_game_origin;

#ifdef __cplusplus
}
#endif

#endif
