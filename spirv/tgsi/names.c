/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/tgsi/names.h"

#include "pipe/p_shader_tokens.h"

/* clang-format off */
static const char *const stages[] = {
    [TGSI_PROCESSOR_VERTEX] = "VERT",
    [TGSI_PROCESSOR_TESS_CTRL] = "TESS_CTRL",
    [TGSI_PROCESSOR_TESS_EVAL] = "TESS_EVAL",
    [TGSI_PROCESSOR_GEOMETRY] = "GEOM",
    [TGSI_PROCESSOR_FRAGMENT] = "FRAG",
    [TGSI_PROCESSOR_COMPUTE] = "COMP",
};

static const char *const files[] = {
    [TGSI_FILE_NULL] = "NULL",
    [TGSI_FILE_CONSTANT] = "CONST",
    [TGSI_FILE_INPUT] = "IN",
    [TGSI_FILE_OUTPUT] = "OUT",
    [TGSI_FILE_TEMPORARY] = "TEMP",
    [TGSI_FILE_SAMPLER] = "SAMP",
    [TGSI_FILE_ADDRESS] = "ADDR",
    [TGSI_FILE_IMMEDIATE] = "IMM",
    [TGSI_FILE_SYSTEM_VALUE] = "SV",
    [TGSI_FILE_IMAGE] = "IMAGE",
    [TGSI_FILE_SAMPLER_VIEW] = "SVIEW",
    [TGSI_FILE_BUFFER] = "BUFFER",
    [TGSI_FILE_MEMORY] = "MEMORY",
    [TGSI_FILE_CONSTBUF] = "CONSTBUF",
    [TGSI_FILE_HW_ATOMIC] = "HWATOMIC",
};

static const char *const semantics[] = {
    [TGSI_SEMANTIC_POSITION] = "POSITION",
    [TGSI_SEMANTIC_COLOR] = "COLOR",
    [TGSI_SEMANTIC_BCOLOR] = "BCOLOR",
    [TGSI_SEMANTIC_FOG] = "FOG",
    [TGSI_SEMANTIC_PSIZE] = "PSIZE",
    [TGSI_SEMANTIC_GENERIC] = "GENERIC",
    [TGSI_SEMANTIC_NORMAL] = "NORMAL",
    [TGSI_SEMANTIC_FACE] = "FACE",
    [TGSI_SEMANTIC_EDGEFLAG] = "EDGEFLAG",
    [TGSI_SEMANTIC_PRIMID] = "PRIM_ID",
    [TGSI_SEMANTIC_INSTANCEID] = "INSTANCEID",
    [TGSI_SEMANTIC_VERTEXID] = "VERTEXID",
    [TGSI_SEMANTIC_STENCIL] = "STENCIL",
    [TGSI_SEMANTIC_CLIPDIST] = "CLIPDIST",
    [TGSI_SEMANTIC_CULLDIST] = "CULLDIST",
    [TGSI_SEMANTIC_CLIPVERTEX] = "CLIPVERTEX",
    [TGSI_SEMANTIC_GRID_SIZE] = "GRID_SIZE",
    [TGSI_SEMANTIC_BLOCK_ID] = "BLOCK_ID",
    [TGSI_SEMANTIC_BLOCK_SIZE] = "BLOCK_SIZE",
    [TGSI_SEMANTIC_THREAD_ID] = "THREAD_ID",
    [TGSI_SEMANTIC_TEXCOORD] = "TEXCOORD",
    [TGSI_SEMANTIC_PCOORD] = "PCOORD",
    [TGSI_SEMANTIC_VIEWPORT_INDEX] = "VIEWPORT_INDEX",
    [TGSI_SEMANTIC_LAYER] = "LAYER",
    [TGSI_SEMANTIC_SAMPLEID] = "SAMPLEID",
    [TGSI_SEMANTIC_SAMPLEPOS] = "SAMPLEPOS",
    [TGSI_SEMANTIC_SAMPLEMASK] = "SAMPLEMASK",
    [TGSI_SEMANTIC_INVOCATIONID] = "INVOCATIONID",
    [TGSI_SEMANTIC_VERTEXID_NOBASE] = "VERTEXID_NOBASE",
    [TGSI_SEMANTIC_BASEVERTEX] = "BASEVERTEX",
    [TGSI_SEMANTIC_PATCH] = "PATCH",
    [TGSI_SEMANTIC_TESSCOORD] = "TESSCOORD",
    [TGSI_SEMANTIC_TESSOUTER] = "TESSOUTER",
    [TGSI_SEMANTIC_TESSINNER] = "TESSINNER",
    [TGSI_SEMANTIC_VERTICESIN] = "VERTICESIN",
    [TGSI_SEMANTIC_HELPER_INVOCATION] = "HELPER_INVOCATION",
    [TGSI_SEMANTIC_BASEINSTANCE] = "BASEINSTANCE",
    [TGSI_SEMANTIC_DRAWID] = "DRAWID",
    [TGSI_SEMANTIC_WORK_DIM] = "WORK_DIM",
    [TGSI_SEMANTIC_SUBGROUP_SIZE] = "SUBGROUP_SIZE",
    [TGSI_SEMANTIC_SUBGROUP_INVOCATION] = "SUBGROUP_INVOCATION",
    [TGSI_SEMANTIC_SUBGROUP_EQ_MASK] = "SUBGROUP_EQ_MASK",
    [TGSI_SEMANTIC_SUBGROUP_GE_MASK] = "SUBGROUP_GE_MASK",
    [TGSI_SEMANTIC_SUBGROUP_GT_MASK] = "SUBGROUP_GT_MASK",
    [TGSI_SEMANTIC_SUBGROUP_LE_MASK] = "SUBGROUP_LE_MASK",
    [TGSI_SEMANTIC_SUBGROUP_LT_MASK] = "SUBGROUP_LT_MASK",
    [TGSI_SEMANTIC_CS_USER_DATA_AMD] = "CS_USER_DATA_AMD",
    [TGSI_SEMANTIC_VIEWPORT_MASK] = "VIEWPORT_MASK",
    [TGSI_SEMANTIC_TESS_DEFAULT_OUTER_LEVEL] = "TESS_DEFAULT_OUTER_LEVEL",
    [TGSI_SEMANTIC_TESS_DEFAULT_INNER_LEVEL] = "TESS_DEFAULT_INNER_LEVEL",
};

