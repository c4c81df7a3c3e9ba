/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex elements that the device cannot fetch: the vertex shader reads them from memory. */
#ifndef GV_VERTEX_PULL_H
#define GV_VERTEX_PULL_H

#include <stdint.h>

struct gv_context;
struct gv_state;

/* After elements or buffers changed: which elements the shader has to fetch. */
void gv_vertex_pull_choose(struct gv_context *ctx);

/* galvan_spirv_key.vertex.attrib_layout of an element that a kernel fetches from what is bound now.
 */
uint32_t gv_vertex_pull_layout(const struct gv_state *state, unsigned location);

/* Puts where a shader finds the elements of mask, by location, into the driver block. */
void gv_vertex_pull_update(struct gv_context *ctx, uint32_t mask);

#endif
