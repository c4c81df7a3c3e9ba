/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Constant buffers: every stage and slot, buffers and user memory, offsets, sizes, reads past the
 * end, and changes between draws. */
#include "driver/record/sync.h"
#include "driver/resource/resource.h"
#include "pipe_fetch.h"
#include "pipe_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"

static unsigned num_buffers(struct pipe_fixture *f, unsigned stage)
{
    return (unsigned)f->screen->get_shader_param(f->screen, stage,
                                                 PIPE_SHADER_CAP_MAX_CONST_BUFFERS);
}

static unsigned size_limit_B(struct pipe_fixture *f, unsigned stage)
{
    return (unsigned)f->screen->get_shader_param(f->screen, stage,
                                                 PIPE_SHADER_CAP_MAX_CONST_BUFFER_SIZE);
}

static unsigned offset_alignment_B(struct pipe_fixture *f)
{
    int align_B = f->screen->get_param(f->screen, PIPE_CAP_CONSTANT_BUFFER_OFFSET_ALIGNMENT);
    return align_B > 16 ? (unsigned)align_B : 16;
}

/* Returns the expected component of vec4 i in the buffer of slot k. */
static uint32_t constant(unsigned k, unsigned i, unsigned component)
{
    return 0x10000000u + k * 0x100000u + i * 16 + component;
}

static uint32_t *make_constants(unsigned k, unsigned num)
{
    uint32_t *words = malloc((size_t)num * 16);
    for (unsigned i = 0; i < num; i++) {
        for (unsigned c = 0; c < 4; c++)
            words[4 * i + c] = constant(k, i, c);
    }
    return words;
}

/* Makes vertex v return CONST[k][first + v]; CONST[k] is declared with `num` vec4. */
static void use_vertex_constants(struct fetch_kit *kit, unsigned k, unsigned num, unsigned first)
{
    char declarations[256], code[256];
    snprintf(declarations, sizeof(declarations),
             "DCL CONST[%u][0..%u]\nDCL ADDR[0]\nIMM[2] UINT32 {%u, 0, 0, 0}\n", k, num - 1, first);
    snprintf(code, sizeof(code),
             "UADD TEMP[1].x, SV[0].xxxx, IMM[2].xxxx\nUARL ADDR[0].x, TEMP[1].xxxx\n"
             "MOV OUT[1], CONST[%u][ADDR[0].x]\n",
             k);
    fetch_use_code(kit, declarations, code);
}

static void set_real(struct pipe_fixture *f, unsigned stage, unsigned k, struct pipe_resource *res,
                     unsigned offset_B, unsigned size_B)
{
    const struct pipe_constant_buffer cb = {
        .buffer = res, .buffer_offset = offset_B, .buffer_size = size_B};
    f->pipe->set_constant_buffer(f->pipe, stage, k, &cb);
}

static void set_user(struct pipe_fixture *f, unsigned stage, unsigned k, const void *data,
                     unsigned offset_B, unsigned size_B)
{
    const struct pipe_constant_buffer cb = {
        .user_buffer = data, .buffer_offset = offset_B, .buffer_size = size_B};
    f->pipe->set_constant_buffer(f->pipe, stage, k, &cb);
}

static void begin(struct fetch_kit *kit, struct pipe_fixture *f)
{
    fetch_init(kit, f);
    fetch_use_elements(kit, 0, NULL);
}

static void end(struct fetch_kit *kit)
{
    struct pipe_fixture *f = kit->f;
    for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
        for (unsigned k = 0; k < PIPE_MAX_CONSTANT_BUFFERS; k++)
            f->pipe->set_constant_buffer(f->pipe, stage, k, NULL);
    }
    fetch_finish(kit);
}

/* Checks the constants that vertices return. Devices round the end of the bound range up to a
 * multiple of at most 256 bytes. Bytes before the rounded end may be read if they belong to the
 * buffer; bytes after the rounded end must read as 0. */
