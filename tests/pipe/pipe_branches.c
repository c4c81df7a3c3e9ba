/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Branches that depend on constants must draw the right pixels. However often the constants change,
 * draws must not wait for a compile, and the device must compile only a few variants. Mesa's
 * software device caches compiled code in a directory, and the test counts the files in it. */
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "../support/temp_dir.h"
#include "driver/context.h"
#include "driver/shader/inline_uniforms.h"
#include "driver/shader/pipeline.h"
#include "galvan/galvan.h"
#include "pipe_draw_kit.h"

/* The shader has enough code that the compiler does not flatten the branch. If the compiler knows
 * the constant that decides the branch, it removes three quarters of the code, so that the compiled
 * code is much shorter. The third component of the input is 0, which the compiler cannot know. */
enum {
    NUM_STEPS = 60,
    TEXT_B = 8192
};

static unsigned num_files;

static int count_file(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)path;
    (void)st;
    (void)ftw;
    num_files += type == FTW_F;
    return 0;
}

struct text {
    char bytes[TEXT_B];
    size_t len;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text->bytes + text->len, TEXT_B - text->len, format, args);
    va_end(args);
    assert_in_range(len, 0, TEXT_B - text->len - 1);
    text->len += (size_t)len;
}

static void add_body(struct text *text)
{
    add(text, "DCL CONST[0..1]\nDCL TEMP[0..1]\nMOV TEMP[1], IN[0]\n");
    for (unsigned i = 0; i < NUM_STEPS; i++)
        add(text, "MAD TEMP[1], TEMP[1], IN[0], TEMP[1]\n");
    add(text, "MOV TEMP[0], CONST[0]\nIF CONST[1].xxxx\n");
    for (unsigned i = 0; i < NUM_STEPS; i++)
        add(text, "SIN TEMP[1].x, TEMP[1].xxxx\n");
    add(text, "MAD TEMP[0], TEMP[1].xxxx, IN[0].zzzz, CONST[1].yyyy\nENDIF\n");
}

static void use_vertex_shader(struct draw_kit *k)
{
    struct text text = {.len = 0};
    add(&text, "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n");
    add_body(&text);
    add(&text, "MOV OUT[0], IN[0]\nMOV OUT[1], TEMP[0]\nEND\n");
    kit_use_vertex_shader(k, text.bytes);
}

static void use_fragment_shader(struct draw_kit *k)
{
    struct text text = {.len = 0};
    add(&text, "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n");
    add_body(&text);
    add(&text, "MOV OUT[0], TEMP[0]\nEND\n");
    kit_use_fragment_shader(k, text.bytes);
}

/* Draws a triangle with `branch` as the constant that decides the branch: if it is 0, the branch is
 * not taken. Checks the pixel. */
static void draw(struct draw_kit *k, unsigned stage, float red, float branch)
{
    const float data[8] = {red, 0, 0, 1, branch, 1};
    const struct pipe_constant_buffer constants = {.user_buffer = data,
                                                   .buffer_size = sizeof(data)};
    k->f->pipe->set_constant_buffer(k->f->pipe, stage, 0, &constants);
    kit_fill(k, 0, 0, 0, 0);
    uint32_t expected = branch != 0 ? 0xffffffff : 0xff000000 | (uint32_t)(red * 255 + 0.5f);
    assert_int_equal(kit_pixel(k, 8, 8), expected);
}

/* The number of batches with the same constant values after which a pipeline is compiled for these
 * values. */
enum {
    OFTEN = GV_INLINED_AFTER
};

/* Waits until the jobs that earlier draws queued are done, so that everything is compiled. */
static void drain(struct draw_kit *k)
{
    gv_job_queue_drain(&gv_screen(k->f->screen)->jobs);
}

static bool has_quirk(struct pipe_screen *screen, const char *name)
{
    struct galvan_quirk_info quirk;
    for (unsigned i = 0; galvan_screen_quirk_info(screen, i, &quirk); i++) {
        if (strcmp(quirk.name, name) == 0)
            return true;
    }
    return false;
}

