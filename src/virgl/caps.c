/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The capability sets, derived only from the screen's answers. Most of this file is tables of wire
 * fields or bits, each with the Gallium capability that decides it. */
#include <stdio.h>
#include <string.h>

#include "pipe/p_format_description.h"
#include "pipe/p_screen.h"
#include "virgl/api/caps.h"
#include "virgl/api/dmabuf.h"
#include "virgl/blob.h"
#include "virgl/caps_wire.h"
#include "virgl/renderer.h"

enum {
    NO_CAP = -1
};

static uint32_t param(struct pipe_screen *screen, int cap)
{
    int value = screen->get_param(screen, (enum pipe_cap)cap);
    return value > 0 ? (uint32_t)value : 0;
}

static uint32_t shader_param(struct pipe_screen *screen, unsigned stage, enum pipe_shader_cap cap)
{
    int value = screen->get_shader_param(screen, stage, cap);
    return value > 0 ? (uint32_t)value : 0;
}

static bool has_stage(struct pipe_screen *screen, unsigned stage)
{
    return shader_param(screen, stage, PIPE_SHADER_CAP_MAX_INSTRUCTIONS) > 0;
}

static uint32_t at_most(uint32_t value, uint32_t limit)
{
    return value < limit ? value : limit;
}

/* ---- Bits ------------------------------------------------------------------------------------ */

/* A bit that is set if both `cap` and `cap2` are not 0. If `cap2` is NO_CAP, the bit depends on
 * `cap` alone. */
struct bit_row {
    uint32_t mask;
    int cap, cap2;
};

/* These bits are not in the table because they stay 0: FRAGMENT_COORD_CONVENTIONS, so that the
 * client computes window positions for the row order in memory; COLOR_CLAMPING, so that the client
 * adds colour clamps to shaders; POLY_STIPPLE, which no client reads. */
static const struct bit_row bset_rows[] = {
    {GV_VIRGL_BSET_INDEP_BLEND_ENABLE, PIPE_CAP_INDEP_BLEND_ENABLE, NO_CAP},
    {GV_VIRGL_BSET_INDEP_BLEND_FUNC, PIPE_CAP_INDEP_BLEND_FUNC, NO_CAP},
    {GV_VIRGL_BSET_CUBE_MAP_ARRAY, PIPE_CAP_CUBE_MAP_ARRAY, NO_CAP},
    {GV_VIRGL_BSET_STENCIL_EXPORT, PIPE_CAP_SHADER_STENCIL_EXPORT, NO_CAP},
    {GV_VIRGL_BSET_CONDITIONAL_RENDER, PIPE_CAP_CONDITIONAL_RENDER, NO_CAP},
    {GV_VIRGL_BSET_START_INSTANCE, PIPE_CAP_START_INSTANCE, NO_CAP},
    {GV_VIRGL_BSET_PRIMITIVE_RESTART, PIPE_CAP_PRIMITIVE_RESTART, NO_CAP},
    {GV_VIRGL_BSET_BLEND_EQUATION_SEPARATE, PIPE_CAP_BLEND_EQUATION_SEPARATE, NO_CAP},
    {GV_VIRGL_BSET_INSTANCEID, PIPE_CAP_TGSI_INSTANCEID, NO_CAP},
    {GV_VIRGL_BSET_INSTANCE_DIVISOR, PIPE_CAP_VERTEX_ELEMENT_INSTANCE_DIVISOR, NO_CAP},
    {GV_VIRGL_BSET_SEAMLESS_CUBE_MAP, PIPE_CAP_SEAMLESS_CUBE_MAP, NO_CAP},
    {GV_VIRGL_BSET_OCCLUSION_QUERY, PIPE_CAP_OCCLUSION_QUERY, NO_CAP},
    {GV_VIRGL_BSET_TIMER_QUERY, PIPE_CAP_QUERY_TIMESTAMP, PIPE_CAP_QUERY_TIME_ELAPSED},
    {GV_VIRGL_BSET_STREAMOUT_PAUSE_RESUME, PIPE_CAP_STREAM_OUTPUT_PAUSE_RESUME, NO_CAP},
    {GV_VIRGL_BSET_TEXTURE_MULTISAMPLE, PIPE_CAP_TEXTURE_MULTISAMPLE, NO_CAP},
    {GV_VIRGL_BSET_DEPTH_CLIP_DISABLE, PIPE_CAP_DEPTH_CLIP_DISABLE, NO_CAP},
    {GV_VIRGL_BSET_SEAMLESS_PER_TEXTURE, PIPE_CAP_SEAMLESS_CUBE_MAP_PER_TEXTURE, NO_CAP},
    {GV_VIRGL_BSET_MIRROR_CLAMP, PIPE_CAP_TEXTURE_MIRROR_CLAMP,
     PIPE_CAP_TEXTURE_MIRROR_CLAMP_TO_EDGE},
    {GV_VIRGL_BSET_TEXTURE_QUERY_LOD, PIPE_CAP_TEXTURE_QUERY_LOD, NO_CAP},
    {GV_VIRGL_BSET_FP64, PIPE_CAP_DOUBLES, NO_CAP},
    {GV_VIRGL_BSET_DRAW_INDIRECT, PIPE_CAP_DRAW_INDIRECT, NO_CAP},
    {GV_VIRGL_BSET_SAMPLE_SHADING, PIPE_CAP_SAMPLE_SHADING, NO_CAP},
    {GV_VIRGL_BSET_CULL_DISTANCE, PIPE_CAP_CULL_DISTANCE, NO_CAP},
    {GV_VIRGL_BSET_CONDITIONAL_RENDER_INVERTED, PIPE_CAP_CONDITIONAL_RENDER,
     PIPE_CAP_CONDITIONAL_RENDER_INVERTED},
    {GV_VIRGL_BSET_FINE_DERIVATIVES, PIPE_CAP_TGSI_FS_FINE_DERIVATIVE, NO_CAP},
    {GV_VIRGL_BSET_POLYGON_OFFSET_CLAMP, PIPE_CAP_POLYGON_OFFSET_CLAMP, NO_CAP},
    {GV_VIRGL_BSET_STREAMOUT_OVERFLOW_QUERY, PIPE_CAP_QUERY_SO_OVERFLOW, NO_CAP},
};