static void expect_constants(struct fetch_kit *kit, unsigned k, unsigned num, unsigned first,
                             unsigned size_B, const char *what)
{
    fetch_value *values = fetch_draw(kit, num, 1);
    for (unsigned v = 0; v < num; v++) {
        for (unsigned c = 0; c < 4; c++) {
            unsigned at_B = 16 * v + 4 * c;
            uint32_t data = constant(k, first + v, c);
            bool maybe = at_B < (size_B + 255) / 256 * 256;
            bool ok = at_B < size_B ? values[v][c] == data
                                    : values[v][c] == 0 || (maybe && values[v][c] == data);
            if (!ok)
                fail_msg("%s: CONST[%u][%u].%c is 0x%08x; the buffer has 0x%08x, and %u bytes",
                         what, k, v, "xyzw"[c], values[v][c], data, size_B);
        }
    }
    free(values);
}

/* ---- The vertex stage: slots, offsets, sizes */

static void test_every_index(void **state)
{
    struct fetch_kit kit;
    begin(&kit, *state);
    struct pipe_fixture *f = kit.f;
    const unsigned num = num_buffers(f, PIPE_SHADER_VERTEX), align_B = offset_alignment_B(f);
    assert_in_range(num, 13,
                    PIPE_MAX_CONSTANT_BUFFERS); /* OpenGL 3.1 requires 12, plus the default block */
    for (unsigned k = 0; k < num; k++) {
        uint32_t *data = make_constants(k, 8 + align_B / 4);
        struct pipe_resource *res = fetch_buffer(&kit, data, 128 + 4 * align_B);
        use_vertex_constants(&kit, k, 8, 0);
        set_real(f, PIPE_SHADER_VERTEX, k, res, 0, 128);
        expect_constants(&kit, k, 8, 0, 128, "real");
        set_real(f, PIPE_SHADER_VERTEX, k, res, 4 * align_B, 128);
        expect_constants(&kit, k, 8, align_B / 4, 128, "real, offset");
        set_user(f, PIPE_SHADER_VERTEX, k, data, 0, 128);
        expect_constants(&kit, k, 8, 0, 128, "user");
        set_user(f, PIPE_SHADER_VERTEX, k, data, 4 * align_B, 128);
        memset(data, 0, 128 + 4 * align_B); /* the driver copied the user memory */
        expect_constants(&kit, k, 8, align_B / 4, 128, "user, offset");
        pipe_resource_reference(&res, NULL);
        free(data);
    }
    end(&kit);
}

static void test_short_buffers(void **state)
{
    static const unsigned sizes_B[] = {4, 16, 20, 60, 256, 400};
    struct fetch_kit kit;
    begin(&kit, *state);
    struct pipe_fixture *f = kit.f;
    const unsigned align_B = offset_alignment_B(f);
    for (unsigned k = 0; k < 3; k += 2) {
        uint32_t *data = make_constants(k, 64 + align_B / 16);
        use_vertex_constants(&kit, k, 64, 0);
        for (size_t i = 0; i < sizeof(sizes_B) / sizeof(sizes_B[0]); i++) {
            struct pipe_resource *exact = fetch_buffer(&kit, data, align_B + sizes_B[i]);
            struct pipe_resource *larger = fetch_buffer(&kit, data, align_B + 1024);
            set_real(f, PIPE_SHADER_VERTEX, k, exact, 0, align_B + sizes_B[i]);
            expect_constants(&kit, k, 64, 0, align_B + sizes_B[i], "a short buffer");
            set_real(f, PIPE_SHADER_VERTEX, k, exact, align_B, 65536);
            expect_constants(&kit, k, 64, align_B / 16, sizes_B[i], "less than was said");
            set_real(f, PIPE_SHADER_VERTEX, k, larger, align_B, sizes_B[i]);
            expect_constants(&kit, k, 64, align_B / 16, sizes_B[i], "a part of a buffer");
            set_user(f, PIPE_SHADER_VERTEX, k, data, 0, sizes_B[i]);
            expect_constants(&kit, k, 64, 0, sizes_B[i], "short user memory");
            pipe_resource_reference(&exact, NULL);
            pipe_resource_reference(&larger, NULL);
        }
        free(data);
    }
    end(&kit);
}

