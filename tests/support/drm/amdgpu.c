/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The commands of amdgpu, for RADV. */
#include "amdgpu.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <amdgpu_drm.h>

#include "fake.h"

#define GIB   (UINT64_C(1) << 30)
#define GTT_B (16 * GIB)

/* Debian 12's header lacks this enumerator. */
enum {
    INFO_MAX_IBS = 0x22
};

static const struct amdgpu_params *params(void)
{
    return fake_chip()->params;
}

/* ---- Properties of the chip */

static void fill_units(const struct amdgpu_params *p, struct drm_amdgpu_info_device *info)
{
    const uint32_t mask = (1u << p->units_per_array) - 1;

    for (unsigned engine = 0; engine < p->engines; engine++) {
        for (unsigned array = 0; array < p->arrays_per_engine; array++) {
            /* Engines 0 to 3 have columns 0 and 1, one for each of their two arrays; engines 4 and
             * above have columns 2 and 3. */
            info->cu_bitmap[engine % 4][engine / 4 * 2 + array] = mask;
            info->cu_ao_bitmap[engine % 4][engine / 4 * 2 + array] = mask;
        }
    }
    info->cu_active_number = p->engines * p->arrays_per_engine * p->units_per_array;
    info->num_cu_per_sh = p->units_per_array;
}

static void fill_device(struct drm_amdgpu_info_device *info)
{
    const struct fake_chip *chip = fake_chip();
    const struct amdgpu_params *p = chip->params;

    info->device_id = chip->device;
    info->pci_rev = chip->revision;
    info->external_rev = p->external_rev;
    info->family = p->family;
    info->num_shader_engines = p->engines;
    info->num_shader_arrays_per_engine = p->arrays_per_engine;
    info->gpu_counter_freq = p->counter_kHz;
    info->max_engine_clock = 2000000;
    info->max_memory_clock = 1000000;
    fill_units(p, info);
    info->num_rb_pipes = p->backends;
    info->enabled_rb_pipes_mask = (uint32_t)((UINT64_C(1) << p->backends) - 1);
    info->num_hw_gfx_contexts = 8;
    info->virtual_address_offset = 2 << 20;
    info->virtual_address_max = UINT64_C(1) << 47;
    info->high_va_offset = UINT64_C(0xffff800000000000);
    info->high_va_max = UINT64_C(0xffffffffffe00000);
    info->virtual_address_alignment = 4096;
    info->pte_fragment_size = 2 << 20;
    info->gart_page_size = 4096;
    info->ce_ram_size = 32768;
    info->vram_type = p->memory_type;
    info->vram_bit_width = p->memory_bits;
    info->gc_double_offchip_lds_buf = 1;
    info->wave_front_size = p->gfx_major >= 10 ? 32 : 64;
    info->num_shader_visible_vgprs = 256;
    info->num_tcc_blocks = p->cache_blocks;
    info->gs_vgt_table_depth = 32;
    info->gs_prim_buffer_depth = 1792;
    info->max_gs_waves_per_vgt = 32;
}

static void fill_heap(struct drm_amdgpu_heap_info *heap, uint64_t size_B)
{
    heap->total_heap_size = heap->usable_heap_size = heap->max_allocation = size_B;
}

static void fill_memory(struct drm_amdgpu_memory_info *info)
{
    fill_heap(&info->vram, fake_chip()->memory_B);
    fill_heap(&info->cpu_accessible_vram, params()->visible_B);
    fill_heap(&info->gtt, GTT_B);
}

static void fill_engine(uint32_t type, struct drm_amdgpu_info_hw_ip *info)
{
    const struct amdgpu_params *p = params();

    info->ib_start_alignment = info->ib_size_alignment = 32;
    info->hw_ip_version_major = p->gfx_major;
    info->hw_ip_version_minor = p->gfx_minor;
    switch (type) {
    case AMDGPU_HW_IP_GFX:
        info->available_rings = 1;
        break;
    case AMDGPU_HW_IP_COMPUTE:
        info->available_rings = 0xf;
        break;
    case AMDGPU_HW_IP_DMA:
        info->available_rings = 3;
        break;
    default:
        memset(info, 0, sizeof(*info));
        return;
    }
    if (p->gfx_major > 8) /* the member that newer headers call ip_discovery_version */
        info->_pad = (uint32_t)p->gfx_major << 16 | (uint32_t)p->gfx_minor << 8 | p->gfx_revision;
}

