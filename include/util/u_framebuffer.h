/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Framebuffer states that own their surfaces. */
#ifndef UTIL_U_FRAMEBUFFER_H
#define UTIL_U_FRAMEBUFFER_H

#include "pipe/p_compiler.h"
#include "util/u_inlines.h"

#ifdef __cplusplus
extern "C" {
#endif

/* *dst = *src with the references that takes; src NULL empties *dst. Attachments past nr_cbufs
 * become NULL. */
static inline void util_copy_framebuffer_state(struct pipe_framebuffer_state *dst,
                                               const struct pipe_framebuffer_state *src)
{
    unsigned num = src ? src->nr_cbufs : 0, i;

    for (i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
        pipe_surface_reference(&dst->cbufs[i], i < num ? src->cbufs[i] : NULL);
    }
    pipe_surface_reference(&dst->zsbuf, src ? src->zsbuf : NULL);
    dst->width = src ? src->width : 0;
    dst->height = src ? src->height : 0;
    dst->samples = src ? src->samples : 0;
    dst->layers = src ? src->layers : 0;
    dst->nr_cbufs = num;
}

static inline void util_unreference_framebuffer_state(struct pipe_framebuffer_state *fb)
{
    util_copy_framebuffer_state(fb, NULL);
}

static inline boolean util_framebuffer_state_equal(const struct pipe_framebuffer_state *a,
                                                   const struct pipe_framebuffer_state *b)
{
    unsigned i;

    if (a->width != b->width || a->height != b->height || a->samples != b->samples ||
        a->layers != b->layers || a->nr_cbufs != b->nr_cbufs || a->zsbuf != b->zsbuf) {
        return FALSE;
    }
    for (i = 0; i < a->nr_cbufs; i++) {
        if (a->cbufs[i] != b->cbufs[i]) {
            return FALSE;
        }
    }
    return TRUE;
}

#ifdef __cplusplus
}
#endif
#endif
