/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/rendering.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "vk/batch.h"
#include "vk/framebuffers.h"

/* The order of attachments in a pass: colours, depth and stencil, resolve targets of colours. */
enum {
    DEPTH_STENCIL = GV_VK_MAX_COLORS,
    RESOLVES,
    MAX_ATTACHMENTS = GV_VK_MAX_VIEWS,
};

enum {
    MAX_PASSES = 128, /* in the cache */
};

/* The key of a pass, without padding because keys are compared as bytes. */
struct pass_key {
    VkAttachmentDescription attachments[MAX_ATTACHMENTS];
    uint32_t present_mask; /* bits of the attachments that exist; the other entries of attachments
                              are zeros */
    uint32_t num_colors;
};

struct render_pass {
    struct gv_vk_object object;
    struct render_pass *next;
    VkRenderPass handle;
    struct pass_key key;
};

struct gv_vk_render_passes {
    pthread_mutex_t lock;
    struct render_pass *newest; /* list, most recently used first */
    unsigned num;
    struct gv_vk_framebuffers framebuffers;
};

/* ---- Keys ------------------------------------------------------------------------------------ */

static void add_attachment(struct pass_key *key, unsigned idx, VkFormat format, uint32_t samples,
                           const VkRenderingAttachmentInfo *info)
{
    key->present_mask |= 1u << idx;
    key->attachments[idx] = (VkAttachmentDescription){
        .format = format,
        .samples = (VkSampleCountFlagBits)samples,
        .loadOp = info->loadOp,
        .storeOp = info->storeOp,
        .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_LOAD,
        .stencilStoreOp = VK_ATTACHMENT_STORE_OP_STORE,
        .initialLayout = info->imageLayout,
        .finalLayout = info->imageLayout,
    };
}

/* The load and store ops of an aspect that is not rendered to: they leave the aspect unchanged. */
static const VkRenderingAttachmentInfo untouched = {
    .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
    .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
    .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD,
    .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
};

static void add_depth_stencil(struct pass_key *key, const struct gv_vk_targets *targets,
                              const VkRenderingAttachmentInfo *depth,
                              const VkRenderingAttachmentInfo *stencil)
{
    const VkFormat format = targets->depth ? targets->depth : targets->stencil;
    VkAttachmentDescription *attachment = &key->attachments[DEPTH_STENCIL];
    if (!format)
        return;
    add_attachment(key, DEPTH_STENCIL, format, targets->samples, depth ? depth : &untouched);
    if (!stencil)
        return;
    attachment->stencilLoadOp = stencil->loadOp;
    attachment->stencilStoreOp = stencil->storeOp;
    attachment->initialLayout = attachment->finalLayout = stencil->imageLayout;
}

/* Adds the resolve target of a colour, which is written completely. */
static void add_resolve(struct pass_key *key, unsigned color, VkFormat format,
                        const VkRenderingAttachmentInfo *info)
{
    const VkRenderingAttachmentInfo resolve = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageLayout = info->resolveImageLayout,
        .loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
    };
    add_attachment(key, RESOLVES + color, format, 1, &resolve);
}

static struct pass_key key_of_rendering(const VkRenderingInfo *info,
                                        const struct gv_vk_targets *targets)
{
    struct pass_key key = {.num_colors = targets->num_colors};
    assert(targets->num_colors <= GV_VK_MAX_COLORS);
    for (uint32_t i = 0; i < targets->num_colors; i++) {
        const VkRenderingAttachmentInfo *color = &info->pColorAttachments[i];
        if (!targets->colors[i])
            continue;
        add_attachment(&key, i, targets->colors[i], targets->samples, color);
        if (color->resolveMode)
            add_resolve(&key, i, targets->colors[i], color);
    }
    add_depth_stencil(&key, targets, info->pDepthAttachment, info->pStencilAttachment);
    return key;
}

/* Returns the key of a pass for the creation of a pipeline. A pipeline may be used with other
 * passes that are compatible with this pass, so only the formats and sample counts matter. */
static struct pass_key key_of_pipeline(const struct gv_vk_targets *targets)
{
    struct pass_key key = {.num_colors = targets->num_colors};
    assert(targets->num_colors <= GV_VK_MAX_COLORS);
    for (uint32_t i = 0; i < targets->num_colors; i++) {
        if (targets->colors[i])
            add_attachment(&key, i, targets->colors[i], targets->samples, &untouched);
    }
    add_depth_stencil(&key, targets, &untouched, NULL);
    return key;
}

/* ---- Render passes --------------------------------------------------------------------------- */

