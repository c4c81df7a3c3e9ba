/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A context that uses a little of everything and checks the results, for tests in which something
 * fails on the way. */
#ifndef SESSION_H
#define SESSION_H

struct galvan_tgsi;
struct pipe_screen;

enum {
    SESSION_VS,
    SESSION_FS,
    SESSION_CS,
    SESSION_NUM_SHADERS
};

/* What lasts. */
struct session_program {
    struct pipe_screen *screen; /* the caller's */
    struct galvan_tgsi *shaders[SESSION_NUM_SHADERS];
};

/* Fills and frees the shaders. */
void session_program_init(struct session_program *program);
void session_program_finish(struct session_program *program);

enum session_result {
    SESSION_WORKED,
    SESSION_REFUSED, /* a function said that it failed, at least by NULL */
    SESSION_WRONG,   /* none did, and what came of it is not right */
};

/* Creates a context, draws and computes with it, reads the results back and destroys it. */
enum session_result session_run(const struct session_program *program);

#endif
