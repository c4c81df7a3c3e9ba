/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/next_step.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/env.h"

/* Returns the least number of edits that turn a into b, or `most` + 1 if more than `most` edits are
 * needed. An edit inserts, removes or replaces a letter, or swaps a letter with the next letter. */
static unsigned distance(const char *a, const char *b, unsigned most)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    if (!*a && !*b)
        return 0;
    if (most == 0)
        return 1;
    unsigned least = most;
    const unsigned tries[4] = {
        *a ? distance(a + 1, b, most - 1) : most,
        *b ? distance(a, b + 1, most - 1) : most,
        *a && *b ? distance(a + 1, b + 1, most - 1) : most,
        *a && *b && a[0] == b[1] && a[1] == b[0] ? distance(a + 2, b + 2, most - 1) : most,
    };
    for (unsigned i = 0; i < 4; i++)
        least = tries[i] < least ? tries[i] : least;
    return least + 1;
}

bool gv_next_step_is_near(const char *word, const char *name)
{
    const unsigned most = strlen(name) > 4 ? 2 : 1;

    return distance(word, name, most) <= most;
}

void gv_next_step(const char *format, ...)
{
    va_list args;

    fputs("  ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

bool gv_next_step_is_program(const char *name)
{
    const char *path = gv_getenv("PATH");
    char file[PATH_MAX];

    if (strchr(name, '/'))
        return access(name, X_OK) == 0;
    while (path && *path) {
        const int length = (int)strcspn(path, ":");
        const int size = snprintf(file, sizeof(file), "%.*s/%s", length, path, name);
        if (size > 0 && (size_t)size < sizeof(file) && access(file, X_OK) == 0)
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}
