/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws squares as instances, whose position and colour are instance attributes, with and without
 * an index buffer; checks the pixels. */
#include "setup.h"

#define SIZE     6
#define NUM_INST 5
#define FIRST    1 /* start_instance of the second draw */

static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL IN[1]\n"
                                  "DCL IN[2]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], COLOR\n"
                                  "  0: MOV OUT[1], IN[2]\n"
                                  "  1: ADD OUT[0], IN[0], IN[1]\n"
                                  "  2: END\n";

static const char fragment_text[] = "FRAG\n"
                                    "DCL IN[0], COLOR, LINEAR\n"
                                    "DCL OUT[0], COLOR\n"
                                    "  0: MOV OUT[0], IN[0]\n"
                                    "  1: END\n";

static const int places[NUM_INST][2] = {{2, 2}, {12, 50}, {22, 10}, {34, 34}, {50, 20}};
/* There is one colour for every two instances. */
static const uint8_t colors[3][4] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}};
static const ushort indices[6] = {0, 1, 2, 2, 1, 3};

static struct pipe_resource *ibuffer, *instances;

static void set_buffers(struct program *p)
{
    const float w = 2.0f * SIZE / WIDTH, h = 2.0f * SIZE / HEIGHT;
    const float vertices[4][4] = {{0, 0, 0, 1}, {w, 0, 0, 1}, {0, h, 0, 1}, {w, h, 0, 1}};
    float inst_data[NUM_INST + 3][4];
    struct pipe_vertex_element ve[3];
    struct pipe_vertex_buffer vbuf[3];
    struct pipe_index_buffer ibuf;
    int i, c;

    for (i = 0; i < NUM_INST; i++) {
        inst_data[i][0] = 2.0f * places[i][0] / WIDTH - 1.0f;
        inst_data[i][1] = 2.0f * places[i][1] / HEIGHT - 1.0f;
        inst_data[i][2] = inst_data[i][3] = 0.0f;
    }
    for (i = 0; i < 3; i++) {
        for (c = 0; c < 4; c++)
            inst_data[NUM_INST + i][c] = ubyte_to_float(colors[i][c]);
    }
    p->vbuf = pipe_buffer_create_with_data(p->pipe, PIPE_BIND_VERTEX_BUFFER, PIPE_USAGE_DEFAULT,
                                           sizeof(vertices), vertices);
    instances = pipe_buffer_create_with_data(p->pipe, PIPE_BIND_VERTEX_BUFFER, PIPE_USAGE_DEFAULT,
                                             sizeof(inst_data), inst_data);

    memset(ve, 0, sizeof(ve));
    for (i = 0; i < 3; i++) {
        ve[i].src_format = PIPE_FORMAT_R32G32B32A32_FLOAT;
        ve[i].vertex_buffer_index = (unsigned)i;
        ve[i].instance_divisor = (unsigned)i; /* 0: a vertex attribute */
    }
    p->velems = p->pipe->create_vertex_elements_state(p->pipe, 3, ve);
    p->pipe->bind_vertex_elements_state(p->pipe, p->velems);

    memset(vbuf, 0, sizeof(vbuf));
    vbuf[0].stride = vbuf[1].stride = vbuf[2].stride = 4 * sizeof(float);
    vbuf[0].buffer = p->vbuf;
    vbuf[1].buffer = vbuf[2].buffer = instances;
    vbuf[2].buffer_offset = NUM_INST * 4 * sizeof(float);
    p->pipe->set_vertex_buffers(p->pipe, 0, 3, vbuf);

    /* user_buffer stays uninitialized */
    ibuffer = pipe_buffer_create_with_data(p->pipe, PIPE_BIND_INDEX_BUFFER, PIPE_USAGE_DEFAULT,
                                           sizeof(indices), indices);
    ibuf.buffer = ibuffer;
    ibuf.offset = 0;
    ibuf.index_size = sizeof(indices[0]);
    p->pipe->set_index_buffer(p->pipe, &ibuf);
}

/* Checks the instances from `first` to NUM_INST - 1. Every two instances have one colour, because
 * the colours have divisor 2. The first two instances have colour number `first`: the instance's
 * number in the draw is divided by the divisor before start_instance is added. */
static void check(struct program *p, int first)
{
    static uint8_t pixels[HEIGHT][WIDTH][4];
    int x, y, i;

    read_target(p, pixels);
    for (y = 0; y < HEIGHT; y++) {
        for (x = 0; x < WIDTH; x++) {
            static const uint8_t none[4] = {255, 0, 255, 255};
            const uint8_t *expected = none;
            for (i = first; i < NUM_INST; i++) {
                if (x >= places[i][0] && x < places[i][0] + SIZE && y >= places[i][1] &&
                    y < places[i][1] + SIZE)
                    expected = colors[first + (i - first) / 2];
            }
            CHECK(p, memcmp(pixels[y][x], expected, 4) == 0, "from %d: pixel %d, %d: %u %u %u",
                  first, x, y, pixels[y][x][0], pixels[y][x][1], pixels[y][x][2]);
        }
    }
}

int main(void)
{
    struct program p;
    struct pipe_draw_info info;

    init_screen(&p);
    init_target(&p, PIPE_FORMAT_RGBA8888_UNORM);
    init_state(&p);
    set_buffers(&p);
    set_shaders(&p, vertex_text, fragment_text);

    clear(&p, 1, 0, 1, 1);
    util_draw_init_info(&info);
    info.mode = PIPE_PRIM_TRIANGLE_STRIP;
    info.count = 4;
    info.instance_count = NUM_INST;
    p.pipe->draw_vbo(p.pipe, &info);
    check(&p, 0);

    clear(&p, 1, 0, 1, 1);
    util_draw_elements_instanced(p.pipe, 0, PIPE_PRIM_TRIANGLES, 0, 6, FIRST, NUM_INST - FIRST);
    check(&p, FIRST);

    p.pipe->set_index_buffer(p.pipe, NULL);
    p.pipe->set_vertex_buffers(p.pipe, 0, 3, NULL);
    pipe_resource_reference(&ibuffer, NULL);
    pipe_resource_reference(&instances, NULL);
    return finish(&p);
}
