/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Mesa keeps a resource that the program deleted or replaced until it submits the commands that
 * name it, which it does when its buffer of commands is full. A program that does so with large
 * textures, again and again without a flush, would fill the memory first. So where a thread made
 * many bytes of resources since it last submitted commands, this library calls glFlush() after
 * functions that end resources. */
#ifndef GV_PRELOAD_FLUSHES_H
#define GV_PRELOAD_FLUSHES_H

struct gv_flushes_entry {
    const char *name;
    void *ours;   /* NULL: the function is looked up here and not replaced */
    void *theirs; /* a pointer to where Mesa's function is kept */
};

/* Functions of Mesa's, up to an entry without a name. Where they are kept is written under glvnd's
 * locks before anybody gets what reads it. */
extern const struct gv_flushes_entry gv_flushes[];

#endif
