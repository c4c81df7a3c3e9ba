/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Finds out how a program uses OpenGL, from the program's file and the files of its libraries.
 * Mesa's client has bugs in some uses, for which the program needs the client library. */
#ifndef GV_DIAGNOSE_SETUP_PROGRAM_USE_H
#define GV_DIAGNOSE_SETUP_PROGRAM_USE_H

#include <stdbool.h>
#include <stddef.h>

struct gv_program_use {
    char opens[32]; /* the OpenGL library that the program names in order to open it later; "": the
                       program names none */
    char pixmaps[64]; /* the file that contains calls to bind pixmaps as textures; "": no file
                         contains such calls */
    bool has_threads; /* the program itself starts threads */
};

/* Add the uses that the program's own file, or the file of one of its libraries, reveals. A library
 * that only passes OpenGL's functions on reveals no use. A file that cannot be read adds no use. */
void gv_program_use_add_program(struct gv_program_use *use, const char *path);
void gv_program_use_add_library(struct gv_program_use *use, const char *path);

/* Writes the uses that need the client library, such as "pixmaps as textures (FILE) and threads".
 * Returns false if no use needs the client library. */
bool gv_program_use_print(const struct gv_program_use *use, char *out, size_t size_B);

#endif
