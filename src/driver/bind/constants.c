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

    NUM_CONST_SETS = GV_NUM_CONST_LAYOUTS * NUM_RANGES,
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

static VkDescriptorSetLayout make_const_layout(struct gv_vk_device *dev,
                                               enum gv_const_layout layout)
{
    const struct gv_const_stages stages = gv_const_stages(layout);
    VkDescriptorSetLayoutBinding bindings[GALVAN_NUM_STAGES];
    for (uint32_t i = 0; i < stages.num; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){
            .binding = stages.first + i,
            .descriptorType = const0_type(dev),
            .descriptorCount = 1,
            .stageFlags = gv_stage_bit(stages.first + i),
        };
    return make_set_layout(dev, stages.num, bindings);
}

bool gv_screen_init_layouts(struct gv_screen *screen)
{
    const VkDescriptorSetLayoutBinding driver = {
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
        .descriptorCount = 1,
        .stageFlags = VK_SHADER_STAGE_ALL_GRAPHICS | VK_SHADER_STAGE_COMPUTE_BIT,
    };
    bool ok = true;
    for (unsigned i = 0; i < GV_NUM_CONST_LAYOUTS; i++)
        ok &= (screen->const_layouts[i] = make_const_layout(screen->dev, i)) != VK_NULL_HANDLE;
    screen->driver_layout = make_set_layout(screen->dev, 1, &driver);
    screen->empty_layout = make_set_layout(screen->dev, 0, NULL);
    return ok && screen->driver_layout && screen->empty_layout;
}

void gv_screen_finish_layouts(struct gv_screen *screen)
{
    struct gv_vk_device *dev = screen->dev;
    for (unsigned i = 0; i < GV_NUM_CONST_LAYOUTS; i++)
        dev->vk.vkDestroyDescriptorSetLayout(dev->handle, screen->const_layouts[i], NULL);
    dev->vk.vkDestroyDescriptorSetLayout(dev->handle, screen->driver_layout, NULL);
    dev->vk.vkDestroyDescriptorSetLayout(dev->handle, screen->empty_layout, NULL);
}

/* ---- Descriptor sets of a block of the ring */

/* The descriptor sets for one block of the constant ring. The array `constants` has a set for each
 * layout and each size of the bound range of constants. Software devices copy the whole bound
 * range, so the range should be small. */
struct const_sets {
    VkDescriptorPool pool;
    VkDescriptorSet constants[GV_NUM_CONST_LAYOUTS][NUM_RANGES], driver, compute;
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

/* Writes the bindings of some stages; infos is indexed by the stage. */
static void write_constants(struct gv_vk_device *dev, VkDescriptorSet set,
                            struct gv_const_stages stages, const VkDescriptorBufferInfo *infos)
{
    VkWriteDescriptorSet writes[GALVAN_NUM_STAGES];
    for (uint32_t i = 0; i < stages.num; i++)
        writes[i] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = set,
            .dstBinding = stages.first + i,
            .descriptorCount = 1,
            .descriptorType = const0_type(dev),
            .pBufferInfo = &infos[stages.first + i],
        };
    dev->vk.vkUpdateDescriptorSets(dev->handle, stages.num, writes, 0, NULL);
}

static void write_block(struct gv_vk_device *dev, VkDescriptorSet set, VkBuffer buffer,
                        VkDeviceSize size_B)
{
    const VkDescriptorBufferInfo info = {buffer, 0, size_B};
    const VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = set,
        .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
        .pBufferInfo = &info,
    };
    dev->vk.vkUpdateDescriptorSets(dev->handle, 1, &write, 0, NULL);
}