/* Binds as many buffers as possible, of one dword each; the dword of buffer k is 1 << k. A shader
 * combines all dwords with OR; checks the result. If the device has few uniform buffers, the last
 * buffers are bound as storage buffers. */
static void test_one_dword_each(void **state)
{
    struct fetch_kit kit;
    begin(&kit, *state);
    struct pipe_fixture *f = kit.f;
    const unsigned num = num_buffers(f, PIPE_SHADER_VERTEX);
    struct text declarations = {0}, code = {0};
    text_add(&declarations, "IMM[2] UINT32 {0, 0, 0, 0}\n");
    text_add(&code, "MOV TEMP[1], IMM[2]\n");
    for (unsigned k = 0; k < num; k++) {
        const uint32_t bit = 1u << k;
        struct pipe_resource *res = fetch_buffer(&kit, &bit, sizeof(bit));
        set_real(f, PIPE_SHADER_VERTEX, k, res, 0, sizeof(bit));
        pipe_resource_reference(&res, NULL);
        text_add(&declarations, "DCL CONST[%u][0]\n", k);
        text_add(&code, "OR TEMP[1].x, TEMP[1].xxxx, CONST[%u][0].xxxx\n", k);
    }
    text_add(&code, "MOV OUT[1], TEMP[1]\n");
    fetch_use_code(&kit, declarations.at, code.at);
    fetch_value *values = fetch_draw(&kit, 1, 1);
    assert_int_equal(values[0][0], (1u << num) - 1);
    free(values);
    free(declarations.at);
    free(code.at);
    end(&kit);
}

/* Reads the whole Vulkan buffer, including bytes after the resource's end that shaders may read. */
static uint8_t *read_whole(struct pipe_fixture *f, struct pipe_resource *res, unsigned size_B)
{
    struct gv_context *ctx = gv_context(f->pipe);
    struct pipe_resource *copy = fixture_buffer(f, size_B, PIPE_USAGE_STAGING, 0);
    struct gv_storage *from = gv_resource(res)->storage, *to = gv_resource(copy)->storage;
    const VkBufferCopy all = {.size = size_B};
    const struct pipe_box box = fixture_level_box(copy, 0);
    VkCommandBuffer cmd = gv_sync_copy(&ctx->rec, to, from);
    assert_non_null(cmd);
    ctx->dev->vk.vkCmdCopyBuffer(cmd, from->buffer.handle, to->buffer.handle, 1, &all);
    gv_resource_mark_written(gv_resource(copy), 0, size_B);
    uint8_t *bytes = fixture_read(f, copy, 0, &box);
    pipe_resource_reference(&copy, NULL);
    return bytes;
}

/* Shaders may read a few bytes after a buffer's end, since devices round the end up. Checks that
 * these bytes belong to the buffer's memory, whatever the offset of the binding, and that they are
 * zeros, not old contents. */
