/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Limits of the stages of a draw, used to the full: varyings between stages, the output of a
 * geometry shader, and the buffers of all stages together. Vulkan counts position, point size and
 * tessellation levels among the components of varyings; GL does not. "pipe_stage_limits counted"
 * stays within Vulkan's limits, which a validation layer accepts. Without an argument, the test
 * reaches the screen's limits. "pipe_stage_limits geometry" reaches the screen's limits only for
 * geometry shaders: on hardware, shaders beyond Vulkan's limits become lowered stages, which the
 * layer accepts. */
#include <stdlib.h>
#include <string.h>

#include "pipe_draw_kit.h"
#include "pipe_text.h"

static unsigned cap(struct pipe_fixture *f, enum pipe_cap param)
{
    return (unsigned)f->screen->get_param(f->screen, param);
}

static unsigned stage_cap(struct pipe_fixture *f, unsigned stage, enum pipe_shader_cap param)
{
    return (unsigned)f->screen->get_shader_param(f->screen, stage, param);
}

enum {
    BUILT_INS = 3, /* maximum number of vec4 of built-ins that Vulkan counts */
    COUNTED_PATCHES = 16
};

static bool counted;

static unsigned varyings(unsigned num)
{
    return counted ? num - BUILT_INS : num;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* A quad over the target; red is 1. */
static const struct kit_vertex vertices[4] = {
    {{-1.0f, -1.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f, 1.0f}},
    {{1.0f, -1.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f, 1.0f}},
    {{-1.0f, 1.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f, 1.0f}},
    {{1.0f, 1.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f, 1.0f}},
};

/* The stages between the vertex and the fragment shader; NULL: the stage is missing. */
struct middle {
    void *tcs, *tes, *gs;
};

static void bind_middle(struct pipe_fixture *f, const struct middle *m)
{
    if (f->pipe->bind_tcs_state) {
        f->pipe->bind_tcs_state(f->pipe, m->tcs);
        f->pipe->bind_tes_state(f->pipe, m->tes);
    }
    if (f->pipe->bind_gs_state)
        f->pipe->bind_gs_state(f->pipe, m->gs);
}

static void delete_middle(struct pipe_fixture *f, const struct middle *m)
{
    bind_middle(f, &(struct middle){0});
    if (m->tcs)
        f->pipe->delete_tcs_state(f->pipe, m->tcs);
    if (m->tes)
        f->pipe->delete_tes_state(f->pipe, m->tes);
    if (m->gs)
        f->pipe->delete_gs_state(f->pipe, m->gs);
}

/* ---- Varyings from stage to stage: varying n is n + 1 in x, and twice that in w */

static void *make(struct pipe_fixture *f,
                  void *(*create)(struct pipe_context *pipe, const struct pipe_shader_state *state),
                  struct text *t)
{
    text_add(t, "END\n");
    void *shader = fixture_shader(f, create, t->at, NULL);
    free(t->at);
    return shader;
}

static void use_vertices(struct draw_kit *k, unsigned num)
{
    struct text t = {0};
    text_add(&t, "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL TEMP[0]\n");
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "DCL OUT[%u], GENERIC[%u]\n", i + 1, i);
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "IMM FLT32 {%u.0, 0.0, 0.0, %u.0}\n", i + 1, 2 * (i + 1));
    text_add(&t, "MOV OUT[0], IN[0]\n");
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "MUL OUT[%u], IN[1].xxxx, IMM[%u]\n", i + 1, i);
    text_add(&t, "END\n");
    kit_use_vertex_shader(k, t.at);
    free(t.at);
}

/* Binds a fragment shader that sums up the varyings, each multiplied by a weight that depends on
 * its index, so that no varying can replace another. `values` has the expected x of each
 * varying. */
