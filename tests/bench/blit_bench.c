/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* blit_bench [BLITS [FRAMES]]: prints one line for each kind of blit. The line contains the blits
 * per second through pipe_context, the rate of the most similar Vulkan command on the same images,
 * and the ratio of the two. The Vulkan commands include the barriers that successive writes of one
 * image need. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "driver/resource/resource.h"
#include "driver/screen/screen.h"
#include "pipe_fixture.h"
#include "util/text.h"
#include "vk/device.h"

enum {
    SIZE = 64
};

enum raw_command {
    RAW_COPY,
    RAW_BLIT,
    RAW_RESOLVE,
};

static const struct blit_case {
    const char *name;
    enum pipe_format src, dst;
    unsigned src_samples;
    struct pipe_box src_box;
    bool scissored, linear;
    enum raw_command raw;
} cases[] = {
    {"copy",
     PIPE_FORMAT_R8G8B8A8_UNORM,
     PIPE_FORMAT_R8G8B8A8_UNORM,
     0,
     {.width = SIZE, .height = SIZE, .depth = 1},
     false,
     false,
     RAW_COPY},
    {"flip",
     PIPE_FORMAT_R8G8B8A8_UNORM,
     PIPE_FORMAT_R8G8B8A8_UNORM,
     0,
     {.y = SIZE, .width = SIZE, .height = -SIZE, .depth = 1},
     false,
     false,
     RAW_BLIT},
    {"scale, nearest",
     PIPE_FORMAT_R8G8B8A8_UNORM,
     PIPE_FORMAT_R8G8B8A8_UNORM,
     0,
     {.width = SIZE / 2, .height = SIZE / 2, .depth = 1},
     false,
     false,
     RAW_BLIT},
    {"scale, linear",
     PIPE_FORMAT_R8G8B8A8_UNORM,
     PIPE_FORMAT_R8G8B8A8_UNORM,
     0,
     {.width = SIZE / 2, .height = SIZE / 2, .depth = 1},
     false,
     true,
     RAW_BLIT},
    {"convert",
     PIPE_FORMAT_R8G8B8A8_UNORM,
     PIPE_FORMAT_R16G16B16A16_FLOAT,
     0,
     {.width = SIZE, .height = SIZE, .depth = 1},
     false,
     false,
     RAW_BLIT},
    {"scissored, by a draw",
     PIPE_FORMAT_R8G8B8A8_UNORM,
     PIPE_FORMAT_R8G8B8A8_UNORM,
     0,
     {.y = SIZE, .width = SIZE, .height = -SIZE, .depth = 1},
     true,
     false,
     RAW_BLIT},
    {"resolve",
     PIPE_FORMAT_R8G8B8A8_UNORM,
     PIPE_FORMAT_R8G8B8A8_UNORM,
     4,
     {.width = SIZE, .height = SIZE, .depth = 1},
     false,
     false,
     RAW_RESOLVE},
    {"depth, copied",
     PIPE_FORMAT_Z32_FLOAT,
     PIPE_FORMAT_Z32_FLOAT,
     0,
     {.width = SIZE, .height = SIZE, .depth = 1},
     false,
     false,
     RAW_COPY},
};

struct bench {
    struct pipe_fixture *f;
    struct gv_vk_device *dev;
    VkCommandPool pool;
    VkCommandBuffer cmd;
    uint32_t blits, frames;
};

static double now_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static struct pipe_resource *create(struct pipe_fixture *f, enum pipe_format format,
                                    unsigned samples)
{
    struct pipe_resource t = fixture_template(PIPE_TEXTURE_2D, format, SIZE, SIZE, 1);
    t.nr_samples = t.nr_storage_samples = (uint8_t)samples;
    return fixture_create(f, &t);
}

/* ---- pipe_context */

static void finish(struct pipe_fixture *f)
{
    struct pipe_fence_handle *fence = NULL;
    f->pipe->flush(f->pipe, &fence, 0);
    assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
    f->screen->fence_reference(f->screen, &fence, NULL);
}

static double time_pipe(struct bench *b, const struct pipe_blit_info *info)
{
    double best = 0.0;
    for (uint32_t frame = 0; frame <= b->frames; frame++) {
        double start = now_s();
        for (uint32_t i = 0; i < b->blits; i++)
            b->f->pipe->blit(b->f->pipe, info);
        finish(b->f);
        double rate = b->blits / (now_s() - start);
        if (frame && rate > best)
            best = rate;
    }
    return best;
}

/* ---- Vulkan */

