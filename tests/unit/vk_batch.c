/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The life of a batch: states of uses, the order of timeline values, references, deferred calls,
 * and descriptor sets. */
#include "vk/batch.h"
#include "vk/open.h"

#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "vk_fixture.h"

static struct gv_vk_use use_of(struct gv_vk_batch *batch)
{
    return (struct gv_vk_use){.batch = batch, .serial = batch->serial};
}

static void record_something(struct gv_vk_batch *batch)
{
    VkMemoryBarrier2 barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
        .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
    };
    VkDependencyInfo info = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                             .memoryBarrierCount = 1,
                             .pMemoryBarriers = &barrier};
    batch->dev->vk.vkCmdPipelineBarrier2(batch->main, &info);
    batch->main_used = true;
}

static uint64_t submit(struct gv_vk_batch *batch)
{
    uint64_t value = 0;
    assert_int_equal(gv_vk_batch_submit(batch, &value), VK_SUCCESS);
    return value;
}

static void test_use_states(void **state)
{
    struct gv_vk_device *dev = *state;
    struct gv_vk_batch *batch;
    assert_int_equal(gv_vk_use_state((struct gv_vk_use){0}), GV_VK_USE_IDLE);
    assert_int_equal(gv_vk_use_wait((struct gv_vk_use){0}, 0), VK_SUCCESS);

    assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
    struct gv_vk_use use = use_of(batch);
    assert_int_equal(gv_vk_use_state(use), GV_VK_USE_RECORDING);
    assert_int_equal(gv_vk_use_wait(use, UINT64_MAX), VK_NOT_READY);
    record_something(batch);
    uint64_t value = submit(batch);
    assert_true(value > 1);
    assert_int_not_equal(gv_vk_use_state(use), GV_VK_USE_RECORDING);
    assert_int_equal(gv_vk_use_wait(use, UINT64_MAX), VK_SUCCESS);
    assert_int_equal(gv_vk_use_state(use), GV_VK_USE_IDLE);
    assert_true(dev->completed >= value);
    assert_true(gv_vk_device_is_done(dev, value));

    /* The batch is used again with another serial; the earlier use must stay idle. */
    gv_vk_device_retire(dev);
    struct gv_vk_batch *again;
    assert_int_equal(gv_vk_batch_begin(dev, &again), VK_SUCCESS);
    assert_ptr_equal(again, batch);
    assert_true(again->serial != use.serial);
    assert_int_equal(gv_vk_use_state(use), GV_VK_USE_IDLE);
    assert_int_equal(gv_vk_use_state(use_of(again)), GV_VK_USE_RECORDING);
    use = use_of(again);
    gv_vk_batch_abandon(again);
    assert_int_equal(gv_vk_use_state(use), GV_VK_USE_IDLE);
}

/* Submits a batch that waits for an event; checks that it is busy until the host sets the event. */
static void test_busy(void **state)
{
    struct gv_vk_device *dev = *state;
    struct gv_vk_batch *batch;
    VkEventCreateInfo info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    VkEvent event;
    assert_int_equal(dev->vk.vkCreateEvent(dev->handle, &info, NULL, &event), VK_SUCCESS);
    assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
    VkMemoryBarrier2 barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                .srcStageMask = VK_PIPELINE_STAGE_2_HOST_BIT,
                                .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
    VkDependencyInfo dependency = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                                   .memoryBarrierCount = 1,
                                   .pMemoryBarriers = &barrier};
    dev->vk.vkCmdWaitEvents2(batch->pre, 1, &event, &dependency);
    batch->pre_used = true;
    struct gv_vk_use use = use_of(batch);
    uint64_t value = submit(batch);

    assert_int_equal(gv_vk_use_state(use), GV_VK_USE_BUSY);
    assert_int_equal(gv_vk_use_wait(use, 0), VK_TIMEOUT);
    assert_int_equal(gv_vk_use_wait(use, 1000000), VK_TIMEOUT);
    assert_false(gv_vk_device_is_done(dev, value));
    gv_vk_device_retire(dev);
    assert_ptr_equal(dev->busy_batches, batch);

    /* An empty batch that is submitted after the first batch must not finish before the first
     * batch. */
    struct gv_vk_batch *empty;
    assert_int_equal(gv_vk_batch_begin(dev, &empty), VK_SUCCESS);
    assert_ptr_not_equal(empty, batch);
    struct gv_vk_use empty_use = use_of(empty);
    assert_int_equal(submit(empty), value);
    assert_int_equal(gv_vk_use_state(empty_use), GV_VK_USE_BUSY);

    assert_int_equal(dev->vk.vkSetEvent(dev->handle, event), VK_SUCCESS);
    assert_int_equal(gv_vk_use_wait(empty_use, UINT64_MAX), VK_SUCCESS);
    assert_int_equal(gv_vk_use_state(use), GV_VK_USE_IDLE);
    gv_vk_device_retire(dev);
    assert_null(dev->busy_batches);
    dev->vk.vkDestroyEvent(dev->handle, event, NULL);
}

