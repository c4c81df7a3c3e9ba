/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A renderer's notes: its position in the client's commands, noted before each command, and its
 * memory grant. A process that maps the notes can report, after the renderer's process has died,
 * which command the renderer was executing. */
#ifndef GV_VIRGL_API_NOTES_H
#define GV_VIRGL_API_NOTES_H

#include <stdatomic.h>
#include <stdint.h>

#include "virgl/api/grant.h"

/* The notes. All members are zero before the first command. */
struct gv_virgl_notes {
    _Atomic uint32_t header; /* header dword of the command that was executed last, or is being
                                executed */
    _Atomic uint32_t offset_dw;
    _Atomic uint32_t shader; /* handle of the shader whose text was completed last */
    struct gv_virgl_grant grant;
};

/* Returns the name of the command with this header dword; "no command" for 0, never NULL. */
const char *gv_virgl_command_name(uint32_t header);

#endif
