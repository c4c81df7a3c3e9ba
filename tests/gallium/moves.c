/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Calls the helpers that move texels (blits, copies, levels, writes, images) and the helpers that
 * draw (a textured rectangle, an indirect buffer, pass-through shaders). Checks the results. */
#include "setup.h"

#include "cso_cache/cso_context.h"
#include "util/u_blit.h"
#include "util/u_debug.h"
#include "util/u_draw_quad.h"
#include "util/u_gen_mipmap.h"
#include "util/u_sampler.h"
#include "util/u_simple_shaders.h"
#include "util/u_surface.h"
#include "util/u_transfer.h"

static const uint8_t texels[2][2][4] = {{{255, 0, 0, 255}, {0, 255, 0, 255}},
                                        {{0, 0, 255, 255}, {255, 255, 255, 255}}};

static void check_pixel(struct program *p, int line, unsigned x, unsigned y, const uint8_t *c)
{
    static uint8_t pixels[HEIGHT][WIDTH][4];
    const uint8_t *got = pixels[y][x];

    read_target(p, pixels);
    CHECK(p, !memcmp(got, c, 4), "line %d: %u %u %u %u at %u, %u", line, got[0], got[1], got[2],
          got[3], x, y);
}

static struct pipe_resource *create_levels(struct program *p, unsigned last_level)
{
    struct pipe_resource templ;

    memset(&templ, 0, sizeof(templ));
    templ.target = PIPE_TEXTURE_2D;
    templ.format = PIPE_FORMAT_RGBA8888_UNORM;
    templ.width0 = templ.height0 = 2;
    templ.depth0 = templ.array_size = 1;
    templ.last_level = last_level;
    templ.bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET;
    return p->screen->resource_create_front(p->screen, &templ, NULL);
}

/* Blits the whole texture, upside down; then blits one texel; then blits through a sampler view. */
static void check_blits(struct program *p, struct pipe_resource *tex)
{
    struct blit_state *blit = util_create_blit(p->pipe, NULL);
    struct pipe_sampler_view templ, *view;

    assert(blit);
    util_blit_pixels(blit, tex, 0, 0, 2, 2, 0, 0, p->surface, 0, 0, WIDTH, HEIGHT, 0,
                     PIPE_TEX_FILTER_NEAREST, PIPE_MASK_RGBA);
    check_pixel(p, __LINE__, 0, 0, texels[1][0]);
    check_pixel(p, __LINE__, WIDTH - 1, HEIGHT - 1, texels[0][1]);
    util_blit_pixels(blit, tex, 0, 1, 1, 2, 2, 0, p->surface, 8, 8, 16, 16, 0,
                     PIPE_TEX_FILTER_NEAREST, PIPE_MASK_RGBA);
    check_pixel(p, __LINE__, 8, 8, texels[1][1]);
    check_pixel(p, __LINE__, 15, 15, texels[1][1]);
    check_pixel(p, __LINE__, 16, 16, texels[1][0]);
    u_sampler_view_default_template(&templ, tex, tex->format);
    view = p->pipe->create_sampler_view(p->pipe, tex, &templ);
    assert(view);
    util_blit_pixels_tex(blit, view, 0, 0, 1, 1, 0, p->surface, 0, 0, WIDTH, HEIGHT, 0,
                         PIPE_TEX_FILTER_NEAREST);
    check_pixel(p, __LINE__, 9, 9, texels[0][0]);
    pipe_sampler_view_reference(&view, NULL);
    util_destroy_blit(blit);
}

static void check_copies(struct program *p, struct pipe_resource *tex)
{
    struct pipe_blit_info info;

    memset(&info, 0, sizeof(info));
    info.src.resource = tex;
    info.src.format = tex->format;
    info.dst.resource = p->target;
    info.dst.format = p->target->format;
    info.mask = PIPE_MASK_RGBA;
    u_box_2d(0, 0, 2, 2, &info.src.box);
    u_box_2d(4, 4, 2, 2, &info.dst.box);
    CHECK(p, util_try_blit_via_copy_region(p->pipe, &info), "a copy");
    check_pixel(p, __LINE__, 5, 4, texels[0][1]);
    check_pixel(p, __LINE__, 4, 5, texels[1][0]);
    info.dst.box.width = 4;
    CHECK(p, !util_try_blit_via_copy_region(p->pipe, &info), "it scales");
    info.dst.box.width = 2;
    info.dst.box.x = WIDTH - 1;
    CHECK(p, !util_try_blit_via_copy_region(p->pipe, &info), "it reaches over the edge");
    info.dst.box.x = 0;
    info.mask = PIPE_MASK_R;
    CHECK(p, !util_try_blit_via_copy_region(p->pipe, &info), "red alone");
    info.mask = PIPE_MASK_RGBA;
    info.scissor_enable = TRUE;
    CHECK(p, !util_try_blit_via_copy_region(p->pipe, &info), "it is clipped");
    info.scissor_enable = FALSE;
    info.src.format = PIPE_FORMAT_RGBA8888_SRGB;
    CHECK(p, !util_try_blit_via_copy_region(p->pipe, &info), "it converts");
    util_resource_copy_region(p->pipe, p->target, 0, 20, 20, 0, tex, 0, &info.src.box);
    check_pixel(p, __LINE__, 21, 21, texels[1][1]);
}

