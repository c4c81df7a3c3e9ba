/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Notifications from a context to its program: messages through the debug callback, and the loss of
 * the device. Also debug labels, which the tests intercept in the device's function table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/screen/screen.h"
#include "galvan/galvan.h"
#include "pipe_draw_kit.h"

/* The messages that one listener has received; `text` is the last message. */
struct heard {
    unsigned num, num_errors, num_perf, num_new_ids;
    unsigned last_id;
    char text[256];
};

static void hear(void *data, unsigned *id, enum pipe_debug_type type, const char *format,
                 va_list args)
{
    struct heard *heard = data;
    heard->num++;
    heard->num_errors += type == PIPE_DEBUG_TYPE_ERROR;
    heard->num_perf += type == PIPE_DEBUG_TYPE_PERF_INFO;
    if (*id == 0)
        *id = 100 + heard->num_new_ids++;
    heard->last_id = *id;
    vsnprintf(heard->text, sizeof(heard->text), format, args);
}

static void begin_with(struct pipe_fixture *f, struct draw_kit *kit,
                       struct galvan_screen_params *params)
{
    const struct galvan_log silent = {.level = GALVAN_LOG_NONE};
    params->log = &silent;
    assert_int_equal(galvan_screen_create(params, &f->screen), GALVAN_OK);
    f->pipe = f->screen->context_create(f->screen, NULL, 0);
    assert_non_null(f->pipe);
    kit_init(kit, f, 0, NULL);
}

static void begin(struct pipe_fixture *f, struct draw_kit *kit)
{
    begin_with(f, kit, galvan_screen_params());
}

static void end(struct pipe_fixture *f, struct draw_kit *kit)
{
    kit_finish(kit);
    f->pipe->destroy(f->pipe);
    f->screen->destroy(f->screen);
}

static void create_wrong_shader(struct pipe_context *pipe)
{
    const struct pipe_shader_state none = {.tokens = NULL};
    assert_null(pipe->create_fs_state(pipe, &none));
}

static void test_messages(void **state)
{
    (void)state;
    struct pipe_fixture f = {0};
    struct draw_kit kit = {0};
    struct heard heard = {0}, later = {0};
    const struct pipe_debug_callback callback = {.debug_message = hear, .data = &heard};

    begin(&f, &kit);
    create_wrong_shader(f.pipe); /* no callback is set yet */
    f.pipe->set_debug_callback(f.pipe, &callback);
    create_wrong_shader(f.pipe);
    assert_int_equal(heard.num, 1);
    assert_int_equal(heard.num_errors, 1);
    assert_non_null(strstr(heard.text, "fragment shader: "));
    const unsigned shader_id = heard.last_id;
    kit_fill(&kit, 0, 1, 0, 0);
    assert_int_equal(kit_pixel(&kit, 3, 3), 0xff00ff00);
    assert_true(heard.num_perf >= 1);
    assert_int_not_equal(heard.last_id, shader_id);
    const unsigned num_perf = heard.num_perf;
    kit_fill(&kit, 1, 0, 0, 0);
    assert_int_equal(kit_pixel(&kit, 3, 3), 0xff0000ff);
    assert_int_equal(heard.num_perf, num_perf); /* already compiled */
    create_wrong_shader(f.pipe);
    assert_int_equal(heard.last_id,
                     shader_id); /* messages from one place in the code have one id */
    assert_int_equal(heard.num_new_ids, 2);

    /* A new listener must get new ids; after the callback was set to NULL, no listener may get
     * messages. */
    f.pipe->set_debug_callback(
        f.pipe, &(struct pipe_debug_callback){.debug_message = hear, .data = &later});
    create_wrong_shader(f.pipe);
    assert_int_equal(later.num_new_ids, 1);
    assert_int_equal(heard.num_errors, 2);
    f.pipe->set_debug_callback(f.pipe, NULL);
    create_wrong_shader(f.pipe);
    assert_int_equal(later.num, 1);
    end(&f, &kit);
}

/* ---- Markers */

static PFN_vkCmdInsertDebugUtilsLabelEXT real_insert;
static unsigned num_labels;
static char last_label[2048];

static VKAPI_ATTR void VKAPI_CALL catch_label(VkCommandBuffer cmd, const VkDebugUtilsLabelEXT *info)
{
    num_labels++;
    snprintf(last_label, sizeof(last_label), "%s", info->pLabelName);
    real_insert(cmd, info);
}

