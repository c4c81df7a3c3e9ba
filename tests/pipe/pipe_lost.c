/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A device that is lost at a submission, during a wait or at any other call. Every call must still
 * return, the contexts must report the loss, all objects can be destroyed, and a new screen works.
 * A replaced function in the device's table causes the loss. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "driver/screen/screen.h"
#include "galvan/galvan.h"
#include "pipe_draw_kit.h"

static PFN_vkWaitSemaphores real_wait;

static VKAPI_ATTR VkResult VKAPI_CALL lose_submission(VkQueue queue, uint32_t num,
                                                      const VkSubmitInfo *infos, VkFence fence)
{
    (void)queue;
    (void)num;
    (void)infos;
    (void)fence;
    return VK_ERROR_DEVICE_LOST;
}

/* Waits for the semaphore, so that nothing is freed while in use, and then reports a lost device.
 */
static VKAPI_ATTR VkResult VKAPI_CALL lose_wait(VkDevice device, const VkSemaphoreWaitInfo *info,
                                                uint64_t timeout_ns)
{
    real_wait(device, info, timeout_ns);
    return VK_ERROR_DEVICE_LOST;
}

/* Reports a semaphore as not reached, like a slow device, so that reading results has to wait. */
static VKAPI_ATTR VkResult VKAPI_CALL not_yet(VkDevice device, VkSemaphore semaphore,
                                              uint64_t *out_value)
{
    (void)device;
    (void)semaphore;
    *out_value = 0;
    return VK_SUCCESS;
}

static const char store_text[] = COMP(1) "DCL BUFFER[0]\n"
                                         "IMM[0] UINT32 {0, 7, 0, 0}\n"
                                         "STORE BUFFER[0].x, IMM[0].xxxx, IMM[0].yyyy\n"
                                         "END\n";

/* The output is a lookup in one texture, so that the draw has a descriptor set. */
static const char texture_text[] = "FRAG\n"
                                   "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                   "DCL OUT[0], COLOR\n"
                                   "DCL SAMP[0]\n"
                                   "DCL SVIEW[0], 2D, FLOAT\n"
                                   "DCL TEMP[0]\n"
                                   "IMM[0] FLT32 {0, 0, 0, 0}\n"
                                   "TEX TEMP[0], IN[0], SAMP[0], 2D\n"
                                   "MAD OUT[0], TEMP[0], IMM[0].xxxx, IN[0]\n"
                                   "END\n";

struct program {
    struct pipe_fixture f;
    struct draw_kit kit;
    struct pipe_context *other; /* a second context of the screen */
    struct pipe_resource *buffer, *texture, *vertices;
    struct pipe_query *occlusion, *timestamp, *finished;
    void *cs;
};

static void quiet(void *priv, enum galvan_log_level level, const char *component,
                  const char *message)
{
    unsigned *num_lines = priv;
    (void)level;
    (void)component;
    *num_lines += strstr(message, "was lost") != NULL;
}

static void begin(struct program *p, const struct galvan_log *log)
{
    assert_int_equal(galvan_screen_create(galvan_screen_params(.log = log), &p->f.screen),
                     GALVAN_OK);
    p->f.pipe = p->f.screen->context_create(p->f.screen, NULL, 0);
    p->other = p->f.screen->context_create(p->f.screen, NULL, 0);
    assert_non_null(p->f.pipe);
    assert_non_null(p->other);
    kit_init(&p->kit, &p->f, 0, NULL);
    kit_use_fragment_shader(&p->kit, texture_text);
    p->buffer = fixture_buffer(&p->f, 256, PIPE_USAGE_DEFAULT, 0);
    p->texture = fixture_texture(&p->f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 8, 8, 1);
    const struct kit_vertex vertices[3] = {{{-1, -1, 0, 1}, {0, 1, 0, 1}},
                                           {{3, -1, 0, 1}, {0, 1, 0, 1}},
                                           {{-1, 3, 0, 1}, {0, 1, 0, 1}}};
    const struct pipe_box box = fixture_box(0, 0, 0, sizeof(vertices), 1, 1);
    p->vertices = fixture_buffer(&p->f, sizeof(vertices), PIPE_USAGE_DEFAULT, 0);
    fixture_write(&p->f, p->vertices, 0, &box, vertices);
    p->occlusion = p->f.pipe->create_query(p->f.pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    p->timestamp = p->f.pipe->create_query(p->f.pipe, PIPE_QUERY_TIMESTAMP, 0);
    p->finished = p->f.pipe->create_query(p->f.pipe, PIPE_QUERY_GPU_FINISHED, 0);
    p->cs = fixture_compute_shader(&p->f, store_text, 0);
}

static void end(struct program *p)
{
    struct pipe_context *pipe = p->f.pipe;
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    pipe->bind_compute_state(pipe, NULL);
    pipe->delete_compute_state(pipe, p->cs);
    pipe->destroy_query(pipe, p->occlusion);
    if (p->timestamp)
        pipe->destroy_query(pipe, p->timestamp);
    pipe->destroy_query(pipe, p->finished);
    pipe_resource_reference(&p->buffer, NULL);
    pipe_resource_reference(&p->vertices, NULL);
    pipe_resource_reference(&p->texture, NULL);
    kit_finish(&p->kit);
    p->other->destroy(p->other);
    pipe->destroy(pipe);
    p->f.screen->destroy(p->f.screen);
}

/* Draws without creating an object. */
static void fill(struct program *p)
{
    struct pipe_context *pipe = p->f.pipe;
    const struct pipe_vertex_buffer vb = {.stride = sizeof(struct kit_vertex),
                                          .buffer = p->vertices};
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1, .max_index = ~0u};
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    pipe->draw_vbo(pipe, &info);
}

