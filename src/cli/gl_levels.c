/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A table of the rules by which Mesa derives an OpenGL version from virgl capabilities. The rules
 * up to OpenGL 4.3, and the rules for OpenGL ES, are those of Mesa 22.3.6, which offers no higher
 * version through a socket. The rules for versions above 4.3 are Mesa 25's. */
#include "cli/gl_levels.h"

#include <stddef.h>
#include <string.h>

#include "pipe/p_defines.h"
#include "pipe/p_format.h"
#include "util/array.h"
#include "virgl/caps_wire.h"

enum rule_kind {
    RULE_AT_LEAST,    /* the field is at least value */
    RULE_BIT,         /* the field has the bit value */
    RULE_SAMPLED,     /* all formats can be sampled */
    RULE_SAMPLED_ANY, /* one of the formats can be sampled */
    RULE_RENDERED,    /* all formats can be sampled and rendered to */
    RULE_RENDERED_ANY,
    RULE_EITHER, /* one of the next two rows must be met; those rows do not count as separate rules
                  */
    RULE_MULTISAMPLE, /* at least 4 samples, or exactly 1 sample: Mesa then emulates 4 */
};

enum {
    MAX_FORMATS = 6
};

struct rule {
    enum rule_kind kind;
    uint16_t field; /* offset in the capability set */
    uint32_t value;
    uint16_t formats[MAX_FORMATS]; /* ends in 0 */
    const char *name;
};

/* Offset in bytes of a field in capability set 2. */
#define AT(f) offsetof(struct gv_virgl_caps, f)

#define AT_LEAST(f, v, n)                                                                          \
    {                                                                                              \
        RULE_AT_LEAST, .field = AT(f), .value = (v), .name = (n)                                   \
    }
#define BIT(f, b, n)                                                                               \
    {                                                                                              \
        RULE_BIT, .field = AT(f), .value = (b), .name = (n)                                        \
    }
#define FETCHED(format, n) BIT(vertexbuffer.bits[(format) / 32], 1u << (format) % 32, n)
#define FORMATS(k, n, ...)                                                                         \
    {                                                                                              \
        (k), .formats = {__VA_ARGS__}, .name = (n)                                                 \
    }
#define EITHER(n)                                                                                  \
    {                                                                                              \
        RULE_EITHER, .name = (n)                                                                   \
    }

static const struct rule gl_2_1[] = {
    BIT(bset, GV_VIRGL_BSET_OCCLUSION_QUERY, "occlusion queries"),
    FORMATS(RULE_SAMPLED_ANY, "an 8-bit sRGB texture format", PIPE_FORMAT_A8B8G8R8_SRGB,
            PIPE_FORMAT_B8G8R8A8_SRGB, PIPE_FORMAT_A8R8G8B8_SRGB, PIPE_FORMAT_R8G8B8A8_SRGB),
};

static const struct rule gl_3_0[] = {
    AT_LEAST(glsl_level, 130, "GLSL 1.30"),
    AT_LEAST(max_render_targets, 4, "4 render targets"),
    {RULE_MULTISAMPLE, .name = "4 samples"},
    BIT(bset, GV_VIRGL_BSET_INDEP_BLEND_ENABLE, "blending enabled per render target"),
    BIT(bset, GV_VIRGL_BSET_CONDITIONAL_RENDER, "conditional rendering"),
    AT_LEAST(max_streamout_buffers, 1, "transform feedback"),
    AT_LEAST(max_texture_array_layers, 1, "array textures"),
    BIT(capability_bits, GV_VIRGL_CAP_SRGB_WRITE_CONTROL, "sRGB write control"),
    FORMATS(RULE_SAMPLED, "32-bit float depth textures", PIPE_FORMAT_Z32_FLOAT,
            PIPE_FORMAT_Z32_FLOAT_S8X24_UINT),
    FORMATS(RULE_SAMPLED, "R9G9B9E5 textures", PIPE_FORMAT_R9G9B9E5_FLOAT),
    EITHER("RGTC textures"),
    FORMATS(RULE_SAMPLED, "", PIPE_FORMAT_RGTC1_UNORM, PIPE_FORMAT_RGTC1_SNORM,
            PIPE_FORMAT_RGTC2_UNORM, PIPE_FORMAT_RGTC2_SNORM),
    FORMATS(RULE_SAMPLED, "", PIPE_FORMAT_R8_UNORM, PIPE_FORMAT_R8G8_UNORM, PIPE_FORMAT_R8_SNORM,
            PIPE_FORMAT_R8G8_SNORM),
    FORMATS(RULE_RENDERED, "rendering to 8-bit one and two channel formats", PIPE_FORMAT_R8_UNORM,
            PIPE_FORMAT_R8G8_UNORM),
    FORMATS(RULE_RENDERED, "rendering to float formats", PIPE_FORMAT_R16G16B16A16_FLOAT,
            PIPE_FORMAT_R32G32B32A32_FLOAT, PIPE_FORMAT_R11G11B10_FLOAT),
    FORMATS(RULE_RENDERED, "rendering to 32-bit integer formats", PIPE_FORMAT_R32G32B32A32_UINT,
            PIPE_FORMAT_R32G32B32A32_SINT),
};

