/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The checks of `galvan doctor`. Each function checks one thing that a program needs to render,
 * such as Vulkan or the display, and leaves the system unchanged. */
#ifndef GV_DIAGNOSE_CHECKS_H
#define GV_DIAGNOSE_CHECKS_H

#include "diagnose/setup/finding.h"

struct galvan_log;

/* The user's arguments. */
struct gv_doctor {
    const char *socket_path; /* socket of a running server; NULL: the doctor starts a server */
    const char *mesa_dir;    /* directory of Galvan in Mesa
                                (in_process.h); NULL: a server
                                renders */
    char **program;          /* the program with its arguments; NULL: no program was given */

    /* Executes `galvan run` with these arguments: `galvan run` starts a program and a server for
     * it. Returns an exit status. */
    int (*run)(int argc, char **argv, const struct galvan_log *log);
};

typedef void (*gv_check_fn)(const struct gv_doctor *doctor, struct gv_finding *out);

/* in system.c */
void gv_check_proc(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_memory(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_shm(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_limits(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_sandbox(const struct gv_doctor *doctor, struct gv_finding *out);

/* in vulkan.c */
void gv_check_render_node(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_loader(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_drivers(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_device(const struct gv_doctor *doctor, struct gv_finding *out);

/* in directories.c */
void gv_check_runtime(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_socket(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_cache(const struct gv_doctor *doctor, struct gv_finding *out);

/* in client.c */
void gv_check_opengl(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_virpipe(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_display(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_preload(const struct gv_doctor *doctor, struct gv_finding *out);

/* in guests.c */
void gv_check_guests(const struct gv_doctor *doctor, struct gv_finding *out);

/* in picture.c */
void gv_check_picture(const struct gv_doctor *doctor, struct gv_finding *out);
void gv_check_in_process(const struct gv_doctor *doctor, struct gv_finding *out);

/* in program.c */
void gv_check_program(const struct gv_doctor *doctor, struct gv_finding *out);

#endif
