/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer that counts what programs record, for frame-counts: renderings, the bytes that
 * their attachments load and store, barriers, submissions, pipelines, copies. Commands are counted
 * when they are recorded. When a device is destroyed or the process exits, one line on standard
 * error has the sums. */
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "vk_layer.h"

/* ---- Counters -------------------------------------------------------------------------------- */

enum counter {
    RENDERINGS,
    LOADED_B,
    STORED_B,
    BARRIERS,
    SUBMISSIONS,
    PIPELINES,
    COPIES,
    RESOLVES, /* resolves by commands and by attachments */
    CLEARS,   /* clears by commands, not by load operations */
    PRESENTS,
    NUM_COUNTERS,
};

static const char *const counter_names[NUM_COUNTERS] = {
    [RENDERINGS] = "renderings", [LOADED_B] = "loaded_B",       [STORED_B] = "stored_B",
    [BARRIERS] = "barriers",     [SUBMISSIONS] = "submissions", [PIPELINES] = "pipelines",
    [COPIES] = "copies",         [RESOLVES] = "resolves",       [CLEARS] = "clears",
    [PRESENTS] = "presents",
};

static _Atomic uint64_t counters[NUM_COUNTERS];

static void count(enum counter counter, uint64_t number)
{
    atomic_fetch_add_explicit(&counters[counter], number, memory_order_relaxed);
}

static void print_counters(void)
{
    uint64_t values[NUM_COUNTERS], sum = 0;
    for (unsigned i = 0; i < NUM_COUNTERS; i++)
        sum += values[i] = atomic_exchange(&counters[i], 0);
    if (!sum)
        return;
    char line[512];
    int at = snprintf(line, sizeof(line), "counts layer:");
    for (unsigned i = 0; i < NUM_COUNTERS; i++)
        at += snprintf(line + at, sizeof(line) - (size_t)at, " %s=%" PRIu64, counter_names[i],
                       values[i]);
    fprintf(stderr, "%s\n", line);
}

/* Prints the sums of programs that never destroy their device. */
static void __attribute__((destructor)) print_at_exit(void)
{
    print_counters();
}

/* ---- Objects --------------------------------------------------------------------------------- */

enum {
    NUM_BUCKETS = 4096
};

/* An image, view, render pass or framebuffer, with the facts that counting needs. Entries are never
 * freed: a new object replaces the entry with the same handle. */
struct object {
    struct object *next;
    uint64_t handle;
    VkFormat format;
    uint32_t samples, layers;
    VkAttachmentDescription *attachments; /* attachments of a render pass */
    uint32_t num_attachments;
};

static struct {
    pthread_mutex_t lock;
    struct object *buckets[NUM_BUCKETS];
} objects = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct object *find_object(uint64_t handle)
{
    struct object *object = objects.buckets[(handle >> 4) % NUM_BUCKETS];
    while (object && object->handle != handle)
        object = object->next;
    return object;
}

static void set_object(uint64_t handle, const struct object *value)
{
    pthread_mutex_lock(&objects.lock);
    struct object *object = find_object(handle);
    struct object **bucket = &objects.buckets[(handle >> 4) % NUM_BUCKETS];
    if (object) {
        free(object->attachments);
    } else if ((object = calloc(1, sizeof(*object))) != NULL) {
        object->next = *bucket;
        *bucket = object;
    } else {
        fprintf(stderr, "counts layer: no memory\n");
        abort();
    }
    struct object *next = object->next;
    *object = *value;
    object->next = next;
    object->handle = handle;
    pthread_mutex_unlock(&objects.lock);
}

static struct object get_object(uint64_t handle)
{
    pthread_mutex_lock(&objects.lock);
    const struct object *object = find_object(handle);
    const struct object found = object ? *object : (struct object){.samples = 1, .layers = 1};
    pthread_mutex_unlock(&objects.lock);
    return found;
}

