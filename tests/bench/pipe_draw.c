/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The pipe_context side of the draw benchmark: the calls that a GL frontend makes for this frame.
 * All objects exist beforehand; a draw sets only the state that has changed. */
#include "pipe_draw.h"

#include <string.h>

#include "galvan/galvan.h"
#include "galvan/spirv.h"
#include "pipe/p_inlines.h"
#include "util/log.h"

static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL IN[1]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "DCL CONST[0][0..3]\n"
                                  "  0: ADD OUT[0], IN[0], CONST[0][0]\n"
                                  "  1: MOV OUT[1], IN[1]\n"
                                  "  2: END\n";

#define FRAGMENT_HEADER                                                                            \
    "FRAG\n"                                                                                       \
    "DCL IN[0], GENERIC[0], PERSPECTIVE\n"                                                         \
    "DCL OUT[0], COLOR\n"                                                                          \
    "DCL SAMP[0]\n"                                                                                \
    "DCL SVIEW[0], 2D, FLOAT\n"                                                                    \
    "DCL CONST[0][0..3]\n"                                                                         \
    "DCL TEMP[0]\n"
#define HALF "IMM[0] FLT32 {    0.5000,     0.5000,     0.5000,     0.5000}\n"

static const char *const fragment_texts[BENCH_NUM_SHADERS] = {
    [BENCH_WHOLE] = FRAGMENT_HEADER "  0: TEX TEMP[0], IN[0], SAMP[0], 2D\n"
                                    "  1: MUL OUT[0], TEMP[0], CONST[0][1]\n"
                                    "  2: END\n",
    [BENCH_HALF] = FRAGMENT_HEADER HALF "  0: TEX TEMP[0], IN[0], SAMP[0], 2D\n"
                                        "  1: MUL TEMP[0], TEMP[0], CONST[0][1]\n"
                                        "  2: MUL OUT[0], TEMP[0], IMM[0]\n"
                                        "  3: END\n",
    [BENCH_EITHER] = FRAGMENT_HEADER HALF "  0: TEX TEMP[0], IN[0], SAMP[0], 2D\n"
                                          "  1: MUL TEMP[0], TEMP[0], CONST[0][1]\n"
                                          "  2: IF CONST[0][2].xxxx\n"
                                          "  3:   MUL TEMP[0], TEMP[0], IMM[0]\n"
                                          "  4: ENDIF\n"
                                          "  5: MOV OUT[0], TEMP[0]\n"
                                          "  6: END\n",
};

struct pipe {
    struct galvan_log log;
    struct pipe_screen *screen;
    struct pipe_context *context;

    struct pipe_resource *color, *depth;
    struct pipe_surface *color_surface, *depth_surface;
    struct pipe_resource *textures[2];
    struct pipe_sampler_view *views[2];
    struct pipe_resource *vertices[2];
    void *sampler, *rasterizer, *dsa, *elements, *blends[2], *vertex_shader;
    void *fragment_shaders[BENCH_NUM_SHADERS];
};

/* ---- Creation of objects --------------------------------------------------------------------- */

static struct pipe_resource *create_texture(struct pipe *pipe, enum pipe_format format,
                                            unsigned size, unsigned bind)
{
    struct pipe_resource templ = {
        .target = PIPE_TEXTURE_2D,
        .format = format,
        .width0 = size,
        .height0 = size,
        .depth0 = 1,
        .array_size = 1,
        .bind = bind,
    };
    return pipe->screen->resource_create(pipe->screen, &templ);
}

static struct pipe_surface *create_surface(struct pipe *pipe, struct pipe_resource *texture)
{
    struct pipe_surface templ = {.format = texture->format};
    return pipe->context->create_surface(pipe->context, texture, &templ);
}

