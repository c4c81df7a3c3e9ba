/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* This file repeats structures of the kernel, because a system's headers may be older than its
 * kernel. */
#include "confine/landlock.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "confine/path_rules.h"
#include "util/array.h"

/* Numbers of system calls, which are the same on every processor. */
enum {
    CREATE_RULESET = 444,
    ADD_RULE = 445,
    RESTRICT_SELF = 446,

    RULESET_VERSION = 1, /* flag of CREATE_RULESET */
    PATH_BENEATH = 1,    /* a type of rule */

    NETWORK_TCP = 3,  /* binding and connecting */
    SCOPE_OTHERS = 3, /* abstract sockets and signals */
};

enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    REMOVE_DIR = 1 << 4,
    REMOVE_FILE = 1 << 5,
    MAKE_DIR = 1 << 7,
    MAKE_REGULAR = 1 << 8,
    ALL_OF_1 = (1 << 13) - 1,
    REFER = 1 << 13,     /* since version 2 */
    TRUNCATE = 1 << 14,  /* since version 3 */
    IOCTL_DEV = 1 << 15, /* since version 5 */

    OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV,
};

static const uint32_t rights[GV_NUM_PATH_RULE_KINDS] = {
    [GV_PATH_RULE_READ] = READ_FILE | READ_DIR,
    [GV_PATH_RULE_LIST] = READ_DIR,
    [GV_PATH_RULE_DEVICE] = READ_FILE | WRITE_FILE | IOCTL_DEV,
    [GV_PATH_RULE_WRITE] = READ_FILE | READ_DIR | WRITE_FILE | TRUNCATE | MAKE_REGULAR | MAKE_DIR |
                           REMOVE_FILE | REMOVE_DIR,
    [GV_PATH_RULE_UPDATE] = READ_FILE | WRITE_FILE,
};

struct ruleset_attr {
    uint64_t handled_fs, handled_net, scoped;
};

struct path_attr {
    uint64_t allowed;
    int32_t parent_fd;
} __attribute__((packed));

struct ruleset {
    int fd;
    uint32_t handled;
};

int gv_landlock_abi(void)
{
    const long abi = syscall(CREATE_RULESET, NULL, 0, RULESET_VERSION);

    return abi > 0 ? (int)abi : 0;
}

static struct ruleset create(int abi)
{
    struct ruleset_attr attr = {.handled_fs = ALL_OF_1};
    size_t size_B = offsetof(struct ruleset_attr, handled_net);

    attr.handled_fs |= (abi >= 2 ? REFER : 0) | (abi >= 3 ? TRUNCATE : 0);
    attr.handled_fs |= abi >= 5 ? IOCTL_DEV : 0;
    if (abi >= 4) {
        attr.handled_net = NETWORK_TCP;
        size_B = offsetof(struct ruleset_attr, scoped);
    }
    if (abi >= 6) {
        attr.scoped = SCOPE_OTHERS;
        size_B = sizeof(attr);
    }
    return (struct ruleset){.fd = (int)syscall(CREATE_RULESET, &attr, size_B, 0),
                            .handled = (uint32_t)attr.handled_fs};
}

/* Adds a rule for the path, unless the path does not exist. */
static void add_path_rule(void *user, enum gv_path_rule_kind kind, const char *path)
{
    const struct ruleset *ruleset = user;
    struct path_attr attr = {.allowed = rights[kind] & ruleset->handled};
    struct stat st;

    attr.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (attr.parent_fd < 0)
        return;
    if (fstat(attr.parent_fd, &st) == 0 && !S_ISDIR(st.st_mode))
        attr.allowed &= OF_FILES;
    syscall(ADD_RULE, ruleset->fd, PATH_BENEATH, &attr, 0);
    close(attr.parent_fd);
}

bool gv_landlock_restrict(const struct gv_path_rule *more)
{
    struct ruleset ruleset = create(gv_landlock_abi());

    if (ruleset.fd < 0)
        return false;
    gv_path_rules_list(add_path_rule, &ruleset);
    for (; more && more->path; more++)
        add_path_rule(&ruleset, more->kind, more->path);
    const bool done = syscall(RESTRICT_SELF, ruleset.fd, 0) == 0;
    close(ruleset.fd);
    return done;
}