static void test_markers(void **state)
{
    (void)state;
    struct pipe_fixture f = {0};
    struct draw_kit kit = {0};
    char long_text[4000];

    begin(&f, &kit);
    struct gv_vk_device *dev = gv_screen(f.screen)->dev;
    real_insert = dev->insert_label;
    assert_int_equal(f.screen->get_param(f.screen, PIPE_CAP_STRING_MARKER), real_insert != NULL);
    num_labels = 0;
    if (real_insert) {
        dev->insert_label = catch_label;
        f.pipe->emit_string_marker(f.pipe, "before anything", 6);
        assert_int_equal(num_labels, 1);
        assert_string_equal(last_label, "before");
        kit_fill(&kit, 0, 1, 0, 0);
        f.pipe->emit_string_marker(f.pipe, "a\n\x80z\0end", 8); /* within a rendering */
        assert_string_equal(last_label, "a??z");
        memset(long_text, 'x', sizeof(long_text)); /* without a NUL at its end */
        f.pipe->emit_string_marker(f.pipe, long_text, sizeof(long_text));
        assert_int_equal(strlen(last_label), 1024);
        f.pipe->emit_string_marker(f.pipe, "none", 0);
        f.pipe->emit_string_marker(f.pipe, "none", -1);
        assert_int_equal(num_labels, 3);
        kit_fill(&kit, 1, 0, 0, 0);
        assert_int_equal(kit_pixel(&kit, 3, 3), 0xff0000ff);
    }
    /* Without VK_EXT_debug_utils, markers must be ignored. */
    num_labels = 0;
    dev->insert_label = NULL;
    assert_int_equal(f.screen->get_param(f.screen, PIPE_CAP_STRING_MARKER), 0);
    f.pipe->emit_string_marker(f.pipe, "text", 4);
    assert_int_equal(num_labels, 0);
    end(&f, &kit);
}

/* ---- Reports */

static void test_report(void **state)
{
    (void)state;
    struct pipe_fixture f = {0};
    struct draw_kit kit = {0};
    char text[4096] = "";
    FILE *stream = tmpfile();

    assert_non_null(stream);
    begin(&f, &kit);
    kit_fill(&kit, 0, 1, 0, 0);
    kit_fill(&kit, 0, 1, 0, 0);
    f.pipe->dump_debug_state(f.pipe, stream, PIPE_DEBUG_DEVICE_IS_HUNG);
    rewind(stream);
    assert_true(fread(text, 1, sizeof(text) - 1, stream) > 0);
    fclose(stream);
    assert_ptr_equal(strstr(text, f.screen->get_name(f.screen)), text);
    assert_non_null(strstr(text, "\ndevice: not lost\n"));
    assert_non_null(strstr(text, "\ndraws: 2\n"));
    assert_int_equal(text[strlen(text) - 1], '\n');
    end(&f, &kit);
}

/* ---- Resets */

static VKAPI_ATTR VkResult VKAPI_CALL lose_submission(VkQueue queue, uint32_t num,
                                                      const VkSubmitInfo *infos, VkFence fence)
{
    (void)queue;
    (void)num;
    (void)infos;
    (void)fence;
    return VK_ERROR_DEVICE_LOST;
}

static void count_reset(void *data, enum pipe_reset_status status)
{
    unsigned *num = data;
    *num += status == PIPE_UNKNOWN_CONTEXT_RESET ? 1 : 100;
}

