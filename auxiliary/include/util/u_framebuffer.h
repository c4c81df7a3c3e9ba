/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Framebuffer states that own references to their surfaces, and properties common to all
 * attachments. */
#ifndef UTIL_U_FRAMEBUFFER_H
#define UTIL_U_FRAMEBUFFER_H

#include "pipe/p_compiler.h"
#include "util/u_inlines.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Copies a state with references; if `src` is NULL, clears *dst. Attachments from nr_cbufs on
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

/* Returns attachment `i`; NULL if the attachment is not bound. The depth buffer follows the last
 * colour buffer. */
static inline const struct pipe_surface *
util_framebuffer_attachment(const struct pipe_framebuffer_state *fb, unsigned i)
{
    return i < fb->nr_cbufs ? fb->cbufs[i] : fb->zsbuf;
}

/* Returns the least width and height of all attachments; without attachments, sets both to 0 and
 * returns FALSE. */
static inline boolean util_framebuffer_min_size(const struct pipe_framebuffer_state *fb,
                                                unsigned *width, unsigned *height)
{
    boolean any = FALSE;
    unsigned i;

    *width = *height = 0;
    for (i = 0; i <= fb->nr_cbufs; i++) {
        const struct pipe_surface *surface = util_framebuffer_attachment(fb, i);

        if (surface) {
            *width = any ? MIN2(*width, surface->width) : surface->width;
            *height = any ? MIN2(*height, surface->height) : surface->height;
            any = TRUE;
        }
    }
    return any;
}

/* Returns the largest number of layers of an attachment; without attachments, the number in the
 * state. */
static inline unsigned util_framebuffer_get_num_layers(const struct pipe_framebuffer_state *fb)
{
    unsigned num = 0, i;

    for (i = 0; i <= fb->nr_cbufs; i++) {
        const struct pipe_surface *surface = util_framebuffer_attachment(fb, i);

        if (surface) {
            num = MAX2(num, surface->u.tex.last_layer - surface->u.tex.first_layer + 1u);
        }
    }
    return num ? num : fb->layers;
}

/* Returns the number of samples of the attachments, at least 1; without attachments, the number in
 * the state. */
static inline unsigned util_framebuffer_get_num_samples(const struct pipe_framebuffer_state *fb)
{
    unsigned i;

    for (i = 0; i <= fb->nr_cbufs; i++) {
        const struct pipe_surface *surface = util_framebuffer_attachment(fb, i);

        if (surface) {
            return MAX2(surface->texture->nr_samples, 1u);
        }
    }
    return MAX2(fb->samples, 1u);
}

#ifdef __cplusplus
}
#endif
#endif