static void test_after_the_end(void **state)
{
    static const unsigned sizes_B[] = {4, 67, 68, 256, 260, 1000};
    struct pipe_fixture *f = *state;
    const struct gv_vk_device *dev = gv_context(f->pipe)->dev;
    const unsigned begin_B = (unsigned)dev->properties.limits.minUniformBufferOffsetAlignment;
    const unsigned end_B = (unsigned)dev->caps.uniform_end_alignment_B;
    uint8_t noise[2048];
    memset(noise, 0x77, sizeof(noise));
    if (!dev->caps.robustBufferAccess)
        skip(); /* without robustness, shaders check the bounds themselves */
    for (size_t i = 0; i < sizeof(sizes_B) / sizeof(sizes_B[0]); i++) {
        struct pipe_resource *before = fixture_buffer_of(f, noise, sizeof(noise));
        struct pipe_box box = fixture_level_box(before, 0);
        free(fixture_read(f, before, 0, &box));
        pipe_resource_reference(&before, NULL);
        struct pipe_resource *res = fixture_buffer_of(f, noise, sizes_B[i]);
        const unsigned whole_B = (unsigned)gv_resource(res)->storage->buffer.size_B;
        for (unsigned at_B = 0; at_B < sizes_B[i]; at_B += begin_B)
            assert_in_range(at_B + (sizes_B[i] - at_B + end_B - 1) / end_B * end_B, 0, whole_B);
        uint8_t *bytes = read_whole(f, res, whole_B);
        for (unsigned k = 0; k < whole_B; k++)
            assert_int_equal(bytes[k], k < sizes_B[i] ? 0x77 : 0);
        free(bytes);
        pipe_resource_reference(&res, NULL);
    }
}

static void test_largest(void **state)
{
    struct fetch_kit kit;
    begin(&kit, *state);
    struct pipe_fixture *f = kit.f;
    const unsigned limit_B = size_limit_B(f, PIPE_SHADER_VERTEX), num = limit_B / 16;
    assert_true(limit_B >= 16384);
    for (unsigned k = 0; k < 2; k++) {
        uint32_t *data = make_constants(k, num + 16);
        struct pipe_resource *res = fetch_buffer(&kit, data, limit_B + 256);
        use_vertex_constants(&kit, k, num, num - 32);
        set_real(f, PIPE_SHADER_VERTEX, k, res, 0, limit_B + 256);
        expect_constants(&kit, k, 32, num - 32, 512, "the largest buffer");
        set_user(f, PIPE_SHADER_VERTEX, k, data, 0, limit_B);
        expect_constants(&kit, k, 32, num - 32, 512, "the largest user memory");
        pipe_resource_reference(&res, NULL);
        free(data);
    }
    end(&kit);
}

/* ---- The other stages -------------------------------------------------------------------------
 */

/* Binds different data to slot k of `stage` than to slot k of the other stages; checks that `stage`
 * reads its own data. */
static void check_stage(struct fetch_kit *kit, unsigned stage, unsigned k)
{
    struct pipe_fixture *f = kit->f;
    uint32_t *data = make_constants(k, 4), *other = make_constants(31, 4);
    struct pipe_resource *res = fetch_buffer(kit, data, 64);
    for (unsigned user = 0; user < 2; user++) {
        for (unsigned s = 0; s <= PIPE_SHADER_GEOMETRY; s++)
            set_user(f, s, k, other, 0, 64);
        if (user)
            set_user(f, stage, k, data, 0, 64);
        else
            set_real(f, stage, k, res, 0, 64);
        fetch_value *values = fetch_draw(kit, 2, 1);
        for (unsigned c = 0; c < 4; c++) {
            if (values[1][c] != constant(k, 3, c))
                fail_msg("stage %u: CONST[%u][3].%c is 0x%08x", stage, k, "xyzw"[c], values[1][c]);
        }
        free(values);
    }
    pipe_resource_reference(&res, NULL);
    free(data);
    free(other);
}

static void test_fragment_stage(void **state)
{
    struct fetch_kit kit;
    begin(&kit, *state);
    fetch_use_code(&kit, "", "MOV OUT[1], IMM[0]\n");
    for (unsigned k = 0; k < num_buffers(kit.f, PIPE_SHADER_FRAGMENT); k++) {
        char text[256];
        snprintf(text, sizeof(text),
                 "FRAG\nDCL OUT[0], COLOR\nDCL CONST[%u][0..3]\nMOV OUT[0], CONST[%u][3]\nEND\n", k,
                 k);
        fetch_use_fragment_shader(&kit, text);
        check_stage(&kit, PIPE_SHADER_FRAGMENT, k);
    }
    end(&kit);
}