/* Runs a program that draws with `num_values` values of the constant. It draws with each value
 * until a pipeline for this value exists. Returns the number of files that the device has
 * written. */
static unsigned start(const char *dir, const char *mask, unsigned stage, unsigned num_values)
{
    struct pipe_fixture f = {
        .screen = fixture_open_screen(galvan_screen_params(.mask = mask, .cache_dir = "off")),
    };
    struct draw_kit k;
    f.pipe = f.screen->context_create(f.screen, NULL, 0);
    assert_non_null(f.pipe);
    kit_init(&k, &f, 0, NULL);
    if (stage == PIPE_SHADER_VERTEX)
        use_vertex_shader(&k);
    else
        use_fragment_shader(&k);
    for (unsigned i = 0; i < num_values; i++) {
        for (unsigned again = 0; again <= OFTEN; again++) {
            draw(&k, stage, (float)(i + again + 1) / 255, 0);
            draw(&k, stage, (float)(i + again + 1) / 255, (float)(i + 1));
            drain(&k);
        }
    }
    kit_finish(&k);
    f.pipe->destroy(f.pipe);
    f.screen->destroy(f.screen);
    num_files = 0;
    nftw(dir, count_file, 8, FTW_PHYS);
    return num_files;
}

static unsigned start_with_empty_cache(const char *mask, unsigned stage, unsigned num_values)
{
    char dir[] = TEMP_DIR_TEMPLATE;
    assert_non_null(mkdtemp(dir));
    setenv("MESA_SHADER_CACHE_DIR", dir, 1);
    unsigned num = start(dir, mask, stage, num_values);
    assert_int_equal(temp_dir_remove(dir), 0);
    return num;
}

/* Numbers of constant values that a run draws with. At most GV_MAX_INLINED values get a pipeline
 * with the constant inlined. */
enum {
    SOME = GV_MAX_INLINED + 1,
    MANY = SOME + 4
};

static void check(unsigned stage)
{
    unsigned some = start_with_empty_cache(NULL, stage, SOME);
    unsigned many = start_with_empty_cache(NULL, stage, MANY);
    printf("%u files with some values, %u with many\n", some, many);
    assert_int_equal(many, some);
}

static void test_vertex(void **state)
{
    (void)state;
    check(PIPE_SHADER_VERTEX);
}

/* Draws with many values of a vertex shader's constant; checks that no variants are compiled for
 * these values. Such variants would cost more than they save. */
static void test_vertex_is_one(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    use_vertex_shader(&k);
    draw(&k, PIPE_SHADER_VERTEX, 0, 0);
    const struct gv_context *ctx = gv_context(k.f->pipe);
    uint64_t before = ctx->rec.stats.pipelines;
    for (unsigned i = 0; i < SOME; i++)
        draw(&k, PIPE_SHADER_VERTEX, (float)i / 255, (float)i);
    assert_int_equal(ctx->rec.stats.pipelines, before);
    kit_finish(&k);
}

static void test_fragment(void **state)
{
    (void)state;
    check(PIPE_SHADER_FRAGMENT);
}

/* Hides the quirk of devices that compile again for each value of a constant. The driver then does
 * not hide the condition of branches from the device's compiler; checks that the device compiles
 * more for many values than for some. */
static void test_unhelped(void **state)
{
    static const char quirk[] = "compilesForConstants";
    struct pipe_screen *screen;
    (void)state;
    assert_int_equal(galvan_screen_create(NULL, &screen), GALVAN_OK);
    bool known = has_quirk(screen, quirk);
    screen->destroy(screen);
    if (!known)
        skip();
    unsigned some = start_with_empty_cache(quirk, PIPE_SHADER_FRAGMENT, SOME);
    unsigned many = start_with_empty_cache(quirk, PIPE_SHADER_FRAGMENT, MANY);
    printf("unhelped %u files with some values, %u with many\n", some, many);
    assert_true(many > some);
}

/* A fragment shader whose branches depend on the bits of CONST[1].x: bit 0 discards the left half,
 * bit 1 makes the drawn pixels green instead of red. */