static const struct rule gl_3_1[] = {
    AT_LEAST(glsl_level, 140, "GLSL 1.40"),
    AT_LEAST(max_tbo_size, 1, "buffer textures"),
    AT_LEAST(max_uniform_blocks, 13, "12 uniform blocks"),
    AT_LEAST(max_uniform_block_size, 16384, "uniform blocks of 16384 bytes"),
    FORMATS(RULE_SAMPLED, "R8G8B8A8_SNORM textures", PIPE_FORMAT_R8G8B8A8_SNORM),
    BIT(bset, GV_VIRGL_BSET_PRIMITIVE_RESTART, "primitive restart"),
    AT_LEAST(max_shader_sampler_views, 16, "16 textures per stage"),
};

static const struct rule gl_3_2[] = {
    AT_LEAST(glsl_level, 150, "GLSL 1.50"),
    BIT(bset, GV_VIRGL_BSET_DEPTH_CLIP_DISABLE, "depth clamping"),
    BIT(bset, GV_VIRGL_BSET_SEAMLESS_CUBE_MAP, "seamless cube maps"),
    EITHER("multisample textures"),
    BIT(bset, GV_VIRGL_BSET_TEXTURE_MULTISAMPLE, ""),
    {RULE_MULTISAMPLE, .name = ""},
};

static const struct rule gl_3_3[] = {
    AT_LEAST(glsl_level, 330, "GLSL 3.30"),
    AT_LEAST(max_dual_source_render_targets, 1, "dual-source blending"),
    FORMATS(RULE_RENDERED_ANY, "rendering to a 10-10-10-2 integer format",
            PIPE_FORMAT_R10G10B10A2_UINT, PIPE_FORMAT_B10G10R10A2_UINT),
};

static const struct rule gl_4_0[] = {
    AT_LEAST(glsl_level, 400, "GLSL 4.00"),
    BIT(bset, GV_VIRGL_BSET_INDEP_BLEND_FUNC, "blend functions per render target"),
    BIT(bset, GV_VIRGL_BSET_DRAW_INDIRECT, "indirect draws"),
    BIT(bset, GV_VIRGL_BSET_FP64, "double precision in shaders"),
    BIT(bset, GV_VIRGL_BSET_SAMPLE_SHADING, "sample shading"),
    BIT(bset, GV_VIRGL_BSET_TESSELLATION, "tessellation shaders"),
    BIT(bset, GV_VIRGL_BSET_CUBE_MAP_ARRAY, "cube map arrays"),
    BIT(bset, GV_VIRGL_BSET_TEXTURE_QUERY_LOD, "texture LOD queries"),
    BIT(bset, GV_VIRGL_BSET_STREAMOUT_PAUSE_RESUME, "pausing transform feedback"),
    AT_LEAST(max_texture_gather_components, 4, "texture gather of 4 components"),
    FORMATS(RULE_SAMPLED, "three-channel 32-bit buffer textures", PIPE_FORMAT_R32G32B32_FLOAT,
            PIPE_FORMAT_R32G32B32_UINT, PIPE_FORMAT_R32G32B32_SINT),
};

