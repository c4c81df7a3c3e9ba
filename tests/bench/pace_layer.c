/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer that simulates the timing of a device on any driver. Each submission with command
 * buffers takes GALVAN_PACE_US microseconds, one submission after the other; its semaphores and
 * fence are signalled at the end of that time. The commands are dropped, which leaves the processor
 * to other work, unless GALVAN_PACE_WORK is set: then they run at the end of that time. If the time
 * is 0, dropped submissions have finished when vkQueueSubmit returns. When a device is destroyed,
 * one line on standard error has the number of submissions, the time that they took together, and
 * how often the submitting thread waited for them. The layer is for programs with one queue that
 * submit with vkQueueSubmit, and that set 0 as the value of binary semaphores in
 * VkTimelineSemaphoreSubmitInfo.
 *
 * With GALVAN_PACE_CLOCK, all processes that name the same file there share one device (see
 * shared_device.h). A submission then takes GALVAN_PACE_US for each instance that it draws, and its
 * timestamps differ by this time. The device reports that it is an integrated GPU, unless
 * GALVAN_PACE_SOFTWARE is set. Without GALVAN_PACE_CLOCK, the device keeps its type, unless
 * GALVAN_PACE_HARDWARE is set. */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "shared_device.h"
#include "util/env.h"
#include "util/text.h"
#include "vk_layer.h"

/* Limits of one submission, which fails if it exceeds them. */
enum {
    MAX_PARTS = 8
};

struct submission {
    struct submission *next;
    VkQueue queue;
    VkFence fence;
    uint64_t due_ns, for_ns;
    VkSemaphore waits[MAX_PARTS], signals[MAX_PARTS];
    VkPipelineStageFlags wait_stages[MAX_PARTS];
    uint64_t wait_values[MAX_PARTS], signal_values[MAX_PARTS];
    VkCommandBuffer commands[MAX_PARTS];
    VkTimelineSemaphoreSubmitInfo values;
    VkSubmitInfo info;
};

static struct {
    PFN_vkQueueSubmit submit;
    PFN_vkSignalSemaphore signal;
    PFN_vkQueueWaitIdle queue_idle;
    PFN_vkDeviceWaitIdle device_idle;
    PFN_vkDestroyDevice destroy;
    PFN_vkWaitSemaphores wait_semaphores;
    PFN_vkGetSemaphoreCounterValue counter_value;
    PFN_vkBeginCommandBuffer begin;
    PFN_vkCmdDraw draw;
    PFN_vkCmdDrawIndexed draw_indexed;
    PFN_vkCmdWriteTimestamp write_timestamp;
    PFN_vkGetQueryPoolResults query_results;
    PFN_vkGetPhysicalDeviceProperties properties;
    PFN_vkGetPhysicalDeviceProperties2 properties2;

    pthread_mutex_t lock; /* protects the fields below */
    pthread_cond_t changed;
    pthread_t thread, submitter;
    VkDevice device;
    bool runs, stop, works;
    bool device_busy; /* the driver may have unfinished work */
    uint64_t pace_ns, last_due_ns, used_ns;
    struct shared_device *shared;     /* NULL: this process does not share the device */
    struct submission *first, **tail; /* unfinished submissions */
    uint64_t num_submissions, num_waits;
} layer = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void sleep_until(uint64_t ns)
{
    const struct timespec then = {.tv_sec = (time_t)(ns / 1000000000u),
                                  .tv_nsec = (long)(ns % 1000000000u)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &then, NULL) == EINTR)
        ;
}

/* ---- The device's thread -------------------------------------------------------------------- */

static void finish(const struct submission *s)
{
    VkResult result;

    sleep_until(s->due_ns);
    if (layer.shared)
        shared_device_count(layer.shared, s->for_ns);
    result = layer.submit(s->queue, 1, &s->info, s->fence);
    if (result != VK_SUCCESS) {
        fprintf(stderr, "pace layer: vkQueueSubmit: %d\n", (int)result);
        abort();
    }
}