static bool create_targets(struct pipe *pipe)
{
    pipe->color = create_texture(pipe, PIPE_FORMAT_R8G8B8A8_UNORM, BENCH_TARGET_SIZE,
                                 PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW);
    pipe->depth = create_texture(pipe, PIPE_FORMAT_Z24_UNORM_S8_UINT, BENCH_TARGET_SIZE,
                                 PIPE_BIND_DEPTH_STENCIL);
    if (!pipe->color || !pipe->depth)
        return false;
    pipe->color_surface = create_surface(pipe, pipe->color);
    pipe->depth_surface = create_surface(pipe, pipe->depth);
    return pipe->color_surface && pipe->depth_surface;
}

static bool create_textures(struct pipe *pipe)
{
    struct pipe_sampler_view templ = {
        .format = PIPE_FORMAT_R8G8B8A8_UNORM,
        .target = PIPE_TEXTURE_2D,
        .swizzle_r = PIPE_SWIZZLE_X,
        .swizzle_g = PIPE_SWIZZLE_Y,
        .swizzle_b = PIPE_SWIZZLE_Z,
        .swizzle_a = PIPE_SWIZZLE_W,
    };
    struct pipe_box box = {0, 0, 0, BENCH_TEXTURE_SIZE, BENCH_TEXTURE_SIZE, 1};
    uint8_t texels[BENCH_TEXTURE_SIZE * BENCH_TEXTURE_SIZE * 4];
    for (unsigned i = 0; i < 2; i++) {
        pipe->textures[i] = create_texture(pipe, PIPE_FORMAT_R8G8B8A8_UNORM, BENCH_TEXTURE_SIZE,
                                           PIPE_BIND_SAMPLER_VIEW);
        if (!pipe->textures[i])
            return false;
        for (unsigned b = 0; b < sizeof(texels); b++)
            texels[b] = i && b % 4 != 3 ? 128 : 255; /* white, and opaque grey */
        pipe->context->transfer_inline_write(pipe->context, pipe->textures[i], 0,
                                             PIPE_TRANSFER_WRITE, &box, texels,
                                             BENCH_TEXTURE_SIZE * 4, sizeof(texels));
        pipe->views[i] =
            pipe->context->create_sampler_view(pipe->context, pipe->textures[i], &templ);
        if (!pipe->views[i])
            return false;
    }
    return true;
}

static bool create_vertices(struct pipe *pipe)
{
    struct pipe_resource templ = {
        .target = PIPE_BUFFER,
        .format = PIPE_FORMAT_R8_UNORM,
        .width0 = sizeof(bench_triangle),
        .height0 = 1,
        .depth0 = 1,
        .array_size = 1,
        .bind = PIPE_BIND_VERTEX_BUFFER,
    };
    struct pipe_box box = {0, 0, 0, sizeof(bench_triangle), 1, 1};
    for (unsigned i = 0; i < 2; i++) {
        pipe->vertices[i] = pipe->screen->resource_create(pipe->screen, &templ);
        if (!pipe->vertices[i])
            return false;
        pipe->context->transfer_inline_write(pipe->context, pipe->vertices[i], 0,
                                             PIPE_TRANSFER_WRITE, &box, bench_triangle, 0, 0);
    }
    return true;
}

typedef void *(*create_shader_fn)(struct pipe_context *context,
                                  const struct pipe_shader_state *templ);

static void *create_shader(struct pipe *pipe, create_shader_fn create, const char *text)
{
    struct galvan_diag diag;
    struct galvan_tgsi *tgsi;
    if (galvan_tgsi_parse(text, strlen(text), &diag, &tgsi) != GALVAN_OK) {
        gv_err(&pipe->log, "bench", "line %u: %s", diag.line, diag.text);
        return NULL;
    }
    size_t num_tokens;
    struct pipe_shader_state templ = {
        .tokens = (const struct tgsi_token *)galvan_tgsi_tokens(tgsi, &num_tokens)};
    void *shader = create(pipe->context, &templ);
    galvan_tgsi_destroy(tgsi);
    return shader;
}

