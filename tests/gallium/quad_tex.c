/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws a textured quad through cso_context and its helpers, writes the image to a file, and checks
 * the file. */
#include <stdio.h>

#include "cso_cache/cso_context.h"
#include "pipe-loader/pipe_loader.h"
#include "pipe/p_context.h"
#include "pipe/p_screen.h"
#include "pipe/p_shader_tokens.h"
#include "pipe/p_state.h"
#include "util/u_debug.h"
#include "util/u_draw_quad.h"
#include "util/u_inlines.h"
#include "util/u_memory.h"
#include "util/u_sampler.h"
#include "util/u_simple_shaders.h"

#define WIDTH  32
#define HEIGHT 16

struct program {
    struct pipe_loader_device *dev;
    struct pipe_screen *screen;
    struct pipe_context *pipe;
    struct cso_context *cso;
    struct pipe_blend_state blend;
    struct pipe_depth_stencil_alpha_state depthstencil;
    struct pipe_rasterizer_state rasterizer;
    struct pipe_sampler_state sampler;
    struct pipe_viewport_state viewport;
    struct pipe_framebuffer_state framebuffer;
    struct pipe_vertex_element velem[2];
    void *vs, *fs;
    union pipe_color_union clear_color;
    struct pipe_resource *vbuf, *target, *tex;
    struct pipe_sampler_view *view;
};

/* The texels are B8G8R8A8: red, blue, green, yellow. */
static const uint32_t texels[2][2] = {{0xffff0000, 0xff0000ff}, {0xff00ff00, 0xffffff00}};

static struct pipe_resource *create_texture(struct program *p, unsigned width, unsigned height)
{
    struct pipe_resource tmplt;

    memset(&tmplt, 0, sizeof(tmplt));
    tmplt.target = PIPE_TEXTURE_2D;
    tmplt.format = PIPE_FORMAT_B8G8R8A8_UNORM;
    tmplt.width0 = width;
    tmplt.height0 = height;
    tmplt.depth0 = 1;
    tmplt.array_size = 1;
    tmplt.bind = PIPE_BIND_RENDER_TARGET; /* even for a sampled texture */
    return p->screen->resource_create(p->screen, &tmplt);
}

static void init_textures(struct program *p)
{
    struct pipe_sampler_view v_tmplt;
    struct pipe_surface surf_tmpl;
    struct pipe_transfer *t;
    struct pipe_box box;
    uint8_t *ptr;

    p->target = create_texture(p, WIDTH, HEIGHT);
    p->tex = create_texture(p, 2, 2);
    memset(&box, 0, sizeof(box));
    box.width = 2;
    box.height = 2; /* box.depth stays 0 */
    ptr = p->pipe->transfer_map(p->pipe, p->tex, 0, PIPE_TRANSFER_WRITE, &box, &t);
    assert(ptr);
    memcpy(ptr, texels[0], sizeof(texels[0]));
    memcpy(ptr + t->stride, texels[1], sizeof(texels[1]));
    p->pipe->transfer_unmap(p->pipe, t);

    u_sampler_view_default_template(&v_tmplt, p->tex, p->tex->format);
    p->view = p->pipe->create_sampler_view(p->pipe, p->tex, &v_tmplt);
    assert(p->view);

    surf_tmpl.format = PIPE_FORMAT_B8G8R8A8_UNORM;
    surf_tmpl.u.tex.level = 0;
    surf_tmpl.u.tex.first_layer = 0;
    surf_tmpl.u.tex.last_layer = 0;
    p->framebuffer.width = WIDTH;
    p->framebuffer.height = HEIGHT;
    p->framebuffer.nr_cbufs = 1;
    p->framebuffer.cbufs[0] = p->pipe->create_surface(p->pipe, p->target, &surf_tmpl);
    assert(p->framebuffer.cbufs[0]);
}

