/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/cache_key.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/mac.h"

/* Identifies a program. */
struct program {
    uint64_t device, file; /* 0: the path alone identifies the program */
    char path[PATH_MAX];
};

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Writes the name of the program's directory to `out`. The name consists of the first characters of
 * the executable's name, for people who read the directories, and a hash of the program's whole
 * identity. */
static void name_program(const struct gv_mac_key *key, const struct program *program,
                         char out[GV_CACHE_KEY_PROGRAM_B])
{
    enum {
        NAME_MAX_B = 24,
        MARK_B = 8
    };
    const char *slash = strrchr(program->path, '/');
    const char *name = slash ? slash + 1 : program->path;
    const struct gv_mac mark =
        gv_mac_of(key, program, offsetof(struct program, path) + strlen(program->path));
    int len = 0;

    for (; name[len] && len < NAME_MAX_B; len++)
        out[len] = is_plain(name[len]) ? name[len] : '-';
    out[len++] = '-';
    for (int i = 0; i < MARK_B; i++)
        len += snprintf(out + len, 3, "%02x", mark.bytes[i]);
}

/* Whether process pid has the mount namespace of this process, so that a path names the same file
 * in both processes. */
static bool shares_files(pid_t pid)
{
    struct stat here, other;
    char path[64];

    snprintf(path, sizeof(path), "/proc/%d/ns/mnt", (int)pid);
    return stat("/proc/self/ns/mnt", &here) == 0 && stat(path, &other) == 0 &&
           here.st_dev == other.st_dev && here.st_ino == other.st_ino;
}

struct gv_cache_key gv_cache_key_of_process(const struct gv_mac_key *key, uid_t uid, pid_t pid)
{
    struct gv_cache_key cache_key = {.uid = uid, .program = "unknown"};
    struct program program = {.path = ""};
    struct stat st;
    char path[64];

    snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
    if (pid <= 0 || readlink(path, program.path, sizeof(program.path) - 1) <= 0 ||
        stat(path, &st) != 0)
        return cache_key;
    if (!shares_files(pid)) { /* in another mount namespace, a process can give its file any path */
        program.device = st.st_dev;
        program.file = st.st_ino;
    }
    name_program(key, &program, cache_key.program);
    return cache_key;
}

struct gv_cache_key gv_cache_key_of_program(const struct gv_mac_key *key, uid_t uid,
                                            const char *name)
{
    struct gv_cache_key cache_key = {.uid = uid};
    struct program program = {.path = ""};

    if (!strchr(name, '/') || !realpath(name, program.path))
        snprintf(program.path, sizeof(program.path), "%s", name);
    name_program(key, &program, cache_key.program);
    return cache_key;
}