static const char *const properties[] = {
    [TGSI_PROPERTY_GS_INPUT_PRIM] = "GS_INPUT_PRIMITIVE",
    [TGSI_PROPERTY_GS_OUTPUT_PRIM] = "GS_OUTPUT_PRIMITIVE",
    [TGSI_PROPERTY_GS_MAX_OUTPUT_VERTICES] = "GS_MAX_OUTPUT_VERTICES",
    [TGSI_PROPERTY_FS_COORD_ORIGIN] = "FS_COORD_ORIGIN",
    [TGSI_PROPERTY_FS_COORD_PIXEL_CENTER] = "FS_COORD_PIXEL_CENTER",
    [TGSI_PROPERTY_FS_COLOR0_WRITES_ALL_CBUFS] = "FS_COLOR0_WRITES_ALL_CBUFS",
    [TGSI_PROPERTY_FS_DEPTH_LAYOUT] = "FS_DEPTH_LAYOUT",
    [TGSI_PROPERTY_VS_PROHIBIT_UCPS] = "VS_PROHIBIT_UCPS",
    [TGSI_PROPERTY_GS_INVOCATIONS] = "GS_INVOCATIONS",
    [TGSI_PROPERTY_VS_WINDOW_SPACE_POSITION] = "VS_WINDOW_SPACE_POSITION",
    [TGSI_PROPERTY_TCS_VERTICES_OUT] = "TCS_VERTICES_OUT",
    [TGSI_PROPERTY_TES_PRIM_MODE] = "TES_PRIM_MODE",
    [TGSI_PROPERTY_TES_SPACING] = "TES_SPACING",
    [TGSI_PROPERTY_TES_VERTEX_ORDER_CW] = "TES_VERTEX_ORDER_CW",
    [TGSI_PROPERTY_TES_POINT_MODE] = "TES_POINT_MODE",
    [TGSI_PROPERTY_NUM_CLIPDIST_ENABLED] = "NUM_CLIPDIST_ENABLED",
    [TGSI_PROPERTY_NUM_CULLDIST_ENABLED] = "NUM_CULLDIST_ENABLED",
    [TGSI_PROPERTY_FS_EARLY_DEPTH_STENCIL] = "FS_EARLY_DEPTH_STENCIL",
    [TGSI_PROPERTY_FS_POST_DEPTH_COVERAGE] = "FS_POST_DEPTH_COVERAGE",
    [TGSI_PROPERTY_NEXT_SHADER] = "NEXT_SHADER",
    [TGSI_PROPERTY_CS_FIXED_BLOCK_WIDTH] = "CS_FIXED_BLOCK_WIDTH",
    [TGSI_PROPERTY_CS_FIXED_BLOCK_HEIGHT] = "CS_FIXED_BLOCK_HEIGHT",
    [TGSI_PROPERTY_CS_FIXED_BLOCK_DEPTH] = "CS_FIXED_BLOCK_DEPTH",
    [TGSI_PROPERTY_LEGACY_MATH_RULES] = "LEGACY_MATH_RULES",
    [TGSI_PROPERTY_VS_BLIT_SGPRS_AMD] = "VS_BLIT_SGPRS_AMD",
    [TGSI_PROPERTY_CS_USER_DATA_COMPONENTS_AMD] = "CS_USER_DATA_COMPONENTS_AMD",
    [TGSI_PROPERTY_LAYER_VIEWPORT_RELATIVE] = "LAYER_VIEWPORT_RELATIVE",
    [TGSI_PROPERTY_FS_BLEND_EQUATION_ADVANCED] = "FS_BLEND_EQUATION_ADVANCED",
    [TGSI_PROPERTY_SEPARABLE_PROGRAM] = "SEPARABLE_PROGRAM",
};

