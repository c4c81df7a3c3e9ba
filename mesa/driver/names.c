/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "names.h"

#include <stddef.h>

#define SAME(name) _Static_assert((int)PIPE_##name == (int)GPIPE_##name, #name)

SAME(BLENDFACTOR_INV_SRC1_ALPHA);
SAME(BLENDFACTOR_INV_CONST_COLOR);
SAME(BLENDFACTOR_SRC1_ALPHA);
SAME(BLENDFACTOR_ZERO);
SAME(BLEND_MAX);
SAME(LOGICOP_SET);
SAME(FUNC_ALWAYS);
SAME(STENCIL_OP_INVERT);
SAME(POLYGON_MODE_FILL_RECTANGLE);
SAME(FACE_BACK);
SAME(TEXTURE_CUBE_ARRAY);
SAME(TEX_WRAP_MIRROR_CLAMP_TO_BORDER);
SAME(TEX_FILTER_LINEAR);
SAME(TEX_MIPFILTER_NONE);
SAME(TEX_COMPARE_R_TO_TEXTURE);
SAME(TEX_REDUCTION_MAX);
SAME(SWIZZLE_1);
SAME(CLEAR_DEPTH);
SAME(CLEAR_STENCIL);
SAME(CLEAR_COLOR7);
SAME(FLUSH_HINT_FINISH);
SAME(BARRIER_UPDATE_TEXTURE);
SAME(BARRIER_ALL);
SAME(MASK_S);
SAME(USAGE_STAGING);
SAME(IMAGE_ACCESS_WRITE);
SAME(STAT_QUERY_CS_INVOCATIONS);
SAME(QUERY_TYPE_U64);
SAME(RENDER_COND_BY_REGION_NO_WAIT);
SAME(SPRITE_COORD_LOWER_LEFT);
SAME(CONSERVATIVE_RASTER_PRE_SNAP);
SAME(UNKNOWN_CONTEXT_RESET);
SAME(BIND_SAMPLER_VIEW);
SAME(BIND_DISPLAY_TARGET);
SAME(BIND_QUERY_BUFFER);
SAME(MAX_COLOR_BUFS);
SAME(MAX_SO_BUFFERS);
SAME(UUID_SIZE);
_Static_assert((int)GM_PRIM_PATCHES == (int)GPIPE_PRIM_PATCHES, "");