static const char arms[] = "FRAG\n"
                           "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                           "DCL IN[1], POSITION, LINEAR\n"
                           "DCL OUT[0], COLOR\n"
                           "DCL CONST[0..1]\n"
                           "DCL TEMP[0..1]\n"
                           "IMM[0] UINT32 {1, 2, 0, 0}\n"
                           "IMM[1] FLT32 {8.0, 1.0, 0.0, 0.0}\n"
                           "  0: AND TEMP[0].xy, CONST[1].xxxx, IMM[0].xyyy\n"
                           "  1: UIF TEMP[0].xxxx\n"
                           "  2:   ADD TEMP[1].x, IN[1].xxxx, -IMM[1].xxxx\n"
                           "  3:   KILL_IF TEMP[1].xxxx\n"
                           "  4: ENDIF\n"
                           "  5: MOV OUT[0], IMM[1].yzzy\n"
                           "  6: UIF TEMP[0].yyyy\n"
                           "  7:   MOV OUT[0], IMM[1].zyzy\n"
                           "  8: ENDIF\n"
                           "  9: END\n";

/* Where the constants of a draw are. */
enum place {
    USER_MEMORY,
    BUFFER,
    KNOWN_BUFFER /* a buffer whose constants do not change, with their address */
};

static void bind_word(struct draw_kit *k, uint32_t word, enum place place)
{
    static uint32_t data[4 * GV_MAX_INLINED][8];
    struct pipe_constant_buffer constants = {.buffer_size = sizeof(data[word])};
    struct pipe_resource *buffer = NULL;
    assert_in_range(word, 0, 4 * GV_MAX_INLINED - 1);
    data[word][4] = word;
    if (place != USER_MEMORY)
        constants.buffer = buffer = fixture_buffer_of(k->f, data[word], sizeof(data[word]));
    if (place != BUFFER)
        constants.user_buffer = data[word];
    k->f->pipe->set_constant_buffer(k->f->pipe, PIPE_SHADER_FRAGMENT, 0, &constants);
    pipe_resource_reference(&buffer, NULL);
}

/* Draws in a new batch and checks the pixels; returns the pipeline of the draw. */
static VkPipeline check_arms(struct draw_kit *k, uint32_t word, enum place place)
{
    uint32_t color = word & 2 ? 0xff00ff00 : 0xff0000ff;
    bind_word(k, word, place);
    kit_clear(k, 0, 0, 0);
    kit_fill(k, 0, 0, 0, 0);
    const VkPipeline pipeline = gv_context(k->f->pipe)->rec.emitted.pipeline;
    assert_int_equal(kit_pixel(k, 4, 8), word & 1 ? 0xff000000 : color);
    assert_int_equal(kit_pixel(k, 12, 8), color);
    return pipeline;
}

