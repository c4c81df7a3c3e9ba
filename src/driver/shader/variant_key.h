/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Variant keys of graphics shaders. A key holds only state that the shader can observe. */
#ifndef GV_VARIANT_KEY_H
#define GV_VARIANT_KEY_H

#include <stdint.h>

struct galvan_spirv_key;
struct gv_compute_launch;
struct gv_pass;
struct gv_shader;
struct gv_state;

/* The inputs of the next stage: masks of varying slots and of patch inputs. Empty if there is no
 * next stage. */
struct gv_consumer {
    uint64_t slots;
    uint32_t patches;
};

/* Returns the dword at which the counters of an atomic buffer begin in the range that is bound: the
 * buffer's offset may be a multiple of 4 that the device cannot bind. */
uint32_t gv_counter_start(const struct gv_state *state, unsigned slot);

/* Derives the key of a graphics shader that is used with the bound shaders. */
void gv_shader_key(const struct gv_state *state, const struct gv_pass *pass,
                   const struct gv_shader *shader, const struct gv_consumer *consumer,
                   struct galvan_spirv_key *out_key);

/* gv_lowered_capture_key() derives the key of a lowered vertex shader that captures.
 * gv_lowered_vertex_key() derives the key of a lowered vertex shader that stores vertex entries,
 * with the varyings in `slots` and the header dwords in the mask `head`. gv_lowered_inner_key()
 * derives the key of a shader of a later stage that stores such entries. */
void gv_lowered_capture_key(const struct gv_state *state, struct galvan_spirv_key *out_key);
void gv_lowered_vertex_key(const struct gv_state *state, uint64_t slots, uint8_t head,
                           struct galvan_spirv_key *out_key);
void gv_lowered_inner_key(const struct gv_state *state, const struct gv_shader *shader,
                          uint64_t slots, uint8_t head, struct galvan_spirv_key *out_key);

void gv_compute_key(const struct gv_state *state, const struct gv_compute_launch *launch,
                    struct galvan_spirv_key *out_key);

#endif
