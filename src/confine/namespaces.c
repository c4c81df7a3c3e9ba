/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A worker gets no PID namespace: the first process of such a namespace would ignore SIGTERM and
 * could not see the listener. A worker gets no mount namespace: Landlock decides which files the
 * worker can open. */
#include "confine/namespaces.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool write_file(const char *path, const char *text)
{
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool written = false;

    if (fd >= 0) {
        written = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
        close(fd);
    }
    return written;
}

/* Maps the user's own ids into the namespace. If the map files cannot be written, all users appear
 * as "nobody" in the namespace, which changes messages, but no permissions. */
static void map_ids(uid_t uid, gid_t gid)
{
    char text[64];

    snprintf(text, sizeof(text), "%u %u 1", (unsigned)uid, (unsigned)uid);
    write_file("/proc/self/uid_map", text);
    write_file("/proc/self/setgroups", "deny");
    snprintf(text, sizeof(text), "%u %u 1", (unsigned)gid, (unsigned)gid);
    write_file("/proc/self/gid_map", text);
}

bool gv_namespaces_enter(void)
{
    const uid_t uid = geteuid();
    const gid_t gid = getegid();

    if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC) != 0)
        return false;
    map_ids(uid, gid);
    return true;
}

void gv_capabilities_drop(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};

    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    syscall(SYS_capset, &header, none);
}
