/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "confine/drm_ioctls.h"

#include <dirent.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "util/array.h"
#include "util/text.h"

enum {
    DRM_MAJOR = 226,
    NAME_MAX_B = 32
};

/* The drivers and their allowed ioctls. Each comment lists the purposes of the ioctls that are not
 * allowed. */
static const struct gv_drm_driver drivers[] = {
    /* mode setting of 2003, pinning, overlays, sprites, performance counters (PERF) */
    {"i915",
     {{0x06, 0x06},
      {0x17, 0x18},
      {0x1b, 0x24},
      {0x26, 0x26},
      {0x29, 0x29},
      {0x2c, 0x35},
      {0x39, 0x3c}},
     7},
    /* performance counters (OBSERVATION) */
    {"xe", {{0x00, 0x0a}, {0x0c, 0x0f}}, 2},
    /* priorities of other processes (SCHED), user queues, the list of all buffers */
    {"amdgpu", {{0x00, 0x09}, {0x10, 0x14}}, 2},
    /* deprecated ioctls, shared virtual memory */
    {"nouveau", {{0x00, 0x00}, {0x02, 0x03}, {0x07, 0x07}, {0x10, 0x12}, {0x40, 0x44}}, 5},
    /* performance counters (PERFCNT) */
    {"panfrost", {{0x00, 0x05}, {0x08, 0x0d}}, 2},
    {"panthor", {{0x00, 0x10}}, 1},
    {"msm", {{0x00, 0x0d}}, 1},
    /* performance counters (PERFMON), except for their names */
    {"v3d", {{0x00, 0x07}, {0x0b, 0x0c}}, 2},
    {"asahi", {{0x00, 0x0a}}, 1},
    {"virtio_gpu", {{0x01, 0x0b}}, 1},
};

const struct gv_drm_driver *gv_drm_drivers(unsigned *out_num)
{
    *out_num = GV_ARRAY_SIZE(drivers);
    return drivers;
}

static uint64_t bit_of(const char *name)
{
    for (unsigned i = 0; i < GV_ARRAY_SIZE(drivers); i++) {
        if (strcmp(drivers[i].name, name) == 0)
            return UINT64_C(1) << i;
    }
    return 0;
}

static bool is_node(int fd)
{
    struct stat st;

    return fstat(fd, &st) == 0 && S_ISCHR(st.st_mode) && major(st.st_rdev) == DRM_MAJOR;
}

/* The kernel's struct drm_version, which libc's headers lack. */
struct version {
    int major, minor, patch_level;
    size_t name_len;
    char *name;
    size_t date_len;
    char *date;
    size_t description_len;
    char *description;
};

/* Gets the name of the node's driver from the kernel. Returns false if the kernel does not report
 * the name. */
static bool get_name(int fd, char out[NAME_MAX_B])
{
    struct version version = {.name = out, .name_len = NAME_MAX_B - 1};

    if (ioctl(fd, _IOWR('d', 0x00, struct version), &version) != 0)
        return false;
    out[version.name_len < NAME_MAX_B ? version.name_len : NAME_MAX_B - 1] = '\0';
    return true;
}

uint64_t gv_drm_drivers_open(void)
{
    DIR *dir = opendir("/proc/self/fd");
    bool all_known = dir != NULL;
    uint64_t bits = 0;

    for (const struct dirent *entry; dir && (entry = readdir(dir));) {
        char name[NAME_MAX_B] = "";
        uint64_t fd;
        if (!gv_parse_u64(entry->d_name, strlen(entry->d_name), INT_MAX, &fd) || !is_node((int)fd))
            continue;
        const uint64_t known = get_name((int)fd, name) ? bit_of(name) : 0;
        all_known &= known != 0;
        bits |= known;
    }
    if (dir)
        closedir(dir);
    return all_known ? bits : 0;
}
