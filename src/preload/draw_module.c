/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Replaces getenv() so that only Mesa's library with virpipe sees DRAW_USE_LLVM=0. If the variable
 * were in the program's environment, lavapipe would see it, too, in this process and in its
 * children, and lavapipe crashes without LLVM. */
#include "preload/draw_module.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "preload/export.h"
#include "preload/next.h"

static const void *mesa; /* base address of Mesa's library; NULL:
                            no connection yet, or a newer Mesa */

/* Whether the library at `path` belongs to Mesa 24.2 or newer. The library's name decides: 24.2
 * moved the drivers from swrast_dri.so to libgallium. */
static bool is_newer(const char *path)
{
    const char *slash = strrchr(path, '/');

    return strncmp(slash ? slash + 1 : path, "libgallium", strlen("libgallium")) == 0;
}

void gv_draw_module_connected(const void *caller)
{
    Dl_info info;
    const bool is_known = dladdr(caller, &info) && info.dli_fname;

    __atomic_store_n(&mesa, is_known && !is_newer(info.dli_fname) ? info.dli_fbase : NULL,
                     __ATOMIC_RELAXED);
}

static bool is_mesa(const void *caller)
{
    const void *known = __atomic_load_n(&mesa, __ATOMIC_RELAXED);
    Dl_info info;

    return known && dladdr(caller, &info) && info.dli_fbase == known;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's names are reserved */
EXPORT char *getenv(const char *name)
{
    static char no[] = "0";
    char *value = gv_next_getenv(name);

    if (!value && strcmp(name, "DRAW_USE_LLVM") == 0 && is_mesa(__builtin_return_address(0)))
        return no;
    return value;
}