static const struct bit_row bits_rows[] = {
    {GV_VIRGL_CAP_TEXTURE_VIEW, PIPE_CAP_SAMPLER_VIEW_TARGET, NO_CAP},
    {GV_VIRGL_CAP_SET_MIN_SAMPLES, PIPE_CAP_SAMPLE_SHADING, NO_CAP},
    {GV_VIRGL_CAP_COPY_IMAGE, PIPE_CAP_COPY_BETWEEN_COMPRESSED_AND_PLAIN_FORMATS, NO_CAP},
    {GV_VIRGL_CAP_TXQS, PIPE_CAP_TGSI_TXQS, NO_CAP},
    {GV_VIRGL_CAP_COMPUTE_SHADER, PIPE_CAP_COMPUTE, NO_CAP},
    {GV_VIRGL_CAP_FB_NO_ATTACH, PIPE_CAP_FRAMEBUFFER_NO_ATTACHMENT, NO_CAP},
    {GV_VIRGL_CAP_ROBUST_BUFFER_ACCESS, PIPE_CAP_ROBUST_BUFFER_ACCESS_BEHAVIOR, NO_CAP},
    {GV_VIRGL_CAP_TGSI_FBFETCH, PIPE_CAP_FBFETCH, NO_CAP},
    {GV_VIRGL_CAP_SHADER_CLOCK, PIPE_CAP_TGSI_CLOCK, NO_CAP},
    {GV_VIRGL_CAP_TEXTURE_BARRIER, PIPE_CAP_TEXTURE_BARRIER, NO_CAP},
    {GV_VIRGL_CAP_TGSI_COMPONENTS, PIPE_CAP_TGSI_ARRAY_COMPONENTS, NO_CAP},
    {GV_VIRGL_CAP_SRGB_WRITE_CONTROL, PIPE_CAP_DEST_SURFACE_SRGB_CONTROL, NO_CAP},
    {GV_VIRGL_CAP_QBO, PIPE_CAP_QUERY_BUFFER_OBJECT, NO_CAP},
    {GV_VIRGL_CAP_FBO_MIXED_COLOR_FORMATS, PIPE_CAP_MIXED_COLORBUFFER_FORMATS, NO_CAP},
    {GV_VIRGL_CAP_BIND_COMMAND_ARGS, PIPE_CAP_DRAW_INDIRECT, NO_CAP},
    {GV_VIRGL_CAP_MULTI_DRAW_INDIRECT, PIPE_CAP_DRAW_INDIRECT, PIPE_CAP_MULTI_DRAW_INDIRECT},
    {GV_VIRGL_CAP_INDIRECT_PARAMS, PIPE_CAP_MULTI_DRAW_INDIRECT,
     PIPE_CAP_MULTI_DRAW_INDIRECT_PARAMS},
    {GV_VIRGL_CAP_CLIP_HALFZ, PIPE_CAP_CLIP_HALFZ, NO_CAP},
    {GV_VIRGL_CAP_CLEAR_TEXTURE, PIPE_CAP_CLEAR_TEXTURE, NO_CAP},
};

