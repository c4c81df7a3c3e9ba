/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/places.h"

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/array.h"
#include "util/env.h"

struct places {
    void (*fn)(void *user, enum gv_place_kind kind, const char *path);
    void *user;
};

/* No home, nothing of other processes, no accounts, no keys. */
static const char *const readable[] = {
    /* libraries and what they bring */
    "/usr", "/lib", "/lib32", "/lib64", "/opt", "/nix/store", "/gnu/store", "/app", "/snap",
    "/run/opengl-driver", "/run/opengl-driver-32", "/etc/alternatives", "/etc/ld.so.cache",
    "/etc/ld.so.preload", "/etc/localtime",
    /* how drivers are found and told what to do */
    "/etc/vulkan", "/etc/xdg/vulkan", "/etc/drirc", "/etc/nvidia", "/etc/glvnd",
    /* what the machine is like */
    "/sys/bus", "/sys/class", "/sys/dev", "/sys/devices", "/sys/module", "/proc/cpuinfo",
    "/proc/meminfo", "/proc/stat", "/proc/version", "/proc/devices", "/proc/modules",
    "/proc/driver", "/proc/sys", "/proc/self"};

static const char *const devices[] = {"/dev/null",     "/dev/zero",       "/dev/full",
                                      "/dev/random",   "/dev/urandom",    "/dev/udmabuf",
                                      "/dev/dma_heap", "/dev/nvidia-caps"};

/* Directories whose entries with these beginnings are nodes of graphics devices. Those of /dev/dri
 * that set the display's modes are not for workers. */
static const struct {
    const char *dir, *prefix;
} node_names[] = {
    {"/dev/dri", "renderD"}, {"/dev", "nvidia"}, {"/dev", "kgsl"},
    {"/dev", "mali"},        {"/dev", "pvr"},    {"/dev", "dxg"},
};

static void add(const struct places *places, enum gv_place_kind kind, const char *path)
{
    places->fn(places->user, kind, path);
}

static void add_nodes(const struct places *places, const char *path, const char *prefix)
{
    DIR *dir = opendir(path);
    char name[PATH_MAX];

    for (const struct dirent *entry; dir && (entry = readdir(dir));) {
        if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0)
            continue;
        snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
        add(places, GV_PLACE_DEVICE, name);
    }
    if (dir)
        closedir(dir);
}

/* The directory of a file; "." for a name alone. */
static void dir_of(char out[PATH_MAX], const char *path)
{
    const char *slash = strrchr(path, '/');

    if (slash)
        snprintf(out, PATH_MAX, "%.*s", slash == path ? 1 : (int)(slash - path), path);
    else
        snprintf(out, PATH_MAX, ".");
}

/* ---- Manifests: JSON files that name a library ----------------------------------------------- */

enum {
    MANIFEST_MAX_B = 1 << 16
};

/* The library of a path in a manifest lies in a directory that the linker need not know. */
static void add_library(const struct places *places, const char *manifest, const char *library,
                        size_t len)
{
    char dir[PATH_MAX], path[2 * PATH_MAX];

    if (!memchr(library, '/', len))
        return;
    dir_of(dir, manifest);
    if (library[0] == '/')
        snprintf(path, sizeof(path), "%.*s", (int)len, library);
    else
        snprintf(path, sizeof(path), "%s/%.*s", dir, (int)len, library);
    dir_of(dir, path);
    add(places, GV_PLACE_READ, dir);
}

static void add_manifest(const struct places *places, const char *path)
{
    static const char key[] = "\"library_path\"";
    char text[MANIFEST_MAX_B];
    FILE *file = fopen(path, "re");
    const char *at = text;

    if (!file)
        return;
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    add(places, GV_PLACE_READ, path);
    while ((at = strstr(at, key))) {
        at += strlen(key);
        at += strspn(at, " \t\r\n:");
        if (*at != '"')
            continue;
        const size_t len = strcspn(++at, "\"");
        if (len < PATH_MAX)
            add_library(places, path, at, len);
        at += len;
    }
}

/* A manifest or a directory of them. */
static void add_manifests(const struct places *places, const char *path)
{
    DIR *dir = opendir(path);
    char name[2 * PATH_MAX];

    if (!dir) {
        add_manifest(places, path);
        return;
    }
    add(places, GV_PLACE_READ, path);
    for (const struct dirent *entry; (entry = readdir(dir));) {
        if (strstr(entry->d_name, ".json")) {
            snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
            add_manifest(places, name);
        }
    }
    closedir(dir);
}

