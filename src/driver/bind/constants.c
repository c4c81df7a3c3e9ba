/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/bind/constants.h"

#include <stdlib.h>
#include <string.h>

#include "driver/bind/descriptors.h"
#include "driver/context.h"
#include "driver/screen/caps.h"
#include "driver/shader/program.h"
#include "driver/shader/stage_bits.h"
#include "driver/state/vertex_pull.h"

enum {
    NUM_CONST_BINDINGS = GALVAN_NUM_STAGES,
    DRIVER_IDX = GALVAN_NUM_STAGES, /* bit of the driver block in stale_mask, after the bits of the
                                       stages */
    DRIVER_BIT = 1 << DRIVER_IDX,
    COMPUTE_IDX = DRIVER_IDX + 1, /* bit of the compute block in stale_mask */
    COMPUTE_BIT = 1 << COMPUTE_IDX,
    ALL_STALE = (1 << (COMPUTE_IDX + 1)) - 1,

    /* The dynamic descriptors of constant buffer 0 have one of NUM_RANGES sizes: 256 bytes times a
     * power of 4, up to 64 KiB. */
    NUM_RANGES = 5,
    SMALLEST_RANGE_B = 256,
};

/* ---- Layouts */

static VkDescriptorSetLayout make_set_layout(struct gv_vk_device *dev, uint32_t num,
                                             const VkDescriptorSetLayoutBinding *bindings)
{
    const VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = num,
        .pBindings = bindings,
    };
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    VkResult result = GV_VK_CREATE(dev, DescriptorSetLayout, &info, &layout);
    if (result != VK_SUCCESS)
        gv_vk_device_error(dev, "vkCreateDescriptorSetLayout", result);
    return layout;
}

#define UNIFORM VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC

static VkDescriptorType const0_type(const struct gv_vk_device *dev)
{
    return gv_uniform_constants(dev) ? UNIFORM : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

/* When offsets change, Vulkan drivers process all bindings that a stage can access, and the offsets
 * of constants change at almost every draw. Therefore each binding is visible only to its own
 * stage. */
bool gv_screen_init_layouts(struct gv_screen *screen)
{
    VkDescriptorSetLayoutBinding bindings[NUM_CONST_BINDINGS];
    for (uint32_t i = 0; i < NUM_CONST_BINDINGS; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){
            .binding = i,
            .descriptorType = const0_type(screen->dev),
            .descriptorCount = 1,
            .stageFlags = gv_stage_bit(i),
        };
    const VkDescriptorSetLayoutBinding driver = {
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
        .descriptorCount = 1,
        .stageFlags = VK_SHADER_STAGE_ALL_GRAPHICS | VK_SHADER_STAGE_COMPUTE_BIT,
    };
    screen->const_layout = make_set_layout(screen->dev, NUM_CONST_BINDINGS, bindings);
    screen->driver_layout = make_set_layout(screen->dev, 1, &driver);
    screen->empty_layout = make_set_layout(screen->dev, 0, NULL);
    return screen->const_layout && screen->driver_layout && screen->empty_layout;
}

void gv_screen_finish_layouts(struct gv_screen *screen)
{
    struct gv_vk_device *dev = screen->dev;
    dev->vk.vkDestroyDescriptorSetLayout(dev->handle, screen->const_layout, NULL);
    dev->vk.vkDestroyDescriptorSetLayout(dev->handle, screen->driver_layout, NULL);
    dev->vk.vkDestroyDescriptorSetLayout(dev->handle, screen->empty_layout, NULL);
}

/* ---- Descriptor sets of a block of the ring */

/* The descriptor sets for one block of the constant ring. The array `constants` has a set for each
 * size of the bound range of constants. Software devices copy the whole bound range, so the range
 * should be small. */
struct const_sets {
    VkDescriptorPool pool;
    VkDescriptorSet constants[NUM_RANGES], driver, compute;
};

static uint32_t range_B(const struct gv_state *state, unsigned idx)
{
    uint32_t size_B = (uint32_t)SMALLEST_RANGE_B << (2 * idx);
    return size_B < state->screen->const_range_B ? size_B : state->screen->const_range_B;
}

static void destroy_const_sets(struct gv_vk_device *dev, void *user)
{
    struct const_sets *sets = user;
    dev->vk.vkDestroyDescriptorPool(dev->handle, sets->pool, NULL);
    free(sets);
}

static void write_dynamic(struct gv_vk_device *dev, VkDescriptorSet set, VkDescriptorType type,
                          uint32_t num, const VkDescriptorBufferInfo *infos)
{
    VkWriteDescriptorSet writes[NUM_CONST_BINDINGS];
    for (uint32_t i = 0; i < num; i++)
        writes[i] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = set,
            .dstBinding = i,
            .descriptorCount = 1,
            .descriptorType = type,
            .pBufferInfo = &infos[i],
        };
    dev->vk.vkUpdateDescriptorSets(dev->handle, num, writes, 0, NULL);
}