static void destroy_pass(struct gv_vk_device *dev, struct gv_vk_object *object)
{
    struct render_pass *pass = (struct render_pass *)object;
    dev->vk.vkDestroyRenderPass(dev->handle, pass->handle, NULL);
    free(pass);
}

/* Creates the render pass of a key. Barriers are recorded outside of passes, and layouts do not
 * change inside, so the pass needs no dependencies. */
static VkResult create_handle(struct gv_vk_device *dev, const struct pass_key *key,
                              VkRenderPass *out_handle)
{
    VkAttachmentDescription attachments[MAX_ATTACHMENTS];
    VkAttachmentReference references[MAX_ATTACHMENTS];
    uint32_t num = 0;
    for (unsigned i = 0; i < MAX_ATTACHMENTS; i++) {
        const bool present = key->present_mask >> i & 1;
        references[i] = (VkAttachmentReference){present ? num : VK_ATTACHMENT_UNUSED,
                                                key->attachments[i].initialLayout};
        if (present)
            attachments[num++] = key->attachments[i];
    }
    const VkSubpassDescription subpass = {
        .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
        .colorAttachmentCount = key->num_colors,
        .pColorAttachments = references,
        .pResolveAttachments = key->present_mask >> RESOLVES ? &references[RESOLVES] : NULL,
        .pDepthStencilAttachment = &references[DEPTH_STENCIL],
    };
    const VkRenderPassCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
        .attachmentCount = num,
        .pAttachments = attachments,
        .subpassCount = 1,
        .pSubpasses = &subpass,
    };
    return GV_VK_CREATE(dev, RenderPass, &info, out_handle);
}

static VkResult create_pass(struct gv_vk_device *dev, const struct pass_key *key,
                            struct render_pass **out_pass)
{
    struct render_pass *pass = calloc(1, sizeof(*pass));
    if (!pass)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    VkResult result = create_handle(dev, key, &pass->handle);
    if (result != VK_SUCCESS) {
        free(pass);
        return result;
    }
    gv_vk_object_init(&pass->object, destroy_pass);
    pass->key = *key;
    *out_pass = pass;
    return VK_SUCCESS;
}

/* Finds the pass of a key, and moves it to the front of the list. NULL if there is no such pass.
 * The caller holds the lock. */
static struct render_pass *find_pass(struct gv_vk_render_passes *passes, const struct pass_key *key)
{
    for (struct render_pass **link = &passes->newest; *link; link = &(*link)->next) {
        struct render_pass *pass = *link;
        if (memcmp(&pass->key, key, sizeof(*key)) != 0)
            continue;
        *link = pass->next;
        pass->next = passes->newest;
        passes->newest = pass;
        return pass;
    }
    return NULL;
}

/* Removes the pass that was used least recently. The caller holds the lock. */
static void drop_oldest(struct gv_vk_device *dev, struct gv_vk_render_passes *passes)
{
    struct render_pass **link = &passes->newest;
    while ((*link)->next)
        link = &(*link)->next;
    gv_vk_object_unref(dev, &(*link)->object);
    *link = NULL;
    passes->num--;
}

/* Returns the pass of the key, with a reference for the caller. */
static VkResult get_pass(struct gv_vk_device *dev, const struct pass_key *key,
                         struct render_pass **out_pass)
{
    struct gv_vk_render_passes *passes = dev->render_passes;
    VkResult result = VK_SUCCESS;
    pthread_mutex_lock(&passes->lock);
    struct render_pass *pass = find_pass(passes, key);
    if (!pass && (result = create_pass(dev, key, &pass)) == VK_SUCCESS) {
        pass->next = passes->newest;
        passes->newest = pass;
        if (++passes->num > MAX_PASSES)
            drop_oldest(dev, passes);
    }
    if (result == VK_SUCCESS) {
        gv_vk_object_ref(&pass->object);
        *out_pass = pass;
    }
    pthread_mutex_unlock(&passes->lock);
    return result;
}

VkResult gv_vk_render_passes_create(struct gv_vk_device *dev,
                                    struct gv_vk_render_passes **out_passes)
{
    struct gv_vk_render_passes *passes = NULL;
    if (!dev->caps.dynamicRendering) {
        passes = calloc(1, sizeof(*passes));
        if (!passes)
            return VK_ERROR_OUT_OF_HOST_MEMORY;
        pthread_mutex_init(&passes->lock, NULL);
        gv_vk_framebuffers_init(&passes->framebuffers);
    }
    *out_passes = passes;
    return VK_SUCCESS;
}