static const struct bit_row bits_v2_rows[] = {
    {GV_VIRGL_CAP_V2_VIDEO_MEMORY, PIPE_CAP_VIDEO_MEMORY, NO_CAP},
    {GV_VIRGL_CAP_V2_MEMINFO, PIPE_CAP_QUERY_MEMORY_INFO, NO_CAP},
    {GV_VIRGL_CAP_V2_STRING_MARKER, PIPE_CAP_STRING_MARKER, NO_CAP},
    {GV_VIRGL_CAP_V2_IMPLICIT_MSAA, PIPE_CAP_SURFACE_SAMPLE_COUNT, NO_CAP},
    {GV_VIRGL_CAP_V2_TEXTURE_SHADOW_LOD, PIPE_CAP_TEXTURE_SHADOW_LOD, NO_CAP},
    {GV_VIRGL_CAP_V2_VS_VERTEX_LAYER, PIPE_CAP_TGSI_VS_LAYER_VIEWPORT, NO_CAP},
    {GV_VIRGL_CAP_V2_VS_VIEWPORT_INDEX, PIPE_CAP_TGSI_VS_LAYER_VIEWPORT, NO_CAP},
    {GV_VIRGL_CAP_V2_PIPELINE_STATISTICS_QUERY, PIPE_CAP_QUERY_PIPELINE_STATISTICS, NO_CAP},
    {GV_VIRGL_CAP_V2_DRAW_PARAMETERS, PIPE_CAP_DRAW_PARAMETERS, NO_CAP},
    {GV_VIRGL_CAP_V2_GROUP_VOTE, PIPE_CAP_TGSI_VOTE, NO_CAP},
    {GV_VIRGL_CAP_V2_MIRROR_CLAMP_TO_EDGE, PIPE_CAP_TEXTURE_MIRROR_CLAMP_TO_EDGE, NO_CAP},
    {GV_VIRGL_CAP_V2_MIRROR_CLAMP, PIPE_CAP_TEXTURE_MIRROR_CLAMP, NO_CAP},
};

static uint32_t fill_bits(struct pipe_screen *screen, const struct bit_row *rows, size_t num_rows)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < num_rows; i++) {
        if (param(screen, rows[i].cap) && (rows[i].cap2 == NO_CAP || param(screen, rows[i].cap2)))
            bits |= rows[i].mask;
    }
    return bits;
}

#define FILL_BITS(screen, rows) fill_bits(screen, rows, sizeof(rows) / sizeof((rows)[0]))

/* ---- Numeric fields -------------------------------------------------------------------------- */

/* A field with the value of one capability, or `limit` if the value is larger. `offset` is the
 * field's offset in struct gv_virgl_caps. */
struct number_row {
    size_t offset;
    int cap;
    uint32_t limit;
};

#define NUMBER(field, cap_name, max)                                                               \
    {                                                                                              \
        offsetof(struct gv_virgl_caps, field), PIPE_CAP_##cap_name, max                            \
    }

