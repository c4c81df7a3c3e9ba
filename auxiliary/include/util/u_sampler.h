/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Templates of sampler views. */
#ifndef UTIL_U_SAMPLER_H
#define UTIL_U_SAMPLER_H

#include "pipe/p_compiler.h"
#include "pipe/p_format.h"
#include "pipe/p_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fills *view with a view of a whole texture, or of all complete texels of a buffer, with this
 * format and without a swizzle. The template has no reference to `texture`. */
PUBLIC void u_sampler_view_default_template(struct pipe_sampler_view *view,
                                            const struct pipe_resource *texture,
                                            enum pipe_format format);

/* Fills *view like u_sampler_view_default_template(), but green and blue read 1 rather than 0 if
 * the format lacks them, unless the format has only alpha. */
PUBLIC void u_sampler_view_default_dx9_template(struct pipe_sampler_view *view,
                                                const struct pipe_resource *texture,
                                                enum pipe_format format);

#ifdef __cplusplus
}
#endif
#endif