static const struct rule gl_4_1[] = {
    AT_LEAST(glsl_level, 410, "GLSL 4.10"),
    AT_LEAST(max_viewports, 16, "16 viewports"),
    AT_LEAST(max_texture_2d_size, 16384, "textures of 16384x16384"),
};

static const struct rule gl_4_2[] = {
    AT_LEAST(glsl_level, 420, "GLSL 4.20"),
    BIT(bset, GV_VIRGL_BSET_START_INSTANCE, "base instance"),
    AT_LEAST(max_shader_image_frag_compute, 1, "shader images"),
    EITHER("atomic counters"),
    AT_LEAST(max_atomic_counter_buffers[PIPE_SHADER_FRAGMENT], 1, ""),
    AT_LEAST(max_shader_buffer_frag_compute, 2, ""),
    EITHER("BPTC textures"),
    FORMATS(RULE_SAMPLED, "", PIPE_FORMAT_BPTC_RGBA_UNORM, PIPE_FORMAT_BPTC_SRGBA,
            PIPE_FORMAT_BPTC_RGB_FLOAT, PIPE_FORMAT_BPTC_RGB_UFLOAT),
    FORMATS(RULE_SAMPLED, "", PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_R8G8B8A8_SRGB,
            PIPE_FORMAT_R16G16B16X16_FLOAT),
};

static const struct rule gl_4_3[] = {
    AT_LEAST(glsl_level, 430, "GLSL 4.30"),
    AT_LEAST(max_uniform_blocks, 15, "14 uniform blocks"),
    BIT(capability_bits, GV_VIRGL_CAP_COMPUTE_SHADER, "compute shaders"),
    AT_LEAST(max_compute_work_group_invocations, 1024, "compute work groups of 1024"),
    BIT(capability_bits, GV_VIRGL_CAP_COPY_IMAGE, "copies between image formats"),
    BIT(capability_bits, GV_VIRGL_CAP_TEXTURE_VIEW, "texture views"),
    BIT(capability_bits, GV_VIRGL_CAP_FB_NO_ATTACH, "framebuffers without attachments"),
    {RULE_MULTISAMPLE, .name = "4 samples"},
    AT_LEAST(max_texture_array_layers, 2048, "2048 array layers"),
    BIT(capability_bits, GV_VIRGL_CAP_ROBUST_BUFFER_ACCESS, "robust buffer access"),
    AT_LEAST(shader_buffer_offset_alignment, 1, "shader storage buffers"),
    AT_LEAST(max_shader_buffer_frag_compute, 1, "shader storage buffers in fragment shaders"),
    FORMATS(RULE_SAMPLED_ANY, "stencil textures", PIPE_FORMAT_X24S8_UINT, PIPE_FORMAT_S8X24_UINT),
    AT_LEAST(texture_buffer_offset_alignment, 1, "ranges of buffer textures"),
    FORMATS(RULE_SAMPLED, "16-bit normalized textures", PIPE_FORMAT_R8G8B8A8_UNORM,
            PIPE_FORMAT_R8G8B8A8_SRGB, PIPE_FORMAT_R16_UNORM, PIPE_FORMAT_R16G16_UNORM,
            PIPE_FORMAT_R16_SNORM, PIPE_FORMAT_R16G16_SNORM),
};

static const struct rule gl_4_4[] = {
    AT_LEAST(glsl_level, 440, "GLSL 4.40"),
    BIT(capability_bits, GV_VIRGL_CAP_ARB_BUFFER_STORAGE, "buffers on memory of the client's"),
    BIT(capability_bits, GV_VIRGL_CAP_CLEAR_TEXTURE, "clearing textures"),
    BIT(capability_bits, GV_VIRGL_CAP_TGSI_COMPONENTS, "varyings that share a slot"),
    BIT(capability_bits, GV_VIRGL_CAP_QBO, "query results in buffers"),
    BIT(capability_bits_v2, GV_VIRGL_CAP_V2_MIRROR_CLAMP_TO_EDGE, "coordinates mirrored once"),
    FETCHED(PIPE_FORMAT_R11G11B10_FLOAT, "vertices of 11-11-10 floats"),
    AT_LEAST(max_vertex_attrib_stride, 2048, "vertex strides of 2048 bytes"),
};

