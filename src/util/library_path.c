/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "util/library_path.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool gv_library_path(unsigned i, const char *name, char *out_path, size_t size_B)
{
    const char *dir = GALVAN_LIBRARY_DIRS; /* each directory is followed by a colon */

    for (; i && *dir; i--)
        dir = strchr(dir, ':') + 1;
    if (!*dir)
        return false;
    int len = (int)(strchr(dir, ':') - dir);
    if ((size_t)snprintf(out_path, size_B, "%.*s/%s", len, dir, name) >= size_B)
        out_path[0] = '\0';
    return true;
}

bool gv_is_same_file(const char *a, const char *b)
{
    struct stat first, second;

    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}