static const struct number_row number_rows[] = {
    NUMBER(max_texture_array_layers, MAX_TEXTURE_ARRAY_LAYERS, UINT16_MAX),
    NUMBER(max_streamout_buffers, MAX_STREAM_OUTPUT_BUFFERS, GV_VIRGL_MAX_SO_BUFFERS),
    NUMBER(max_dual_source_render_targets, MAX_DUAL_SOURCE_RENDER_TARGETS, 1),
    NUMBER(max_render_targets, MAX_RENDER_TARGETS, GV_VIRGL_MAX_CBUFS),
    NUMBER(max_tbo_size, MAX_TEXTURE_BUFFER_SIZE, UINT32_MAX),
    NUMBER(max_viewports, MAX_VIEWPORTS, GV_VIRGL_MAX_VIEWPORTS),
    NUMBER(max_texture_gather_components, MAX_TEXTURE_GATHER_COMPONENTS, 4),
    NUMBER(max_geom_output_vertices, MAX_GEOMETRY_OUTPUT_VERTICES, UINT32_MAX),
    NUMBER(max_geom_total_output_components, MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS, UINT32_MAX),
    NUMBER(max_shader_patch_varyings, MAX_SHADER_PATCH_VARYINGS, UINT32_MAX),
    NUMBER(texture_buffer_offset_alignment, TEXTURE_BUFFER_OFFSET_ALIGNMENT, UINT32_MAX),
    NUMBER(uniform_buffer_offset_alignment, CONSTANT_BUFFER_OFFSET_ALIGNMENT, UINT32_MAX),
    NUMBER(shader_buffer_offset_alignment, SHADER_BUFFER_OFFSET_ALIGNMENT, UINT32_MAX),
    NUMBER(max_vertex_attrib_stride, MAX_VERTEX_ATTRIB_STRIDE, UINT16_MAX),
    NUMBER(max_texture_2d_size, MAX_TEXTURE_2D_SIZE, UINT16_MAX + 1),
    /* Clients use this value as the number of binding points. A shader may declare any binding
     * point. */
    NUMBER(max_combined_shader_buffers, MAX_COMBINED_SHADER_BUFFERS,
           GV_VIRGL_NUM_STAGES *GV_VIRGL_MAX_SHADER_BUFFERS),
    NUMBER(max_combined_atomic_counters, MAX_COMBINED_HW_ATOMIC_COUNTERS, UINT32_MAX),
    NUMBER(max_combined_atomic_counter_buffers, MAX_COMBINED_HW_ATOMIC_COUNTER_BUFFERS, UINT32_MAX),
    NUMBER(max_video_memory, VIDEO_MEMORY, UINT32_MAX),
};

static void fill_numbers(struct pipe_screen *screen, struct gv_virgl_caps *caps)
{
    for (size_t i = 0; i < sizeof(number_rows) / sizeof(number_rows[0]); i++) {
        uint32_t value = at_most(param(screen, number_rows[i].cap), number_rows[i].limit);
        memcpy((char *)caps + number_rows[i].offset, &value, sizeof(value));
    }
    /* These capabilities may be negative. */
    caps->min_texel_offset = screen->get_param(screen, PIPE_CAP_MIN_TEXEL_OFFSET);
    caps->max_texel_offset = screen->get_param(screen, PIPE_CAP_MAX_TEXEL_OFFSET);
    caps->min_texture_gather_offset = screen->get_param(screen, PIPE_CAP_MIN_TEXTURE_GATHER_OFFSET);
    caps->max_texture_gather_offset = screen->get_param(screen, PIPE_CAP_MAX_TEXTURE_GATHER_OFFSET);

    uint32_t levels_3d = param(screen, PIPE_CAP_MAX_TEXTURE_3D_LEVELS);
    uint32_t levels_cube = param(screen, PIPE_CAP_MAX_TEXTURE_CUBE_LEVELS);
    caps->max_texture_3d_size = levels_3d ? 1u << (at_most(levels_3d, 16) - 1) : 0;
    caps->max_texture_cube_size = levels_cube ? 1u << (at_most(levels_cube, 16) - 1) : 0;
}

static void fill_floats(struct pipe_screen *screen, struct gv_virgl_caps *caps)
{
    caps->min_aliased_point_size = 1.0f;
    caps->max_aliased_point_size = screen->get_paramf(screen, PIPE_CAPF_MAX_POINT_WIDTH);
    caps->min_smooth_point_size = 1.0f;
    caps->max_smooth_point_size = screen->get_paramf(screen, PIPE_CAPF_MAX_POINT_WIDTH_AA);
    caps->min_aliased_line_width = 1.0f;
    caps->max_aliased_line_width = screen->get_paramf(screen, PIPE_CAPF_MAX_LINE_WIDTH);
    caps->min_smooth_line_width = 1.0f;
    caps->max_smooth_line_width = screen->get_paramf(screen, PIPE_CAPF_MAX_LINE_WIDTH_AA);
    caps->max_texture_lod_bias = screen->get_paramf(screen, PIPE_CAPF_MAX_TEXTURE_LOD_BIAS);
    caps->max_anisotropy = param(screen, PIPE_CAP_ANISOTROPIC_FILTER)
                               ? screen->get_paramf(screen, PIPE_CAPF_MAX_TEXTURE_ANISOTROPY)
                               : 0.0f;
}