static VkResult alloc_const_sets(struct gv_screen *screen, struct const_sets *sets)
{
    struct gv_vk_device *dev = screen->dev;
    const VkDescriptorPoolSize sizes[] = {
        {const0_type(dev), NUM_RANGES * NUM_CONST_BINDINGS},
        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 2},
    };
    const VkDescriptorPoolCreateInfo pool_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = NUM_RANGES + 2,
        .poolSizeCount = 2,
        .pPoolSizes = sizes,
    };
    VkResult result = GV_VK_CREATE(dev, DescriptorPool, &pool_info, &sets->pool);
    if (result != VK_SUCCESS)
        return result;
    VkDescriptorSetLayout layouts[NUM_RANGES + 2];
    VkDescriptorSet handles[NUM_RANGES + 2];
    for (unsigned i = 0; i < NUM_RANGES; i++)
        layouts[i] = screen->const_layout;
    layouts[NUM_RANGES] = layouts[NUM_RANGES + 1] = screen->driver_layout;
    const VkDescriptorSetAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = sets->pool,
        .descriptorSetCount = NUM_RANGES + 2,
        .pSetLayouts = layouts,
    };
    result = dev->vk.vkAllocateDescriptorSets(dev->handle, &info, handles);
    if (result != VK_SUCCESS)
        return result;
    memcpy(sets->constants, handles, sizeof(sets->constants));
    sets->driver = handles[NUM_RANGES];
    sets->compute = handles[NUM_RANGES + 1];
    return VK_SUCCESS;
}

static struct const_sets *make_const_sets(const struct gv_state *state, VkBuffer buffer)
{
    struct const_sets *sets = calloc(1, sizeof(*sets));
    if (!sets)
        return NULL;
    VkResult result = alloc_const_sets(state->screen, sets);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(state->dev, "descriptor sets of constants", result);
        destroy_const_sets(state->dev, sets);
        return NULL;
    }
    VkDescriptorBufferInfo infos[NUM_CONST_BINDINGS];
    for (unsigned range = 0; range < NUM_RANGES; range++) {
        for (uint32_t i = 0; i < NUM_CONST_BINDINGS; i++)
            infos[i] = (VkDescriptorBufferInfo){buffer, 0, range_B(state, range)};
        write_dynamic(state->dev, sets->constants[range], const0_type(state->dev),
                      NUM_CONST_BINDINGS, infos);
    }
    infos[0].range = sizeof(struct galvan_driver_block);
    write_dynamic(state->dev, sets->driver, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 1, infos);
    infos[0].range = sizeof(struct galvan_compute_block);
    write_dynamic(state->dev, sets->compute, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 1, infos);
    return sets;
}

/* ---- Uploads */

/* Allocates size_B bytes for constants. If the allocation begins a new block of the ring, all other
 * copies of constants become stale. */
