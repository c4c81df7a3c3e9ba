/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The checks of `galvan doctor`, each of which looks at one thing on the way from a program to its
 * picture. None changes anything that stays. */
#ifndef GV_DIAGNOSE_CHECKS_H
#define GV_DIAGNOSE_CHECKS_H

#include "diagnose/setup/finding.h"

struct galvan_log;

/* What the user named. */
struct gv_doctor {
    const char *socket_path; /* of a server that runs; NULL: a server of one's own */
    const char *mesa_dir;    /* programs draw by Galvan in it (in_process.h); NULL: by a server */
    char **program;          /* and its arguments; NULL: none */

    /* `galvan run`, with its words: starts a program and a server of its own. An exit status. */
    int (*run)(int argc, char **argv, const struct galvan_log *log);
};

typedef void (*gv_check_fn)(const struct gv_doctor *doctor, struct gv_finding *out);

/* system.c */
void gv_check_proc(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_memory(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_shm(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_limits(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_sandbox(const struct gv_doctor *doctor, struct gv_finding *out);

/* vulkan.c */
void gv_check_render_node(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_loader(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_drivers(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_device(const struct gv_doctor *doctor, struct gv_finding *out);

/* directories.c */
void gv_check_runtime(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_socket(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_cache(const struct gv_doctor *doctor, struct gv_finding *out);

/* client.c */
void gv_check_opengl(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_virpipe(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_display(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_preload(const struct gv_doctor *doctor, struct gv_finding *out);

/* guests.c */
void gv_check_guests(const struct gv_doctor *doctor, struct gv_finding *out);

/* picture.c */
void gv_check_picture(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_in_process(const struct gv_doctor *doctor, struct gv_finding *out);

/* program.c */
void gv_check_program(const struct gv_doctor *doctor, struct gv_finding *out);

#endif
