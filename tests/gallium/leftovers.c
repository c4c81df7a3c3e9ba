/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws with templates that are not cleared. Each template begins with bytes that could have been
 * on the stack; then its documented fields are set. The draws must depend only on these fields. */
#include "setup.h"

static unsigned char leftover;

#define LEFT_OVER(templat) memset(&(templat), leftover, sizeof(templat))

static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "  MOV OUT[0], IN[0]\n"
                                  "  END\n";

/* The shader samples between two texels. */
static const char fragment_text[] = "FRAG\n"
                                    "DCL OUT[0], COLOR\n"
                                    "DCL SAMP[0]\n"
                                    "DCL CONST[0]\n"
                                    "DCL TEMP[0]\n"
                                    "IMM FLT32 { 0.5, 0.5, 0.0, 1.0 }\n"
                                    "  TEX TEMP[0], IMM[0], SAMP[0], 2D\n"
                                    "  MUL OUT[0], TEMP[0], CONST[0]\n"
                                    "  END\n";

static void set_blend(struct program *p)
{
    struct pipe_blend_state blend;
    int i;

    LEFT_OVER(blend);
    blend.independent_blend_enable = 0;
    blend.logicop_enable = 0;
    blend.logicop_func = 0;
    blend.dither = 0;
    blend.alpha_to_coverage = 0;
    blend.alpha_to_one = 0;
    for (i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
        blend.rt[i].blend_enable = 0;
        blend.rt[i].colormask = PIPE_MASK_RGBA;
    }
    p->blend = p->pipe->create_blend_state(p->pipe, &blend);
    assert(p->blend);
    p->pipe->bind_blend_state(p->pipe, p->blend);
}

static void set_depth_stencil_alpha(struct program *p)
{
    struct pipe_depth_stencil_alpha_state dsa;

    LEFT_OVER(dsa);
    dsa.depth.enabled = 0;
    dsa.depth.writemask = 0;
    dsa.depth.bounds_test = 0;
    dsa.stencil[0].enabled = 0;
    dsa.stencil[1].enabled = 0;
    dsa.alpha.enabled = 0;
    p->dsa = p->pipe->create_depth_stencil_alpha_state(p->pipe, &dsa);
    assert(p->dsa);
    p->pipe->bind_depth_stencil_alpha_state(p->pipe, p->dsa);
}

static void set_rasterizer(struct program *p)
{
    struct pipe_rasterizer_state r;

    LEFT_OVER(r);
    r.flatshade = 0;
    r.light_twoside = 0;
    r.clamp_vertex_color = 0;
    r.clamp_fragment_color = 0;
    r.front_ccw = 1;
    r.cull_face = PIPE_FACE_NONE;
    r.fill_front = PIPE_POLYGON_MODE_FILL;
    r.fill_back = PIPE_POLYGON_MODE_FILL;
    r.offset_point = 0;
    r.offset_line = 0;
    r.offset_tri = 0;
    r.scissor = 0;
    r.poly_smooth = 0;
    r.poly_stipple_enable = 0;
    r.point_smooth = 0;
    r.sprite_coord_mode = 0;
    r.point_quad_rasterization = 0;
    r.point_tri_clip = 0;
    r.point_size_per_vertex = 0;
    r.multisample = 0;
    r.force_persample_interp = 0;
    r.line_smooth = 0;
    r.line_stipple_enable = 0;
    r.line_last_pixel = 0;
    r.flatshade_first = 0;
    r.half_pixel_center = 1;
    r.bottom_edge_rule = 1;
    r.rasterizer_discard = 0;
    r.depth_clip = 1;
    r.clip_halfz = 0;
    r.clip_plane_enable = 0;
    r.line_stipple_factor = 0;
    r.line_stipple_pattern = 0xffff;
    r.sprite_coord_enable = 0;
    r.line_width = 1.0f;
    r.point_size = 1.0f;
    r.offset_units = 0.0f;
    r.offset_scale = 0.0f;
    r.offset_clamp = 0.0f;
    p->rasterizer = p->pipe->create_rasterizer_state(p->pipe, &r);
    assert(p->rasterizer);
    p->pipe->bind_rasterizer_state(p->pipe, p->rasterizer);
}

static struct pipe_resource *create_resource(struct program *p, enum pipe_texture_target target,
                                             enum pipe_format format, unsigned width,
                                             unsigned height, unsigned bind)
{
    struct pipe_resource templat, *res;

    LEFT_OVER(templat);
    templat.target = target;
    templat.format = format;
    templat.width0 = width;
    templat.height0 = height;
    templat.depth0 = 1;
    templat.array_size = 1;
    templat.last_level = 0;
    templat.nr_samples = 0;
    templat.usage = PIPE_USAGE_DEFAULT;
    templat.bind = bind;
    templat.flags = 0;
    res = p->screen->resource_create(p->screen, &templat);
    assert(res);
    return res;
}

