/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Occlusion queries must count pixels exactly: all pixels of a rectangle, the pixels of a rectangle
 * that a nearer rectangle leaves visible, and no pixels if nothing is drawn. */
#include "setup.h"

static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL IN[1]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], COLOR\n"
                                  "  0: MOV OUT[1], IN[1]\n"
                                  "  1: MOV OUT[0], IN[0]\n"
                                  "  2: END\n";

static const char fragment_text[] = "FRAG\n"
                                    "DCL IN[0], COLOR, LINEAR\n"
                                    "DCL OUT[0], COLOR\n"
                                    "  0: MOV OUT[0], IN[0]\n"
                                    "  1: END\n";

struct rect {
    int x0, y0, x1, y1; /* pixels */
    float z;            /* depth in clip space; -1 is near */
};

/* Draws a rectangle as a fan of four vertices. */
static void draw_rect(struct program *p, const struct rect *r)
{
    const int quad_vertices[4][2] = {
        {r->x0, r->y0}, {r->x1, r->y0}, {r->x1, r->y1}, {r->x0, r->y1}};
    float vertices[4][2][4];
    int i;

    for (i = 0; i < 4; i++) {
        vertices[i][0][0] = 2.0f * quad_vertices[i][0] / WIDTH - 1.0f;
        vertices[i][0][1] = 2.0f * quad_vertices[i][1] / HEIGHT - 1.0f;
        vertices[i][0][2] = r->z;
        vertices[i][0][3] = 1.0f;
        ASSIGN_4V(vertices[i][1], 1.0f, 1.0f, 1.0f, 1.0f);
    }
    pipe_buffer_write(p->pipe, p->vbuf, 0, sizeof(vertices), vertices);
    util_draw_arrays(p->pipe, PIPE_PRIM_TRIANGLE_FAN, 0, 4);
}

static uint64_t count(struct program *p, struct pipe_query *q, const struct rect *r)
{
    union pipe_query_result res;

    p->pipe->begin_query(p->pipe, q);
    draw_rect(p, r);
    p->pipe->end_query(p->pipe, q);
    if (!p->pipe->get_query_result(p->pipe, q, TRUE, &res))
        return ~(uint64_t)0;
    return res.u64;
}

static void set_depth_test(struct program *p)
{
    struct pipe_depth_stencil_alpha_state dsa;

    p->pipe->bind_depth_stencil_alpha_state(p->pipe, NULL);
    p->pipe->delete_depth_stencil_alpha_state(p->pipe, p->dsa);
    memset(&dsa, 0, sizeof(dsa));
    dsa.depth.enabled = 1;
    dsa.depth.writemask = 1;
    dsa.depth.func = PIPE_FUNC_LESS;
    p->dsa = p->pipe->create_depth_stencil_alpha_state(p->pipe, &dsa);
    p->pipe->bind_depth_stencil_alpha_state(p->pipe, p->dsa);

    set_viewport(p, 0.5f, 0.5f);
}

int main(void)
{
    static const struct rect near_rect = {8, 8, 24, 28, -0.5f}, far_rect = {4, 12, 40, 20, 0.5f},
                             outside = {70, 70, 90, 90, 0.0f};
    static const float nothing[8] = {0};
    const unsigned overlap = (24 - 8) * (20 - 12);
    union pipe_color_union color;
    struct program p;
    struct pipe_resource *depth;
    struct pipe_surface *zs;
    struct pipe_query *q;

    init_screen(&p);
    init_target(&p, PIPE_FORMAT_RGBA8888_UNORM);
    init_state(&p);
    depth = create_attachment(&p, PIPE_FORMAT_Z32_FLOAT, PIPE_BIND_DEPTH_STENCIL, &zs);
    set_framebuffer(&p, zs);
    set_depth_test(&p);
    set_vertices(&p, nothing, sizeof(nothing), 2);
    pipe_resource_reference(&p.vbuf, NULL);
    p.vbuf = pipe_buffer_create(p.screen, PIPE_BIND_VERTEX_BUFFER, PIPE_USAGE_STREAM,
                                4 * 8 * sizeof(float));
    {
        struct pipe_vertex_buffer vbuf;
        memset(&vbuf, 0, sizeof(vbuf));
        vbuf.stride = 8 * sizeof(float);
        vbuf.buffer = p.vbuf;
        p.pipe->set_vertex_buffers(p.pipe, 0, 1, &vbuf);
    }
    set_shaders(&p, vertex_text, fragment_text);

    memset(&color, 0, sizeof(color));
    p.pipe->clear(p.pipe, PIPE_CLEAR_COLOR | PIPE_CLEAR_DEPTHSTENCIL, &color, 1.0, 0);
    q = p.pipe->create_query(p.pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    assert(q);
    {
        uint64_t first = count(&p, q, &near_rect), second = count(&p, q, &far_rect),
                 third = count(&p, q, &outside);
        CHECK(&p, first == (24 - 8) * (28 - 8), "the near rectangle has %u pixels",
              (unsigned)first);
        CHECK(&p, second == (40 - 4) * (20 - 12) - overlap, "%u pixels of the far one are seen",
              (unsigned)second);
        CHECK(&p, third == 0, "%u pixels outside", (unsigned)third);
    }
    p.pipe->destroy_query(p.pipe, q);
    p.pipe->set_vertex_buffers(p.pipe, 0, 1, NULL);
    pipe_surface_reference(&zs, NULL);
    pipe_resource_reference(&depth, NULL);
    return finish(&p);
}
