/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "pipe_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/resource/resource.h"
#include "galvan/galvan.h"
#include "galvan/spirv.h"
#include "util/env.h"
#include "util/text.h"

struct pipe_screen *fixture_open_screen(const struct galvan_screen_params *params)
{
    struct pipe_screen *screen = NULL;
    enum galvan_result result = galvan_screen_create(params, &screen);
    if (result == GALVAN_ERROR_NO_LOADER || result == GALVAN_ERROR_NO_DEVICE) {
        printf("skipped: no Vulkan device\n");
        exit(77);
    }
    assert_int_equal(result, GALVAN_OK);
    return screen;
}

int pipe_fixture_setup(void **state)
{
    struct pipe_fixture *f = calloc(1, sizeof(*f));
    assert_non_null(f);
    bool one_thread = gv_getenv("GALVAN_TEST_ONE_THREAD");
    f->screen = fixture_open_screen(galvan_screen_params(.one_thread = one_thread));
    f->pipe = f->screen->context_create(f->screen, NULL, 0);
    assert_non_null(f->pipe);
    const char *max_draws = gv_getenv("GALVAN_TEST_MAX_DRAWS");
    uint64_t num;
    if (max_draws && gv_parse_u64(max_draws, strlen(max_draws), UINT32_MAX, &num))
        gv_context(f->pipe)->rec.max_draws = (uint32_t)num;
    *state = f;
    return 0;
}

int pipe_fixture_teardown(void **state)
{
    struct pipe_fixture *f = *state;
    f->pipe->destroy(f->pipe);
    f->screen->destroy(f->screen);
    free(f);
    return 0;
}

struct pipe_resource fixture_template(enum pipe_texture_target target, enum pipe_format format,
                                      unsigned width, unsigned height, unsigned depth_or_layers)
{
    struct pipe_resource t = {
        .target = target,
        .format = format,
        .width0 = width,
        .height0 = height ? height : 1,
        .depth0 = 1,
        .array_size = 1,
    };
    if (!depth_or_layers)
        depth_or_layers = 1;
    if (target == PIPE_TEXTURE_3D)
        t.depth0 = depth_or_layers;
    else
        t.array_size = depth_or_layers;
    return t;
}

struct pipe_resource *fixture_create(struct pipe_fixture *f, const struct pipe_resource *templ)
{
    struct pipe_resource *res = f->screen->resource_create(f->screen, templ);
    if (!res)
        fail_msg("no resource: %s, target %u, %ux%ux%u, %u layers", util_format_name(templ->format),
                 (unsigned)templ->target, templ->width0, templ->height0, templ->depth0,
                 templ->array_size);
    return res;
}

struct pipe_resource *fixture_buffer(struct pipe_fixture *f, unsigned size_B, unsigned usage,
                                     unsigned flags)
{
    struct pipe_resource t = fixture_template(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, size_B, 1, 1);
    t.usage = usage;
    t.flags = flags;
    struct pipe_resource *res = fixture_create(f, &t);
    if (f->hide_memory)
        gv_resource(res)->storage->buffer.memory.map = NULL;
    return res;
}

bool fixture_host_sees(struct pipe_resource *buffer)
{
    return gv_resource(buffer)->storage->buffer.memory.map;
}

struct pipe_resource *fixture_texture(struct pipe_fixture *f, enum pipe_texture_target target,
                                      enum pipe_format format, unsigned width, unsigned height,
                                      unsigned depth_or_layers)
{
    struct pipe_resource t = fixture_template(target, format, width, height, depth_or_layers);
    return fixture_create(f, &t);
}

struct pipe_box fixture_box(int x, int y, int z, int width, int height, int depth)
{
    return (struct pipe_box){
        .x = x, .y = y, .z = z, .width = width, .height = height, .depth = depth};
}

static int minify(unsigned size, unsigned level)
{
    return size >> level ? (int)(size >> level) : 1;
}

struct pipe_box fixture_level_box(const struct pipe_resource *res, unsigned level)
{
    int depth = res->target == PIPE_TEXTURE_3D ? minify(res->depth0, level) : (int)res->array_size;
    return fixture_box(0, 0, 0, minify(res->width0, level), minify(res->height0, level), depth);
}

