/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The files that a process with a Vulkan device needs, as rules for Landlock. */
#ifndef GV_CONFINE_PATH_RULES_H
#define GV_CONFINE_PATH_RULES_H

enum gv_path_rule_kind {
    GV_PATH_RULE_READ,   /* a file, or a directory with everything below it */
    GV_PATH_RULE_LIST,   /* a directory: its entries, but not their contents */
    GV_PATH_RULE_DEVICE, /* a device node: open and ioctl are allowed */
    GV_PATH_RULE_WRITE,  /* a directory with everything below it */
    GV_PATH_RULE_UPDATE, /* an existing file: its contents may be
                            written, but not beyond its length */
    GV_NUM_PATH_RULE_KINDS,
};

struct gv_path_rule {
    enum gv_path_rule_kind kind;
    const char *path;
};

/* Calls fn for each rule. A path need not exist. Environment variables of the Vulkan loader and the
 * dynamic linker add rules. */
void gv_path_rules_list(void (*fn)(void *user, enum gv_path_rule_kind kind, const char *path),
                        void *user);

#endif
