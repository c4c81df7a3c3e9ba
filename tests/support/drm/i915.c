/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The commands of i915, for ANV and hasvk. */
#include "i915.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include <i915_drm.h>

#include "fake.h"

#define GIB      (UINT64_C(1) << 30)
#define SYSTEM_B (16 * GIB)

enum {
    MAX_ANSWER_B = 1024,
    TILING = 0,
    STRIDE = 1,
    CACHING = 2
}; /* indices into fake_object.words */

static const struct i915_params *params(void)
{
    return fake_chip()->params;
}

static uint64_t ticks_now(void)
{
    return (uint64_t)((double)fake_now_ns() * params()->timestamp_Hz / 1e9);
}

/* ---- Properties of the chip */

static long get_parameter(const struct drm_i915_getparam *arg)
{
    const struct i915_params *p = params();

    switch (arg->param) {
    case I915_PARAM_CHIPSET_ID:
        *arg->value = fake_chip()->device;
        return 0;
    case I915_PARAM_REVISION:
        *arg->value = fake_chip()->revision;
        return 0;
    case I915_PARAM_HAS_LLC:
        *arg->value = !fake_chip()->memory_B;
        return 0;
    case I915_PARAM_CMD_PARSER_VERSION:
        *arg->value = 10;
        return 0;
    case I915_PARAM_MMAP_GTT_VERSION:
        *arg->value = 4;
        return 0;
    case I915_PARAM_SUBSLICE_TOTAL:
        *arg->value = p->slices * p->subslices;
        return 0;
    case I915_PARAM_EU_TOTAL:
        *arg->value = p->slices * p->subslices * p->units;
        return 0;
    case I915_PARAM_SLICE_MASK:
        *arg->value = (1 << p->slices) - 1;
        return 0;
    case I915_PARAM_SUBSLICE_MASK:
        *arg->value = (int)((UINT64_C(1) << p->subslices) - 1);
        return 0;
    case I915_PARAM_CS_TIMESTAMP_FREQUENCY:
        *arg->value = (int)p->timestamp_Hz;
        return 0;
    case I915_PARAM_HAS_EXEC_TIMELINE_FENCES:
        *arg->value = p->has_timelines;
        return 0;
    case I915_PARAM_HAS_GEM:
    case I915_PARAM_HAS_EXECBUF2:
    case I915_PARAM_HAS_BLT:
    case I915_PARAM_HAS_WAIT_TIMEOUT:
    case I915_PARAM_HAS_EXEC_NO_RELOC:
    case I915_PARAM_HAS_EXEC_HANDLE_LUT:
    case I915_PARAM_MMAP_VERSION:
    case I915_PARAM_HAS_EXEC_SOFTPIN:
    case I915_PARAM_HAS_SCHEDULER:
    case I915_PARAM_HAS_EXEC_ASYNC:
    case I915_PARAM_HAS_EXEC_FENCE:
    case I915_PARAM_HAS_EXEC_CAPTURE:
    case I915_PARAM_HAS_EXEC_BATCH_FIRST:
    case I915_PARAM_HAS_EXEC_FENCE_ARRAY:
    case I915_PARAM_HAS_CONTEXT_ISOLATION:
    case I915_PARAM_MMAP_GTT_COHERENT:
    case I915_PARAM_HAS_USERPTR_PROBE:
        *arg->value = 1;
        return 0;
    default:
        return -EINVAL;
    }
}

/* Stores the slices, subslices and execution units as bit masks; each row begins at a new byte.
 * Returns the size. */
