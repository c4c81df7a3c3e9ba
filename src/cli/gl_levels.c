/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The rules by which Mesa derives an OpenGL version from virgl capabilities, as a table: up to 4.3
 * and of ES those of 22.3.6, which has no way to more through a socket; above 4.3 those of 25. */
#include "cli/gl_levels.h"

#include <string.h>

#include "util/array.h"

/* Where capability set 2 has what the rules look at, in bytes. */
enum field {
    SAMPLER_MASK = 4,
    RENDER_MASK = 68,
    VERTEX_MASK_96 = 208, /* formats 96 to 127 */
    BSET = 260,
    GLSL_LEVEL = 264,
    ARRAY_LAYERS = 268,
    STREAMOUT_BUFFERS = 272,
    DUAL_SOURCE_TARGETS = 276,
    RENDER_TARGETS = 280,
    MAX_SAMPLES = 284,
    TBO_SIZE = 292,
    UNIFORM_BLOCKS = 296,
    VIEWPORTS = 300,
    GATHER_COMPONENTS = 304,
    TBO_ALIGNMENT = 380,
    SSBO_ALIGNMENT = 388,
    CAPABILITY_BITS = 392,
    ATTRIB_STRIDE = 428,
    FS_BUFFERS = 432,
    FS_IMAGES = 440,
    COMPUTE_INVOCATIONS = 452,
    TEXTURE_2D_SIZE = 484,
    FS_ATOMIC_BUFFERS = 524 + 4,
    CAPABILITY_BITS_V2 = 688,
    ANISOTROPY = 760, /* a float, which compares like its bits */
    SAMPLER_VIEWS = 764,
    UNIFORM_BLOCK_SIZE = 1372,
};

enum rule_kind {
    RULE_AT_LEAST,    /* the field is at least value */
    RULE_BIT,         /* bit value of the field is set */
    RULE_SAMPLED,     /* all formats can be sampled */
    RULE_SAMPLED_ANY, /* one of the formats can */
    RULE_RENDERED,    /* all formats can be sampled and rendered to */
    RULE_RENDERED_ANY,
    RULE_EITHER,      /* one of the two rules behind this one holds; they are not rules alone */
    RULE_MULTISAMPLE, /* at least 4 samples, or exactly 1, which Mesa plays 4 with */
};

enum {
    MAX_FORMATS = 6
};

struct rule {
    enum rule_kind kind;
    uint16_t field;
    uint32_t value;
    uint16_t formats[MAX_FORMATS]; /* up to the first 0 */
    const char *name;
};

#define AT_LEAST(f, v, n)                                                                          \
    {                                                                                              \
        RULE_AT_LEAST, .field = (f), .value = (v), .name = (n)                                     \
    }
#define BIT(f, b, n)                                                                               \
    {                                                                                              \
        RULE_BIT, .field = (f), .value = (b), .name = (n)                                          \
    }
#define FORMATS(k, n, ...)                                                                         \
    {                                                                                              \
        (k), .formats = {__VA_ARGS__}, .name = (n)                                                 \
    }
#define EITHER(n)                                                                                  \
    {                                                                                              \
        RULE_EITHER, .name = (n)                                                                   \
    }

static const struct rule gl_2_1[] = {
    BIT(BSET, 11, "occlusion queries"),
    FORMATS(RULE_SAMPLED_ANY, "an 8-bit sRGB texture format", 98, 100, 102, 104),
};

static const struct rule gl_3_0[] = {
    AT_LEAST(GLSL_LEVEL, 130, "GLSL 1.30"),
    AT_LEAST(RENDER_TARGETS, 4, "4 render targets"),
    {RULE_MULTISAMPLE, .name = "4 samples"},
    BIT(BSET, 0, "blending enabled per render target"),
    BIT(BSET, 4, "conditional rendering"),
    AT_LEAST(STREAMOUT_BUFFERS, 1, "transform feedback"),
    AT_LEAST(ARRAY_LAYERS, 1, "array textures"),
    BIT(CAPABILITY_BITS, 15, "sRGB write control"),
    FORMATS(RULE_SAMPLED, "32-bit float depth textures", 18, 126),
    FORMATS(RULE_SAMPLED, "R9G9B9E5 textures", 125),
    EITHER("RGTC textures"),
    FORMATS(RULE_SAMPLED, "", 113, 114, 115, 116),
    FORMATS(RULE_SAMPLED, "", 64, 65, 74, 75),
    FORMATS(RULE_RENDERED, "rendering to 8-bit one and two channel formats", 64, 65),
    FORMATS(RULE_RENDERED, "rendering to float formats", 94, 31, 124),
    FORMATS(RULE_RENDERED, "rendering to 32-bit integer formats", 196, 200),
};

static const struct rule gl_3_1[] = {
    AT_LEAST(GLSL_LEVEL, 140, "GLSL 1.40"),
    AT_LEAST(TBO_SIZE, 1, "buffer textures"),
    AT_LEAST(UNIFORM_BLOCKS, 13, "12 uniform blocks"),
    AT_LEAST(UNIFORM_BLOCK_SIZE, 16384, "uniform blocks of 16384 bytes"),
    FORMATS(RULE_SAMPLED, "R8G8B8A8_SNORM textures", 77),
    BIT(BSET, 6, "primitive restart"),
    AT_LEAST(SAMPLER_VIEWS, 16, "16 textures per stage"),
};

