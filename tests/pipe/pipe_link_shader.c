/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* link_shader compiles a program when it is linked. Later draws with the program must not wait for
 * a compile, even after changes of state that the program's shaders do not read. The image must be
 * the same as without the link. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../support/temp_dir.h"
#include "driver/context.h"
#include "driver/shader/program.h"
#include "galvan/galvan.h"
#include "pipe_draw_kit.h"

/* Returns a shader that only one program has: it adds `number` / 255 to the colour. */
static void *fragment_shader(struct pipe_fixture *f, unsigned number)
{
    char text[512];
    snprintf(text, sizeof(text),
             "FRAG\n"
             "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
             "DCL OUT[0], COLOR\n"
             "IMM[0] FLT32 {%f, 0.0, 0.0, 0.0}\n"
             "ADD OUT[0], IN[0], IMM[0].yyxy\n"
             "END\n",
             number / 255.0);
    return fixture_shader(f, f->pipe->create_fs_state, text, NULL);
}

static void link_program(struct pipe_fixture *f, void *vs, void *gs, void *fs)
{
    void *handles[PIPE_SHADER_TYPES] = {
        [PIPE_SHADER_VERTEX] = vs, [PIPE_SHADER_GEOMETRY] = gs, [PIPE_SHADER_FRAGMENT] = fs};
    f->pipe->link_shader(f->pipe, handles);
}

static struct gv_screen *screen_of(struct pipe_fixture *f)
{
    return gv_screen(f->screen);
}

static uint64_t num_waited(struct draw_kit *k)
{
    return gv_context(k->f->pipe)->rec.stats.waited;
}

static uint64_t num_linked(struct draw_kit *k)
{
    return gv_context(k->f->pipe)->rec.stats.linked;
}

static uint64_t num_optimized(struct draw_kit *k)
{
    return gv_context(k->f->pipe)->rec.stats.optimized;
}

/* Returns whether optimized pipelines replace linked ones. */
static bool optimizes(struct draw_kit *k)
{
    return !screen_of(k->f)->dev->quirks.linksWhole;
}

static void use_fragment_shader(struct draw_kit *k, void *fs)
{
    struct pipe_context *pipe = k->f->pipe;
    pipe->bind_fs_state(pipe, fs);
    pipe->delete_fs_state(pipe, k->fs);
    k->fs = fs;
}

static void begin(struct draw_kit *k, struct pipe_fixture *f, unsigned samples)
{
    if (!f->pipe->link_shader)
        skip();
    kit_init(k, f, samples, NULL);
    kit_fill(k, 1, 0, 0, 0);
    free(kit_pixels(k));
}

/* Draws with the bound program, and returns the image, which the caller must free(). */
static uint32_t *draw(struct draw_kit *k)
{
    kit_fill(k, 0, 1, 0, 0);
    return kit_pixels(k);
}

/* Draws with equal shaders in another context, in which the shaders are not linked; compares the
 * images. */
static void expect_as_unlinked(struct draw_kit *k, unsigned number, unsigned samples)
{
    struct pipe_fixture f = *k->f;
    struct draw_kit other;
    f.pipe = f.screen->context_create(f.screen, NULL, 0);
    assert_non_null(f.pipe);
    kit_init(&other, &f, samples, NULL);
    use_fragment_shader(&other, fragment_shader(&f, number));
    uint32_t *expected = draw(&other), *drawn = draw(k);
    assert_int_equal(num_linked(&other), 0);
    fixture_expect_bytes(expected, drawn, sizeof(*drawn) * KIT_SIZE * KIT_SIZE, "linked");
    free(expected);
    free(drawn);
    kit_finish(&other);
    f.pipe->destroy(f.pipe);
}

static void test_draw_does_not_wait(void **state)
{
    struct draw_kit k;
    begin(&k, *state, 0);
    void *fs = fragment_shader(k.f, 1);
    link_program(k.f, k.vs, NULL, fs);
    gv_job_queue_drain(&screen_of(k.f)->jobs);
    const uint64_t waited = num_waited(&k);
    use_fragment_shader(&k, fs);
    kit_fill(&k, 0, 1, 0, 0);
    assert_int_equal(num_waited(&k), waited);
    assert_int_equal(num_linked(&k), 1);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff01ff00);
    expect_as_unlinked(&k, 1, 0);
    kit_finish(&k);
}

