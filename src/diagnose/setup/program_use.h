/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a program does with OpenGL, as far as its file and those of its libraries tell: uses that
 * Mesa's client gets wrong without the client library. */
#ifndef GV_DIAGNOSE_SETUP_PROGRAM_USE_H
#define GV_DIAGNOSE_SETUP_PROGRAM_USE_H

#include <stdbool.h>
#include <stddef.h>

struct gv_program_use {
    char opens[32];   /* OpenGL's library that the program names, to open it later; "": none */
    char pixmaps[64]; /* the file that binds pixmaps as textures; "": none */
    bool has_threads; /* the program itself starts threads */
};

/* Adds what the program's own file, and that of one of its libraries, tells. Libraries that only
 * pass OpenGL's functions on tell nothing. A file that cannot be read adds nothing. */
void gv_program_use_add_program(struct gv_program_use *use, const char *path);
void gv_program_use_add_library(struct gv_program_use *use, const char *path);

/* Writes the uses that need the client library, as "pixmaps as textures (FILE) and threads"; false
 * for none. */
bool gv_program_use_print(const struct gv_program_use *use, char *out, size_t size_B);

#endif
