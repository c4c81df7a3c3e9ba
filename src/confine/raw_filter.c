/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A hand-written BPF program, because libseccomp can only compare with single values and this
 * filter needs ranges. Bits 8 to 15 of an ioctl request are its type and bits 0 to 7 its number;
 * the kernel ignores bits above 31. */
#include "confine/raw_filter.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "confine/drm_ioctls.h"
#include "util/array.h"

enum {
    DRM = 'd',

    /* Calls from 424 on have the same number on all processors. */
    FCHMODAT2 = 452,
    NEWEST_KNOWN = 462,   /* mseal */
    FIRST_OTHER = 0xf0000 /* calls that exist only on some processors have numbers from here on */
};

/* Types of ioctls. All ioctls of these types are allowed. */
static const uint8_t types[] = {
    'F',  0,    'm', /* NVIDIA's control, memory (small numbers), and modes */
    0x09, 0x80,      /* Adreno (kgsl), Mali (kbase) */
    'G',             /* the GPU of a virtual machine's host (dxg) */
    'b',  '>',       /* dma-bufs, fences */
    'u',  'H',       /* buffers of memory files (udmabuf), of heaps */
};

/* Ioctls that are allowed on any descriptor. They query whether the descriptor is a terminal and
 * how many bytes can be read, and set the descriptor's blocking mode and close-on-exec flag. */
static const uint32_t commands[] = {0x5401, 0x541b, 0x5421, 0x5450, 0x5451};

/* DRM requests that are common to all drivers: version, names, close; capabilities; sharing;
 * synchronisation objects; the client's name. All other DRM requests set display modes and are for
 * processes that own a display. */
static const struct gv_drm_range drm_ioctls[] = {{0x00, 0x01}, {0x09, 0x09}, {0x0c, 0x0d},
                                                 {0x2d, 0x2e}, {0xbf, 0xc5}, {0xca, 0xcd},
                                                 {0xcf, 0xcf}, {0xd1, 0xd1}};

struct program {
    struct sock_filter *code;
    unsigned short len, max;
};

static void add(struct program *p, uint16_t op, uint32_t k, uint8_t if_true, uint8_t if_false)
{
    if (p->len < p->max)
        p->code[p->len++] = (struct sock_filter){op, if_true, if_false, k};
}

static void load(struct program *p, size_t offset)
{
    add(p, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void answer(struct program *p, uint32_t action)
{
    add(p, BPF_RET | BPF_K, action, 0, 0);
}

static void allow_value(struct program *p, uint32_t value)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    answer(p, SECCOMP_RET_ALLOW);
}

static void allow_range(struct program *p, uint32_t first, uint32_t last)
{
    add(p, BPF_JMP | BPF_JGE | BPF_K, first, 0, 2);
    add(p, BPF_JMP | BPF_JGT | BPF_K, last, 1, 0);
    answer(p, SECCOMP_RET_ALLOW);
}

static void load_command(struct program *p)
{
    const bool is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

    load(p, offsetof(struct seccomp_data, args[1]) + (is_big ? 4 : 0));
}

static void allow_drm(struct program *p, unsigned base, const struct gv_drm_range *range)
{
    allow_range(p, DRM << 8 | (base + range->first), DRM << 8 | (base + range->last));
}

/* Allows the driver-specific ioctls of open_drivers. */
static void allow_own(struct program *p, uint64_t open_drivers)
{
    static const struct gv_drm_range all = {0,
                                            GV_DRM_LAST_DRIVER_IOCTL - GV_DRM_FIRST_DRIVER_IOCTL};
    unsigned num;
    const struct gv_drm_driver *drivers = gv_drm_drivers(&num);

    if (open_drivers == 0)
        allow_drm(p, GV_DRM_FIRST_DRIVER_IOCTL, &all);
    for (unsigned i = 0; i < num; i++) {
        for (unsigned k = 0; (open_drivers >> i & 1) && k < drivers[i].num_ranges; k++)
            allow_drm(p, GV_DRM_FIRST_DRIVER_IOCTL, &drivers[i].ranges[k]);
    }
}

/* Writes the filter. The filter need not check the architecture, because the filter in syscalls.c
 * refuses calls of other architectures, whose numbers have other meanings. */
static void write_program(struct program *p, uint64_t open_drivers)
{
    load(p, offsetof(struct seccomp_data, nr));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, FCHMODAT2, 0, 1);
    answer(p, SECCOMP_RET_ERRNO | EACCES);
    add(p, BPF_JMP | BPF_JGT | BPF_K, NEWEST_KNOWN, 0, 2);
    add(p, BPF_JMP | BPF_JGE | BPF_K, FIRST_OTHER, 1, 0);
    answer(p, SECCOMP_RET_ERRNO | ENOSYS);
    add(p, BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 1, 0);
    answer(p, SECCOMP_RET_ALLOW);
    load_command(p);
    for (size_t i = 0; i < GV_ARRAY_SIZE(commands); i++)
        allow_value(p, commands[i]);
    add(p, BPF_ALU | BPF_AND | BPF_K, 0xffff, 0, 0);
    for (size_t i = 0; i < GV_ARRAY_SIZE(drm_ioctls); i++)
        allow_drm(p, 0, &drm_ioctls[i]);
    allow_own(p, open_drivers);
    add(p, BPF_ALU | BPF_RSH | BPF_K, 8, 0, 0);
    for (size_t i = 0; i < GV_ARRAY_SIZE(types); i++)
        allow_value(p, types[i]);
    answer(p, SECCOMP_RET_ERRNO | ENOTTY);
}

unsigned gv_raw_filter_write(uint64_t open_drivers, struct sock_filter *out, unsigned max)
{
    struct program p = {.code = out, .max = (unsigned short)max};

    write_program(&p, open_drivers);
    return p.len;
}

bool gv_raw_filter_load(uint64_t open_drivers)
{
    struct sock_filter code[GV_RAW_FILTER_MAX];
    const struct sock_fprog prog = {
        .len = (unsigned short)gv_raw_filter_write(open_drivers, code, GV_RAW_FILTER_MAX),
        .filter = code,
    };
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &prog) == 0;
}