/* Draws with a linked program; checks that the optimized pipeline replaces the linked one in the
 * next command buffer. Devices with the quirk linksWhole keep the linked pipeline, since a
 * replacement does not pay there. */
static void test_optimized(void **state)
{
    struct galvan_screen_counters counters;
    struct draw_kit k;
    begin(&k, *state, 0);
    void *fs = fragment_shader(k.f, 2);
    link_program(k.f, k.vs, NULL, fs);
    gv_job_queue_drain(&screen_of(k.f)->jobs);
    use_fragment_shader(&k, fs);
    kit_fill(&k, 0, 1, 0, 0);
    const uint64_t waited = num_waited(&k);
    const VkPipeline linked = gv_context(k.f->pipe)->rec.emitted.pipeline;
    gv_job_queue_drain(&screen_of(k.f)->jobs);
    kit_fill(&k, 0, 1, 0, 0);
    assert_int_equal(num_optimized(&k), 0); /* no replacement in the middle of a command buffer */
    k.f->pipe->flush(k.f->pipe, NULL, 0);
    kit_fill(&k, 0, 1, 0, 0);
    assert_int_equal(num_optimized(&k), optimizes(&k));
    assert_true((gv_context(k.f->pipe)->rec.emitted.pipeline != linked) == optimizes(&k));
    assert_int_equal(num_waited(&k), waited);
    assert_int_equal(num_linked(&k), 1);
    galvan_screen_counters(k.f->screen, &counters);
    assert_int_equal(counters.pipelines_linked, 1);
    assert_int_equal(counters.pipelines_optimized, optimizes(&k));
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff02ff00);
    expect_as_unlinked(&k, 2, 0);
    kit_finish(&k);
}

/* Links a program before any state is bound, then draws; checks that the draw does not wait. */
static void test_first_program(void **state)
{
    struct pipe_fixture f = *(struct pipe_fixture *)*state;
    struct draw_kit k;
    f.pipe = f.screen->context_create(f.screen, NULL, 0);
    assert_non_null(f.pipe);
    if (!f.pipe->link_shader) {
        f.pipe->destroy(f.pipe);
        skip();
    }
    void *vs = fixture_shader(&f, f.pipe->create_vs_state, fixture_vertex_text, NULL);
    void *fs = fixture_shader(&f, f.pipe->create_fs_state, fixture_fragment_text, NULL);
    link_program(&f, vs, NULL, fs);
    link_program(&f, vs, NULL, fs); /* a second link has no effect */
    gv_job_queue_drain(&screen_of(&f)->jobs);
    kit_init(&k, &f, 0, NULL); /* creates equal shaders */
    f.pipe->delete_vs_state(f.pipe, vs);
    f.pipe->delete_fs_state(f.pipe, fs);
    kit_fill(&k, 0, 1, 0, 0);
    k.rasterizer_state.bottom_edge_rule = 1; /* as for a window */
    kit_update_rasterizer(&k);
    kit_fill(&k, 0, 1, 0, 0);
    assert_int_equal(num_waited(&k), 0);
    assert_int_equal(num_linked(&k), 2);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff00ff00);
    kit_finish(&k);
    f.pipe->destroy(f.pipe);
}

/* Draws with one program and many states that its shaders do not read; checks that no draw waits.
 */
static void test_states(void **state)
{
    static const struct pipe_depth_stencil_alpha_state less = {
        .depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_LESS}};
    const struct kit_vertex line[2] = {{{-1, 0, 0, 1}, {0, 0, 1, 1}}, {{1, 0, 0, 1}, {0, 0, 1, 1}}};
    struct draw_kit k;
    begin(&k, *state, 0);
    struct pipe_context *pipe = k.f->pipe;
    void *fs = fragment_shader(k.f, 3);
    link_program(k.f, k.vs, NULL, fs);
    gv_job_queue_drain(&screen_of(k.f)->jobs);
    const uint64_t waited = num_waited(&k);
    use_fragment_shader(&k, fs);
    kit_clear(&k, 0, 0, 0);
    kit_fill(&k, 0, 0.2f, 0, 0);
    kit_use_blend(&k, &kit_blend_add);
    kit_fill(&k, 0, 0.2f, 0, 0);
    kit_draw(&k, PIPE_PRIM_LINES, line, 2);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff066600);
    const struct pipe_framebuffer_state depthless = {
        .width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = 1, .cbufs = {k.color_surface}};
    pipe->set_framebuffer_state(pipe, &depthless);
    kit_use_depth_stencil_alpha(&k, &less);
    kit_fill(&k, 0, 0.2f, 0, 0);
    k.rasterizer_state.cull_face = PIPE_FACE_FRONT;
    k.rasterizer_state.front_ccw = 1;
    kit_update_rasterizer(&k);
    kit_fill(&k, 0, 0.2f, 0, 0);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff0ccc00);
    assert_int_equal(num_waited(&k), waited);
    assert_true(num_linked(&k) >= 2);
    kit_finish(&k);
}