static void test_geometry_stage(void **state)
{
    struct fetch_kit kit;
    begin(&kit, *state);
    struct pipe_context *pipe = kit.f->pipe;
    fetch_use_code(&kit, "", "MOV OUT[1], IMM[0]\n");
    for (unsigned k = 0; k < num_buffers(kit.f, PIPE_SHADER_GEOMETRY); k++) {
        char text[640];
        snprintf(text, sizeof(text),
                 "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
                 "PROPERTY GS_MAX_OUTPUT_VERTICES 1\nPROPERTY GS_INVOCATIONS 1\n"
                 "DCL IN[][0], POSITION\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
                 "DCL CONST[%u][0..3]\nIMM[0] INT32 {0, 0, 0, 0}\n"
                 "MOV OUT[0], IN[0][0]\nMOV OUT[1], CONST[%u][3]\nEMIT IMM[0].xxxx\nEND\n",
                 k, k);
        void *gs = fixture_shader(kit.f, pipe->create_gs_state, text, NULL);
        pipe->bind_gs_state(pipe, gs);
        check_stage(&kit, PIPE_SHADER_GEOMETRY, k);
        pipe->bind_gs_state(pipe, NULL);
        pipe->delete_gs_state(pipe, gs);
    }
    end(&kit);
}

/* ---- All buffers of a stage in one shader -----------------------------------------------------
 */

/* Adds code that declares `num` buffers and sums up their first values in TEMP[1]. */
static void add_sum(struct text *declarations, struct text *code, unsigned num)
{
    for (unsigned k = 0; k < num; k++) {
        text_add(declarations, "DCL CONST[%u][0]\n", k);
        text_add(code, k ? "UADD TEMP[1], TEMP[1], CONST[%u][0]\n" : "MOV TEMP[1], CONST[%u][0]\n",
                 k);
    }
}

/* Binds buffers to all slots: user memory to slot 0, as frontends do, and resources to the other
 * slots. Stores the expected sum. */
static void bind_all(struct pipe_fixture *f, unsigned stage, unsigned num, uint32_t out_sum[4])
{
    memset(out_sum, 0, 4 * sizeof(out_sum[0]));
    for (unsigned k = 0; k < num; k++) {
        uint32_t *data = make_constants(k, 1);
        struct pipe_resource *res = fixture_buffer_of(f, data, 16);
        if (k)
            set_real(f, stage, k, res, 0, 16);
        else
            set_user(f, stage, k, data, 0, 16);
        for (unsigned c = 0; c < 4; c++)
            out_sum[c] += data[c];
        pipe_resource_reference(&res, NULL);
        free(data);
    }
}

static void test_all_of_vertices(void **state)
{
    struct fetch_kit kit;
    struct text declarations = {0}, code = {0};
    uint32_t sum[4];
    begin(&kit, *state);
    const unsigned num = num_buffers(kit.f, PIPE_SHADER_VERTEX);
    add_sum(&declarations, &code, num);
    text_add(&code, "MOV OUT[1], TEMP[1]\n");
    fetch_use_code(&kit, declarations.at, code.at);
    bind_all(kit.f, PIPE_SHADER_VERTEX, num, sum);
    fetch_value *values = fetch_draw(&kit, 1, 1);
    assert_memory_equal(values[0], sum, sizeof(sum));
    free(values);
    free(declarations.at);
    free(code.at);
    end(&kit);
}