static void use_fragments(struct draw_kit *k, unsigned num, const float *values)
{
    struct text t = {0};
    float expected = 0.0f;
    text_add(&t, "FRAG\nDCL OUT[0], COLOR\nDCL TEMP[0..1]\n");
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "DCL IN[%u], GENERIC[%u], PERSPECTIVE\n", i, i);
    for (unsigned i = 0; i < num; i++) {
        text_add(&t, "IMM FLT32 {%u.0, 1.0, 0.0, 0.0}\n", i + 1);
        expected += 3.0f * values[i] * (float)(i + 1);
    }
    text_add(&t, "IMM FLT32 {%f, %f, 1.0, 0.0}\n", (double)expected, (double)expected * 1e-4);
    text_add(&t, "MOV TEMP[0].x, IMM[%u].wwww\n", num);
    for (unsigned i = 0; i < num; i++)
        text_add(&t,
                 "ADD TEMP[1].x, IN[%u].xxxx, IN[%u].wwww\n"
                 "MAD TEMP[0].x, TEMP[1].xxxx, IMM[%u].xxxx, TEMP[0].xxxx\n",
                 i, i, i);
    text_add(&t,
             "ADD TEMP[0].x, TEMP[0].xxxx, -IMM[%u].xxxx\n"
             "SLT OUT[0].xy, |TEMP[0].xxxx|, IMM[%u].yyyy\n"
             "MOV OUT[0].zw, IMM[%u].wwwz\n"
             "END\n",
             num, num, num);
    kit_use_fragment_shader(k, t.at);
    free(t.at);
}

enum {
    MAX_VARYINGS = 32
};

/* Fills `values` with 1, 2, 3, ... */
static void count_up(float values[MAX_VARYINGS])
{
    for (unsigned i = 0; i < MAX_VARYINGS; i++)
        values[i] = (float)(i + 1);
}

static void *make_control(struct pipe_fixture *f, unsigned num, unsigned patches)
{
    struct text t = {0};
    text_add(&t, "TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 4\n"
                 "DCL IN[][0], POSITION\nDCL OUT[][0], POSITION\n"
                 "DCL OUT[1], TESSOUTER\nDCL OUT[2].xy, TESSINNER\n"
                 "DCL SV[0], INVOCATIONID\nDCL ADDR[0]\nDCL TEMP[0]\n");
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "DCL IN[][%u], GENERIC[%u]\nDCL OUT[][%u], GENERIC[%u]\n", i + 1, i, i + 3, i);
    for (unsigned i = 0; i < patches; i++)
        text_add(&t, "DCL OUT[%u], PATCH[%u]\n", num + 3 + i, i);
    text_add(&t, "IMM FLT32 {1.0, 1.0, 1.0, 1.0}\n");
    for (unsigned i = 0; i < patches; i++)
        text_add(&t, "IMM FLT32 {%u.0, 0.0, 0.0, %u.0}\n", i + 1, 2 * (i + 1));
    text_add(&t, "UARL ADDR[0].x, SV[0].xxxx\n"
                 "MOV OUT[ADDR[0].x][0], IN[ADDR[0].x][0]\n"
                 "MOV OUT[1], IMM[0]\nMOV OUT[2].xy, IMM[0]\n");
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "MOV OUT[ADDR[0].x][%u], IN[ADDR[0].x][%u]\n", i + 3, i + 1);
    for (unsigned i = 0; i < patches; i++)
        text_add(&t, "MOV OUT[%u], IMM[%u]\n", num + 3 + i, i + 1);
    return make(f, f->pipe->create_tcs_state, &t);
}

/* Creates an evaluation shader. It outputs each varying of the patch's first vertex, and adds the
 * patch's varyings to them; patch varying n has weight n + 1. */
static void *make_evaluation(struct pipe_fixture *f, unsigned num, unsigned patches)
{
    struct text t = {0};
    text_add(&t, "TESS_EVAL\nPROPERTY TES_PRIM_MODE 7\nPROPERTY TES_SPACING 2\n"
                 "DCL IN[][0], POSITION\nDCL OUT[0], POSITION\nDCL SV[0], TESSCOORD\n"
                 "DCL TEMP[0..1]\n");
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "DCL IN[][%u], GENERIC[%u]\nDCL OUT[%u], GENERIC[%u]\n", i + 1, i, i + 1, i);
    for (unsigned i = 0; i < patches; i++)
        text_add(&t, "DCL IN[%u], PATCH[%u]\n", num + 1 + i, i);
    for (unsigned i = 0; i < patches; i++)
        text_add(&t, "IMM FLT32 {%u.0, 0.0, 0.0, 0.0}\n", i + 1);
    text_add(&t, "LRP TEMP[0], SV[0].xxxx, IN[1][0], IN[0][0]\n"
                 "LRP TEMP[1], SV[0].xxxx, IN[3][0], IN[2][0]\n"
                 "LRP OUT[0], SV[0].yyyy, TEMP[1], TEMP[0]\n");
    for (unsigned i = 0; i < num; i++) {
        text_add(&t, "MOV TEMP[0], IN[0][%u]\n", i + 1);
        for (unsigned n = i; n < patches; n += num)
            text_add(&t, "MAD TEMP[0], IN[%u], IMM[%u].xxxx, TEMP[0]\n", num + 1 + n, n);
        text_add(&t, "MOV OUT[%u], TEMP[0]\n", i + 1);
    }
    return make(f, f->pipe->create_tes_state, &t);
}