static bool alloc_constants(struct gv_context *ctx, uint32_t size_B,
                            struct gv_vk_ring_slice *out_slice)
{
    /* Alignments are powers of two, so the larger alignment satisfies both limits. */
    const VkPhysicalDeviceLimits *limits = &ctx->dev->properties.limits;
    VkDeviceSize align = limits->minUniformBufferOffsetAlignment;
    if (align < limits->minStorageBufferOffsetAlignment)
        align = limits->minStorageBufferOffsetAlignment;
    VkResult result =
        gv_vk_ring_alloc(&ctx->rec.constants, ctx->rec.batch, size_B, align, out_slice);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(ctx->dev, "constant ring", result);
        ctx->rec.batch->out_of_memory = true;
        return false;
    }
    struct gv_vk_ring_block *block = out_slice->block;
    if (block == ctx->rec.const_block)
        return true;
    if (!block->user) {
        struct const_sets *sets = make_const_sets(&ctx->state, block->buffer.handle);
        if (!sets) {
            ctx->rec.batch->out_of_memory = true;
            return false;
        }
        block->user = sets;
        block->user_destroy = destroy_const_sets;
    }
    ctx->rec.const_block = block;
    ctx->constants.stale_mask = ALL_STALE;
    ctx->constants.block_number++;
    return true;
}

/* Returns constant buffer 0 for a shader: the pass's buffer if the shader is an internal shader of
 * a pass, otherwise the bound buffer of the shader's stage. */
static struct gv_const0 *const0_of(struct gv_context *ctx, const struct gv_shader *shader)
{
    return shader->of_pass ? &ctx->derived.pass_const0 : &ctx->state.stages[shader->stage].const0;
}

/* Uploads the constants that the shader declares. Constants that the client has not set read as
 * zero. */
static bool upload_stage(struct gv_context *ctx, const struct gv_shader *shader)
{
    struct gv_const_values *c = &const0_of(ctx, shader)->now;
    uint32_t declared_B = shader->info->const_size_B[0];
    if (declared_B > ctx->screen->const_range_B)
        declared_B = ctx->screen->const_range_B;
    uint32_t size_B = c->size_B > declared_B ? c->size_B : declared_B;
    if (size_B < 16)
        size_B = 16;
    struct gv_vk_ring_slice slice;
    if (!alloc_constants(ctx, size_B, &slice))
        return false;
    if (c->size_B)
        memcpy(slice.map, c->data, c->size_B);
    memset((uint8_t *)slice.map + c->size_B, 0, size_B - c->size_B);
    c->ring_offset_B = (uint32_t)slice.offset_B;
    c->uploaded_B = size_B;
    c->block_number = ctx->constants.block_number;
    ctx->rec.stats.upload_B += size_B;
    return true;
}

static bool upload_block(struct gv_context *ctx, const void *block, uint32_t size_B,
                         uint32_t *out_offset_B)
{
    struct gv_vk_ring_slice slice;
    if (!alloc_constants(ctx, size_B, &slice))
        return false;
    memcpy(slice.map, block, size_B);
    *out_offset_B = (uint32_t)slice.offset_B;
    return true;
}

static bool upload_driver_block(struct gv_context *ctx)
{
    return upload_block(ctx, &ctx->constants.block, sizeof(ctx->constants.block),
                        &ctx->constants.block_offset_B);
}

static bool upload_compute_block(struct gv_context *ctx)
{
    return upload_block(ctx, &ctx->grid.block, sizeof(ctx->grid.block),
                        &ctx->grid.block_ring_offset_B);
}

/* ---- Binding */

/* Returns the binding of set 0 from which shader s of program p reads its constants. */
static unsigned binding_of(const struct gv_program *p, unsigned s)
{
    return p->bind_point == VK_PIPELINE_BIND_POINT_COMPUTE ? GALVAN_STAGE_COMPUTE : s;
}

/* Whether a set has these buffers. Compares fields one by one: a load of several fields that were
 * stored separately waits until all earlier stores have finished. */
static bool has_buffers(const struct gv_resource_set *set,
                        const VkDescriptorBufferInfo infos[NUM_CONST_BINDINGS])
{
    for (unsigned i = 0; i < NUM_CONST_BINDINGS; i++) {
        if (set->infos[i].buffer != infos[i].buffer || set->infos[i].range != infos[i].range)
            return false;
    }
    return set->set;
}