static bool create_shaders(struct pipe *pipe)
{
    struct pipe_context *context = pipe->context;
    pipe->vertex_shader = create_shader(pipe, context->create_vs_state, vertex_text);
    bool made = pipe->vertex_shader != NULL;
    for (unsigned i = 0; i < BENCH_NUM_SHADERS; i++) {
        pipe->fragment_shaders[i] =
            create_shader(pipe, context->create_fs_state, fragment_texts[i]);
        made = made && pipe->fragment_shaders[i];
    }
    return made;
}

static void *create_blend(struct pipe *pipe, bool enable)
{
    struct pipe_blend_state templ = {.rt[0] = {
                                         .blend_enable = enable,
                                         .rgb_src_factor = PIPE_BLENDFACTOR_SRC_ALPHA,
                                         .rgb_dst_factor = PIPE_BLENDFACTOR_INV_SRC_ALPHA,
                                         .alpha_src_factor = PIPE_BLENDFACTOR_ONE,
                                         .alpha_dst_factor = PIPE_BLENDFACTOR_INV_SRC_ALPHA,
                                         .colormask = 0xf,
                                     }};
    return pipe->context->create_blend_state(pipe->context, &templ);
}

static bool create_states(struct pipe *pipe)
{
    struct pipe_context *context = pipe->context;
    struct pipe_rasterizer_state rasterizer = {
        .half_pixel_center = 1,
        .bottom_edge_rule = 1,
        .depth_clip = 1,
        .line_width = 1,
        .point_size = 1,
    };
    struct pipe_depth_stencil_alpha_state dsa = {
        .depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_LEQUAL}};
    struct pipe_sampler_state sampler = {
        .normalized_coords = 1, .max_lod = 1000, .min_mip_filter = PIPE_TEX_MIPFILTER_NONE};
    struct pipe_vertex_element elements[] = {
        {.src_offset = 0, .src_format = PIPE_FORMAT_R32G32_FLOAT},
        {.src_offset = 8, .src_format = PIPE_FORMAT_R32G32_FLOAT},
    };
    pipe->rasterizer = context->create_rasterizer_state(context, &rasterizer);
    pipe->dsa = context->create_depth_stencil_alpha_state(context, &dsa);
    pipe->sampler = context->create_sampler_state(context, &sampler);
    pipe->elements = context->create_vertex_elements_state(context, 2, elements);
    pipe->blends[0] = create_blend(pipe, false);
    pipe->blends[1] = create_blend(pipe, true);
    return pipe->rasterizer && pipe->dsa && pipe->sampler && pipe->elements && pipe->blends[0] &&
           pipe->blends[1];
}

static bool create_objects(struct pipe *pipe)
{
    return create_targets(pipe) && create_textures(pipe) && create_vertices(pipe) &&
           create_shaders(pipe) && create_states(pipe);
}

/* ---- Destruction of objects ------------------------------------------------------------------ */

static void unbind_all(struct pipe_context *context)
{
    struct pipe_framebuffer_state none = {0};
    void *sampler = NULL;
    struct pipe_sampler_view *view = NULL;
    context->set_framebuffer_state(context, &none);
    context->set_vertex_buffers(context, 0, 1, NULL);
    context->set_constant_buffer(context, PIPE_SHADER_VERTEX, 0, NULL);
    context->set_constant_buffer(context, PIPE_SHADER_FRAGMENT, 0, NULL);
    context->set_sampler_views(context, PIPE_SHADER_FRAGMENT, 0, 1, &view);
    context->bind_sampler_states(context, PIPE_SHADER_FRAGMENT, 0, 1, &sampler);
    context->bind_vs_state(context, NULL);
    context->bind_fs_state(context, NULL);
    context->bind_blend_state(context, NULL);
    context->bind_rasterizer_state(context, NULL);
    context->bind_depth_stencil_alpha_state(context, NULL);
    context->bind_vertex_elements_state(context, NULL);
}