static void test_samples(void **state)
{
    struct draw_kit k;
    struct pipe_fixture *f = *state;
    if (!f->screen->is_format_supported(f->screen, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_2D, 4,
                                        PIPE_BIND_RENDER_TARGET))
        skip();
    begin(&k, f, 4);
    for (unsigned min_samples = 1; min_samples <= 4; min_samples *= 4) {
        void *fs = fragment_shader(f, 4 + min_samples);
        f->pipe->set_min_samples(f->pipe, min_samples);
        link_program(f, k.vs, NULL, fs);
        gv_job_queue_drain(&screen_of(f)->jobs);
        const uint64_t waited = num_waited(&k), linked = num_linked(&k);
        use_fragment_shader(&k, fs);
        kit_fill(&k, 0, 1, 0, 0);
        assert_int_equal(num_waited(&k), waited);
        assert_int_equal(num_linked(&k), linked + 1);
        expect_as_unlinked(&k, 4 + min_samples, 4);
    }
    kit_finish(&k);
}

/* Draws to targets that have different write masks and blending; checks that no draw waits. */
static void test_targets(void **state)
{
    static const char text[] = "FRAG\n"
                               "DCL OUT[0], COLOR[0]\n"
                               "DCL OUT[1], COLOR[1]\n"
                               "IMM[0] FLT32 {1.0, 1.0, 1.0, 1.0}\n"
                               "MOV OUT[0], IMM[0]\n"
                               "MOV OUT[1], IMM[0]\n"
                               "END\n";
    static const struct pipe_blend_state apart = {
        .independent_blend_enable = 1,
        .rt = {{.colormask = PIPE_MASK_R}, {.colormask = PIPE_MASK_G | PIPE_MASK_A}}};
    struct draw_kit k, other;
    struct pipe_fixture *f = *state;
    if (!f->screen->get_param(f->screen, PIPE_CAP_INDEP_BLEND_ENABLE))
        skip();
    begin(&k, f, 0);
    kit_init(&other, f, 0, NULL);
    kit_clear(&other, 0, 0, 0);
    const struct pipe_framebuffer_state fb = {.width = KIT_SIZE,
                                              .height = KIT_SIZE,
                                              .nr_cbufs = 2,
                                              .cbufs = {k.color_surface, other.color_surface}};
    void *fs = fixture_shader(f, f->pipe->create_fs_state, text, NULL);
    f->pipe->bind_vs_state(f->pipe, k.vs);
    f->pipe->bind_rasterizer_state(f->pipe, k.rasterizer);
    f->pipe->bind_depth_stencil_alpha_state(f->pipe, k.dsa);
    f->pipe->bind_vertex_elements_state(f->pipe, k.elements);
    kit_clear(&k, 0, 0, 0);
    f->pipe->set_framebuffer_state(f->pipe, &fb);
    kit_use_blend(&k, &apart);
    link_program(f, k.vs, NULL, fs);
    gv_job_queue_drain(&screen_of(f)->jobs);
    use_fragment_shader(&k, fs);
    kit_fill(&k, 0, 0, 0, 0);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff0000ff);
    assert_int_equal(kit_pixel(&other, 3, 3), 0xff00ff00);
    f->pipe->set_framebuffer_state(f->pipe, &(const struct pipe_framebuffer_state){0});
    kit_finish(&other);
    kit_finish(&k);
}

