/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Path rules for processes that serve clients. The rules allow the files that drivers need, and the
 * caches and outputs that the command line and the environment name. */
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
    GV_CLI_DRIVERS_CACHE_PROGRAM, /* the clients of one cache key share a cache */
    GV_CLI_DRIVERS_CACHE_READ,    /* workers only read the user's cache */
    GV_CLI_DRIVERS_CACHE_OFF,     /* drivers cache nothing */
};

struct gv_cli_path_rules {
    struct gv_cache_dir cache;
    char client_dir[PATH_MAX]; /* directory for the clients' caches, owned by the listener; "":
                                  clients have no caches */
    enum gv_cli_drivers_cache drivers;
    char driver_dir[PATH_MAX], screenshot_dir[PATH_MAX], core_dir[PATH_MAX];
    char index_path[PATH_MAX + 32];
    struct gv_path_rule list[GV_CLI_MAX_PATH_RULES + 1]; /* ends in a rule without a path */
    unsigned num;
};

/* Initializes the rules. Every argument may be NULL. Drivers use the user's caches unless one of
 * the functions below chooses other caches. */
void gv_cli_path_rules_init(struct gv_cli_path_rules *rules, const char *shader_dir,
                            const char *screenshot, bool core_files, const struct galvan_log *log);

/* Adds the rules for a process that serves a client with the cache key `owner`. Drivers use a cache
 * directory below client_dir that belongs to this key. If the key's user is this user, the
 * environment may name another directory. The default is not the user's own cache, because programs
 * of the user would then run code that a client has written to this cache. Drivers cache nothing if
 * the key's directory cannot be created, if the key has no program, or if rules->drivers is
 * GV_CLI_DRIVERS_CACHE_OFF. */
void gv_cli_path_rules_add_owner(struct gv_cli_path_rules *rules, const struct gv_cache_key *owner);

/* Adds the rules for a process that replays a recording, which may come from an untrusted source.
 * Galvan and drivers use a cache directory for recordings, unless the environment names another
 * directory for drivers. */
void gv_cli_path_rules_add_recordings(struct gv_cli_path_rules *rules);

/* Adds one rule. `path` must stay valid; if it is NULL, nothing is added. */
void gv_cli_path_rules_add(struct gv_cli_path_rules *rules, enum gv_path_rule_kind kind,
                           const char *path);

/* A row for the table of options of each command that serves clients. */
#define GV_CLI_DRIVERS_CACHE_OPTION(drivers)                                                       \
    {                                                                                              \
        "drivers-cache", "WHAT",                                                                   \
            "program: drivers keep a cache for each program\n(default); read: they write nothing " \
            "to it; off: they\nhave none",                                                         \
            GV_OPTION_CHOICE, drivers, .choices = gv_cli_drivers_caches                            \
    }
extern const char *const gv_cli_drivers_caches[];

/* Creates a directory. Accepts an existing directory if this user can write to it. Returns false
 * with errno on failure. */
bool gv_cli_make_dir(const char *dir, mode_t mode);

#endif
