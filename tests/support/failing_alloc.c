/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "failing_alloc.h"

#include <stdbool.h>
#include <stddef.h>

static struct {
    unsigned long num, first, end;
} allocations;

void failing_alloc_begin(unsigned long first, unsigned long end)
{
    allocations.num = 0;
    allocations.first = first;
    allocations.end = end;
}

unsigned long failing_alloc_end(void)
{
    allocations.first = allocations.end = 0;
    return allocations.num;
}

static bool fails(void)
{
    unsigned long n = allocations.num++;
    return n >= allocations.first && n < allocations.end;
}

/* With the linker option --wrap, calls of malloc() go to __wrap_malloc(), and __real_malloc() is
 * the C library's function. The other two functions are wrapped in the same way. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t num, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t num, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t num, size_t size)
{
    return fails() ? NULL : __real_calloc(num, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}
