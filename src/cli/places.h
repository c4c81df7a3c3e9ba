/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which directories the processes of clients may write to: what the command line and the
 * environment have them keep. */
#ifndef GV_CLI_PLACES_H
#define GV_CLI_PLACES_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "util/cache_file.h"

enum {
    GV_CLI_MAX_PLACES = 6
};

struct gv_cli_places {
    struct gv_cache_dir cache;
    char client_dir[PATH_MAX]; /* of the listener: caches of clients; "": there are none */
    char driver_dir[PATH_MAX], picture_dir[PATH_MAX], core_dir[PATH_MAX];
    const char *writable[GV_CLI_MAX_PLACES + 1]; /* NULL at the end */
    unsigned num;
};

/* Every argument may be NULL. */
void gv_cli_places_init(struct gv_cli_places *places, const char *shader_dir, const char *picture,
                        bool core_files);

/* For a process that serves a client of this user: drivers keep their caches in a directory of that
 * user's clients, below client_dir, where the environment names no other place or the user is
 * another. What a client could make of the user's own cache, the user's other programs would run.
 * Where none can be made drivers keep none. */
void gv_cli_places_add_user(struct gv_cli_places *places, uid_t uid);

/* For a process that plays a recording, which may be anybody's: Galvan and drivers keep their
 * caches in a directory of recordings, likewise. */
void gv_cli_places_add_recordings(struct gv_cli_places *places);

/* One more; NULL is fine. */
void gv_cli_places_add(struct gv_cli_places *places, const char *dir);

/* Makes a directory that this user can write to, unless there is one. False and errno when that
 * fails. */
bool gv_cli_make_dir(const char *dir, mode_t mode);

#endif
