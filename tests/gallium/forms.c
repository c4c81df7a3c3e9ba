/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Makes calls in the forms that Gallium had from 2013 to 2017: contexts without flags, queries
 * without index, shaders that sample with three, four, five and seven arguments, viewports of four
 * components. */
#include "setup.h"

#include "pipe/p_generations.h"
#include "util/u_sampler.h"
#include "util/u_simple_shaders.h"

/* Position and coordinate of a triangle over the whole target. */
static const float vertices[3][2][4] = {
    {{-1, -1, 0, 1}, {0, 0, 0, 1}},
    {{3, -1, 0, 1}, {2, 0, 0, 1}},
    {{-1, 3, 0, 1}, {0, 2, 0, 1}},
};

/* Binds a texture. Returns the sampler, which the caller deletes. */
static INLINE void *set_texture(struct program *p)
{
    static const uint8_t texels[2][2][4] = {{{255, 0, 0, 255}, {0, 255, 0, 255}},
                                            {{0, 0, 255, 255}, {255, 255, 255, 255}}};
    struct pipe_resource *tex = create_tex2d(p, 2, 2, PIPE_FORMAT_RGBA8888_UNORM, texels);
    struct pipe_sampler_view templ, *view;
    void *sampler = create_sampler(p->pipe, PIPE_TEX_FILTER_NEAREST);

    memset(&templ, 0, sizeof(templ));
    templ.format = tex->format;
    templ.swizzle_r = PIPE_SWIZZLE_RED;
    templ.swizzle_g = PIPE_SWIZZLE_GREEN;
    templ.swizzle_b = PIPE_SWIZZLE_BLUE;
    templ.swizzle_a = PIPE_SWIZZLE_ALPHA;
    view = p->pipe->create_sampler_view(p->pipe, tex, &templ);
    p->pipe->set_sampler_views(p->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &view);
    p->pipe->bind_sampler_states(p->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &sampler);
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&tex, NULL);
    return sampler;
}

/* Draws with `fs`; checks that each quarter of the target has a texel of the texture. */
static void check(struct program *p, const char *form, void *fs)
{
    static uint8_t pixels[HEIGHT][WIDTH][4];
    int q;

    assert(fs);
    p->pipe->bind_fs_state(p->pipe, fs);
    clear(p, 0, 0, 0, 0);
    util_draw_arrays(p->pipe, PIPE_PRIM_TRIANGLES, 0, Elements(vertices));
    read_target(p, pixels);
    for (q = 0; q < 4; q++) {
        const uint8_t *c = pixels[(q >> 1) * (HEIGHT - 1)][(q & 1) * (WIDTH - 1)];

        CHECK(p,
              (c[0] == 255) == (q == 0 || q == 3) && (c[1] == 255) == (q & 1) &&
                  (c[2] == 255) == q >> 1,
              "%s: quarter %d is %u %u %u", form, q, c[0], c[1], c[2]);
    }
    p->pipe->bind_fs_state(p->pipe, NULL);
    p->pipe->delete_fs_state(p->pipe, fs);
}

static void check_shaders(struct program *p)
{
    const uint names[] = {TGSI_SEMANTIC_POSITION, TGSI_SEMANTIC_GENERIC}, indexes[] = {0, 0};
    const uint target = TGSI_TEXTURE_2D, interp = TGSI_INTERPOLATE_LINEAR,
               type = TGSI_RETURN_TYPE_FLOAT;

    p->vs = util_make_vertex_passthrough_shader(p->pipe, 2, names, indexes);
    p->pipe->bind_vs_state(p->pipe, p->vs);
    check(p, "2014", util_make_fragment_tex_shader(p->pipe, target, interp));
    check(p, "2016", util_make_fragment_tex_shader(p->pipe, target, interp, type));
    check(p, "2016, December", util_make_fragment_tex_shader(p->pipe, target, interp, type, type));
    check(p, "2017",
          util_make_fragment_tex_shader(p->pipe, target, interp, type, type, FALSE, FALSE));
    p->pipe->delete_vs_state(p->pipe, p->vs);
    p->vs = util_make_vertex_passthrough_shader(p->pipe, 2, names, indexes, FALSE);
    p->pipe->bind_vs_state(p->pipe, p->vs);
    check(p, "with window_space", util_make_fragment_tex_shader(p->pipe, target, interp));
}

/* Fetches texels from a buffer in a shader, and checks them. Without a bound buffer, the shader
 * must fetch zeros. */
static void check_buffer(struct program *p)
{
    static const uint8_t texels[2][4] = {{255, 255, 0, 0}, {0, 0, 255, 255}};
    static uint8_t pixels[HEIGHT][WIDTH][4];
    struct pipe_resource *buf = pipe_buffer_create_with_data(
        p->pipe, PIPE_BIND_SAMPLER_VIEW, PIPE_USAGE_DEFAULT, sizeof(texels), texels);
    struct pipe_sampler_view templ, *view;
    uint8_t *c = pixels[1][1];

    u_sampler_view_default_template(&templ, buf, PIPE_FORMAT_RGBA8888_UNORM);
    view = p->pipe->create_sampler_view(p->pipe, buf, &templ);
    assert(view);
    p->pipe->set_sampler_views(p->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &view);
    p->fs = util_make_fragment_tex_shader(p->pipe, TGSI_TEXTURE_BUFFER, TGSI_INTERPOLATE_LINEAR);
    assert(p->fs);
    p->pipe->bind_fs_state(p->pipe, p->fs);
    clear(p, 1, 1, 1, 1);
    util_draw_arrays(p->pipe, PIPE_PRIM_TRIANGLES, 0, 3);
    read_target(p, pixels);
    CHECK(p, !memcmp(c, texels[0], 4), "%u %u %u %u", c[0], c[1], c[2], c[3]);
    p->pipe->set_sampler_views(p->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    util_draw_arrays(p->pipe, PIPE_PRIM_TRIANGLES, 0, 3);
    read_target(p, pixels);
    CHECK(p, !(c[0] | c[1] | c[2] | c[3]), "no buffer: %u %u %u %u", c[0], c[1], c[2], c[3]);
    p->pipe->bind_fs_state(p->pipe, NULL);
    p->pipe->delete_fs_state(p->pipe, p->fs);
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&buf, NULL);
}

