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

/* All of a texture, or of a buffer's whole texels, as format, unswizzled. texture is named in the
 * template without a reference. */
PUBLIC void u_sampler_view_default_template(struct pipe_sampler_view *view,
                                            const struct pipe_resource *texture,
                                            enum pipe_format format);

/* The same, but green and blue that the format lacks read 1 and not 0; only alpha alone leaves
 * them 0. */
PUBLIC void u_sampler_view_default_dx9_template(struct pipe_sampler_view *view,
                                                const struct pipe_resource *texture,
                                                enum pipe_format format);

#ifdef __cplusplus
}
#endif
#endif
