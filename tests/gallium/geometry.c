/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws points with a geometry shader from text. The shader expands each point to a square; the
 * test checks the squares. */
#include "setup.h"

#define SIZE 8 /* size of a square in pixels */

static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL IN[1]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], COLOR[0]\n"
                                  "  MOV OUT[0], IN[0]\n"
                                  "  MOV OUT[1], IN[1]\n"
                                  "  END\n";

static const char geometry_text[] = "GEOM\n"
                                    "PROPERTY GS_INPUT_PRIMITIVE POINTS\n"
                                    "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"
                                    "PROPERTY GS_MAX_OUTPUT_VERTICES 4\n"
                                    "DCL IN[][0], POSITION\n"
                                    "DCL IN[][1], COLOR\n"
                                    "DCL OUT[0], POSITION\n"
                                    "DCL OUT[1], COLOR\n"
                                    "DCL CONST[0..3]\n"
                                    "IMM FLT32 { 0.0, 0.0, 0.0, 0.0 }\n"
                                    "  0: ADD OUT[0], IN[0][0], CONST[0]\n"
                                    "  1: MOV OUT[1], IN[0][1]\n"
                                    "  2: EMIT IMM[0].xxxx\n"
                                    "  3: ADD OUT[0], IN[0][0], CONST[1]\n"
                                    "  4: MOV OUT[1], IN[0][1]\n"
                                    "  5: EMIT IMM[0].xxxx\n"
                                    "  6: ADD OUT[0], IN[0][0], CONST[2]\n"
                                    "  7: MOV OUT[1], IN[0][1]\n"
                                    "  8: EMIT IMM[0].xxxx\n"
                                    "  9: ADD OUT[0], IN[0][0], CONST[3]\n"
                                    " 10: MOV OUT[1], IN[0][1]\n"
                                    " 11: EMIT IMM[0].xxxx\n"
                                    " 12: END\n";

static const char fragment_text[] = "FRAG\n"
                                    "DCL IN[0], COLOR, LINEAR\n"
                                    "DCL OUT[0], COLOR\n"
                                    "  0: MOV OUT[0], IN[0]\n"
                                    "  1: END\n";

/* Lower left corners of the squares, in pixels. */
static const int quad_vertices[3][2] = {{4, 4}, {40, 12}, {20, 48}};
static const float colors[3][4] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};

static struct pipe_resource *create_constants(struct program *p)
{
    const float right = 2.0f * SIZE / WIDTH, up = 2.0f * SIZE / HEIGHT;
    float offsets[4][4] = {{0, 0, 0, 0}, {right, 0, 0, 0}, {0, up, 0, 0}, {right, up, 0, 0}};
    struct pipe_resource templat, *buf;

    templat.target = PIPE_BUFFER;
    templat.format = PIPE_FORMAT_R8_UNORM;
    templat.width0 = sizeof(offsets);
    templat.height0 = 1;
    templat.depth0 = 1;
    templat.array_size = 1;
    templat.last_level = 0;
    templat.nr_samples = 1;
    templat.bind = PIPE_BIND_CONSTANT_BUFFER;
    buf = p->screen->resource_create(p->screen, &templat);
    assert(buf);
    p->pipe->buffer_subdata(p->pipe, buf, PIPE_TRANSFER_WRITE, 0, sizeof(offsets), offsets);
    pipe_set_constant_buffer(p->pipe, PIPE_SHADER_GEOMETRY, 0, buf);
    return buf;
}

static void check(struct program *p)
{
    static uint8_t pixels[HEIGHT][WIDTH][4];
    int x, y, i, c;

    read_target(p, pixels);
    for (y = 0; y < HEIGHT; y++) {
        for (x = 0; x < WIDTH; x++) {
            uint8_t expected[4] = {0, 0, 0, 255};
            for (i = 0; i < 3; i++) {
                if (x >= quad_vertices[i][0] && x < quad_vertices[i][0] + SIZE &&
                    y >= quad_vertices[i][1] && y < quad_vertices[i][1] + SIZE) {
                    for (c = 0; c < 4; c++)
                        expected[c] = float_to_ubyte(colors[i][c]);
                }
            }
            CHECK(p, memcmp(pixels[y][x], expected, 4) == 0, "pixel %d, %d: %u %u %u %u", x, y,
                  pixels[y][x][0], pixels[y][x][1], pixels[y][x][2], pixels[y][x][3]);
        }
    }
}

int main(void)
{
    struct program p;
    struct pipe_resource *constants;
    float vertices[3][2][4];
    void *gs;
    int i;

    init_screen(&p);
    if (!p.screen->get_shader_param(p.screen, PIPE_SHADER_GEOMETRY,
                                    PIPE_SHADER_CAP_MAX_INSTRUCTIONS)) {
        printf("no geometry shaders: skipped\n");
        return 77;
    }
    init_target(&p, PIPE_FORMAT_RGBA8888_UNORM);
    init_state(&p);
    for (i = 0; i < 3; i++) {
        vertices[i][0][0] = 2.0f * quad_vertices[i][0] / WIDTH - 1.0f;
        vertices[i][0][1] = 2.0f * quad_vertices[i][1] / HEIGHT - 1.0f;
        vertices[i][0][2] = 0.0f;
        vertices[i][0][3] = 1.0f;
        COPY_4V(vertices[i][1], colors[i]);
    }
    set_vertices(&p, &vertices[0][0][0], sizeof(vertices), 2);
    set_shaders(&p, vertex_text, fragment_text);
    gs = shader_from_text(p.pipe, p.pipe->create_gs_state, geometry_text);
    assert(gs);
    p.pipe->bind_gs_state(p.pipe, gs);
    constants = create_constants(&p);

    clear(&p, 0, 0, 0, 1);
    util_draw_arrays(p.pipe, PIPE_PRIM_POINTS, 0, 3);
    p.pipe->flush(p.pipe, NULL, 0);
    check(&p);

    pipe_set_constant_buffer(p.pipe, PIPE_SHADER_GEOMETRY, 0, NULL);
    pipe_resource_reference(&constants, NULL);
    p.pipe->bind_gs_state(p.pipe, NULL);
    p.pipe->delete_gs_state(p.pipe, gs);
    return finish(&p);
}