static const struct rule gl_3_2[] = {
    AT_LEAST(GLSL_LEVEL, 150, "GLSL 1.50"),
    BIT(BSET, 16, "depth clamping"),
    BIT(BSET, 10, "seamless cube maps"),
    EITHER("multisample textures"),
    BIT(BSET, 14, ""),
    {RULE_MULTISAMPLE, .name = ""},
};

static const struct rule gl_3_3[] = {
    AT_LEAST(GLSL_LEVEL, 330, "GLSL 3.30"),
    AT_LEAST(DUAL_SOURCE_TARGETS, 1, "dual-source blending"),
    FORMATS(RULE_RENDERED_ANY, "rendering to a 10-10-10-2 integer format", 253, 225),
};

static const struct rule gl_4_0[] = {
    AT_LEAST(GLSL_LEVEL, 400, "GLSL 4.00"),
    BIT(BSET, 1, "blend functions per render target"),
    BIT(BSET, 25, "indirect draws"),
    BIT(BSET, 23, "double precision in shaders"),
    BIT(BSET, 26, "sample shading"),
    BIT(BSET, 24, "tessellation shaders"),
    BIT(BSET, 2, "cube map arrays"),
    BIT(BSET, 22, "texture LOD queries"),
    BIT(BSET, 13, "pausing transform feedback"),
    AT_LEAST(GATHER_COMPONENTS, 4, "texture gather of 4 components"),
    FORMATS(RULE_SAMPLED, "three-channel 32-bit buffer textures", 30, 195, 199),
};

static const struct rule gl_4_1[] = {
    AT_LEAST(GLSL_LEVEL, 410, "GLSL 4.10"),
    AT_LEAST(VIEWPORTS, 16, "16 viewports"),
    AT_LEAST(TEXTURE_2D_SIZE, 16384, "textures of 16384x16384"),
};

static const struct rule gl_4_2[] = {
    AT_LEAST(GLSL_LEVEL, 420, "GLSL 4.20"),
    BIT(BSET, 5, "base instance"),
    AT_LEAST(FS_IMAGES, 1, "shader images"),
    EITHER("atomic counters"),
    AT_LEAST(FS_ATOMIC_BUFFERS, 1, ""),
    AT_LEAST(FS_BUFFERS, 2, ""),
    EITHER("BPTC textures"),
    FORMATS(RULE_SAMPLED, "", 255, 256, 257, 258),
    FORMATS(RULE_SAMPLED, "", 67, 104, 236),
};

static const struct rule gl_4_3[] = {
    AT_LEAST(GLSL_LEVEL, 430, "GLSL 4.30"),
    AT_LEAST(UNIFORM_BLOCKS, 15, "14 uniform blocks"),
    BIT(CAPABILITY_BITS, 7, "compute shaders"),
    AT_LEAST(COMPUTE_INVOCATIONS, 1024, "compute work groups of 1024"),
    BIT(CAPABILITY_BITS, 3, "copies between image formats"),
    BIT(CAPABILITY_BITS, 1, "texture views"),
    BIT(CAPABILITY_BITS, 8, "framebuffers without attachments"),
    {RULE_MULTISAMPLE, .name = "4 samples"},
    AT_LEAST(ARRAY_LAYERS, 2048, "2048 array layers"),
    BIT(CAPABILITY_BITS, 9, "robust buffer access"),
    AT_LEAST(SSBO_ALIGNMENT, 1, "shader storage buffers"),
    AT_LEAST(FS_BUFFERS, 1, "shader storage buffers in fragment shaders"),
    FORMATS(RULE_SAMPLED_ANY, "stencil textures", 136, 137),
    AT_LEAST(TBO_ALIGNMENT, 1, "ranges of buffer textures"),
    FORMATS(RULE_SAMPLED, "16-bit normalized textures", 67, 104, 48, 49, 56, 57),
};

static const struct rule gl_4_4[] = {
    AT_LEAST(GLSL_LEVEL, 440, "GLSL 4.40"),
    BIT(CAPABILITY_BITS, 31, "buffers on memory of the client's"),
    BIT(CAPABILITY_BITS, 30, "clearing textures"),
    BIT(CAPABILITY_BITS, 13, "varyings that share a slot"),
    BIT(CAPABILITY_BITS, 16, "query results in buffers"),
    BIT(CAPABILITY_BITS_V2, 16, "coordinates mirrored once"),
    BIT(VERTEX_MASK_96, 28, "vertices of 11-11-10 floats"),
    AT_LEAST(ATTRIB_STRIDE, 2048, "vertex strides of 2048 bytes"),
};