/* ---- Registers ----------------------------------------------------------------------------- */

enum {
    GB_BACKEND_MAP = 0x263d,
    GB_ADDR_CONFIG = 0x263e,
    GB_TILE_MODE0 = 0x2644,
    GB_MACROTILE_MODE0 = 0x2664,
    NUM_TILE_MODES = 31,
    NUM_MACROTILE_MODES = 16,
    /* Values of tile_modes[].array */
    LINEAR = 1,
    THIN_1D = 2,
    THICK_1D = 3,
    THIN_2D = 4,
    THIN_PRT = 5,
    THICK_2D = 7,
    XTHICK_2D = 8,
    THICK_PRT = 9,
    THIN_3D = 0xc,
    THICK_3D = 0xd,
    XTHICK_3D = 0xe,
    /* Values of tile_modes[].micro */
    DISPLAY = 0,
    THIN = 1,
    DEPTH = 2,
    ROTATED = 3,
    THICK = 4,
    /* Values of tile_modes[].pipes */
    P4 = 5,  /* 16x16 */
    P8 = 12, /* 32x32, 16x16 */
};

/* The tile modes of Polaris 10. GPUs before Vega have their tile modes in registers. */
static const struct {
    uint8_t array, pipes, tile_split, micro, sample_split;
} tile_modes[NUM_TILE_MODES] = {
    {THIN_2D, P8, 0, DEPTH, 0},    {THIN_2D, P8, 1, DEPTH, 0},   {THIN_2D, P8, 2, DEPTH, 0},
    {THIN_2D, P8, 3, DEPTH, 0},    {THIN_2D, P8, 5, DEPTH, 0},   {THIN_1D, P8, 5, DEPTH, 0},
    {THIN_PRT, P8, 5, DEPTH, 0},   {THIN_PRT, P4, 5, DEPTH, 0},  {LINEAR, P8, 0, 0, 0},
    {THIN_1D, P8, 0, DISPLAY, 1},  {THIN_2D, P8, 0, DISPLAY, 1}, {THIN_PRT, P8, 0, DISPLAY, 3},
    {THIN_PRT, P4, 0, DISPLAY, 3}, {THIN_1D, P8, 0, THIN, 1},    {THIN_2D, P8, 0, THIN, 1},
    {THIN_3D, P8, 0, THIN, 1},     {THIN_PRT, P8, 0, THIN, 3},   {THIN_PRT, P4, 0, THIN, 3},
    {THICK_1D, P8, 0, THIN, 0},    {THICK_1D, P8, 0, THICK, 0},  {THICK_2D, P8, 0, THICK, 0},
    {THICK_3D, P8, 0, THICK, 0},   {THICK_PRT, P8, 0, THICK, 0}, {THICK_PRT, P4, 0, THICK, 0},
    {THICK_2D, P8, 0, THIN, 0},    {XTHICK_2D, P8, 0, THICK, 0}, {XTHICK_3D, P8, 0, THICK, 0},
    {THIN_1D, P8, 0, ROTATED, 1},  {THIN_2D, P8, 0, ROTATED, 1}, {THIN_PRT, P8, 0, ROTATED, 3},
    {THIN_PRT, P4, 0, ROTATED, 3},
};

/* Logarithms to base 2: width and height of a bank, aspect of a macro tile, and half the number of
 * banks.
 */
static const struct {
    uint8_t width, height, aspect, banks;
} macrotile_modes[NUM_MACROTILE_MODES] = {
    {0, 2, 1, 3}, {0, 2, 1, 3}, {0, 1, 1, 3}, {0, 1, 1, 3}, {0, 0, 0, 3}, {0, 0, 0, 3},
    {0, 0, 0, 3}, {0, 0, 0, 0}, {0, 3, 1, 3}, {0, 2, 1, 3}, {0, 1, 0, 3}, {0, 0, 0, 3},
    {0, 0, 0, 2}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 0},
};

