/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Where compiled pipelines are kept between runs, when a program keeps them itself: by name. */
#ifndef GALVAN_CACHE_H
#define GALVAN_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a name begins with; 16 hexadecimal digits, in small letters, follow. Behind the second one,
 * which begins as the first does, they are of a program: see galvan_screen_set_program(). */
#define GALVAN_CACHE_NAME_PREFIX "pipelines-"
#define GALVAN_CACHE_PROGRAM_PREFIX "pipelines-of-"

enum {
    GALVAN_CACHE_MAX_B = 64 << 20,       /* of what has one name: more is neither stored nor used */
    GALVAN_CACHE_MAX_TOTAL_B = 256 << 20 /* of all names: where Galvan keeps files itself */
};

/* Both functions are called by the threads that make and end screens. Names differ between devices,
 * drivers and versions. */
struct galvan_cache {
    void *priv; /* their first argument */

    /* What was stored under this name last, malloc()ed for the caller to free(); NULL when there is
     * nothing. */
    void *(*load)(void *priv, const char *name, size_t *out_size_B);

    /* Replaces it. False when somebody else has since the caller's load, who may then load again,
     * add its own and store that; also when it cannot be replaced. */
    bool (*store)(void *priv, const char *name, const void *data, size_t size_B);
};

#ifdef __cplusplus
}
#endif
#endif