static void draw(struct program *p)
{
    struct pipe_context *pipe = p->f.pipe;
    kit_clear(&p->kit, 0, 0, 1);
    pipe->begin_query(pipe, p->occlusion);
    fill(p);
    pipe->end_query(pipe, p->occlusion);
}

/* Maps a resource. The map may fail, but must return; if the map succeeds, the memory can be
 * written and unmapped. */
static void map(struct pipe_context *pipe, struct pipe_resource *res, unsigned usage)
{
    const struct pipe_box box =
        res->target == PIPE_BUFFER ? fixture_box(0, 0, 0, 64, 1, 1) : fixture_box(0, 0, 0, 4, 4, 1);
    struct pipe_transfer *transfer = NULL;
    void *data = pipe->transfer_map(pipe, res, 0, usage, &box, &transfer);
    if (!data)
        return;
    if (usage & PIPE_TRANSFER_WRITE)
        memset(data, 1, 16);
    pipe->transfer_unmap(pipe, transfer);
}

static void map_all_ways(struct pipe_context *pipe, struct pipe_resource *res)
{
    map(pipe, res, PIPE_TRANSFER_READ);
    map(pipe, res, PIPE_TRANSFER_WRITE);
    map(pipe, res, PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE);
    map(pipe, res, PIPE_TRANSFER_READ | PIPE_TRANSFER_DONTBLOCK);
}

static void use_resources(struct program *p)
{
    struct pipe_context *pipe = p->f.pipe;
    uint8_t data[256] = {0};
    struct pipe_box box = fixture_box(0, 0, 0, 256, 1, 1);
    fixture_write(&p->f, p->buffer, 0, &box, data);
    box = fixture_box(0, 0, 0, 8, 8, 1);
    fixture_write(&p->f, p->texture, 0, &box, data);
    map_all_ways(pipe, p->buffer);
    map_all_ways(pipe, p->texture);
    map_all_ways(p->other, p->texture);
    pipe->resource_copy_region(pipe, p->kit.color, 0, 0, 0, 0, p->texture, 0, &box);
    const struct pipe_blit_info blit = {
        .dst = {.resource = p->kit.color, .box = box, .format = p->kit.color->format},
        .src = {.resource = p->texture, .box = box, .format = p->texture->format},
        .mask = PIPE_MASK_RGBA};
    pipe->blit(pipe, &blit);
    const uint32_t word = 5;
    pipe->clear_buffer(pipe, p->buffer, 0, 64, &word, 4);
    pipe->invalidate_resource(pipe, p->buffer);
    pipe->flush_resource(pipe, p->texture);
    struct pipe_resource *fresh =
        p->f.screen->resource_create(p->f.screen, &(struct pipe_resource){
                                                      .target = PIPE_TEXTURE_2D,
                                                      .format = PIPE_FORMAT_R8G8B8A8_UNORM,
                                                      .width0 = 4,
                                                      .height0 = 4,
                                                      .depth0 = 1,
                                                      .array_size = 1,
                                                  });
    pipe_resource_reference(&fresh, NULL);
}

static void compute(struct program *p)
{
    struct pipe_context *pipe = p->f.pipe;
    const struct pipe_shader_buffer buffer = {.buffer = p->buffer, .buffer_size = 256};
    const struct pipe_grid_info grid = {.work_dim = 1, .block = {1, 1, 1}, .grid = {1, 1, 1}};
    pipe->bind_compute_state(pipe, p->cs);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 1, &buffer);
    pipe->launch_grid(pipe, &grid);
    pipe->memory_barrier(pipe, ~0u);
    pipe->texture_barrier(pipe);
}

