/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Points drawn by a vertex shader whose outputs transform feedback captures. */
#ifndef GALVAN_TESTS_PIPE_CAPTURES_KIT_H
#define GALVAN_TESTS_PIPE_CAPTURES_KIT_H

#include "pipe_draw_kit.h"

enum {
    CAPTURE_GUARD = 0x5a5a5a5a, /* the value of each dword that nothing has captured */
    CAPTURE_MAX_WORDS = 64,     /* dwords of a scene's buffer */
};

/* Captures 4 dwords of GENERIC[0]. */
extern const struct pipe_stream_output_info capture_whole;

struct capture_scene {
    struct draw_kit kit;
    void *vs;
    struct pipe_resource *buffer; /* gets the captures */
    struct pipe_stream_output_target *target;
};

/* Creates a buffer of `num_words` dwords, each with the value CAPTURE_GUARD. */
struct pipe_resource *capture_guarded_buffer(struct pipe_fixture *f, unsigned num_words);

/* Creates a vertex shader from `text`, and a target for the outputs that it captures according to
 * `so`; binds both. Skips the test if the device has no transform feedback. */
void capture_scene_init(struct capture_scene *s, struct pipe_fixture *f, const char *text,
                        const struct pipe_stream_output_info *so);
void capture_scene_finish(struct capture_scene *s);

/* Turns rasterizer discard on or off. */
void capture_discard(struct capture_scene *s, bool on);

/* Draws points with the vertex ids 0 to `num` - 1. */
void capture_draw_points(struct capture_scene *s, unsigned num);

/* Fails the test if the first dwords of a buffer are not `words`. */
void capture_expect_words(struct capture_scene *s, struct pipe_resource *res, const uint32_t *words,
                          unsigned num);

/* Returns whether vertex shaders have storage buffers. */
bool capture_can_store(const struct pipe_fixture *f);

#endif
