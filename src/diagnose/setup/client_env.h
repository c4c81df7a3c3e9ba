/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The environment in which a program's Mesa comes to a server of Galvan's, or draws by Galvan in
 * the program's own process. */
#ifndef GV_DIAGNOSE_SETUP_CLIENT_ENV_H
#define GV_DIAGNOSE_SETUP_CLIENT_ENV_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "galvan/log.h"

enum {
    GV_CLIENT_ENV_MAX = 14,
    GV_CLIENT_ENV_FRAMES_AHEAD = 2 /* unless the user says otherwise */
};

struct gv_client_env_params {
    const char *command;     /* of galvan, for the log */
    const char *socket_path; /* NULL: where Mesa looks by itself */
    const char *mesa_dir; /* Galvan's part of Mesa (in_process.h), which draws in the program's own
                             process. NULL: a server draws. With it only `log`, `device` and
                             `mask` count */
    const char *device, *mask; /* for GALVAN_DEVICE and GALVAN_MASK; NULL: as they are */
    unsigned frames_ahead;     /* of its windows, counting the one that is drawn; 1: none */
    bool preload;              /* lead old Mesa's fixed path to the socket */
    const char *preload_as;    /* the library's path there, and nothing else is preloaded; NULL: as
                                  here */
    bool same_files;           /* the program sees the files of this system */
    const struct galvan_log *log;
};

struct gv_client_env {
    struct {
        const char *name;
        const char *value; /* NULL: it must not be set */
    } variables[GV_CLIENT_ENV_MAX];
    size_t num;
    char preload[2 * PATH_MAX], frames_ahead[PATH_MAX + 16], drivers_path[PATH_MAX + 8];
};

/* Strings of params must live as long as *out, which may not be copied. */
void gv_client_env_init(const struct gv_client_env_params *params, struct gv_client_env *out);

/* Makes it this process's environment. */
void gv_client_env_enter(const struct gv_client_env_params *params);

/* The path with what the loader puts in the place of $LIB, by Debian's name of an architecture;
 * false where there is no such file. */
bool gv_client_env_expand(const char *path, const char *architecture, char *out_path,
                          size_t size_B);

/* The directory of the galvan command that runs; false without /proc. */
bool gv_client_env_own_dir(char *out_dir, size_t size_B);

/* The path of a file that goes with the galvan command, where a build and where an installation has
 * it; false, if it is not there, or /proc is not. */
bool gv_client_env_find(const char *name, char *out_path, size_t size_B);

#endif