/* ---- Sizes of texels ------------------------------------------------------------------------- */

/* Texel sizes of ranges of formats in the order of VkFormat: each range begins at `first`, and ends
 * before `first` of the next entry. */
static const struct {
    VkFormat first;
    unsigned size_B;
} color_sizes[] = {
    {VK_FORMAT_R4G4_UNORM_PACK8, 1},
    {VK_FORMAT_R4G4B4A4_UNORM_PACK16, 2},
    {VK_FORMAT_R8_UNORM, 1},
    {VK_FORMAT_R8G8_UNORM, 2},
    {VK_FORMAT_R8G8B8_UNORM, 3},
    {VK_FORMAT_R8G8B8A8_UNORM, 4},
    {VK_FORMAT_R16_UNORM, 2},
    {VK_FORMAT_R16G16_UNORM, 4},
    {VK_FORMAT_R16G16B16_UNORM, 6},
    {VK_FORMAT_R16G16B16A16_UNORM, 8},
    {VK_FORMAT_R32_UINT, 4},
    {VK_FORMAT_R32G32_UINT, 8},
    {VK_FORMAT_R32G32B32_UINT, 12},
    {VK_FORMAT_R32G32B32A32_UINT, 16},
    {VK_FORMAT_R64_UINT, 8},
    {VK_FORMAT_R64G64_UINT, 16},
    {VK_FORMAT_R64G64B64_UINT, 24},
    {VK_FORMAT_R64G64B64A64_UINT, 32},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4},
};

static unsigned color_size_B(VkFormat format)
{
    unsigned size_B = 2; /* size of 16-bit formats outside of the core range */
    if (format > VK_FORMAT_E5B9G9R9_UFLOAT_PACK32)
        return size_B;
    for (unsigned i = 0; i < sizeof(color_sizes) / sizeof(color_sizes[0]); i++) {
        if (format >= color_sizes[i].first)
            size_B = color_sizes[i].size_B;
    }
    return size_B;
}

static unsigned depth_size_B(VkFormat format)
{
    switch (format) {
    case VK_FORMAT_D16_UNORM:
    case VK_FORMAT_D16_UNORM_S8_UINT:
        return 2;
    case VK_FORMAT_D24_UNORM_S8_UINT:
        return 3;
    case VK_FORMAT_X8_D24_UNORM_PACK32:
    case VK_FORMAT_D32_SFLOAT:
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
        return 4;
    default:
        return 0;
    }
}

static unsigned stencil_size_B(VkFormat format)
{
    return format == VK_FORMAT_S8_UINT || format == VK_FORMAT_D16_UNORM_S8_UINT ||
           format == VK_FORMAT_D24_UNORM_S8_UINT || format == VK_FORMAT_D32_SFLOAT_S8_UINT;
}

static bool is_depth_stencil(VkFormat format)
{
    return depth_size_B(format) || stencil_size_B(format);
}

/* ---- Renderings ------------------------------------------------------------------------------ */

static void count_operations(VkAttachmentLoadOp load, VkAttachmentStoreOp store, uint64_t size_B)
{
    if (load == VK_ATTACHMENT_LOAD_OP_LOAD)
        count(LOADED_B, size_B);
    if (store == VK_ATTACHMENT_STORE_OP_STORE)
        count(STORED_B, size_B);
}

static uint64_t texels_of(const VkRect2D *area, uint32_t layers)
{
    return (uint64_t)area->extent.width * area->extent.height * layers;
}

static void count_attachment(const VkRenderingAttachmentInfo *info, unsigned (*size_B)(VkFormat),
                             uint64_t texels)
{
    if (!info || !info->imageView)
        return;
    const struct object view = get_object((uint64_t)info->imageView);
    count_operations(info->loadOp, info->storeOp, texels * view.samples * size_B(view.format));
    if (info->resolveMode && info->resolveImageView) {
        count(RESOLVES, 1);
        count(STORED_B, texels * size_B(view.format));
    }
}