static void *run(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&layer.lock);
    for (;;) {
        while (!layer.first && !layer.stop)
            pthread_cond_wait(&layer.changed, &layer.lock);
        struct submission *s = layer.first;
        if (!s)
            break;
        pthread_mutex_unlock(&layer.lock);
        finish(s);
        pthread_mutex_lock(&layer.lock);
        layer.first = s->next;
        if (!layer.first)
            layer.tail = &layer.first;
        free(s);
        pthread_cond_broadcast(&layer.changed);
    }
    pthread_mutex_unlock(&layer.lock);
    return NULL;
}

static void drain(void)
{
    pthread_mutex_lock(&layer.lock);
    while (layer.first)
        pthread_cond_wait(&layer.changed, &layer.lock);
    pthread_mutex_unlock(&layer.lock);
}

/* ---- Intercepted functions ------------------------------------------------------------------- */

/* Copies `num` values. If `from` is NULL, leaves the zeroes. */
static void copy_values(uint64_t *to, const uint64_t *from, uint32_t num)
{
    if (from)
        memcpy(to, from, num * sizeof(*to));
}

/* Returns the timeline values of a submission, or NULL if it has none. The layer supports no other
 * structure in pNext. */
static const VkTimelineSemaphoreSubmitInfo *values_of(const VkSubmitInfo *info)
{
    const VkBaseInStructure *next = info->pNext;

    return next && next->sType == VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO
               ? (const VkTimelineSemaphoreSubmitInfo *)next
               : NULL;
}

static struct submission *copy(VkQueue queue, const VkSubmitInfo *info, VkFence fence)
{
    const VkTimelineSemaphoreSubmitInfo *values = values_of(info);
    const uint32_t num_waits = info->waitSemaphoreCount;
    const uint32_t num_signals = info->signalSemaphoreCount;
    struct submission *s = calloc(1, sizeof(*s));

    if (!s || num_waits > MAX_PARTS || info->commandBufferCount > MAX_PARTS ||
        num_signals > MAX_PARTS || (info->pNext && (!values || values->pNext))) {
        free(s);
        return NULL;
    }
    for (uint32_t i = 0; i < num_waits; i++) {
        s->waits[i] = info->pWaitSemaphores[i];
        s->wait_stages[i] = info->pWaitDstStageMask[i];
    }
    for (uint32_t i = 0; i < info->commandBufferCount; i++)
        s->commands[i] = info->pCommandBuffers[i];
    for (uint32_t i = 0; i < num_signals; i++)
        s->signals[i] = info->pSignalSemaphores[i];
    if (values) {
        copy_values(s->wait_values, values->pWaitSemaphoreValues,
                    values->waitSemaphoreValueCount ? num_waits : 0);
        copy_values(s->signal_values, values->pSignalSemaphoreValues,
                    values->signalSemaphoreValueCount ? num_signals : 0);
    }
    s->queue = queue;
    s->fence = fence;
    s->values = (VkTimelineSemaphoreSubmitInfo){
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = num_waits,
        .pWaitSemaphoreValues = s->wait_values,
        .signalSemaphoreValueCount = num_signals,
        .pSignalSemaphoreValues = s->signal_values,
    };
    s->info = *info;
    s->info.pNext = &s->values;
    s->info.pWaitSemaphores = s->waits;
    s->info.pWaitDstStageMask = s->wait_stages;
    s->info.pCommandBuffers = s->commands;
    s->info.pSignalSemaphores = s->signals;
    return s;
}

/* Returns how long the submission takes: 0 if it has no command buffers. */
static uint64_t time_of(const struct submission *s)
{
    uint64_t num = 0;

    if (!layer.shared)
        return s->info.commandBufferCount > 0 ? layer.pace_ns : 0;
    for (uint32_t i = 0; i < s->info.commandBufferCount; i++)
        num += recorded_instances(s->commands[i]);
    return num * layer.pace_ns;
}

/* Sets the time at which the submission ends, and the values of its timestamps. Drops its commands
 * unless GALVAN_PACE_WORK makes them run. */