static VkResult alloc_const_sets(struct gv_screen *screen, struct const_sets *sets)
{
    struct gv_vk_device *dev = screen->dev;
    VkDescriptorSetLayout layouts[NUM_CONST_SETS + 2];
    VkDescriptorSet handles[NUM_CONST_SETS + 2];
    uint32_t num_constants = 0;
    for (unsigned i = 0; i < NUM_CONST_SETS; i++) {
        layouts[i] = screen->const_layouts[i / NUM_RANGES];
        num_constants += gv_const_stages(i / NUM_RANGES).num;
    }
    layouts[NUM_CONST_SETS] = layouts[NUM_CONST_SETS + 1] = screen->driver_layout;
    const VkDescriptorPoolSize sizes[] = {
        {const0_type(dev), num_constants},
        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 2},
    };
    const VkDescriptorPoolCreateInfo pool_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = NUM_CONST_SETS + 2,
        .poolSizeCount = 2,
        .pPoolSizes = sizes,
    };
    VkResult result = GV_VK_CREATE(dev, DescriptorPool, &pool_info, &sets->pool);
    if (result != VK_SUCCESS)
        return result;
    const VkDescriptorSetAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = sets->pool,
        .descriptorSetCount = NUM_CONST_SETS + 2,
        .pSetLayouts = layouts,
    };
    result = dev->vk.vkAllocateDescriptorSets(dev->handle, &info, handles);
    if (result != VK_SUCCESS)
        return result;
    memcpy(sets->constants, handles, sizeof(sets->constants));
    sets->driver = handles[NUM_CONST_SETS];
    sets->compute = handles[NUM_CONST_SETS + 1];
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
    for (unsigned range = 0; range < NUM_RANGES; range++) {
        VkDescriptorBufferInfo infos[GALVAN_NUM_STAGES];
        for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++)
            infos[s] = (VkDescriptorBufferInfo){buffer, 0, range_B(state, range)};
        for (unsigned i = 0; i < GV_NUM_CONST_LAYOUTS; i++)
            write_constants(state->dev, sets->constants[i][range], gv_const_stages(i), infos);
    }
    write_block(state->dev, sets->driver, buffer, sizeof(struct galvan_driver_block));
    write_block(state->dev, sets->compute, buffer, sizeof(struct galvan_compute_block));
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

/* Whether a set has this layout and these buffers. Compares fields one by one: a load of several
 * fields that were stored separately waits until all earlier stores have finished. */
static bool has_buffers(const struct gv_resource_set *set, enum gv_const_layout layout,
                        const VkDescriptorBufferInfo infos[GALVAN_NUM_STAGES])
{
    const struct gv_const_stages stages = gv_const_stages(layout);
    if (!set->set || set->layout != layout)
        return false;
    for (unsigned s = stages.first; s < stages.first + stages.num; s++) {
        if (set->infos[s].buffer != infos[s].buffer || set->infos[s].range != infos[s].range)
            return false;
    }
    return true;
}

/* Returns a set with this layout and these buffers, either a cached set of this batch or a new set.
 * All offsets are 0. Returns VK_NULL_HANDLE if memory runs out. */
static VkDescriptorSet resource_set(struct gv_context *ctx, enum gv_const_layout layout,
                                    const VkDescriptorBufferInfo infos[GALVAN_NUM_STAGES])
{
    const struct gv_const_stages stages = gv_const_stages(layout);
    struct gv_constants *constants = &ctx->constants;
    const uint64_t serial = gv_recorder_serial(&ctx->rec);
    if (constants->resource_sets_serial != serial)
        memset(constants->resource_sets, 0, sizeof(constants->resource_sets));
    constants->resource_sets_serial = serial;
    for (unsigned i = 1; i <= GV_NUM_RESOURCE_SETS; i++) { /* from the newest set to the oldest */
        const struct gv_resource_set *cached =
            &constants->resource_sets[(constants->num_resource_sets - i) % GV_NUM_RESOURCE_SETS];
        if (has_buffers(cached, layout, infos))
            return cached->set;
    }
    VkDescriptorSet set;
    if (gv_vk_batch_alloc_set(ctx->rec.batch, ctx->screen->const_layouts[layout], &set) !=
        VK_SUCCESS)
        return VK_NULL_HANDLE;
    write_constants(ctx->dev, set, stages, infos);
    struct gv_resource_set *oldest =
        &constants->resource_sets[constants->num_resource_sets++ % GV_NUM_RESOURCE_SETS];
    oldest->set = set;
    oldest->layout = layout;
    memcpy(&oldest->infos[stages.first], &infos[stages.first], stages.num * sizeof(*infos));
    return set;
}

