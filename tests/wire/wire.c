/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The fixture of the wire tests. */
#include "wire.h"
#include "virgl/command/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char wire_vs_text[] = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n"
                            "  1: END\n";
const char wire_fs_text[] = "FRAG\nDCL OUT[0], COLOR\nIMM[0] FLT32 {0x3f800000, 0x00000000, "
                            "0x00000000, 0x3f800000}\n  0: MOV OUT[0], IMM[0]\n  1: END\n";
const char wire_cs_text[] = "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 1\n"
                            "PROPERTY CS_FIXED_BLOCK_HEIGHT 1\nPROPERTY CS_FIXED_BLOCK_DEPTH 1\n"
                            "  0: END\n";

/* ---- Setup and teardown ---------------------------------------------------------------------- */

static void log_line(void *priv, enum galvan_log_level level, const char *component,
                     const char *message)
{
    struct wire *w = priv;
    assert_string_equal(component, "virgl");
    /* Ignores all warnings and information, and the debug messages about skipped draws. */
    if (level > GALVAN_LOG_ERR && (level != GALVAN_LOG_DEBUG || strstr(message, " skipped: ")))
        return;
    if (w->num_lines < WIRE_MAX_LINES)
        snprintf(w->lines[w->num_lines], sizeof(w->lines[0]), "%s", message);
    w->num_lines++;
}

static void start(struct wire *w, const struct gv_virgl_limits *limits)
{
    const struct galvan_log log = {.fn = log_line, .priv = w, .level = GALVAN_LOG_DEBUG};
    struct gv_virgl_limits all = limits ? *limits : gv_virgl_limits_default();
    all.max_error_kinds = UINT32_MAX;
    const struct gv_virgl_params params = {
        .screen = &w->screen->base,
        .log = &log,
        .client_name = "tester",
        .limits = &all,
        .memory_hook = w->memory_hook,
        .backing_hook = w->backing_hook,
        .blobs = true,
    };
    assert_int_equal(gv_virgl_renderer_create(&params, &w->r), GALVAN_OK);
    assert_int_equal(gv_virgl_context_create(w->r, NULL, &w->ctx), GALVAN_OK);
}

int wire_setup(void **state)
{
    struct wire *w = calloc(1, sizeof(*w));
    assert_non_null(w);
    w->screen = null_screen_create();
    assert_non_null(w->screen);
    w->next_handle = 1;
    start(w, NULL);
    *state = w;
    return 0;
}

static void stop(struct wire *w)
{
    gv_virgl_renderer_destroy(w->r);
    for (unsigned i = 0; i < w->num_backings; i++)
        free(w->backings[i].data);
    w->num_backings = 0;
    w->len_dw = 0;
    assert_true(null_screen_is_empty(w->screen));
}

int wire_teardown(void **state)
{
    struct wire *w = *state;
    stop(w);
    w->screen->base.destroy(&w->screen->base);
    free(w);
    return 0;
}

void wire_restart(struct wire *w, const struct gv_virgl_limits *limits)
{
    stop(w);
    w->num_lines = 0;
    start(w, limits);
}

/* ---- Commands ------------------------------------------------------------------------------- */

void wire_command(struct wire *w, unsigned command, unsigned type, const uint32_t *payload,
                  size_t len_dw)
{
    assert_true(w->len_dw + 1 + len_dw <= WIRE_MAX_DW);
    w->last_dw = w->len_dw;
    w->dwords[w->len_dw++] = gv_virgl_header(command, type, (unsigned)len_dw);
    if (len_dw)
        memcpy(w->dwords + w->len_dw, payload, len_dw * sizeof(*payload));
    w->len_dw += len_dw;
}

uint32_t wire_float(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof(u));
    return u;
}

uint32_t wire_handle(struct wire *w)
{
    return w->next_handle++;
}

enum galvan_result wire_submit(struct wire *w)
{
    /* The copy is exact and on the heap, so that a sanitizer detects reads after its end. */
    size_t size_B = w->len_dw * sizeof(uint32_t);
    uint32_t *copy = malloc(size_B ? size_B : 1);
    assert_non_null(copy);
    memcpy(copy, w->dwords, size_B);
    enum galvan_result result = gv_virgl_submit(w->ctx, copy, w->len_dw);
    free(copy);
    w->len_dw = 0;
    return result;
}

