/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Blending that the fragment shader does, from copies of the targets (fb_fetch.h): of formats that
 * the device does not blend, by the shader's second colour where it has no dual source, and logic
 * operations where it has none. */
#ifndef GV_SHADER_BLEND_H
#define GV_SHADER_BLEND_H

#include <stdint.h>

struct galvan_spirv_key;
struct gv_blend;
struct gv_framebuffer;
struct gv_state;

/* The targets that the fragment shader blends under a blend state, which may be NULL. */
uint32_t gv_shader_blend_mask(const struct gv_framebuffer *fb, const struct gv_blend *blend);

/* What the fragment shader's key says of them. */
void gv_shader_blend_key(const struct gv_state *state, struct galvan_spirv_key *key);

/* The targets that the bound fragment shader reads, or its variant to blend them. */
uint32_t gv_fb_fetch_mask(const struct gv_state *state);

#endif
