/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Linked into test programs. Keeps libraries loaded until the program ends, so that the leak
 * checker can attribute allocations to the Vulkan driver by its name (lsan.supp). */
#include <dlfcn.h>

__attribute__((visibility("default"))) int dlclose(void *handle)
{
    (void)handle;
    return 0;
}