static uint32_t read_register(uint32_t offset)
{
    const uint32_t tile = offset - GB_TILE_MODE0, macrotile = offset - GB_MACROTILE_MODE0;

    if (offset == GB_ADDR_CONFIG)
        return params()->address_config;
    if (tile < NUM_TILE_MODES)
        return (uint32_t)tile_modes[tile].array << 2 | (uint32_t)tile_modes[tile].pipes << 6 |
               (uint32_t)tile_modes[tile].tile_split << 11 |
               (uint32_t)tile_modes[tile].micro << 22 |
               (uint32_t)tile_modes[tile].sample_split << 25;
    if (macrotile < NUM_MACROTILE_MODES)
        return macrotile_modes[macrotile].width | (uint32_t)macrotile_modes[macrotile].height << 2 |
               (uint32_t)macrotile_modes[macrotile].aspect << 4 |
               (uint32_t)macrotile_modes[macrotile].banks << 6;
    return 0;
}

static long read_registers(const struct drm_amdgpu_info *arg)
{
    uint32_t *out = fake_pointer(arg->return_pointer);

    if (arg->read_mmr_reg.count > arg->return_size / sizeof(*out))
        return -EINVAL;
    for (uint32_t i = 0; i < arg->read_mmr_reg.count; i++)
        out[i] = read_register(arg->read_mmr_reg.dword_offset + i);
    return 0;
}

/* ---- Queries --------------------------------------------------------------------------------- */

static uint64_t ticks_now(void)
{
    return (uint64_t)((double)fake_now_ns() * params()->counter_kHz / 1e6);
}

static long ask(const struct drm_amdgpu_info *arg)
{
    union {
        uint32_t number;
        uint64_t number64;
        struct drm_amdgpu_info_device device;
        struct drm_amdgpu_memory_info memory;
        struct drm_amdgpu_info_hw_ip engine;
        struct drm_amdgpu_info_firmware firmware;
        struct drm_amdgpu_info_vram_gtt sizes;
    } answer;

    memset(&answer, 0, sizeof(answer));
    switch (arg->query) {
    case AMDGPU_INFO_ACCEL_WORKING:
        answer.number = 1;
        break;
    case AMDGPU_INFO_HW_IP_INFO:
        fill_engine(arg->query_hw_ip.type, &answer.engine);
        break;
    case AMDGPU_INFO_HW_IP_COUNT:
        answer.number = arg->query_hw_ip.type <= AMDGPU_HW_IP_DMA;
        break;
    case AMDGPU_INFO_TIMESTAMP:
        answer.number64 = ticks_now();
        break;
    case AMDGPU_INFO_FW_VERSION:
        answer.firmware = (struct drm_amdgpu_info_firmware){.ver = 500, .feature = 52};
        break;
    case AMDGPU_INFO_VRAM_GTT:
        answer.sizes =
            (struct drm_amdgpu_info_vram_gtt){fake_chip()->memory_B, params()->visible_B, GTT_B};
        break;
    case AMDGPU_INFO_DEV_INFO:
        fill_device(&answer.device);
        break;
    case AMDGPU_INFO_MEMORY:
        fill_memory(&answer.memory);
        break;
    case AMDGPU_INFO_READ_MMR_REG:
        return read_registers(arg);
    case AMDGPU_INFO_NUM_BYTES_MOVED:
    case AMDGPU_INFO_NUM_EVICTIONS:
    case AMDGPU_INFO_NUM_VRAM_CPU_PAGE_FAULTS:
    case AMDGPU_INFO_VRAM_USAGE:
    case AMDGPU_INFO_VIS_VRAM_USAGE:
    case AMDGPU_INFO_GTT_USAGE:
    case AMDGPU_INFO_GDS_CONFIG:
    case AMDGPU_INFO_VRAM_LOST_COUNTER:
        break;
    default:
        return -EINVAL;
    }
    fake_answer(fake_pointer(arg->return_pointer), arg->return_size, &answer, sizeof(answer));
    return 0;
}

/* ---- Memory -------------------------------------------------------------------------------- */

