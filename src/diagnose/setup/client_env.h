/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The environment with which a program's Mesa connects to a server of Galvan, or renders with
 * Galvan in the program's own process. */
#ifndef GV_DIAGNOSE_SETUP_CLIENT_ENV_H
#define GV_DIAGNOSE_SETUP_CLIENT_ENV_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "galvan/log.h"

enum {
    GV_CLIENT_ENV_MAX = 20,
    GV_CLIENT_ENV_FRAMES_AHEAD = 2 /* default of frames_ahead */
};

struct gv_client_env_params {
    const char *command;     /* name of the galvan command, for log lines */
    const char *socket_path; /* NULL: Mesa's default socket */
    /* directory of Galvan in Mesa (in_process.h); its driver renders in the program's process. Then
     * only these other fields are used: command, log, device, mask, hud, frames and frames_ahead.
     * NULL: a server renders */
    const char *mesa_dir;
    const char *device, *mask; /* values of GALVAN_DEVICE and GALVAN_MASK; NULL: unchanged */
    bool hud; /* Mesa draws its counters over frames; GALLIUM_HUD may choose the counters */
    const char *frames;     /* value of GALVAN_FRAMES, from gv_frames_share(); NULL: the program
                               does not report its frames */
    unsigned frames_ahead;  /* number of frames that the program may submit before they are
                               visible in its windows, including the frame that it is drawing; 1:
                               the program waits for each frame */
    bool preload;           /* whether to preload the client library, which connects old Mesa to
                               the socket */
    const char *preload_as; /* path of the client library in the program's container; the program
                               then preloads no other library. NULL: the library's path in this
                               system */
    bool same_files;        /* the program sees the files of this system */
    const struct galvan_log *log;
};

struct gv_client_env {
    struct {
        const char *name;
        const char *value; /* NULL: the variable must not be set */
    } variables[GV_CLIENT_ENV_MAX];
    size_t num;
    char preload[2 * PATH_MAX], frames_ahead[PATH_MAX + 16], drivers_path[PATH_MAX + 16],
        library_path[2 * PATH_MAX];
};

/* Fills in *out, which must not be copied. The strings of `params` must outlive it. */
void gv_client_env_init(const struct gv_client_env_params *params, struct gv_client_env *out);

/* Changes this process's environment to the environment for `params`. */
void gv_client_env_enter(const struct gv_client_env_params *params);

/* Replaces $LIB in a path by Debian's directory name of an architecture, as the dynamic linker
 * does. Returns false if the resulting file does not exist. */
bool gv_client_env_expand(const char *path, const char *architecture, char *out_path,
                          size_t size_B);

/* Returns the directory of the running galvan command; false if /proc is missing. */
bool gv_client_env_own_dir(char *out_dir, size_t size_B);

/* Returns the path of a file that belongs to the galvan command, in a build tree or in an
 * installation. Returns false if the file or /proc is missing. */
bool gv_client_env_find(const char *name, char *out_path, size_t size_B);

#endif