/* Samples the second cube of a cube array at level 0, and draws the result. The first cube is red,
 * the second green. The coordinate's last component, which is 1, selects the cube. */
static void check_cube_array(struct program *p)
{
    enum {
        FACES = 12
    };
    static uint8_t texels[FACES][4], pixels[HEIGHT][WIDTH][4];
    struct pipe_resource templat, *tex;
    struct pipe_sampler_view templ, *view;
    struct pipe_box box;
    const uint8_t *c = pixels[HEIGHT / 4][WIDTH / 4];
    int face;

    if (!p->screen->get_param(p->screen, PIPE_CAP_CUBE_MAP_ARRAY))
        return;
    for (face = 0; face < FACES; face++)
        texels[face][face < 6 ? 0 : 1] = texels[face][3] = 255;
    memset(&templat, 0, sizeof(templat));
    templat.target = PIPE_TEXTURE_CUBE_ARRAY;
    templat.format = PIPE_FORMAT_RGBA8888_UNORM;
    templat.width0 = templat.height0 = 1;
    templat.depth0 = 1;
    templat.array_size = FACES;
    templat.bind = PIPE_BIND_SAMPLER_VIEW;
    tex = p->screen->resource_create(p->screen, &templat);
    assert(tex);
    u_box_3d(0, 0, 0, 1, 1, FACES, &box);
    p->pipe->transfer_inline_write(p->pipe, tex, 0, PIPE_TRANSFER_WRITE, &box, texels, 4, 4);
    u_sampler_view_default_template(&templ, tex, tex->format);
    view = p->pipe->create_sampler_view(p->pipe, tex, &templ);
    assert(view);
    p->pipe->set_sampler_views(p->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &view);
    p->fs =
        util_make_fragment_tex_shader(p->pipe, TGSI_TEXTURE_CUBE_ARRAY, TGSI_INTERPOLATE_LINEAR,
                                      TGSI_RETURN_TYPE_FLOAT, TGSI_RETURN_TYPE_FLOAT, TRUE, FALSE);
    assert(p->fs);
    p->pipe->bind_fs_state(p->pipe, p->fs);
    clear(p, 0, 0, 0, 0);
    util_draw_arrays(p->pipe, PIPE_PRIM_TRIANGLES, 0, 3);
    read_target(p, pixels);
    CHECK(p, c[0] == 0 && c[1] == 255, "the second cube: %u %u %u %u", c[0], c[1], c[2], c[3]);
    p->pipe->bind_fs_state(p->pipe, NULL);
    p->pipe->delete_fs_state(p->pipe, p->fs);
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&tex, NULL);
}

static void check_query(struct program *p)
{
    struct pipe_query *q = p->pipe->create_query(p->pipe, PIPE_QUERY_OCCLUSION_COUNTER);
    union pipe_query_result res;

    assert(q);
    res.u64 = 0;
    p->fs = util_make_fragment_passthrough_shader(p->pipe, TGSI_SEMANTIC_GENERIC,
                                                  TGSI_INTERPOLATE_LINEAR, FALSE);
    p->pipe->bind_fs_state(p->pipe, p->fs);
    p->pipe->begin_query(p->pipe, q);
    util_draw_arrays(p->pipe, PIPE_PRIM_TRIANGLES, 0, 3);
    p->pipe->end_query(p->pipe, q);
    CHECK(p, p->pipe->get_query_result(p->pipe, q, TRUE, &res) && res.u64 == WIDTH * HEIGHT,
          "%u pixels", (unsigned)res.u64);
    p->pipe->destroy_query(p->pipe, q);
}

/* Sets all four components, as programs until 2014 do. */
static void set_whole_viewport(struct program *p)
{
    struct pipe_viewport_state vp;

    ASSIGN_4V(vp.scale, WIDTH / 2.0f, HEIGHT / 2.0f, 0.5f, 1.0f);
    ASSIGN_4V(vp.translate, WIDTH / 2.0f, HEIGHT / 2.0f, 0.5f, 0.0f);
    p->pipe->set_viewport_states(p->pipe, 0, 1, &vp);
}

int main(void)
{
    struct program p;
    struct pipe_context *second;
    void *sampler, *none = NULL;

    init_screen(&p);
    second = p.screen->context_create(p.screen, &p);
    CHECK(&p, second && second->priv == &p, "a context without flags");
    second->destroy(second);
    init_target(&p, PIPE_FORMAT_RGBA8888_UNORM);
    init_state(&p);
    set_whole_viewport(&p);
    set_vertices(&p, &vertices[0][0][0], sizeof(vertices), 2);
    sampler = set_texture(&p);
    check_shaders(&p);
    check_buffer(&p);
    check_cube_array(&p);
    check_query(&p);
    p.screen->flush_frontbuffer(p.screen, p.target, 0, 0, NULL);
    p.pipe->set_sampler_views(p.pipe, PIPE_SHADER_FRAGMENT, 0, 0, NULL);
    p.pipe->bind_sampler_states(p.pipe, PIPE_SHADER_FRAGMENT, 0, 1, &none);
    p.pipe->delete_sampler_state(p.pipe, sampler);
    return finish(&p);
}