static bool is_software(const struct draw_kit *k)
{
    const struct gv_vk_device *dev = gv_screen(k->f->screen)->dev;
    return dev->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

/* Draws with changing constants from user memory and from buffers; checks the pixels. Checks that
 * the draws create only the general pipeline, and that a software device gets pipelines with the
 * inlined constant for a limited number of values. */
static void test_inlined(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    const struct gv_context *ctx = gv_context(k.f->pipe);
    kit_use_fragment_shader(&k, arms);
    uint64_t before = ctx->rec.stats.pipelines;
    for (uint32_t word = 0; word < GV_MAX_INLINED + 4; word++) {
        for (unsigned i = 0; i < OFTEN; i++)
            check_arms(&k, word, USER_MEMORY);
        drain(&k);
        check_arms(&k, word, USER_MEMORY);
    }
    assert_int_equal(ctx->rec.stats.pipelines - before, 1);
    assert_int_equal(ctx->rec.stats.inlined, is_software(&k) ? GV_MAX_INLINED : 0);
    check_arms(&k, 1, BUFFER);
    check_arms(&k, 2, USER_MEMORY);
    check_arms(&k, 2, BUFFER);
    k.f->pipe->set_constant_buffer(k.f->pipe, PIPE_SHADER_FRAGMENT, 0, NULL);
    kit_fill(&k, 0, 0, 0, 0);
    assert_int_equal(kit_pixel(&k, 4, 8), 0xff0000ff);
    assert_int_equal(ctx->rec.stats.pipelines - before, 1);
    kit_finish(&k);
}

/* Draws with a switch whose value is new in each draw; checks that only the first draw waits for a
 * compile, and that no pipeline is compiled for values that occur only once. */
static void test_new_values(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    const struct gv_context *ctx = gv_context(k.f->pipe);
    kit_use_fragment_shader(&k, arms);
    const VkPipeline general = check_arms(&k, 0, USER_MEMORY);
    const uint64_t waited = ctx->rec.stats.waited, pipelines = ctx->rec.stats.pipelines;
    for (uint32_t word = 1; word < 4 * GV_MAX_INLINED; word++) {
        assert_true(check_arms(&k, word, USER_MEMORY) == general);
        drain(&k);
    }
    assert_int_equal(ctx->rec.stats.waited, waited);
    assert_int_equal(ctx->rec.stats.pipelines, pipelines);
    assert_int_equal(ctx->rec.stats.inlined, 0);
    kit_finish(&k);
}

/* Draws often with the same value. Checks that a pipeline is compiled for this value, that draws
 * use the pipeline once it is compiled, and that no draw waits for it. */
static void draw_often(void **state, enum place place)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    const struct gv_context *ctx = gv_context(k.f->pipe);
    kit_use_fragment_shader(&k, arms);
    const VkPipeline general = check_arms(&k, 1, place);
    const uint64_t waited = ctx->rec.stats.waited;
    for (unsigned i = 1; i < OFTEN; i++) {
        drain(&k);
        assert_true(check_arms(&k, 2, place) == general);
        assert_true(check_arms(&k, 1, place) == general);
    }
    drain(&k);
    const VkPipeline inlined = check_arms(&k, 1, place);
    assert_true((inlined != general) == is_software(&k));
    assert_true(check_arms(&k, 3, place) == general);
    assert_true(check_arms(&k, 1, BUFFER) == general);
    assert_true(check_arms(&k, 1, place == KNOWN_BUFFER ? USER_MEMORY : KNOWN_BUFFER) == inlined);
    assert_true(check_arms(&k, 1, place) == inlined);
    k.f->pipe->flush(k.f->pipe, NULL, 0);
    kit_fill(&k, 0, 0, 0, 0); /* a draw without new bindings */
    assert_true(ctx->rec.emitted.pipeline == inlined);
    assert_int_equal(ctx->rec.stats.inlined, is_software(&k));
    assert_int_equal(ctx->rec.stats.waited, waited);
    kit_finish(&k);
}

static void test_often(void **state)
{
    draw_often(state, USER_MEMORY);
}

static void test_often_in_buffers(void **state)
{
    draw_often(state, KNOWN_BUFFER);
}

/* Draws several times in one batch with the same values; checks that the draws count as a single
 * batch, so that no pipeline is compiled for the values. */
static void test_often_in_a_batch(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    const struct gv_context *ctx = gv_context(k.f->pipe);
    kit_use_fragment_shader(&k, arms);
    check_arms(&k, 0, USER_MEMORY);
    for (uint32_t i = 0; i < 4 * OFTEN; i++) {
        bind_word(&k, 1 + i % 2, USER_MEMORY);
        kit_fill(&k, 0, 0, 0, 0);
    }
    drain(&k);
    check_arms(&k, 3, USER_MEMORY);
    assert_int_equal(ctx->rec.stats.inlined, 0);
    kit_finish(&k);
}

/* Deletes shaders while the compile thread may still compile their pipelines; checks that nothing
 * fails. */
static void test_deleted(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    for (unsigned i = 0; i < 4; i++) {
        kit_use_fragment_shader(&k, arms); /* deletes the shader of the previous iteration */
        for (uint32_t draw = 0; draw < 4 * OFTEN; draw++)
            check_arms(&k, draw % 4, USER_MEMORY);
        kit_use_fragment_shader(&k, fixture_fragment_text);
    }
    kit_finish(&k);
}

/* Makes two draws in a row with different values, first with the general pipeline and later with
 * the pipelines of these values; checks the pixels. */