/* ---- Shader stages --------------------------------------------------------------------------- */

/* Returns the smallest value of `cap` among those stages in `mask` that exist; 0 if none exists. */
static uint32_t stages_min(struct pipe_screen *screen, unsigned mask, enum pipe_shader_cap cap)
{
    uint32_t least = UINT32_MAX;
    for (unsigned stage = 0; stage < GV_VIRGL_NUM_STAGES; stage++) {
        if ((mask >> stage & 1) && has_stage(screen, stage))
            least = at_most(least, shader_param(screen, stage, cap));
    }
    return least == UINT32_MAX ? 0 : least;
}

/* The announced size of a constant buffer is smaller than the device's limit by this reserve: a
 * program may fill the announced size with its own constants, and Mesa then appends further
 * constants. */
enum {
    CONST_RESERVE_B = 4096
};

enum {
    STAGE_VERTEX = 1 << PIPE_SHADER_VERTEX,
    STAGES_FRAG_COMPUTE = 1 << PIPE_SHADER_FRAGMENT | 1 << PIPE_SHADER_COMPUTE,
    STAGES_ALL = (1 << GV_VIRGL_NUM_STAGES) - 1,
    STAGES_OTHER = STAGES_ALL & ~STAGES_FRAG_COMPUTE,
};

/* A field whose value is valid for all stages in `mask`, or `limit` if the value is larger.
 * `offset` is the field's offset in struct gv_virgl_caps. */
struct stage_row {
    size_t offset;
    unsigned mask;
    enum pipe_shader_cap cap;
    uint32_t limit;
};

#define STAGES(field, mask, cap_name, max)                                                         \
    {                                                                                              \
        offsetof(struct gv_virgl_caps, field), mask, PIPE_SHADER_CAP_##cap_name, max               \
    }

static const struct stage_row stage_rows[] = {
    STAGES(max_uniform_blocks, STAGES_ALL, MAX_CONST_BUFFERS, GV_VIRGL_MAX_CONST_BUFFERS),
    STAGES(max_uniform_block_size, STAGES_ALL, MAX_CONST_BUFFER_SIZE, GV_VIRGL_MAX_CONST_BUFFER_B),
    STAGES(max_shader_sampler_views, STAGES_ALL, MAX_SAMPLER_VIEWS, GV_VIRGL_MAX_SAMPLERS),
    STAGES(max_vertex_attribs, STAGE_VERTEX, MAX_INPUTS, GV_VIRGL_MAX_VERTEX_ELEMENTS),
    STAGES(max_vertex_outputs, STAGE_VERTEX, MAX_OUTPUTS, 32),
    STAGES(max_shader_buffer_frag_compute, STAGES_FRAG_COMPUTE, MAX_SHADER_BUFFERS,
           GV_VIRGL_MAX_SHADER_BUFFERS),
    STAGES(max_shader_buffer_other_stages, STAGES_OTHER, MAX_SHADER_BUFFERS,
           GV_VIRGL_MAX_SHADER_BUFFERS),
    STAGES(max_shader_image_frag_compute, STAGES_FRAG_COMPUTE, MAX_SHADER_IMAGES,
           GV_VIRGL_MAX_SHADER_IMAGES),
    STAGES(max_shader_image_other_stages, STAGES_OTHER, MAX_SHADER_IMAGES,
           GV_VIRGL_MAX_SHADER_IMAGES),
};