static void test_all_of_compute(void **state)
{
    struct fetch_kit kit;
    struct text declarations = {0}, code = {0};
    const struct pipe_grid_info info = {.block = {1, 1, 1}, .grid = {1, 1, 1}};
    uint32_t sum[4];
    begin(&kit, *state);
    struct pipe_context *pipe = kit.f->pipe;
    const unsigned num = num_buffers(kit.f, PIPE_SHADER_COMPUTE);
    text_add(&declarations, "COMP\nDCL BUFFER[0]\nDCL TEMP[1]\nIMM UINT32 {0, 0, 0, 0}\n");
    add_sum(&declarations, &code, num);
    text_add(&declarations, "%sSTORE BUFFER[0].xyzw, IMM[0].xxxx, TEMP[1]\nEND\n", code.at);
    void *cs = fixture_compute_shader(kit.f, declarations.at, 0);
    struct pipe_resource *res = fixture_words(kit.f, 4, NULL);
    const struct pipe_shader_buffer buffer = {.buffer = res, .buffer_size = 16};
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 1, &buffer);
    pipe->bind_compute_state(pipe, cs);
    bind_all(kit.f, PIPE_SHADER_COMPUTE, num, sum);
    pipe->launch_grid(pipe, &info);
    uint32_t *words = fixture_read_words(kit.f, res);
    assert_memory_equal(words, sum, sizeof(sum));
    free(words);
    pipe->bind_compute_state(pipe, NULL);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    pipe->delete_compute_state(pipe, cs);
    pipe_resource_reference(&res, NULL);
    free(declarations.at);
    free(code.at);
    end(&kit);
}

/* ---- Changes and invalid bindings */

/* Changes bindings and contents between draws; checks that each draw reads the buffers that were
 * bound and the contents that were written just before it. */
static void test_changes(void **state)
{
    struct fetch_kit kit;
    begin(&kit, *state);
    struct pipe_context *pipe = kit.f->pipe;
    const unsigned align_B = offset_alignment_B(kit.f);
    for (unsigned k = 0; k < 2; k++) {
        const union pipe_color_union black = {.ui = {0}};
        struct pipe_resource *res = fixture_buffer(kit.f, 8 * align_B, PIPE_USAGE_DEFAULT, 0);
        struct pipe_draw_info info = {
            .mode = PIPE_PRIM_POINTS, .count = 1, .instance_count = 1, .max_index = ~0u};
        char declarations[64], code[64];
        snprintf(declarations, sizeof(declarations), "DCL CONST[%u][0]\n", k);
        snprintf(code, sizeof(code), "MOV OUT[1], CONST[%u][0]\n", k);
        fetch_use_code(&kit, declarations, code);
        pipe->clear(pipe, PIPE_CLEAR_COLOR0, &black, 0.0, 0);
        for (unsigned v = 0; v < 40; v++) {
            const unsigned offset_B = v / 8 * align_B;
            const uint32_t value[4] = {5000 + v, v, 0, 1};
            const struct pipe_box box = fixture_box((int)offset_B, 0, 0, 16, 1, 1);
            if (v % 4 == 0)
                set_user(kit.f, PIPE_SHADER_VERTEX, k, value, 0, 16);
            else
                fixture_write(kit.f, res, 0, &box, value);
            if (v % 4 == 1)
                set_real(kit.f, PIPE_SHADER_VERTEX, k, res, offset_B, 16);
            info.start = v;
            pipe->draw_vbo(pipe, &info);
        }
        pipe->set_constant_buffer(pipe, PIPE_SHADER_VERTEX, k, NULL);
        info.start = 40;
        pipe->draw_vbo(pipe, &info);
        const struct pipe_box all = fixture_level_box(kit.target, 0);
        fetch_value *values = (fetch_value *)(void *)fixture_read(kit.f, kit.target, 0, &all);
        for (unsigned v = 0; v <= 40; v++) {
            if (values[v][0] != (v < 40 ? 5000 + v : 0))
                fail_msg("slot %u, draw %u saw %u", k, v, values[v][0]);
        }
        free(values);
        pipe_resource_reference(&res, NULL);
    }
    end(&kit);
}

/* Binds and unbinds a geometry shader between draws, so that set 0 changes its layout; checks that
 * each stage reads its own constants, from user memory and from buffers, and that slot 1 of the
 * vertex stage remains bound. */