static void test_values_in_a_row(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_use_fragment_shader(&k, arms);
    for (unsigned i = 0; i < OFTEN + 2; i++) {
        kit_clear(&k, 0, 0, 0);
        bind_word(&k, 2, USER_MEMORY);
        kit_fill(&k, 0, 0, 0, 0);
        bind_word(&k, 1, USER_MEMORY);
        kit_fill(&k, 0, 0, 0, 0);
        assert_int_equal(kit_pixel(&k, 4, 8), 0xff00ff00);
        assert_int_equal(kit_pixel(&k, 12, 8), 0xff0000ff);
        drain(&k);
    }
    kit_finish(&k);
}

/* Returns the pixels that the bound shader draws in a new batch. */
static uint32_t *image(struct draw_kit *k)
{
    kit_fill(k, 0.3f, 0.8f, 0, 0);
    return kit_pixels(k);
}

/* Binds a shader whose output depends on all bits of the constant that decides the branch. */
static void use_computing_shader(struct draw_kit *k, const char *insn)
{
    struct text text = {.len = 0};
    add(&text,
        "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL CONST[0..1]\n"
        "DCL TEMP[0..1]\nIMM[0] FLT32 {0.0, 65536.0, 2.37, 256.0}\nMOV TEMP[1], IMM[0].xxxx\n"
        "FSLT TEMP[0].x, IMM[0].xxxx, CONST[1].xxxx\nUIF TEMP[0].xxxx\n%s\nENDIF\n"
        "MUL TEMP[1].y, TEMP[1].xxxx, IMM[0].wwww\nMUL TEMP[1].z, TEMP[1].xxxx, IMM[0].yyyy\n"
        "FRC OUT[0], TEMP[1]\nEND\n",
        insn);
    kit_use_fragment_shader(k, text.bytes);
}

/* Draws with the general pipeline and with the pipeline with the inlined constant; checks that the
 * images are equal. A function of constants alone may differ in its last bits, since the compiler
 * evaluates it more exactly than the device. */
static void test_same_image(void **state)
{
    static const struct {
        const char *insn;
        uint32_t known_bits; /* the bits of each pixel that must be equal */
    } cases[] = {
        {"MOV TEMP[1], CONST[1].xxxx", UINT32_MAX},
        {"RCP TEMP[1], CONST[1].xxxx", UINT32_MAX},
        {"SQRT TEMP[1], CONST[1].xxxx", UINT32_MAX},
        {"DIV TEMP[1], IN[0].xxxx, CONST[1].xxxx", UINT32_MAX},
        {"MAD TEMP[1], CONST[1].xxxx, IN[0].xxxx, IN[0].yyyy", UINT32_MAX},
        {"LRP TEMP[1], CONST[1].xxxx, IN[0].xxxx, IN[0].yyyy", UINT32_MAX},
        {"POW TEMP[1], IN[0].xxxx, CONST[1].xxxx", UINT32_MAX},
        {"COS TEMP[1], CONST[1].xxxx", 0xff},
        {"LG2 TEMP[1], CONST[1].xxxx", 0xff},
        {"POW TEMP[1], IMM[0].zzzz, CONST[1].xxxx", 0xff},
    };
    const float data[8] = {[4] = 0.731f};
    const struct pipe_constant_buffer constants = {.user_buffer = data,
                                                   .buffer_size = sizeof(data)};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    const struct gv_context *ctx = gv_context(k.f->pipe);
    k.f->pipe->set_constant_buffer(k.f->pipe, PIPE_SHADER_FRAGMENT, 0, &constants);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        use_computing_shader(&k, cases[i].insn);
        uint32_t *general = image(&k);
        for (unsigned again = 1; again < OFTEN; again++)
            free(image(&k));
        drain(&k);
        uint32_t *inlined = image(&k);
        assert_int_equal(ctx->rec.stats.inlined, is_software(&k) ? i + 1 : 0);
        for (unsigned p = 0; p < KIT_SIZE * KIT_SIZE; p++)
            assert_int_equal(general[p] & cases[i].known_bits, inlined[p] & cases[i].known_bits);
        free(general);
        free(inlined);
    }
    kit_finish(&k);
}