/* A thread that sets an event after a delay; a batch waits for the event. */
struct late {
    struct gv_vk_device *dev;
    VkEvent event;
    _Atomic bool set;
    pthread_t thread;
};

static void *set_event(void *data)
{
    const struct timespec pause = {.tv_nsec = 300 * 1000 * 1000};
    struct late *late = data;

    nanosleep(&pause, NULL);
    atomic_store(&late->set, true);
    late->dev->vk.vkSetEvent(late->dev->handle, late->event);
    return NULL;
}

static struct gv_vk_batch *begin_late(struct late *late, struct gv_vk_device *dev)
{
    const VkEventCreateInfo info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    VkMemoryBarrier2 barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                .srcStageMask = VK_PIPELINE_STAGE_2_HOST_BIT,
                                .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
    VkDependencyInfo dependency = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                                   .memoryBarrierCount = 1,
                                   .pMemoryBarriers = &barrier};
    struct gv_vk_batch *batch;

    *late = (struct late){.dev = dev};
    assert_int_equal(dev->vk.vkCreateEvent(dev->handle, &info, NULL, &late->event), VK_SUCCESS);
    assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
    dev->vk.vkCmdWaitEvents2(batch->pre, 1, &late->event, &dependency);
    batch->pre_used = true;
    assert_int_equal(pthread_create(&late->thread, NULL, set_event, late), 0);
    return batch;
}

static void finish_late(struct late *late)
{
    pthread_join(late->thread, NULL);
    gv_vk_device_wait(late->dev, late->dev->submitted, UINT64_MAX);
    gv_vk_device_retire(late->dev);
    late->dev->vk.vkDestroyEvent(late->dev->handle, late->event, NULL);
}

/* Submits many batches; checks that the number of batches ahead of the device, and the memory that
 * they hold, are bounded. */
static void test_ahead(void **state)
{
    struct gv_vk_device *dev = *state;
    struct gv_vk_batch *batch;
    struct late late;

    submit(begin_late(&late, dev));
    for (unsigned i = 1; i < GV_VK_MAX_AHEAD; i++) {
        assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
        record_something(batch);
        submit(batch);
    }
    assert_false(atomic_load(&late.set));
    assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
    record_something(batch);
    submit(batch);
    assert_true(atomic_load(&late.set));
    finish_late(&late);
    assert_int_equal(dev->num_busy, 0);

    batch = begin_late(&late, dev);
    gv_vk_batch_hold(batch, GV_VK_MAX_AHEAD_B);
    submit(batch);
    assert_false(atomic_load(&late.set));
    assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
    record_something(batch);
    gv_vk_batch_hold(batch, 1);
    submit(batch);
    assert_true(atomic_load(&late.set));
    finish_late(&late);
    assert_int_equal(dev->busy_B, 0);
}

struct note {
    struct gv_vk_object object;
    unsigned *counter;
    unsigned destroyed_at; /* order of destruction; 0: not destroyed */
};

static void destroy_note(struct gv_vk_device *dev, struct gv_vk_object *object)
{
    (void)dev;
    struct note *note = (struct note *)object;
    note->destroyed_at = ++*note->counter;
}

struct call {
    unsigned *counter;
    unsigned called_at;
};

static void note_call(struct gv_vk_device *dev, void *data)
{
    (void)dev;
    struct call *call = data;
    call->called_at = ++*call->counter;
}

static void test_holdings(void **state)
{
    struct gv_vk_device *dev = *state;
    for (unsigned way = 0; way < 3; way++) {
        struct gv_vk_batch *batch;
        unsigned counter = 0;
        struct note notes[100];
        struct call calls[100];
        assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
        for (unsigned i = 0; i < 100; i++) {
            notes[i] = (struct note){.counter = &counter};
            gv_vk_object_init(&notes[i].object, destroy_note);
            assert_true(gv_vk_batch_ref(batch, &notes[i].object));
            calls[i] = (struct call){.counter = &counter};
            gv_vk_batch_defer(batch, note_call, &calls[i]);
            if (i % 2)
                gv_vk_object_unref(dev, &notes[i].object);
        }
        gv_vk_object_unref(dev, NULL);
        assert_int_equal(counter, 0);

        if (way == 0)
            record_something(batch);
        if (way == 2) {
            gv_vk_batch_abandon(batch);
        } else {
            uint64_t value = submit(batch);
            assert_int_equal(gv_vk_device_wait(dev, value, UINT64_MAX), VK_SUCCESS);
            gv_vk_device_retire(dev);
        }
        assert_int_equal(counter, 150);
        for (unsigned i = 0; i < 100; i++) {
            assert_int_equal(calls[i].called_at, i + 1);
            assert_int_equal(notes[i].destroyed_at != 0, i % 2);
        }
    }
}