static const struct rule gl_4_5[] = {
    AT_LEAST(glsl_level, 450, "GLSL 4.50"),
    BIT(capability_bits, GV_VIRGL_CAP_CLIP_HALFZ, "depth ranges from 0 to 1"),
    BIT(bset, GV_VIRGL_BSET_CONDITIONAL_RENDER_INVERTED, "inverted conditional rendering"),
    BIT(bset, GV_VIRGL_BSET_CULL_DISTANCE, "cull distances"),
    BIT(bset, GV_VIRGL_BSET_FINE_DERIVATIVES, "fine derivatives"),
    BIT(capability_bits, GV_VIRGL_CAP_TXQS, "sample counts in shaders"),
    BIT(capability_bits, GV_VIRGL_CAP_TEXTURE_BARRIER, "texture barriers"),
};

static const struct rule gl_4_6[] = {
    AT_LEAST(glsl_level, 460, "GLSL 4.60"),
    BIT(capability_bits, GV_VIRGL_CAP_INDIRECT_PARAMS, "draw counts in buffers"),
    BIT(bset, GV_VIRGL_BSET_POLYGON_OFFSET_CLAMP, "polygon offset clamp"),
    BIT(bset, GV_VIRGL_BSET_STREAMOUT_OVERFLOW_QUERY, "queries of transform feedback overflow"),
    BIT(capability_bits_v2, GV_VIRGL_CAP_V2_PIPELINE_STATISTICS_QUERY, "pipeline statistics"),
    BIT(capability_bits_v2, GV_VIRGL_CAP_V2_DRAW_PARAMETERS, "draw parameters in shaders"),
    BIT(capability_bits_v2, GV_VIRGL_CAP_V2_GROUP_VOTE, "votes in shaders"),
    /* the field is a positive float, which can be compared as an integer */
    AT_LEAST(max_anisotropy, 0x41800000, "16-fold anisotropy"),
};

static const struct rule es_2_0[] = {
    BIT(bset, GV_VIRGL_BSET_OCCLUSION_QUERY, "occlusion queries"),
};

static const struct rule es_3_0[] = {
    AT_LEAST(glsl_level, 130, "GLSL 1.30"),
    AT_LEAST(max_render_targets, 4, "4 render targets"),
    {RULE_MULTISAMPLE, .name = "4 samples"},
    AT_LEAST(max_streamout_buffers, 1, "transform feedback"),
    AT_LEAST(max_texture_array_layers, 1, "array textures"),
    AT_LEAST(max_uniform_blocks, 13, "12 uniform blocks"),
    AT_LEAST(max_uniform_block_size, 16384, "uniform blocks of 16384 bytes"),
    BIT(bset, GV_VIRGL_BSET_PRIMITIVE_RESTART, "primitive restart"),
    FORMATS(RULE_SAMPLED_ANY, "an 8-bit sRGB texture format", PIPE_FORMAT_A8B8G8R8_SRGB,
            PIPE_FORMAT_B8G8R8A8_SRGB, PIPE_FORMAT_A8R8G8B8_SRGB, PIPE_FORMAT_R8G8B8A8_SRGB),
    FORMATS(RULE_SAMPLED, "32-bit float depth textures", PIPE_FORMAT_Z32_FLOAT,
            PIPE_FORMAT_Z32_FLOAT_S8X24_UINT),
    FORMATS(RULE_SAMPLED, "R9G9B9E5 textures", PIPE_FORMAT_R9G9B9E5_FLOAT),
    FORMATS(RULE_SAMPLED, "R8G8B8A8_SNORM textures", PIPE_FORMAT_R8G8B8A8_SNORM),
    FORMATS(RULE_SAMPLED_ANY, "10-10-10-2 textures", PIPE_FORMAT_R10G10B10A2_UNORM,
            PIPE_FORMAT_B10G10R10A2_UNORM),
    FORMATS(RULE_RENDERED, "rendering to 8-bit one and two channel formats", PIPE_FORMAT_R8_UNORM,
            PIPE_FORMAT_R8G8_UNORM),
    FORMATS(RULE_RENDERED, "rendering to 32-bit integer formats", PIPE_FORMAT_R32G32B32A32_UINT,
            PIPE_FORMAT_R32G32B32A32_SINT),
};