static void set_target(struct program *p)
{
    struct pipe_framebuffer_state fb;
    struct pipe_surface templat;
    struct pipe_scissor_state scissor;
    struct pipe_viewport_state vp;

    p->target = create_resource(p, PIPE_TEXTURE_2D, PIPE_FORMAT_RGBA8888_UNORM, WIDTH, HEIGHT,
                                PIPE_BIND_RENDER_TARGET);
    LEFT_OVER(templat);
    templat.format = PIPE_FORMAT_RGBA8888_UNORM;
    templat.u.tex.level = 0;
    templat.u.tex.first_layer = 0;
    templat.u.tex.last_layer = 0;
    p->surface = p->pipe->create_surface(p->pipe, p->target, &templat);
    assert(p->surface);

    /* The entries after the last colour buffer have no effect. */
    LEFT_OVER(fb);
    fb.width = WIDTH;
    fb.height = HEIGHT;
    fb.nr_cbufs = 1;
    fb.cbufs[0] = p->surface;
    fb.zsbuf = NULL;
    p->pipe->set_framebuffer_state(p->pipe, &fb);

    LEFT_OVER(vp);
    vp.scale[0] = vp.translate[0] = WIDTH / 2.0f;
    vp.scale[1] = vp.translate[1] = HEIGHT / 2.0f;
    vp.scale[2] = vp.translate[2] = 0.5f;
    p->pipe->set_viewport_states(p->pipe, 0, 1, &vp);
    LEFT_OVER(scissor);
    scissor.minx = scissor.miny = 0;
    scissor.maxx = scissor.maxy = 1;
    p->pipe->set_scissor_states(p->pipe, 0, 1, &scissor);
}

static void set_vertex_data(struct program *p)
{
    static const float data[4][4] = {{-1, -1, 0, 1}, {1, -1, 0, 1}, {-1, 1, 0, 1}, {1, 1, 0, 1}};
    struct pipe_vertex_element ve;
    struct pipe_vertex_buffer vb;

    LEFT_OVER(ve);
    ve.src_offset = 0;
    ve.instance_divisor = 0;
    ve.vertex_buffer_index = 0;
    ve.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT;
    p->velems = p->pipe->create_vertex_elements_state(p->pipe, 1, &ve);
    assert(p->velems);
    p->pipe->bind_vertex_elements_state(p->pipe, p->velems);

    p->vbuf = create_resource(p, PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, sizeof(data), 1,
                              PIPE_BIND_VERTEX_BUFFER);
    pipe_buffer_write(p->pipe, p->vbuf, 0, sizeof(data), data);
    LEFT_OVER(vb); /* fills user_buffer, too */
    vb.stride = sizeof(data[0]);
    vb.buffer_offset = 0;
    vb.buffer = p->vbuf;
    p->pipe->set_vertex_buffers(p->pipe, 0, 1, &vb);
}

static void *create_shader(struct program *p,
                           void *(*create)(struct pipe_context *, const struct pipe_shader_state *),
                           const char *text)
{
    struct tgsi_token tokens[256];
    struct pipe_shader_state state;
    void *shader;
    int translated = tgsi_text_translate(text, tokens, ARRAY_SIZE(tokens));

    assert(translated);
    (void)translated;
    LEFT_OVER(state);
    state.tokens = tokens;
    LEFT_OVER(state.stream_output);
    state.stream_output.num_outputs = 0;
    shader = create(p->pipe, &state);
    assert(shader);
    return shader;
}