static void ask(struct program *p)
{
    struct pipe_context *pipe = p->f.pipe;
    union pipe_query_result result = {0};
    struct pipe_query *const queries[] = {p->occlusion, p->timestamp, p->finished};
    if (p->timestamp)
        pipe->end_query(pipe, p->timestamp);
    pipe->end_query(pipe, p->finished);
    for (unsigned i = 0; i < 3; i++) {
        if (!queries[i])
            continue;
        pipe->get_query_result(pipe, queries[i], false, &result);
        pipe->get_query_result(pipe, queries[i], true, &result);
    }
    pipe->render_condition(pipe, p->occlusion, false, PIPE_RENDER_COND_WAIT);
    fill(p);
    pipe->render_condition(pipe, NULL, false, 0);
    p->f.screen->get_timestamp(p->f.screen);
    struct pipe_fence_handle *fence = NULL;
    pipe->flush(pipe, &fence, 0);
    assert_non_null(fence);
    p->f.screen->fence_finish(p->f.screen, fence, UINT64_MAX);
    p->f.screen->fence_finish(p->f.screen, fence, 0);
    p->f.screen->fence_reference(p->f.screen, &fence, NULL);
}

/* Repeats all operations of the program, twice, on the lost device. */
static void go_on(struct program *p)
{
    for (unsigned i = 0; i < 2; i++) {
        draw(p);
        use_resources(p);
        compute(p);
        ask(p);
    }
    bool lost = p->f.pipe->get_device_reset_status(p->f.pipe) != PIPE_NO_RESET;
    struct pipe_context *late = p->f.screen->context_create(p->f.screen, NULL, 0);
    if (late) {
        assert_int_equal(late->get_device_reset_status(late) != PIPE_NO_RESET, lost);
        late->destroy(late);
    }
}

static void expect_lost(struct program *p, unsigned num_lines)
{
    assert_int_not_equal(p->f.pipe->get_device_reset_status(p->f.pipe), PIPE_NO_RESET);
    assert_int_not_equal(p->other->get_device_reset_status(p->other), PIPE_NO_RESET);
    assert_int_equal(num_lines, 1); /* logged once */
}

/* Checks that a query has no result if its commands were recorded or executing when the device was
 * lost. */
static void expect_no_result(struct program *p)
{
    union pipe_query_result result;
    assert_false(p->f.pipe->get_query_result(p->f.pipe, p->occlusion, false, &result));
    assert_false(p->f.pipe->get_query_result(p->f.pipe, p->occlusion, true, &result));
}

static void expect_a_new_screen_works(void)
{
    struct program p = {0};
    begin(&p, NULL);
    draw(&p);
    assert_int_equal(kit_pixel(&p.kit, 3, 3), 0xff00ff00);
    assert_int_equal(p.f.pipe->get_device_reset_status(p.f.pipe), PIPE_NO_RESET);
    end(&p);
}

static void test_lost_at_submission(void **state)
{
    unsigned num_lines = 0;
    const struct galvan_log log = {.fn = quiet, .priv = &num_lines, .level = GALVAN_LOG_ERR};
    struct program p = {0};
    (void)state;
    begin(&p, &log);
    draw(&p);
    compute(&p);
    assert_int_equal(kit_pixel(&p.kit, 3, 3), 0xff00ff00);
    draw(&p); /* still recorded when the device is lost */
    gv_screen(p.f.screen)->dev->vk.vkQueueSubmit = lose_submission;
    p.f.pipe->flush(p.f.pipe, NULL, 0);
    expect_lost(&p, num_lines);
    expect_no_result(&p);
    go_on(&p);
    expect_lost(&p, num_lines);
    end(&p);
    expect_a_new_screen_works();
}

static void test_lost_while_waiting(void **state)
{
    unsigned num_lines = 0;
    const struct galvan_log log = {.fn = quiet, .priv = &num_lines, .level = GALVAN_LOG_ERR};
    struct program p = {0};
    (void)state;
    begin(&p, &log);
    struct gv_vk_device *dev = gv_screen(p.f.screen)->dev;
    real_wait = dev->vk.vkWaitSemaphores;
    dev->vk.vkWaitSemaphores = lose_wait;
    dev->vk.vkGetSemaphoreCounterValue = not_yet;
    draw(&p);
    map(p.f.pipe, p.kit.color, PIPE_TRANSFER_READ);
    expect_lost(&p, num_lines);
    expect_no_result(&p);
    go_on(&p);
    expect_lost(&p, num_lines);
    end(&p);
    expect_a_new_screen_works();
}

/* ---- Each function of the device in turn */

/* Submits commands that take a CPU some hundred milliseconds, so that the device has not finished
 * them when it is lost. The test waits for these commands, since the validation layer reports
 * objects that are destroyed in use. */