enum {
    DOMAINS,
    FLAGS,
    ALIGNMENT,
    TILING,
    METADATA_FLAGS,
    METADATA_SIZE
}; /* indices into fake_object.words */

static long create(struct fake_node *node, union drm_amdgpu_gem_create *arg)
{
    const struct drm_amdgpu_gem_create_in in = arg->in;
    const uint32_t handle = fake_object_create(node, in.bo_size);
    struct fake_object *object = fake_object(node, handle);

    if (!object)
        return -ENOMEM;
    object->words[DOMAINS] = in.domains;
    object->words[FLAGS] = in.domain_flags;
    object->words[ALIGNMENT] = in.alignment;
    memset(arg, 0, sizeof(*arg));
    arg->out.handle = handle;
    return 0;
}

static long map(const struct fake_node *node, union drm_amdgpu_gem_mmap *arg)
{
    const struct fake_object *object = fake_object(node, arg->in.handle);

    if (!object)
        return -ENOENT;
    arg->out.addr_ptr = object->offset_B;
    return 0;
}

static long operate(const struct fake_node *node, const struct drm_amdgpu_gem_op *arg)
{
    const struct fake_object *object = fake_object(node, arg->handle);

    if (!object)
        return -ENOENT;
    if (arg->op == AMDGPU_GEM_OP_GET_GEM_CREATE_INFO) {
        const struct drm_amdgpu_gem_create_in in = {object->size_B, object->words[ALIGNMENT],
                                                    object->words[DOMAINS], object->words[FLAGS]};
        memcpy(fake_pointer(arg->value), &in, sizeof(in));
    }
    return 0;
}

static long use_metadata(const struct fake_node *node, struct drm_amdgpu_gem_metadata *arg)
{
    struct fake_object *object = fake_object(node, arg->handle);

    if (!object)
        return -ENOENT;
    if (arg->op == AMDGPU_GEM_METADATA_OP_SET_METADATA) {
        object->words[METADATA_FLAGS] = arg->data.flags;
        object->words[TILING] = arg->data.tiling_info;
        object->words[METADATA_SIZE] = arg->data.data_size_bytes;
        memcpy(object->metadata, arg->data.data, sizeof(arg->data.data));
    } else {
        arg->data.flags = object->words[METADATA_FLAGS];
        arg->data.tiling_info = object->words[TILING];
        arg->data.data_size_bytes = (uint32_t)object->words[METADATA_SIZE];
        memcpy(arg->data.data, object->metadata, sizeof(arg->data.data));
    }
    return 0;
}

static long wrap_pointer(struct fake_node *node, struct drm_amdgpu_gem_userptr *arg)
{
    arg->handle = fake_object_create(node, arg->size);
    return arg->handle ? 0 : -ENOMEM;
}

/* ---- Contexts and submissions ---------------------------------------------------------------- */

static long use_context(struct fake_node *node, union drm_amdgpu_ctx *arg)
{
    const uint32_t op = arg->in.op;

    memset(arg, 0, sizeof(*arg));
    if (op == AMDGPU_CTX_OP_ALLOC_CTX)
        arg->out.alloc.ctx_id = ++node->last_id;
    return 0;
}

static long use_list(struct fake_node *node, union drm_amdgpu_bo_list *arg)
{
    memset(arg, 0, sizeof(*arg));
    arg->out.list_handle = ++node->last_id;
    return 0;
}

static long signal_chunk(struct fake_node *node, const struct drm_amdgpu_cs_chunk *chunk,
                         uint64_t done_ns)
{
    const void *data = fake_pointer(chunk->chunk_data);
    const size_t size_B = chunk->length_dw * sizeof(uint32_t);
    long result = 0;

    if (chunk->chunk_id == AMDGPU_CHUNK_ID_SYNCOBJ_OUT) {
        const struct drm_amdgpu_cs_chunk_sem *out = data;
        for (size_t i = 0; i < size_B / sizeof(*out) && !result; i++)
            result = fake_syncobj_set(node, out[i].handle, 0, done_ns);
    } else if (chunk->chunk_id == AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL) {
        const struct drm_amdgpu_cs_chunk_syncobj *out = data;
        for (size_t i = 0; i < size_B / sizeof(*out) && !result; i++)
            result = fake_syncobj_set(node, out[i].handle, out[i].point, done_ns);
    } else if (chunk->chunk_id == AMDGPU_CHUNK_ID_FENCE) {
        const struct drm_amdgpu_cs_chunk_fence *out = data;
        const struct fake_object *object = fake_object(node, out->handle);
        if (object && pwrite(node->fd, &node->last_fence, sizeof(node->last_fence),
                             (off_t)(object->offset_B + out->offset)) < 0)
            result = -EFAULT;
    }
    return result;
}

