/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A bounded reader of one command's dwords: a read past the end returns 0 and sets overrun. The
 * command table has checked the length before, so such a read is a bug of the decoder; the command
 * is then refused. */
#ifndef GV_VIRGL_READER_H
#define GV_VIRGL_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct gv_virgl_reader {
    const uint32_t *dwords;
    size_t len_dw;
    size_t pos_dw;
    bool overrun;
};

static inline size_t gv_virgl_left(const struct gv_virgl_reader *in)
{
    return in->len_dw - in->pos_dw;
}

static inline uint32_t gv_virgl_u32(struct gv_virgl_reader *in)
{
    if (in->pos_dw >= in->len_dw) {
        in->overrun = true;
        return 0;
    }
    return in->dwords[in->pos_dw++];
}

static inline int32_t gv_virgl_i32(struct gv_virgl_reader *in)
{
    uint32_t u = gv_virgl_u32(in);
    int32_t i;
    memcpy(&i, &u, sizeof(i));
    return i;
}

static inline float gv_virgl_f32(struct gv_virgl_reader *in)
{
    uint32_t u = gv_virgl_u32(in);
    float f;
    memcpy(&f, &u, sizeof(f));
    return f;
}

static inline double gv_virgl_f64(struct gv_virgl_reader *in)
{
    uint64_t lo = gv_virgl_u32(in);
    uint64_t u = lo | (uint64_t)gv_virgl_u32(in) << 32;
    double d;
    memcpy(&d, &u, sizeof(d));
    return d;
}

static inline void gv_virgl_floats(struct gv_virgl_reader *in, float *out, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        out[i] = gv_virgl_f32(in);
}

/* Returns the address of the next len_dw dwords, or NULL if fewer dwords are left. */
static inline const uint32_t *gv_virgl_dwords(struct gv_virgl_reader *in, size_t len_dw)
{
    if (len_dw > gv_virgl_left(in)) {
        in->overrun = true;
        return NULL;
    }
    const uint32_t *p = in->dwords + in->pos_dw;
    in->pos_dw += len_dw;
    return p;
}

/* Returns bits first to first + count - 1 of a dword. */
static inline uint32_t gv_virgl_bits(uint32_t dword, unsigned first, unsigned count)
{
    return (dword >> first) & ((1u << count) - 1);
}

#endif