static void add_vulkan_dir(const struct places *places, const char *base)
{
    static const char *const kinds[] = {"icd.d", "implicit_layer.d", "explicit_layer.d"};
    char path[PATH_MAX];

    snprintf(path, sizeof(path), "%s/vulkan", base);
    add(places, GV_PLACE_READ, path);
    for (size_t i = 0; i < GV_ARRAY_SIZE(kinds); i++) {
        snprintf(path, sizeof(path), "%s/vulkan/%s", base, kinds[i]);
        if (access(path, R_OK) == 0)
            add_manifests(places, path);
    }
}

/* ---- The environment ------------------------------------------------------------------------- */

static void add_dir(const struct places *places, const char *path)
{
    add(places, GV_PLACE_READ, path);
}

static void for_each_in(const struct places *places, const char *list,
                        void (*fn)(const struct places *, const char *))
{
    char path[PATH_MAX];

    while (list && *list) {
        const size_t len = strcspn(list, ":");
        if (len > 0 && len < sizeof(path)) {
            snprintf(path, sizeof(path), "%.*s", (int)len, list);
            fn(places, path);
        }
        list += len + (list[len] == ':');
    }
}

static void add_lists(const struct places *places)
{
    static const struct {
        const char *variable;
        void (*fn)(const struct places *, const char *);
    } lists[] = {
        {"LD_LIBRARY_PATH", add_dir},
        {"LD_PRELOAD", add_dir},
        {"VK_DRIVER_FILES", add_manifests},
        {"VK_ICD_FILENAMES", add_manifests},
        {"VK_ADD_DRIVER_FILES", add_manifests},
        {"VK_LAYER_PATH", add_manifests},
        {"VK_ADD_LAYER_PATH", add_manifests},
        {"VK_IMPLICIT_LAYER_PATH", add_manifests},
        {"VK_ADD_IMPLICIT_LAYER_PATH", add_manifests},
        {"XDG_DATA_DIRS", add_vulkan_dir},
        {"XDG_CONFIG_DIRS", add_vulkan_dir},
    };

    for (size_t i = 0; i < GV_ARRAY_SIZE(lists); i++)
        for_each_in(places, gv_getenv(lists[i].variable), lists[i].fn);
}

/* $variable, or home with tail. */
static void add_own(const struct places *places, const char *variable, const char *tail)
{
    const char *base = gv_getenv(variable), *home = gv_getenv("HOME");
    char path[PATH_MAX];

    if (!base && !home)
        return;
    snprintf(path, sizeof(path), "%s%s", base ? base : home, base ? "" : tail);
    add_vulkan_dir(places, path);
}

/* Layers write where their settings are. */
static void add_layer_settings(const struct places *places)
{
    const char *path = gv_getenv("VK_LAYER_SETTINGS_PATH");
    char dir[PATH_MAX];

    if (!path)
        return;
    dir_of(dir, path);
    add(places, GV_PLACE_WRITE, dir);
}

/* The program itself, for who reads its symbols. */
static void add_program(const struct places *places)
{
    char path[PATH_MAX];
    const ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);

    if (len <= 0)
        return;
    path[len] = '\0';
    add(places, GV_PLACE_READ, path);
}

/* What sanitizers read at the end. */
static void add_suppressions(const struct places *places)
{
    static const char *const variables[] = {"ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS",
                                            "UBSAN_OPTIONS"};
    static const char key[] = "suppressions=";
    char path[PATH_MAX];

    for (size_t i = 0; i < GV_ARRAY_SIZE(variables); i++) {
        const char *options = gv_getenv(variables[i]);
        const char *value = options ? strstr(options, key) : NULL;
        if (!value)
            continue;
        value += strlen(key);
        snprintf(path, sizeof(path), "%.*s", (int)strcspn(value, ":"), value);
        add(places, GV_PLACE_READ, path);
    }
}

void gv_places_list(void (*fn)(void *user, enum gv_place_kind kind, const char *path), void *user)
{
    const struct places places = {.fn = fn, .user = user};

    for (size_t i = 0; i < GV_ARRAY_SIZE(readable); i++)
        add(&places, GV_PLACE_READ, readable[i]);
    for (size_t i = 0; i < GV_ARRAY_SIZE(devices); i++)
        add(&places, GV_PLACE_DEVICE, devices[i]);
    add(&places, GV_PLACE_LIST, "/dev");
    add(&places, GV_PLACE_LIST, "/dev/dri");
    for (size_t i = 0; i < GV_ARRAY_SIZE(node_names); i++)
        add_nodes(&places, node_names[i].dir, node_names[i].prefix);
    add_vulkan_dir(&places, "/etc");
    add_vulkan_dir(&places, "/usr/local/share");
    add_vulkan_dir(&places, "/usr/share");
    add_lists(&places);
    add_own(&places, "XDG_DATA_HOME", "/.local/share");
    add_own(&places, "XDG_CONFIG_HOME", "/.config");
    add_layer_settings(&places);
    add_program(&places);
    if (GV_WORKER_TRACES_ITSELF)
        add_suppressions(&places);
}