/* Returns a descriptor set in which buffer resources are bound as constant buffer 0, and sets their
 * dynamic offsets. Mesa's threaded context binds the same buffer at growing offsets, one for each
 * change of uniforms. */
static __attribute__((noinline)) VkDescriptorSet
set_with_resources(struct gv_context *ctx, const struct gv_program *p,
                   uint32_t offsets[GALVAN_NUM_STAGES])
{
    const struct gv_const_stages stages = gv_const_stages(p->const_layout);
    VkDescriptorBufferInfo infos[GALVAN_NUM_STAGES];
    for (unsigned s = stages.first; s < stages.first + stages.num; s++)
        infos[s] = (VkDescriptorBufferInfo){ctx->rec.const_block->buffer.handle, 0,
                                            ctx->screen->const_range_B};
    for (uint32_t mask = p->const0_stages; mask; mask &= mask - 1) {
        const unsigned s = (unsigned)__builtin_ctz(mask);
        const struct gv_const0 *c = const0_of(ctx, p->shaders[s]);
        if (!c->resource)
            continue;
        const struct pipe_shader_buffer bound = {c->resource, c->resource_offset_B,
                                                 c->resource_size_B};
        const unsigned i = binding_of(p, s);
        infos[i] = gv_constant_range(&ctx->state, &bound, const0_type(ctx->dev) != UNIFORM);
        offsets[i] = (uint32_t)infos[i].offset;
        infos[i].offset = 0;
    }
    return resource_set(ctx, p->const_layout, infos);
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

/* Whether the constants of set 0 differ from those of the last draw. Sets with different layouts
 * are different sets. */
static bool must_bind(struct gv_recorder *rec, const struct gv_program *p, VkDescriptorSet set,
                      const uint32_t offsets[GALVAN_NUM_STAGES])
{
    const struct gv_const_stages stages = gv_const_stages(p->const_layout);
    if (p->bind_point != VK_PIPELINE_BIND_POINT_GRAPHICS)
        return true;
    uint32_t *emitted = rec->emitted.constant_offsets_B;
    bool differs = rec->emitted.constants != set;
    /* Copy dword by dword. A load of two dwords that were stored separately waits until all earlier
     * stores have finished, including stores of constants to device memory. */
    for (unsigned s = stages.first; s < stages.first + stages.num; s++) {
        if (emitted[s] == offsets[s])
            continue;
        emitted[s] = offsets[s];
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
        const struct gv_const_stages stages = gv_const_stages(p->const_layout);
        uint32_t offsets[GALVAN_NUM_STAGES] = {0};
        unsigned range = 0;
        for (uint32_t mask = p->const0_stages; mask; mask &= mask - 1) {
            unsigned s = (unsigned)__builtin_ctz(mask);
            const struct gv_const_values *c = &const0_of(ctx, p->shaders[s])->now;
            offsets[binding_of(p, s)] = c->ring_offset_B;
            while (c->uploaded_B > range_B(&ctx->state, range))
                range++;
        }
        VkDescriptorSet set = resources ? set_with_resources(ctx, p, offsets)
                                        : sets->constants[p->const_layout][range];
        if (set && must_bind(&ctx->rec, p, set, offsets))
            vk->vkCmdBindDescriptorSets(cmd, p->bind_point, p->layout, GALVAN_SET_CONST, 1, &set,
                                        stages.num, &offsets[stages.first]);
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