static void record(struct bench *b, const struct blit_case *c, struct gv_storage *src,
                   struct gv_storage *dst)
{
    const struct VolkDeviceTable *vk = &b->dev->vk;
    const VkImageSubresourceLayers layers = {src->aspects, 0, 0, 1};
    const struct pipe_box *s = &c->src_box;
    const VkImageCopy copy = {
        .srcSubresource = layers, .dstSubresource = layers, .extent = {SIZE, SIZE, 1}};
    const VkImageResolve resolve = {
        .srcSubresource = layers, .dstSubresource = layers, .extent = {SIZE, SIZE, 1}};
    const VkImageBlit blit = {
        .srcSubresource = layers,
        .srcOffsets = {{s->x, s->y, 0}, {s->x + s->width, s->y + s->height, 1}},
        .dstSubresource = layers,
        .dstOffsets = {{0, 0, 0}, {SIZE, SIZE, 1}}};
    const VkMemoryBarrier2 memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                     .srcStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                                     .srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT,
                                     .dstStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                                     .dstAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT};
    const VkDependencyInfo barrier = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                                      .memoryBarrierCount = 1,
                                      .pMemoryBarriers = &memory};
    const VkImageLayout general = VK_IMAGE_LAYOUT_GENERAL;
    VkImage from = src->image.handle, to = dst->image.handle;
    for (uint32_t i = 0; i < b->blits; i++) {
        vk->vkCmdPipelineBarrier2(b->cmd, &barrier);
        if (c->raw == RAW_COPY)
            vk->vkCmdCopyImage(b->cmd, from, general, to, general, 1, &copy);
        else if (c->raw == RAW_RESOLVE)
            vk->vkCmdResolveImage(b->cmd, from, general, to, general, 1, &resolve);
        else
            vk->vkCmdBlitImage(b->cmd, from, general, to, general, 1, &blit,
                               c->linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST);
    }
}

static double time_raw(struct bench *b, const struct blit_case *c, struct gv_storage *src,
                       struct gv_storage *dst)
{
    const struct VolkDeviceTable *vk = &b->dev->vk;
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                 .commandBufferCount = 1,
                                 .pCommandBuffers = &b->cmd};
    double best = 0.0;
    for (uint32_t frame = 0; frame <= b->frames; frame++) {
        double start = now_s();
        vk->vkResetCommandPool(b->dev->handle, b->pool, 0);
        assert_int_equal(vk->vkBeginCommandBuffer(b->cmd, &begin), VK_SUCCESS);
        record(b, c, src, dst);
        assert_int_equal(vk->vkEndCommandBuffer(b->cmd), VK_SUCCESS);
        assert_int_equal(vk->vkQueueSubmit(b->dev->queue, 1, &submit, VK_NULL_HANDLE), VK_SUCCESS);
        assert_int_equal(vk->vkQueueWaitIdle(b->dev->queue), VK_SUCCESS);
        double rate = b->blits / (now_s() - start);
        if (frame && rate > best)
            best = rate;
    }
    return best;
}

/* ---- Both */

static void run_case(struct bench *b, const struct blit_case *c)
{
    unsigned bind =
        util_format_is_depth_or_stencil(c->src) ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET;
    if (!b->f->screen->is_format_supported(b->f->screen, c->src, PIPE_TEXTURE_2D, c->src_samples,
                                           bind | PIPE_BIND_SAMPLER_VIEW))
        return;
    struct pipe_resource *src = create(b->f, c->src, c->src_samples);
    struct pipe_resource *dst = create(b->f, c->dst, 0);
    const struct pipe_blit_info info = {
        .src = {.resource = src, .format = c->src, .box = c->src_box},
        .dst = {.resource = dst,
                .format = c->dst,
                .box = {.width = SIZE, .height = SIZE, .depth = 1}},
        .mask = bind == PIPE_BIND_DEPTH_STENCIL ? PIPE_MASK_Z : PIPE_MASK_RGBA,
        .filter = c->linear ? PIPE_TEX_FILTER_LINEAR : PIPE_TEX_FILTER_NEAREST,
        .scissor_enable = c->scissored,
        .scissor = {1, 1, SIZE - 1, SIZE - 1},
    };
    double pipe = time_pipe(b, &info);
    double raw = time_raw(b, c, gv_resource(src)->storage, gv_resource(dst)->storage);
    printf("%-24s %10.0f blits/s %10.0f of Vulkan %6.2f\n", c->name, pipe, raw, pipe / raw);
    pipe_resource_reference(&src, NULL);
    pipe_resource_reference(&dst, NULL);
}

static bool parse_count(const char *text, uint32_t *out_count)
{
    uint64_t value;
    if (!gv_parse_u64(text, strlen(text), 1000000, &value) || !value)
        return false;
    *out_count = (uint32_t)value;
    return true;
}

int main(int argc, char **argv)
{
    struct bench b = {.blits = 2000, .frames = 5};
    void *state = NULL;
    if (argc > 3 || (argc > 1 && !parse_count(argv[1], &b.blits)) ||
        (argc > 2 && !parse_count(argv[2], &b.frames))) {
        fprintf(stderr, "usage: blit_bench [BLITS [FRAMES]]\n");
        return 2;
    }
    pipe_fixture_setup(&state);
    b.f = state;
    b.dev = gv_screen(b.f->screen)->dev;
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .queueFamilyIndex = b.dev->queue_family};
    assert_int_equal(b.dev->vk.vkCreateCommandPool(b.dev->handle, &pool, NULL, &b.pool),
                     VK_SUCCESS);
    const VkCommandBufferAllocateInfo alloc = {.sType =
                                                   VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                               .commandPool = b.pool,
                                               .commandBufferCount = 1};
    assert_int_equal(b.dev->vk.vkAllocateCommandBuffers(b.dev->handle, &alloc, &b.cmd), VK_SUCCESS);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        run_case(&b, &cases[i]);
    b.dev->vk.vkDestroyCommandPool(b.dev->handle, b.pool, NULL);
    pipe_fixture_teardown(&state);
    return 0;
}
