/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* tess_bench [FRAMES]: frames per second of a draw of patches that become 100,000 triangles, in few
 * patches and in many, with levels of state and of a control shader. What tessellates is the device
 * or, with GALVAN_MASK=tessellationShader, kernels. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pipe_draw_kit.h"
#include "util/text.h"

struct tess_case {
    const char *name;
    unsigned num_patches, level; /* quads: 2 level^2 triangles each */
    bool has_control;
};

static const struct tess_case cases[] = {
    {"49 patches, levels of state", 49, 32, false},
    {"49 patches, control shader", 49, 32, true},
    {"3125 patches, levels of state", 3125, 4, false},
    {"3125 patches, control shader", 3125, 4, true},
};

static const char ctrl_text[] = "TESS_CTRL\n"
                                "PROPERTY TCS_VERTICES_OUT 4\n"
                                "DCL IN[][0], POSITION\n"
                                "DCL SV[0], INVOCATIONID\n"
                                "DCL OUT[][0], POSITION\n"
                                "DCL OUT[1], TESSOUTER\n"
                                "DCL OUT[2].xy, TESSINNER\n"
                                "DCL ADDR[0..1]\n"
                                "DCL CONST[0]\n"
                                "UARL ADDR[1].x, SV[0].xxxx\n"
                                "MOV OUT[ADDR[1].x][0], IN[ADDR[1].x][0]\n"
                                "MOV OUT[1], CONST[0]\n"
                                "MOV OUT[2].xy, CONST[0]\n"
                                "END\n";

static const char eval_text[] = "TESS_EVAL\n"
                                "PROPERTY TES_PRIM_MODE 7\n"
                                "PROPERTY TES_SPACING 2\n"
                                "PROPERTY TES_VERTEX_ORDER_CW 0\n"
                                "PROPERTY TES_POINT_MODE 0\n"
                                "DCL IN[][0], POSITION\n"
                                "DCL SV[0], TESSCOORD\n"
                                "DCL OUT[0], POSITION\n"
                                "DCL OUT[1], GENERIC[0]\n"
                                "DCL TEMP[0..1]\n"
                                "LRP TEMP[0], SV[0].xxxx, IN[1][0], IN[0][0]\n"
                                "LRP TEMP[1], SV[0].xxxx, IN[3][0], IN[2][0]\n"
                                "LRP OUT[0], SV[0].yyyy, TEMP[1], TEMP[0]\n"
                                "MOV OUT[1], SV[0]\n"
                                "END\n";

static double now_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static struct pipe_resource *create_vertices(struct pipe_fixture *f, unsigned num)
{
    struct kit_vertex *vertices = calloc(num, sizeof(*vertices));
    const unsigned size_B = num * (unsigned)sizeof(*vertices);
    const struct pipe_box box = fixture_box(0, 0, 0, (int)size_B, 1, 1);
    struct pipe_resource *res = fixture_buffer(f, size_B, PIPE_USAGE_DEFAULT, 0);
    for (unsigned i = 0; i < num; i++)
        vertices[i] = (struct kit_vertex){{0.1f * (float)(i & 1), 0.1f * (float)(i >> 1 & 1), 0, 1},
                                          {1, 1, 1, 1}};
    fixture_write(f, res, 0, &box, vertices);
    free(vertices);
    return res;
}

/* Frames per second; each waits for the one before. */
static double measure(struct draw_kit *kit, const struct tess_case *c, unsigned frames)
{
    struct pipe_context *pipe = kit->f->pipe;
    struct pipe_resource *vertices = create_vertices(kit->f, 4 * c->num_patches);
    const struct pipe_vertex_buffer vb = {.stride = sizeof(struct kit_vertex), .buffer = vertices};
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_PATCHES,
                                        .count = 4 * c->num_patches,
                                        .instance_count = 1,
                                        .vertices_per_patch = 4,
                                        .max_index = ~0u};
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    double begin = 0;
    for (unsigned i = 0; i < frames + 2; i++) {
        if (i == 2) /* pipelines are there now */
            begin = now_s();
        pipe->draw_vbo(pipe, &info);
        kit_pixel(kit, 0, 0);
    }
    double rate = frames / (now_s() - begin);
    pipe->set_vertex_buffers(pipe, 0, 1, NULL);
    pipe_resource_reference(&vertices, NULL);
    return rate;
}

static void run_case(struct pipe_fixture *f, const struct tess_case *c, unsigned frames)
{
    struct pipe_context *pipe = f->pipe;
    const float level = (float)c->level, levels[4] = {level, level, level, level};
    const struct pipe_constant_buffer cb = {.user_buffer = levels, .buffer_size = sizeof(levels)};
    struct draw_kit kit;
    kit_init(&kit, f, 0, NULL);
    void *tcs = c->has_control ? fixture_shader(f, pipe->create_tcs_state, ctrl_text, NULL) : NULL;
    void *tes = fixture_shader(f, pipe->create_tes_state, eval_text, NULL);
    pipe->bind_tcs_state(pipe, tcs);
    pipe->bind_tes_state(pipe, tes);
    pipe->set_tess_state(pipe, levels, levels);
    pipe->set_constant_buffer(pipe, PIPE_SHADER_TESS_CTRL, 0, &cb);
    printf("%-32s %8.1f frames/s\n", c->name, measure(&kit, c, frames));
    pipe->bind_tcs_state(pipe, NULL);
    pipe->bind_tes_state(pipe, NULL);
    if (tcs)
        pipe->delete_tcs_state(pipe, tcs);
    pipe->delete_tes_state(pipe, tes);
    kit_finish(&kit);
}

int main(int argc, char **argv)
{
    uint64_t frames = 50;
    void *state = NULL;
    if (argc > 2 ||
        (argc == 2 && (!gv_parse_u64(argv[1], strlen(argv[1]), 100000, &frames) || !frames))) {
        fprintf(stderr, "usage: tess_bench [FRAMES]\n");
        return 2;
    }
    if (pipe_fixture_setup(&state) != 0)
        return 1;
    struct pipe_fixture *f = state;
    for (size_t i = 0; f->pipe->create_tes_state && i < sizeof(cases) / sizeof(cases[0]); i++)
        run_case(f, &cases[i], (unsigned)frames);
    return pipe_fixture_teardown(&state);
}