static const struct rule es_3_1[] = {
    BIT(capability_bits, GV_VIRGL_CAP_COMPUTE_SHADER, "compute shaders"),
    AT_LEAST(max_compute_work_group_invocations, 128, "compute work groups of 128"),
    AT_LEAST(shader_buffer_offset_alignment, 1, "shader storage buffers"),
    AT_LEAST(max_shader_buffer_frag_compute, 1, "shader storage buffers in fragment shaders"),
    AT_LEAST(max_shader_image_frag_compute, 1, "shader images"),
    AT_LEAST(max_vertex_attrib_stride, 2048, "vertex strides of 2048 bytes"),
    BIT(capability_bits, GV_VIRGL_CAP_FB_NO_ATTACH, "framebuffers without attachments"),
    BIT(bset, GV_VIRGL_BSET_TEXTURE_MULTISAMPLE, "multisample textures"),
    BIT(bset, GV_VIRGL_BSET_DRAW_INDIRECT, "indirect draws"),
    AT_LEAST(max_texture_gather_components, 4, "texture gather of 4 components"),
    FORMATS(RULE_SAMPLED_ANY, "stencil textures", PIPE_FORMAT_X24S8_UINT, PIPE_FORMAT_S8X24_UINT),
};

static const struct rule es_3_2[] = {
    EITHER("advanced blending"),
    BIT(capability_bits, GV_VIRGL_CAP_TGSI_FBFETCH, ""),
    BIT(capability_bits_v2, GV_VIRGL_CAP_V2_BLEND_EQUATION, ""),
    BIT(capability_bits, GV_VIRGL_CAP_ROBUST_BUFFER_ACCESS, "robust buffer access"),
    BIT(capability_bits, GV_VIRGL_CAP_COPY_IMAGE, "copies between image formats"),
    EITHER("ASTC textures"),
    FORMATS(RULE_SAMPLED, "", PIPE_FORMAT_ASTC_4x4, PIPE_FORMAT_ASTC_5x4, PIPE_FORMAT_ASTC_5x5,
            PIPE_FORMAT_ASTC_12x12_SRGB),
    FORMATS(RULE_SAMPLED, "", PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_R8G8B8A8_SRGB),
    BIT(bset, GV_VIRGL_BSET_TESSELLATION, "tessellation shaders"),
    BIT(bset, GV_VIRGL_BSET_SAMPLE_SHADING, "sample shading"),
    BIT(bset, GV_VIRGL_BSET_CUBE_MAP_ARRAY, "cube map arrays"),
    AT_LEAST(texture_buffer_offset_alignment, 1, "ranges of buffer textures"),
    FORMATS(RULE_SAMPLED, "three-channel 32-bit buffer textures", PIPE_FORMAT_R32G32B32_FLOAT,
            PIPE_FORMAT_R32G32B32_UINT, PIPE_FORMAT_R32G32B32_SINT),
};

#define RULES(table) (table), GV_ARRAY_SIZE(table)