static size_t report_topology(void *out)
{
    const struct i915_params *p = params();
    struct drm_i915_query_topology_info *info = out;
    const unsigned stride = (p->subslices + 7) / 8, unit_stride = (p->units + 7) / 8;
    const unsigned units_B = (unsigned)p->slices * p->subslices * unit_stride;

    info->max_slices = p->slices;
    info->max_subslices = p->subslices;
    info->max_eus_per_subslice = p->units;
    info->subslice_offset = 1;
    info->subslice_stride = (uint16_t)stride;
    info->eu_offset = (uint16_t)(1 + p->slices * stride);
    info->eu_stride = (uint16_t)unit_stride;
    info->data[0] = (uint8_t)((1 << p->slices) - 1);
    for (unsigned i = 0; i < (unsigned)p->slices * stride * 8; i++) {
        if (i % (stride * 8) < p->subslices)
            info->data[1 + i / 8] |= (uint8_t)(1 << i % 8);
    }
    for (unsigned i = 0; i < units_B * 8; i++) {
        if (i % (unit_stride * 8) < p->units)
            info->data[info->eu_offset + i / 8] |= (uint8_t)(1 << i % 8);
    }
    return sizeof(*info) + info->eu_offset + units_B;
}

static size_t report_engines(void *out)
{
    static const uint16_t classes[] = {I915_ENGINE_CLASS_RENDER, I915_ENGINE_CLASS_COPY,
                                       4 /* I915_ENGINE_CLASS_COMPUTE */};
    struct drm_i915_query_engine_info *info = out;

    info->num_engines = params()->has_compute ? 3 : 2;
    for (unsigned i = 0; i < info->num_engines; i++)
        info->engines[i].engine.engine_class = classes[i];
    return sizeof(*info) + info->num_engines * sizeof(*info->engines);
}

static size_t report_memory(void *out)
{
    struct drm_i915_query_memory_regions *info = out;
    const uint64_t sizes_B[] = {SYSTEM_B, fake_chip()->memory_B};

    info->num_regions = sizes_B[1] ? 2 : 1;
    for (unsigned i = 0; i < info->num_regions; i++) {
        struct drm_i915_memory_region_info *region = &info->regions[i];
        region->region.memory_class = i ? I915_MEMORY_CLASS_DEVICE : I915_MEMORY_CLASS_SYSTEM;
        region->probed_size = region->unallocated_size = sizes_B[i];
        region->probed_cpu_visible_size = region->unallocated_cpu_visible_size = sizes_B[i];
    }
    return sizeof(*info) + info->num_regions * sizeof(*info->regions);
}

static void query_item(struct drm_i915_query_item *item)
{
    uint64_t answer[MAX_ANSWER_B / sizeof(uint64_t)] = {0};
    size_t size_B;

    switch (item->query_id) {
    case DRM_I915_QUERY_TOPOLOGY_INFO:
    case DRM_I915_QUERY_GEOMETRY_SUBSLICES:
        size_B = report_topology(answer);
        break;
    case DRM_I915_QUERY_ENGINE_INFO:
        size_B = report_engines(answer);
        break;
    case DRM_I915_QUERY_MEMORY_REGIONS:
        size_B = report_memory(answer);
        break;
    default:
        item->length = -EINVAL;
        return;
    }
    if (item->length)
        fake_answer(fake_pointer(item->data_ptr), (size_t)item->length, answer, size_B);
    item->length = (int32_t)size_B;
}

static long query(const struct drm_i915_query *arg)
{
    struct drm_i915_query_item *items = fake_pointer(arg->items_ptr);

    for (uint32_t i = 0; i < arg->num_items; i++)
        query_item(&items[i]);
    return 0;
}

static long get_aperture(struct drm_i915_gem_get_aperture *arg)
{
    arg->aper_size = arg->aper_available_size = params()->address_space_B;
    return 0;
}

static long read_register(struct drm_i915_reg_read *arg)
{
    arg->val = ticks_now();
    return 0;
}

/* ---- Memory -------------------------------------------------------------------------------- */

static long create(struct fake_node *node, struct drm_i915_gem_create *arg)
{
    arg->handle = fake_object_create(node, arg->size);
    if (!arg->handle)
        return -ENOMEM;
    arg->size = fake_object(node, arg->handle)->size_B;
    return 0;
}

static long create_in_regions(struct fake_node *node, struct drm_i915_gem_create_ext *arg)
{
    arg->handle = fake_object_create(node, arg->size);
    if (!arg->handle)
        return -ENOMEM;
    arg->size = fake_object(node, arg->handle)->size_B;
    return 0;
}