/* Binds a shader whose first branch depends on a constant alone, and whose second branch depends on
 * a constant and an input. The constants are in different constant blocks. Each branch computes
 * sines of 0 so often that the compiler cannot replace it by a select. */
static void use_blocks(struct draw_kit *k)
{
    struct text text = {.len = 0};
    add(&text, "FRAG\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\nDCL CONST[1][0]\n"
               "DCL CONST[2][0]\nDCL CONST[3][0..1]\nDCL CONST[4][0]\nDCL CONST[5][0]\n"
               "DCL TEMP[0..2]\nMOV TEMP[0], CONST[1][0]\nMOV TEMP[2], CONST[1][0].yyyy\n"
               "UIF CONST[3][1].xxxx\n");
    for (unsigned i = 0; i < NUM_STEPS; i++)
        add(&text, "SIN TEMP[2].x, TEMP[2].xxxx\n");
    add(&text, "ADD TEMP[0], CONST[2][0], TEMP[2].xxxx\nENDIF\n"
               "FSLT TEMP[1].x, CONST[5][0].xxxx, IN[0].xxxx\nUIF TEMP[1].xxxx\n");
    for (unsigned i = 0; i < NUM_STEPS; i++)
        add(&text, "SIN TEMP[2].y, TEMP[2].yyyy\n");
    add(&text, "ADD TEMP[0], CONST[4][0], TEMP[2].yyyy\nENDIF\nMOV OUT[0], TEMP[0]\nEND\n");
    kit_use_fragment_shader(k, text.bytes);
}

static void check_blocks(struct draw_kit *k, bool taken, uint32_t left)
{
    const float data[5][8] = {
        {1, 0, 0, 1}, {0, 1, 0, 1}, {[4] = taken ? 1.0f : 0.0f}, {0, 0, 1, 1}, {8.0f}};
    for (unsigned i = 0; i < 5; i++) {
        const struct pipe_constant_buffer constants = {.user_buffer = data[i],
                                                       .buffer_size = sizeof(data[i])};
        k->f->pipe->set_constant_buffer(k->f->pipe, PIPE_SHADER_FRAGMENT, i + 1, &constants);
    }
    kit_clear(k, 0, 0, 0);
    kit_fill(k, 0, 0, 0, 0);
    assert_int_equal(kit_pixel(k, 4, 8), left);
    assert_int_equal(kit_pixel(k, 12, 8), 0xffff0000);
}

static void test_blocks(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    use_blocks(&k);
    check_blocks(&k, false, 0xff0000ff);
    check_blocks(&k, true, 0xff00ff00);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_inlined, pipe_fixture_setup, pipe_fixture_teardown),
        cmocka_unit_test_setup_teardown(test_new_values, pipe_fixture_setup, pipe_fixture_teardown),
        cmocka_unit_test_setup_teardown(test_often_in_buffers, pipe_fixture_setup,
                                        pipe_fixture_teardown),
        cmocka_unit_test_setup_teardown(test_often, pipe_fixture_setup, pipe_fixture_teardown),
        cmocka_unit_test_setup_teardown(test_often_in_a_batch, pipe_fixture_setup,
                                        pipe_fixture_teardown),
        cmocka_unit_test_setup_teardown(test_deleted, pipe_fixture_setup, pipe_fixture_teardown),
        cmocka_unit_test_setup_teardown(test_values_in_a_row, pipe_fixture_setup,
                                        pipe_fixture_teardown),
        cmocka_unit_test_setup_teardown(test_same_image, pipe_fixture_setup, pipe_fixture_teardown),
        cmocka_unit_test_setup_teardown(test_blocks, pipe_fixture_setup, pipe_fixture_teardown),
        cmocka_unit_test_setup_teardown(test_vertex_is_one, pipe_fixture_setup,
                                        pipe_fixture_teardown),
        cmocka_unit_test(test_vertex),
        cmocka_unit_test(test_fragment),
        cmocka_unit_test(test_unhelped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
