/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/path_rules.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/cache_key.h"
#include "util/array.h"
#include "util/env.h"

const char *const gv_cli_drivers_caches[] = {
    [GV_CLI_DRIVERS_CACHE_PROGRAM] = "program",
    [GV_CLI_DRIVERS_CACHE_READ] = "read",
    [GV_CLI_DRIVERS_CACHE_OFF] = "off",
    NULL,
};

/* Copies the directory part of `path` to `out`. */
static void dir_of(char out[PATH_MAX], const char *path)
{
    const char *slash = strrchr(path, '/');

    if (!slash)
        path = ".", slash = path + 1;
    snprintf(out, PATH_MAX, "%.*s", slash == path ? 1 : (int)(slash - path), path);
}

/* Finds the directory in which the kernel writes core files: the working directory, unless the
 * kernel's pattern names another directory. */
static void find_core_dir(char out[PATH_MAX])
{
    FILE *file = fopen("/proc/sys/kernel/core_pattern", "re");
    char pattern[PATH_MAX] = "";

    if (file) {
        if (!fgets(pattern, sizeof(pattern), file))
            pattern[0] = '\0';
        fclose(file);
    }
    dir_of(out, pattern[0] == '/' ? pattern : "core");
}

void gv_cli_path_rules_add(struct gv_cli_path_rules *rules, enum gv_path_rule_kind kind,
                           const char *path)
{
    if (path && rules->num < GV_CLI_MAX_PATH_RULES)
        rules->list[rules->num++] = (struct gv_path_rule){kind, path};
}

void gv_cli_path_rules_init(struct gv_cli_path_rules *rules, const char *shader_dir,
                            const char *screenshot, bool core_files, const struct galvan_log *log)
{
    memset(rules, 0, sizeof(*rules));
    gv_cache_dir_init(&rules->cache, gv_getenv("GALVAN_CACHE"));
    gv_cache_dir_check(&rules->cache, log, "cache");
    if (!gv_cache_dir_make(&rules->cache) ||
        snprintf(rules->client_dir, PATH_MAX, "%s/clients", rules->cache.path) >= PATH_MAX)
        rules->client_dir[0] = '\0';
    gv_cli_path_rules_add(rules, GV_PATH_RULE_WRITE, shader_dir);
    if (screenshot) {
        dir_of(rules->screenshot_dir, screenshot);
        gv_cli_path_rules_add(rules, GV_PATH_RULE_WRITE, rules->screenshot_dir);
    }
    if (core_files) {
        find_core_dir(rules->core_dir);
        gv_cli_path_rules_add(rules, GV_PATH_RULE_WRITE, rules->core_dir);
    }
}

static void set_all(const char *const *variables, size_t num, const char *value)
{
    for (size_t i = 0; i < num; i++)
        setenv(variables[i], value, 1);
}

static void have_drivers_keep_nothing(void)
{
    static const char *const switches[] = {"MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"};

    set_all(switches, GV_ARRAY_SIZE(switches), "true");
    setenv("__GL_SHADER_DISK_CACHE", "0", 1);
}

/* Adds rules that let drivers read, or read and write, the cache in `dir`. Mesa maps a cache's
 * index, so it can use a cache only if it can open the index for writing. The index lists the
 * entries and their total size. A client that damages the index makes other clients compile again,
 * and does no other harm. */
static void open_drivers_cache(struct gv_cli_path_rules *rules, const char *dir)
{
    if (!dir || rules->drivers != GV_CLI_DRIVERS_CACHE_READ) {
        gv_cli_path_rules_add(rules, GV_PATH_RULE_WRITE, dir);
        return;
    }
    snprintf(rules->index_path, sizeof(rules->index_path), "%s/mesa_shader_cache/index", dir);
    gv_cli_path_rules_add(rules, GV_PATH_RULE_READ, dir);
    gv_cli_path_rules_add(rules, GV_PATH_RULE_UPDATE, rules->index_path);
}

/* Makes drivers use a cache in dir; NULL: no cache. If only_if_unset is true, a directory that the
 * environment names is used in place of `dir`. */
static void keep_drivers_caches(struct gv_cli_path_rules *rules, const char *dir,
                                bool only_if_unset)
{
    static const char *const variables[] = {"MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR",
                                            "__GL_SHADER_DISK_CACHE_PATH"};
    const char *mesa = gv_getenv("MESA_SHADER_CACHE_DIR");
    struct gv_cache_dir own;

    if (rules->drivers == GV_CLI_DRIVERS_CACHE_OFF) {
        have_drivers_keep_nothing();
        return;
    }
    if (only_if_unset && (mesa || gv_getenv("MESA_GLSL_CACHE_DIR"))) {
        open_drivers_cache(rules, mesa);
        return;
    }
    gv_cache_dir_init(&own, dir);
    if (!gv_cache_dir_make(&own)) {
        have_drivers_keep_nothing();
        return;
    }
    set_all(variables, GV_ARRAY_SIZE(variables), own.path);
    snprintf(rules->driver_dir, sizeof(rules->driver_dir), "%s", own.path);
    open_drivers_cache(rules, rules->driver_dir);
}

void gv_cli_path_rules_add_owner(struct gv_cli_path_rules *rules, const struct gv_cache_key *owner)
{
    char dir[PATH_MAX + GV_CACHE_KEY_PROGRAM_B + 32] = "off";

    if (rules->client_dir[0] && owner->program[0])
        snprintf(dir, sizeof(dir), "%s/%u/%s/drivers", rules->client_dir, (unsigned)owner->uid,
                 owner->program);
    keep_drivers_caches(rules, dir, owner->uid == getuid());
}

void gv_cli_path_rules_add_recordings(struct gv_cli_path_rules *rules)
{
    char dir[PATH_MAX + 32] = "off";
    struct gv_cache_dir own;

    if (rules->client_dir[0])
        snprintf(dir, sizeof(dir), "%s/recordings", rules->cache.path);
    keep_drivers_caches(rules, dir, true);
    gv_cache_dir_init(&own, dir);
    if (!rules->driver_dir[0] && gv_cache_dir_make(&own)) {
        /* The environment names a directory for drivers, but no directory for Galvan. */
        snprintf(rules->driver_dir, sizeof(rules->driver_dir), "%s", own.path);
        gv_cli_path_rules_add(rules, GV_PATH_RULE_WRITE, rules->driver_dir);
    }
    setenv("GALVAN_CACHE", rules->driver_dir[0] ? rules->driver_dir : "off", 1);
}

bool gv_cli_make_dir(const char *dir, mode_t mode)
{
    struct stat st;

    if (mkdir(dir, mode) == 0)
        return true;
    if (errno != EEXIST || stat(dir, &st) != 0)
        return false;
    if (S_ISDIR(st.st_mode) && access(dir, W_OK | X_OK) == 0)
        return true;
    errno = S_ISDIR(st.st_mode) ? EACCES : ENOTDIR;
    return false;
}
