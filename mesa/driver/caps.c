/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The screen's capabilities: Galvan's answers under Mesa's names, and a few answers about this
 * driver rather than about Galvan. */
#include "compiler/shader_enums.h"
#include "frontend/sw_winsys.h"
#include "util/u_screen.h"

#include "gm.h"
#include "names.h"

/* A table entry that maps Mesa's enumerator to Galvan's enumerator + 1. An entry of 0 means that
 * Galvan lacks the capability. */
#define RENAMED(enum_, mesa, galvan) [PIPE_##enum_##mesa] = GPIPE_##enum_##galvan + 1

static const uint16_t param_table[PIPE_CAP_LAST] = {
#define BOTH(name) [PIPE_CAP_##name] = GPIPE_CAP_##name + 1,
#include "caps.inc"
#undef BOTH
    RENAMED(CAP_, COMPUTE_SHADER_DERIVATIVES, COMPUTE_SHADER_DERIVATIVE),
    RENAMED(CAP_, FS_COORD_ORIGIN_LOWER_LEFT, TGSI_FS_COORD_ORIGIN_LOWER_LEFT),
    RENAMED(CAP_, FS_COORD_ORIGIN_UPPER_LEFT, TGSI_FS_COORD_ORIGIN_UPPER_LEFT),
    RENAMED(CAP_, FS_COORD_PIXEL_CENTER_HALF_INTEGER, TGSI_FS_COORD_PIXEL_CENTER_HALF_INTEGER),
    RENAMED(CAP_, FS_COORD_PIXEL_CENTER_INTEGER, TGSI_FS_COORD_PIXEL_CENTER_INTEGER),
    RENAMED(CAP_, FS_FACE_IS_INTEGER_SYSVAL, TGSI_FS_FACE_IS_INTEGER_SYSVAL),
    RENAMED(CAP_, FS_FINE_DERIVATIVE, TGSI_FS_FINE_DERIVATIVE),
    RENAMED(CAP_, FS_POINT_IS_SYSVAL, TGSI_FS_POINT_IS_SYSVAL),
    RENAMED(CAP_, FS_POSITION_IS_SYSVAL, TGSI_FS_POSITION_IS_SYSVAL),
    RENAMED(CAP_, IMAGE_ATOMIC_FLOAT_ADD, TGSI_ATOMFADD),
    RENAMED(CAP_, IMAGE_ATOMIC_INC_WRAP, TGSI_ATOMINC_WRAP),
    RENAMED(CAP_, LEGACY_MATH_RULES, TGSI_MUL_ZERO_WINS),
    RENAMED(CAP_, MAX_SHADER_BUFFER_SIZE_UINT, MAX_SHADER_BUFFER_SIZE),
    RENAMED(CAP_, MAX_TEXEL_BUFFER_ELEMENTS_UINT, MAX_TEXTURE_BUFFER_SIZE),
    RENAMED(CAP_, QUERY_PIPELINE_STATISTICS_SINGLE, QUERY_PIPELINE_STATISTICS),
    RENAMED(CAP_, SHADER_ARRAY_COMPONENTS, TGSI_ARRAY_COMPONENTS),
    RENAMED(CAP_, SHADER_BALLOT, TGSI_BALLOT),
    RENAMED(CAP_, SHADER_CAN_READ_OUTPUTS, TGSI_CAN_READ_OUTPUTS),
    RENAMED(CAP_, SHADER_CLOCK, TGSI_CLOCK),
    RENAMED(CAP_, SHADER_GROUP_VOTE, TGSI_VOTE),
    RENAMED(CAP_, SHADER_PACK_HALF_FLOAT, TGSI_PACK_HALF_FLOAT),
    RENAMED(CAP_, TES_LAYER_VIEWPORT, TGSI_TES_LAYER_VIEWPORT),
    RENAMED(CAP_, TEXTURE_QUERY_SAMPLES, TGSI_TXQS),
    RENAMED(CAP_, VS_INSTANCEID, TGSI_INSTANCEID),
    RENAMED(CAP_, VS_LAYER_VIEWPORT, TGSI_VS_LAYER_VIEWPORT),
    RENAMED(CAP_, VS_WINDOW_SPACE_POSITION, TGSI_VS_WINDOW_SPACE_POSITION),
};