static const struct level {
    struct gv_gl_level level;
    const struct rule *rules;
    size_t num_rules;
} levels[] = {
    {{"OpenGL 2.1", false}, RULES(gl_2_1)},   {{"OpenGL 3.0", false}, RULES(gl_3_0)},
    {{"OpenGL 3.1", false}, RULES(gl_3_1)},   {{"OpenGL 3.2", false}, RULES(gl_3_2)},
    {{"OpenGL 3.3", false}, RULES(gl_3_3)},   {{"OpenGL 4.0", false}, RULES(gl_4_0)},
    {{"OpenGL 4.1", false}, RULES(gl_4_1)},   {{"OpenGL 4.2", false}, RULES(gl_4_2)},
    {{"OpenGL 4.3", false}, RULES(gl_4_3)},   {{"OpenGL 4.4", false}, RULES(gl_4_4)},
    {{"OpenGL 4.5", false}, RULES(gl_4_5)},   {{"OpenGL 4.6", false}, RULES(gl_4_6)},
    {{"OpenGL ES 2.0", true}, RULES(es_2_0)}, {{"OpenGL ES 3.0", true}, RULES(es_3_0)},
    {{"OpenGL ES 3.1", true}, RULES(es_3_1)}, {{"OpenGL ES 3.2", true}, RULES(es_3_2)},
};

struct caps {
    const uint8_t *data;
    size_t size_B;
};

/* Reads a field. If the capability set is too short for the field, returns 0, as clients do. */
static uint32_t read_field(const struct caps *caps, size_t offset)
{
    uint32_t value = 0;

    if (offset + sizeof(value) <= caps->size_B)
        memcpy(&value, caps->data + offset, sizeof(value));
    return value;
}

static bool has_format(const struct caps *caps, size_t mask_offset, uint32_t format)
{
    return read_field(caps, mask_offset + format / 32 * 4) >> format % 32 & 1;
}

static bool has_formats(const struct caps *caps, const struct rule *rule)
{
    bool rendered = rule->kind == RULE_RENDERED || rule->kind == RULE_RENDERED_ANY;
    bool any = rule->kind == RULE_SAMPLED_ANY || rule->kind == RULE_RENDERED_ANY;

    for (size_t i = 0; i < MAX_FORMATS && rule->formats[i] != 0; i++) {
        bool has = has_format(caps, AT(sampler), rule->formats[i]) &&
                   (!rendered || has_format(caps, AT(render), rule->formats[i]));
        if (has == any)
            return any;
    }
    return !any;
}

static bool holds(const struct caps *caps, const struct rule *rule)
{
    uint32_t samples = read_field(caps, AT(max_samples));

    switch (rule->kind) {
    case RULE_AT_LEAST:
        return read_field(caps, rule->field) >= rule->value;
    case RULE_BIT:
        return (read_field(caps, rule->field) & rule->value) != 0;
    case RULE_MULTISAMPLE:
        return samples >= 4 || samples == 1;
    case RULE_EITHER:
        return holds(caps, rule + 1) || holds(caps, rule + 2);
    case RULE_SAMPLED:
    case RULE_SAMPLED_ANY:
    case RULE_RENDERED:
    case RULE_RENDERED_ANY:
        return has_formats(caps, rule);
    }
    return false;
}

const struct gv_gl_level *gv_gl_level(unsigned idx)
{
    return idx < GV_ARRAY_SIZE(levels) ? &levels[idx].level : NULL;
}

const char *gv_gl_level_missing(unsigned level, const void *caps_data, size_t caps_size_B,
                                unsigned idx)
{
    const struct caps caps = {caps_data, caps_size_B};

    for (size_t i = 0; i < levels[level].num_rules; i++) {
        const struct rule *rule = &levels[level].rules[i];
        if (!holds(&caps, rule) && idx-- == 0)
            return rule->name;
        if (rule->kind == RULE_EITHER)
            i += 2;
    }
    return NULL;
}

const struct gv_gl_level *gv_gl_level_reached(bool es, const void *caps, size_t caps_size_B)
{
    const struct gv_gl_level *reached = NULL;

    for (unsigned i = 0; i < GV_ARRAY_SIZE(levels); i++) {
        if (levels[i].level.es != es)
            continue;
        if (gv_gl_level_missing(i, caps, caps_size_B, 0))
            break;
        reached = &levels[i].level;
    }
    return reached;
}
