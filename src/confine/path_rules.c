/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "confine/path_rules.h"

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/array.h"
#include "util/env.h"
#include "util/loader_manifest.h"

struct rules {
    void (*fn)(void *user, enum gv_path_rule_kind kind, const char *path);
    void *user;
};

/* Files and directories that workers may read: no home directories, no files of other processes, no
 * accounts and no keys. */
static const char *const readable[] = {
    /* libraries, and the data that is installed with them */
    "/usr", "/lib", "/lib32", "/lib64", "/opt", "/nix/store", "/gnu/store", "/app", "/snap",
    "/run/opengl-driver", "/run/opengl-driver-32", "/etc/alternatives", "/etc/ld.so.cache",
    "/etc/ld.so.preload", "/etc/localtime",
    /* directories of drivers and their settings */
    "/etc/vulkan", "/etc/xdg/vulkan", "/etc/drirc", "/etc/nvidia", "/etc/glvnd",
    /* properties of the machine */
    "/sys/bus", "/sys/class", "/sys/dev", "/sys/devices", "/sys/module", "/proc/cpuinfo",
    "/proc/meminfo", "/proc/stat", "/proc/version", "/proc/devices", "/proc/modules",
    "/proc/driver", "/proc/sys", "/proc/self"};

static const char *const devices[] = {"/dev/null",     "/dev/zero",       "/dev/full",
                                      "/dev/random",   "/dev/urandom",    "/dev/udmabuf",
                                      "/dev/dma_heap", "/dev/nvidia-caps"};

/* Directories in which entries with these prefixes are nodes of graphics devices. The nodes of
 * /dev/dri that set display modes are left out. */
static const struct {
    const char *dir, *prefix;
} node_names[] = {
    {"/dev/dri", "renderD"}, {"/dev", "nvidia"}, {"/dev", "kgsl"},
    {"/dev", "mali"},        {"/dev", "pvr"},    {"/dev", "dxg"},
};

static void add(const struct rules *rules, enum gv_path_rule_kind kind, const char *path)
{
    rules->fn(rules->user, kind, path);
}

static void add_nodes(const struct rules *rules, const char *path, const char *prefix)
{
    DIR *dir = opendir(path);
    char name[PATH_MAX];

    for (const struct dirent *entry; dir && (entry = readdir(dir));) {
        if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0)
            continue;
        snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
        add(rules, GV_PATH_RULE_DEVICE, name);
    }
    if (dir)
        closedir(dir);
}

/* Copies the directory part of `path` to `out`; "." for a plain file name. */
static void dir_of(char out[PATH_MAX], const char *path)
{
    const char *slash = strrchr(path, '/');

    if (slash)
        snprintf(out, PATH_MAX, "%.*s", slash == path ? 1 : (int)(slash - path), path);
    else
        snprintf(out, PATH_MAX, ".");
}

/* ---- Manifests: JSON files that name a library ----------------------------------------------- */

/* If a manifest contains its library's path, adds the library's directory, since the dynamic linker
 * may not search that directory. */
static void add_library(void *priv, const char *library)
{
    char dir[PATH_MAX];

    if (!strchr(library, '/'))
        return;
    dir_of(dir, library);
    add(priv, GV_PATH_RULE_READ, dir);
}

static void add_manifest(const struct rules *rules, const char *path)
{
    struct rules copy = *rules;

    if (gv_loader_manifest_each(path, add_library, &copy))
        add(rules, GV_PATH_RULE_READ, path);
}

/* Adds one manifest, or all manifests in a directory. */
static void add_manifests(const struct rules *rules, const char *path)
{
    DIR *dir = opendir(path);
    char name[2 * PATH_MAX];

    if (!dir) {
        add_manifest(rules, path);
        return;
    }
    add(rules, GV_PATH_RULE_READ, path);
    for (const struct dirent *entry; (entry = readdir(dir));) {
        if (strstr(entry->d_name, ".json")) {
            snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
            add_manifest(rules, name);
        }
    }
    closedir(dir);
}