static long wrap_pointer(struct fake_node *node, struct drm_i915_gem_userptr *arg)
{
    arg->handle = fake_object_create(node, arg->user_size);
    return arg->handle ? 0 : -ENOMEM;
}

/* Executes the old ioctl that maps an object and returns the address of the map. */
static long map(const struct fake_node *node, struct drm_i915_gem_mmap *arg)
{
    const struct fake_object *object = fake_object(node, arg->handle);
    void *address;

    if (!object)
        return -ENOENT;
    address = mmap(NULL, arg->size, PROT_READ | PROT_WRITE, MAP_SHARED, node->fd,
                   (off_t)(object->offset_B + arg->offset));
    if (address == MAP_FAILED)
        return -errno;
    arg->addr_ptr = (uintptr_t)address;
    return 0;
}

static long place(const struct fake_node *node, struct drm_i915_gem_mmap_offset *arg)
{
    const struct fake_object *object = fake_object(node, arg->handle);

    if (!object)
        return -ENOENT;
    arg->offset = object->offset_B;
    return 0;
}

static long set_tiling(const struct fake_node *node, struct drm_i915_gem_set_tiling *arg)
{
    struct fake_object *object = fake_object(node, arg->handle);

    if (!params()->has_tiling)
        return -EOPNOTSUPP;
    if (!object)
        return -ENOENT;
    object->words[TILING] = arg->tiling_mode;
    object->words[STRIDE] = arg->stride;
    arg->swizzle_mode = I915_BIT_6_SWIZZLE_NONE;
    return 0;
}

static long get_tiling(const struct fake_node *node, struct drm_i915_gem_get_tiling *arg)
{
    const struct fake_object *object = fake_object(node, arg->handle);

    if (!params()->has_tiling)
        return -EOPNOTSUPP;
    if (!object)
        return -ENOENT;
    arg->tiling_mode = (uint32_t)object->words[TILING];
    arg->swizzle_mode = arg->phys_swizzle_mode = I915_BIT_6_SWIZZLE_NONE;
    return 0;
}

static long set_caching(const struct fake_node *node, const struct drm_i915_gem_caching *arg)
{
    struct fake_object *object = fake_object(node, arg->handle);

    if (!object)
        return -ENOENT;
    object->words[CACHING] = arg->caching;
    return 0;
}

static long keep_memory(struct drm_i915_gem_madvise *arg)
{
    arg->retained = 1;
    return 0;
}

static long wait_for_memory(struct drm_i915_gem_wait *arg)
{
    return fake_wait_idle(fake_timeout_after(arg->timeout_ns));
}

/* ---- Contexts and submissions ---------------------------------------------------------------- */

/* Creates a context. Old programs pass a structure without the member `extensions`, so the member
 * is read only if the flags say that it exists. */
static long create_context(struct fake_node *node, struct drm_i915_gem_context_create_ext *arg)
{
    const struct i915_user_extension *extension = NULL;

    if (arg->flags & I915_CONTEXT_CREATE_FLAGS_USE_EXTENSIONS)
        extension = fake_pointer(arg->extensions);
    for (; extension; extension = fake_pointer(extension->next_extension)) {
        const struct drm_i915_gem_context_create_ext_setparam *set = (const void *)extension;
        if (extension->name == I915_CONTEXT_CREATE_EXT_SETPARAM &&
            set->param.param == I915_CONTEXT_PARAM_PROTECTED_CONTENT)
            return -ENODEV;
    }
    arg->ctx_id = ++node->last_id;
    return 0;
}

static long get_context(struct drm_i915_gem_context_param *arg)
{
    if (arg->param != I915_CONTEXT_PARAM_GTT_SIZE)
        return -EINVAL;
    arg->value = params()->address_space_B;
    return 0;
}

static long set_context(const struct drm_i915_gem_context_param *arg)
{
    return arg->param == I915_CONTEXT_PARAM_PRIORITY && (int64_t)arg->value > 0 ? -EPERM : 0;
}

static long report_resets(struct drm_i915_reset_stats *arg)
{
    arg->reset_count = arg->batch_active = arg->batch_pending = 0;
    return 0;
}

