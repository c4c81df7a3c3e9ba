/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A program that uses graw: it parses options, creates shaders from text, draws one frame, and
 * writes the frame's image to the file that -o names. */
#include "state_tracker/graw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cso_cache/cso_context.h"
#include "util/u_inlines.h"

#define WIDTH    16
#define HEIGHT   8
#define HEADER_B 54 /* of a BMP file without masks */

static struct pipe_context *pipe;
static struct cso_context *cso;
static struct pipe_surface *surface;
static unsigned failed, frames;

#define CHECK(cond)                                                                                \
    do {                                                                                           \
        if (!(cond)) {                                                                             \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #cond);                                      \
            failed++;                                                                              \
        }                                                                                          \
    } while (0)

static const char vertex_text[] = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nMOV OUT[0], IN[0]\nEND\n";
static const char fragment_text[] = "FRAG\nDCL OUT[0], COLOR\nIMM FLT32 {0.2, 0.4, 1.0, 0.6}\n"
                                    "MOV OUT[0], IMM[0]\nEND\n";

/* Clears the target, and draws the left half in the fragment shader's colour. */
static void draw(void)
{
    const union pipe_color_union black = {{0, 0, 0, 1}};

    frames++;
    pipe->clear(pipe, PIPE_CLEAR_COLOR, &black, 0, 0);
    cso_draw_arrays(cso, PIPE_PRIM_TRIANGLE_STRIP, 0, 4);
    pipe->flush(pipe, NULL, 0);
    CHECK(graw_save_surface_to_file(pipe, surface, NULL));
}

static void init_state(void)
{
    static const float vertices[4][4] = {
        {-1, -1, 0, 1}, {0, -1, 0, 1}, {-1, 1, 0, 1}, {0, 1, 0, 1}};
    struct pipe_blend_state blend;
    struct pipe_depth_stencil_alpha_state dsa;
    struct pipe_rasterizer_state rasterizer;
    struct pipe_framebuffer_state fb;
    struct pipe_vertex_element element;
    struct pipe_vertex_buffer buffer;

    memset(&blend, 0, sizeof(blend));
    blend.rt[0].colormask = PIPE_MASK_RGBA;
    CHECK(cso_set_blend(cso, &blend) == PIPE_OK);
    memset(&dsa, 0, sizeof(dsa));
    CHECK(cso_set_depth_stencil_alpha(cso, &dsa) == PIPE_OK);
    memset(&rasterizer, 0, sizeof(rasterizer));
    rasterizer.half_pixel_center = 1;
    CHECK(cso_set_rasterizer(cso, &rasterizer) == PIPE_OK);
    memset(&fb, 0, sizeof(fb));
    fb.width = WIDTH;
    fb.height = HEIGHT;
    fb.nr_cbufs = 1;
    fb.cbufs[0] = surface;
    cso_set_framebuffer(cso, &fb);
    cso_set_viewport_dims(cso, WIDTH, HEIGHT, FALSE);
    memset(&element, 0, sizeof(element));
    element.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT;
    CHECK(cso_set_vertex_elements(cso, 1, &element) == PIPE_OK);
    memset(&buffer, 0, sizeof(buffer));
    buffer.stride = sizeof(vertices[0]);
    buffer.user_buffer = vertices;
    cso_set_vertex_buffers(cso, 0, 1, &buffer);
}

static void check_options(char *filename)
{
    char *argv[] = {(char *)"program", (char *)"-x", (char *)"-o", filename, (char *)"-o"};
    int argi = 1;

    CHECK(!graw_save_surface_to_file(pipe, surface, NULL)); /* no file name yet */
    CHECK(!graw_parse_args(&argi, 5, argv) && argi == 1);
    argi = 2;
    CHECK(graw_parse_args(&argi, 5, argv) && argi == 4);
    CHECK(!graw_parse_args(&argi, 5, argv) && argi == 4); /* -o without an argument */
}

/* Checks the image file; the check does not depend on whether the rows are stored from the top or
 * from the bottom. */
static void check_image_file(const char *filename)
{
    static const uint8_t left[4] = {255, 102, 51, 153}, right[4] = {0, 0, 0, 255};
    uint8_t bytes[HEADER_B + WIDTH * HEIGHT * 4 + 128];
    FILE *file = fopen(filename, "rb");
    size_t size_B, start_B, i;

    CHECK(file);
    if (!file)
        return;
    size_B = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    CHECK(size_B > HEADER_B && bytes[0] == 'B' && bytes[1] == 'M');
    start_B = size_B > HEADER_B ? bytes[10] : 0;
    CHECK(start_B >= HEADER_B && size_B == start_B + WIDTH * HEIGHT * 4);
    if (size_B != start_B + WIDTH * HEIGHT * 4)
        return;
    for (i = 0; i < WIDTH * HEIGHT; i++)
        CHECK(memcmp(bytes + start_B + i * 4, i % WIDTH < WIDTH / 2 ? left : right, 4) == 0);
}

int main(void)
{
    char filename[] = "graw.bmp";
    struct pipe_screen *screen;
    struct pipe_resource templ, *target;
    struct pipe_surface surface_templ;
    void *window = &window, *vs, *fs;

    CHECK(!graw_create_window_and_screen(0, 0, 0, HEIGHT, PIPE_FORMAT_B8G8R8A8_UNORM, &window));
    CHECK(!window);
    screen =
        graw_create_window_and_screen(0, 0, WIDTH, HEIGHT, PIPE_FORMAT_B8G8R8A8_UNORM, &window);
    if (!screen) {
        printf("no Vulkan device: skipped\n");
        return 77;
    }
    CHECK(window);
    pipe = screen->context_create(screen, NULL, 0);
    assert(pipe);
    cso = cso_create_context(pipe);
    assert(cso);
    memset(&templ, 0, sizeof(templ));
    templ.target = PIPE_TEXTURE_2D;
    templ.format = PIPE_FORMAT_B8G8R8A8_UNORM;
    templ.width0 = WIDTH;
    templ.height0 = HEIGHT;
    templ.depth0 = templ.array_size = 1;
    templ.bind = PIPE_BIND_RENDER_TARGET | PIPE_BIND_DISPLAY_TARGET;
    target = screen->resource_create(screen, &templ);
    assert(target);
    memset(&surface_templ, 0, sizeof(surface_templ));
    surface_templ.format = templ.format;
    surface = pipe->create_surface(pipe, target, &surface_templ);
    assert(surface);

    init_state();
    CHECK(!graw_parse_fragment_shader(pipe, "FRAG\nMOV\nEND\n"));
    vs = graw_parse_vertex_shader(pipe, vertex_text);
    fs = graw_parse_fragment_shader(pipe, fragment_text);
    assert(vs && fs);
    cso_set_vertex_shader_handle(cso, vs);
    cso_set_fragment_shader_handle(cso, fs);
    check_options(filename);
    graw_main_loop(); /* no display function is set: draws nothing */
    CHECK(frames == 0);
    graw_set_display_func(draw);
    graw_main_loop();
    CHECK(frames == 1);
    check_image_file(filename);
    remove(filename);

    cso_delete_vertex_shader(cso, vs);
    cso_delete_fragment_shader(cso, fs);
    cso_destroy_context(cso);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&target, NULL);
    pipe->destroy(pipe);
    screen->destroy(screen);
    if (failed)
        printf("%u checks failed\n", failed);
    return failed ? 1 : 0;
}
