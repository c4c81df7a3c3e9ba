/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The heap with the names that programs written against Gallium use. MALLOC, CALLOC and REALLOC use
 * the C library's heap, so the C library's free() and FREE can free each other's memory. The caller
 * owns the result, which is NULL if memory runs out. */
#ifndef UTIL_U_MEMORY_H
#define UTIL_U_MEMORY_H

#include "pipe/p_compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef MALLOC
#define MALLOC(size)                     malloc(size)
#define CALLOC(count, size)              calloc(count, size)
#define FREE(ptr)                        free(ptr)              /* `ptr` may be NULL */
#define REALLOC(old, old_size, new_size) realloc(old, new_size) /* old_size is ignored */
#endif

/* Allocate one struct T; CALLOC_STRUCT clears it. */
#define MALLOC_STRUCT(T) ((struct T *)MALLOC(sizeof(struct T)))
#define CALLOC_STRUCT(T) ((struct T *)CALLOC(1, sizeof(struct T)))
/* Allocates a struct followed by `more_size` bytes, and clears both. */
#define CALLOC_VARIANT_LENGTH_STRUCT(T, more_size)                                                 \
    ((struct T *)CALLOC(1, sizeof(struct T) + (more_size)))

/* Allocates memory at a multiple of `alignment`, a power of two. Only align_free() can free the
 * memory. The pointer that malloc() returned is stored before the returned memory. */
static inline void *align_malloc(size_t size, size_t alignment)
{
    size_t step = alignment > sizeof(void *) ? alignment : sizeof(void *);
    char *memory = size > SIZE_MAX - 2 * step ? NULL : (char *)MALLOC(size + 2 * step);
    char *aligned;

    if (!memory) {
        return NULL;
    }
    aligned = (char *)(((uintptr_t)memory + 2 * step - 1) & ~(uintptr_t)(step - 1));
    memcpy(aligned - sizeof(memory), &memory, sizeof(memory));
    return aligned;
}

static inline void align_free(void *ptr)
{
    void *memory = NULL;

    if (ptr) {
        memcpy(&memory, (char *)ptr - sizeof(memory), sizeof(memory));
    }
    FREE(memory);
}

/* Returns a copy of `size` bytes, which the caller must FREE. */
static inline void *mem_dup(const void *src, unsigned size)
{
    void *copy = MALLOC(size);

    if (copy) {
        memcpy(copy, src, size);
    }
    return copy;
}

/* The offset of a member in bytes. */
#ifndef Offset
#define Offset(TYPE, MEMBER) ((unsigned)offsetof(TYPE, MEMBER))
#endif

#ifdef __cplusplus
}
#endif
#endif