static void *make_geometry(struct pipe_fixture *f, unsigned num_in, unsigned num_out)
{
    struct text t = {0};
    text_add(&t, "GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"
                 "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"
                 "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n"
                 "DCL IN[][0], POSITION\nDCL OUT[0], POSITION\n");
    for (unsigned i = 0; i < num_in; i++)
        text_add(&t, "DCL IN[][%u], GENERIC[%u]\n", i + 1, i);
    for (unsigned i = 0; i < num_out; i++)
        text_add(&t, "DCL OUT[%u], GENERIC[%u]\n", i + 1, i);
    text_add(&t, "IMM UINT32 {0, 0, 0, 0}\n");
    for (unsigned i = 0; i < num_out; i++)
        text_add(&t, "IMM FLT32 {%u.0, 0.0, 0.0, %u.0}\n", i + 1, 2 * (i + 1));
    for (unsigned v = 0; v < 3; v++) {
        text_add(&t, "MOV OUT[0], IN[%u][0]\n", v);
        for (unsigned i = 0; i < num_out; i++) {
            if (i < num_in)
                text_add(&t, "MOV OUT[%u], IN[%u][%u]\n", i + 1, v, i + 1);
            else
                text_add(&t, "MOV OUT[%u], IMM[%u]\n", i + 1, i + 1);
        }
        text_add(&t, "EMIT IMM[0].xxxx\n");
    }
    return make(f, f->pipe->create_gs_state, &t);
}

static void expect_all_lit(struct draw_kit *k, unsigned mode)
{
    k->patch_vertices = 4;
    kit_clear(k, 0, 0, 0);
    kit_draw(k, mode, vertices, 4);
    uint32_t *pixels = kit_pixels(k);
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++)
        assert_int_equal(pixels[i], 0xff00ffff);
    free(pixels);
}

static void test_varyings(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned num = varyings(cap(f, PIPE_CAP_MAX_VARYINGS));
    assert_true(num <= stage_cap(f, PIPE_SHADER_FRAGMENT, PIPE_SHADER_CAP_MAX_INPUTS));
    assert_true(num <= stage_cap(f, PIPE_SHADER_VERTEX, PIPE_SHADER_CAP_MAX_OUTPUTS));
    float values[MAX_VARYINGS];
    struct draw_kit k;
    assert_true(num <= MAX_VARYINGS);
    count_up(values);
    kit_init(&k, f, 0, NULL);
    use_vertices(&k, num);
    use_fragments(&k, num, values);
    expect_all_lit(&k, PIPE_PRIM_TRIANGLE_STRIP);
    kit_finish(&k);
}

static void check_tessellation(struct pipe_fixture *f, unsigned num, unsigned patches)
{
    float values[MAX_VARYINGS];
    struct draw_kit k;
    count_up(values);
    for (unsigned n = 0; n < patches; n++)
        values[n % num] += (float)((n + 1) * (n + 1));
    kit_init(&k, f, 0, NULL);
    use_vertices(&k, num);
    use_fragments(&k, num, values);
    const struct middle m = {.tcs = make_control(f, num, patches),
                             .tes = make_evaluation(f, num, patches)};
    bind_middle(f, &m);
    expect_all_lit(&k, PIPE_PRIM_PATCHES);
    delete_middle(f, &m);
    kit_finish(&k);
}

/* Draws with the maximum number of each kind of tessellation varyings; checks the values. Each
 * limit is tested separately, since the sum over all vertices and the patch also has a limit. */
static void test_tessellation_varyings(void **state)
{
    struct pipe_fixture *f = *state;
    if (!f->pipe->create_tes_state)
        skip();
    const unsigned control_in = stage_cap(f, PIPE_SHADER_TESS_CTRL, PIPE_SHADER_CAP_MAX_INPUTS);
    const unsigned control_out = stage_cap(f, PIPE_SHADER_TESS_CTRL, PIPE_SHADER_CAP_MAX_OUTPUTS);
    const unsigned eval_in = stage_cap(f, PIPE_SHADER_TESS_EVAL, PIPE_SHADER_CAP_MAX_INPUTS);
    const unsigned eval_out = stage_cap(f, PIPE_SHADER_TESS_EVAL, PIPE_SHADER_CAP_MAX_OUTPUTS);
    const unsigned num = least(least(control_in, control_out), least(eval_in, eval_out));
    const unsigned patches = cap(f, PIPE_CAP_MAX_SHADER_PATCH_VARYINGS);
    assert_in_range(num, 16, MAX_VARYINGS);
    assert_true(patches >= 30);
    check_tessellation(f, varyings(num), 0);
    check_tessellation(f, 8, counted ? COUNTED_PATCHES : patches);
}