static long submit(struct fake_node *node, union drm_amdgpu_cs *arg)
{
    const uint64_t *chunks = fake_pointer(arg->in.chunks), done_ns = fake_submit();
    const uint32_t num_chunks = arg->in.num_chunks;
    long result = 0;

    node->last_fence++;
    for (uint32_t i = 0; i < num_chunks && !result; i++)
        result = signal_chunk(node, fake_pointer(chunks[i]), done_ns);
    memset(arg, 0, sizeof(*arg));
    arg->out.handle = node->last_fence;
    return result;
}

/* Waits for the last submission, whichever submission the caller names: submissions finish in
 * order, and most callers name the last one. */
static long wait_for(union drm_amdgpu_wait_cs *arg)
{
    const bool busy = fake_wait_idle(arg->in.timeout) != 0;

    memset(arg, 0, sizeof(*arg));
    arg->out.status = busy;
    return 0;
}

static long wait_for_memory(union drm_amdgpu_gem_wait_idle *arg)
{
    const bool busy = fake_wait_idle(arg->in.timeout) != 0;

    memset(arg, 0, sizeof(*arg));
    arg->out.status = busy;
    return 0;
}

static long wait_for_fences(union drm_amdgpu_wait_fences *arg)
{
    const bool done = fake_wait_idle(arg->in.timeout_ns) == 0;

    memset(arg, 0, sizeof(*arg));
    arg->out.status = done;
    return 0;
}

static long export_fence(struct fake_node *node, union drm_amdgpu_fence_to_handle *arg)
{
    int fd;

    if (arg->in.what == AMDGPU_FENCE_TO_HANDLE_GET_SYNCOBJ) {
        arg->out.handle = fake_syncobj_create(node, true);
        return arg->out.handle ? 0 : -ENOMEM;
    }
    fd = fake_sync_file(0);
    if (fd < 0)
        return fd;
    arg->out.handle = (uint32_t)fd;
    return 0;
}

static long command(struct fake_node *node, unsigned number, void *arg)
{
    switch (number) {
    case DRM_AMDGPU_GEM_CREATE:
        return create(node, arg);
    case DRM_AMDGPU_GEM_MMAP:
        return map(node, arg);
    case DRM_AMDGPU_CTX:
        return use_context(node, arg);
    case DRM_AMDGPU_BO_LIST:
        return use_list(node, arg);
    case DRM_AMDGPU_CS:
        return submit(node, arg);
    case DRM_AMDGPU_INFO:
        return ask(arg);
    case DRM_AMDGPU_GEM_METADATA:
        return use_metadata(node, arg);
    case DRM_AMDGPU_GEM_WAIT_IDLE:
        return wait_for_memory(arg);
    case DRM_AMDGPU_WAIT_CS:
        return wait_for(arg);
    case DRM_AMDGPU_GEM_OP:
        return operate(node, arg);
    case DRM_AMDGPU_GEM_USERPTR:
        return wrap_pointer(node, arg);
    case DRM_AMDGPU_WAIT_FENCES:
        return wait_for_fences(arg);
    case DRM_AMDGPU_FENCE_TO_HANDLE:
        return export_fence(node, arg);
    case DRM_AMDGPU_GEM_VA:
    case DRM_AMDGPU_VM:
    case DRM_AMDGPU_SCHED:
        return 0;
    default:
        return -EINVAL;
    }
}

const struct fake_driver fake_amdgpu = {"amdgpu", 3, 49, true, command};