/* Returns a set with these buffers, either a cached set of this batch or a new set. All offsets are
 * 0. Returns VK_NULL_HANDLE if memory runs out. */
static VkDescriptorSet resource_set(struct gv_context *ctx,
                                    const VkDescriptorBufferInfo infos[NUM_CONST_BINDINGS])
{
    struct gv_constants *constants = &ctx->constants;
    const uint64_t serial = gv_recorder_serial(&ctx->rec);
    if (constants->resource_sets_serial != serial)
        memset(constants->resource_sets, 0, sizeof(constants->resource_sets));
    constants->resource_sets_serial = serial;
    for (unsigned i = 0; i < GV_NUM_RESOURCE_SETS; i++) {
        if (has_buffers(&constants->resource_sets[i], infos))
            return constants->resource_sets[i].set;
    }
    VkDescriptorSet set;
    if (gv_vk_batch_alloc_set(ctx->rec.batch, ctx->screen->const_layout, &set) != VK_SUCCESS)
        return VK_NULL_HANDLE;
    write_dynamic(ctx->dev, set, const0_type(ctx->dev), NUM_CONST_BINDINGS, infos);
    struct gv_resource_set *oldest =
        &constants->resource_sets[constants->num_resource_sets++ % GV_NUM_RESOURCE_SETS];
    oldest->set = set;
    memcpy(oldest->infos, infos, NUM_CONST_BINDINGS * sizeof(*infos));
    return set;
}

/* Returns a descriptor set in which buffer resources are bound as constant buffer 0, and sets their
 * dynamic offsets. Mesa's threaded context binds the same buffer at growing offsets, one for each
 * change of uniforms. */
static __attribute__((noinline)) VkDescriptorSet
set_with_resources(struct gv_context *ctx, const struct gv_program *p,
                   uint32_t offsets[NUM_CONST_BINDINGS])
{
    VkDescriptorBufferInfo infos[NUM_CONST_BINDINGS];
    for (uint32_t i = 0; i < NUM_CONST_BINDINGS; i++)
        infos[i] = (VkDescriptorBufferInfo){ctx->rec.const_block->buffer.handle, 0,
                                            ctx->screen->const_range_B};
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        if (!p->shaders[s] || !const0_of(ctx, p->shaders[s])->resource)
            continue;
        const struct gv_const0 *c = const0_of(ctx, p->shaders[s]);
        const struct pipe_shader_buffer bound = {c->resource, c->resource_offset_B,
                                                 c->resource_size_B};
        const unsigned i = binding_of(p, s);
        infos[i] = gv_constant_range(&ctx->state, &bound, const0_type(ctx->dev) != UNIFORM);
        offsets[i] = (uint32_t)infos[i].offset;
        infos[i].offset = 0;
    }
    return resource_set(ctx, infos);
}

/* Returns a mask of the copies of constants that the program's shaders read. A stage with a buffer
 * resource as constant buffer 0 reads no copy; if there is such a stage, sets *out_resources to
 * true. Marks a copy as stale if it is too short for its shader. */
static uint32_t used_constants(struct gv_context *ctx, const struct gv_program *p,
                               bool *out_resources)
{
    uint32_t used = p->const0_stages;
    *out_resources = false;
    for (uint32_t mask = used; mask; mask &= mask - 1) {
        unsigned s = (unsigned)__builtin_ctz(mask);
        const struct gv_const0 *c = const0_of(ctx, p->shaders[s]);
        if (c->resource) {
            used &= ~(1u << s);
            *out_resources = true;
        } else if (c->now.uploaded_B < p->shaders[s]->info->const_size_B[0]) {
            ctx->constants.stale_mask |= 1u << s;
        }
    }
    if (p->shaders[GALVAN_STAGE_COMPUTE])
        used |= ctx->grid.block_used ? COMPUTE_BIT : 0;
    else if (ctx->constants.block_used || p->bind_point == VK_PIPELINE_BIND_POINT_COMPUTE)
        used |= DRIVER_BIT; /* lowered vertex stages always read the driver block */
    if (used & COMPUTE_BIT) /* every dispatch has its own compute block */
        ctx->constants.stale_mask |= COMPUTE_BIT;
    if (ctx->constants.block_changed)
        ctx->constants.stale_mask |= DRIVER_BIT;
    return used;
}

