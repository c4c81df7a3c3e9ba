/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Blending by the fragment shader, which reads copies of the targets (fb_fetch.h). The fragment
 * shader blends formats that the device cannot blend. If the device lacks dual-source blending, the
 * fragment shader also blends with a second colour; if the device lacks logic operations, it also
 * applies them. */
#ifndef GV_SHADER_BLEND_H
#define GV_SHADER_BLEND_H

#include <stdint.h>

struct galvan_spirv_key;
struct gv_blend;
struct gv_framebuffer;
struct gv_state;

/* Returns the mask of targets that the fragment shader blends under a blend state. blend may be
 * NULL. */
uint32_t gv_shader_blend_mask(const struct gv_framebuffer *fb, const struct gv_blend *blend);

/* Writes the blending of the targets in state->shader_blend_mask to the fragment shader's variant
 * key. */
void gv_shader_blend_key(const struct gv_state *state, struct galvan_spirv_key *key);

/* Returns the mask of targets that the bound fragment shader reads, by itself or because its
 * variant blends them. */
uint32_t gv_fb_fetch_mask(const struct gv_state *state);

#endif