static void give_time(struct submission *s)
{
    uint64_t now = now_ns();

    s->for_ns = time_of(s);
    if (layer.last_due_ns < now)
        layer.last_due_ns = now;
    if (layer.shared)
        layer.last_due_ns = shared_device_take(layer.shared, now, s->for_ns);
    else
        layer.last_due_ns += s->for_ns;
    layer.num_submissions += s->info.commandBufferCount > 0;
    layer.used_ns += s->for_ns;
    s->due_ns = layer.last_due_ns;
    for (uint32_t i = 0; layer.shared && i < s->info.commandBufferCount; i++)
        recorded_set_times(s->commands[i], s->due_ns - s->for_ns, s->due_ns);
    if (!layer.works)
        s->info.commandBufferCount = 0;
}

/* Returns whether the submission only signals timelines, and no earlier submission is unfinished.
 */
static bool is_over_at_once(const VkSubmitInfo *info, VkFence fence)
{
    const VkTimelineSemaphoreSubmitInfo *values = values_of(info);

    if (layer.pace_ns || layer.works || layer.first || fence || info->waitSemaphoreCount ||
        !values || values->signalSemaphoreValueCount != info->signalSemaphoreCount)
        return false;
    for (uint32_t i = 0; i < info->signalSemaphoreCount; i++) {
        if (!values->pSignalSemaphoreValues[i])
            return false;
    }
    return true;
}

static VkResult end_at_once(VkQueue queue, const VkSubmitInfo *info)
{
    VkResult result = layer.device_busy ? layer.queue_idle(queue) : VK_SUCCESS;

    layer.device_busy = false;
    for (uint32_t i = 0; i < info->signalSemaphoreCount && result == VK_SUCCESS; i++) {
        const VkSemaphoreSignalInfo signal = {
            .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
            .semaphore = info->pSignalSemaphores[i],
            .value = values_of(info)->pSignalSemaphoreValues[i],
        };
        result = layer.signal(layer.device, &signal);
    }
    if (info->commandBufferCount)
        layer.num_submissions++;
    return result;
}