void wire_expect_no_line(struct wire *w)
{
    if (w->num_lines)
        print_error("unexpected: %s\n", w->lines[0]);
    assert_int_equal(w->num_lines, 0);
}

static void expect_part(const char *line, const char *part)
{
    if (!strstr(line, part))
        print_error("\"%s\" is not in \"%s\"\n", part, line);
    assert_non_null(strstr(line, part));
}

void wire_expect_line(struct wire *w, const char *part)
{
    assert_int_equal(w->num_lines, 1);
    expect_part(w->lines[0], "tester: ");
    expect_part(w->lines[0], part);
    w->num_lines = 0;
}

void wire_accept(struct wire *w)
{
    assert_int_equal(wire_submit(w), GALVAN_OK);
    wire_expect_no_line(w);
}

void wire_refuse(struct wire *w, const char *reason)
{
    unsigned number = gv_virgl_header_command(w->dwords[w->last_dw]);
    unsigned type = gv_virgl_header_type(w->dwords[w->last_dw]);
    const char *name = number >= GV_VIRGL_NUM_COMMANDS ? "UNKNOWN" : gv_virgl_commands[number].name;
    char place[128];

    if (number == GV_VIRGL_CREATE_OBJECT && type < GV_VIRGL_NUM_OBJECT_TYPES &&
        gv_virgl_objects[type].name)
        name = gv_virgl_objects[type].name;
    snprintf(place, sizeof(place), "tester: %s at dword %zu: ", name, w->last_dw);
    assert_int_equal(wire_submit(w), GALVAN_OK);
    for (unsigned i = 1; i < w->num_lines && i < WIRE_MAX_LINES; i++)
        print_error("also: %s\n", w->lines[i]);
    assert_int_equal(w->num_lines, 1);
    expect_part(w->lines[0], place);
    expect_part(w->lines[0], reason);
    w->num_lines = 0;
}

struct null_context *wire_context(struct wire *w)
{
    assert_non_null(w->screen->last_context);
    return w->screen->last_context;
}

/* ---- Resources ------------------------------------------------------------------------------ */

struct gv_virgl_resource_args wire_args_2d(uint32_t format, uint32_t width, uint32_t height)
{
    return (struct gv_virgl_resource_args){
        .target = PIPE_TEXTURE_2D,
        .format = format,
        .bind = GV_VIRGL_BIND_SAMPLER_VIEW | GV_VIRGL_BIND_RENDER_TARGET,
        .width = width,
        .height = height,
        .depth = 1,
        .array_size = 1,
    };
}

struct gv_virgl_resource_args wire_args_buffer(uint32_t size_B)
{
    return (struct gv_virgl_resource_args){
        .target = PIPE_BUFFER,
        .format = PIPE_FORMAT_R8_UNORM,
        .bind = GV_VIRGL_BIND_VERTEX_BUFFER,
        .width = size_B,
        .height = 1,
        .depth = 1,
        .array_size = 1,
    };
}

enum galvan_result wire_create(struct wire *w, const struct gv_virgl_resource_args *args,
                               const struct iovec *iov, unsigned num_iov)
{
    enum galvan_result result = gv_virgl_resource_create(w->r, args, iov, num_iov);
    return result == GALVAN_OK ? gv_virgl_context_attach(w->ctx, args->handle) : result;
}

enum galvan_result wire_get(struct wire *w, uint32_t handle, uint32_t level,
                            const struct pipe_box *box, uint32_t stride, uint32_t layer_stride,
                            uint64_t offset)
{
    const struct gv_virgl_transfer t = {w->ctx, handle, level, box, stride, layer_stride, offset};
    return gv_virgl_transfer_get(w->r, &t);
}