static void check_clears(struct program *p)
{
    static const uint8_t green[4] = {0, 255, 0, 255};
    struct pipe_surface *zs;
    struct pipe_resource *depth =
        create_attachment(p, PIPE_FORMAT_Z32_FLOAT, PIPE_BIND_DEPTH_STENCIL, &zs);
    const union pipe_color_union color = {{0, 1, 0, 1}};
    struct pipe_transfer *transfer;
    const float *map;

    util_clear_render_target(p->pipe, p->surface, &color, 30, 30, 2, 2);
    check_pixel(p, __LINE__, 31, 31, green);
    util_clear_depth_stencil(p->pipe, zs, PIPE_CLEAR_DEPTH, 0.25, 0, 0, 0, WIDTH, HEIGHT);
    map = pipe_transfer_map(p->pipe, depth, 0, 0, PIPE_TRANSFER_READ, 7, 7, 1, 1, &transfer);
    assert(map);
    CHECK(p, *map == 0.25f, "depth %f", (double)*map);
    pipe_transfer_unmap(p->pipe, transfer);
    pipe_surface_reference(&zs, NULL);
    pipe_resource_reference(&depth, NULL);
}

static void check_levels(struct program *p, struct pipe_resource *tex)
{
    static const uint8_t nearest[][4] = {
        {255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}};
    struct pipe_transfer *transfer;
    const uint8_t *map;
    unsigned i, found = 0;

    CHECK(p, util_gen_mipmap(p->pipe, tex, tex->format, 0, 1, 0, 0, PIPE_TEX_FILTER_LINEAR),
          "levels");
    map = pipe_transfer_map(p->pipe, tex, 1, 0, PIPE_TRANSFER_READ, 0, 0, 1, 1, &transfer);
    assert(map);
    CHECK(p, map[0] >= 127 && map[0] <= 128 && map[1] >= 127 && map[1] <= 128 && map[3] == 255,
          "%u %u %u %u", map[0], map[1], map[2], map[3]);
    pipe_transfer_unmap(p->pipe, transfer);
    CHECK(p, util_gen_mipmap(p->pipe, tex, tex->format, 0, 1, 0, 0, PIPE_TEX_FILTER_NEAREST),
          "levels");
    map = pipe_transfer_map(p->pipe, tex, 1, 0, PIPE_TRANSFER_READ, 0, 0, 1, 1, &transfer);
    assert(map);
    for (i = 0; i < ARRAY_SIZE(nearest); i++)
        found += !memcmp(map, nearest[i], 4);
    CHECK(p, found == 1, "%u %u %u %u", map[0], map[1], map[2], map[3]);
    pipe_transfer_unmap(p->pipe, transfer);
    CHECK(p, !util_gen_mipmap(p->pipe, tex, PIPE_FORMAT_DXT1_RGB, 0, 1, 0, 0, 0), "no target");
}

/* Writes an image of the texture to a file; checks the green of its first row. */
static void check_files(struct program *p, struct pipe_resource *tex)
{
    static const uint8_t head[] = "P6\n2 2\n255\n\xff\0\0\0\xff\0";
    static const uint8_t bgra[4] = {0, 255, 0, 255};
    uint8_t bytes[128];
    struct pipe_transfer *transfer;
    void *map;
    FILE *file;
    size_t size;

    debug_dump_texture(p->pipe, "moves", NULL);
    debug_dump_texture(p->pipe, "moves", tex);
    file = fopen("moves.ppm", "rb");
    assert(file);
    size = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    remove("moves.ppm");
    CHECK(p, size == 23 && !memcmp(bytes, head, sizeof(head) - 1), "%u bytes", (unsigned)size);

    map = pipe_transfer_map(p->pipe, tex, 0, 0, PIPE_TRANSFER_READ, 1, 0, 1, 2, &transfer);
    assert(map);
    debug_dump_transfer_bmp(p->pipe, "moves.bmp", transfer, map);
    pipe_transfer_unmap(p->pipe, transfer);
    file = fopen("moves.bmp", "rb");
    assert(file);
    size = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    remove("moves.bmp");
    CHECK(p, size == 62 && !memcmp(bytes + 54, bgra, 4), "%u bytes", (unsigned)size);
}

/* Draws the texture over the left half. Then draws points with a geometry shader, with arguments in
 * an indirect buffer. */