static bool upload_stale(struct gv_context *ctx, const struct gv_program *p, uint32_t used)
{
    uint32_t stale;
    while ((stale = ctx->constants.stale_mask & used)) {
        unsigned i = (unsigned)__builtin_ctz(stale);
        bool ok = i == DRIVER_IDX    ? upload_driver_block(ctx)
                  : i == COMPUTE_IDX ? upload_compute_block(ctx)
                                     : upload_stage(ctx, p->shaders[i]);
        if (!ok)
            return false;
        ctx->constants.stale_mask &= ~(1u << i);
    }
    return true;
}

/* Whether the constants of set 0 differ from those of the last draw. Set 0 has the same layout in
 * every program. */
static bool must_bind(struct gv_recorder *rec, const struct gv_program *p, VkDescriptorSet set,
                      const uint32_t offsets[NUM_CONST_BINDINGS])
{
    if (p->bind_point != VK_PIPELINE_BIND_POINT_GRAPHICS)
        return true;
    uint32_t *emitted = rec->emitted.constant_offsets_B;
    bool differs = rec->emitted.constants != set;
    /* Copy dword by dword. A load of two dwords that were stored separately waits until all earlier
     * stores have finished, including stores of constants to device memory. */
    for (unsigned i = 0; i < NUM_CONST_BINDINGS; i++) {
        if (emitted[i] == offsets[i])
            continue;
        emitted[i] = offsets[i];
        differs = true;
    }
    rec->emitted.constants = set;
    return differs;
}

void gv_constants_emit(struct gv_context *ctx, const struct gv_program *p, VkCommandBuffer cmd)
{
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    bool resources;
    uint32_t used = used_constants(ctx, p, &resources);
    /* Descriptor sets belong to a block of the ring, so there must be a current block. */
    if ((!ctx->rec.const_block && !upload_driver_block(ctx)) || !upload_stale(ctx, p, used))
        return;

    const struct const_sets *sets = ctx->rec.const_block->user;
    if (p->const0_stages) {
        uint32_t offsets[NUM_CONST_BINDINGS] = {0};
        unsigned range = 0;
        for (uint32_t mask = p->const0_stages; mask; mask &= mask - 1) {
            unsigned s = (unsigned)__builtin_ctz(mask);
            const struct gv_const_values *c = &const0_of(ctx, p->shaders[s])->now;
            offsets[binding_of(p, s)] = c->ring_offset_B;
            while (c->uploaded_B > range_B(&ctx->state, range))
                range++;
        }
        VkDescriptorSet set =
            resources ? set_with_resources(ctx, p, offsets) : sets->constants[range];
        if (set && must_bind(&ctx->rec, p, set, offsets))
            vk->vkCmdBindDescriptorSets(cmd, p->bind_point, p->layout, GALVAN_SET_CONST, 1, &set,
                                        NUM_CONST_BINDINGS, offsets);
    }
    if (used & DRIVER_BIT) {
        ctx->constants.block_changed = false;
        vk->vkCmdBindDescriptorSets(cmd, p->bind_point, p->layout, GALVAN_SET_DRIVER, 1,
                                    &sets->driver, 1, &ctx->constants.block_offset_B);
    }
    if (used & COMPUTE_BIT)
        vk->vkCmdBindDescriptorSets(cmd, p->bind_point, p->layout, GALVAN_SET_DRIVER, 1,
                                    &sets->compute, 1, &ctx->grid.block_ring_offset_B);
}

void gv_constants_pull(struct gv_context *ctx, uint32_t mask)
{
    if (!gv_vertex_pull_update(&ctx->state, &ctx->derived, mask, &ctx->constants.block))
        return;
    ctx->constants.block_changed = true;
    gv_input_changed(&ctx->graphics, GV_INPUT_DRIVER_BLOCK);
}