static void test_geometry(void **state)
{
    struct draw_kit k;
    begin(&k, *state, 0);
    struct pipe_context *pipe = k.f->pipe;
    if (!screen_of(k.f)->dev->caps.geometryShader) {
        kit_finish(&k);
        skip();
    }
    void *fs = fragment_shader(k.f, 5);
    void *gs = fixture_shader(k.f, pipe->create_gs_state, KIT_GEOMETRY_PASSES, NULL);
    link_program(k.f, k.vs, gs, fs);
    gv_job_queue_drain(&screen_of(k.f)->jobs);
    const uint64_t waited = num_waited(&k);
    use_fragment_shader(&k, fs);
    pipe->bind_gs_state(pipe, gs);
    kit_fill(&k, 0, 1, 0, 0);
    assert_int_equal(num_waited(&k), waited);
    assert_int_equal(num_linked(&k), 1);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff05ff00);
    pipe->bind_gs_state(pipe, NULL);
    pipe->delete_gs_state(pipe, gs);
    kit_finish(&k);
}

/* Draws with state that the shaders read and that differs from what the link expected; checks that
 * the draw waits, and that its image is right. */
static void test_wrong_guess(void **state)
{
    struct draw_kit k;
    begin(&k, *state, 0);
    void *fs = fragment_shader(k.f, 6);
    link_program(k.f, k.vs, NULL, fs);
    gv_job_queue_drain(&screen_of(k.f)->jobs);
    const uint64_t waited = num_waited(&k);
    const struct pipe_depth_stencil_alpha_state never = {
        .alpha = {.enabled = 1, .func = PIPE_FUNC_GREATER, .ref_value = 2}};
    kit_clear(&k, 1, 0, 0);
    use_fragment_shader(&k, fs);
    kit_use_depth_stencil_alpha(&k, &never);
    kit_fill(&k, 0, 1, 0, 0);
    assert_int_equal(num_waited(&k), waited + 1);
    assert_int_equal(num_linked(&k), 0);
    assert_int_equal(kit_pixel(&k, 3, 3) & 0xffffff, 0xff);
    kit_finish(&k);
}

/* Links many programs, draws with some of them, and deletes shaders that the compile thread may not
 * have compiled yet; checks the images. */
static void test_nobody_waits(void **state)
{
    enum {
        NUM = 24
    };
    struct draw_kit k;
    begin(&k, *state, 0);
    struct pipe_context *pipe = k.f->pipe;
    void *shaders[NUM];
    for (unsigned i = 0; i < NUM; i++) {
        shaders[i] = fragment_shader(k.f, 100 + i);
        link_program(k.f, k.vs, NULL, shaders[i]);
    }
    for (unsigned i = 0; i < NUM; i++) {
        if (i % 3 == 0) {
            pipe->bind_fs_state(pipe, shaders[i]);
            kit_fill(&k, 0, 1, 0, 0);
            pipe->flush(pipe, NULL, 0);
            assert_int_equal(kit_pixel(&k, 3, 3), 0xff00ff00 | (100 + i) << 16);
            pipe->bind_fs_state(pipe, k.fs);
        }
        if (i % 3 < 2)
            pipe->delete_fs_state(pipe, shaders[i]);
    }
    for (unsigned i = 2; i < NUM; i += 3)
        pipe->delete_fs_state(pipe, shaders[i]);
    kit_finish(&k);
}

/* Links incomplete programs, and a program that a draw has already used; checks that the links
 * compile nothing. */
static void test_nothing_to_do(void **state)
{
    struct draw_kit k;
    begin(&k, *state, 0);
    link_program(k.f, NULL, NULL, NULL);
    link_program(k.f, k.vs, NULL, NULL);
    link_program(k.f, NULL, NULL, k.fs);
    link_program(k.f, k.vs, NULL, k.fs); /* a draw has already used this program */
    gv_job_queue_drain(&screen_of(k.f)->jobs);
    kit_fill(&k, 0, 1, 0, 0);
    assert_int_equal(num_linked(&k), 0);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff00ff00);
    kit_finish(&k);
}

static unsigned num_libraries(const struct pipe_context *pipe)
{
    const struct gv_context *ctx = (const struct gv_context *)pipe;
    unsigned num = 0;
    for (unsigned b = 0; b < GV_PROGRAM_BUCKETS; b++) {
        for (const struct gv_program *p = ctx->cache.programs[b]; p; p = p->next) {
            for (unsigned i = 0; i < GV_MAX_PROGRAM_LIBRARIES; i++)
                num += p->libraries[i].job != NULL;
        }
    }
    return num;
}