static VkResult submit_one(VkQueue queue, const VkSubmitInfo *info, VkFence fence)
{
    VkResult result = VK_SUCCESS;

    pthread_mutex_lock(&layer.lock);
    layer.submitter = pthread_self();
    if (is_over_at_once(info, fence)) {
        result = end_at_once(queue, info);
    } else {
        struct submission *s = copy(queue, info, fence);
        if (s) {
            give_time(s);
            layer.device_busy = true;
            *layer.tail = s;
            layer.tail = &s->next;
            pthread_cond_broadcast(&layer.changed);
        } else {
            result = VK_ERROR_OUT_OF_HOST_MEMORY;
        }
    }
    pthread_mutex_unlock(&layer.lock);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL queue_submit(VkQueue queue, uint32_t num,
                                                   const VkSubmitInfo *infos, VkFence fence)
{
    VkResult result = VK_SUCCESS;

    for (uint32_t i = 0; i < num && result == VK_SUCCESS; i++)
        result = submit_one(queue, &infos[i], i + 1 == num ? fence : VK_NULL_HANDLE);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL queue_wait_idle(VkQueue queue)
{
    drain();
    return layer.queue_idle(queue);
}

static VKAPI_ATTR VkResult VKAPI_CALL device_wait_idle(VkDevice device)
{
    drain();
    return layer.device_idle(device);
}

static bool is_over(VkDevice device, const VkSemaphoreWaitInfo *info)
{
    uint64_t value = 0;

    for (uint32_t i = 0; i < info->semaphoreCount; i++) {
        if (layer.counter_value(device, info->pSemaphores[i], &value) != VK_SUCCESS ||
            value < info->pValues[i])
            return false;
    }
    return true;
}

static VKAPI_ATTR VkResult VKAPI_CALL wait_semaphores(VkDevice device,
                                                      const VkSemaphoreWaitInfo *info,
                                                      uint64_t timeout_ns)
{
    if (timeout_ns > 0 && !is_over(device, info)) {
        pthread_mutex_lock(&layer.lock);
        if (layer.num_submissions > 0 && pthread_equal(layer.submitter, pthread_self()))
            layer.num_waits++;
        pthread_mutex_unlock(&layer.lock);
    }
    return layer.wait_semaphores(device, info, timeout_ns);
}

static VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice device,
                                                 const VkAllocationCallbacks *allocator)
{
    pthread_mutex_lock(&layer.lock);
    layer.stop = true;
    pthread_cond_broadcast(&layer.changed);
    pthread_mutex_unlock(&layer.lock);
    if (layer.runs)
        pthread_join(layer.thread, NULL);
    layer.runs = false;
    if (layer.num_submissions > 0)
        fprintf(stderr,
                "pace layer: %" PRIu64 " submissions, %" PRIu64 " us of device, %" PRIu64
                " waits\n",
                layer.num_submissions, layer.used_ns / 1000, layer.num_waits);
    layer.destroy(device, allocator);
}

/* ---- The shared device ----------------------------------------------------------------------- */

static VKAPI_ATTR VkResult VKAPI_CALL begin_command_buffer(VkCommandBuffer cmd,
                                                           const VkCommandBufferBeginInfo *info)
{
    pthread_mutex_lock(&layer.lock);
    if (layer.shared)
        recorded_begin(cmd);
    pthread_mutex_unlock(&layer.lock);
    return layer.begin(cmd, info);
}

static void note_draw(VkCommandBuffer cmd, uint32_t num_instances)
{
    pthread_mutex_lock(&layer.lock);
    if (layer.shared)
        recorded_draw(cmd, num_instances);
    pthread_mutex_unlock(&layer.lock);
}

static VKAPI_ATTR void VKAPI_CALL draw(VkCommandBuffer cmd, uint32_t num_vertices,
                                       uint32_t num_instances, uint32_t vertex, uint32_t instance)
{
    note_draw(cmd, num_instances);
    layer.draw(cmd, num_vertices, num_instances, vertex, instance);
}

static VKAPI_ATTR void VKAPI_CALL draw_indexed(VkCommandBuffer cmd, uint32_t num_indices,
                                               uint32_t num_instances, uint32_t index, int32_t bias,
                                               uint32_t instance)
{
    note_draw(cmd, num_instances);
    layer.draw_indexed(cmd, num_indices, num_instances, index, bias, instance);
}

static VKAPI_ATTR void VKAPI_CALL write_timestamp(VkCommandBuffer cmd,
                                                  VkPipelineStageFlagBits stage, VkQueryPool pool,
                                                  uint32_t query)
{
    pthread_mutex_lock(&layer.lock);
    if (layer.shared)
        recorded_timestamp(cmd, pool, query, stage == VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT);
    pthread_mutex_unlock(&layer.lock);
    layer.write_timestamp(cmd, stage, pool, query);
}

/* Supports queries for one timestamp, on drivers that count timestamps in nanoseconds. */
static VKAPI_ATTR VkResult VKAPI_CALL query_pool_results(VkDevice device, VkQueryPool pool,
                                                         uint32_t first, uint32_t num,
                                                         size_t size_B, void *data,
                                                         VkDeviceSize stride_B,
                                                         VkQueryResultFlags flags)
{
    uint64_t time_ns = 0;

    pthread_mutex_lock(&layer.lock);
    const bool is_ours = layer.shared && num == 1 && size_B == sizeof(time_ns) &&
                         recorded_time(pool, first, &time_ns);
    pthread_mutex_unlock(&layer.lock);
    if (!is_ours)
        return layer.query_results(device, pool, first, num, size_B, data, stride_B, flags);
    if (time_ns > now_ns())
        return VK_NOT_READY;
    memcpy(data, &time_ns, sizeof(time_ns));
    return VK_SUCCESS;
}

static void change_type(VkPhysicalDeviceProperties *properties)
{
    if (gv_getenv("GALVAN_PACE_HARDWARE") ||
        (gv_getenv("GALVAN_PACE_CLOCK") && !gv_getenv("GALVAN_PACE_SOFTWARE")))
        properties->deviceType = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
}

static VKAPI_ATTR void VKAPI_CALL get_properties(VkPhysicalDevice physical,
                                                 VkPhysicalDeviceProperties *properties)
{
    layer.properties(physical, properties);
    change_type(properties);
}

static VKAPI_ATTR void VKAPI_CALL get_properties2(VkPhysicalDevice physical,
                                                  VkPhysicalDeviceProperties2 *properties)
{
    layer.properties2(physical, properties);
    change_type(&properties->properties);
}

static struct shared_device *open_shared(void)
{
    const char *path = gv_getenv("GALVAN_PACE_CLOCK");
    struct shared_device *shared = path ? shared_device_open(path) : NULL;

    if (path && !shared) {
        fprintf(stderr, "pace layer: %s: %s\n", path, strerror(errno));
        abort();
    }
    return shared;
}

const struct vk_layer_function vk_layer_functions[] = {
    {"vkBeginCommandBuffer", (PFN_vkVoidFunction)begin_command_buffer},
    {"vkCmdDraw", (PFN_vkVoidFunction)draw},
    {"vkCmdDrawIndexed", (PFN_vkVoidFunction)draw_indexed},
    {"vkCmdWriteTimestamp", (PFN_vkVoidFunction)write_timestamp},
    {"vkGetQueryPoolResults", (PFN_vkVoidFunction)query_pool_results},
    {"vkGetPhysicalDeviceProperties", (PFN_vkVoidFunction)get_properties},
    {"vkGetPhysicalDeviceProperties2", (PFN_vkVoidFunction)get_properties2},
    {"vkGetPhysicalDeviceProperties2KHR", (PFN_vkVoidFunction)get_properties2},
    {"vkQueueSubmit", (PFN_vkVoidFunction)queue_submit},
    {"vkQueueWaitIdle", (PFN_vkVoidFunction)queue_wait_idle},
    {"vkDeviceWaitIdle", (PFN_vkVoidFunction)device_wait_idle},
    {"vkWaitSemaphores", (PFN_vkVoidFunction)wait_semaphores},
    {"vkWaitSemaphoresKHR", (PFN_vkVoidFunction)wait_semaphores},
    {"vkDestroyDevice", (PFN_vkVoidFunction)destroy_device},
    {NULL, NULL},
};

void vk_layer_take_instance(VkInstance instance, PFN_vkGetInstanceProcAddr next)
{
    layer.properties =
        (PFN_vkGetPhysicalDeviceProperties)next(instance, "vkGetPhysicalDeviceProperties");
    layer.properties2 =
        (PFN_vkGetPhysicalDeviceProperties2)next(instance, "vkGetPhysicalDeviceProperties2");
}

void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr next)
{
    const char *pace_us = gv_getenv("GALVAN_PACE_US");

    layer.device = device;
    layer.submit = (PFN_vkQueueSubmit)next(device, "vkQueueSubmit");
    layer.queue_idle = (PFN_vkQueueWaitIdle)next(device, "vkQueueWaitIdle");
    layer.device_idle = (PFN_vkDeviceWaitIdle)next(device, "vkDeviceWaitIdle");
    layer.destroy = (PFN_vkDestroyDevice)next(device, "vkDestroyDevice");
    layer.wait_semaphores = (PFN_vkWaitSemaphores)next(device, "vkWaitSemaphores");
    layer.counter_value =
        (PFN_vkGetSemaphoreCounterValue)next(device, "vkGetSemaphoreCounterValue");
    layer.begin = (PFN_vkBeginCommandBuffer)next(device, "vkBeginCommandBuffer");
    layer.draw = (PFN_vkCmdDraw)next(device, "vkCmdDraw");
    layer.draw_indexed = (PFN_vkCmdDrawIndexed)next(device, "vkCmdDrawIndexed");
    layer.write_timestamp = (PFN_vkCmdWriteTimestamp)next(device, "vkCmdWriteTimestamp");
    layer.query_results = (PFN_vkGetQueryPoolResults)next(device, "vkGetQueryPoolResults");
    layer.shared = open_shared();
    layer.signal = (PFN_vkSignalSemaphore)next(device, "vkSignalSemaphore");
    layer.pace_ns = 0;
    if (pace_us && gv_parse_u64(pace_us, strlen(pace_us), UINT32_MAX, &layer.pace_ns))
        layer.pace_ns *= 1000;
    layer.works = gv_getenv("GALVAN_PACE_WORK") != NULL;
    layer.stop = false;
    layer.tail = &layer.first;
    layer.runs = pthread_create(&layer.thread, NULL, run, NULL) == 0;
    if (!layer.runs) {
        fprintf(stderr, "pace layer: no thread\n");
        abort();
    }
}