static const uint8_t paramf_table[] = {
#define BOTH(name) [PIPE_CAPF_##name] = GPIPE_CAPF_##name + 1,
#include "capfs.inc"
#undef BOTH
    RENAMED(CAPF_, MAX_POINT_SIZE, MAX_POINT_WIDTH),
    RENAMED(CAPF_, MAX_POINT_SIZE_AA, MAX_POINT_WIDTH_AA),
};

static const uint8_t shader_param_table[] = {
#define BOTH(name) [PIPE_SHADER_CAP_##name] = GPIPE_SHADER_CAP_##name + 1,
#include "shader_caps.inc"
#undef BOTH
    RENAMED(SHADER_CAP_, CONT_SUPPORTED, TGSI_CONT_SUPPORTED),
    RENAMED(SHADER_CAP_, DFRACEXP_DLDEXP_SUPPORTED, TGSI_DFRACEXP_DLDEXP_SUPPORTED),
    RENAMED(SHADER_CAP_, DROUND_SUPPORTED, TGSI_DROUND_SUPPORTED),
    RENAMED(SHADER_CAP_, LDEXP_SUPPORTED, TGSI_LDEXP_SUPPORTED),
};

static const uint8_t compute_param_table[] = {
#define BOTH(name) [PIPE_COMPUTE_CAP_##name] = GPIPE_COMPUTE_CAP_##name + 1,
#include "compute_caps.inc"
#undef BOTH
};

#define FRONTEND_CONSTANTS_B (64 * 16)

#define LOOK_UP(table, param)                                                                      \
    ((unsigned)(param) < sizeof(table) / sizeof((table)[0]) ? (table)[param] : 0)

static int galvan_param(struct gm_screen *screen, enum gpipe_cap param)
{
    return screen->galvan->get_param(screen->galvan, param);
}

static int galvan_shader_param(struct gm_screen *screen, unsigned stage,
                               enum gpipe_shader_cap param)
{
    return screen->galvan->get_shader_param(screen->galvan, stage, param);
}

/* Whether texel buffers support all formats of the compatibility profile. This requires that Galvan
 * can emulate swizzles of buffer views. */
static bool has_legacy_texels(struct gpipe_screen *galvan)
{
    static const enum gpipe_format formats[] = {
        GPIPE_FORMAT_A8_UNORM,    GPIPE_FORMAT_L8_UNORM,    GPIPE_FORMAT_L8A8_UNORM,
        GPIPE_FORMAT_I8_UNORM,    GPIPE_FORMAT_L16_UNORM,   GPIPE_FORMAT_L32_FLOAT,
        GPIPE_FORMAT_L16_FLOAT,   GPIPE_FORMAT_I32_UINT,    GPIPE_FORMAT_A32_SINT,
        GPIPE_FORMAT_L32A32_UINT, GPIPE_FORMAT_L16A16_SINT,
    };
    bool all = true;

    for (unsigned i = 0; i < ARRAY_SIZE(formats); i++)
        all &= galvan->is_format_supported(galvan, formats[i], GPIPE_BUFFER, 0,
                                           GPIPE_BIND_SAMPLER_VIEW) != 0;
    return all;
}

