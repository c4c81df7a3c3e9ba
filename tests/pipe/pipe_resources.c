/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compute resources as Gallium had them in 2014: surfaces of buffers and textures. Compute programs
 * and the stages of a draw load from these surfaces and store to them, by texel or by dword. Also
 * parts of buffers and textures, and the writable flag. */
#include <stdlib.h>
#include <string.h>

#include "pipe_draw_kit.h"

static struct pipe_surface *buffer_surface(struct pipe_fixture *f, struct pipe_resource *res,
                                           enum pipe_format format, unsigned first, unsigned last,
                                           bool writable)
{
    const struct pipe_surface templ = {
        .format = format,
        .writable = writable,
        .u.buf.first_element = first,
        .u.buf.last_element = last,
    };
    struct pipe_surface *surface = f->pipe->create_surface(f->pipe, res, &templ);
    assert_non_null(surface);
    return surface;
}

static struct pipe_surface *texture_surface(struct pipe_fixture *f, struct pipe_resource *res,
                                            unsigned level, unsigned layer, bool writable)
{
    const struct pipe_surface templ = {
        .format = res->format,
        .writable = writable,
        .u.tex.level = level,
        .u.tex.first_layer = layer,
        .u.tex.last_layer = layer,
    };
    struct pipe_surface *surface = f->pipe->create_surface(f->pipe, res, &templ);
    assert_non_null(surface);
    return surface;
}

static struct pipe_resource *texture(struct pipe_fixture *f, enum pipe_texture_target target,
                                     enum pipe_format format, unsigned width, unsigned height,
                                     unsigned layers, unsigned levels)
{
    struct pipe_resource templ = fixture_template(target, format, width, height, layers);
    templ.bind = PIPE_BIND_COMPUTE_RESOURCE | PIPE_BIND_SHADER_RESOURCE;
    templ.last_level = (unsigned char)(levels - 1);
    struct pipe_resource *res = fixture_create(f, &templ);
    for (unsigned level = 0; level < levels; level++) {
        const struct pipe_box box = fixture_level_box(res, level);
        size_t size_B = fixture_box_size(res, &box);
        void *zeros = calloc(1, size_B);
        assert_non_null(zeros);
        fixture_write(f, res, level, &box, zeros);
        free(zeros);
    }
    return res;
}

static void run(struct pipe_fixture *f, const char *text, unsigned x, unsigned y,
                struct pipe_surface **surfaces, unsigned num)
{
    const struct pipe_compute_state sizes = {0};
    const struct pipe_grid_info info = {.block = {1, 1, 1}, .grid = {x, y, 1}};
    f->pipe->set_compute_resources(f->pipe, 0, num, surfaces);
    fixture_dispatch(f, text, &sizes, &info);
    f->pipe->set_compute_resources(f->pipe, 0, num, NULL);
}

/* Skips the test if the device lacks images, which are needed for access by texel, but not for
 * access to buffers by dword. */
static void need_images(struct pipe_fixture *f)
{
    if (!f->screen->get_shader_param(f->screen, PIPE_SHADER_COMPUTE,
                                     PIPE_SHADER_CAP_MAX_SHADER_IMAGES))
        skip();
}

#define COPY_TEXT(what)                                                                            \
    "COMP\n"                                                                                       \
    "DCL RES[0], " what "\n"                                                                       \
    "DCL RES[1], " what ", WR\n"                                                                   \
    "DCL SV[0], BLOCK_ID[0]\n"                                                                     \
    "DCL TEMP[0..1]\n"                                                                             \
    "IMM UINT32 {4, 1, 0, 0}\n"                                                                    \
    "BGNSUB\n"

/* ---- Buffers */

/* Copies dword i of RES[0] to dword i of RES[1], both counted from the beginning of the surfaces;
 * checks the copies, and that accesses after the surfaces' ends have no effect. */
