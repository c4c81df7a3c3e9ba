/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Templates of surfaces. */
#ifndef UTIL_U_SURFACE_H
#define UTIL_U_SURFACE_H

#include "pipe/p_compiler.h"
#include "pipe/p_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The first layer of level 0 in the texture's format. */
static inline void u_surface_default_template(struct pipe_surface *templ,
                                              const struct pipe_resource *texture)
{
    memset(templ, 0, sizeof(*templ));
    templ->format = texture->format;
}

#ifdef __cplusplus
}
#endif
#endif
