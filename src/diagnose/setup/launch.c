/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "diagnose/setup/launch.h"

#include <fnmatch.h>
#include <stddef.h>
#include <string.h>

#include "util/array.h"

/* Programs that execute another program, or start another program and wait for its end. */
static const struct launcher {
    const char *name;
    const char *with_argument; /* letters of the options whose argument is the next word */
    unsigned operands;         /* number of words between the options and the program */
} launchers[] = {
    {"env", "uCS", 0},         {"nice", "n", 0},       {"nohup", "", 0},    {"setsid", "", 0},
    {"timeout", "ks", 1},      {"stdbuf", "ioe", 0},   {"ionice", "cn", 0}, {"taskset", "", 1},
    {"time", "fo", 0},         {"gamemoderun", "", 0}, {"mangohud", "", 0}, {"chrt", "", 1},
    {"xvfb-run", "efnspw", 0},
};

static const char *const sandboxes[] = {"bwrap",  "flatpak", "firejail",       "snap",
                                        "docker", "podman",  "systemd-nspawn", "toolbox",
                                        "chroot", "unshare"};

static const char *const interpreters[] = {"*sh",  "busybox", "python*", "perl*",  "ruby*",
                                           "node", "java",    "wine*",   "qemu-*", "box64"};

const char *gv_launch_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static const struct launcher *find_launcher(const char *name)
{
    for (size_t i = 0; i < GV_ARRAY_SIZE(launchers); i++) {
        if (strcmp(launchers[i].name, name) == 0)
            return &launchers[i];
    }
    return NULL;
}

/* Returns the first word after a launcher's options, variables and operands; NULL if no word
 * follows. */
static char **skip_launcher(const struct launcher *launcher, char **argv)
{
    unsigned operands = launcher->operands;

    while (*argv) {
        const char *word = *argv;
        if (strcmp(word, "--") == 0) {
            argv++;
            break;
        }
        const bool is_option = word[0] == '-' && word[1];
        if (!is_option && !(strcmp(launcher->name, "env") == 0 && strchr(word, '=')))
            break;
        argv++;
        if (is_option && word[1] != '-' && !word[2] && strchr(launcher->with_argument, word[1]) &&
            *argv)
            argv++;
    }
    while (*argv && operands-- > 0)
        argv++;
    return *argv ? argv : NULL;
}

char **gv_launch_program(char **argv)
{
    const struct launcher *launcher;

    while (*argv && (launcher = find_launcher(gv_launch_name(*argv))) != NULL) {
        char **next = skip_launcher(launcher, argv + 1);
        if (!next)
            break;
        argv = next;
    }
    return argv;
}

static bool matches_one(const char *const *patterns, size_t num, const char *name)
{
    for (size_t i = 0; i < num; i++) {
        if (fnmatch(patterns[i], name, 0) == 0)
            return true;
    }
    return false;
}

bool gv_launch_is_sandbox(const char *name)
{
    return matches_one(sandboxes, GV_ARRAY_SIZE(sandboxes), name);
}

bool gv_launch_is_interpreter(const char *name)
{
    return matches_one(interpreters, GV_ARRAY_SIZE(interpreters), name);
}
