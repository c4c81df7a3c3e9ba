/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A session is a context that uses a little of everything and checks the results, for tests in
 * which some call fails. */
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

/* Objects that several sessions use. */
struct session_program {
    struct pipe_screen *screen; /* belongs to the caller */
    struct galvan_tgsi *shaders[SESSION_NUM_SHADERS];
};

/* session_program_init() fills in the shaders, session_program_finish() frees them. */
void session_program_init(struct session_program *program);
void session_program_finish(struct session_program *program);

enum session_result {
    SESSION_WORKED,
    SESSION_REFUSED, /* a function reported a failure, at least by returning NULL */
    SESSION_WRONG,   /* no function reported a failure, but the results are wrong */
};

/* Creates a context, draws and computes with it, reads the results back and destroys it. */
enum session_result session_run(const struct session_program *program);

#endif