static void fill_stages(struct pipe_screen *screen, struct gv_virgl_caps *caps)
{
    for (size_t i = 0; i < sizeof(stage_rows) / sizeof(stage_rows[0]); i++) {
        const struct stage_row *row = &stage_rows[i];
        uint32_t value = at_most(stages_min(screen, row->mask, row->cap), row->limit);
        memcpy((char *)caps + row->offset, &value, sizeof(value));
    }
    for (unsigned stage = 0; stage < GV_VIRGL_NUM_STAGES; stage++) {
        if (!has_stage(screen, stage))
            continue;
        unsigned const_B = shader_param(screen, stage, PIPE_SHADER_CAP_MAX_CONST_BUFFER_SIZE);
        caps->max_const_buffer_size[stage] = at_most(const_B, GV_VIRGL_MAX_CONST_BUFFER_B) -
                                             (const_B > 2 * CONST_RESERVE_B ? CONST_RESERVE_B : 0);
        caps->max_atomic_counters[stage] =
            shader_param(screen, stage, PIPE_SHADER_CAP_MAX_HW_ATOMIC_COUNTERS);
        caps->max_atomic_counter_buffers[stage] =
            at_most(shader_param(screen, stage, PIPE_SHADER_CAP_MAX_HW_ATOMIC_COUNTER_BUFFERS),
                    GV_VIRGL_MAX_ATOMIC_BUFFERS);
    }
    if (has_stage(screen, PIPE_SHADER_TESS_CTRL) && has_stage(screen, PIPE_SHADER_TESS_EVAL)) {
        caps->bset |= GV_VIRGL_BSET_TESSELLATION;
        caps->max_tcs_outputs =
            shader_param(screen, PIPE_SHADER_TESS_CTRL, PIPE_SHADER_CAP_MAX_OUTPUTS);
        caps->max_tes_outputs =
            shader_param(screen, PIPE_SHADER_TESS_EVAL, PIPE_SHADER_CAP_MAX_OUTPUTS);
    }
    /* From GLSL 1.50 on, clients expect geometry shaders. */
    caps->glsl_level = at_most(param(screen, PIPE_CAP_GLSL_FEATURE_LEVEL),
                               has_stage(screen, PIPE_SHADER_GEOMETRY) ? UINT32_MAX : 140);
    if (caps->max_uniform_blocks > 1)
        caps->bset |= GV_VIRGL_BSET_UNIFORM_BUFFERS;
}

static uint32_t compute_param(struct pipe_screen *screen, enum pipe_compute_cap cap, unsigned idx)
{
    uint64_t values[3] = {0};
    screen->get_compute_param(screen, PIPE_SHADER_IR_TGSI, cap, values);
    return values[idx] > UINT32_MAX ? UINT32_MAX : (uint32_t)values[idx];
}

static void fill_compute(struct pipe_screen *screen, struct gv_virgl_caps *caps)
{
    if (!param(screen, PIPE_CAP_COMPUTE) || !screen->get_compute_param)
        return;
    caps->max_compute_work_group_invocations =
        compute_param(screen, PIPE_COMPUTE_CAP_MAX_THREADS_PER_BLOCK, 0);
    caps->max_compute_shared_memory_size =
        compute_param(screen, PIPE_COMPUTE_CAP_MAX_LOCAL_SIZE, 0);
    for (unsigned i = 0; i < 3; i++) {
        caps->max_compute_grid_size[i] = compute_param(screen, PIPE_COMPUTE_CAP_MAX_GRID_SIZE, i);
        caps->max_compute_block_size[i] = compute_param(screen, PIPE_COMPUTE_CAP_MAX_BLOCK_SIZE, i);
    }
}

/* Returns the mask of primitive types that clients may draw. The types from points to triangle fans
 * are supported by draw_vbo on every driver. The mask includes polygons, because triangles in place
 * of a polygon would have other outlines. Adjacency types and patches depend on the existing
 * stages. Clients convert quads whatever this mask says. */
static uint32_t prim_mask(struct pipe_screen *screen)
{
    const uint32_t plain = 0x7f | 1 << PIPE_PRIM_POLYGON;
    const uint32_t adjacency = 0xf << PIPE_PRIM_LINES_ADJACENCY;
    const uint32_t patches = 1 << PIPE_PRIM_PATCHES;
    uint32_t modes = param(screen, PIPE_CAP_SUPPORTED_PRIM_MODES);

    if (!modes)
        modes = ~0u;
    return modes & (plain | (has_stage(screen, PIPE_SHADER_GEOMETRY) ? adjacency : 0) |
                    (has_stage(screen, PIPE_SHADER_TESS_EVAL) ? patches : 0));
}

/* ---- Formats --------------------------------------------------------------------------------- */

