/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/driver_files.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/array.h"
#include "util/env.h"

/* Whether `path` is a file, or a directory with manifests (the loader also reads directories). */
static bool is_driver_file(const char *path)
{
    static const char suffix[] = ".json";
    DIR *dir = opendir(path);
    bool has = false;

    if (!dir)
        return access(path, R_OK) == 0;
    for (const struct dirent *entry; !has && (entry = readdir(dir));) {
        size_t len = strlen(entry->d_name);
        has = len >= strlen(suffix) && strcmp(entry->d_name + len - strlen(suffix), suffix) == 0;
    }
    closedir(dir);
    return has;
}

/* Whether a colon-separated list of files and directories has a driver file. */
static bool has_one_of(const char *list)
{
    char path[PATH_MAX];

    while (*list) {
        size_t len = strcspn(list, ":");
        snprintf(path, sizeof(path), "%.*s", (int)len, list);
        if (len > 0 && is_driver_file(path))
            return true;
        list += len + (list[len] == ':');
    }
    return false;
}

bool gv_vk_has_driver_files(void)
{
    static const char *const places[] = {
        "/etc/vulkan/icd.d",
        "/usr/local/share/vulkan/icd.d",
        "/usr/share/vulkan/icd.d",
    };
    const char *list = gv_getenv("VK_DRIVER_FILES");

    if (!list)
        list = gv_getenv("VK_ICD_FILENAMES");
    if (list)
        return has_one_of(list);
    for (size_t i = 0; i < GV_ARRAY_SIZE(places); i++) {
        if (is_driver_file(places[i]))
            return true;
    }
    return false;
}