static void test_words_of_buffers(void **state)
{
    static const char text[] = COPY_TEXT("BUFFER, RAW") "UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
                                                        "LOAD TEMP[1].x, RES[0], TEMP[0].xxxx\n"
                                                        "UADD TEMP[1].x, TEMP[1].xxxx, "
                                                        "IMM[0].yyyy\n"
                                                        "STORE RES[1].x, TEMP[0].xxxx, "
                                                        "TEMP[1].xxxx\n"
                                                        "RET\n"
                                                        "ENDSUB\n";
    struct pipe_fixture *f = *state;
    uint32_t data[128];
    fixture_noise(5, data, sizeof(data));
    struct pipe_resource *from = fixture_words(f, 128, data);
    struct pipe_resource *to = fixture_words(f, 128, NULL);
    /* Copies 16 dwords, which begin at dword 64 of a buffer, to a surface of 24 dwords that begins
     * at dword 64 of another buffer. The source surface has texels of 16 bytes. */
    struct pipe_surface *surfaces[] = {
        buffer_surface(f, from, PIPE_FORMAT_R32G32B32A32_UINT, 16, 19, false),
        buffer_surface(f, to, PIPE_FORMAT_R32_UINT, 64, 87, true),
    };
    run(f, text, 64, 1, surfaces, 2);
    uint32_t *got = fixture_read_words(f, to);
    for (unsigned i = 0; i < 128; i++)
        assert_int_equal(got[i], i < 64 || i >= 88 ? 0 : i < 80 ? data[i] + 1 : 1);
    free(got);

    /* A surface that is not writable must keep its contents. */
    surfaces[1]->writable = 0;
    run(f, text, 64, 1, &surfaces[1], 1);
    struct pipe_surface *reversed[] = {surfaces[0], surfaces[0]};
    run(f, text, 64, 1, reversed, 2);
    got = fixture_read_words(f, from);
    fixture_expect_bytes(data, got, sizeof(data), "a buffer that is not writable");
    free(got);
    pipe_surface_reference(&surfaces[0], NULL);
    pipe_surface_reference(&surfaces[1], NULL);
    pipe_resource_reference(&from, NULL);
    pipe_resource_reference(&to, NULL);
}

/* Copies texels from a buffer of bytes to a buffer of floats, which converts each component; checks
 * the result. */
static void test_texels_of_buffers(void **state)
{
    static const char text[] = COPY_TEXT("BUFFER") "LOAD TEMP[1], RES[0], SV[0]\n"
                                                   "STORE RES[1], SV[0], TEMP[1]\n"
                                                   "RET\n"
                                                   "ENDSUB\n";
    struct pipe_fixture *f = *state;
    uint32_t data[128];
    need_images(f);
    for (unsigned i = 0; i < 128; i++)
        data[i] = 0x80ff0000 | i;
    struct pipe_resource *from = fixture_words(f, 128, data);
    struct pipe_resource *to = fixture_words(f, 128, NULL);
    struct pipe_surface *surfaces[] = {
        buffer_surface(f, from, PIPE_FORMAT_R8G8B8A8_UNORM, 64, 79, false),
        buffer_surface(f, to, PIPE_FORMAT_R32G32B32A32_FLOAT, 16, 21, true),
    };
    run(f, text, 64, 1, surfaces, 2);
    uint32_t *got = fixture_read_words(f, to);
    for (unsigned i = 0; i < 128; i++) {
        float value = 0.0f;
        unsigned byte = data[64 + (i - 64) / 4 % 16] >> (8 * (i % 4)) & 0xff;
        memcpy(&value, &got[i], 4);
        assert_float_equal(value, i < 64 || i >= 88 ? 0.0f : (float)byte / 255.0f, 1e-6f);
    }
    free(got);
    pipe_surface_reference(&surfaces[0], NULL);
    pipe_surface_reference(&surfaces[1], NULL);
    pipe_resource_reference(&from, NULL);
    pipe_resource_reference(&to, NULL);
}

/* ---- Textures */

/* Copies texel by texel between two surfaces, each of which is one level and one layer of an array
 * texture; checks the result. */
