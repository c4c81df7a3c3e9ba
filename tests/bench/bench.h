/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The draw benchmark: makes the same small draws with hand-written Vulkan and through pipe_context.
 * The ratio of the two times is the cost of Galvan. */
#ifndef GV_BENCH_H
#define GV_BENCH_H

#include <stdbool.h>
#include <stdint.h>

/* The state that changes from one draw to the next. */
enum bench_case {
    BENCH_NO_CHANGE = 0,
    BENCH_TEXTURE,       /* two textures in turn */
    BENCH_CONSTANTS,     /* 64 new bytes of constants */
    BENCH_VERTEX_BUFFER, /* two vertex buffers in turn */
    BENCH_BLEND,         /* blending on and off in turn */
    BENCH_SHADER,        /* two fragment shaders in turn */
    BENCH_BRANCH,        /* a constant that decides a branch has two values in turn */
    BENCH_NUM_CASES,
};

/* The fragment shaders. */
enum bench_shader {
    BENCH_WHOLE, /* the texture's colour times the constants' colour */
    BENCH_HALF,  /* half of the colour of BENCH_WHOLE */
    BENCH_EITHER,
    BENCH_NUM_SHADERS,
};

extern const char *const bench_case_names[BENCH_NUM_CASES];

/* The frame that both sides draw: many small textured triangles on a colour and a depth-stencil
 * target. Each triangle covers about eight pixels; constants contain its offset and its colour. */
enum {
    BENCH_TARGET_SIZE = 256, /* pixels, square, RGBA8 */
    BENCH_TEXTURE_SIZE = 4,  /* pixels, square, RGBA8 */
    BENCH_CONSTANTS_B = 64,
    BENCH_VERTEX_B = 16, /* x y u v */
};

struct bench_vertex {
    float x, y, u, v;
};

struct bench_constants {
    float offset[4]; /* added to the position */
    float color[4];  /* multiplied with the texture's colour */
    float choice[4]; /* if x is not 0, BENCH_EITHER outputs the colour of BENCH_HALF */
    float unused[4];
};

extern const struct bench_vertex bench_triangle[3];

/* Returns the constants of a draw. */
struct bench_constants bench_constants(enum bench_case which, uint32_t draw);

struct bench_params {
    uint32_t draws;  /* per frame */
    uint32_t frames; /* number of measured frames, after one warm-up frame; only the time of the
                        fastest frame is stored */
};

struct bench_time {
    double draws_per_s; /* draws per second of wall-clock time in the fastest frame, including the
                           wait for the device */
    double cpu_ns;      /* processor time of the drawing thread per draw */
};

struct bench_result {
    struct bench_time times[BENCH_NUM_CASES];
    uint8_t pixels[BENCH_NUM_CASES][4]; /* the middle pixel of the target after the last frame */
};

/* Records and submits a frame of one case and waits for it; the benchmark times this function. */
typedef bool (*bench_frame_fn)(void *data, enum bench_case which, uint32_t draws);

/* Reads the middle of the target. Returns false on failure, or if the target's corner, which no
 * draw covers, is not black. */
typedef bool (*bench_pixel_fn)(void *data, uint8_t out_rgba[4]);

/* Times all cases. Returns false if a call of frame() or pixel() fails. */
bool bench_measure(const struct bench_params *params, bench_frame_fn frame, bench_pixel_fn pixel,
                   void *data, struct bench_result *out_result);

#endif
