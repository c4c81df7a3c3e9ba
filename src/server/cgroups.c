/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/cgroups.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/array.h"

#define LISTENER "listener"
#define PROCS    "cgroup.procs"
#define CONTROL  "cgroup.subtree_control"

static bool write_at(int dir, const char *name, const char *text)
{
    const int fd = openat(dir, name, O_WRONLY | O_CLOEXEC);

    if (fd < 0)
        return false;
    const bool written = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    const int error = errno;
    close(fd);
    errno = error;
    return written;
}

/* Reads the beginning of a file to `out`; "" if the file does not exist. */
static void read_at(int dir, const char *name, char *out, size_t size_B)
{
    const int fd = openat(dir, name, O_RDONLY | O_CLOEXEC);
    const ssize_t len = fd < 0 ? 0 : read(fd, out, size_B - 1);

    out[len > 0 ? len : 0] = '\0';
    if (fd >= 0)
        close(fd);
}

/* Opens the control group of this process. The line "0::/PATH" of the file `own` names the group.
 * Fails if PATH leads upward, because this process cannot see such a group. */
static int open_cgroup_of(const char *root, const char *own)
{
    char text[PATH_MAX], path[2 * PATH_MAX];

    read_at(AT_FDCWD, own, text, sizeof(text));
    const char *line = strncmp(text, "0::", 3) == 0 ? text : strstr(text, "\n0::");
    const char *begin = line ? strchr(line, '/') : NULL;
    if (!begin || strstr(begin, "/..")) {
        errno = ENOENT;
        return -1;
    }
    snprintf(path, sizeof(path), "%s%.*s", root, (int)strcspn(begin, "\n"), begin);
    return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

static bool has_word(const char *text, const char *word)
{
    const size_t len = strlen(word);

    for (; *text; text += strcspn(text, " \n"), text += strspn(text, " \n")) {
        if (strcspn(text, " \n") == len && memcmp(text, word, len) == 0)
            return true;
    }
    return false;
}

/* Whether this process is the only process in the group. A group with other processes must not be
 * changed. */
static bool is_ours(int dir)
{
    char text[PATH_MAX], own[32];

    read_at(dir, PROCS, text, sizeof(text));
    snprintf(own, sizeof(own), "%d\n", (int)getpid());
    errno = EBUSY;
    return strcmp(text, own) == 0;
}

static bool make_group(int dir, const char *name)
{
    char procs[64];

    snprintf(procs, sizeof(procs), "%s/" PROCS, name);
    return (mkdirat(dir, name, 0755) == 0 || errno == EEXIST) && write_at(dir, procs, "0");
}

static void go_back(int dir)
{
    write_at(dir, PROCS, "0");
    unlinkat(dir, LISTENER, AT_REMOVEDIR);
}

static bool give(int dir, const char *controller)
{
    char word[32];

    snprintf(word, sizeof(word), "+%s", controller);
    return write_at(dir, CONTROL, word);
}

/* Makes the kernel divide processors and memory among the groups below groups->dir. Because the
 * kernel refuses to divide them for a group that contains processes, this process first leaves
 * groups->dir. */
static bool divide(struct gv_cgroups *groups, const char *only)
{
    const struct {
        const char *name;
        bool *given;
    } controllers[] = {{only ? only : "cpu", &groups->divides_processors},
                       {only ? only : "memory", &groups->limits_memory}};
    char there[PATH_MAX];
    bool any = false;

    read_at(groups->dir, "cgroup.controllers", there, sizeof(there));
    for (size_t i = 0; i < GV_ARRAY_SIZE(controllers); i++)
        any |= *controllers[i].given = has_word(there, controllers[i].name);
    if (!any) {
        errno = ENOTSUP;
        return false;
    }
    if (!is_ours(groups->dir) || !make_group(groups->dir, LISTENER))
        return false;
    any = false;
    int error = ENOTSUP;
    for (size_t i = 0; i < GV_ARRAY_SIZE(controllers); i++) {
        if (!*controllers[i].given)
            continue;
        *controllers[i].given = give(groups->dir, controllers[i].name);
        any |= *controllers[i].given;
        error = *controllers[i].given ? error : errno;
    }
    if (!any) {
        go_back(groups->dir);
        errno = error;
    }
    return any;
}

bool gv_cgroups_open(struct gv_cgroups *groups, const struct gv_cgroups_params *params)
{
    *groups =
        (struct gv_cgroups){.dir = open_cgroup_of(params->root ? params->root : "/sys/fs/cgroup",
                                                  params->own ? params->own : "/proc/self/cgroup")};
    if (groups->dir < 0)
        return false;
    if (divide(groups, params->controller))
        return true;
    const int error = errno;
    close(groups->dir);
    *groups = (struct gv_cgroups){.dir = -1};
    errno = error;
    return false;
}

/* Disables the controllers for the groups below groups->dir, and then moves this process back to
 * its first group. */
void gv_cgroups_close(struct gv_cgroups *groups)
{
    char given[256], word[300];

    if (groups->dir < 0)
        return;
    read_at(groups->dir, CONTROL, given, sizeof(given));
    for (char *at = given; *at;) {
        const size_t len = strcspn(at, " \n");
        snprintf(word, sizeof(word), "-%.*s", (int)len, at);
        write_at(groups->dir, CONTROL, word);
        at += len + strspn(at + len, " \n");
    }
    go_back(groups->dir);
    close(groups->dir);
    groups->dir = -1;
}

static void name_of(char out[32], uint32_t number)
{
    snprintf(out, 32, "client-%u", number);
}

/* Limits the memory of a group. Call before the group has processes. */
static void limit_memory(int dir, const char *group, uint64_t memory_B)
{
    char path[64], number[32];

    snprintf(number, sizeof(number), "%" PRIu64, memory_B);
    snprintf(path, sizeof(path), "%s/memory.max", group);
    write_at(dir, path, number);
    snprintf(path, sizeof(path), "%s/memory.swap.max", group);
    write_at(dir, path, "0"); /* allows no swap, because with swap the process would slow down
                                 instead of ending */
}

void gv_cgroups_enter(struct gv_cgroups *groups, uint32_t number, uint64_t memory_B)
{
    char name[32];

    if (groups->dir < 0)
        return;
    name_of(name, number);
    mkdirat(groups->dir, name, 0755);
    if (groups->limits_memory)
        limit_memory(groups->dir, name, memory_B);
    make_group(groups->dir, name);
    close(groups->dir);
    groups->dir = -1;
}

bool gv_cgroups_ran_out(const struct gv_cgroups *groups, uint32_t number)
{
    static const char key[] = "oom_kill ";
    char name[32], path[64], text[1024];

    if (groups->dir < 0 || !groups->limits_memory)
        return false;
    name_of(name, number);
    snprintf(path, sizeof(path), "%s/memory.events", name);
    read_at(groups->dir, path, text, sizeof(text));
    const char *line = strstr(text, key);
    return line && line[sizeof(key) - 1] != '0';
}

void gv_cgroups_remove(const struct gv_cgroups *groups, uint32_t number)
{
    char name[32];

    name_of(name, number);
    if (groups->dir >= 0)
        unlinkat(groups->dir, name, AT_REMOVEDIR);
}
