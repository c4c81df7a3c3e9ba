/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The common beginning of these programs, in the style of late 2015: templates are filled field by
 * field and not cleared, state is created by hand, and shaders come from text. */
#ifndef SETUP_H
#define SETUP_H

#include <stdio.h>

#include "pipe-loader/pipe_loader.h"
#include "pipe/p_context.h"
#include "pipe/p_defines.h"
#include "pipe/p_screen.h"
#include "pipe/p_shader_tokens.h"
#include "pipe/p_state.h"
#include "tgsi/tgsi_text.h"
#include "util/u_box.h"
#include "util/u_draw.h"
#include "util/u_format.h"
#include "util/u_inlines.h"
#include "util/u_memory.h"

#define WIDTH  64
#define HEIGHT 64

struct program {
    struct pipe_loader_device *dev;
    struct pipe_screen *screen;
    struct pipe_context *pipe;
    struct pipe_resource *target;
    struct pipe_surface *surface;
    void *blend, *dsa, *rasterizer, *velems, *vs, *fs;
    struct pipe_resource *vbuf;
    unsigned failed;
};

#define CHECK(p, cond, ...)                                                                        \
    do {                                                                                           \
        if (!(cond)) {                                                                             \
            printf("%s:%d: ", __FILE__, __LINE__);                                                 \
            printf(__VA_ARGS__);                                                                   \
            printf("\n");                                                                          \
            (p)->failed++;                                                                         \
        }                                                                                          \
    } while (0)

static inline void init_screen(struct program *p)
{
    memset(p, 0, sizeof(*p));
    if (pipe_loader_probe(&p->dev, 1) < 1) {
        printf("no Vulkan device: skipped\n");
        exit(77);
    }
    p->screen = pipe_loader_create_screen(p->dev, PIPE_SEARCH_DIR);
    assert(p->screen);
    p->pipe = p->screen->context_create(p->screen, NULL, 0);
    assert(p->pipe);
}

/* Sets the target, with `zsbuf` as depth buffer if it is not NULL. */
static inline void set_framebuffer(struct program *p, struct pipe_surface *zsbuf)
{
    struct pipe_framebuffer_state fb;

    memset(&fb, 0, sizeof(fb));
    fb.width = WIDTH;
    fb.height = HEIGHT;
    fb.nr_cbufs = 1;
    fb.cbufs[0] = p->surface;
    fb.zsbuf = zsbuf;
    p->pipe->set_framebuffer_state(p->pipe, &fb);
}

static inline struct pipe_resource *create_attachment(struct program *p, enum pipe_format format,
                                                      unsigned bind, struct pipe_surface **surface)
{
    struct pipe_resource templat, *res;
    struct pipe_surface surf_tmpl;

    memset(&templat, 0, sizeof(templat));
    memset(&surf_tmpl, 0, sizeof(surf_tmpl));
    templat.target = PIPE_TEXTURE_2D;
    templat.format = format;
    templat.width0 = WIDTH;
    templat.height0 = HEIGHT;
    templat.depth0 = 1;
    templat.array_size = 1;
    templat.last_level = 0;
    templat.nr_samples = 1;
    templat.bind = bind;
    res = p->screen->resource_create(p->screen, &templat);
    assert(res);

    surf_tmpl.format = templat.format;
    surf_tmpl.u.tex.level = 0;
    surf_tmpl.u.tex.first_layer = 0;
    surf_tmpl.u.tex.last_layer = 0;
    *surface = p->pipe->create_surface(p->pipe, res, &surf_tmpl);
    assert(*surface);
    return res;
}

static inline void init_target(struct program *p, enum pipe_format format)
{
    p->target = create_attachment(p, format, PIPE_BIND_RENDER_TARGET | PIPE_BIND_DISPLAY_TARGET,
                                  &p->surface);
    set_framebuffer(p, NULL);
}