static void draw(struct program *p)
{
    static const float constants[4] = {1.0f, 0.2f, 1.0f, 1.0f};
    static const uint8_t texels[2][4] = {{0x40, 0xff, 0x80, 0xff}, {0x80, 0xff, 0x40, 0xff}};
    struct pipe_resource *texture, *buffer;
    struct pipe_sampler_view templat, *view;
    struct pipe_sampler_state sampler_state;
    struct pipe_constant_buffer cb;
    struct pipe_draw_info info;
    struct pipe_box box;
    void *sampler;

    texture = create_resource(p, PIPE_TEXTURE_2D, PIPE_FORMAT_RGBA8888_UNORM, 2, 1,
                              PIPE_BIND_SAMPLER_VIEW);
    LEFT_OVER(box);
    u_box_2d(0, 0, 2, 1, &box);
    p->pipe->transfer_inline_write(p->pipe, texture, 0, PIPE_TRANSFER_WRITE, &box, texels, 8, 8);

    LEFT_OVER(templat);
    templat.format = PIPE_FORMAT_RGBA8888_UNORM;
    templat.target = PIPE_TEXTURE_2D;
    templat.swizzle_r = PIPE_SWIZZLE_RED;
    templat.swizzle_g = PIPE_SWIZZLE_GREEN;
    templat.swizzle_b = PIPE_SWIZZLE_BLUE;
    templat.swizzle_a = PIPE_SWIZZLE_ALPHA;
    templat.u.tex.first_layer = templat.u.tex.last_layer = 0;
    templat.u.tex.first_level = templat.u.tex.last_level = 0;
    view = p->pipe->create_sampler_view(p->pipe, texture, &templat);
    assert(view);
    p->pipe->set_sampler_views(p->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &view);

    memset(&sampler_state, 0, sizeof(sampler_state)); /* each value of reduction_mode is valid */
    sampler_state.wrap_s = sampler_state.wrap_t = sampler_state.wrap_r =
        PIPE_TEX_WRAP_CLAMP_TO_EDGE;
    sampler_state.min_img_filter = sampler_state.mag_img_filter = PIPE_TEX_FILTER_LINEAR;
    sampler_state.min_mip_filter = PIPE_TEX_MIPFILTER_NONE;
    sampler_state.compare_mode = PIPE_TEX_COMPARE_NONE;
    sampler_state.compare_func = 0;
    sampler_state.normalized_coords = 1;
    sampler_state.max_anisotropy = 0;
    sampler_state.seamless_cube_map = 0;
    sampler_state.lod_bias = sampler_state.min_lod = sampler_state.max_lod = 0.0f;
    sampler = p->pipe->create_sampler_state(p->pipe, &sampler_state);
    assert(sampler);
    p->pipe->bind_sampler_states(p->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &sampler);

    buffer = create_resource(p, PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, sizeof(constants), 1,
                             PIPE_BIND_CONSTANT_BUFFER);
    pipe_buffer_write(p->pipe, buffer, 0, sizeof(constants), constants);
    LEFT_OVER(cb);
    cb.buffer = buffer;
    cb.buffer_offset = 0;
    cb.buffer_size = sizeof(constants);
    p->pipe->set_constant_buffer(p->pipe, PIPE_SHADER_FRAGMENT, 0, &cb);

    LEFT_OVER(info);
    util_draw_init_info(&info);
    info.mode = PIPE_PRIM_TRIANGLE_STRIP;
    info.count = 4;
    info.max_index = 3;
    clear(p, 0, 0, 0, 1);
    p->pipe->draw_vbo(p->pipe, &info);
    p->pipe->flush(p->pipe, NULL, 0);

    p->pipe->set_sampler_views(p->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    p->pipe->set_constant_buffer(p->pipe, PIPE_SHADER_FRAGMENT, 0, NULL);
    p->pipe->bind_sampler_states(p->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    p->pipe->delete_sampler_state(p->pipe, sampler);
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&texture, NULL);
    pipe_resource_reference(&buffer, NULL);
}

static int run(unsigned char byte)
{
    static uint8_t pixels[HEIGHT][WIDTH][4];
    static const uint8_t expected[4] = {0x60, 0x33, 0x60, 0xff};
    struct program p;
    int x, y;

    leftover = byte;
    init_screen(&p);
    set_blend(&p);
    set_depth_stencil_alpha(&p);
    set_rasterizer(&p);
    set_target(&p);
    set_vertex_data(&p);
    p.vs = create_shader(&p, p.pipe->create_vs_state, vertex_text);
    p.fs = create_shader(&p, p.pipe->create_fs_state, fragment_text);
    p.pipe->bind_vs_state(p.pipe, p.vs);
    p.pipe->bind_fs_state(p.pipe, p.fs);
    draw(&p);
    read_target(&p, pixels);
    for (y = 0; y < HEIGHT; y++) {
        for (x = 0; x < WIDTH; x++) {
            CHECK(&p, memcmp(pixels[y][x], expected, 4) == 0, "0x%02x: pixel %d, %d: %u %u %u %u",
                  byte, x, y, pixels[y][x][0], pixels[y][x][1], pixels[y][x][2], pixels[y][x][3]);
        }
    }
    return finish(&p);
}

int main(void)
{
    return run(0xff) | run(0xa5) | run(0x5a) | run(0x01);
}