size_t fixture_box_size(const struct pipe_resource *res, const struct pipe_box *box)
{
    if (res->target == PIPE_BUFFER)
        return (size_t)box->width;
    size_t row_B = util_format_get_stride(res->format, (unsigned)box->width);
    return row_B * util_format_get_nblocksy(res->format, (unsigned)box->height) *
           (size_t)box->depth;
}

void fixture_write(struct pipe_fixture *f, struct pipe_resource *res, unsigned level,
                   const struct pipe_box *box, const void *data)
{
    unsigned stride = util_format_get_stride(res->format, (unsigned)box->width);
    unsigned layer = stride * util_format_get_nblocksy(res->format, (unsigned)box->height);
    f->pipe->transfer_inline_write(f->pipe, res, level, PIPE_TRANSFER_WRITE, box, data, stride,
                                   layer);
}

struct pipe_resource *fixture_buffer_of(struct pipe_fixture *f, const void *data, unsigned size_B)
{
    struct pipe_resource *res = fixture_buffer(f, size_B, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, (int)size_B, 1, 1);
    fixture_write(f, res, 0, &box, data);
    return res;
}

uint8_t *fixture_read(struct pipe_fixture *f, struct pipe_resource *res, unsigned level,
                      const struct pipe_box *box)
{
    struct pipe_transfer *transfer = NULL;
    const uint8_t *map =
        f->pipe->transfer_map(f->pipe, res, level, PIPE_TRANSFER_READ, box, &transfer);
    assert_non_null(map);
    uint8_t *data = malloc(fixture_box_size(res, box));
    assert_non_null(data);
    size_t row_B = res->target == PIPE_BUFFER
                       ? (size_t)box->width
                       : util_format_get_stride(res->format, (unsigned)box->width);
    unsigned rows = res->target == PIPE_BUFFER
                        ? 1
                        : util_format_get_nblocksy(res->format, (unsigned)box->height);
    uint8_t *out = data;
    for (int z = 0; z < box->depth; z++) {
        for (unsigned y = 0; y < rows; y++, out += row_B)
            memcpy(out, map + (size_t)z * transfer->layer_stride + (size_t)y * transfer->stride,
                   row_B);
    }
    f->pipe->transfer_unmap(f->pipe, transfer);
    return data;
}

void fixture_noise(uint32_t seed, void *out_data, size_t size_B)
{
    uint8_t *out = out_data;
    uint32_t x = seed * 2654435761u + 1;
    for (size_t i = 0; i < size_B; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        out[i] = (uint8_t)(x >> 11);
    }
}

void fixture_expect_bytes(const void *expected, const void *actual, size_t size_B, const char *what)
{
    const uint8_t *e = expected, *a = actual;
    for (size_t i = 0; i < size_B; i++) {
        if (e[i] != a[i])
            fail_msg("%s: byte %zu of %zu is 0x%02x, not 0x%02x", what, i, size_B, a[i], e[i]);
    }
}

uint32_t fixture_texel32(struct pipe_fixture *f, struct pipe_resource *res, int x, int y, int z)
{
    struct pipe_box box = fixture_box(x, y, z, 1, 1, 1);
    uint8_t *data = fixture_read(f, res, 0, &box);
    uint32_t texel;
    memcpy(&texel, data, sizeof(texel));
    free(data);
    return texel;
}

struct pipe_surface *fixture_surface(struct pipe_fixture *f, struct pipe_resource *res,
                                     enum pipe_format format, unsigned level, unsigned first_layer,
                                     unsigned last_layer)
{
    struct pipe_surface t = {.format = format};
    t.u.tex.level = level;
    t.u.tex.first_layer = (uint16_t)first_layer;
    t.u.tex.last_layer = (uint16_t)last_layer;
    struct pipe_surface *surface = f->pipe->create_surface(f->pipe, res, &t);
    assert_non_null(surface);
    return surface;
}

const char fixture_vertex_text[] = "VERT\n"
                                   "DCL IN[0]\n"
                                   "DCL IN[1]\n"
                                   "DCL OUT[0], POSITION\n"
                                   "DCL OUT[1], GENERIC[0]\n"
                                   "  0: MOV OUT[0], IN[0]\n"
                                   "  1: MOV OUT[1], IN[1]\n"
                                   "  2: END\n";