static void add_vulkan_dir(const struct rules *rules, const char *base)
{
    static const char *const kinds[] = {"icd.d", "implicit_layer.d", "explicit_layer.d"};
    char path[PATH_MAX];

    snprintf(path, sizeof(path), "%s/vulkan", base);
    add(rules, GV_PATH_RULE_READ, path);
    for (size_t i = 0; i < GV_ARRAY_SIZE(kinds); i++) {
        snprintf(path, sizeof(path), "%s/vulkan/%s", base, kinds[i]);
        if (access(path, R_OK) == 0)
            add_manifests(rules, path);
    }
}

/* ---- The environment ------------------------------------------------------------------------- */

static void add_dir(const struct rules *rules, const char *path)
{
    add(rules, GV_PATH_RULE_READ, path);
}

static void for_each_in(const struct rules *rules, const char *list,
                        void (*fn)(const struct rules *, const char *))
{
    char path[PATH_MAX];

    while (list && *list) {
        const size_t len = strcspn(list, ":");
        if (len > 0 && len < sizeof(path)) {
            snprintf(path, sizeof(path), "%.*s", (int)len, list);
            fn(rules, path);
        }
        list += len + (list[len] == ':');
    }
}

static void add_lists(const struct rules *rules)
{
    static const struct {
        const char *variable;
        void (*fn)(const struct rules *, const char *);
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
        for_each_in(rules, gv_getenv(lists[i].variable), lists[i].fn);
}

/* Adds the directory that the environment variable `variable` names. If the variable is not set,
 * adds the directory `tail` in $HOME. */
static void add_user_dir(const struct rules *rules, const char *variable, const char *tail)
{
    const char *base = gv_getenv(variable), *home = gv_getenv("HOME");
    char path[PATH_MAX];

    if (!base && !home)
        return;
    snprintf(path, sizeof(path), "%s%s", base ? base : home, base ? "" : tail);
    add_vulkan_dir(rules, path);
}

/* Lets layers write to the directory of their settings. */
static void add_layer_settings(const struct rules *rules)
{
    const char *path = gv_getenv("VK_LAYER_SETTINGS_PATH");
    char dir[PATH_MAX];

    if (!path)
        return;
    dir_of(dir, path);
    add(rules, GV_PATH_RULE_WRITE, dir);
}

/* Adds the program's file, since some libraries read its symbols. */
static void add_program(const struct rules *rules)
{
    char path[PATH_MAX];
    const ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);

    if (len <= 0)
        return;
    path[len] = '\0';
    add(rules, GV_PATH_RULE_READ, path);
}

/* Adds the files with suppressions, which sanitizers read at the end of the process. */
static void add_suppressions(const struct rules *rules)
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
        add(rules, GV_PATH_RULE_READ, path);
    }
}

void gv_path_rules_list(void (*fn)(void *user, enum gv_path_rule_kind kind, const char *path),
                        void *user)
{
    const struct rules rules = {.fn = fn, .user = user};

    for (size_t i = 0; i < GV_ARRAY_SIZE(readable); i++)
        add(&rules, GV_PATH_RULE_READ, readable[i]);
    for (size_t i = 0; i < GV_ARRAY_SIZE(devices); i++)
        add(&rules, GV_PATH_RULE_DEVICE, devices[i]);
    add(&rules, GV_PATH_RULE_LIST, "/dev");
    add(&rules, GV_PATH_RULE_LIST, "/dev/dri");
    for (size_t i = 0; i < GV_ARRAY_SIZE(node_names); i++)
        add_nodes(&rules, node_names[i].dir, node_names[i].prefix);
    add_vulkan_dir(&rules, "/etc");
    add_vulkan_dir(&rules, "/usr/local/share");
    add_vulkan_dir(&rules, "/usr/share");
    add_lists(&rules);
    add_user_dir(&rules, "XDG_DATA_HOME", "/.local/share");
    add_user_dir(&rules, "XDG_CONFIG_HOME", "/.config");
    add_layer_settings(&rules);
    add_program(&rules);
    if (GV_WORKER_TRACES_ITSELF)
        add_suppressions(&rules);
}