static const struct rule gl_4_5[] = {
    AT_LEAST(GLSL_LEVEL, 450, "GLSL 4.50"),
    BIT(CAPABILITY_BITS, 27, "depth ranges from 0 to 1"),
    BIT(BSET, 28, "inverted conditional rendering"),
    BIT(BSET, 27, "cull distances"),
    BIT(BSET, 29, "fine derivatives"),
    BIT(CAPABILITY_BITS, 5, "sample counts in shaders"),
    BIT(CAPABILITY_BITS, 12, "texture barriers"),
};

static const struct rule gl_4_6[] = {
    AT_LEAST(GLSL_LEVEL, 460, "GLSL 4.60"),
    BIT(CAPABILITY_BITS, 22, "draw counts in buffers"),
    BIT(BSET, 30, "polygon offset clamp"),
    BIT(BSET, 31, "queries of transform feedback overflow"),
    BIT(CAPABILITY_BITS_V2, 13, "pipeline statistics"),
    BIT(CAPABILITY_BITS_V2, 14, "draw parameters in shaders"),
    BIT(CAPABILITY_BITS_V2, 15, "votes in shaders"),
    AT_LEAST(ANISOTROPY, 0x41800000, "16-fold anisotropy"),
};

static const struct rule es_2_0[] = {
    BIT(BSET, 11, "occlusion queries"),
};

static const struct rule es_3_0[] = {
    AT_LEAST(GLSL_LEVEL, 130, "GLSL 1.30"),
    AT_LEAST(RENDER_TARGETS, 4, "4 render targets"),
    {RULE_MULTISAMPLE, .name = "4 samples"},
    AT_LEAST(STREAMOUT_BUFFERS, 1, "transform feedback"),
    AT_LEAST(ARRAY_LAYERS, 1, "array textures"),
    AT_LEAST(UNIFORM_BLOCKS, 13, "12 uniform blocks"),
    AT_LEAST(UNIFORM_BLOCK_SIZE, 16384, "uniform blocks of 16384 bytes"),
    BIT(BSET, 6, "primitive restart"),
    FORMATS(RULE_SAMPLED_ANY, "an 8-bit sRGB texture format", 98, 100, 102, 104),
    FORMATS(RULE_SAMPLED, "32-bit float depth textures", 18, 126),
    FORMATS(RULE_SAMPLED, "R9G9B9E5 textures", 125),
    FORMATS(RULE_SAMPLED, "R8G8B8A8_SNORM textures", 77),
    FORMATS(RULE_SAMPLED_ANY, "10-10-10-2 textures", 8, 131),
    FORMATS(RULE_RENDERED, "rendering to 8-bit one and two channel formats", 64, 65),
    FORMATS(RULE_RENDERED, "rendering to 32-bit integer formats", 196, 200),
};

static const struct rule es_3_1[] = {
    BIT(CAPABILITY_BITS, 7, "compute shaders"),
    AT_LEAST(COMPUTE_INVOCATIONS, 128, "compute work groups of 128"),
    AT_LEAST(SSBO_ALIGNMENT, 1, "shader storage buffers"),
    AT_LEAST(FS_BUFFERS, 1, "shader storage buffers in fragment shaders"),
    AT_LEAST(FS_IMAGES, 1, "shader images"),
    AT_LEAST(ATTRIB_STRIDE, 2048, "vertex strides of 2048 bytes"),
    BIT(CAPABILITY_BITS, 8, "framebuffers without attachments"),
    BIT(BSET, 14, "multisample textures"),
    BIT(BSET, 25, "indirect draws"),
    AT_LEAST(GATHER_COMPONENTS, 4, "texture gather of 4 components"),
    FORMATS(RULE_SAMPLED_ANY, "stencil textures", 136, 137),
};

static const struct rule es_3_2[] = {
    EITHER("advanced blending"),
    BIT(CAPABILITY_BITS, 10, ""),
    BIT(CAPABILITY_BITS_V2, 0, ""),
    BIT(CAPABILITY_BITS, 9, "robust buffer access"),
    BIT(CAPABILITY_BITS, 3, "copies between image formats"),
    EITHER("ASTC textures"),
    FORMATS(RULE_SAMPLED, "", 279, 280, 281, 306),
    FORMATS(RULE_SAMPLED, "", 67, 104),
    BIT(BSET, 24, "tessellation shaders"),
    BIT(BSET, 26, "sample shading"),
    BIT(BSET, 2, "cube map arrays"),
    AT_LEAST(TBO_ALIGNMENT, 1, "ranges of buffer textures"),
    FORMATS(RULE_SAMPLED, "three-channel 32-bit buffer textures", 30, 195, 199),
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

/* Fields past the end of a short set are 0, as for a client. */
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
        bool has = has_format(caps, SAMPLER_MASK, rule->formats[i]) &&
                   (!rendered || has_format(caps, RENDER_MASK, rule->formats[i]));
        if (has == any)
            return any;
    }
    return !any;
}

static bool holds(const struct caps *caps, const struct rule *rule)
{
    uint32_t samples = read_field(caps, MAX_SAMPLES);

    switch (rule->kind) {
    case RULE_AT_LEAST:
        return read_field(caps, rule->field) >= rule->value;
    case RULE_BIT:
        return read_field(caps, rule->field) >> rule->value & 1;
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