static void test_other_stages(void **state)
{
    static const char text[] =
        "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
        "PROPERTY GS_MAX_OUTPUT_VERTICES 1\nPROPERTY GS_INVOCATIONS 1\n"
        "DCL IN[][0], POSITION\nDCL IN[][1], GENERIC[0]\nDCL OUT[0], POSITION\n"
        "DCL OUT[1], GENERIC[0]\nDCL CONST[0][0]\nDCL TEMP[0]\nIMM[0] INT32 {0, 0, 0, 0}\n"
        "UADD TEMP[0], IN[0][1], CONST[0][0]\nMOV OUT[0], IN[0][0]\nMOV OUT[1], TEMP[0]\n"
        "EMIT IMM[0].xxxx\nEND\n";
    enum {
        NUM_DRAWS = 24
    };
    const uint32_t in_slot_1[4] = {7, 0, 0, 1};
    const union pipe_color_union black = {.ui = {0}};
    struct fetch_kit kit;
    begin(&kit, *state);
    struct pipe_fixture *f = kit.f;
    struct pipe_context *pipe = f->pipe;
    struct pipe_resource *res = fixture_buffer_of(f, in_slot_1, sizeof(in_slot_1));
    void *gs = fixture_shader(f, pipe->create_gs_state, text, NULL);
    struct pipe_draw_info info = {
        .mode = PIPE_PRIM_POINTS, .count = 1, .instance_count = 1, .max_index = ~0u};
    fetch_use_code(&kit, "DCL CONST[0][0]\nDCL CONST[1][0]\n",
                   "UADD OUT[1], CONST[0][0], CONST[1][0]\n");
    set_real(f, PIPE_SHADER_VERTEX, 1, res, 0, sizeof(in_slot_1));
    pipe->clear(pipe, PIPE_CLEAR_COLOR0, &black, 0.0, 0);
    for (unsigned v = 0; v < NUM_DRAWS; v++) {
        const uint32_t of_vertices[4] = {100 * v}, of_geometry[4] = {10000 * v};
        struct pipe_resource *buffer = fixture_buffer_of(f, of_vertices, sizeof(of_vertices));
        pipe->bind_gs_state(pipe, v % 2 ? gs : NULL);
        set_user(f, PIPE_SHADER_GEOMETRY, 0, of_geometry, 0, sizeof(of_geometry));
        if (v % 4 < 2)
            set_user(f, PIPE_SHADER_VERTEX, 0, of_vertices, 0, sizeof(of_vertices));
        else
            set_real(f, PIPE_SHADER_VERTEX, 0, buffer, 0, sizeof(of_vertices));
        info.start = v;
        pipe->draw_vbo(pipe, &info);
        pipe_resource_reference(&buffer, NULL);
    }
    const struct pipe_box all = fixture_level_box(kit.target, 0);
    fetch_value *values = (fetch_value *)(void *)fixture_read(f, kit.target, 0, &all);
    for (unsigned v = 0; v < NUM_DRAWS; v++)
        assert_int_equal(values[v][0], 100 * v + 7 + (v % 2 ? 10000 * v : 0));
    free(values);
    pipe->bind_gs_state(pipe, NULL);
    pipe->delete_gs_state(pipe, gs);
    pipe_resource_reference(&res, NULL);
    end(&kit);
}

/* Alternates between two values of a constant, as if GL programs alternated; checks that the
 * driver copies each value to the device only once. */