static void init_prog(struct program *p)
{
    static const float vertices[4][2][4] = {
        {{1.0f, 1.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 0.0f, 1.0f}},
        {{-1.0f, 1.0f, 0.0f, 1.0f}, {0.0f, 1.0f, 0.0f, 1.0f}},
        {{-1.0f, -1.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f, 1.0f}},
        {{1.0f, -1.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f, 1.0f}},
    };
    const uint semantic_names[] = {TGSI_SEMANTIC_POSITION, TGSI_SEMANTIC_GENERIC};
    const uint semantic_indexes[] = {0, 0};

    if (!pipe_loader_probe(&p->dev, 1)) {
        printf("no Vulkan device: skipped\n");
        exit(77);
    }
    p->screen = pipe_loader_create_screen(p->dev);
    assert(p->screen);
    p->pipe = p->screen->context_create(p->screen, NULL, 0);
    p->cso = cso_create_context(p->pipe);

    p->clear_color.f[0] = 0.2f;
    p->clear_color.f[1] = 0.4f;
    p->clear_color.f[2] = 0.6f;
    p->clear_color.f[3] = 1.0f;
    p->vbuf = pipe_buffer_create(p->screen, PIPE_BIND_VERTEX_BUFFER, PIPE_USAGE_DEFAULT,
                                 sizeof(vertices));
    pipe_buffer_write(p->pipe, p->vbuf, 0, sizeof(vertices), vertices);
    init_textures(p);

    p->blend.rt[0].colormask = PIPE_MASK_RGBA;
    p->rasterizer.cull_face = PIPE_FACE_NONE;
    p->rasterizer.half_pixel_center = 1;
    p->rasterizer.bottom_edge_rule = 1;
    p->rasterizer.depth_clip = 1;
    p->sampler.wrap_s = PIPE_TEX_WRAP_CLAMP_TO_EDGE;
    p->sampler.wrap_t = PIPE_TEX_WRAP_CLAMP_TO_EDGE;
    p->sampler.wrap_r = PIPE_TEX_WRAP_CLAMP_TO_EDGE;
    p->sampler.min_mip_filter = PIPE_TEX_MIPFILTER_NONE;
    p->sampler.min_img_filter = PIPE_TEX_FILTER_NEAREST;
    p->sampler.mag_img_filter = PIPE_TEX_FILTER_NEAREST;
    p->sampler.normalized_coords = 1;
    p->viewport.scale[0] = WIDTH / 2.0f;
    p->viewport.scale[1] = HEIGHT / 2.0f;
    p->viewport.scale[2] = 485.0f;
    p->viewport.translate[0] = WIDTH / 2.0f;
    p->viewport.translate[1] = HEIGHT / 2.0f;
    p->viewport.translate[2] = 1485.0f;
    p->velem[0].src_format = PIPE_FORMAT_R32G32B32A32_FLOAT;
    p->velem[1].src_offset = 4 * sizeof(float);
    p->velem[1].src_format = PIPE_FORMAT_R32G32B32A32_FLOAT;

    p->vs =
        util_make_vertex_passthrough_shader(p->pipe, 2, semantic_names, semantic_indexes, FALSE);
    p->fs = util_make_fragment_tex_shader(p->pipe, TGSI_TEXTURE_2D, TGSI_INTERPOLATE_LINEAR,
                                          TGSI_RETURN_TYPE_FLOAT);
    assert(p->vs && p->fs);
}

static void draw(struct program *p)
{
    const struct pipe_sampler_state *samplers[] = {&p->sampler};

    cso_set_framebuffer(p->cso, &p->framebuffer);
    p->pipe->clear(p->pipe, PIPE_CLEAR_COLOR, &p->clear_color, 0, 0);
    cso_set_blend(p->cso, &p->blend);
    cso_set_depth_stencil_alpha(p->cso, &p->depthstencil);
    cso_set_rasterizer(p->cso, &p->rasterizer);
    cso_set_viewport(p->cso, &p->viewport);
    cso_set_samplers(p->cso, PIPE_SHADER_FRAGMENT, 1, samplers);
    cso_set_sampler_views(p->cso, PIPE_SHADER_FRAGMENT, 1, &p->view);
    cso_set_fragment_shader_handle(p->cso, p->fs);
    cso_set_vertex_shader_handle(p->cso, p->vs);
    cso_set_vertex_elements(p->cso, 2, p->velem);
    util_draw_vertex_buffer(p->pipe, p->cso, p->vbuf, 0, 0, PIPE_PRIM_QUADS, 4, 2);
    p->pipe->flush(p->pipe, NULL, 0);
    debug_dump_surface_bmp(p->pipe, "quad_tex.bmp", p->framebuffer.cbufs[0]);
}

/* Checks the image file: it has 32 bits per pixel, rows from the top, and in each quarter a texel's
 * colour. */
static int check(void)
{
    uint8_t header[54];
    uint32_t pixels[HEIGHT][WIDTH];
    unsigned x, y, wrong = 0;
    FILE *f = fopen("quad_tex.bmp", "rb");

    if (!f || fread(header, sizeof(header), 1, f) != 1 ||
        fread(pixels, sizeof(pixels), 1, f) != 1) {
        printf("no picture\n");
        return 1;
    }
    fclose(f);
    remove("quad_tex.bmp");
    if (header[0] != 'B' || header[1] != 'M' || header[18] != WIDTH || header[28] != 32)
        wrong++;
    for (y = 0; y < HEIGHT; y++) {
        for (x = 0; x < WIDTH; x++)
            wrong += pixels[y][x] != texels[y >= HEIGHT / 2][x >= WIDTH / 2];
    }
    printf("%u wrong\n", wrong);
    return wrong != 0;
}

static void close_prog(struct program *p)
{
    cso_destroy_context(p->cso);
    p->pipe->delete_vs_state(p->pipe, p->vs);
    p->pipe->delete_fs_state(p->pipe, p->fs);
    pipe_surface_reference(&p->framebuffer.cbufs[0], NULL);
    pipe_sampler_view_reference(&p->view, NULL);
    pipe_resource_reference(&p->target, NULL);
    pipe_resource_reference(&p->tex, NULL);
    pipe_resource_reference(&p->vbuf, NULL);
    p->pipe->destroy(p->pipe);
    p->screen->destroy(p->screen);
    pipe_loader_release(&p->dev, 1);
    FREE(p);
}

int main(void)
{
    struct program *p = CALLOC_STRUCT(program);
    int result;

    init_prog(p);
    draw(p);
    result = check();
    close_prog(p);
    return result;
}