static void count_rendering(const VkRenderingInfo *info)
{
    const uint64_t texels = texels_of(&info->renderArea, info->layerCount);
    count(RENDERINGS, 1);
    for (uint32_t i = 0; i < info->colorAttachmentCount; i++)
        count_attachment(&info->pColorAttachments[i], color_size_B, texels);
    count_attachment(info->pDepthAttachment, depth_size_B, texels);
    count_attachment(info->pStencilAttachment, stencil_size_B, texels);
}

static void count_pass(const VkRenderPassBeginInfo *info)
{
    const struct object pass = get_object((uint64_t)info->renderPass);
    const struct object framebuffer = get_object((uint64_t)info->framebuffer);
    const uint64_t texels = texels_of(&info->renderArea, framebuffer.layers);
    count(RENDERINGS, 1);
    for (uint32_t i = 0; i < pass.num_attachments; i++) {
        const VkAttachmentDescription *a = &pass.attachments[i];
        const uint64_t samples = texels * a->samples;
        if (!is_depth_stencil(a->format)) {
            count_operations(a->loadOp, a->storeOp, samples * color_size_B(a->format));
            continue;
        }
        count_operations(a->loadOp, a->storeOp, samples * depth_size_B(a->format));
        count_operations(a->stencilLoadOp, a->stencilStoreOp, samples * stencil_size_B(a->format));
    }
}

/* Counts a resolve command, which loads all samples and stores the result. */
static void count_resolve(VkImage src, const VkImageSubresourceLayers *layers,
                          const VkExtent3D *extent)
{
    const struct object image = get_object((uint64_t)src);
    const uint64_t size_B =
        (uint64_t)extent->width * extent->height * layers->layerCount * color_size_B(image.format);
    count(LOADED_B, size_B * image.samples);
    count(STORED_B, size_B);
}

static void count_resolves(VkImage src, uint32_t num, const VkImageResolve *regions)
{
    count(RESOLVES, 1);
    for (uint32_t i = 0; i < num; i++)
        count_resolve(src, &regions[i].srcSubresource, &regions[i].extent);
}

static void count_resolves2(const VkResolveImageInfo2 *info)
{
    count(RESOLVES, 1);
    for (uint32_t i = 0; i < info->regionCount; i++)
        count_resolve(info->srcImage, &info->pRegions[i].srcSubresource, &info->pRegions[i].extent);
}

/* ---- Intercepted functions ------------------------------------------------------------------- */