static void test_values_again(void **state)
{
    static const unsigned last[] = {2, 1, 0, 0, 2};
    enum {
        NUM_ALTERNATING = 30,
        NUM = NUM_ALTERNATING + sizeof(last) / sizeof(last[0]),
    };
    struct fetch_kit kit;
    begin(&kit, *state);
    struct pipe_context *pipe = kit.f->pipe;
    const struct gv_context *ctx = gv_context(pipe);
    const union pipe_color_union black = {.ui = {0}};
    struct pipe_draw_info info = {
        .mode = PIPE_PRIM_POINTS, .count = 1, .instance_count = 1, .max_index = ~0u};
    uint64_t copied_B = 0;
    fetch_use_code(&kit, "DCL CONST[0][0]\n", "MOV OUT[1], CONST[0][0]\n");
    pipe->clear(pipe, PIPE_CLEAR_COLOR0, &black, 0.0, 0);
    for (unsigned v = 0; v < NUM; v++) {
        const unsigned number = v < NUM_ALTERNATING ? v % 2 : last[v - NUM_ALTERNATING];
        const uint32_t value[4] = {5000 + number, 0, 0, 1};
        set_user(kit.f, PIPE_SHADER_VERTEX, 0, value, 0, 16);
        info.start = v;
        pipe->draw_vbo(pipe, &info);
        if (v == 1)
            copied_B = ctx->rec.stats.upload_B;
        if (v < NUM_ALTERNATING && v > 1)
            assert_int_equal(ctx->rec.stats.upload_B, copied_B);
    }
    const struct pipe_box all = fixture_level_box(kit.target, 0);
    fetch_value *values = (fetch_value *)(void *)fixture_read(kit.f, kit.target, 0, &all);
    for (unsigned v = 0; v < NUM; v++) {
        const unsigned number = v < NUM_ALTERNATING ? v % 2 : last[v - NUM_ALTERNATING];
        assert_int_equal(values[v][0], 5000 + number);
    }
    free(values);
    end(&kit);
}

/* Makes invalid bindings; checks that they read as zeros, and that the other slots are unchanged.
 */
static void test_mistakes(void **state)
{
    struct fetch_kit kit;
    begin(&kit, *state);
    struct pipe_fixture *f = kit.f;
    struct pipe_resource *texture =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, 1);
    uint32_t *data = make_constants(0, 16);
    struct pipe_resource *res = fetch_buffer(&kit, data, 256);
    for (unsigned k = 0; k < 2; k++) {
        use_vertex_constants(&kit, k, 16, 0);
        set_real(f, PIPE_SHADER_VERTEX, k, texture, 0, 256);
        expect_constants(&kit, k, 16, 0, 0, "a texture");
        set_real(f, PIPE_SHADER_VERTEX, k, res, 256, 256);
        expect_constants(&kit, k, 16, 0, 0, "an offset at the end");
        set_real(f, PIPE_SHADER_VERTEX, k, res, 0x80000000u, 256);
        expect_constants(&kit, k, 16, 0, 0, "an offset past the end");
        set_real(f, PIPE_SHADER_VERTEX, k, res, 0, 0);
        expect_constants(&kit, k, 16, 0, 0, "no bytes");
        set_user(f, PIPE_SHADER_VERTEX, k, data, 0, 0);
        expect_constants(&kit, k, 16, 0, 0, "no bytes of user memory");
    }
    set_real(f, PIPE_SHADER_VERTEX, 0, res, 0, 256);
    set_real(f, PIPE_SHADER_VERTEX, ~0u, texture, 0, 256);
    set_real(f, ~0u, 0, texture, 0, 256);
    use_vertex_constants(&kit, 0, 16, 0);
    expect_constants(&kit, 0, 16, 0, 256, "numbers out of range");
    free(data);
    pipe_resource_reference(&res, NULL);
    pipe_resource_reference(&texture, NULL);
    end(&kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_index),    cmocka_unit_test(test_short_buffers),
        cmocka_unit_test(test_one_dword_each), cmocka_unit_test(test_after_the_end),
        cmocka_unit_test(test_largest),        cmocka_unit_test(test_fragment_stage),
        cmocka_unit_test(test_geometry_stage), cmocka_unit_test(test_all_of_vertices),
        cmocka_unit_test(test_all_of_compute), cmocka_unit_test(test_changes),
        cmocka_unit_test(test_values_again),   cmocka_unit_test(test_other_stages),
        cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
