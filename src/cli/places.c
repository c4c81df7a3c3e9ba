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

static void move_driver_caches(const struct gv_cache_dir *cache, bool over_users)
{
    static const char *const variables[] = {"MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR",
                                            "__GL_SHADER_DISK_CACHE_PATH"};

    if (!over_users && (gv_getenv("MESA_SHADER_CACHE_DIR") || gv_getenv("MESA_GLSL_CACHE_DIR")))
        return;
    for (size_t i = 0; i < GV_ARRAY_SIZE(variables); i++)
        setenv(variables[i], cache->path, over_users);
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
    if (gv_cache_dir_make(&places->cache)) {
        move_driver_caches(&places->cache, false);
        gv_cli_places_add(places, places->cache.path);
    }
    gv_cli_places_add(places, gv_getenv("MESA_SHADER_CACHE_DIR"));
    places->num_caches = places->num;
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

void gv_cli_places_separate(struct gv_cli_places *places, uid_t uid)
{
    static const char *const switches[] = {"MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"};
    const size_t rest = places->num - places->num_caches;
    struct gv_cache_dir own;
    int len = snprintf(own.path, sizeof(own.path), "%s/user-%u", places->cache.path, (unsigned)uid);
    const bool made =
        places->cache.path[0] && len < (int)sizeof(own.path) && gv_cache_dir_make(&own);

    memmove(places->writable + made, places->writable + places->num_caches,
            rest * sizeof(places->writable[0]));
    if (made) {
        places->cache = own;
        places->writable[0] = places->cache.path;
        move_driver_caches(&places->cache, true);
    } else {
        for (size_t i = 0; i < GV_ARRAY_SIZE(switches); i++)
            setenv(switches[i], "true", 1);
    }
    places->num_caches = made;
    places->num = (unsigned)rest + made;
    places->writable[places->num] = NULL;
    setenv("GALVAN_CACHE", made ? places->cache.path : "off", 1);
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