int gm_get_param(struct pipe_screen *pscreen, enum pipe_cap param)
{
    struct gm_screen *screen = gm_screen(pscreen);
    const unsigned known = LOOK_UP(param_table, param);

    switch (param) {
    case PIPE_CAP_DMABUF:
        return galvan_param(screen, GPIPE_CAP_DMABUF) ? GM_DMA_BUFS : 0;
    /* Galvan lacks bindless textures and sparse buffers. */
    case PIPE_CAP_BINDLESS_TEXTURE:
    case PIPE_CAP_SPARSE_BUFFER_PAGE_SIZE:
    case PIPE_CAP_RESOURCE_FROM_USER_MEMORY_COMPUTE_ONLY:
        return 0;

    /* Properties of the NIR that nir_to_tgsi() accepts. */
    case PIPE_CAP_NIR_IMAGES_AS_DEREF:
    case PIPE_CAP_NIR_SAMPLERS_AS_DEREF:
    case PIPE_CAP_NIR_ATOMICS_AS_DEREF:
    case PIPE_CAP_NIR_COMPACT_ARRAYS:
    case PIPE_CAP_PACKED_UNIFORMS:
        return 0;
    case PIPE_CAP_GL_SPIRV:
    case PIPE_CAP_OPENCL_INTEGER_FUNCTIONS:
    case PIPE_CAP_INTEGER_MULTIPLY_32X16:
        return 1;
    /* Mesa's geometry shader for GL_SELECT reads each uniform from the first component of its
     * vector, unless uniforms are packed. Without the capability Mesa selects on the CPU. */
    case PIPE_CAP_HARDWARE_GL_SELECT:
        return 0;

    /* With the recording thread, user memory is not supported, since the program may change it
     * before the thread reads it. */
    case PIPE_CAP_USER_VERTEX_BUFFERS:
        return !screen->device->is_threaded && galvan_param(screen, GPIPE_CAP_USER_VERTEX_BUFFERS);
    /* With this capability, Mesa writes uniforms directly into a buffer; without it, the threaded
     * context copies the uniforms. */
    case PIPE_CAP_PREFER_REAL_BUFFER_IN_CONSTBUF0:
        return screen->device->is_threaded;
    case PIPE_CAP_BUFFER_SAMPLER_VIEW_RGBA_ONLY:
        return !has_legacy_texels(screen->galvan);
    case PIPE_CAP_IMAGE_STORE_FORMATTED:
        return 1;
    /* Galvan leaves this choice to frontends, but Mesa's frontend crashes for some structures
     * without the capability. Clients of virgl do not need the capability. */
    case PIPE_CAP_PACKED_STREAM_OUTPUT:
        return 1;
    /* Galvan has no preference for these capabilities; Mesa's defaults apply. */
    case PIPE_CAP_GL_BEGIN_END_BUFFER_SIZE:
    case PIPE_CAP_MAX_TEXTURE_MB:
    case PIPE_CAP_PREFER_BACK_BUFFER_REUSE:
    case PIPE_CAP_PREFER_IMM_ARRAYS_AS_CONSTBUF:
        return u_pipe_screen_get_param_defaults(pscreen, param);
    case PIPE_CAP_MAX_CONSTANT_BUFFER_SIZE_UINT:
        return galvan_shader_param(screen, GPIPE_SHADER_FRAGMENT,
                                   GPIPE_SHADER_CAP_MAX_CONST_BUFFER_SIZE);
    case PIPE_CAP_SHADER_ATOMIC_INT64:
        return galvan_shader_param(screen, GPIPE_SHADER_FRAGMENT, GPIPE_SHADER_CAP_INT64_ATOMICS);
    case PIPE_CAP_TEXTURE_TRANSFER_MODES:
        return galvan_param(screen, GPIPE_CAP_PREFER_BLIT_BASED_TEXTURE_TRANSFER)
                   ? PIPE_TEXTURE_TRANSFER_BLIT
                   : PIPE_TEXTURE_TRANSFER_DEFAULT;
    case PIPE_CAP_ENDIANNESS:
        return PIPE_ENDIAN_NATIVE;
    case PIPE_CAP_CONTEXT_PRIORITY_MASK:
        return galvan_param(screen, GPIPE_CAP_CONTEXT_PRIORITY_MASK);
    default:
        return known ? galvan_param(screen, (enum gpipe_cap)(known - 1))
                     : u_pipe_screen_get_param_defaults(pscreen, param);
    }
}

float gm_get_paramf(struct pipe_screen *pscreen, enum pipe_capf param)
{
    struct gm_screen *screen = gm_screen(pscreen);
    const unsigned known = LOOK_UP(paramf_table, param);

    switch (param) {
    case PIPE_CAPF_MIN_LINE_WIDTH:
    case PIPE_CAPF_MIN_LINE_WIDTH_AA:
    case PIPE_CAPF_MIN_POINT_SIZE:
    case PIPE_CAPF_MIN_POINT_SIZE_AA:
        return 1.0f;
    case PIPE_CAPF_LINE_WIDTH_GRANULARITY:
    case PIPE_CAPF_POINT_SIZE_GRANULARITY:
        return 0.125f;
    default:
        return known ? screen->galvan->get_paramf(screen->galvan, (enum gpipe_capf)(known - 1))
                     : 0.0f;
    }
}

static int get_shader_param(struct pipe_screen *pscreen, enum pipe_shader_type stage,
                            enum pipe_shader_cap param)
{
    const unsigned known = LOOK_UP(shader_param_table, param);

