/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/sandbox.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/text.h"

/* Reads a field of a file in /proc. False if the file or the field does not exist. */
static bool find_number(const char *path, const char *field, uint64_t *out)
{
    const size_t field_len = strlen(field);
    FILE *file = fopen(path, "re");
    char line[256];
    bool found = false;
    if (!file)
        return false;
    while (!found && fgets(line, sizeof(line), file)) {
        if (strncmp(line, field, field_len) != 0)
            continue;
        const char *digits = line + field_len + strspn(line + field_len, " \t");
        found = gv_parse_u64(digits, strspn(digits, "0123456789"), UINT32_MAX, out);
    }
    fclose(file);
    return found;
}

/* Finds the number of seccomp filters of a process. Linux before 5.9 does not count filters, but
 * reports whether the process has any. */
static bool find_num_filters(const char *path, uint64_t *out)
{
    return find_number(path, "Seccomp_filters:", out) || find_number(path, "Seccomp:", out);
}

/* Whether this process has added filters to the filters that it inherited. */
static bool has_own_filter(void)
{
    uint64_t num, num_of_parent = 0;
    char parent[64];
    if (!find_num_filters("/proc/self/status", &num))
        return true; /* a monitor that cannot read its status in /proc is restricted, and so
                        probably has a filter */
    snprintf(parent, sizeof(parent), "/proc/%d/status", (int)getppid());
    if (!find_num_filters(parent, &num_of_parent))
        num_of_parent = 0;
    return num > num_of_parent;
}

/* Whether clone3() exists. A filter cannot read the flags of clone3(). So a filter that forbids
 * processes but allows threads reports that the call does not exist, and the C library falls back
 * to clone(). */
static bool has_clone3(void)
{
#ifdef SYS_clone3
    return syscall(SYS_clone3, NULL, (size_t)0) >= 0 || (errno != ENOSYS && errno != EPERM);
#else
    return false;
#endif
}

bool gv_vr_may_start_programs(void)
{
    return !has_own_filter() || has_clone3();
}
