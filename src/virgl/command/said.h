/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Caches the three dwords that a submit has last sent for a bind point, so that equal dwords are
 * not passed to the driver again. */
#ifndef GV_VIRGL_SAID_H
#define GV_VIRGL_SAID_H

#include <string.h>

#include "virgl/command/command.h"
#include "virgl/renderer.h"
#include "virgl/sub_context.h"

static inline bool gv_virgl_same_words(const uint32_t a[3], const uint32_t b[3])
{
    return !((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]));
}

static inline bool gv_virgl_is_said(const struct gv_virgl_cmd *cmd,
                                    const struct gv_virgl_said *said, const uint32_t words[3])
{
    return said->submit == cmd->r->num_submits && gv_virgl_same_words(words, said->words);
}

static inline void gv_virgl_note_said(const struct gv_virgl_cmd *cmd, struct gv_virgl_said *said,
                                      const uint32_t words[3])
{
    said->submit = cmd->r->num_submits;
    memcpy(said->words, words, sizeof(said->words));
}

#endif