static long signal_fences(struct fake_node *node, const struct drm_i915_gem_exec_fence *fences,
                          const uint64_t *points, uint64_t num, uint64_t done_ns)
{
    for (uint64_t i = 0; i < num; i++) {
        long result = 0;
        if (fences[i].flags & I915_EXEC_FENCE_SIGNAL)
            result = fake_syncobj_set(node, fences[i].handle, points ? points[i] : 0, done_ns);
        if (result)
            return result;
    }
    return 0;
}

static long signal_extensions(struct fake_node *node, const struct i915_user_extension *extension,
                              uint64_t done_ns)
{
    long result = 0;

    for (; extension && !result; extension = fake_pointer(extension->next_extension)) {
        const struct drm_i915_gem_execbuffer_ext_timeline_fences *timelines =
            (const void *)extension;
        if (extension->name == DRM_I915_GEM_EXECBUFFER_EXT_TIMELINE_FENCES)
            result =
                signal_fences(node, fake_pointer(timelines->handles_ptr),
                              fake_pointer(timelines->values_ptr), timelines->fence_count, done_ns);
    }
    return result;
}

static long submit(struct fake_node *node, struct drm_i915_gem_execbuffer2 *arg)
{
    const uint64_t done_ns = fake_submit();
    long result = 0;

    if (arg->flags & I915_EXEC_FENCE_ARRAY)
        result = signal_fences(node, fake_pointer(arg->cliprects_ptr), NULL, arg->num_cliprects,
                               done_ns);
    else if (arg->flags & I915_EXEC_USE_EXTENSIONS)
        result = signal_extensions(node, fake_pointer(arg->cliprects_ptr), done_ns);
    if (result == 0 && (arg->flags & I915_EXEC_FENCE_OUT)) {
        const int fd = fake_sync_file(done_ns);
        if (fd < 0)
            return fd;
        arg->rsvd2 = (arg->rsvd2 & 0xffffffff) | (uint64_t)fd << 32;
    }
    return result;
}

static long command(struct fake_node *node, unsigned number, void *arg)
{
    switch (number) {
    case DRM_I915_GETPARAM:
        return get_parameter(arg);
    case DRM_I915_QUERY:
        return query(arg);
    case DRM_I915_GEM_GET_APERTURE:
        return get_aperture(arg);
    case DRM_I915_REG_READ:
        return read_register(arg);
    case DRM_I915_GEM_CREATE:
        return create(node, arg);
    case DRM_I915_GEM_CREATE_EXT:
        return create_in_regions(node, arg);
    case DRM_I915_GEM_USERPTR:
        return wrap_pointer(node, arg);
    case DRM_I915_GEM_MMAP:
        return map(node, arg);
    case DRM_I915_GEM_MMAP_GTT:
        return place(node, arg);
    case DRM_I915_GEM_SET_TILING:
        return set_tiling(node, arg);
    case DRM_I915_GEM_GET_TILING:
        return get_tiling(node, arg);
    case DRM_I915_GEM_SET_CACHING:
        return set_caching(node, arg);
    case DRM_I915_GEM_MADVISE:
        return keep_memory(arg);
    case DRM_I915_GEM_WAIT:
        return wait_for_memory(arg);
    case DRM_I915_GEM_CONTEXT_CREATE:
        return create_context(node, arg);
    case DRM_I915_GEM_CONTEXT_GETPARAM:
        return get_context(arg);
    case DRM_I915_GEM_CONTEXT_SETPARAM:
        return set_context(arg);
    case DRM_I915_GET_RESET_STATS:
        return report_resets(arg);
    case DRM_I915_GEM_EXECBUFFER2:
        return submit(node, arg);
    case DRM_I915_GEM_CONTEXT_DESTROY:
    case DRM_I915_GEM_SET_DOMAIN:
    case DRM_I915_GEM_BUSY:
        return 0;
    default:
        return -EINVAL;
    }
}

const struct fake_driver fake_i915 = {"i915", 1, 6, true, command};