static void test_texels_of_textures(void **state)
{
    static const char text[] = COPY_TEXT("2D") "LOAD TEMP[1], RES[0], SV[0]\n"
                                               "STORE RES[1], SV[0], TEMP[1].yxzw\n"
                                               "RET\n"
                                               "ENDSUB\n";
    struct pipe_fixture *f = *state;
    need_images(f);
    struct pipe_resource *from =
        texture(f, PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 8, 3, 2);
    struct pipe_resource *to =
        texture(f, PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM, 8, 4, 4, 1);
    uint32_t texels[32];
    fixture_noise(9, texels, sizeof(texels));
    const struct pipe_box source = fixture_box(0, 0, 2, 8, 4, 1);
    fixture_write(f, from, 1, &source, texels);
    struct pipe_surface *surfaces[] = {texture_surface(f, from, 1, 2, false),
                                       texture_surface(f, to, 0, 1, true)};
    run(f, text, 8, 4, surfaces, 2);
    const struct pipe_box box = fixture_level_box(to, 0);
    uint32_t *got = (uint32_t *)(void *)fixture_read(f, to, 0, &box);
    for (unsigned i = 0; i < 128; i++) {
        uint32_t texel = texels[i % 32];
        uint32_t swapped = (texel & 0xffff0000) | (texel & 0xff) << 8 | (texel >> 8 & 0xff);
        assert_int_equal(got[i], i / 32 == 1 ? swapped : 0);
    }
    free(got);

    /* A surface that is not writable must keep its contents. */
    surfaces[1]->writable = 0;
    struct pipe_surface *both[] = {surfaces[1], surfaces[0]};
    run(f, text, 8, 4, both, 2);
    got = (uint32_t *)(void *)fixture_read(f, from, 1, &source);
    fixture_expect_bytes(texels, got, sizeof(texels), "a texture that is not writable");
    free(got);
    pipe_surface_reference(&surfaces[0], NULL);
    pipe_surface_reference(&surfaces[1], NULL);
    pipe_resource_reference(&from, NULL);
    pipe_resource_reference(&to, NULL);
}

/* Stores through a surface with layers 1 and 2 of 4; checks that stores to other layers have no
 * effect. */