static void set_format(struct gv_virgl_format_mask *mask, unsigned format)
{
    mask->bits[format / 32] |= 1u << (format % 32);
}

/* Whether the format number has different meanings in Mesa 22.3 and in later versions. */
static bool is_ambiguous(unsigned format)
{
    return format >= 259 && format <= 266;
}

static bool is_rgb32(unsigned format)
{
    return format == PIPE_FORMAT_R32G32B32_FLOAT || format == PIPE_FORMAT_R32G32B32_UINT ||
           format == PIPE_FORMAT_R32G32B32_SINT;
}

static bool supports(struct pipe_screen *screen, unsigned format, unsigned target, unsigned samples,
                     unsigned bind)
{
    return screen->is_format_supported(screen, (enum pipe_format)format,
                                       (enum pipe_texture_target)target, samples, bind);
}

static void fill_format(struct pipe_screen *screen, struct gv_virgl_caps *caps, unsigned format)
{
    bool zs = util_format_is_depth_or_stencil((enum pipe_format)format);
    bool sampled = supports(screen, format, PIPE_TEXTURE_2D, 0, PIPE_BIND_SAMPLER_VIEW);
    unsigned attachment = zs ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET;

    /* Clients use these three formats for buffer textures only. */
    if (is_rgb32(format))
        sampled = supports(screen, format, PIPE_BUFFER, 0, PIPE_BIND_SAMPLER_VIEW);
    if (sampled) {
        set_format(&caps->sampler, format);
        set_format(&caps->readback, format);
    }
    if (supports(screen, format, PIPE_TEXTURE_2D, 0, attachment)) {
        set_format(zs ? &caps->depthstencil : &caps->render, format);
        if (!zs && sampled)
            set_format(&caps->scanout, format);
        if (caps->max_samples > 1 &&
            supports(screen, format, PIPE_TEXTURE_2D, caps->max_samples, attachment))
            set_format(&caps->multisample, format);
    }
    if (supports(screen, format, PIPE_BUFFER, 0, PIPE_BIND_VERTEX_BUFFER))
        set_format(&caps->vertexbuffer, format);
}

/* Returns the largest sample count that `format` supports with the bind flags `bind`; 0 if there is
 * no such count. */
static uint32_t max_samples(struct pipe_screen *screen, unsigned format, unsigned bind)
{
    for (unsigned samples = 32; samples > 1; samples /= 2) {
        if (supports(screen, format, PIPE_TEXTURE_2D, samples, bind))
            return samples;
    }
    return 0;
}

/* Writes the standard sample positions, one byte per sample: x and y in sixteenths of a pixel. If
 * has_two is false, the device stores four samples in place of two, and the client's two samples
 * are the first two of these four. */
static void fill_sample_locations(struct gv_virgl_caps *caps, bool has_two)
{
    const uint32_t two = 0x000044cc, four = 0xae2ae662;
    if (caps->max_samples >= 2)
        caps->sample_locations[0] = has_two ? two : four & 0xffff;
    if (caps->max_samples >= 4)
        caps->sample_locations[1] = four;
    if (caps->max_samples >= 8) {
        caps->sample_locations[2] = 0x53d97b95;
        caps->sample_locations[3] = 0xf1bf173d;
    }
}

static void fill_formats(struct pipe_screen *screen, struct gv_virgl_caps *caps)
{
    const unsigned rgba8 = PIPE_FORMAT_R8G8B8A8_UNORM;

    if (param(screen, PIPE_CAP_TEXTURE_MULTISAMPLE))
        caps->max_samples = max_samples(screen, rgba8, PIPE_BIND_RENDER_TARGET);
    if (caps->max_shader_image_frag_compute)
        caps->max_image_samples = max_samples(screen, rgba8, PIPE_BIND_SHADER_IMAGE);
    fill_sample_locations(caps,
                          supports(screen, rgba8, PIPE_TEXTURE_2D, 2, PIPE_BIND_RENDER_TARGET));
    for (unsigned format = 1; format < PIPE_FORMAT_COUNT; format++) {
        if (!is_ambiguous(format) && util_format_get_blocksize((enum pipe_format)format) &&
            !util_format_is_yuv((enum pipe_format)format))
            fill_format(screen, caps, format);
    }
    /* Format 0 stands for framebuffers without attachments. */
    if (caps->max_samples > 1 && param(screen, PIPE_CAP_FRAMEBUFFER_NO_ATTACHMENT))
        set_format(&caps->multisample, PIPE_FORMAT_NONE);
}