static void test_geometry_varyings(void **state)
{
    struct pipe_fixture *f = *state;
    if (!f->pipe->create_gs_state)
        skip();
    const unsigned num_in =
        varyings(stage_cap(f, PIPE_SHADER_GEOMETRY, PIPE_SHADER_CAP_MAX_INPUTS));
    const unsigned num_out =
        varyings(stage_cap(f, PIPE_SHADER_GEOMETRY, PIPE_SHADER_CAP_MAX_OUTPUTS));
    float values[MAX_VARYINGS];
    struct draw_kit k;
    assert_true(num_in <= num_out && num_out <= MAX_VARYINGS);
    count_up(values);
    kit_init(&k, f, 0, NULL);
    use_vertices(&k, num_in);
    use_fragments(&k, num_out, values);
    const struct middle m = {.gs = make_geometry(f, num_in, num_out)};
    bind_middle(f, &m);
    expect_all_lit(&k, PIPE_PRIM_TRIANGLE_STRIP);
    delete_middle(f, &m);
    kit_finish(&k);
}

/* ---- Outputs of geometry shaders */

/* Draws a point with the geometry shader `text`, which emits `num` points; checks that the
 * captured GENERIC[0].x of point i is i. */
static void expect_counted(struct pipe_fixture *f, const char *text, unsigned num)
{
    const struct pipe_stream_output_info so = {
        .num_outputs = 1, .stride = {1}, .output[0] = {.register_index = 0, .num_components = 1}};
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    k.rasterizer_state.rasterizer_discard = 1;
    kit_update_rasterizer(&k);
    const struct middle m = {.gs = fixture_shader(f, f->pipe->create_gs_state, text, &so)};
    struct pipe_resource *res = fixture_buffer(f, 4 * num, PIPE_USAGE_DEFAULT, 0);
    struct pipe_stream_output_target *target =
        f->pipe->create_stream_output_target(f->pipe, res, 0, 4 * num);
    assert_non_null(target);
    bind_middle(f, &m);
    f->pipe->set_stream_output_targets(f->pipe, 1, &target, (const unsigned[]){0});
    kit_draw(&k, PIPE_PRIM_POINTS, vertices, 1);
    f->pipe->set_stream_output_targets(f->pipe, 0, NULL, NULL);
    uint32_t *words = fixture_read_words(f, res);
    for (unsigned i = 0; i < num; i++)
        assert_int_equal(words[i], i);
    free(words);
    delete_middle(f, &m);
    pipe_so_target_reference(&target, NULL);
    pipe_resource_reference(&res, NULL);
    kit_finish(&k);
}

static void need_captured_geometry(struct pipe_fixture *f)
{
    if (!f->pipe->create_gs_state || !cap(f, PIPE_CAP_MAX_STREAM_OUTPUT_BUFFERS))
        skip();
}

/* Emits the maximum number of vertices with one component each, since the total of components also
 * has a limit; checks the captures. Vulkan counts up to 11 more components for each vertex. */
static void test_geometry_vertices(void **state)
{
    struct pipe_fixture *f = *state;
    need_captured_geometry(f);
    const unsigned whole = least(cap(f, PIPE_CAP_MAX_GEOMETRY_OUTPUT_VERTICES),
                                 cap(f, PIPE_CAP_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS));
    const unsigned num = counted ? whole / 12 : whole;
    assert_true(whole >= 256);
    struct text t = {0};
    text_add(&t,
             "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
             "PROPERTY GS_MAX_OUTPUT_VERTICES %u\n"
             "DCL IN[][0], POSITION\nDCL OUT[0].x, GENERIC[0]\nDCL TEMP[0..1]\n"
             "IMM UINT32 {0, 1, %u, 0}\n"
             "MOV TEMP[0].x, IMM[0].xxxx\n"
             "BGNLOOP\n"
             "  USGE TEMP[1].x, TEMP[0].xxxx, IMM[0].zzzz\n"
             "  UIF TEMP[1].xxxx\n"
             "    BRK\n"
             "  ENDIF\n"
             "  MOV OUT[0].x, TEMP[0].xxxx\n"
             "  EMIT IMM[0].xxxx\n"
             "  UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
             "ENDLOOP\n"
             "END\n",
             num, num);
    expect_counted(f, t.at, num);
    free(t.at);
}

