/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A screen and a context on the selected device, and helpers for resources and their contents, for
 * tests of the driver. Any failure fails the test with a message. */
#ifndef PIPE_FIXTURE_H
#define PIPE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pipe/p_context.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "pipe/p_screen.h"
#include "pipe/p_state.h"

struct galvan_screen_params;

struct pipe_fixture {
    struct pipe_screen *screen;
    struct pipe_context *pipe;
    bool hide_memory; /* fixture_buffer() hides the map of the buffer's memory, as on a device whose
                         memory the CPU cannot map */
};

/* Creates a screen. If there is no Vulkan device, the program ends with 77, the status that skips a
 * test. */
struct pipe_screen *fixture_open_screen(const struct galvan_screen_params *params);

/* The setup and the teardown of a cmocka group. *state is a struct pipe_fixture. If the environment
 * variable GALVAN_TEST_ONE_THREAD is set, the screen is created with one_thread set, so that the
 * driver recreates images for new uses. GALVAN_TEST_MAX_DRAWS limits the number of draws in a batch
 * of the context. */
int pipe_fixture_setup(void **state);
int pipe_fixture_teardown(void **state);

/* Returns a template of a texture; arguments that are 0 get the value of a plain texture. */
struct pipe_resource fixture_template(enum pipe_texture_target target, enum pipe_format format,
                                      unsigned width, unsigned height, unsigned depth_or_layers);

struct pipe_resource *fixture_create(struct pipe_fixture *f, const struct pipe_resource *templ);

/* Creates a buffer with a usage of PIPE_USAGE_*. fixture_texture() below creates a texture with one
 * level. */
struct pipe_resource *fixture_buffer(struct pipe_fixture *f, unsigned size_B, unsigned usage,
                                     unsigned flags);
/* Creates a buffer of PIPE_USAGE_DEFAULT that contains the bytes of `data`. */
struct pipe_resource *fixture_buffer_of(struct pipe_fixture *f, const void *data, unsigned size_B);
/* Returns whether the host can map the memory of a buffer directly. */
bool fixture_host_sees(struct pipe_resource *buffer);
struct pipe_resource *fixture_texture(struct pipe_fixture *f, enum pipe_texture_target target,
                                      enum pipe_format format, unsigned width, unsigned height,
                                      unsigned depth_or_layers);

struct pipe_box fixture_box(int x, int y, int z, int width, int height, int depth);

/* Returns the box of a whole level. */
struct pipe_box fixture_level_box(const struct pipe_resource *res, unsigned level);

/* Returns the size of a box in bytes, tightly packed. */
size_t fixture_box_size(const struct pipe_resource *res, const struct pipe_box *box);

/* Write and read tightly packed bytes: writes use transfer_inline_write, reads use a map. The
 * caller must free() what fixture_read() returns. */
void fixture_write(struct pipe_fixture *f, struct pipe_resource *res, unsigned level,
                   const struct pipe_box *box, const void *data);
uint8_t *fixture_read(struct pipe_fixture *f, struct pipe_resource *res, unsigned level,
                      const struct pipe_box *box);

/* Stores pseudo-random bytes that depend only on the seed. */
void fixture_noise(uint32_t seed, void *out_data, size_t size_B);

/* Fails with the offset of the first difference if the two byte arrays differ. */
void fixture_expect_bytes(const void *expected, const void *actual, size_t size_B,
                          const char *what);

/* Returns one texel of a one-level 2D texture with 4 bytes per texel. */
uint32_t fixture_texel32(struct pipe_fixture *f, struct pipe_resource *res, int x, int y, int z);

/* Creates a surface of one layer, or of a range of layers. */
struct pipe_surface *fixture_surface(struct pipe_fixture *f, struct pipe_resource *res,
                                     enum pipe_format format, unsigned level, unsigned first_layer,
                                     unsigned last_layer);

/* Creates a shader from TGSI text with the function `create`. `capture` has the outputs that
 * transform feedback captures, or is NULL. */
void *fixture_shader(struct pipe_fixture *f,
                     void *(*create)(struct pipe_context *pipe,
                                     const struct pipe_shader_state *state),
                     const char *text, const struct pipe_stream_output_info *capture);
/* Like fixture_shader(), but returns NULL if the driver rejects the shader. */
void *fixture_try_shader(struct pipe_fixture *f,
                         void *(*create)(struct pipe_context *pipe,
                                         const struct pipe_shader_state *state),
                         const char *text, const struct pipe_stream_output_info *capture);

/* The beginning of the text of a compute shader with blocks of width x 1 x 1 threads. */
#define COMP(width)                                                                                \
    "COMP\n"                                                                                       \
    "PROPERTY CS_FIXED_BLOCK_WIDTH " #width "\n"                                                   \
    "PROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"                                                           \
    "PROPERTY CS_FIXED_BLOCK_DEPTH 1\n"

/* Create a compute shader with `local_B` bytes of shared memory. fixture_try_compute_shader()
 * returns NULL if the driver rejects the shader. */
void *fixture_compute_shader(struct pipe_fixture *f, const char *text, unsigned local_B);
void *fixture_try_compute_shader(struct pipe_fixture *f, const char *text, unsigned local_B);

/* Both functions create a compute shader with the sizes in `sizes`, whose member prog is ignored.
 * fixture_try_compute() returns NULL if the driver rejects the shader. */
void *fixture_try_compute(struct pipe_fixture *f, const char *text,
                          const struct pipe_compute_state *sizes);
void *fixture_compute(struct pipe_fixture *f, const char *text,
                      const struct pipe_compute_state *sizes);

/* Creates a compute shader like fixture_compute(), dispatches it once, and destroys it. */
void fixture_dispatch(struct pipe_fixture *f, const char *text,
                      const struct pipe_compute_state *sizes, const struct pipe_grid_info *info);

/* fixture_words() creates a buffer that contains `words`, or zeros if `words` is NULL.
 * fixture_read_words() returns a buffer's contents, which the caller must free(). */
struct pipe_resource *fixture_words(struct pipe_fixture *f, unsigned num, const uint32_t *words);
uint32_t *fixture_read_words(struct pipe_fixture *f, struct pipe_resource *res);

/* A vertex shader that reads the position from IN[0] and copies IN[1] to GENERIC[0], and a fragment
 * shader that writes GENERIC[0] to the colour. */
extern const char fixture_vertex_text[];
extern const char fixture_fragment_text[];

#endif