static const char *const targets[] = {
    [TGSI_TEXTURE_BUFFER] = "BUFFER",
    [TGSI_TEXTURE_1D] = "1D",
    [TGSI_TEXTURE_2D] = "2D",
    [TGSI_TEXTURE_3D] = "3D",
    [TGSI_TEXTURE_CUBE] = "CUBE",
    [TGSI_TEXTURE_RECT] = "RECT",
    [TGSI_TEXTURE_SHADOW1D] = "SHADOW1D",
    [TGSI_TEXTURE_SHADOW2D] = "SHADOW2D",
    [TGSI_TEXTURE_SHADOWRECT] = "SHADOWRECT",
    [TGSI_TEXTURE_1D_ARRAY] = "1D_ARRAY",
    [TGSI_TEXTURE_2D_ARRAY] = "2D_ARRAY",
    [TGSI_TEXTURE_SHADOW1D_ARRAY] = "SHADOW1D_ARRAY",
    [TGSI_TEXTURE_SHADOW2D_ARRAY] = "SHADOW2D_ARRAY",
    [TGSI_TEXTURE_SHADOWCUBE] = "SHADOWCUBE",
    [TGSI_TEXTURE_2D_MSAA] = "2D_MSAA",
    [TGSI_TEXTURE_2D_ARRAY_MSAA] = "2D_ARRAY_MSAA",
    [TGSI_TEXTURE_CUBE_ARRAY] = "CUBEARRAY",
    [TGSI_TEXTURE_SHADOWCUBE_ARRAY] = "SHADOWCUBEARRAY",
    [TGSI_TEXTURE_UNKNOWN] = "UNKNOWN",
};

static const char *const interpolations[] = {
    [TGSI_INTERPOLATE_CONSTANT] = "CONSTANT",
    [TGSI_INTERPOLATE_LINEAR] = "LINEAR",
    [TGSI_INTERPOLATE_PERSPECTIVE] = "PERSPECTIVE",
    [TGSI_INTERPOLATE_COLOR] = "COLOR",
};

static const char *const locations[] = {
    [TGSI_INTERPOLATE_LOC_CENTER] = "CENTER",
    [TGSI_INTERPOLATE_LOC_CENTROID] = "CENTROID",
    [TGSI_INTERPOLATE_LOC_SAMPLE] = "SAMPLE",
};

static const char *const return_types[] = {
    [TGSI_RETURN_TYPE_UNORM] = "UNORM",
    [TGSI_RETURN_TYPE_SNORM] = "SNORM",
    [TGSI_RETURN_TYPE_SINT] = "SINT",
    [TGSI_RETURN_TYPE_UINT] = "UINT",
    [TGSI_RETURN_TYPE_FLOAT] = "FLOAT",
};

static const char *const imm_types[] = {
    [TGSI_IMM_FLOAT32] = "FLT32",
    [TGSI_IMM_UINT32] = "UINT32",
    [TGSI_IMM_INT32] = "INT32",
    [TGSI_IMM_FLOAT64] = "FLT64",
    [TGSI_IMM_UINT64] = "UINT64",
    [TGSI_IMM_INT64] = "INT64",
};

