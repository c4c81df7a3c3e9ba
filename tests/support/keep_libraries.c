/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Linked into test programs. Libraries stay loaded until the program ends, so that the leak checker
 * knows by name which allocations are the Vulkan driver's (lsan.supp). */
#include <dlfcn.h>

__attribute__((visibility("default"))) int dlclose(void *handle)
{
    (void)handle;
    return 0;
}
