/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex elements that the device cannot fetch. The vertex shader reads these elements from
 * memory. */
#ifndef GV_VERTEX_PULL_H
#define GV_VERTEX_PULL_H

#include <stdbool.h>
#include <stdint.h>

struct galvan_driver_block;
struct gv_derived;
struct gv_state;

/* Returns the mask of locations whose bound elements the shader must fetch. */
uint32_t gv_vertex_pull_locations(const struct gv_state *state);

/* Returns galvan_spirv_key.vertex.attrib_layout of an element that a lowered vertex shader fetches
 * from the bound buffers. */
uint32_t gv_vertex_pull_layout(const struct gv_state *state, unsigned location);

/* Writes to the driver block the addresses of the elements whose locations are in `mask`. Returns
 * whether the block has changed. */
bool gv_vertex_pull_update(const struct gv_state *state, const struct gv_derived *derived,
                           uint32_t mask, struct galvan_driver_block *block);

#endif