static inline void set_viewport(struct program *p, float z_scale, float z_translate)
{
    struct pipe_viewport_state vp;

    vp.scale[0] = WIDTH / 2.0f;
    vp.scale[1] = HEIGHT / 2.0f;
    vp.scale[2] = z_scale;
    vp.translate[0] = WIDTH / 2.0f;
    vp.translate[1] = HEIGHT / 2.0f;
    vp.translate[2] = z_translate;
    p->pipe->set_viewport_states(p->pipe, 0, 1, &vp);
}

static inline void init_state(struct program *p)
{
    struct pipe_blend_state blend;
    struct pipe_depth_stencil_alpha_state dsa;
    struct pipe_rasterizer_state rasterizer;
    const float z_near = 30, z_far = 1000;

    memset(&blend, 0, sizeof(blend));
    blend.rt[0].colormask = PIPE_MASK_RGBA;
    p->blend = p->pipe->create_blend_state(p->pipe, &blend);
    p->pipe->bind_blend_state(p->pipe, p->blend);

    memset(&dsa, 0, sizeof(dsa));
    p->dsa = p->pipe->create_depth_stencil_alpha_state(p->pipe, &dsa);
    p->pipe->bind_depth_stencil_alpha_state(p->pipe, p->dsa);

    memset(&rasterizer, 0, sizeof(rasterizer));
    rasterizer.cull_face = PIPE_FACE_NONE;
    rasterizer.half_pixel_center = 1;
    rasterizer.bottom_edge_rule = 1;
    rasterizer.depth_clip = 1;
    p->rasterizer = p->pipe->create_rasterizer_state(p->pipe, &rasterizer);
    p->pipe->bind_rasterizer_state(p->pipe, p->rasterizer);

    /* Programs without a depth test often have a depth range like this one. */
    set_viewport(p, (z_far - z_near) / 2.0f, (z_far - z_near) / 2.0f + z_far);
}

/* Binds vertices with `num_attribs` attributes. Each attribute is a vec4; the attributes of a
 * vertex follow one another. */
static inline void set_vertices(struct program *p, const float *data, unsigned size,
                                unsigned num_attribs)
{
    struct pipe_vertex_element ve[8];
    struct pipe_vertex_buffer vbuf;
    unsigned i;

    memset(ve, 0, sizeof(ve));
    for (i = 0; i < num_attribs; i++) {
        ve[i].src_offset = i * 4 * sizeof(float);
        ve[i].src_format = PIPE_FORMAT_R32G32B32A32_FLOAT;
    }
    p->velems = p->pipe->create_vertex_elements_state(p->pipe, num_attribs, ve);
    p->pipe->bind_vertex_elements_state(p->pipe, p->velems);

    p->vbuf = pipe_buffer_create_with_data(p->pipe, PIPE_BIND_VERTEX_BUFFER, PIPE_USAGE_DEFAULT,
                                           size, data);
    memset(&vbuf, 0, sizeof(vbuf));
    vbuf.stride = num_attribs * 4 * sizeof(float);
    vbuf.buffer = p->vbuf;
    p->pipe->set_vertex_buffers(p->pipe, 0, 1, &vbuf);
}

/* Fills in only the fields that the shader's template had in 2015. */
static inline void *shader_from_text(struct pipe_context *pipe,
                                     void *(*create)(struct pipe_context *,
                                                     const struct pipe_shader_state *),
                                     const char *text)
{
    struct tgsi_token tokens[1024];
    struct pipe_shader_state state;

    if (!tgsi_text_translate(text, tokens, ARRAY_SIZE(tokens)))
        return NULL;
    state.tokens = tokens;
    memset(&state.stream_output, 0, sizeof(state.stream_output));
    return create(pipe, &state);
}

static inline void set_shaders(struct program *p, const char *vertex, const char *fragment)
{
    p->vs = shader_from_text(p->pipe, p->pipe->create_vs_state, vertex);
    p->fs = shader_from_text(p->pipe, p->pipe->create_fs_state, fragment);
    assert(p->vs && p->fs);
    p->pipe->bind_vs_state(p->pipe, p->vs);
    p->pipe->bind_fs_state(p->pipe, p->fs);
}