void gv_vk_render_passes_destroy(struct gv_vk_device *dev, struct gv_vk_render_passes *passes)
{
    if (!passes)
        return;
    gv_vk_framebuffers_finish(dev, &passes->framebuffers);
    while (passes->num)
        drop_oldest(dev, passes);
    pthread_mutex_destroy(&passes->lock);
    free(passes);
}

void gv_vk_image_view_destroy(struct gv_vk_device *dev, VkImageView view)
{
    if (view && dev->render_passes)
        gv_vk_framebuffers_forget(dev, &dev->render_passes->framebuffers, view);
    dev->vk.vkDestroyImageView(dev->handle, view, NULL);
}

/* ---- Rendering ------------------------------------------------------------------------------- */

/* Views of attachments and the values that clear them, in the order of the pass. */
struct bound {
    VkImageView views[MAX_ATTACHMENTS];
    VkClearValue clears[MAX_ATTACHMENTS];
    uint32_t num, num_clears; /* number of `views`; number of `clears`, up to the last attachment
                                 that is cleared */
};

static bool is_cleared(const VkAttachmentDescription *a)
{
    return a->loadOp == VK_ATTACHMENT_LOAD_OP_CLEAR ||
           a->stencilLoadOp == VK_ATTACHMENT_LOAD_OP_CLEAR;
}

static struct bound bind(const VkRenderingInfo *info, const struct pass_key *key)
{
    const VkRenderingAttachmentInfo *depth = info->pDepthAttachment;
    const VkRenderingAttachmentInfo *stencil = info->pStencilAttachment;
    struct bound bound = {.num = 0};
    for (uint32_t i = 0; i < key->num_colors; i++) {
        if (!(key->present_mask >> i & 1))
            continue;
        bound.views[bound.num] = info->pColorAttachments[i].imageView;
        bound.clears[bound.num++] = info->pColorAttachments[i].clearValue;
        if (is_cleared(&key->attachments[i]))
            bound.num_clears = bound.num;
    }
    if (key->present_mask >> DEPTH_STENCIL & 1) {
        VkClearDepthStencilValue *clear = &bound.clears[bound.num].depthStencil;
        bound.views[bound.num++] = depth ? depth->imageView : stencil->imageView;
        clear->depth = depth ? depth->clearValue.depthStencil.depth : 0.0f;
        clear->stencil = stencil ? stencil->clearValue.depthStencil.stencil : 0;
        if (is_cleared(&key->attachments[DEPTH_STENCIL]))
            bound.num_clears = bound.num;
    }
    for (uint32_t i = 0; i < key->num_colors; i++) {
        if (key->present_mask >> (RESOLVES + i) & 1)
            bound.views[bound.num++] = info->pColorAttachments[i].resolveImageView;
    }
    return bound;
}

/* Whether all views exist, as a framebuffer requires. A view is missing if memory for it ran
 * out. */
static bool has_all_views(const struct bound *bound)
{
    for (uint32_t i = 0; i < bound->num; i++) {
        if (!bound->views[i])
            return false;
    }
    return true;
}

static struct gv_vk_framebuffer_key key_of_framebuffer(const VkRenderingInfo *info,
                                                       const struct render_pass *pass,
                                                       const struct bound *bound)
{
    const VkRect2D *area = &info->renderArea;
    struct gv_vk_framebuffer_key key = {
        .pass = pass->handle,
        .num = bound->num,
        .width = (uint32_t)area->offset.x + area->extent.width,
        .height = (uint32_t)area->offset.y + area->extent.height,
        .layers = info->layerCount,
    };
    memcpy(key.views, bound->views, bound->num * sizeof(key.views[0]));
    return key;
}

static VkResult begin_pass(struct gv_vk_batch *batch, VkCommandBuffer cmd,
                           const VkRenderingInfo *info, const struct gv_vk_targets *targets)
{
    struct gv_vk_device *dev = batch->dev;
    const struct pass_key key = key_of_rendering(info, targets);
    const struct bound bound = bind(info, &key);
    struct render_pass *pass;
    VkResult result =
        has_all_views(&bound) ? get_pass(dev, &key, &pass) : VK_ERROR_OUT_OF_HOST_MEMORY;
    if (result != VK_SUCCESS)
        return result;
    VkRenderPassBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
        .renderPass = pass->handle,
        .renderArea = info->renderArea,
        .clearValueCount = bound.num_clears,
        .pClearValues = bound.clears,
    };
    const struct gv_vk_framebuffer_key framebuffer = key_of_framebuffer(info, pass, &bound);
    result = gv_vk_batch_ref(batch, &pass->object) ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
    if (result == VK_SUCCESS)
        result = gv_vk_framebuffers_get(&dev->render_passes->framebuffers, batch, &framebuffer,
                                        &pass->object, &begin.framebuffer);
    if (result == VK_SUCCESS)
        dev->vk.vkCmdBeginRenderPass(cmd, &begin,
                                     info->flags &
                                             VK_RENDERING_CONTENTS_SECONDARY_COMMAND_BUFFERS_BIT
                                         ? VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS
                                         : VK_SUBPASS_CONTENTS_INLINE);
    gv_vk_object_unref(dev, &pass->object);
    return result;
}