typedef void (*delete_fn)(struct pipe_context *context, void *object);

static void delete_state(struct pipe_context *context, delete_fn delete, void *object)
{
    if (object)
        delete (context, object);
}

static void destroy_objects(struct pipe *pipe)
{
    struct pipe_context *context = pipe->context;
    unbind_all(context);
    delete_state(context, context->delete_rasterizer_state, pipe->rasterizer);
    delete_state(context, context->delete_depth_stencil_alpha_state, pipe->dsa);
    delete_state(context, context->delete_sampler_state, pipe->sampler);
    delete_state(context, context->delete_vertex_elements_state, pipe->elements);
    delete_state(context, context->delete_vs_state, pipe->vertex_shader);
    for (unsigned i = 0; i < BENCH_NUM_SHADERS; i++)
        delete_state(context, context->delete_fs_state, pipe->fragment_shaders[i]);
    for (unsigned i = 0; i < 2; i++) {
        delete_state(context, context->delete_blend_state, pipe->blends[i]);
        pipe_sampler_view_reference(&pipe->views[i], NULL);
        pipe_resource_reference(&pipe->textures[i], NULL);
        pipe_resource_reference(&pipe->vertices[i], NULL);
    }
    pipe_surface_reference(&pipe->color_surface, NULL);
    pipe_surface_reference(&pipe->depth_surface, NULL);
    pipe_resource_reference(&pipe->color, NULL);
    pipe_resource_reference(&pipe->depth, NULL);
}

/* ---- Frames -------------------------------------------------------------------------------------
 */

static void set_constants(struct pipe *pipe, unsigned stage, enum bench_case which, uint32_t draw)
{
    struct bench_constants constants = bench_constants(which, draw);
    struct pipe_constant_buffer buffer = {.buffer_size = sizeof(constants),
                                          .user_buffer = &constants};
    pipe->context->set_constant_buffer(pipe->context, stage, 0, &buffer);
}

static void set_vertices(struct pipe *pipe, unsigned idx)
{
    struct pipe_vertex_buffer buffer = {.stride = BENCH_VERTEX_B, .buffer = pipe->vertices[idx]};
    pipe->context->set_vertex_buffers(pipe->context, 0, 1, &buffer);
}

static void set_view(struct pipe *pipe, unsigned idx)
{
    pipe->context->set_sampler_views(pipe->context, PIPE_SHADER_FRAGMENT, 0, 1, &pipe->views[idx]);
}

static void set_targets(struct pipe *pipe)
{
    struct pipe_framebuffer_state framebuffer = {
        .width = BENCH_TARGET_SIZE,
        .height = BENCH_TARGET_SIZE,
        .nr_cbufs = 1,
        .cbufs = {pipe->color_surface},
        .zsbuf = pipe->depth_surface,
    };
    const float half = BENCH_TARGET_SIZE / 2.0f;
    struct pipe_viewport_state viewport = {.scale = {half, half, 0.5f},
                                           .translate = {half, half, 0.5f}};
    pipe->context->set_framebuffer_state(pipe->context, &framebuffer);
    pipe->context->set_viewport_states(pipe->context, 0, 1, &viewport);
}

static void bind_all(struct pipe *pipe, enum bench_case which)
{
    struct pipe_context *context = pipe->context;
    set_targets(pipe);
    context->bind_rasterizer_state(context, pipe->rasterizer);
    context->bind_depth_stencil_alpha_state(context, pipe->dsa);
    context->bind_sampler_states(context, PIPE_SHADER_FRAGMENT, 0, 1, &pipe->sampler);
    context->bind_vertex_elements_state(context, pipe->elements);
    context->bind_blend_state(context, pipe->blends[0]);
    context->bind_vs_state(context, pipe->vertex_shader);
    context->bind_fs_state(
        context, pipe->fragment_shaders[which == BENCH_BRANCH ? BENCH_EITHER : BENCH_WHOLE]);
    set_constants(pipe, PIPE_SHADER_VERTEX, which, 0);
    set_constants(pipe, PIPE_SHADER_FRAGMENT, which, 0);
    set_vertices(pipe, 0);
    set_view(pipe, 0);
}