static void test_layers_of_textures(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL RES[0], 2D_ARRAY, WR\n"
                               "DCL SV[0], BLOCK_ID[0]\n"
                               "DCL TEMP[0]\n"
                               "IMM FLT32 {1.0, 0.0, 0.0, 0.0}\n"
                               "IMM UINT32 {0, 0, 0, 0}\n"
                               "MOV TEMP[0], IMM[1]\n"
                               "MOV TEMP[0].z, SV[0].xxxx\n"
                               "STORE RES[0], TEMP[0], IMM[0].xxxx\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    need_images(f);
    struct pipe_resource *res =
        texture(f, PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM, 4, 4, 4, 1);
    struct pipe_surface *surface = fixture_surface(f, res, res->format, 0, 1, 2);
    surface->writable = 1;
    run(f, text, 4, 1, &surface, 1);
    for (int layer = 0; layer < 4; layer++)
        assert_int_equal(fixture_texel32(f, res, 0, 0, layer),
                         layer == 1 || layer == 2 ? 0xffffffff : 0);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Loads and stores each supported 32-bit UNORM format with four components; checks that values are
 * unchanged. */
static void test_claimed_formats(void **state)
{
    static const char text[] = COPY_TEXT("2D") "LOAD TEMP[1], RES[0], SV[0]\n"
                                               "STORE RES[1], SV[0], TEMP[1]\n"
                                               "RET\n"
                                               "ENDSUB\n";
    struct pipe_fixture *f = *state;
    uint32_t texels[32];
    unsigned num = 0;
    need_images(f);
    fixture_noise(11, texels, sizeof(texels));
    for (enum pipe_format format = 1; format < PIPE_FORMAT_COUNT; format++) {
        if (util_format_get_blocksize(format) != 4 || !util_format_is_unorm(format) ||
            util_format_get_nr_components(format) != 4 || util_format_is_depth_or_stencil(format) ||
            !f->screen->is_format_supported(f->screen, format, PIPE_TEXTURE_2D, 0,
                                            PIPE_BIND_COMPUTE_RESOURCE))
            continue;
        struct pipe_resource *from = texture(f, PIPE_TEXTURE_2D, format, 8, 4, 1, 1);
        struct pipe_resource *to = texture(f, PIPE_TEXTURE_2D, format, 8, 4, 1, 1);
        const struct pipe_box box = fixture_level_box(from, 0);
        fixture_write(f, from, 0, &box, texels);
        struct pipe_surface *surfaces[] = {texture_surface(f, from, 0, 0, false),
                                           texture_surface(f, to, 0, 0, true)};
        run(f, text, 8, 4, surfaces, 2);
        uint8_t *got = fixture_read(f, to, 0, &box);
        fixture_expect_bytes(texels, got, sizeof(texels), util_format_name(format));
        free(got);
        pipe_surface_reference(&surfaces[0], NULL);
        pipe_surface_reference(&surfaces[1], NULL);
        pipe_resource_reference(&from, NULL);
        pipe_resource_reference(&to, NULL);
        num++;
    }
    assert_in_range(num, 1, 100);
}

/* Copies dwords to the rows of a texture, four at a time, with an atomic addition to one of the
 * four; checks the dwords. */
static void test_words_of_textures(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL RES[0], BUFFER, RAW, WR\n"
                               "DCL RES[1], 2D, RAW, WR\n"
                               "DCL SV[0], BLOCK_ID[0]\n"
                               "DCL TEMP[0..2]\n"
                               "IMM UINT32 {16, 1, 4, 0}\n"
                               "BGNSUB\n"
                               "UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
                               "LOAD TEMP[1], RES[0], TEMP[0].xxxx\n"
                               "MOV TEMP[0].y, SV[0].yyyy\n"
                               "STORE RES[1], TEMP[0], TEMP[1]\n"
                               "LOAD TEMP[2].yw, RES[1], TEMP[0]\n"
                               "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].zzzz\n"
                               "ATOMUADD TEMP[2].x, RES[1], TEMP[0], TEMP[2].wwww\n"
                               "RET\n"
                               "ENDSUB\n";
    struct pipe_fixture *f = *state;
    need_images(f);
    uint32_t data[16];
    fixture_noise(11, data, sizeof(data));
    struct pipe_resource *from = fixture_words(f, 16, data);
    struct pipe_resource *to = texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R32_FLOAT, 12, 3, 1, 1);
    struct pipe_surface *surfaces[] = {buffer_surface(f, from, PIPE_FORMAT_R32_UINT, 0, 15, true),
                                       texture_surface(f, to, 0, 0, true)};
    run(f, text, 4, 2, surfaces, 2); /* the last block lies after the row's end */
    const struct pipe_box box = fixture_level_box(to, 0);
    uint32_t *got = (uint32_t *)(void *)fixture_read(f, to, 0, &box);
    for (unsigned i = 0; i < 36; i++) {
        unsigned x = i % 12;
        uint32_t expected = x % 4 == 1 ? data[x] + data[x + 2] : data[x];
        assert_int_equal(got[i], i < 24 ? expected : 0);
    }
    free(got);
    pipe_surface_reference(&surfaces[0], NULL);
    pipe_surface_reference(&surfaces[1], NULL);
    pipe_resource_reference(&from, NULL);
    pipe_resource_reference(&to, NULL);
}

/* Loads, squares and stores dwords in a texture of floats; checks that every bit is kept: small
 * integers would be denormals as floats. */
