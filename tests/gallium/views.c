/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sampler views that read a texture differently: as sRGB, and with swizzled components. */
#include <math.h>

#include "setup.h"

#define SIZE 16

static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL IN[1]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "  0: MOV OUT[1], IN[1]\n"
                                  "  1: MOV OUT[0], IN[0]\n"
                                  "  2: END\n";

static const char fragment_text[] = "FRAG\n"
                                    "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                    "DCL OUT[0], COLOR\n"
                                    "DCL TEMP[0]\n"
                                    "DCL SAMP[0]\n"
                                    "DCL SVIEW[0], 2D, FLOAT\n"
                                    "  0: TXP TEMP[0], IN[0], SAMP[0], 2D\n"
                                    "  1: MOV OUT[0], TEMP[0]\n"
                                    "  2: END\n";

static const float vertices[4][2][4] = {
    {{1, -1, 0, 1}, {1, 0, 0, 1}},
    {{1, 1, 0, 1}, {1, 1, 0, 1}},
    {{-1, 1, 0, 1}, {0, 1, 0, 1}},
    {{-1, -1, 0, 1}, {0, 0, 0, 1}},
};

static ubyte texels[SIZE][SIZE][4]; /* blue, green, red, alpha */

static double linear_of(ubyte byte)
{
    double c = byte / 255.0;

    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* Returns component `which` of a texel, in the order red, green, blue, alpha, zero, one, in 255ths.
 */
static double component(const ubyte *texel, unsigned which, boolean srgb)
{
    static const int places[4] = {2, 1, 0, 3};

    if (which >= PIPE_SWIZZLE_ZERO)
        return which == PIPE_SWIZZLE_ONE ? 255.0 : 0.0;
    if (srgb && which != PIPE_SWIZZLE_ALPHA)
        return 255.0 * linear_of(texel[places[which]]);
    return texel[places[which]];
}

static void check(struct program *p, struct pipe_resource *texture, enum pipe_format format,
                  const unsigned swizzle[4])
{
    static uint8_t pixels[HEIGHT][WIDTH][4];
    boolean srgb = util_format_is_srgb(format);
    struct pipe_sampler_view sv_temp, *sv;
    unsigned x, y, c;

    memset(&sv_temp, 0, sizeof(sv_temp));
    sv_temp.format = format;
    sv_temp.texture = texture;
    sv_temp.swizzle_r = swizzle[0] & 7;
    sv_temp.swizzle_g = swizzle[1] & 7;
    sv_temp.swizzle_b = swizzle[2] & 7;
    sv_temp.swizzle_a = swizzle[3] & 7;
    sv = p->pipe->create_sampler_view(p->pipe, texture, &sv_temp);
    assert(sv);
    p->pipe->set_sampler_views(p->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &sv);
    clear(p, 0.5, 0.5, 0.5, 1.0);
    util_draw_arrays(p->pipe, PIPE_PRIM_QUADS, 0, 4);
    p->pipe->flush(p->pipe, NULL, 0);
    read_target(p, pixels);
    for (y = 0; y < HEIGHT; y++) {
        for (x = 0; x < WIDTH; x++) {
            const ubyte *texel = texels[y * SIZE / HEIGHT][x * SIZE / WIDTH];
            for (c = 0; c < 4; c++) {
                double expected = component(texel, swizzle[c], srgb);
                /* Decoding may be off by half a step, rounding by another. */
                CHECK(p, fabs(pixels[y][x][c] - expected) <= (srgb ? 1.0 : 0.0),
                      "%s: pixel %u, %u: component %u is %u, not %f", util_format_name(format), x,
                      y, c, pixels[y][x][c], expected);
            }
        }
    }
    p->pipe->set_sampler_views(p->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    pipe_sampler_view_reference(&sv, NULL);
}

int main(void)
{
    static const unsigned rgba[4] = {PIPE_SWIZZLE_RED, PIPE_SWIZZLE_GREEN, PIPE_SWIZZLE_BLUE,
                                     PIPE_SWIZZLE_ALPHA},
                          abgr[4] = {PIPE_SWIZZLE_W, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_Y,
                                     PIPE_SWIZZLE_X},
                          with_numbers[4] = {PIPE_SWIZZLE_ONE, PIPE_SWIZZLE_BLUE, PIPE_SWIZZLE_ZERO,
                                             PIPE_SWIZZLE_GREEN};
    struct pipe_resource *texture;
    struct program p;
    void *sampler;
    unsigned s, t;

    init_screen(&p);
    init_target(&p, PIPE_FORMAT_RGBA8888_UNORM);
    init_state(&p);
    for (t = 0; t < SIZE; t++) {
        for (s = 0; s < SIZE; s++) {
            texels[t][s][0] = (ubyte)(s * 255 / SIZE);
            texels[t][s][1] = (ubyte)(t * 255 / SIZE);
            texels[t][s][2] = (ubyte)(255 - (s + t) * 8);
            texels[t][s][3] = (ubyte)(128 + s * t / 2);
        }
    }
    texture = create_tex2d(&p, SIZE, SIZE, PIPE_FORMAT_B8G8R8A8_UNORM, texels);
    sampler = create_sampler(p.pipe, PIPE_TEX_FILTER_NEAREST);
    p.pipe->bind_sampler_states(p.pipe, PIPE_SHADER_FRAGMENT, 0, 1, &sampler);
    set_vertices(&p, &vertices[0][0][0], sizeof(vertices), 2);
    set_shaders(&p, vertex_text, fragment_text);

    check(&p, texture, PIPE_FORMAT_B8G8R8A8_UNORM, rgba);
    check(&p, texture, PIPE_FORMAT_B8G8R8A8_SRGB, rgba);
    check(&p, texture, PIPE_FORMAT_B8G8R8A8_UNORM, abgr);
    check(&p, texture, PIPE_FORMAT_B8G8R8A8_UNORM, with_numbers);
    check(&p, texture, PIPE_FORMAT_B8G8R8A8_SRGB, with_numbers);

    p.pipe->bind_sampler_states(p.pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    p.pipe->delete_sampler_state(p.pipe, sampler);
    pipe_resource_reference(&texture, NULL);
    return finish(&p);
}