enum galvan_result wire_put(struct wire *w, uint32_t handle, uint32_t level,
                            const struct pipe_box *box, uint32_t stride, uint32_t layer_stride,
                            uint64_t offset)
{
    const struct gv_virgl_transfer t = {w->ctx, handle, level, box, stride, layer_stride, offset};
    return gv_virgl_transfer_put(w->r, &t);
}

enum galvan_result wire_try_resource(struct wire *w, struct gv_virgl_resource_args args)
{
    if (!args.handle)
        args.handle = wire_handle(w);
    return wire_create(w, &args, NULL, 0);
}

uint32_t wire_resource(struct wire *w, struct gv_virgl_resource_args args)
{
    if (!args.handle)
        args.handle = wire_handle(w);
    uint64_t size_B = gv_virgl_resource_backing_size(&args);
    assert_true(size_B < UINT64_C(1) << 31);
    assert_true(w->num_backings < WIRE_MAX_BACKINGS);
    uint8_t *data = size_B ? calloc(1, size_B) : NULL;
    assert_true(!size_B || data);
    struct iovec iov = {.iov_base = data, .iov_len = size_B};
    assert_int_equal(wire_create(w, &args, &iov, size_B ? 1 : 0), GALVAN_OK);
    w->backings[w->num_backings].handle = args.handle;
    w->backings[w->num_backings].data = data;
    w->backings[w->num_backings].size_B = size_B;
    w->num_backings++;
    return args.handle;
}

uint32_t wire_buffer(struct wire *w, uint32_t size_B)
{
    return wire_resource(w, wire_args_buffer(size_B));
}

uint32_t wire_texture(struct wire *w, uint32_t format, uint32_t width, uint32_t height)
{
    return wire_resource(w, wire_args_2d(format, width, height));
}

uint8_t *wire_backing(struct wire *w, uint32_t handle)
{
    for (unsigned i = 0; i < w->num_backings; i++) {
        if (w->backings[i].handle == handle)
            return w->backings[i].data;
    }
    fail_msg("resource %u has no backing", handle);
    return NULL;
}

struct pipe_box wire_box(int x, int y, int z, int width, int height, int depth)
{
    return (struct pipe_box){
        .x = x, .y = y, .z = z, .width = width, .height = height, .depth = depth};
}

uint32_t wire_fence(struct wire *w)
{
    struct gv_virgl_resource_args args = wire_args_buffer(8);
    args.bind = GV_VIRGL_BIND_CUSTOM;
    args.array_size = 0;
    return wire_resource(w, args);
}

uint32_t wire_result(struct wire *w)
{
    struct gv_virgl_resource_args args = wire_args_buffer(16);
    args.bind = GV_VIRGL_BIND_CUSTOM;
    return wire_resource(w, args);
}

/* ---- Objects -------------------------------------------------------------------------------- */

uint32_t wire_blend(struct wire *w)
{
    uint32_t handle = wire_handle(w);
    uint32_t mask = 0xfu << 27;
    WIRE_CREATE(w, BLEND, handle, 0, 0, mask, mask, mask, mask, mask, mask, mask, mask);
    wire_accept(w);
    return handle;
}

uint32_t wire_dsa(struct wire *w)
{
    uint32_t handle = wire_handle(w);
    WIRE_CREATE(w, DSA, handle, 0, 0, 0, 0);
    wire_accept(w);
    return handle;
}

uint32_t wire_rasterizer(struct wire *w, uint32_t s0)
{
    uint32_t handle = wire_handle(w);
    WIRE_CREATE(w, RASTERIZER, handle, s0, wire_float(1), 0, 0, wire_float(1), 0, 0, 0);
    wire_accept(w);
    return handle;
}

uint32_t wire_elements(struct wire *w)
{
    uint32_t handle = wire_handle(w);
    WIRE_CREATE(w, VERTEX_ELEMENTS, handle, 0, 0, 0, PIPE_FORMAT_R32G32B32A32_FLOAT);
    wire_accept(w);
    return handle;
}

uint32_t wire_sampler(struct wire *w)
{
    uint32_t handle = wire_handle(w);
    WIRE_CREATE(w, SAMPLER_STATE, handle, 0, 0, 0, 0, 0, 0, 0, 0);
    wire_accept(w);
    return handle;
}