static void test_order(void **state)
{
    struct gv_vk_device *dev = *state;
    uint64_t last = dev->submitted;
    for (unsigned i = 0; i < 200; i++) {
        struct gv_vk_batch *batch;
        assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
        if (i % 3)
            record_something(batch);
        uint64_t value = submit(batch);
        assert_true(value == last + (i % 3 ? 1 : 0));
        last = value;
    }
    assert_int_equal(gv_vk_device_wait(dev, last, UINT64_MAX), VK_SUCCESS);
    assert_true(dev->submitted == last);
}

static void test_sets(void **state)
{
    struct gv_vk_device *dev = *state;
    VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 4, VK_SHADER_STAGE_ALL, NULL},
        {1, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 32, VK_SHADER_STAGE_ALL, NULL},
    };
    VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 2,
        .pBindings = bindings,
    };
    VkDescriptorSetLayout layout;
    assert_int_equal(dev->vk.vkCreateDescriptorSetLayout(dev->handle, &info, NULL, &layout),
                     VK_SUCCESS);
    static VkDescriptorSet sets[2000];
    uint32_t num_pools = 0;
    for (unsigned round = 0; round < 3; round++) {
        struct gv_vk_batch *batch;
        assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
        for (unsigned i = 0; i < 2000; i++) {
            assert_int_equal(gv_vk_batch_alloc_set(batch, layout, &sets[i]), VK_SUCCESS);
            assert_true(i == 0 || sets[i] != sets[i - 1]);
        }
        if (round == 0)
            num_pools = batch->num_descriptor_pools;
        assert_true(num_pools > 1);
        assert_int_equal(batch->num_descriptor_pools, num_pools);
        submit(batch);
        assert_int_equal(gv_vk_device_wait(dev, dev->submitted, UINT64_MAX), VK_SUCCESS);
        gv_vk_device_retire(dev);
    }
    dev->vk.vkDestroyDescriptorSetLayout(dev->handle, layout, NULL);
}

/* With the linker option --wrap, calls of realloc(), which grows arrays, go to __wrap_realloc(). */
void *__real_realloc(void *memory, size_t size_B);
void *__wrap_realloc(void *memory, size_t size_B);
static bool out_of_memory;

void *__wrap_realloc(void *memory, size_t size_B)
{
    return out_of_memory ? NULL : __real_realloc(memory, size_B);
}

/* Makes deferred calls and references fail for lack of memory. Checks that a deferred call that
 * cannot be stored happens at once, that the recorded commands are not submitted, and that a call
 * whose reference cannot be stored is rejected. */
static void test_out_of_memory(void **state)
{
    (void)state;
    struct gv_vk_device *dev = vk_fixture_open(NULL);
    struct gv_vk_batch *batch;
    unsigned counter = 0;
    struct call call = {.counter = &counter};
    struct note note = {.counter = &counter};
    assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
    record_something(batch);
    gv_vk_object_init(&note.object, destroy_note);

    out_of_memory = true;
    bool referenced = gv_vk_batch_ref(batch, &note.object);
    gv_vk_batch_defer(batch, note_call, &call);
    out_of_memory = false;
    assert_false(referenced);
    assert_true(batch->out_of_memory);
    assert_int_equal(call.called_at, 1);
    gv_vk_object_unref(dev, &note.object);
    assert_int_equal(note.destroyed_at, 2);

    uint64_t before = dev->submitted;
    assert_int_equal(gv_vk_batch_submit(batch, NULL), VK_ERROR_OUT_OF_HOST_MEMORY);
    assert_true(dev->submitted == before);
    assert_int_equal(counter, 2);

    assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
    assert_false(batch->out_of_memory);
    record_something(batch);
    assert_int_equal(gv_vk_batch_submit(batch, NULL), VK_SUCCESS);
    gv_vk_device_destroy(dev);
}

static PFN_vkQueueSubmit real_submit;
static VkResult injected;
static unsigned num_failing; /* number of submissions that must still fail */