static void change(struct pipe *pipe, enum bench_case which, uint32_t draw)
{
    struct pipe_context *context = pipe->context;
    switch (which) {
    case BENCH_TEXTURE:
        set_view(pipe, draw & 1);
        break;
    case BENCH_CONSTANTS:
    case BENCH_BRANCH:
        set_constants(pipe, PIPE_SHADER_FRAGMENT, which, draw);
        break;
    case BENCH_VERTEX_BUFFER:
        set_vertices(pipe, draw & 1);
        break;
    case BENCH_BLEND:
        context->bind_blend_state(context, pipe->blends[draw & 1]);
        break;
    case BENCH_SHADER:
        context->bind_fs_state(context, pipe->fragment_shaders[draw & 1]);
        break;
    default:
        break;
    }
}

static bool flush_and_wait(struct pipe *pipe)
{
    struct pipe_fence_handle *fence = NULL;
    pipe->context->flush(pipe->context, &fence, 0);
    if (!fence)
        return false;
    bool done = pipe->screen->fence_finish(pipe->screen, fence, PIPE_TIMEOUT_INFINITE);
    pipe->screen->fence_reference(pipe->screen, &fence, NULL);
    return done;
}

static bool draw_frame(void *data, enum bench_case which, uint32_t draws)
{
    struct pipe *pipe = data;
    struct pipe_context *context = pipe->context;
    const union pipe_color_union black = {.f = {0, 0, 0, 0}};
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1, .max_index = ~0u};
    bind_all(pipe, which);
    context->clear(context, PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTHSTENCIL, &black, 1.0, 0);
    for (uint32_t draw = 0; draw < draws; draw++) {
        change(pipe, which, draw);
        context->draw_vbo(context, &info);
    }
    return flush_and_wait(pipe);
}

static bool read_pixel(void *data, uint8_t out_rgba[4])
{
    struct pipe *pipe = data;
    struct pipe_context *context = pipe->context;
    struct pipe_box box = {0, 0, 0, BENCH_TARGET_SIZE, BENCH_TARGET_SIZE, 1};
    struct pipe_transfer *transfer;
    const uint8_t *pixels =
        context->transfer_map(context, pipe->color, 0, PIPE_TRANSFER_READ, &box, &transfer);
    if (!pixels)
        return false;
    const size_t middle = BENCH_TARGET_SIZE / 2;
    memcpy(out_rgba, pixels + middle * transfer->stride + middle * 4, 4);
    bool black = pixels[0] == 0;
    context->transfer_unmap(context, transfer);
    return black;
}

enum galvan_result pipe_bench_run(const struct bench_params *params,
                                  struct bench_result *out_result)
{
    struct pipe pipe = {.log = {.level = GALVAN_LOG_WARN}};
    enum galvan_result result =
        galvan_screen_create(galvan_screen_params(.log = &pipe.log), &pipe.screen);
    if (result != GALVAN_OK)
        return result;
    result = GALVAN_ERROR_NO_MEMORY;
    pipe.context = pipe.screen->context_create(pipe.screen, NULL, 0);
    if (!pipe.context)
        goto destroy_screen;

    if (!create_objects(&pipe)) {
        gv_err(&pipe.log, "bench", "the objects to draw with could not be made");
    } else if (!bench_measure(params, draw_frame, read_pixel, &pipe, out_result)) {
        gv_err(&pipe.log, "bench", "a frame failed");
        result = GALVAN_ERROR_DEVICE_LOST;
    } else {
        result = GALVAN_OK;
    }
    destroy_objects(&pipe);
    pipe.context->destroy(pipe.context);
destroy_screen:
    pipe.screen->destroy(pipe.screen);
    return result;
}