uint32_t wire_view(struct wire *w, uint32_t resource, uint32_t format)
{
    uint32_t handle = wire_handle(w);
    WIRE_CREATE(w, SAMPLER_VIEW, handle, resource, format, 0, 0, 0x688);
    wire_accept(w);
    return handle;
}

uint32_t wire_surface(struct wire *w, uint32_t resource, uint32_t format)
{
    uint32_t handle = wire_handle(w);
    WIRE_CREATE(w, SURFACE, handle, resource, format, 0, 0);
    wire_accept(w);
    return handle;
}

void wire_shader_packets(struct wire *w, uint32_t handle, unsigned stage, const char *text,
                         size_t text_B, size_t piece_B)
{
    for (size_t at_B = 0; at_B < text_B;) {
        uint32_t payload[5 + 65530];
        size_t size_B = text_B - at_B < piece_B ? text_B - at_B : piece_B;
        size_t len_dw = 5 + (size_B + 3) / 4;
        memset(payload, 0, len_dw * 4);
        payload[0] = handle;
        payload[1] = stage;
        payload[2] = at_B ? 0x80000000u | (uint32_t)at_B : (uint32_t)text_B;
        payload[3] = 100;
        memcpy(payload + 5, text + at_B, size_B);
        wire_command(w, GV_VIRGL_CREATE_OBJECT, GV_VIRGL_OBJECT_SHADER, payload, len_dw);
        at_B += size_B;
    }
}

uint32_t wire_shader(struct wire *w, unsigned stage, const char *text)
{
    uint32_t handle = wire_handle(w);
    wire_shader_packets(w, handle, stage, text, strlen(text) + 1, 4096);
    wire_accept(w);
    return handle;
}

uint32_t wire_target(struct wire *w, uint32_t resource, uint32_t offset_B, uint32_t size_B)
{
    uint32_t handle = wire_handle(w);
    WIRE_CREATE(w, STREAMOUT_TARGET, handle, resource, offset_B, size_B);
    wire_accept(w);
    return handle;
}

uint32_t wire_query(struct wire *w, unsigned type, uint32_t resource)
{
    uint32_t handle = wire_handle(w);
    WIRE_CREATE(w, QUERY, handle, type, 0, resource);
    wire_accept(w);
    return handle;
}

struct wire_draw_state wire_ready_to_draw(struct wire *w)
{
    struct wire_draw_state s = {
        .blend = wire_blend(w),
        .dsa = wire_dsa(w),
        .rasterizer = wire_rasterizer(w, 0),
        .elements = wire_elements(w),
        .vs = wire_shader(w, PIPE_SHADER_VERTEX, wire_vs_text),
        .fs = wire_shader(w, PIPE_SHADER_FRAGMENT, wire_fs_text),
        .texture = wire_texture(w, PIPE_FORMAT_B8G8R8A8_UNORM, 64, 64),
        .vertices = wire_buffer(w, 4096),
        .indices = wire_buffer(w, 256),
    };
    s.surface = wire_surface(w, s.texture, PIPE_FORMAT_B8G8R8A8_UNORM);
    WIRE_BIND(w, BLEND, s.blend);
    WIRE_BIND(w, DSA, s.dsa);
    WIRE_BIND(w, RASTERIZER, s.rasterizer);
    WIRE_BIND(w, VERTEX_ELEMENTS, s.elements);
    WIRE(w, BIND_SHADER, s.vs, PIPE_SHADER_VERTEX);
    WIRE(w, BIND_SHADER, s.fs, PIPE_SHADER_FRAGMENT);
    WIRE(w, SET_FRAMEBUFFER_STATE, 1, 0, s.surface);
    WIRE(w, SET_VERTEX_BUFFERS, 16, 0, s.vertices);
    wire_accept(w);
    return s;
}

void wire_draw(struct wire *w)
{
    WIRE(w, DRAW_VBO, 0, 3, PIPE_PRIM_TRIANGLES, 0, 1, 0, 0, 0, 0, 0, ~0u, 0);
}