/* Structures that the driver passes to Galvan unchanged. */
#define SAME_SIZE(name)                                                                            \
    _Static_assert(sizeof(struct pipe_##name) == sizeof(struct gpipe_##name), "")

SAME_SIZE(blend_color);
SAME_SIZE(clip_state);
SAME_SIZE(poly_stipple);
SAME_SIZE(scissor_state);
SAME_SIZE(stencil_ref);
SAME_SIZE(memory_info);
SAME_SIZE(draw_start_count_bias);
_Static_assert(sizeof(union pipe_color_union) == sizeof(union gpipe_color_union), "");

enum gpipe_format gm_format(enum pipe_format format)
{
    static const uint16_t formats[PIPE_FORMAT_COUNT] = {
#define BOTH(name) [PIPE_FORMAT_##name] = GPIPE_FORMAT_##name,
#include "formats.inc"
#undef BOTH
    };
    return (unsigned)format < PIPE_FORMAT_COUNT ? (enum gpipe_format)formats[format]
                                                : GPIPE_FORMAT_NONE;
}

unsigned gm_stage(unsigned stage)
{
    static const uint8_t stages[PIPE_SHADER_TYPES] = {
        [PIPE_SHADER_VERTEX] = GPIPE_SHADER_VERTEX,
        [PIPE_SHADER_TESS_CTRL] = GPIPE_SHADER_TESS_CTRL,
        [PIPE_SHADER_TESS_EVAL] = GPIPE_SHADER_TESS_EVAL,
        [PIPE_SHADER_GEOMETRY] = GPIPE_SHADER_GEOMETRY,
        [PIPE_SHADER_FRAGMENT] = GPIPE_SHADER_FRAGMENT,
        [PIPE_SHADER_COMPUTE] = GPIPE_SHADER_COMPUTE,
    };
    return stages[stage];
}

struct bit {
    unsigned from, to;
};

static unsigned move_bits(const struct bit *bits, unsigned num_bits, unsigned from)
{
    unsigned to = 0;

    for (unsigned i = 0; i < num_bits; i++)
        to |= from & bits[i].from ? bits[i].to : 0;
    return to;
}

unsigned gm_bind(unsigned bind)
{
    const unsigned same = PIPE_BIND_DEPTH_STENCIL | PIPE_BIND_RENDER_TARGET | PIPE_BIND_BLENDABLE |
                          PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_VERTEX_BUFFER |
                          PIPE_BIND_INDEX_BUFFER | PIPE_BIND_CONSTANT_BUFFER |
                          PIPE_BIND_STREAM_OUTPUT | PIPE_BIND_GLOBAL | PIPE_BIND_SHADER_BUFFER |
                          PIPE_BIND_SHADER_IMAGE | PIPE_BIND_COMMAND_ARGS_BUFFER |
                          PIPE_BIND_QUERY_BUFFER;
    return (bind & same) | (bind & PIPE_BIND_LINEAR ? GPIPE_BIND_LINEAR : 0);
}

unsigned gm_map_usage(unsigned usage)
{
#define BIT(name)                                                                                  \
    {                                                                                              \
        PIPE_MAP_##name, GPIPE_MAP_##name                                                          \
    }
    static const struct bit bits[] = {
        BIT(READ),         BIT(WRITE),      BIT(DIRECTLY),       BIT(DISCARD_RANGE),
        BIT(DONTBLOCK),    BIT(PERSISTENT), BIT(UNSYNCHRONIZED), BIT(FLUSH_EXPLICIT),
        BIT(COHERENT),     BIT(DEPTH_ONLY), BIT(THREAD_SAFE),    BIT(DISCARD_WHOLE_RESOURCE),
        BIT(STENCIL_ONLY), BIT(ONCE),
    };
#undef BIT
    unsigned to = move_bits(bits, sizeof(bits) / sizeof(bits[0]), usage);

    /* Mesa's frontends combine reads with discards, explicit flushes or unsynchronized access where
     * this is harmless; Galvan refuses such combinations. */
    if (to & GPIPE_MAP_READ)
        to &= ~(unsigned)(GPIPE_MAP_DISCARD_RANGE | GPIPE_MAP_DISCARD_WHOLE_RESOURCE |
                          GPIPE_MAP_FLUSH_EXPLICIT | GPIPE_MAP_UNSYNCHRONIZED);
    return to;
}

unsigned gm_resource_flags(unsigned flags)
{
    static const struct bit bits[] = {
        {PIPE_RESOURCE_FLAG_MAP_PERSISTENT, GPIPE_RESOURCE_FLAG_MAP_PERSISTENT},
        {PIPE_RESOURCE_FLAG_MAP_COHERENT, GPIPE_RESOURCE_FLAG_MAP_COHERENT},
    };
    return move_bits(bits, sizeof(bits) / sizeof(bits[0]), flags);
}

unsigned gm_query_type(unsigned type)
{
#define TYPE(name) [PIPE_QUERY_##name] = GPIPE_QUERY_##name
    static const uint8_t types[PIPE_QUERY_TYPES] = {
        TYPE(OCCLUSION_COUNTER),
        TYPE(OCCLUSION_PREDICATE),
        TYPE(OCCLUSION_PREDICATE_CONSERVATIVE),
        TYPE(TIMESTAMP),
        TYPE(TIMESTAMP_DISJOINT),
        TYPE(TIME_ELAPSED),
        TYPE(PRIMITIVES_GENERATED),
        TYPE(PRIMITIVES_EMITTED),
        TYPE(SO_STATISTICS),
        TYPE(SO_OVERFLOW_PREDICATE),
        TYPE(SO_OVERFLOW_ANY_PREDICATE),
        TYPE(GPU_FINISHED),
        TYPE(PIPELINE_STATISTICS),
        TYPE(PIPELINE_STATISTICS_SINGLE),
    };
#undef TYPE
    return type < PIPE_QUERY_TYPES ? types[type] : type;
}