/* ---- The renderer's name --------------------------------------------------------------------- */

/* Xorg's glamor refuses a renderer whose name holds "llvmpipe" in lower case, because glamor takes
 * such a renderer for a software rasterizer inside the X server. The device's name stays readable:
 * "LLVMpipe". */
static void fill_renderer(struct pipe_screen *screen, struct gv_virgl_caps *caps)
{
    const char *name = screen->get_name(screen);
    char text[256];

    if (!name)
        name = "an unnamed device";
    snprintf(text, sizeof(text), "%s%s", strstr(name, "Galvan") ? "" : "Galvan on ", name);
    for (char *p = text; (p = strstr(p, "llvmpipe"));)
        memcpy(p, "LLVM", 4);
    snprintf(caps->renderer, sizeof(caps->renderer), "%.*s", GV_VIRGL_RENDERER_NAME_MAX - 1, text);
}

/* ---- All fields ------------------------------------------------------------------------------ */

static void fill_caps(struct gv_virgl_renderer *r, struct gv_virgl_caps *caps)
{
    struct pipe_screen *screen = r->screen;

    caps->bset = FILL_BITS(screen, bset_rows);
    caps->capability_bits = FILL_BITS(screen, bits_rows);
    caps->capability_bits_v2 = FILL_BITS(screen, bits_v2_rows);
    fill_numbers(screen, caps);
    fill_floats(screen, caps);
    fill_stages(screen, caps);
    fill_compute(screen, caps);
    fill_formats(screen, caps);
    fill_renderer(screen, caps);
    caps->prim_mask = prim_mask(screen);

    /* These features need no support of the device: uploads inside the command stream, staging
     * buffers, and the modifier _PRECISE in shader texts, which every driver has to honour. */
    caps->capability_bits |=
        GV_VIRGL_CAP_TRANSFER | GV_VIRGL_CAP_COPY_TRANSFER | GV_VIRGL_CAP_TGSI_PRECISE;
    if (param(screen, PIPE_CAP_MAX_VERTEX_STREAMS) >= 4)
        caps->capability_bits |= GV_VIRGL_CAP_TRANSFORM_FEEDBACK3;
    if (stages_min(screen, 1 << PIPE_SHADER_VERTEX | 1 << PIPE_SHADER_FRAGMENT,
                   PIPE_SHADER_CAP_INDIRECT_INPUT_ADDR))
        caps->capability_bits |= GV_VIRGL_CAP_INDIRECT_INPUT_ADDR;
    if (caps->max_shader_buffer_frag_compute || caps->max_shader_image_frag_compute)
        caps->capability_bits |= GV_VIRGL_CAP_MEMORY_BARRIER;

    if (gv_virgl_has_dmabufs(r))
        caps->capability_bits_v2 |= GV_VIRGL_CAP_V2_RESOURCE_LAYOUT;
    if (gv_virgl_has_blobs(r))
        caps->capability_bits |= GV_VIRGL_CAP_ARB_BUFFER_STORAGE;

    /* Clients up to Mesa 26 rely on these features if the version is 23: the masks and numbers
     * above, correct reports of timer query support (15), storage buffers that begin at any binding
     * (16), LINK_SHADER (7) and CLEAR_SURFACE (21), and reuse of the handles of destroyed resources
     * (23). From version 10 on they also rely on TEXCOORD semantics, so the version is 9 without
     * these semantics. */
    caps->host_feature_check_version = param(screen, PIPE_CAP_TGSI_TEXCOORD) ? 23 : 9;
}

size_t gv_virgl_caps_size(unsigned version)
{
    return version == 1 ? GV_VIRGL_CAPS_V1_SIZE : version == 2 ? GV_VIRGL_CAPS_V2_SIZE : 0;
}

void gv_virgl_fill_caps(struct gv_virgl_renderer *r, unsigned version, void *out, size_t size)
{
    struct gv_virgl_caps caps;
    size_t have = gv_virgl_caps_size(version);

    memset(&caps, 0, sizeof(caps));
    fill_caps(r, &caps);
    caps.max_version = version;
    memset(out, 0, size);
    memcpy(out, &caps, size < have ? size : have);
}