/* X(name, parameters, arguments, counter, amount): commands that are counted and passed on. */
#define COMMANDS(X)                                                                                \
    X(CmdBeginRendering, (VkCommandBuffer cmd, const VkRenderingInfo *info), (cmd, info),          \
      count_rendering(info))                                                                       \
    X(CmdBeginRenderPass,                                                                          \
      (VkCommandBuffer cmd, const VkRenderPassBeginInfo *info, VkSubpassContents contents),        \
      (cmd, info, contents), count_pass(info))                                                     \
    X(CmdBeginRenderPass2,                                                                         \
      (VkCommandBuffer cmd, const VkRenderPassBeginInfo *info, const VkSubpassBeginInfo *subpass), \
      (cmd, info, subpass), count_pass(info))                                                      \
    X(CmdPipelineBarrier,                                                                          \
      (VkCommandBuffer cmd, VkPipelineStageFlags src, VkPipelineStageFlags dst,                    \
       VkDependencyFlags flags, uint32_t num, const VkMemoryBarrier *barriers,                     \
       uint32_t num_buffers, const VkBufferMemoryBarrier *buffers, uint32_t num_images,            \
       const VkImageMemoryBarrier *images),                                                        \
      (cmd, src, dst, flags, num, barriers, num_buffers, buffers, num_images, images),             \
      count(BARRIERS, 1))                                                                          \
    X(CmdPipelineBarrier2, (VkCommandBuffer cmd, const VkDependencyInfo *info), (cmd, info),       \
      count(BARRIERS, 1))                                                                          \
    X(CmdCopyBuffer,                                                                               \
      (VkCommandBuffer cmd, VkBuffer src, VkBuffer dst, uint32_t num,                              \
       const VkBufferCopy *regions),                                                               \
      (cmd, src, dst, num, regions), count(COPIES, 1))                                             \
    X(CmdCopyImage,                                                                                \
      (VkCommandBuffer cmd, VkImage src, VkImageLayout src_layout, VkImage dst,                    \
       VkImageLayout dst_layout, uint32_t num, const VkImageCopy *regions),                        \
      (cmd, src, src_layout, dst, dst_layout, num, regions), count(COPIES, 1))                     \
    X(CmdCopyBufferToImage,                                                                        \
      (VkCommandBuffer cmd, VkBuffer src, VkImage dst, VkImageLayout layout, uint32_t num,         \
       const VkBufferImageCopy *regions),                                                          \
      (cmd, src, dst, layout, num, regions), count(COPIES, 1))                                     \
    X(CmdCopyImageToBuffer,                                                                        \
      (VkCommandBuffer cmd, VkImage src, VkImageLayout layout, VkBuffer dst, uint32_t num,         \
       const VkBufferImageCopy *regions),                                                          \
      (cmd, src, layout, dst, num, regions), count(COPIES, 1))                                     \
    X(CmdBlitImage,                                                                                \
      (VkCommandBuffer cmd, VkImage src, VkImageLayout src_layout, VkImage dst,                    \
       VkImageLayout dst_layout, uint32_t num, const VkImageBlit *regions, VkFilter filter),       \
      (cmd, src, src_layout, dst, dst_layout, num, regions, filter), count(COPIES, 1))             \
    X(CmdResolveImage,                                                                             \
      (VkCommandBuffer cmd, VkImage src, VkImageLayout src_layout, VkImage dst,                    \
       VkImageLayout dst_layout, uint32_t num, const VkImageResolve *regions),                     \
      (cmd, src, src_layout, dst, dst_layout, num, regions), count_resolves(src, num, regions))    \
    X(CmdCopyBuffer2, (VkCommandBuffer cmd, const VkCopyBufferInfo2 *info), (cmd, info),           \
      count(COPIES, 1))                                                                            \
    X(CmdCopyImage2, (VkCommandBuffer cmd, const VkCopyImageInfo2 *info), (cmd, info),             \
      count(COPIES, 1))                                                                            \
    X(CmdCopyBufferToImage2, (VkCommandBuffer cmd, const VkCopyBufferToImageInfo2 *info),          \
      (cmd, info), count(COPIES, 1))                                                               \
    X(CmdCopyImageToBuffer2, (VkCommandBuffer cmd, const VkCopyImageToBufferInfo2 *info),          \
      (cmd, info), count(COPIES, 1))                                                               \
    X(CmdBlitImage2, (VkCommandBuffer cmd, const VkBlitImageInfo2 *info), (cmd, info),             \
      count(COPIES, 1))                                                                            \
    X(CmdResolveImage2, (VkCommandBuffer cmd, const VkResolveImageInfo2 *info), (cmd, info),       \
      count_resolves2(info))                                                                       \
    X(CmdClearAttachments,                                                                         \
      (VkCommandBuffer cmd, uint32_t num, const VkClearAttachment *clears, uint32_t num_rects,     \
       const VkClearRect *rects),                                                                  \
      (cmd, num, clears, num_rects, rects), count(CLEARS, 1))                                      \
    X(CmdClearColorImage,                                                                          \
      (VkCommandBuffer cmd, VkImage image, VkImageLayout layout, const VkClearColorValue *value,   \
       uint32_t num, const VkImageSubresourceRange *ranges),                                       \
      (cmd, image, layout, value, num, ranges), count(CLEARS, 1))                                  \
    X(CmdClearDepthStencilImage,                                                                   \
      (VkCommandBuffer cmd, VkImage image, VkImageLayout layout,                                   \
       const VkClearDepthStencilValue *value, uint32_t num,                                        \
       const VkImageSubresourceRange *ranges),                                                     \
      (cmd, image, layout, value, num, ranges), count(CLEARS, 1))

