/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Where the files are that a process with a Vulkan device has a need of. */
#ifndef GV_SERVER_PLACES_H
#define GV_SERVER_PLACES_H

enum gv_place_kind {
    GV_PLACE_READ,   /* a file, or a directory with all below it */
    GV_PLACE_LIST,   /* a directory: names alone */
    GV_PLACE_DEVICE, /* a node to open and to command */
    GV_PLACE_WRITE,  /* a directory with all below it */
    GV_PLACE_UPDATE, /* a file that is there: its bytes, not its length */
    GV_NUM_PLACE_KINDS,
};

struct gv_place {
    enum gv_place_kind kind;
    const char *path;
};

/* Calls fn for each place; some may not exist. The environment has a say: what the Vulkan loader
 * and the linker read there. */
void gv_places_list(void (*fn)(void *user, enum gv_place_kind kind, const char *path), void *user);

#endif
