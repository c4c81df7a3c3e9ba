/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The environment that makes a program's Mesa connect to a server of Galvan, or draw by Galvan in
 * the program's own process. */
#ifndef GV_DIAGNOSE_SETUP_CLIENT_ENV_H
#define GV_DIAGNOSE_SETUP_CLIENT_ENV_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "galvan/log.h"

enum {
    GV_CLIENT_ENV_MAX = 15,
    GV_CLIENT_ENV_FRAMES_AHEAD = 2 /* unless the user says otherwise */
};

struct gv_client_env_params {
    const char *command;     /* of galvan, for the log */
    const char *socket_path; /* NULL: Mesa's default socket */
    const char *mesa_dir; /* of Galvan in Mesa (in_process.h), which draws in the program's process.
                             NULL: a server draws. With it only `log`, `device`, `mask`, `hud` and
                             `frames` count */
    const char *device, *mask; /* for GALVAN_DEVICE and GALVAN_MASK; NULL: unchanged */
    bool hud;                  /* Mesa draws its own counters, unless GALLIUM_HUD says which */
    const char *frames;    /* of gv_frames_share(), for GALVAN_FRAMES; NULL: nobody wants reports */
    unsigned frames_ahead; /* of its windows, counting the one that is drawn; 1: none */
    bool preload;          /* lead old Mesa's fixed path to the socket */
    const char *preload_as; /* the library's path inside of the container, where it is the only
                               preloaded library; NULL: its path here */
    bool same_files;        /* the program sees the files of this system */
    const struct galvan_log *log;
};

struct gv_client_env {
    struct {
        const char *name;
        const char *value; /* NULL: it must not be set */
    } variables[GV_CLIENT_ENV_MAX];
    size_t num;
    char preload[2 * PATH_MAX], frames_ahead[PATH_MAX + 16], drivers_path[PATH_MAX + 16];
};

/* Strings of params must live as long as *out, which must not be copied. */
void gv_client_env_init(const struct gv_client_env_params *params, struct gv_client_env *out);

/* Makes it this process's environment. */
void gv_client_env_enter(const struct gv_client_env_params *params);

/* Replaces $LIB in a path as the loader does, by Debian's name of an architecture; false if no such
 * file exists. */
bool gv_client_env_expand(const char *path, const char *architecture, char *out_path,
                          size_t size_B);

/* Returns the directory of the running galvan command; false without /proc. */
bool gv_client_env_own_dir(char *out_dir, size_t size_B);

/* Returns the path of a file that belongs to the galvan command, in a build tree or in an
 * installation; false if it is missing, or /proc is. */
bool gv_client_env_find(const char *name, char *out_path, size_t size_B);

#endif
