/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "failing_calls.h"
#include "util/env.h"
#include "util/text.h"
#include "vk_layer.h"

/* The errors that a call can return. */
enum {
    H = 1, /* VK_ERROR_OUT_OF_HOST_MEMORY */
    D = 2, /* VK_ERROR_OUT_OF_DEVICE_MEMORY */
    L = 4, /* VK_ERROR_DEVICE_LOST */
    HD = H | D,
    HDL = HD | L,
};

#define ALLOC const VkAllocationCallbacks *alloc

/* Each row is C(name, errors, parameters, arguments, number of created handles or 0, address of the
 * handles). */
#define CREATE(C, Object)                                                                          \
    C(vkCreate##Object, HD,                                                                        \
      (VkDevice dev, const Vk##Object##CreateInfo *info, ALLOC, Vk##Object *out),                  \
      (dev, info, alloc, out), 1, out)
#define PIPELINES(C, Kind)                                                                         \
    C(vkCreate##Kind##Pipelines, HD,                                                               \
      (VkDevice dev, VkPipelineCache cache, uint32_t num,                                          \
       const Vk##Kind##PipelineCreateInfo *info, ALLOC, VkPipeline *out),                          \
      (dev, cache, num, info, alloc, out), 0, NULL)
#define RANGES(C, name)                                                                            \
    C(name, HD, (VkDevice dev, uint32_t num, const VkMappedMemoryRange *ranges),                   \
      (dev, num, ranges), 0, NULL)
#define BIND(C, Object)                                                                            \
    C(vkBind##Object##Memory, HD,                                                                  \
      (VkDevice dev, Vk##Object object, VkDeviceMemory memory, VkDeviceSize offset_B),             \
      (dev, object, memory, offset_B), 0, NULL)

/* clang-format off */
#define INSTANCE_CALLS(C)                                                                          \
    C(vkEnumeratePhysicalDevices, HD,                                                              \
      (VkInstance instance, uint32_t *num, VkPhysicalDevice *out), (instance, num, out), 0, NULL)   \
    C(vkEnumerateDeviceExtensionProperties, HD,                                                    \
      (VkPhysicalDevice physical, const char *layer, uint32_t *num, VkExtensionProperties *out),   \
      (physical, layer, num, out), 0, NULL)                                                        \
    C(vkGetPhysicalDeviceImageFormatProperties2, HD,                                               \
      (VkPhysicalDevice physical, const VkPhysicalDeviceImageFormatInfo2 *info,                    \
       VkImageFormatProperties2 *out),                                                             \
      (physical, info, out), 0, NULL)

#define DEVICE_CALLS(C)                                                                            \
    CREATE(C, Buffer) CREATE(C, BufferView) CREATE(C, CommandPool) CREATE(C, DescriptorPool)       \
    CREATE(C, DescriptorSetLayout) CREATE(C, DescriptorUpdateTemplate) CREATE(C, Fence)            \
    CREATE(C, Framebuffer) CREATE(C, Image) CREATE(C, ImageView) CREATE(C, PipelineCache)          \
    CREATE(C, PipelineLayout) CREATE(C, QueryPool) CREATE(C, RenderPass) CREATE(C, Sampler)        \
    CREATE(C, Semaphore) CREATE(C, ShaderModule)                                                   \
    PIPELINES(C, Graphics) PIPELINES(C, Compute) BIND(C, Buffer) BIND(C, Image)                    \
    RANGES(C, vkFlushMappedMemoryRanges) RANGES(C, vkInvalidateMappedMemoryRanges)                 \
    C(vkAllocateMemory, HD,                                                                        \
      (VkDevice dev, const VkMemoryAllocateInfo *info, ALLOC, VkDeviceMemory *out),                \
      (dev, info, alloc, out), 1, out)                                                             \
    C(vkAllocateCommandBuffers, HD,                                                                \
      (VkDevice dev, const VkCommandBufferAllocateInfo *info, VkCommandBuffer *out),               \
      (dev, info, out), info->commandBufferCount, out)                                             \
    C(vkAllocateDescriptorSets, HD,                                                                \
      (VkDevice dev, const VkDescriptorSetAllocateInfo *info, VkDescriptorSet *out),               \
      (dev, info, out), info->descriptorSetCount, out)                                             \
    C(vkMapMemory, HD,                                                                             \
      (VkDevice dev, VkDeviceMemory memory, VkDeviceSize offset_B, VkDeviceSize size_B,            \
       VkMemoryMapFlags flags, void **out),                                                        \
      (dev, memory, offset_B, size_B, flags, out), 1, out)                                         \
    C(vkBeginCommandBuffer, HD,                                                                    \
      (VkCommandBuffer cmd, const VkCommandBufferBeginInfo *info), (cmd, info), 0, NULL)           \
    C(vkEndCommandBuffer, HD, (VkCommandBuffer cmd), (cmd), 0, NULL)                               \
    C(vkResetCommandPool, HD,                                                                      \
      (VkDevice dev, VkCommandPool pool, VkCommandPoolResetFlags flags), (dev, pool, flags),       \
      0, NULL)                                                                                     \
    C(vkQueueSubmit, HDL,                                                                          \
      (VkQueue queue, uint32_t num, const VkSubmitInfo *infos, VkFence fence),                     \
      (queue, num, infos, fence), 0, NULL)                                                         \
    C(vkDeviceWaitIdle, HDL, (VkDevice dev), (dev), 0, NULL)                                       \
    C(vkWaitForFences, HDL,                                                                        \
      (VkDevice dev, uint32_t num, const VkFence *fences, VkBool32 all, uint64_t timeout_ns),      \
      (dev, num, fences, all, timeout_ns), 0, NULL)                                                \
    C(vkGetFenceStatus, HDL, (VkDevice dev, VkFence fence), (dev, fence), 0, NULL)                 \
    C(vkResetFences, D,                                                                            \
      (VkDevice dev, uint32_t num, const VkFence *fences), (dev, num, fences), 0, NULL)            \
    C(vkWaitSemaphores, HDL,                                                                       \
      (VkDevice dev, const VkSemaphoreWaitInfo *info, uint64_t timeout_ns),                        \
      (dev, info, timeout_ns), 0, NULL)                                                            \
    C(vkGetSemaphoreCounterValue, HDL,                                                             \
      (VkDevice dev, VkSemaphore semaphore, uint64_t *out), (dev, semaphore, out), 0, NULL)        \
    C(vkGetQueryPoolResults, HDL,                                                                  \
      (VkDevice dev, VkQueryPool pool, uint32_t first, uint32_t num, size_t size_B, void *data,    \
       VkDeviceSize stride_B, VkQueryResultFlags flags),                                           \
      (dev, pool, first, num, size_B, data, stride_B, flags), 0, NULL)                             \
    C(vkGetPipelineCacheData, HD,                                                                  \
      (VkDevice dev, VkPipelineCache cache, size_t *size_B, void *data),                           \
      (dev, cache, size_B, data), 0, NULL)                                                         \
    C(vkMergePipelineCaches, HD,                                                                   \
      (VkDevice dev, VkPipelineCache to, uint32_t num, const VkPipelineCache *from),               \
      (dev, to, num, from), 0, NULL)                                                               \
    C(vkGetCalibratedTimestampsEXT, HD,                                                            \
      (VkDevice dev, uint32_t num, const VkCalibratedTimestampInfoEXT *infos, uint64_t *out,       \
       uint64_t *deviation),                                                                       \
      (dev, num, infos, out, deviation), 0, NULL)                                                  \
    C(vkGetMemoryHostPointerPropertiesEXT, H,                                                      \
      (VkDevice dev, VkExternalMemoryHandleTypeFlagBits type, const void *at,                      \
       VkMemoryHostPointerPropertiesEXT *out),                                                     \
      (dev, type, at, out), 0, NULL)
/* clang-format on */

static struct {
    VkDevice device; /* the newest device */
#define FUNCTION(name, ...) PFN_##name name;
    INSTANCE_CALLS(FUNCTION) DEVICE_CALLS(FUNCTION) PFN_vkDestroyDevice vkDestroyDevice;
} next;

__attribute__((visibility("default"))) struct failing_calls failing_calls;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Parses the number at *at, up to a blank or the end, and moves *at past the number. Returns 0 if
 * the text is not a number. */
static unsigned long take_number(const char **at)
{
    uint64_t value = 0;
    const size_t len = strcspn(*at, " ");
    if (!gv_parse_u64(*at, len, ULONG_MAX, &value))
        value = 0;
    *at += len + ((*at)[len] == ' ');
    return value;
}

static void read_link(void)
{
    const char *path = gv_getenv("GALVAN_FAILING_CALLS"), *at;
    char text[64];
    const ssize_t len = path ? readlink(path, text, sizeof(text) - 1) : -1;
    if (len < 0)
        return;
    text[len] = '\0';
    at = text;
    failing_calls.result = (VkResult) - (int)take_number(&at);
    failing_calls.first = take_number(&at);
    failing_calls.end = take_number(&at);
}

static unsigned bit_of(VkResult result)
{
    switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
        return H;
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
        return D;
    case VK_ERROR_DEVICE_LOST:
        return L;
    default:
        return 0;
    }
}

/* Returns whether the current call of the function `name` must fail. `results` are the errors that
 * the function can return. */
static bool fails(const char *name, unsigned results)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct failing_calls *f = &failing_calls;
    bool now = false;
    pthread_once(&once, read_link);
    pthread_mutex_lock(&lock);
    if (results & bit_of(f->result)) {
        now = f->num >= f->first && f->num < f->end;
        f->num++;
    }
    const bool first = now && !f->name;
    if (first)
        f->name = name;
    pthread_mutex_unlock(&lock);
    if (first && (f->result == VK_ERROR_DEVICE_LOST || f->end == ULONG_MAX) && next.device)
        next.vkDeviceWaitIdle(next.device);
    return now;
}

/* Sets handles to values that crash any user of them. */
static void poison(void *handles, uint32_t num)
{
    if (num > 0)
        memset(handles, 0xa5, num * sizeof(uint64_t));
}

#define DEFINE(name, results, parameters, arguments, num_made, made)                               \
    static VKAPI_ATTR VkResult VKAPI_CALL failing_##name parameters                                \
    {                                                                                              \
        if (!fails(#name, results))                                                                \
            return next.name arguments;                                                            \
        poison(made, num_made);                                                                    \
        return failing_calls.result;                                                               \
    }
INSTANCE_CALLS(DEFINE)
DEVICE_CALLS(DEFINE)

static VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info, ALLOC,
                                                      VkInstance *out)
{
    return fails("vkCreateInstance", HD) ? failing_calls.result
                                         : vk_layer_create_instance(info, alloc, out);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                                    const VkDeviceCreateInfo *info, ALLOC,
                                                    VkDevice *out)
{
    if (!fails("vkCreateDevice", HDL))
        return vk_layer_create_device(physical, info, alloc, out);
    poison(out, 1);
    return failing_calls.result;
}

static VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice dev, ALLOC)
{
    next.device = VK_NULL_HANDLE;
    next.vkDestroyDevice(dev, alloc);
}

#define ROW(name, ...) {#name, (PFN_vkVoidFunction)failing_##name},
const struct vk_layer_function vk_layer_functions[] = {
    {"vkCreateInstance", (PFN_vkVoidFunction)create_instance},
    {"vkCreateDevice", (PFN_vkVoidFunction)create_device},
    {"vkDestroyDevice", (PFN_vkVoidFunction)destroy_device},
    INSTANCE_CALLS(ROW) DEVICE_CALLS(ROW){NULL, NULL},
};

void vk_layer_take_instance(VkInstance instance, PFN_vkGetInstanceProcAddr proc)
{
#define TAKE_INSTANCE(name, ...) next.name = (PFN_##name)proc(instance, #name);
    INSTANCE_CALLS(TAKE_INSTANCE)
}

void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr proc)
{
#define TAKE_DEVICE(name, ...) next.name = (PFN_##name)proc(device, #name);
    DEVICE_CALLS(TAKE_DEVICE)
    next.vkDestroyDevice = (PFN_vkDestroyDevice)proc(device, "vkDestroyDevice");
    next.device = device;
}