static void test_small_words_of_textures(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL RES[0], 2D, RAW, WR\n"
                               "DCL SV[0], BLOCK_ID[0]\n"
                               "DCL SV[1], BLOCK_SIZE[0]\n"
                               "DCL SV[2], THREAD_ID[0]\n"
                               "DCL TEMP[0..1]\n"
                               "IMM UINT32 {4, 1, 0, 0}\n"
                               "BGNSUB\n"
                               "UMUL TEMP[0], SV[0], SV[1]\n"
                               "UADD TEMP[0], TEMP[0], SV[2]\n"
                               "UMUL TEMP[0], TEMP[0], IMM[0]\n"
                               "LOAD TEMP[1].x, RES[0].xxxx, TEMP[0]\n"
                               "UMUL TEMP[1].x, TEMP[1], TEMP[1]\n"
                               "STORE RES[0].x, TEMP[0], TEMP[1].xxxx\n"
                               "RET\n"
                               "ENDSUB\n";
    struct pipe_fixture *f = *state;
    need_images(f);
    uint32_t data[15 * 12];
    for (unsigned i = 0; i < 15 * 12; i++)
        data[i] = i;
    struct pipe_resource *res = texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R32_FLOAT, 15, 12, 1, 1);
    const struct pipe_box box = fixture_level_box(res, 0);
    fixture_write(f, res, 0, &box, data);
    struct pipe_surface *surface = texture_surface(f, res, 0, 0, true);
    run(f, text, 15, 12, &surface, 1);
    uint32_t *got = (uint32_t *)(void *)fixture_read(f, res, 0, &box);
    for (unsigned i = 0; i < 15 * 12; i++)
        assert_int_equal(got[i], i * i);
    free(got);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Makes consecutive dispatches without a barrier, each of which doubles what the previous dispatch
 * wrote; checks the result. */