/* Like COMMANDS, for functions that return a VkResult. */
#define CALLS(X)                                                                                   \
    X(QueueSubmit, (VkQueue queue, uint32_t num, const VkSubmitInfo *infos, VkFence fence),        \
      (queue, num, infos, fence), count(SUBMISSIONS, num))                                         \
    X(QueueSubmit2, (VkQueue queue, uint32_t num, const VkSubmitInfo2 *infos, VkFence fence),      \
      (queue, num, infos, fence), count(SUBMISSIONS, num))                                         \
    X(QueuePresentKHR, (VkQueue queue, const VkPresentInfoKHR *info), (queue, info),               \
      count(PRESENTS, 1))                                                                          \
    X(CreateGraphicsPipelines,                                                                     \
      (VkDevice device, VkPipelineCache cache, uint32_t num,                                       \
       const VkGraphicsPipelineCreateInfo *infos, const VkAllocationCallbacks *allocator,          \
       VkPipeline *out_pipelines),                                                                 \
      (device, cache, num, infos, allocator, out_pipelines), count(PIPELINES, num))                \
    X(CreateComputePipelines,                                                                      \
      (VkDevice device, VkPipelineCache cache, uint32_t num,                                       \
       const VkComputePipelineCreateInfo *infos, const VkAllocationCallbacks *allocator,           \
       VkPipeline *out_pipelines),                                                                 \
      (device, cache, num, infos, allocator, out_pipelines), count(PIPELINES, num))

/* Functions that create objects or destroy the device. */
#define OTHERS(X)                                                                                  \
    X(CreateImage)                                                                                 \
    X(CreateImageView)                                                                             \
    X(CreateRenderPass)                                                                            \
    X(CreateRenderPass2)                                                                           \
    X(CreateFramebuffer)                                                                           \
    X(DestroyDevice)

static struct {
#define MEMBER(name, ...) PFN_vk##name name;
    COMMANDS(MEMBER) CALLS(MEMBER) OTHERS(MEMBER)
#undef MEMBER
} next;

#define COMMAND(name, parameters, arguments, counting)                                             \
    static VKAPI_ATTR void VKAPI_CALL name parameters                                              \
    {                                                                                              \
        counting;                                                                                  \
        next.name arguments;                                                                       \
    }
COMMANDS(COMMAND)

#define CALL(name, parameters, arguments, counting)                                                \
    static VKAPI_ATTR VkResult VKAPI_CALL name parameters                                          \
    {                                                                                              \
        counting;                                                                                  \
        return next.name arguments;                                                                \
    }
CALLS(CALL)