static void check_draws(struct program *p, struct pipe_resource *tex)
{
    static const uint semantics[2] = {TGSI_SEMANTIC_POSITION, TGSI_SEMANTIC_GENERIC};
    static const ubyte same[2] = {TGSI_SEMANTIC_POSITION, TGSI_SEMANTIC_GENERIC};
    static const uint indexes[2] = {0, 0};
    static const ubyte zeros[2] = {0, 0};
    static const float points[3][2][4] = {{{-1, -1, 0, 1}, {1, 0, 0, 1}},
                                          {{0.0078125f, 0.0078125f, 0, 1}, {0, 0, 1, 1}},
                                          {{0.5078125f, 0.5078125f, 0, 1}, {0, 1, 0, 1}}};
    static const uint32_t words[2][5] = {{1, 1, 1, 0, 9}, {1, 1, 2, 0, 9}};
    static const uint8_t blue[4] = {0, 0, 255, 255}, green[4] = {0, 255, 0, 255};
    static const uint8_t none_drawn[4] = {0, 0, 0, 0};
    struct cso_context *cso = cso_create_context(p->pipe);
    struct pipe_sampler_view templ, *view;
    struct pipe_draw_info info;
    struct pipe_resource *indirect;
    void *sampler = create_sampler(p->pipe, PIPE_TEX_FILTER_NEAREST), *gs, *none = NULL;

    u_sampler_view_default_template(&templ, tex, tex->format);
    view = p->pipe->create_sampler_view(p->pipe, tex, &templ);
    assert(cso && view && sampler);
    p->pipe->set_sampler_views(p->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &view);
    p->pipe->bind_sampler_states(p->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &sampler);
    p->vs = util_make_vertex_passthrough_shader(p->pipe, 2, semantics, indexes, FALSE);
    p->fs =
        util_make_fragment_tex_shader_writemask(p->pipe, TGSI_TEXTURE_2D, TGSI_INTERPOLATE_LINEAR,
                                                TGSI_WRITEMASK_XYZW, TGSI_RETURN_TYPE_FLOAT);
    assert(p->vs && p->fs);
    p->pipe->bind_vs_state(p->pipe, p->vs);
    p->pipe->bind_fs_state(p->pipe, p->fs);
    clear(p, 0, 0, 0, 0);
    util_draw_texquad(p->pipe, cso, -1, -1, 0, 1, 0);
    check_pixel(p, __LINE__, 0, 0, texels[0][0]);
    check_pixel(p, __LINE__, WIDTH / 2 - 1, HEIGHT - 1, texels[1][1]);
    check_pixel(p, __LINE__, WIDTH / 2, 0, none_drawn);

    p->pipe->bind_fs_state(p->pipe, NULL);
    p->pipe->delete_fs_state(p->pipe, p->fs);
    p->fs = util_make_fragment_cloneinput_shader(p->pipe, 1, TGSI_SEMANTIC_GENERIC,
                                                 TGSI_INTERPOLATE_LINEAR);
    gs = util_make_geometry_passthrough_shader(p->pipe, 2, same, zeros);
    assert(p->fs && gs);
    p->pipe->bind_fs_state(p->pipe, p->fs);
    p->pipe->bind_gs_state(p->pipe, gs);
    pipe_resource_reference(&p->vbuf, NULL);
    p->pipe->delete_vertex_elements_state(p->pipe, p->velems);
    set_vertices(p, &points[0][0][0], sizeof(points), 2);
    indirect = pipe_buffer_create_with_data(p->pipe, PIPE_BIND_COMMAND_ARGS_BUFFER,
                                            PIPE_USAGE_DEFAULT, sizeof(words), words);
    assert(indirect);
    util_draw_init_info(&info);
    info.mode = PIPE_PRIM_POINTS;
    info.indirect = indirect;
    info.indirect_count = 2;
    info.indirect_stride = sizeof(words[0]);
    clear(p, 0, 0, 0, 0);
    util_draw_indirect(p->pipe, &info);
    check_pixel(p, __LINE__, 32, 32, blue);
    check_pixel(p, __LINE__, 48, 48, green);
    check_pixel(p, __LINE__, 0, 0, none_drawn);

    p->pipe->bind_gs_state(p->pipe, NULL);
    p->pipe->delete_gs_state(p->pipe, gs);
    p->pipe->set_sampler_views(p->pipe, PIPE_SHADER_FRAGMENT, 0, 0, NULL);
    p->pipe->bind_sampler_states(p->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &none);
    p->pipe->delete_sampler_state(p->pipe, sampler);
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&indirect, NULL);
    cso_destroy_context(cso);
}

int main(void)
{
    struct program p;
    struct pipe_resource *tex;
    struct pipe_box box;

    init_screen(&p);
    init_target(&p, PIPE_FORMAT_RGBA8888_UNORM);
    init_state(&p);
    set_vertices(&p, &(const float[2][4]){{0}}[0][0], 2 * 4 * sizeof(float), 2);
    set_viewport(&p, 0.5f, 0.5f);
    tex = create_levels(&p, 1);
    assert(tex);
    u_box_2d(0, 0, 2, 2, &box);
    u_default_transfer_inline_write(p.pipe, tex, 0, PIPE_TRANSFER_WRITE, &box, texels, 8, 16);
    check_blits(&p, tex);
    check_copies(&p, tex);
    check_clears(&p);
    check_levels(&p, tex);
    check_files(&p, tex);
    check_draws(&p, tex);
    pipe_resource_reference(&tex, NULL);
    return finish(&p);
}