static void test_grids_in_order(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL RES[0], BUFFER, RAW, WR\n"
                               "DCL SV[0], BLOCK_ID[0]\n"
                               "DCL TEMP[0..1]\n"
                               "IMM UINT32 {4, 0, 0, 0}\n"
                               "BGNSUB\n"
                               "UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
                               "LOAD TEMP[1].x, RES[0], TEMP[0].xxxx\n"
                               "UADD TEMP[1].x, TEMP[1].xxxx, TEMP[1].xxxx\n"
                               "STORE RES[0].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
                               "RET\n"
                               "ENDSUB\n";
    struct pipe_fixture *f = *state;
    uint32_t data[64];
    for (unsigned i = 0; i < 64; i++)
        data[i] = i + 1;
    struct pipe_resource *res = fixture_words(f, 64, data);
    struct pipe_surface *surface = buffer_surface(f, res, PIPE_FORMAT_R32_UINT, 0, 63, true);
    const struct pipe_compute_state sizes = {0};
    const struct pipe_grid_info info = {.block = {1, 1, 1}, .grid = {64, 1, 1}};
    void *cs = fixture_compute(f, text, &sizes);
    f->pipe->bind_compute_state(f->pipe, cs);
    f->pipe->set_compute_resources(f->pipe, 0, 1, &surface);
    for (unsigned k = 0; k < 10; k++)
        f->pipe->launch_grid(f->pipe, &info);
    uint32_t *got = fixture_read_words(f, res);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(got[i], (i + 1) << 10);
    free(got);
    f->pipe->set_compute_resources(f->pipe, 0, 1, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
}

/* ---- Stages of a draw */

/* Draws with a vertex shader that outputs the colour in RES[0], and a fragment shader that counts
 * fragments in RES[1]; checks the colour and the count. */
static void test_stages_of_a_draw(void **state)
{
    static const char vs_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "DCL RES[0], BUFFER, RAW\n"
                                  "IMM UINT32 {0, 0, 0, 0}\n"
                                  "MOV OUT[0], IN[0]\n"
                                  "LOAD OUT[1], RES[0], IMM[0].xxxx\n"
                                  "END\n";
    static const char fs_text[] = "FRAG\n"
                                  "DCL IN[0], GENERIC[0], CONSTANT\n"
                                  "DCL OUT[0], COLOR\n"
                                  "DCL RES[1], BUFFER, RAW, WR\n"
                                  "DCL TEMP[0]\n"
                                  "IMM UINT32 {4, 1, 0, 0}\n"
                                  "ATOMUADD TEMP[0].x, RES[1], IMM[0].xxxx, IMM[0].yyyy\n"
                                  "MOV OUT[0], IN[0]\n"
                                  "END\n";
    struct pipe_fixture *f = *state;
    struct pipe_screen *screen = f->screen;
    if (!screen->get_shader_param(screen, PIPE_SHADER_VERTEX, PIPE_SHADER_CAP_MAX_SHADER_BUFFERS) ||
        !screen->get_shader_param(screen, PIPE_SHADER_FRAGMENT, PIPE_SHADER_CAP_MAX_SHADER_BUFFERS))
        skip();
    static const float color[4] = {1.0f, 0.0f, 1.0f, 1.0f};
    uint32_t words[4];
    memcpy(words, color, sizeof(words));
    struct pipe_resource *from = fixture_words(f, 4, words);
    struct pipe_resource *count = fixture_words(f, 4, NULL);
    struct pipe_surface *surfaces[] = {
        buffer_surface(f, from, PIPE_FORMAT_R32G32B32A32_FLOAT, 0, 0, false),
        buffer_surface(f, count, PIPE_FORMAT_R32_UINT, 0, 3, true)};
    struct draw_kit kit;
    kit_init(&kit, f, 0, NULL);
    kit_use_vertex_shader(&kit, vs_text);
    kit_use_fragment_shader(&kit, fs_text);
    f->pipe->set_shader_resources(f->pipe, 0, 2, surfaces);
    kit_fill(&kit, 0.0f, 0.0f, 0.0f, 0.5f);
    assert_int_equal(kit_pixel(&kit, 3, 9), 0xffff00ff);
    uint32_t *got = fixture_read_words(f, count);
    assert_int_equal(got[1], KIT_SIZE * KIT_SIZE);
    free(got);
    f->pipe->set_shader_resources(f->pipe, 0, 2, NULL);
    kit_finish(&kit);
    pipe_surface_reference(&surfaces[0], NULL);
    pipe_surface_reference(&surfaces[1], NULL);
    pipe_resource_reference(&from, NULL);
    pipe_resource_reference(&count, NULL);
}

/* Draws with tessellation and geometry stages that each store to a different dword of RES[1];
 * checks the dwords. */
static void test_stages_between(void **state)
{
    static const char tcs_text[] = "TESS_CTRL\n"
                                   "PROPERTY TCS_VERTICES_OUT 3\n"
                                   "DCL IN[][0], POSITION\n"
                                   "DCL SV[0], INVOCATIONID\n"
                                   "DCL OUT[][0], POSITION\n"
                                   "DCL OUT[1], TESSOUTER\n"
                                   "DCL OUT[2].xy, TESSINNER\n"
                                   "DCL ADDR[0]\n"
                                   "DCL RES[1], BUFFER, RAW, WR\n"
                                   "IMM FLT32 {1.0, 0.0, 0.0, 0.0}\n"
                                   "IMM UINT32 {0, 7, 0, 0}\n"
                                   "UARL ADDR[0].x, SV[0].xxxx\n"
                                   "MOV OUT[ADDR[0].x][0], IN[ADDR[0].x][0]\n"
                                   "MOV OUT[1], IMM[0].xxxx\n"
                                   "MOV OUT[2].xy, IMM[0].xxxx\n"
                                   "STORE RES[1].x, IMM[1].xxxx, IMM[1].yyyy\n"
                                   "END\n";
    static const char tes_text[] = "TESS_EVAL\n"
                                   "PROPERTY TES_PRIM_MODE 4\n"
                                   "DCL IN[][0], POSITION\n"
                                   "DCL OUT[0], POSITION\n"
                                   "DCL RES[1], BUFFER, RAW, WR\n"
                                   "IMM UINT32 {4, 8, 0, 0}\n"
                                   "MOV OUT[0], IN[0][0]\n"
                                   "STORE RES[1].x, IMM[0].xxxx, IMM[0].yyyy\n"
                                   "END\n";
    static const char gs_text[] = "GEOM\n"
                                  "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"
                                  "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"
                                  "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n"
                                  "DCL IN[][0], POSITION\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "DCL RES[1], BUFFER, RAW, WR\n"
                                  "IMM UINT32 {8, 9, 0, 0}\n"
                                  "MOV OUT[0], IN[0][0]\n"
                                  "MOV OUT[1], IN[0][0]\n"
                                  "EMIT IMM[0].zzzz\n"
                                  "STORE RES[1].x, IMM[0].xxxx, IMM[0].yyyy\n"
                                  "END\n";
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    if (!pipe->create_tes_state || !pipe->create_gs_state ||
        !f->screen->get_shader_param(f->screen, PIPE_SHADER_GEOMETRY,
                                     PIPE_SHADER_CAP_MAX_SHADER_BUFFERS))
        skip();
    struct pipe_resource *res = fixture_words(f, 4, NULL);
    struct pipe_surface *surface = buffer_surface(f, res, PIPE_FORMAT_R32_UINT, 0, 3, true);
    struct draw_kit kit;
    kit_init(&kit, f, 0, NULL);
    kit.patch_vertices = 3;
    void *tcs = fixture_shader(f, pipe->create_tcs_state, tcs_text, NULL);
    void *tes = fixture_shader(f, pipe->create_tes_state, tes_text, NULL);
    void *gs = fixture_shader(f, pipe->create_gs_state, gs_text, NULL);
    pipe->bind_tcs_state(pipe, tcs);
    pipe->bind_tes_state(pipe, tes);
    pipe->bind_gs_state(pipe, gs);
    pipe->set_shader_resources(pipe, 1, 1, &surface);
    const struct kit_vertex vertices[3] = {0};
    kit_draw(&kit, PIPE_PRIM_PATCHES, vertices, 3);
    uint32_t *got = fixture_read_words(f, res);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(got[i], 7 + i);
    free(got);
    pipe->set_shader_resources(pipe, 1, 1, NULL);
    pipe->bind_tcs_state(pipe, NULL);
    pipe->bind_tes_state(pipe, NULL);
    pipe->bind_gs_state(pipe, NULL);
    pipe->delete_tcs_state(pipe, tcs);
    pipe->delete_tes_state(pipe, tes);
    pipe->delete_gs_state(pipe, gs);
    kit_finish(&kit);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Binds a surface that cannot be an attachment; checks that the surface counts as no attachment. */
static void test_no_attachment(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = fixture_words(f, 64, NULL);
    struct pipe_surface *surface = buffer_surface(f, res, PIPE_FORMAT_R32_UINT, 0, 63, true);
    assert_int_equal(surface->width, 64);
    const struct pipe_framebuffer_state fb = {
        .width = 8, .height = 8, .nr_cbufs = 1, .cbufs = {surface}};
    const union pipe_color_union color = {.ui = {1, 2, 3, 4}};
    f->pipe->set_framebuffer_state(f->pipe, &fb);
    f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR, &color, 0.0, 0);
    f->pipe->clear_render_target(f->pipe, surface, &color, 0, 0, 8, 1);
    f->pipe->clear_depth_stencil(f->pipe, surface, PIPE_CLEAR_DEPTH, 1.0, 0, 0, 0, 8, 1);
    f->pipe->set_framebuffer_state(f->pipe, NULL);
    uint32_t *got = fixture_read_words(f, res);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(got[i], 0);
    free(got);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_claimed_formats),   cmocka_unit_test(test_words_of_buffers),
        cmocka_unit_test(test_texels_of_buffers), cmocka_unit_test(test_texels_of_textures),
        cmocka_unit_test(test_words_of_textures), cmocka_unit_test(test_small_words_of_textures),
        cmocka_unit_test(test_grids_in_order),    cmocka_unit_test(test_stages_of_a_draw),
        cmocka_unit_test(test_stages_between),    cmocka_unit_test(test_layers_of_textures),
        cmocka_unit_test(test_no_attachment),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