static void test_geometry_invocations(void **state)
{
    struct pipe_fixture *f = *state;
    need_captured_geometry(f);
    const unsigned num = cap(f, PIPE_CAP_MAX_GS_INVOCATIONS);
    assert_true(num >= 32);
    struct text t = {0};
    text_add(&t,
             "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
             "PROPERTY GS_MAX_OUTPUT_VERTICES 1\nPROPERTY GS_INVOCATIONS %u\n"
             "DCL IN[][0], POSITION\nDCL SV[0], INVOCATIONID\nDCL OUT[0].x, GENERIC[0]\n"
             "IMM UINT32 {0, 0, 0, 0}\n"
             "MOV OUT[0].x, SV[0].xxxx\n"
             "EMIT IMM[0].xxxx\n"
             "END\n",
             num);
    expect_counted(f, t.at, num);
    free(t.at);
}

/* ---- Buffers of all stages */

/* Adds to a shader's text the declarations that count_in_buffers() needs: `num` buffers, a register
 * and the constants. */
static void declare_buffers(struct text *t, unsigned num)
{
    for (unsigned i = 0; i < num; i++)
        text_add(t, "DCL BUFFER[%u]\n", i);
    text_add(t, "DCL TEMP[9]\nIMM UINT32 {0, 1, 0, 0}\n");
}

static void count_in_buffers(struct text *t, unsigned num)
{
    for (unsigned i = 0; i < num; i++)
        text_add(t, "ATOMUADD TEMP[9].x, BUFFER[%u], IMM[0].xxxx, IMM[0].yyyy\n", i);
}

static void *make_counting(struct pipe_fixture *f, unsigned stage, unsigned num)
{
    static const struct {
        const char *head, *code;
    } parts[] = {
        [PIPE_SHADER_VERTEX] = {"VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n", "MOV OUT[0], IN[0]\n"},
        [PIPE_SHADER_FRAGMENT] = {"FRAG\nDCL OUT[0], COLOR\n", "MOV OUT[0], IMM[0].xxxx\n"},
        [PIPE_SHADER_GEOMETRY] = {"GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"
                                  "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"
                                  "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n"
                                  "DCL IN[][0], POSITION\nDCL OUT[0], POSITION\n",
                                  "MOV OUT[0], IN[0][0]\nEMIT IMM[0].xxxx\n"
                                  "MOV OUT[0], IN[1][0]\nEMIT IMM[0].xxxx\n"
                                  "MOV OUT[0], IN[2][0]\nEMIT IMM[0].xxxx\n"},
        [PIPE_SHADER_TESS_CTRL] = {"TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 4\n"
                                   "DCL IN[][0], POSITION\nDCL OUT[][0], POSITION\n"
                                   "DCL OUT[1], TESSOUTER\nDCL OUT[2].xy, TESSINNER\n"
                                   "DCL SV[0], INVOCATIONID\nDCL ADDR[0]\n",
                                   "UARL ADDR[0].x, SV[0].xxxx\n"
                                   "MOV OUT[ADDR[0].x][0], IN[ADDR[0].x][0]\n"
                                   "U2F OUT[1], IMM[0].yyyy\nU2F OUT[2].xy, IMM[0].yyyy\n"},
        [PIPE_SHADER_TESS_EVAL] = {"TESS_EVAL\nPROPERTY TES_PRIM_MODE 7\nPROPERTY TES_SPACING 2\n"
                                   "DCL IN[][0], POSITION\nDCL OUT[0], POSITION\n"
                                   "DCL SV[0], TESSCOORD\nDCL TEMP[0..1]\n",
                                   "LRP TEMP[0], SV[0].xxxx, IN[1][0], IN[0][0]\n"
                                   "LRP TEMP[1], SV[0].xxxx, IN[3][0], IN[2][0]\n"
                                   "LRP OUT[0], SV[0].yyyy, TEMP[1], TEMP[0]\n"},
    };
    void *(*const create[])(struct pipe_context *, const struct pipe_shader_state *) = {
        [PIPE_SHADER_VERTEX] = f->pipe->create_vs_state,
        [PIPE_SHADER_FRAGMENT] = f->pipe->create_fs_state,
        [PIPE_SHADER_GEOMETRY] = f->pipe->create_gs_state,
        [PIPE_SHADER_TESS_CTRL] = f->pipe->create_tcs_state,
        [PIPE_SHADER_TESS_EVAL] = f->pipe->create_tes_state,
    };
    struct text t = {0};
    text_add(&t, "%s", parts[stage].head);
    declare_buffers(&t, num);
    count_in_buffers(&t, num);
    text_add(&t, "%s", parts[stage].code);
    return make(f, create[stage], &t);
}

