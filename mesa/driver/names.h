/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Converts enumerators and flags of Mesa's interface that differ from Galvan's. names.c asserts
 * that all other enumerators and flags are equal. */
#ifndef GM_NAMES_H
#define GM_NAMES_H

#include "gm.h"

/* Converts a format. Returns GPIPE_FORMAT_NONE if Galvan lacks the format. */
enum gpipe_format gm_format(enum pipe_format format);

/* Converts PIPE_SHADER_*; Mesa numbers stages in the order of the pipeline. */
unsigned gm_stage(unsigned stage);

/* Converts PIPE_BIND_*, and drops the flags for window systems and for sharing with other
 * processes. */
unsigned gm_bind(unsigned bind);

/* Converts PIPE_MAP_* to a combination that Galvan accepts. */
unsigned gm_map_usage(unsigned usage);

/* Converts PIPE_RESOURCE_FLAG_*. */
unsigned gm_resource_flags(unsigned flags);

/* Converts PIPE_QUERY_*; the types of driver-specific queries are unchanged. */
unsigned gm_query_type(unsigned type);

static inline struct gpipe_box gm_box(const struct pipe_box *box)
{
    return (struct gpipe_box){.x = box->x,
                              .y = box->y,
                              .z = box->z,
                              .width = box->width,
                              .height = box->height,
                              .depth = box->depth};
}

#endif
