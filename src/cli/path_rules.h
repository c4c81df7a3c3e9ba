/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Files that the processes of clients may open beside those of drivers: the caches and outputs that
 * the command line and the environment ask for. */
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

/* How workers may use the drivers' caches. */
enum gv_cli_drivers_cache {
    GV_CLI_DRIVERS_CACHE_PROGRAM, /* clients of one owner share a cache */
    GV_CLI_DRIVERS_CACHE_READ,    /* workers only read the user's cache */
    GV_CLI_DRIVERS_CACHE_OFF,     /* drivers cache nothing */
};

struct gv_cli_path_rules {
    struct gv_cache_dir cache;
    char client_dir[PATH_MAX]; /* of the listener: caches of clients; "": clients have no caches */
    enum gv_cli_drivers_cache drivers;
    char driver_dir[PATH_MAX], screenshot_dir[PATH_MAX], core_dir[PATH_MAX];
    char index_path[PATH_MAX + 32];
    struct gv_path_rule list[GV_CLI_MAX_PATH_RULES + 1]; /* the last has no path */
    unsigned num;
};

/* Every argument may be NULL. Drivers use the user's caches unless another function below chooses
 * others. */
void gv_cli_path_rules_init(struct gv_cli_path_rules *rules, const char *shader_dir,
                            const char *screenshot, bool core_files, const struct galvan_log *log);

/* For a process that serves a client of this owner: drivers cache in a directory of that owner
 * below client_dir, unless the environment names another directory and the owner is this user.
 * Programs of the user would otherwise run what a client had written to the user's own cache.
 * Drivers cache nothing if that directory cannot be created, if the owner lacks a name, or if
 * `drivers` says so. */
void gv_cli_path_rules_add_owner(struct gv_cli_path_rules *rules, const struct gv_cache_key *owner);

/* For a process that replays a recording, which may come from anybody: Galvan and drivers cache in
 * a directory for recordings, unless the environment names another one for drivers. */
void gv_cli_path_rules_add_recordings(struct gv_cli_path_rules *rules);

/* One more, which must stay where it is; NULL is fine. */
void gv_cli_path_rules_add(struct gv_cli_path_rules *rules, enum gv_path_rule_kind kind,
                           const char *path);

/* An option that all commands which serve clients have in their tables. */
#define GV_CLI_DRIVERS_CACHE_OPTION(drivers)                                                       \
    {                                                                                              \
        "drivers-cache", "WHAT",                                                                   \
            "program: drivers keep a cache for each program\n(default); read: they write nothing " \
            "to it; off: they\nhave none",                                                         \
            GV_OPTION_CHOICE, drivers, .choices = gv_cli_drivers_caches                            \
    }
extern const char *const gv_cli_drivers_caches[];

/* Creates a directory that this user can write to, unless it exists. False and errno on failure. */
bool gv_cli_make_dir(const char *dir, mode_t mode);

#endif
