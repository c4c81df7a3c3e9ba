/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The draw benchmark: the same small draws by hand-written Vulkan and by pipe_context. The ratio of
 * the two is Galvan's cost. */
#ifndef GV_BENCH_H
#define GV_BENCH_H

#include <stdbool.h>
#include <stdint.h>

/* What changes from one draw to the next. */
enum bench_case {
    BENCH_NO_CHANGE = 0,
    BENCH_TEXTURE,       /* two textures in turn */
    BENCH_CONSTANTS,     /* 64 new bytes of constants */
    BENCH_VERTEX_BUFFER, /* two vertex buffers in turn */
    BENCH_BLEND,         /* blending on and off in turn */
    BENCH_SHADER,        /* two fragment shaders in turn */
    BENCH_BRANCH,        /* two values in turn of a constant that alone decides a branch */
    BENCH_NUM_CASES,
};

/* The fragment shaders. */
enum bench_shader {
    BENCH_WHOLE, /* the colour */
    BENCH_HALF,  /* half of it */
    BENCH_EITHER,
    BENCH_NUM_SHADERS,
};

extern const char *const bench_case_names[BENCH_NUM_CASES];

/* The frame that both sides draw: a triangle of about eight pixels, many times, into a colour and a
 * depth-stencil target, textured, with a constant offset and colour. */
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
    float color[4];  /* times the texture */
    float choice[4]; /* x is not 0: BENCH_EITHER is BENCH_HALF */
    float unused[4];
};

extern const struct bench_vertex bench_triangle[3];

/* What a draw has. */
struct bench_constants bench_constants(enum bench_case which, uint32_t draw);

struct bench_params {
    uint32_t draws;  /* per frame */
    uint32_t frames; /* measured, after one that is not; the fastest counts */
};

struct bench_time {
    double draws_per_s; /* by the wall clock, until the device has finished */
    double cpu_ns;      /* of the drawing thread, per draw */
};

struct bench_result {
    struct bench_time times[BENCH_NUM_CASES];
    uint8_t pixels[BENCH_NUM_CASES][4]; /* the middle of the target after the last frame */
};

/* A frame of one case, the unit that is timed: records, submits and waits. */
typedef bool (*bench_frame_fn)(void *data, enum bench_case which, uint32_t draws);

/* Reads the middle of the target. False on failure, and if the target's corner, which no draw
 * covers, is not black. */
typedef bool (*bench_pixel_fn)(void *data, uint8_t out_rgba[4]);

/* Times all cases. False when a frame or a pixel failed. */
bool bench_measure(const struct bench_params *params, bench_frame_fn frame, bench_pixel_fn pixel,
                   void *data, struct bench_result *out_result);

#endif