static VKAPI_ATTR VkResult VKAPI_CALL fail_submit(VkQueue queue, uint32_t num,
                                                  const VkSubmitInfo *infos, VkFence fence)
{
    return num_failing > 0 && num_failing-- ? injected : real_submit(queue, num, infos, fence);
}

static struct gv_vk_device *open_failing(struct vk_fixture_log *log)
{
    struct gv_vk_device *dev;
    vk_fixture_log_init(log, GALVAN_LOG_WARN);
    struct gv_vk_device_params params = {.log = &log->log};
    assert_int_equal(gv_vk_device_create(&params, &dev), GALVAN_OK);
    real_submit = dev->vk.vkQueueSubmit;
    dev->vk.vkQueueSubmit = fail_submit;
    return dev;
}

/* Submits a batch while the first `num` submissions fail with `result`; returns the result of
 * gv_vk_batch_submit(). */
static VkResult submit_failing(struct gv_vk_device *dev, VkResult result, unsigned num)
{
    struct gv_vk_batch *batch;
    struct call call = {.counter = &(unsigned){0}};
    injected = result;
    num_failing = num;
    assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
    record_something(batch);
    gv_vk_batch_defer(batch, note_call, &call);
    const struct gv_vk_use use = use_of(batch);
    result = gv_vk_batch_submit(batch, NULL);
    gv_vk_use_wait(use, UINT64_MAX);
    gv_vk_device_retire(dev);
    assert_int_equal(call.called_at, 1);
    return result;
}

/* Lets submissions fail a few times for lack of memory; checks that a batch is submitted in the
 * end. */
static void test_submit_fails_a_while(void **state)
{
    (void)state;
    struct vk_fixture_log log;
    struct gv_vk_device *dev = open_failing(&log);
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t before = dev->submitted;
        assert_int_equal(submit_failing(dev, VK_ERROR_OUT_OF_DEVICE_MEMORY, i), VK_SUCCESS);
        assert_true(dev->submitted == before + 1);
    }
    assert_int_equal(log.num_lines, 0);
    gv_vk_device_destroy(dev);
}

/* Lets every submission fail; checks that the device counts as lost, that the log has one line, and
 * that no later batch begins. */
static void test_submit_fails(void **state)
{
    static const VkResult results[] = {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY,
                                       VK_ERROR_DEVICE_LOST};
    (void)state;
    for (unsigned i = 0; i < sizeof(results) / sizeof(results[0]); i++) {
        struct vk_fixture_log log;
        struct gv_vk_batch *batch;
        struct gv_vk_device *dev = open_failing(&log);
        const uint64_t before = dev->submitted;
        assert_int_equal(submit_failing(dev, results[i], UINT_MAX), VK_ERROR_DEVICE_LOST);
        assert_true(dev->submitted == before && dev->lost);
        assert_int_equal(log.num_lines, 1);
        assert_non_null(strstr(log.text, "vkQueueSubmit"));
        assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_ERROR_DEVICE_LOST);
        gv_vk_device_destroy(dev);
    }
}

/* Loses the device while a batch is recorded; checks that the submission fails, that the deferred
 * call still happens, and that no later batch begins. */
static void test_lost(void **state)
{
    (void)state;
    struct vk_fixture_log log;
    struct gv_vk_device *dev;
    struct gv_vk_batch *batch, *other;
    struct call call = {.counter = &(unsigned){0}};
    vk_fixture_log_init(&log, GALVAN_LOG_WARN);
    struct gv_vk_device_params params = {.log = &log.log};
    assert_int_equal(gv_vk_device_create(&params, &dev), GALVAN_OK);
    assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
    record_something(batch);
    gv_vk_batch_defer(batch, note_call, &call);
    gv_vk_device_error(dev, "a test", VK_ERROR_DEVICE_LOST);

    uint64_t value = 7;
    struct gv_vk_use use = use_of(batch);
    assert_int_equal(gv_vk_batch_submit(batch, &value), VK_ERROR_DEVICE_LOST);
    assert_int_equal(value, 7);
    assert_int_equal(call.called_at, 1);
    assert_int_equal(gv_vk_use_state(use), GV_VK_USE_IDLE);
    assert_int_equal(gv_vk_batch_begin(dev, &other), VK_ERROR_DEVICE_LOST);
    gv_vk_device_destroy(dev);
    assert_int_equal(log.num_lines, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_use_states),
        cmocka_unit_test(test_busy),
        cmocka_unit_test(test_holdings),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_lost),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_submit_fails),
        cmocka_unit_test(test_submit_fails_a_while),
        cmocka_unit_test(test_ahead),
    };
    return cmocka_run_group_tests(tests, vk_fixture_setup, vk_fixture_teardown);
}
