/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Where the files are that a process with a Vulkan device has a need of. */
#ifndef GV_SERVER_PATH_RULES_H
#define GV_SERVER_PATH_RULES_H

enum gv_path_rule_kind {
    GV_PATH_RULE_READ,   /* a file, or a directory with all below it */
    GV_PATH_RULE_LIST,   /* a directory: names alone */
    GV_PATH_RULE_DEVICE, /* a node to open and to command */
    GV_PATH_RULE_WRITE,  /* a directory with all below it */
    GV_PATH_RULE_UPDATE, /* a file that is there: its bytes, not its length */
    GV_NUM_PATH_RULE_KINDS,
};

struct gv_path_rule {
    enum gv_path_rule_kind kind;
    const char *path;
};

/* Calls fn for each place; some may not exist. The environment has a say: what the Vulkan loader
 * and the linker read there. */
void gv_path_rules_list(void (*fn)(void *user, enum gv_path_rule_kind kind, const char *path),
                        void *user);

#endif
