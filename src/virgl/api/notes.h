/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Where a renderer is in its client's commands, noted as it goes, and what memory it has. Whoever
 * shares this memory with the process can tell after its death what it was at. */
#ifndef GV_VIRGL_API_NOTES_H
#define GV_VIRGL_API_NOTES_H

#include <stdatomic.h>
#include <stdint.h>

#include "virgl/api/grant.h"

/* All zero before the first command. */
struct gv_virgl_notes {
    _Atomic uint32_t header; /* of the command that is or was carried out last */
    _Atomic uint32_t offset_dw;
    _Atomic uint32_t shader; /* handle of the shader whose text was complete last */
    struct gv_virgl_grant grant;
};

/* The name of the command that has this first dword; "no command" for 0, never NULL. */
const char *gv_virgl_command_name(uint32_t header);

#endif