enum {
    NUM_STAGES = PIPE_SHADER_TESS_EVAL + 1, /* number of stages of a draw */
    MAX_BUFFERS = 64
};

/* Uses all buffers of all stages. If the sum of these buffers exceeds the screen's limit for all
 * stages together, checks that the draw has no effect. */
static void test_buffers_of_all_stages(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *buffers[NUM_STAGES][MAX_BUFFERS];
    unsigned num[NUM_STAGES], all = 0;
    for (unsigned stage = 0; stage < NUM_STAGES; stage++) {
        num[stage] = stage_cap(f, stage, PIPE_SHADER_CAP_MAX_SHADER_BUFFERS);
        assert_in_range(num[stage], 0, MAX_BUFFERS);
        if (!num[stage])
            skip();
        all += num[stage];
    }
    const bool fits = all <= cap(f, PIPE_CAP_MAX_COMBINED_SHADER_BUFFERS);
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    for (unsigned stage = 0; stage < NUM_STAGES; stage++) {
        for (unsigned i = 0; i < num[stage]; i++) {
            buffers[stage][i] = fixture_words(f, 1, NULL);
            const struct pipe_shader_buffer buffer = {.buffer = buffers[stage][i],
                                                      .buffer_size = 4};
            f->pipe->set_shader_buffers(f->pipe, stage, i, 1, &buffer);
        }
    }
    void *vs = make_counting(f, PIPE_SHADER_VERTEX, num[PIPE_SHADER_VERTEX]);
    void *fs = make_counting(f, PIPE_SHADER_FRAGMENT, num[PIPE_SHADER_FRAGMENT]);
    const struct middle m = {
        .tcs = make_counting(f, PIPE_SHADER_TESS_CTRL, num[PIPE_SHADER_TESS_CTRL]),
        .tes = make_counting(f, PIPE_SHADER_TESS_EVAL, num[PIPE_SHADER_TESS_EVAL]),
        .gs = make_counting(f, PIPE_SHADER_GEOMETRY, num[PIPE_SHADER_GEOMETRY])};
    f->pipe->bind_vs_state(f->pipe, vs);
    f->pipe->bind_fs_state(f->pipe, fs);
    bind_middle(f, &m);
    k.patch_vertices = 4;
    kit_draw(&k, PIPE_PRIM_PATCHES, vertices, 4);
    delete_middle(f, &m);
    f->pipe->bind_vs_state(f->pipe, k.vs);
    f->pipe->bind_fs_state(f->pipe, k.fs);
    f->pipe->delete_vs_state(f->pipe, vs);
    f->pipe->delete_fs_state(f->pipe, fs);
    for (unsigned stage = 0; stage < NUM_STAGES; stage++) {
        f->pipe->set_shader_buffers(f->pipe, stage, 0, num[stage], NULL);
        for (unsigned i = 0; i < num[stage]; i++) {
            uint32_t *word = fixture_read_words(f, buffers[stage][i]);
            if ((*word != 0) != fits)
                fail_msg("buffer %u of stage %u", i, stage);
            free(word);
            pipe_resource_reference(&buffers[stage][i], NULL);
        }
    }
    kit_finish(&k);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    counted = strcmp(what, "counted") == 0;
    const struct CMUnitTest geometry[] = {
        cmocka_unit_test(test_geometry_vertices),
        cmocka_unit_test(test_geometry_invocations),
    };
    const struct CMUnitTest others[] = {
        cmocka_unit_test(test_varyings),
        cmocka_unit_test(test_tessellation_varyings),
        cmocka_unit_test(test_geometry_varyings),
        cmocka_unit_test(test_buffers_of_all_stages),
    };
    int failed = cmocka_run_group_tests(geometry, pipe_fixture_setup, pipe_fixture_teardown);
    if (strcmp(what, "geometry") != 0)
        failed += cmocka_run_group_tests(others, pipe_fixture_setup, pipe_fixture_teardown);
    return failed;
}