static void test_reset(void **state)
{
    (void)state;
    struct pipe_fixture f = {0};
    struct draw_kit kit = {0};
    unsigned num = 0, num_other = 0, num_ended = 0;

    begin(&f, &kit);
    struct pipe_context *other = f.screen->context_create(f.screen, NULL, 0);
    struct pipe_context *ended = f.screen->context_create(f.screen, NULL, 0);
    assert_non_null(other);
    assert_non_null(ended);
    f.pipe->set_device_reset_callback(
        f.pipe, &(struct pipe_device_reset_callback){.reset = count_reset, .data = &num});
    other->set_device_reset_callback(
        other, &(struct pipe_device_reset_callback){.reset = count_reset, .data = &num_other});
    ended->set_device_reset_callback(
        ended, &(struct pipe_device_reset_callback){.reset = count_reset, .data = &num_ended});
    kit_fill(&kit, 0, 1, 0, 0);
    assert_int_equal(kit_pixel(&kit, 3, 3), 0xff00ff00);
    other->flush(other, NULL, 0);
    kit_fill(&kit, 1, 0, 0, 0);
    assert_int_equal(num, 0);
    assert_int_equal(f.screen->get_param(f.screen, PIPE_CAP_DEVICE_RESET_STATUS_QUERY), 1);
    assert_int_equal(f.pipe->get_device_reset_status(f.pipe), PIPE_NO_RESET);
    gv_screen(f.screen)->dev->vk.vkQueueSubmit = lose_submission;
    f.pipe->flush(f.pipe, NULL, 0);
    assert_int_equal(num, 1);
    assert_int_equal(f.pipe->get_device_reset_status(f.pipe), PIPE_UNKNOWN_CONTEXT_RESET);
    assert_int_equal(num_other, 0); /* the callback runs at the next call of its own context, on
                                       that context's thread */
    kit_fill(&kit, 0, 0, 1, 0);
    f.pipe->flush(f.pipe, NULL, 0);
    assert_int_equal(num, 1); /* the callback is called only once */
    other->flush(other, NULL, 0);
    assert_int_equal(num_other, 1);
    ended->set_device_reset_callback(ended, NULL);
    ended->flush(ended, NULL, 0);
    assert_int_equal(num_ended, 0);
    f.pipe->set_device_reset_callback(
        f.pipe, &(struct pipe_device_reset_callback){.reset = count_reset, .data = &num_ended});
    other->destroy(other);
    ended->destroy(ended);
    end(&f, &kit); /* end() must not call the callback again */
    assert_int_equal(num_ended, 0);
}

/* ---- Descriptions of draws */

struct reported {
    unsigned num_draws, num_modules;
    char text[8192];
};

static void report_line(void *priv, const char *text)
{
    struct reported *reported = priv;
    const size_t len = strlen(reported->text);
    snprintf(reported->text + len, sizeof(reported->text) - len, "%s\n", text);
}

static void report_module(void *priv, const uint32_t *words, size_t num_words)
{
    struct reported *reported = priv;
    assert_true(num_words > 5 && words[0] == 0x07230203); /* SPIR-V's magic number */
    reported->num_modules++;
}

static void report_draw(void *priv, struct pipe_context *pipe, const struct pipe_draw_info *info)
{
    struct reported *reported = priv;
    assert_int_equal(info->mode, PIPE_PRIM_TRIANGLES);
    assert_int_equal(galvan_context_framebuffer(pipe)->nr_cbufs, 1);
    reported->num_draws++;
    galvan_context_describe(pipe, &(struct galvan_description){.line = report_line,
                                                               .module = report_module,
                                                               .priv = reported});
}

/* Draws and clears; checks that the state of each draw is described, and that clears are not
 * described. */
static void test_describe(void **state)
{
    (void)state;
    struct reported reported = {0};
    struct pipe_fixture f = {0};
    struct draw_kit kit = {0};
    begin_with(&f, &kit, galvan_screen_params(.drawn = report_draw, .drawn_priv = &reported));
    kit_clear(&kit, 0, 0, 1);
    assert_int_equal(reported.num_draws, 0);
    kit_fill(&kit, 0, 0, 1, 0);
    assert_int_equal(reported.num_draws, 1);
    assert_int_equal(reported.num_modules, 2);
    assert_non_null(strstr(reported.text, "path: native\n"));
    assert_non_null(strstr(reported.text, "color 0: PIPE_FORMAT_R8G8B8A8_UNORM\n"));
    assert_non_null(strstr(reported.text, "\n  target 0: colormask=15\n"));
    assert_non_null(strstr(reported.text, "\npipeline key: "));
    assert_non_null(strstr(reported.text, "vertex shader "));
    assert_non_null(strstr(reported.text, "\nFRAG\n"));
    end(&f, &kit);
    assert_int_equal(reported.num_draws, 1);
}

/* ---- What draws and dispatches write to */

struct written {
    unsigned num_draws, num_grids;
    unsigned writes; /* the galvan_writes bits of the last draw */
};