static const char *const memory_types[] = {
    [TGSI_MEMORY_TYPE_GLOBAL] = "GLOBAL",
    [TGSI_MEMORY_TYPE_SHARED] = "SHARED",
    [TGSI_MEMORY_TYPE_PRIVATE] = "PRIVATE",
    [TGSI_MEMORY_TYPE_INPUT] = "INPUT",
};

static const char *const qualifiers[] = {"COHERENT", "RESTRICT", "VOLATILE", "STREAM_CACHE_POLICY"};

static const char *const primitives[] = {
    "POINTS",         "LINES",           "LINE_LOOP",
    "LINE_STRIP",     "TRIANGLES",       "TRIANGLE_STRIP",
    "TRIANGLE_FAN",   "QUADS",           "QUAD_STRIP",
    "POLYGON",        "LINES_ADJACENCY", "LINE_STRIP_ADJACENCY",
    "TRIANGLES_ADJACENCY", "TRIANGLE_STRIP_ADJACENCY", "PATCHES",
};

static const char *const coord_origins[] = {
    [TGSI_FS_COORD_ORIGIN_UPPER_LEFT] = "UPPER_LEFT",
    [TGSI_FS_COORD_ORIGIN_LOWER_LEFT] = "LOWER_LEFT",
};

static const char *const pixel_centers[] = {
    [TGSI_FS_COORD_PIXEL_CENTER_HALF_INTEGER] = "HALF_INTEGER",
    [TGSI_FS_COORD_PIXEL_CENTER_INTEGER] = "INTEGER",
};

static const struct {
    unsigned number;
    const char *name;
} formats[] = {
    {0, "PIPE_FORMAT_NONE"},
    {8, "PIPE_FORMAT_R10G10B10A2_UNORM"},
    {28, "PIPE_FORMAT_R32_FLOAT"},
    {29, "PIPE_FORMAT_R32G32_FLOAT"},
    {31, "PIPE_FORMAT_R32G32B32A32_FLOAT"},
    {48, "PIPE_FORMAT_R16_UNORM"},
    {49, "PIPE_FORMAT_R16G16_UNORM"},
    {51, "PIPE_FORMAT_R16G16B16A16_UNORM"},
    {56, "PIPE_FORMAT_R16_SNORM"},
    {57, "PIPE_FORMAT_R16G16_SNORM"},
    {59, "PIPE_FORMAT_R16G16B16A16_SNORM"},
    {64, "PIPE_FORMAT_R8_UNORM"},
    {65, "PIPE_FORMAT_R8G8_UNORM"},
    {67, "PIPE_FORMAT_R8G8B8A8_UNORM"},
    {74, "PIPE_FORMAT_R8_SNORM"},
    {75, "PIPE_FORMAT_R8G8_SNORM"},
    {77, "PIPE_FORMAT_R8G8B8A8_SNORM"},
    {91, "PIPE_FORMAT_R16_FLOAT"},
    {92, "PIPE_FORMAT_R16G16_FLOAT"},
    {94, "PIPE_FORMAT_R16G16B16A16_FLOAT"},
    {124, "PIPE_FORMAT_R11G11B10_FLOAT"},
    {177, "PIPE_FORMAT_R8_UINT"},
    {178, "PIPE_FORMAT_R8G8_UINT"},
    {180, "PIPE_FORMAT_R8G8B8A8_UINT"},
    {181, "PIPE_FORMAT_R8_SINT"},
    {182, "PIPE_FORMAT_R8G8_SINT"},
    {184, "PIPE_FORMAT_R8G8B8A8_SINT"},
    {185, "PIPE_FORMAT_R16_UINT"},
    {186, "PIPE_FORMAT_R16G16_UINT"},
    {188, "PIPE_FORMAT_R16G16B16A16_UINT"},
    {189, "PIPE_FORMAT_R16_SINT"},
    {190, "PIPE_FORMAT_R16G16_SINT"},
    {192, "PIPE_FORMAT_R16G16B16A16_SINT"},
    {193, "PIPE_FORMAT_R32_UINT"},
    {194, "PIPE_FORMAT_R32G32_UINT"},
    {196, "PIPE_FORMAT_R32G32B32A32_UINT"},
    {197, "PIPE_FORMAT_R32_SINT"},
    {198, "PIPE_FORMAT_R32G32_SINT"},
    {200, "PIPE_FORMAT_R32G32B32A32_SINT"},
    {253, "PIPE_FORMAT_R10G10B10A2_UINT"},
};
/* clang-format on */