static VKAPI_ATTR VkResult VKAPI_CALL CreateImage(VkDevice device, const VkImageCreateInfo *info,
                                                  const VkAllocationCallbacks *allocator,
                                                  VkImage *out_image)
{
    VkResult result = next.CreateImage(device, info, allocator, out_image);
    if (result == VK_SUCCESS)
        set_object((uint64_t)*out_image,
                   &(struct object){.format = info->format, .samples = (uint32_t)info->samples});
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL CreateImageView(VkDevice device,
                                                      const VkImageViewCreateInfo *info,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkImageView *out_view)
{
    VkResult result = next.CreateImageView(device, info, allocator, out_view);
    if (result == VK_SUCCESS)
        set_object((uint64_t)*out_view,
                   &(struct object){.format = info->format,
                                    .samples = get_object((uint64_t)info->image).samples});
    return result;
}

static void set_pass(VkRenderPass pass, VkAttachmentDescription *attachments, uint32_t num)
{
    set_object((uint64_t)pass,
               &(struct object){.attachments = attachments, .num_attachments = num});
}

static VKAPI_ATTR VkResult VKAPI_CALL CreateRenderPass(VkDevice device,
                                                       const VkRenderPassCreateInfo *info,
                                                       const VkAllocationCallbacks *allocator,
                                                       VkRenderPass *out_pass)
{
    VkAttachmentDescription *attachments = calloc(info->attachmentCount + 1u, sizeof(*attachments));
    VkResult result = attachments ? next.CreateRenderPass(device, info, allocator, out_pass)
                                  : VK_ERROR_OUT_OF_HOST_MEMORY;
    if (result != VK_SUCCESS) {
        free(attachments);
        return result;
    }
    for (uint32_t i = 0; i < info->attachmentCount; i++)
        attachments[i] = info->pAttachments[i];
    set_pass(*out_pass, attachments, info->attachmentCount);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL CreateRenderPass2(VkDevice device,
                                                        const VkRenderPassCreateInfo2 *info,
                                                        const VkAllocationCallbacks *allocator,
                                                        VkRenderPass *out_pass)
{
    VkAttachmentDescription *attachments = calloc(info->attachmentCount + 1u, sizeof(*attachments));
    VkResult result = attachments ? next.CreateRenderPass2(device, info, allocator, out_pass)
                                  : VK_ERROR_OUT_OF_HOST_MEMORY;
    if (result != VK_SUCCESS) {
        free(attachments);
        return result;
    }
    for (uint32_t i = 0; i < info->attachmentCount; i++) {
        const VkAttachmentDescription2 *a = &info->pAttachments[i];
        attachments[i] = (VkAttachmentDescription){
            .format = a->format,
            .samples = a->samples,
            .loadOp = a->loadOp,
            .storeOp = a->storeOp,
            .stencilLoadOp = a->stencilLoadOp,
            .stencilStoreOp = a->stencilStoreOp,
        };
    }
    set_pass(*out_pass, attachments, info->attachmentCount);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL CreateFramebuffer(VkDevice device,
                                                        const VkFramebufferCreateInfo *info,
                                                        const VkAllocationCallbacks *allocator,
                                                        VkFramebuffer *out_framebuffer)
{
    VkResult result = next.CreateFramebuffer(device, info, allocator, out_framebuffer);
    if (result == VK_SUCCESS)
        set_object((uint64_t)*out_framebuffer, &(struct object){.layers = info->layers});
    return result;
}

static VKAPI_ATTR void VKAPI_CALL DestroyDevice(VkDevice device,
                                                const VkAllocationCallbacks *allocator)
{
    print_counters();
    next.DestroyDevice(device, allocator);
}

/* The layer's functions. Each is also listed under its KHR name. */
const struct vk_layer_function vk_layer_functions[] = {
#define ENTRY(name, ...)                                                                           \
    {"vk" #name, (PFN_vkVoidFunction)name}, {"vk" #name "KHR", (PFN_vkVoidFunction)name},
    COMMANDS(ENTRY) CALLS(ENTRY) OTHERS(ENTRY)
#undef ENTRY
        {NULL, NULL},
};

void vk_layer_take_instance(VkInstance instance, PFN_vkGetInstanceProcAddr next_proc)
{
    (void)instance;
    (void)next_proc;
}

void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr next_proc)
{
#define TAKE(name, ...)                                                                            \
    next.name = (PFN_vk##name)next_proc(device, "vk" #name);                                       \
    if (!next.name)                                                                                \
        next.name = (PFN_vk##name)next_proc(device, "vk" #name "KHR");
    COMMANDS(TAKE)
    CALLS(TAKE)
    OTHERS(TAKE)
#undef TAKE
}