static inline struct pipe_resource *create_tex2d(struct program *p, unsigned width, unsigned height,
                                                 enum pipe_format format, const void *data)
{
    const unsigned stride = width * util_format_get_blocksize(format);
    struct pipe_resource temp, *tex;
    struct pipe_box box;

    temp.target = PIPE_TEXTURE_2D;
    temp.format = format;
    temp.width0 = width;
    temp.height0 = height;
    temp.depth0 = 1;
    temp.array_size = 1;
    temp.last_level = 0;
    temp.nr_samples = 1;
    temp.bind = PIPE_BIND_SAMPLER_VIEW;
    tex = p->screen->resource_create(p->screen, &temp);
    assert(tex);
    u_box_2d(0, 0, (int)width, (int)height, &box);
    p->pipe->transfer_inline_write(p->pipe, tex, 0, PIPE_TRANSFER_WRITE, &box, data, stride,
                                   stride * height);
    return tex;
}

static inline void *create_sampler(struct pipe_context *pipe, unsigned filter)
{
    struct pipe_sampler_state sampler;

    memset(&sampler, 0, sizeof(sampler));
    sampler.wrap_s = sampler.wrap_t = sampler.wrap_r = PIPE_TEX_WRAP_CLAMP_TO_EDGE;
    sampler.min_mip_filter = PIPE_TEX_MIPFILTER_NONE;
    sampler.min_img_filter = sampler.mag_img_filter = filter & 1;
    sampler.normalized_coords = 1;
    return pipe->create_sampler_state(pipe, &sampler);
}

static inline void clear(struct program *p, float r, float g, float b, float a)
{
    union pipe_color_union color;

    color.f[0] = r;
    color.f[1] = g;
    color.f[2] = b;
    color.f[3] = a;
    p->pipe->clear(p->pipe, PIPE_CLEAR_COLOR, &color, 0, 0);
}

/* Reads the target's bytes: WIDTH * HEIGHT texels of 4 bytes, the first row first. */
static inline void read_target(struct program *p, uint8_t pixels[HEIGHT][WIDTH][4])
{
    struct pipe_transfer *transfer;
    unsigned y;
    const uint8_t *map = pipe_transfer_map(p->pipe, p->target, 0, 0, PIPE_TRANSFER_READ, 0, 0,
                                           WIDTH, HEIGHT, &transfer);

    assert(map);
    for (y = 0; y < HEIGHT; y++)
        memcpy(pixels[y], map + y * transfer->stride, WIDTH * 4);
    pipe_transfer_unmap(p->pipe, transfer);
}

static inline int finish(struct program *p)
{
    struct pipe_context *pipe = p->pipe;

    pipe->bind_vs_state(pipe, NULL);
    pipe->bind_fs_state(pipe, NULL);
    pipe->bind_vertex_elements_state(pipe, NULL);
    pipe->bind_blend_state(pipe, NULL);
    pipe->bind_rasterizer_state(pipe, NULL);
    pipe->bind_depth_stencil_alpha_state(pipe, NULL);
    if (p->vs)
        pipe->delete_vs_state(pipe, p->vs);
    if (p->fs)
        pipe->delete_fs_state(pipe, p->fs);
    if (p->velems)
        pipe->delete_vertex_elements_state(pipe, p->velems);
    if (p->blend)
        pipe->delete_blend_state(pipe, p->blend);
    if (p->rasterizer)
        pipe->delete_rasterizer_state(pipe, p->rasterizer);
    if (p->dsa)
        pipe->delete_depth_stencil_alpha_state(pipe, p->dsa);
    pipe_surface_reference(&p->surface, NULL);
    pipe_resource_reference(&p->target, NULL);
    pipe_resource_reference(&p->vbuf, NULL);
    pipe->destroy(pipe);
    p->screen->destroy(p->screen);
    pipe_loader_release(&p->dev, 1);
    if (p->failed)
        printf("%u checks failed\n", p->failed);
    return p->failed ? 1 : 0;
}

#endif
