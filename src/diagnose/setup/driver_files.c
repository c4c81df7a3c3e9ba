/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "diagnose/setup/driver_files.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/env.h"
#include "util/loader_manifest.h"
#include "util/text.h"

struct seer {
    void (*see)(void *priv, const char *path);
    void *priv;
};

static int is_manifest(const struct dirent *entry)
{
    const char *end = strrchr(entry->d_name, '.');

    return end && strcmp(end, ".json") == 0;
}

static void see_directory(const struct seer *seer, const char *path)
{
    struct dirent **entries;
    char file[PATH_MAX];
    int num = scandir(path, &entries, is_manifest, alphasort);

    for (int i = 0; i < num; i++) {
        snprintf(file, sizeof(file), "%s/%s", path, entries[i]->d_name);
        seer->see(seer->priv, file);
        free(entries[i]);
    }
    if (num >= 0)
        free(entries);
}

/* Visits the files and directories of a list, which are separated by colons. */
static void see_named(const struct seer *seer, const char *list)
{
    char path[PATH_MAX];

    while (*list) {
        size_t len = strcspn(list, ":");
        snprintf(path, sizeof(path), "%.*s", (int)len, list);
        DIR *dir = opendir(path);
        if (dir) {
            closedir(dir);
            see_directory(seer, path);
        } else if (len > 0) {
            seer->see(seer->priv, path);
        }
        list += len + (list[len] == ':');
    }
}

/* Visits each directory of a list that is separated by colons: the value of the variable, or
 * `without` if the variable is not set. */
static void see_under(const struct seer *seer, const char *variable, const char *without)
{
    const char *list = gv_getenv(variable);
    char path[PATH_MAX];

    for (list = list ? list : without; *list;) {
        size_t len = strcspn(list, ":");
        snprintf(path, sizeof(path), "%.*s/vulkan/icd.d", (int)len, list);
        if (len > 0)
            see_directory(seer, path);
        list += len + (list[len] == ':');
    }
}

static void see_in_home(const struct seer *seer, const char *variable, const char *below)
{
    const char *home = gv_getenv("HOME");
    char path[PATH_MAX] = "";

    if (home)
        snprintf(path, sizeof(path), "%s/%s", home, below);
    see_under(seer, variable, path);
}

void gv_driver_files_each(void (*see)(void *priv, const char *path), void *priv)
{
    const struct seer seer = {.see = see, .priv = priv};
    const char *named = gv_getenv("VK_DRIVER_FILES");
    const char *more = gv_getenv("VK_ADD_DRIVER_FILES");

    if (!named)
        named = gv_getenv("VK_ICD_FILENAMES");
    if (named) {
        see_named(&seer, named);
        return;
    }
    if (more)
        see_named(&seer, more);
    see_in_home(&seer, "XDG_CONFIG_HOME", ".config");
    see_under(&seer, "XDG_CONFIG_DIRS", "/etc/xdg");
    see_directory(&seer, "/etc/vulkan/icd.d");
    see_in_home(&seer, "XDG_DATA_HOME", ".local/share");
    see_under(&seer, "XDG_DATA_DIRS", "/usr/local/share:/usr/share");
}

struct first {
    char *out;
    size_t size_B;
    bool found;
};

static void take_first(void *priv, const char *library)
{
    struct first *first = priv;

    if (!first->found)
        snprintf(first->out, first->size_B, "%s", library);
    first->found = true;
}

bool gv_driver_file_library(const char *path, char *out, size_t size_B)
{
    struct first first = {.out = out, .size_B = size_B};

    return gv_loader_manifest_each(path, take_first, &first) && first.found;
}

/* ---- The loader's list ----------------------------------------------------------------------- */

void gv_driver_files_choose(const char *list)
{
    setenv("VK_DRIVER_FILES", list, 1);
    setenv("VK_ICD_FILENAMES", list, 1);
    unsetenv("VK_ADD_DRIVER_FILES");
}

/* The list of the loader's files, in which the file `own` replaces NVIDIA's file. */
struct replaced {
    const char *own;
    bool any; /* NVIDIA's file was replaced */
    char list[16 * PATH_MAX];
    struct gv_text text;
};

static void replace(void *priv, const char *path)
{
    struct replaced *replaced = priv;
    char library[PATH_MAX];

    if (gv_driver_file_library(path, library, sizeof(library))) {
        const char *slash = strrchr(library, '/');
        if (strcmp(slash ? slash + 1 : library, "libGLX_nvidia.so.0") == 0) {
            replaced->any = true;
            path = replaced->own;
        }
    }
    gv_text_add(&replaced->text, "%s%s", replaced->text.len ? ":" : "", path);
}

void gv_driver_files_do_without_display(const char *own)
{
    struct replaced replaced = {.own = own};

    if (access("/dev/dri", F_OK) == 0)
        return;
    replaced.text = gv_text_init(replaced.list, sizeof(replaced.list));
    gv_driver_files_each(replace, &replaced);
    if (replaced.any)
        gv_driver_files_choose(replaced.list);
}
