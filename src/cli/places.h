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
    char picture_dir[PATH_MAX], core_dir[PATH_MAX];
    const char *writable[GV_CLI_MAX_PLACES + 1]; /* NULL at the end */
    unsigned num, num_caches; /* of the first of them drivers and Galvan read later */
};

/* Every argument may be NULL. Also has drivers keep their caches in Galvan's, in this process and
 * those that it starts, where the environment names no other place: what a client could make of the
 * user's own cache, the user's other programs would run. */
void gv_cli_places_init(struct gv_cli_places *places, const char *shader_dir, const char *picture,
                        bool core_files);

/* For a process that serves another user: caches of that user's own, below Galvan's, take the place
 * of those that this user's programs read. None where none can be made. */
void gv_cli_places_separate(struct gv_cli_places *places, uid_t uid);

/* One more; NULL is fine. */
void gv_cli_places_add(struct gv_cli_places *places, const char *dir);

/* Makes a directory that this user can write to, unless there is one. False and errno when that
 * fails. */
bool gv_cli_make_dir(const char *dir, mode_t mode);

#endif
