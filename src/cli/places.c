/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/places.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/array.h"
#include "util/env.h"

/* The directory of a file. */
static void dir_of(char out[PATH_MAX], const char *path)
{
    const char *slash = strrchr(path, '/');

    if (!slash)
        path = ".", slash = path + 1;
    snprintf(out, PATH_MAX, "%.*s", slash == path ? 1 : (int)(slash - path), path);
}

/* Where the kernel writes core files: beside what the process works in, unless told otherwise. */
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

void gv_cli_places_add(struct gv_cli_places *places, const char *dir)
{
    if (dir && places->num < GV_CLI_MAX_PLACES)
        places->writable[places->num++] = dir;
}

void gv_cli_places_init(struct gv_cli_places *places, const char *shader_dir, const char *picture,
                        bool core_files)
{
    memset(places, 0, sizeof(*places));
    gv_cache_dir_init(&places->cache, gv_getenv("GALVAN_CACHE"));
    if (!gv_cache_dir_make(&places->cache) ||
        snprintf(places->client_dir, PATH_MAX, "%s/clients", places->cache.path) >= PATH_MAX)
        places->client_dir[0] = '\0';
    gv_cli_places_add(places, shader_dir);
    if (picture) {
        dir_of(places->picture_dir, picture);
        gv_cli_places_add(places, places->picture_dir);
    }
    if (core_files) {
        find_core_dir(places->core_dir);
        gv_cli_places_add(places, places->core_dir);
    }
}

static void set_all(const char *const *variables, size_t num, const char *value)
{
    for (size_t i = 0; i < num; i++)
        setenv(variables[i], value, 1);
}

/* Has drivers keep their caches in dir, or nowhere; only_if_unset: unless the environment says
 * where. */
static void keep_drivers_caches(struct gv_cli_places *places, const char *dir, bool only_if_unset)
{
    static const char *const switches[] = {"MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"};
    static const char *const variables[] = {"MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR",
                                            "__GL_SHADER_DISK_CACHE_PATH"};
    const char *mesa = gv_getenv("MESA_SHADER_CACHE_DIR");
    struct gv_cache_dir own;

    if (only_if_unset && (mesa || gv_getenv("MESA_GLSL_CACHE_DIR"))) {
        gv_cli_places_add(places, mesa);
        return;
    }
    gv_cache_dir_init(&own, dir);
    if (!gv_cache_dir_make(&own)) {
        set_all(switches, GV_ARRAY_SIZE(switches), "true");
        return;
    }
    set_all(variables, GV_ARRAY_SIZE(variables), own.path);
    snprintf(places->driver_dir, sizeof(places->driver_dir), "%s", own.path);
    gv_cli_places_add(places, places->driver_dir);
}

void gv_cli_places_add_user(struct gv_cli_places *places, uid_t uid)
{
    char dir[PATH_MAX + 32] = "off";

    if (places->client_dir[0])
        snprintf(dir, sizeof(dir), "%s/%u/drivers", places->client_dir, (unsigned)uid);
    keep_drivers_caches(places, dir, uid == getuid());
}

void gv_cli_places_add_recordings(struct gv_cli_places *places)
{
    char dir[PATH_MAX + 32] = "off";

    if (places->client_dir[0])
        snprintf(dir, sizeof(dir), "%s/recordings", places->cache.path);
    keep_drivers_caches(places, dir, true);
    setenv("GALVAN_CACHE", places->driver_dir[0] ? places->driver_dir : "off", 1);
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
