/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "failing_calls.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* Opens the layer's library. The loader opens the same library, so both use one struct. */
static struct failing_calls *calls(void)
{
    static struct failing_calls *found;
    void *library = found ? NULL : dlopen(FAILING_CALLS_LAYER, RTLD_NOW);
    if (library)
        found = dlsym(library, FAILING_CALLS_SYMBOL);
    if (!found) {
        fprintf(stderr, "no layer: %s\n", dlerror());
        exit(1);
    }
    return found;
}

void failing_calls_begin(VkResult result, unsigned long first, unsigned long end)
{
    *calls() = (struct failing_calls){.result = result, .first = first, .end = end};
}

unsigned long failing_calls_end(void)
{
    calls()->first = calls()->end = 0;
    return calls()->num;
}

const char *failing_calls_name(void)
{
    return calls()->name;
}