const struct gv_tgsi_names gv_tgsi_stages = {stages, sizeof(stages) / sizeof(stages[0])};
const struct gv_tgsi_names gv_tgsi_files = {files, sizeof(files) / sizeof(files[0])};
const struct gv_tgsi_names gv_tgsi_semantics = {semantics,
                                                sizeof(semantics) / sizeof(semantics[0])};
const struct gv_tgsi_names gv_tgsi_properties = {properties,
                                                 sizeof(properties) / sizeof(properties[0])};
const struct gv_tgsi_names gv_tgsi_targets = {targets, sizeof(targets) / sizeof(targets[0])};
const struct gv_tgsi_names gv_tgsi_interpolations = {interpolations, sizeof(interpolations) /
                                                                         sizeof(interpolations[0])};
const struct gv_tgsi_names gv_tgsi_locations = {locations,
                                                sizeof(locations) / sizeof(locations[0])};
const struct gv_tgsi_names gv_tgsi_return_types = {return_types,
                                                   sizeof(return_types) / sizeof(return_types[0])};
const struct gv_tgsi_names gv_tgsi_imm_types = {imm_types,
                                                sizeof(imm_types) / sizeof(imm_types[0])};
const struct gv_tgsi_names gv_tgsi_memory_types = {memory_types,
                                                   sizeof(memory_types) / sizeof(memory_types[0])};
const struct gv_tgsi_names gv_tgsi_qualifiers = {qualifiers,
                                                 sizeof(qualifiers) / sizeof(qualifiers[0])};
const struct gv_tgsi_names gv_tgsi_primitives = {primitives,
                                                 sizeof(primitives) / sizeof(primitives[0])};
const struct gv_tgsi_names gv_tgsi_coord_origins = {coord_origins, sizeof(coord_origins) /
                                                                       sizeof(coord_origins[0])};
const struct gv_tgsi_names gv_tgsi_pixel_centers = {pixel_centers, sizeof(pixel_centers) /
                                                                       sizeof(pixel_centers[0])};

const char *gv_tgsi_name(const struct gv_tgsi_names *names, unsigned value)
{
    return value < names->num && names->names[value] ? names->names[value] : "?";
}

int gv_tgsi_find_name(const struct gv_tgsi_names *names, const char *name, size_t len)
{
    for (unsigned i = 0; i < names->num; i++) {
        const char *s = names->names[i];
        if (s && gv_tgsi_spells(s, name, len))
            return (int)i;
    }
    return -1;
}

int gv_tgsi_find_file(const char *name, size_t len, int *out_register)
{
    static const struct {
        const char *name;
        int number;
    } resources[] = {
        {"RES", -1},
        {"RGLOBAL", TGSI_RESOURCE_GLOBAL},
        {"RLOCAL", TGSI_RESOURCE_LOCAL},
        {"RPRIVATE", TGSI_RESOURCE_PRIVATE},
        {"RINPUT", TGSI_RESOURCE_INPUT},
    };
    *out_register = -1;
    for (size_t i = 0; i < sizeof(resources) / sizeof(resources[0]); i++) {
        if (gv_tgsi_spells(resources[i].name, name, len)) {
            *out_register = resources[i].number;
            return TGSI_FILE_IMAGE;
        }
    }
    return gv_tgsi_find_name(&gv_tgsi_files, name, len);
}

const struct gv_tgsi_names *gv_tgsi_property_values(unsigned property)
{
    switch (property) {
    case TGSI_PROPERTY_GS_INPUT_PRIM:
    case TGSI_PROPERTY_GS_OUTPUT_PRIM:
        return &gv_tgsi_primitives;
    case TGSI_PROPERTY_FS_COORD_ORIGIN:
        return &gv_tgsi_coord_origins;
    case TGSI_PROPERTY_FS_COORD_PIXEL_CENTER:
        return &gv_tgsi_pixel_centers;
    case TGSI_PROPERTY_NEXT_SHADER:
        return &gv_tgsi_stages;
    default:
        return NULL;
    }
}

const char *gv_tgsi_format_name(unsigned format)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        if (formats[i].number == format)
            return formats[i].name;
    }
    return NULL;
}

int gv_tgsi_find_format(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        if (gv_tgsi_spells(formats[i].name, name, len))
            return (int)formats[i].number;
    }
    return -1;
}