bool gv_vk_rendering_begin(struct gv_vk_batch *batch, VkCommandBuffer cmd,
                           const VkRenderingInfo *info, const struct gv_vk_targets *targets)
{
    struct gv_vk_device *dev = batch->dev;
    if (dev->caps.dynamicRendering) {
        dev->vk.vkCmdBeginRendering(cmd, info);
        return true;
    }
    VkResult result = begin_pass(batch, cmd, info, targets);
    if (result != VK_SUCCESS)
        gv_vk_device_error(dev, "a render pass", result);
    return result == VK_SUCCESS;
}

void gv_vk_rendering_end(const struct gv_vk_device *dev, VkCommandBuffer cmd)
{
    if (dev->caps.dynamicRendering)
        dev->vk.vkCmdEndRendering(cmd);
    else
        dev->vk.vkCmdEndRenderPass(cmd);
}

/* Returns a pass that is compatible with the targets. The batch keeps the pass alive. */
static VkResult inherit_pass(struct gv_vk_batch *batch, const struct gv_vk_targets *targets,
                             VkRenderPass *out_handle)
{
    const struct pass_key key = key_of_pipeline(targets);
    struct render_pass *pass;
    VkResult result = get_pass(batch->dev, &key, &pass);
    if (result != VK_SUCCESS)
        return result;
    *out_handle = pass->handle;
    if (!gv_vk_batch_ref(batch, &pass->object))
        result = VK_ERROR_OUT_OF_HOST_MEMORY;
    gv_vk_object_unref(batch->dev, &pass->object);
    return result;
}

VkResult gv_vk_rendering_secondary(struct gv_vk_batch *batch, const struct gv_vk_targets *targets,
                                   VkCommandBuffer *out_secondary)
{
    const struct gv_vk_device *dev = batch->dev;
    const VkCommandBufferInheritanceRenderingInfo rendering = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_RENDERING_INFO,
        .colorAttachmentCount = targets->num_colors,
        .pColorAttachmentFormats = targets->colors,
        .depthAttachmentFormat = targets->depth,
        .stencilAttachmentFormat = targets->stencil,
        .rasterizationSamples = (VkSampleCountFlagBits)targets->samples,
    };
    VkCommandBufferInheritanceInfo inheritance = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO,
        .pNext = dev->caps.dynamicRendering ? &rendering : NULL,
    };
    const VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT |
                 VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT,
        .pInheritanceInfo = &inheritance,
    };
    VkResult result = VK_SUCCESS;
    if (!dev->caps.dynamicRendering)
        result = inherit_pass(batch, targets, &inheritance.renderPass);
    if (result == VK_SUCCESS)
        result = gv_vk_batch_secondary(batch, out_secondary);
    if (result == VK_SUCCESS)
        result = dev->vk.vkBeginCommandBuffer(*out_secondary, &begin);
    return result;
}

/* ---- Pipelines ------------------------------------------------------------------------------- */

VkResult gv_vk_rendering_complete(struct gv_vk_device *dev, VkGraphicsPipelineCreateInfo *info,
                                  struct gv_vk_object **out_pass)
{
    const VkPipelineRenderingCreateInfo *rendering = info->pNext;
    if (dev->caps.dynamicRendering) {
        *out_pass = NULL;
        return VK_SUCCESS;
    }
    assert(rendering->sType == VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO);
    const struct gv_vk_targets targets = {
        .colors = rendering->pColorAttachmentFormats,
        .num_colors = rendering->colorAttachmentCount,
        .depth = rendering->depthAttachmentFormat,
        .stencil = rendering->stencilAttachmentFormat,
        .samples = info->pMultisampleState->rasterizationSamples,
    };
    const struct pass_key key = key_of_pipeline(&targets);
    struct render_pass *pass;
    VkResult result = get_pass(dev, &key, &pass);
    if (result != VK_SUCCESS)
        return result;
    info->pNext = rendering->pNext;
    info->renderPass = pass->handle;
    *out_pass = &pass->object;
    return VK_SUCCESS;
}