static void busy(struct program *p)
{
    static const char text[] = COMP(1) "DCL BUFFER[0]\n"
                                       "DCL TEMP[0..1]\n"
                                       "IMM[0] UINT32 {0, 1, 10000000, 0}\n"
                                       "MOV TEMP[0].x, IMM[0].xxxx\n"
                                       "BGNLOOP\n"
                                       "USGE TEMP[1].x, TEMP[0].xxxx, IMM[0].zzzz\n"
                                       "UIF TEMP[1].xxxx\n"
                                       "BRK\n"
                                       "ENDIF\n"
                                       "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].xxxx\n"
                                       "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
                                       "ENDLOOP\n"
                                       "END\n";
    struct pipe_context *pipe = p->f.pipe;
    const struct pipe_grid_info grid = {.work_dim = 1, .block = {1, 1, 1}, .grid = {1, 1, 1}};
    void *cs = fixture_compute_shader(&p->f, text, 0);
    pipe->bind_compute_state(pipe, cs);
    pipe->launch_grid(pipe, &grid);
    pipe->bind_compute_state(pipe, NULL);
    pipe->delete_compute_state(pipe, cs);
    pipe->flush(pipe, NULL, 0);
}

static VKAPI_ATTR VkResult VKAPI_CALL lose(void)
{
    return VK_ERROR_DEVICE_LOST;
}

/* Device functions that return a VkResult. Each of the first NUM_THAT_REPORT functions may return
 * VK_ERROR_DEVICE_LOST, and the screen must then report the loss. Callers of the other functions do
 * not expect this result. */
enum {
    NUM_THAT_REPORT = 2
};

#define CALL(name)                                                                                 \
    {                                                                                              \
#name, offsetof(struct VolkDeviceTable, name)                                              \
    }
static const struct {
    const char *name;
    size_t offset; /* offset of the function in struct VolkDeviceTable */
} calls[] = {
    CALL(vkQueueSubmit),
    CALL(vkGetSemaphoreCounterValue),
    CALL(vkGetQueryPoolResults),
    CALL(vkDeviceWaitIdle),
    CALL(vkAllocateCommandBuffers),
    CALL(vkAllocateDescriptorSets),
    CALL(vkAllocateMemory),
    CALL(vkBeginCommandBuffer),
    CALL(vkBindBufferMemory),
    CALL(vkBindImageMemory),
    CALL(vkCreateBuffer),
    CALL(vkCreateBufferView),
    CALL(vkCreateCommandPool),
    CALL(vkCreateComputePipelines),
    CALL(vkCreateDescriptorPool),
    CALL(vkCreateDescriptorSetLayout),
    CALL(vkCreateDescriptorUpdateTemplate),
    CALL(vkCreateGraphicsPipelines),
    CALL(vkCreateImage),
    CALL(vkCreateImageView),
    CALL(vkCreatePipelineLayout),
    CALL(vkCreateQueryPool),
    CALL(vkCreateSampler),
    CALL(vkCreateSemaphore),
    CALL(vkCreateShaderModule),
    CALL(vkEndCommandBuffer),
    CALL(vkGetCalibratedTimestampsEXT),
    CALL(vkGetMemoryHostPointerPropertiesEXT),
    CALL(vkGetPipelineCacheData),
    CALL(vkMapMemory),
    CALL(vkMergePipelineCaches),
    CALL(vkResetCommandPool),
    CALL(vkResetDescriptorPool),
};

/* Draws, and then replaces one function by one that reports a lost device, so that objects that do
 * not exist yet cannot be created; checks that every call returns. Repeats this for each function.
 */
static void test_lost_at_each_call(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        unsigned num_lines = 0;
        const struct galvan_log log = {.fn = quiet, .priv = &num_lines, .level = GALVAN_LOG_ERR};
        const PFN_vkVoidFunction none = (PFN_vkVoidFunction)lose;
        struct program p = {0};
        print_message("%s\n", calls[i].name);
        begin(&p, &log);
        struct gv_vk_device *dev = gv_screen(p.f.screen)->dev;
        compute(&p);
        busy(&p);
        draw(&p);
        p.f.pipe->flush(p.f.pipe, NULL, 0);
        memcpy((char *)&dev->vk + calls[i].offset, &none, sizeof(none));
        go_on(&p);
        if (i < NUM_THAT_REPORT)
            expect_lost(&p, num_lines);
        end(&p);
    }
    expect_a_new_screen_works();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lost_at_submission),
        cmocka_unit_test(test_lost_while_waiting),
        cmocka_unit_test(test_lost_at_each_call),
    };
    /* The fixture's setup skips the tests if there is no device. */
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
