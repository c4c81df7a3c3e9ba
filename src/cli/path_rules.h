/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which files the processes of clients may open beside what drivers read: what the command line and
 * the environment have them keep. */
#ifndef GV_CLI_PATH_RULES_H
#define GV_CLI_PATH_RULES_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "cli/options.h"
#include "confine/path_rules.h"
#include "util/cache_file.h"

struct gv_cache_key;

enum {
    GV_CLI_MAX_PATH_RULES = 7
};

/* What workers may do with the caches that drivers keep. */
enum gv_cli_drivers_cache {
    GV_CLI_DRIVERS_CACHE_PROGRAM, /* what one writes, those of the same owner get */
    GV_CLI_DRIVERS_CACHE_READ,    /* none writes */
    GV_CLI_DRIVERS_CACHE_OFF,     /* there is none */
};

struct gv_cli_path_rules {
    struct gv_cache_dir cache;
    char client_dir[PATH_MAX]; /* of the listener: caches of clients; "": there are none */
    enum gv_cli_drivers_cache drivers;
    char driver_dir[PATH_MAX], screenshot_dir[PATH_MAX], core_dir[PATH_MAX];
    char index_path[PATH_MAX + 32];
    struct gv_path_rule list[GV_CLI_MAX_PATH_RULES + 1]; /* the last has no path */
    unsigned num;
};

/* Every argument may be NULL. Drivers' caches are those of the user, unless set afterwards. */
void gv_cli_path_rules_init(struct gv_cli_path_rules *rules, const char *shader_dir,
                            const char *screenshot, bool core_files, const struct galvan_log *log);

/* For a process that serves a client of this owner: drivers keep their caches in a directory of
 * that owner's, below client_dir, where the environment names no other place or the user is
 * another. What a client could make of the user's own cache, the user's other programs would run.
 * Where none can be made, or the owner has no name, drivers keep none, and where `drivers` says so.
 */
void gv_cli_path_rules_add_owner(struct gv_cli_path_rules *rules, const struct gv_cache_key *owner);

/* For a process that plays a recording, which may be anybody's: Galvan and drivers keep their
 * caches in a directory of recordings, likewise. */
void gv_cli_path_rules_add_recordings(struct gv_cli_path_rules *rules);

/* One more, which must stay where it is; NULL is fine. */
void gv_cli_path_rules_add(struct gv_cli_path_rules *rules, enum gv_path_rule_kind kind,
                           const char *path);

/* An option of the commands that serve clients, in their tables. */
#define GV_CLI_DRIVERS_CACHE_OPTION(drivers)                                                       \
    {                                                                                              \
        "drivers-cache", "WHAT",                                                                   \
            "program: drivers keep a cache for each program\n(default); read: they write nothing " \
            "to it; off: they\nhave none",                                                         \
            GV_OPTION_CHOICE, drivers, .choices = gv_cli_drivers_caches                            \
    }
extern const char *const gv_cli_drivers_caches[];

/* Makes a directory that this user can write to, unless there is one. False and errno when that
 * fails. */
bool gv_cli_make_dir(const char *dir, mode_t mode);

#endif
