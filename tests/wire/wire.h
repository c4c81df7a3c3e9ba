/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shared by the tests of the virgl decoder: a renderer on the null driver, a buffer for commands,
 * and checks of the decoder's results. */
#ifndef WIRE_H
#define WIRE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "null_pipe.h"
#include "virgl/api/context.h"
#include "virgl/api/renderer.h"
#include "virgl/api/resource.h"
#include "virgl/api/submit.h"
#include "virgl/api/transfer.h"
#include "virgl/wire.h"

enum {
    WIRE_MAX_DW = 70000,
    WIRE_MAX_LINES = 16,
    WIRE_MAX_BACKINGS = 256
};

struct wire {
    struct null_screen *screen;
    struct gv_virgl_renderer *r;
    const struct gv_virgl_memory_hook *memory_hook;   /* for the next renderer; may be NULL */
    const struct gv_virgl_backing_hook *backing_hook; /* for the next renderer; may be NULL */
    struct gv_virgl_context *ctx; /* all resources of the helpers below are attached to it */

    uint32_t dwords[WIRE_MAX_DW];
    size_t len_dw;
    size_t last_dw; /* header of the last command */

    unsigned num_lines; /* number of errors logged since the last check */
    char lines[WIRE_MAX_LINES][512];

    uint32_t next_handle;
    struct {
        uint32_t handle;
        uint8_t *data; /* exactly as long as the backing, so that a sanitizer detects overruns */
        size_t size_B;
    } backings[WIRE_MAX_BACKINGS];
    unsigned num_backings;
};

/* wire_setup() starts a new renderer for each test. wire_teardown() ends it, and checks that the
 * driver has no objects left. */
int wire_setup(void **state);
int wire_teardown(void **state);

#define WIRE_TEST(name) cmocka_unit_test_setup_teardown(name, wire_setup, wire_teardown)

/* Ends the renderer and starts another one with these limits. */
void wire_restart(struct wire *w, const struct gv_virgl_limits *limits);

/* ---- Writing commands ----------------------------------------------------------------------- */

void wire_command(struct wire *w, unsigned command, unsigned type, const uint32_t *payload,
                  size_t len_dw);

#define WIRE_PAYLOAD(...)                                                                          \
    (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)

/* Usage: WIRE(w, SET_SUB_CTX, 3) */
#define WIRE(w, command, ...) wire_command(w, GV_VIRGL_##command, 0, WIRE_PAYLOAD(__VA_ARGS__))

/* Usage: WIRE_CREATE(w, BLEND, handle, ...); the other macros are used alike. */
#define WIRE_CREATE(w, type, ...)                                                                  \
    wire_command(w, GV_VIRGL_CREATE_OBJECT, GV_VIRGL_OBJECT_##type, WIRE_PAYLOAD(__VA_ARGS__))
#define WIRE_BIND(w, type, handle)                                                                 \
    wire_command(w, GV_VIRGL_BIND_OBJECT, GV_VIRGL_OBJECT_##type, WIRE_PAYLOAD(handle))

uint32_t wire_float(float f);

/* Returns a handle that was not used before. */
uint32_t wire_handle(struct wire *w);

/* ---- Submitting ----------------------------------------------------------------------------- */

/* Submits the written commands and empties the buffer. */
enum galvan_result wire_submit(struct wire *w);

/* Submits the written commands; the decoder must accept all without an error. */
void wire_accept(struct wire *w);

/* Submits the written commands. The decoder must reject the last one and no other, with one log
 * line that names client, command and dword, and contains `reason`. */
void wire_refuse(struct wire *w, const char *reason);

/* wire_expect_line() checks and removes the line that a call outside of a submit logged;
 * wire_expect_no_line() checks that there is none. */
void wire_expect_line(struct wire *w, const char *part);
void wire_expect_no_line(struct wire *w);

/* Returns the pipe_context that was used last. */
struct null_context *wire_context(struct wire *w);

/* ---- Resources ------------------------------------------------------------------------------ */

/* Both functions return arguments that tests may change. wire_args_2d() describes a 2D texture of
 * one level. */
struct gv_virgl_resource_args wire_args_2d(uint32_t format, uint32_t width, uint32_t height);
struct gv_virgl_resource_args wire_args_buffer(uint32_t size_B);

/* Each function creates a resource with a backing of the layout's size, and returns its new handle.
 * The test fails if the creation is rejected. */
uint32_t wire_resource(struct wire *w, struct gv_virgl_resource_args args);
uint32_t wire_buffer(struct wire *w, uint32_t size_B);
uint32_t wire_texture(struct wire *w, uint32_t format, uint32_t width, uint32_t height);

/* Both functions try to create a resource; wire_try_resource() passes no backing. */
enum galvan_result wire_try_resource(struct wire *w, struct gv_virgl_resource_args args);
enum galvan_result wire_create(struct wire *w, const struct gv_virgl_resource_args *args,
                               const struct iovec *iov, unsigned num_iov);

/* Both functions transfer with the resource's own backing. */
enum galvan_result wire_get(struct wire *w, uint32_t handle, uint32_t level,
                            const struct pipe_box *box, uint32_t stride, uint32_t layer_stride,
                            uint64_t offset);
enum galvan_result wire_put(struct wire *w, uint32_t handle, uint32_t level,
                            const struct pipe_box *box, uint32_t stride, uint32_t layer_stride,
                            uint64_t offset);

uint8_t *wire_backing(struct wire *w, uint32_t handle);

struct pipe_box wire_box(int x, int y, int z, int width, int height, int depth);

/* ---- Objects -------------------------------------------------------------------------------- */

/* Each function creates one plain object and returns its handle. */
uint32_t wire_blend(struct wire *w);
uint32_t wire_dsa(struct wire *w);
uint32_t wire_rasterizer(struct wire *w, uint32_t s0);
uint32_t wire_elements(struct wire *w);
uint32_t wire_sampler(struct wire *w);
uint32_t wire_view(struct wire *w, uint32_t resource, uint32_t format);
uint32_t wire_surface(struct wire *w, uint32_t resource, uint32_t format);
uint32_t wire_shader(struct wire *w, unsigned stage, const char *text);
uint32_t wire_target(struct wire *w, uint32_t resource, uint32_t offset_B, uint32_t size_B);
uint32_t wire_query(struct wire *w, unsigned type, uint32_t resource);

/* wire_fence() creates a fence of 8 bytes, wire_result() a query result of 16 bytes with backing.
 * Both return the new handle. */
uint32_t wire_fence(struct wire *w);
uint32_t wire_result(struct wire *w);

extern const char wire_vs_text[], wire_fs_text[], wire_cs_text[];

/* Writes the packets of a shader, with at most `piece_B` bytes of text in each. */
void wire_shader_packets(struct wire *w, uint32_t handle, unsigned stage, const char *text,
                         size_t text_B, size_t piece_B);

/* Binds the state that a draw needs, with a 64x64 framebuffer. */
struct wire_draw_state {
    uint32_t blend, dsa, rasterizer, elements, vs, fs, texture, surface, vertices, indices;
};
struct wire_draw_state wire_ready_to_draw(struct wire *w);

/* Draws one triangle. */
void wire_draw(struct wire *w);

#endif