const char fixture_fragment_text[] = "FRAG\n"
                                     "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                     "DCL OUT[0], COLOR\n"
                                     "  0: MOV OUT[0], IN[0]\n"
                                     "  1: END\n";

static struct galvan_tgsi *parse(const char *text, const struct tgsi_token **out_tokens)
{
    struct galvan_diag diag = {0};
    struct galvan_tgsi *tgsi = NULL;
    size_t num_tokens;
    if (galvan_tgsi_parse(text, strlen(text), &diag, &tgsi) != GALVAN_OK)
        fail_msg("%s\nline %u: %s", text, diag.line, diag.text);
    *out_tokens = (const struct tgsi_token *)galvan_tgsi_tokens(tgsi, &num_tokens);
    return tgsi;
}

void *fixture_try_shader(struct pipe_fixture *f,
                         void *(*create)(struct pipe_context *pipe,
                                         const struct pipe_shader_state *state),
                         const char *text, const struct pipe_stream_output_info *capture)
{
    struct pipe_shader_state state = {0};
    struct galvan_tgsi *tgsi = parse(text, &state.tokens);
    if (capture)
        state.stream_output = *capture;
    void *shader = create(f->pipe, &state);
    galvan_tgsi_destroy(tgsi);
    return shader;
}

void *fixture_shader(struct pipe_fixture *f,
                     void *(*create)(struct pipe_context *pipe,
                                     const struct pipe_shader_state *state),
                     const char *text, const struct pipe_stream_output_info *capture)
{
    void *shader = fixture_try_shader(f, create, text, capture);
    assert_non_null(shader);
    return shader;
}

void *fixture_try_compute(struct pipe_fixture *f, const char *text,
                          const struct pipe_compute_state *sizes)
{
    const struct tgsi_token *tokens;
    struct galvan_tgsi *tgsi = parse(text, &tokens);
    struct pipe_compute_state state = *sizes;
    state.prog = tokens;
    void *shader = f->pipe->create_compute_state(f->pipe, &state);
    galvan_tgsi_destroy(tgsi);
    return shader;
}

void *fixture_compute(struct pipe_fixture *f, const char *text,
                      const struct pipe_compute_state *sizes)
{
    void *shader = fixture_try_compute(f, text, sizes);
    assert_non_null(shader);
    return shader;
}

void fixture_dispatch(struct pipe_fixture *f, const char *text,
                      const struct pipe_compute_state *sizes, const struct pipe_grid_info *info)
{
    void *cs = fixture_compute(f, text, sizes);
    f->pipe->bind_compute_state(f->pipe, cs);
    f->pipe->launch_grid(f->pipe, info);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
}

struct pipe_resource *fixture_words(struct pipe_fixture *f, unsigned num, const uint32_t *words)
{
    struct pipe_resource templ = fixture_template(PIPE_BUFFER, PIPE_FORMAT_R8_UINT, num * 4, 1, 1);
    templ.bind = PIPE_BIND_GLOBAL | PIPE_BIND_COMPUTE_RESOURCE | PIPE_BIND_SHADER_RESOURCE;
    struct pipe_resource *res = fixture_create(f, &templ);
    const struct pipe_box box = fixture_level_box(res, 0);
    if (words)
        fixture_write(f, res, 0, &box, words);
    return res;
}

uint32_t *fixture_read_words(struct pipe_fixture *f, struct pipe_resource *res)
{
    const struct pipe_box box = fixture_level_box(res, 0);
    return (uint32_t *)(void *)fixture_read(f, res, 0, &box);
}

void *fixture_try_compute_shader(struct pipe_fixture *f, const char *text, unsigned local_B)
{
    const struct pipe_compute_state sizes = {.req_local_mem = local_B};
    return fixture_try_compute(f, text, &sizes);
}

void *fixture_compute_shader(struct pipe_fixture *f, const char *text, unsigned local_B)
{
    void *shader = fixture_try_compute_shader(f, text, local_B);
    assert_non_null(shader);
    return shader;
}
