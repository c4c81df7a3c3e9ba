/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A cache of compiled pipelines that the program itself stores between runs, by name. */
#ifndef GALVAN_CACHE_H
#define GALVAN_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The prefixes of the names. After a prefix, a name has 16 lower-case hexadecimal digits. The
 * longer prefix is for the data of a program: see galvan_screen_set_program(). */
#define GALVAN_CACHE_NAME_PREFIX    "pipelines-"
#define GALVAN_CACHE_PROGRAM_PREFIX "pipelines-of-"

enum {
    GALVAN_CACHE_MAX_B = 64 << 20, /* most bytes of data under one name: larger data is neither
                                      stored nor used */
    GALVAN_CACHE_MAX_TOTAL_B = 256 << 20 /* most bytes of data under all names together, if Galvan
                                            stores the files itself */
};

/* The threads that create and destroy screens call both functions. Names differ between devices,
 * drivers and versions. */
struct galvan_cache {
    void *priv; /* first argument of `load` and `store` */

    /* Returns the data that was last stored under this name, in memory from malloc() that the
     * caller must free(); NULL if no data is stored. */
    void *(*load)(void *priv, const char *name, size_t *out_size_B);

    /* Replaces the data under this name. Returns false if the data cannot be replaced, or if
     * another process has stored data since Galvan's last load; Galvan may then load again, merge,
     * and store the result. */
    bool (*store)(void *priv, const char *name, const void *data, size_t size_B);
};

#ifdef __cplusplus
}
#endif
#endif
