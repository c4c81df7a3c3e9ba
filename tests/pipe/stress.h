/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A set of small resources, each with a copy of its bytes on the CPU, and operations that change
 * both. Bytes that are read back must equal the copy. */
#ifndef STRESS_H
#define STRESS_H

#include "pipe_fixture.h"

enum {
    STRESS_BUFFERS = 6,
    STRESS_TEXTURES = 8,
    STRESS_LEVELS = 3,
    STRESS_HISTORY = 24,
};

struct stress_buffer {
    struct pipe_resource *res;
    unsigned size_B;
    uint8_t *bytes; /* expected contents of the buffer */
};

/* A texture whose texels have 4 bytes. */
struct stress_texture {
    struct pipe_resource *res;
    uint32_t *texels[STRESS_LEVELS]; /* layer by layer, row by row */
};

struct stress {
    struct pipe_fixture *f;
    uint64_t random;
    uint32_t seed;
    unsigned op; /* index of the current operation */
    const char *history[STRESS_HISTORY];
    struct stress_buffer buffers[STRESS_BUFFERS];
    struct stress_texture textures[STRESS_TEXTURES];

    /* Objects for draws and dispatches. */
    void *blend, *dsa, *rasterizer, *elements, *vs, *fs_constant, *fs_fetch, *cs, *sampler;
    struct pipe_resource *quads; /* vertices */
    unsigned quads_used_B;
    struct pipe_surface *target;           /* the bound target; NULL: no target */
    struct stress_texture *target_texture; /* the texture of target */
    struct stress_buffer *constants; /* constant buffer of draws; NULL: not bound, or destroyed */
    struct stress_buffer *dispatch_buffers[2]; /* read and written by dispatches */
};

/* Returns a random number below n. */
unsigned stress_below(struct stress *s, unsigned n);
static inline bool stress_one_in(struct stress *s, unsigned n)
{
    return stress_below(s, n) == 0;
}
void stress_noise(struct stress *s, void *out_bytes, size_t size_B);

/* Compares the bytes. If they differ, fails with the seed, the operation's index and the operations
 * before it. */
void stress_expect(const struct stress *s, const void *expected, const void *actual, size_t size_B,
                   const char *what);

/* ---- Buffers (stress_buffers.c) */

void stress_buffer_create(struct stress *s, struct stress_buffer *b);
void stress_buffer_destroy(struct stress_buffer *b);
void stress_buffer_check(struct stress *s, struct stress_buffer *b, unsigned begin_B,
                         unsigned end_B);

/* ---- Textures (stress_textures.c) */

void stress_texture_create(struct stress *s, struct stress_texture *t, unsigned kind);
void stress_texture_destroy(struct stress_texture *t);
uint32_t *stress_texel(const struct stress_texture *t, unsigned level, int x, int y, int z);
/* stress_box() returns a random box of texels inside of the level. */
struct pipe_box stress_box(struct stress *s, const struct stress_texture *t, unsigned level);
void stress_texture_check(struct stress *s, struct stress_texture *t, unsigned level,
                          const struct pipe_box *box);
void stress_fill(struct stress_texture *t, unsigned level, const struct pipe_box *box,
                 uint32_t texel);

/* ---- Draws (stress_draws.c) */

void stress_draws_init(struct stress *s);
void stress_draws_finish(struct stress *s);
/* Unbinds the target. Call this before the target's texture is destroyed. */
void stress_drop_target(struct stress *s);

/* ---- Operations: each changes the resources in one way, or does nothing if its random choice is
 * impossible. */

struct stress_op {
    const char *name;
    void (*run)(struct stress *s);
    unsigned weight;
};

extern const struct stress_op stress_buffer_ops[], stress_texture_ops[], stress_draw_ops[];
extern const unsigned stress_num_buffer_ops, stress_num_texture_ops, stress_num_draw_ops;

#endif
