/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Mesa frees a deleted or replaced resource only when it submits the command buffer whose commands
 * name the resource. Without a flush, Mesa submits a command buffer once the buffer is full. A
 * program that often replaces large textures would run out of memory before that. So if a thread
 * has created many bytes of resources since its last submission, this library calls glFlush() after
 * functions that delete or replace resources. */
#ifndef GV_PRELOAD_FLUSHES_H
#define GV_PRELOAD_FLUSHES_H

struct gv_flushes_entry {
    const char *name;
    void *ours;   /* the function that replaces Mesa's; NULL: Mesa's function is only looked up, not
                     replaced */
    void *theirs; /* points to the variable that gets Mesa's function */
};

/* The functions of Mesa that this file replaces or needs. The last entry has no name. Mesa's
 * pointers are written under glvnd's locks, before any thread gets a function that reads them. */
extern const struct gv_flushes_entry gv_flushes[];

#endif