static void note_draw(void *priv, struct pipe_context *pipe, const struct pipe_draw_info *info)
{
    struct written *written = priv;
    (void)info;
    written->num_draws++;
    written->writes = galvan_context_writes(pipe);
}

static void note_dispatch(void *priv, struct pipe_context *pipe, const struct pipe_grid_info *info)
{
    struct written *written = priv;
    assert_non_null(pipe);
    assert_int_equal(info->grid[1], 2);
    written->num_grids++;
}

static void launch_two_blocks(struct pipe_fixture *f)
{
    void *cs = fixture_compute_shader(f, COMP(1) "END\n", 0);
    const struct pipe_grid_info info = {.work_dim = 3, .block = {1, 1, 1}, .grid = {1, 2, 1}};
    f->pipe->bind_compute_state(f->pipe, cs);
    f->pipe->launch_grid(f->pipe, &info);
    f->pipe->launch_grid_of_layouts(f->pipe, info.block, info.grid, 0, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
}

static void draw_with_stores(struct draw_kit *kit)
{
    struct pipe_resource *words = fixture_words(kit->f, 4, NULL);
    const struct pipe_shader_buffer buffer = {.buffer = words, .buffer_size = words->width0};
    struct pipe_context *pipe = kit->f->pipe;
    pipe->set_shader_buffers(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &buffer);
    kit_use_fragment_shader(kit, "FRAG\n"
                                 "DCL OUT[0], COLOR\n"
                                 "DCL BUFFER[0]\n"
                                 "IMM[0] UINT32 {0, 7, 0, 0}\n"
                                 "IMM[1] FLT32 {1, 1, 1, 1}\n"
                                 "STORE BUFFER[0].x, IMM[0].xxxx, IMM[0].yyyy\n"
                                 "MOV OUT[0], IMM[1]\n"
                                 "END\n");
    kit_fill(kit, 0, 0, 1, 0);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    pipe_resource_reference(&words, NULL);
}

static void draw_with_stream_output(struct draw_kit *kit)
{
    static const struct pipe_stream_output_info whole = {
        .num_outputs = 1, .stride = {4}, .output = {{.register_index = 1, .num_components = 4}}};
    struct pipe_context *pipe = kit->f->pipe;
    struct pipe_resource *words = fixture_words(kit->f, 64, NULL);
    struct pipe_stream_output_target *target =
        pipe->create_stream_output_target(pipe, words, 0, 256);
    void *vs = fixture_shader(kit->f, pipe->create_vs_state, fixture_vertex_text, &whole);
    assert_non_null(target);
    pipe->bind_vs_state(pipe, vs);
    pipe->set_stream_output_targets(pipe, 1, &target, (const unsigned[]){0});
    kit_fill(kit, 0, 0, 1, 0);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe->bind_vs_state(pipe, kit->vs);
    pipe->delete_vs_state(pipe, vs);
    pipe_so_target_reference(&target, NULL);
    pipe_resource_reference(&words, NULL);
}

static void test_writes(void **state)
{
    (void)state;
    struct written written = {0};
    struct pipe_fixture f = {0};
    struct draw_kit kit = {0};
    begin_with(&f, &kit,
               galvan_screen_params(.drawn = note_draw, .launched = note_dispatch,
                                    .drawn_priv = &written));
    kit_fill(&kit, 0, 0, 1, 0);
    assert_int_equal(written.writes, 0);
    launch_two_blocks(&f);
    assert_int_equal(written.num_grids, 2);
    if (f.pipe->create_stream_output_target) {
        draw_with_stream_output(&kit);
        assert_int_equal(written.writes, GALVAN_WRITES_STREAM_OUTPUT);
        kit_fill(&kit, 0, 0, 1, 0);
        assert_int_equal(written.writes, 0);
    }
    draw_with_stores(&kit);
    assert_int_equal(written.writes, GALVAN_WRITES_STORES);
    assert_int_equal(written.num_draws, f.pipe->create_stream_output_target ? 4 : 2);
    end(&f, &kit);
    assert_int_equal(written.num_grids, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages), cmocka_unit_test(test_markers),
        cmocka_unit_test(test_report),   cmocka_unit_test(test_reset),
        cmocka_unit_test(test_describe), cmocka_unit_test(test_writes),
    };
    /* The fixture's setup skips the tests if there is no device. */
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