/* Links a program and draws with it on a new screen; returns whether the link compiled anything. */
static bool run(const char *dir)
{
    struct pipe_fixture f = {.screen = fixture_open_screen(galvan_screen_params(.cache_dir = dir))};
    struct draw_kit k;
    galvan_screen_set_program(f.screen, "a program");
    gv_job_queue_drain(&screen_of(&f)->jobs);
    f.pipe = f.screen->context_create(f.screen, NULL, 0);
    assert_non_null(f.pipe);
    kit_init(&k, &f, 0, NULL);
    if (f.pipe->link_shader)
        link_program(&f, k.vs, NULL, k.fs);
    gv_job_queue_drain(&screen_of(&f)->jobs);
    kit_fill(&k, 0, 1, 0, 0);
    const bool compiled = num_libraries(f.pipe) > 0;
    if (f.pipe->link_shader)
        assert_int_equal(num_waited(&k), 0);
    assert_int_equal(num_linked(&k), compiled);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff00ff00);
    kit_finish(&k);
    f.pipe->destroy(f.pipe);
    f.screen->destroy(f.screen);
    return compiled;
}

/* Runs a program twice; checks that the second run links nothing, since the disk cache has whole
 * pipelines. */
static void test_later_run(void **state)
{
    const struct pipe_fixture *f = *state;
    char dir[] = TEMP_DIR_TEMPLATE;
    assert_non_null(mkdtemp(dir));
    assert_int_equal(run(dir), f->pipe->link_shader != NULL);
    assert_false(run(dir));
    assert_int_equal(temp_dir_remove(dir), 0);
}

/* Runs an application twice. The second run links a program that the first run did not use. Checks
 * that the link does not compile this program, since its first draw may be late or never come, and
 * that the first draw compiles the program. */
static void test_later_run_of_more(void **state)
{
    const struct pipe_fixture *first = *state;
    char dir[] = TEMP_DIR_TEMPLATE;
    if (!first->pipe->link_shader)
        skip();
    assert_non_null(mkdtemp(dir));
    run(dir);
    struct pipe_fixture f = {.screen = fixture_open_screen(galvan_screen_params(.cache_dir = dir))};
    struct draw_kit k;
    galvan_screen_set_program(f.screen, "a program");
    f.pipe = f.screen->context_create(f.screen, NULL, 0);
    assert_non_null(f.pipe);
    kit_init(&k, &f, 0, NULL);
    void *fs = fragment_shader(&f, 3);
    link_program(&f, k.vs, NULL, fs);
    gv_job_queue_drain(&screen_of(&f)->jobs);
    use_fragment_shader(&k, fs);
    kit_fill(&k, 0, 1, 0, 0);
    assert_int_equal(num_waited(&k), 1);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff03ff00);
    kit_finish(&k);
    f.pipe->destroy(f.pipe);
    f.screen->destroy(f.screen);
    assert_int_equal(temp_dir_remove(dir), 0);
}

/* Destroys the shaders and their context while the thread compiles the linked program; checks that
 * nothing fails. */
static void test_context_ends(void **state)
{
    struct pipe_fixture f = *(struct pipe_fixture *)*state;
    for (unsigned i = 0; i < 4; i++) {
        f.pipe = f.screen->context_create(f.screen, NULL, 0);
        assert_non_null(f.pipe);
        void *vs = fixture_shader(&f, f.pipe->create_vs_state, fixture_vertex_text, NULL), *fs[4];
        for (unsigned n = 0; n < 4; n++) {
            fs[n] = fragment_shader(&f, 200 + n);
            if (f.pipe->link_shader)
                link_program(&f, vs, NULL, fs[n]);
        }
        for (unsigned n = 0; n < 4; n++)
            f.pipe->delete_fs_state(f.pipe, fs[n]);
        f.pipe->delete_vs_state(f.pipe, vs);
        f.pipe->destroy(f.pipe);
    }
}

/* Each test has its own screen, since the driver's behaviour depends on the number of contexts on a
 * screen. */
#define TEST(test) cmocka_unit_test_setup_teardown(test, pipe_fixture_setup, pipe_fixture_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_draw_does_not_wait),
        TEST(test_optimized),
        TEST(test_first_program),
        TEST(test_states),
        TEST(test_samples),
        TEST(test_targets),
        TEST(test_geometry),
        TEST(test_wrong_guess),
        TEST(test_nobody_waits),
        TEST(test_nothing_to_do),
        TEST(test_later_run),
        TEST(test_later_run_of_more),
        TEST(test_context_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