    if (stage > PIPE_SHADER_COMPUTE) /* task and mesh shaders */
        return 0;
    switch ((unsigned)param) {
    case PIPE_SHADER_CAP_PREFERRED_IR:
        return PIPE_SHADER_IR_NIR;
    case PIPE_SHADER_CAP_SUPPORTED_IRS:
        return 1 << PIPE_SHADER_IR_NIR | 1 << PIPE_SHADER_IR_TGSI;
    /* This limit is below Galvan's, because Mesa checks only the number of components although each
     * scalar takes a whole vector, and because the frontend adds constants. */
    case PIPE_SHADER_CAP_MAX_CONST_BUFFER0_SIZE:
        return galvan_shader_param(gm_screen(pscreen), gm_stage(stage),
                                   GPIPE_SHADER_CAP_MAX_CONST_BUFFER_SIZE) -
               FRONTEND_CONSTANTS_B;
    /* TGSI has no 16-bit types. */
    case PIPE_SHADER_CAP_FP16:
    case PIPE_SHADER_CAP_FP16_DERIVATIVES:
    case PIPE_SHADER_CAP_FP16_CONST_BUFFERS:
    case PIPE_SHADER_CAP_INT16:
    case PIPE_SHADER_CAP_GLSL_16BIT_CONSTS:
        return 0;
    default:
        return known ? galvan_shader_param(gm_screen(pscreen), gm_stage(stage),
                                           (enum gpipe_shader_cap)(known - 1))
                     : 0;
    }
}

static int get_compute_param(struct pipe_screen *pscreen, enum pipe_shader_ir ir,
                             enum pipe_compute_cap param, void *ret)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;
    const unsigned known = LOOK_UP(compute_param_table, param);

    return known ? galvan->get_compute_param(galvan, GPIPE_SHADER_IR_TGSI,
                                             (enum gpipe_compute_cap)(known - 1), ret)
                 : 0;
}

static bool is_format_supported(struct pipe_screen *pscreen, enum pipe_format format,
                                enum pipe_texture_target target, unsigned samples,
                                unsigned storage_samples, unsigned bind)
{
    struct gm_screen *screen = gm_screen(pscreen);
    const enum gpipe_format galvan = gm_format(format);
    const unsigned shown = PIPE_BIND_DISPLAY_TARGET | PIPE_BIND_SCANOUT;

    if (MAX2(1, samples) != MAX2(1, storage_samples) ||
        (galvan == GPIPE_FORMAT_NONE && format != PIPE_FORMAT_NONE))
        return false;
    if (bind & shown &&
        !screen->winsys->is_displaytarget_format_supported(screen->winsys, bind, format))
        return false;
    return screen->galvan->is_format_supported(
        screen->galvan, galvan, (enum gpipe_texture_target)target, samples, gm_bind(bind));
}

static void get_sample_pixel_grid(struct pipe_screen *pscreen, unsigned samples, unsigned *width,
                                  unsigned *height)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;

    galvan->get_sample_pixel_grid(galvan, samples, width, height);
}

static uint64_t get_timestamp(struct pipe_screen *pscreen)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;

    return galvan->get_timestamp(galvan);
}

static void query_memory_info(struct pipe_screen *pscreen, struct pipe_memory_info *info)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;

    galvan->query_memory_info(galvan, (struct gpipe_memory_info *)info);
}

static const char *get_name(struct pipe_screen *pscreen)
{
    return gm_screen(pscreen)->name;
}

static const char *get_vendor(struct pipe_screen *pscreen)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;

    return galvan->get_vendor(galvan);
}

static const char *get_device_vendor(struct pipe_screen *pscreen)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;

    return galvan->get_device_vendor(galvan);
}

void gm_init_screen_caps(struct gm_screen *screen)
{
    struct pipe_screen *base = &screen->base;

    base->get_name = get_name;
    base->get_vendor = get_vendor;
    base->get_device_vendor = get_device_vendor;
#if GM_MESA < 2402
    base->get_param = gm_get_param;
    base->get_paramf = gm_get_paramf;
#endif
    base->get_shader_param = get_shader_param;
    base->get_compute_param = get_compute_param;
    base->is_format_supported = is_format_supported;
    base->get_sample_pixel_grid = get_sample_pixel_grid;
    base->get_timestamp = get_timestamp;
    base->query_memory_info = query_memory_info;
    gm_fill_caps(base);
}
