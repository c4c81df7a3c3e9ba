/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A client sends invalid state; there is one case for each field that can be wrong. The command
 * must be rejected, one log line must give the reason, and all state and all objects must stay as
 * they were. */
#include <string.h>

#include "wire.h"

enum {
    MAX_DW = 40,
    NAN_BITS = 0x7fc00000,
};

/* Placeholders for handles of the objects that every case finds. No case creates the object
 * UNKNOWN. */
enum placeholder {
    UNKNOWN = 0x5a000000,
    BLEND,
    DSA,
    RASTERIZER,
    ELEMENTS,
    VS,
    FS,
    TEXTURE,
    SURFACE,
    VERTICES,
    SAMPLER,
    VIEW,
    TARGET,
    QUERY,
    DEPTH_SURFACE,
    NUM_PLACEHOLDERS = DEPTH_SURFACE - UNKNOWN + 1,
};

struct bad_case {
    uint8_t command, type;
    uint8_t num; /* number of dwords */
    const char *reason;
    uint32_t dwords[MAX_DW];
};

#define COUNT(...) (sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
#define BAD(command, reason, ...)                                                                  \
    {                                                                                              \
        GV_VIRGL_##command, 0, COUNT(__VA_ARGS__), reason,                                         \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define CREATE(type, reason, ...)                                                                  \
    {                                                                                              \
        GV_VIRGL_CREATE_OBJECT, GV_VIRGL_OBJECT_##type, COUNT(__VA_ARGS__), reason,                \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define BIND(type, handle, reason)                                                                 \
    {                                                                                              \
        GV_VIRGL_BIND_OBJECT, GV_VIRGL_OBJECT_##type, 1, reason,                                   \
        {                                                                                          \
            handle                                                                                 \
        }                                                                                          \
    }

#define ONE          PIPE_BLENDFACTOR_ONE
#define RT(rgb, src) (1u | (rgb) << 1 | (uint32_t)(src) << 4 | ONE << 9 | ONE << 17 | ONE << 22)
#define GOOD_RT      RT(PIPE_BLEND_ADD, ONE)
#define NEW          0x1234 /* a handle that is free */
#define STAGES       6

static const struct bad_case cases[] = {
    /* Creations with a handle of 0, a handle in use, or invalid values. */
    CREATE(BLEND, "handle", 0, 0, 0, GOOD_RT, 0, 0, 0, 0, 0, 0, 0),
    CREATE(BLEND, "in use", BLEND, 0, 0, GOOD_RT, 0, 0, 0, 0, 0, 0, 0),
    CREATE(BLEND, "unknown blend", NEW, 0, 0, RT(7, ONE), 0, 0, 0, 0, 0, 0, 0),
    CREATE(BLEND, "unknown blend", NEW, 0, 0, RT(PIPE_BLEND_ADD, 0), 0, 0, 0, 0, 0, 0, 0),
    CREATE(BLEND, "unknown blend", NEW, 0, 0, RT(PIPE_BLEND_ADD, 0x16), 0, 0, 0, 0, 0, 0, 0),
    CREATE(BLEND, "unknown blend", NEW, 0, 0, RT(PIPE_BLEND_ADD, 0x1f), 0, 0, 0, 0, 0, 0, 0),
    CREATE(BLEND, "unknown blend", NEW, 0, 0, GOOD_RT | 7 << 14, 0, 0, 0, 0, 0, 0, 0),
    CREATE(BLEND, "unknown blend", NEW, 0, 0, GOOD_RT | 0x1f << 9, 0, 0, 0, 0, 0, 0, 0),
    CREATE(BLEND, "unknown blend", NEW, 0, 0, GOOD_RT | 0x1f << 17, 0, 0, 0, 0, 0, 0, 0),
    CREATE(BLEND, "unknown blend", NEW, 0, 0, GOOD_RT | 0x1fu << 22, 0, 0, 0, 0, 0, 0, 0),
    CREATE(BLEND, "target 7", NEW, 1, 0, 0, 0, 0, 0, 0, 0, 0, RT(7, ONE)),
    CREATE(BLEND, "length", NEW, 0, 0, GOOD_RT),
    CREATE(DSA, "handle", 0, 0, 0, 0, 0),
    CREATE(DSA, "in use", BLEND, 0, 0, 0, 0),
    CREATE(DSA, "length", NEW, 0, 0, 0),
    CREATE(RASTERIZER, "polygon mode", NEW, 3u << 10, 0, 0, 0, 0, 0, 0, 0),
    CREATE(RASTERIZER, "polygon mode", NEW, 3u << 12, 0, 0, 0, 0, 0, 0, 0),
    CREATE(RASTERIZER, "in use", VS, 0, 0, 0, 0, 0, 0, 0, 0),
    CREATE(VERTEX_ELEMENTS, "vertex buffer 32", NEW, 0, 0, 32, PIPE_FORMAT_R32_FLOAT),
    CREATE(VERTEX_ELEMENTS, "offset", NEW, 65536, 0, 0, PIPE_FORMAT_R32_FLOAT),
    CREATE(VERTEX_ELEMENTS, "no vertex format", NEW, 0, 0, 0, PIPE_FORMAT_Z32_FLOAT),
    CREATE(VERTEX_ELEMENTS, "no vertex format", NEW, 0, 0, 0, ~0u),
    CREATE(VERTEX_ELEMENTS, "length", NEW, 0, 0, 0),
    CREATE(SAMPLER_STATE, "filter", NEW, 2u << 9, 0, 0, 0, 0, 0, 0, 0),
    CREATE(SAMPLER_STATE, "filter", NEW, 3u << 11, 0, 0, 0, 0, 0, 0, 0),
    CREATE(SAMPLER_STATE, "filter", NEW, 2u << 13, 0, 0, 0, 0, 0, 0, 0),
    CREATE(SAMPLER_VIEW, "unknown", NEW, UNKNOWN, PIPE_FORMAT_B8G8R8A8_UNORM, 0, 0, 0x688),
    CREATE(SAMPLER_VIEW, "format", NEW, TEXTURE, 0xffffff, 0, 0, 0x688),
    CREATE(SAMPLER_VIEW, "target", NEW, TEXTURE, PIPE_FORMAT_B8G8R8A8_UNORM | 0x7fu << 24, 0, 0,
           0x688),
    CREATE(SAMPLER_VIEW, "layers", NEW, TEXTURE, PIPE_FORMAT_B8G8R8A8_UNORM, 1u << 16, 0, 0x688),
    CREATE(SAMPLER_VIEW, "levels", NEW, TEXTURE, PIPE_FORMAT_B8G8R8A8_UNORM, 0, 5 | 4 << 8, 0x688),
    CREATE(SAMPLER_VIEW, "swizzle", NEW, TEXTURE, PIPE_FORMAT_B8G8R8A8_UNORM, 0, 0, 7),
    CREATE(SURFACE, "unknown", NEW, UNKNOWN, PIPE_FORMAT_B8G8R8A8_UNORM, 0, 0),
    CREATE(SURFACE, "cannot be seen as", NEW, TEXTURE, PIPE_FORMAT_R8_UNORM, 0, 0),
    CREATE(SURFACE, "cannot be seen as", NEW, TEXTURE, ~0u, 0, 0),
    CREATE(SURFACE, "level", NEW, TEXTURE, PIPE_FORMAT_B8G8R8A8_UNORM, 99, 0),
    CREATE(SURFACE, "layers", NEW, TEXTURE, PIPE_FORMAT_B8G8R8A8_UNORM, 0, 7u << 16),
    CREATE(SURFACE, "is no texture", NEW, VERTICES, PIPE_FORMAT_R8_UNORM, 0, 0),
    CREATE(SHADER, "stage", NEW, STAGES, 4, 1, 0, 0x54524556),
    CREATE(QUERY, "type 99", NEW, 99, 0, UNKNOWN),
    CREATE(STREAMOUT_TARGET, "unknown", NEW, UNKNOWN, 0, 16),
    CREATE(STREAMOUT_TARGET, "no buffer", NEW, TEXTURE, 0, 16),

    /* Binding */
    BIND(BLEND, UNKNOWN, "unknown blend"),
    BIND(BLEND, DSA, "is a"),
    BIND(DSA, RASTERIZER, "is a"),
    BIND(RASTERIZER, BLEND, "is a"),
    BIND(VERTEX_ELEMENTS, SURFACE, "is a"),
    BIND(SURFACE, SURFACE, "not bound this way"),
    BIND(SHADER, VS, "not bound this way"),
    BAD(BIND_SHADER, "unknown shader", UNKNOWN, PIPE_SHADER_VERTEX),
    BAD(BIND_SHADER, "is a", BLEND, PIPE_SHADER_VERTEX),
    BAD(BIND_SHADER, "of stage", VS, PIPE_SHADER_FRAGMENT),
    BAD(BIND_SHADER, "stage", VS, STAGES),
    BAD(LINK_SHADER, "of stage", FS, 0, 0, 0, 0, 0),
    BAD(LINK_SHADER, "is a", BLEND, 0, 0, 0, 0, 0),
    BAD(BIND_SAMPLER_STATES, "stage", STAGES, 0, SAMPLER),
    BAD(BIND_SAMPLER_STATES, "slots", PIPE_SHADER_FRAGMENT, 32, SAMPLER),
    BAD(BIND_SAMPLER_STATES, "slots", PIPE_SHADER_FRAGMENT, ~0u, SAMPLER),
    BAD(BIND_SAMPLER_STATES, "is a", PIPE_SHADER_FRAGMENT, 0, SAMPLER, VIEW),
    BAD(BIND_SAMPLER_STATES, "unknown", PIPE_SHADER_FRAGMENT, 0, UNKNOWN),
    BAD(SET_SAMPLER_VIEWS, "stage", STAGES, 0, VIEW),
    BAD(SET_SAMPLER_VIEWS, "slots", PIPE_SHADER_FRAGMENT, 31, VIEW, VIEW),
    BAD(SET_SAMPLER_VIEWS, "is a", PIPE_SHADER_FRAGMENT, 0, VIEW, SAMPLER),
    BAD(SET_SAMPLER_VIEWS, "unknown", PIPE_SHADER_FRAGMENT, 0, UNKNOWN),
    BAD(SET_CONSTANT_BUFFER, "stage", STAGES, 0, 1, 2, 3, 4),
    BAD(SET_CONSTANT_BUFFER, "constant buffer 16", PIPE_SHADER_VERTEX, 16, 1, 2, 3, 4),
    BAD(SET_UNIFORM_BUFFER, "stage", STAGES, 1, 0, 16, VERTICES),
    BAD(SET_UNIFORM_BUFFER, "constant buffer", PIPE_SHADER_VERTEX, 99, 0, 16, VERTICES),
    BAD(SET_UNIFORM_BUFFER, "unknown", PIPE_SHADER_VERTEX, 1, 0, 16, UNKNOWN),
    BAD(SET_UNIFORM_BUFFER, "buffer", PIPE_SHADER_VERTEX, 1, 0, 16, TEXTURE),
    BAD(SET_UNIFORM_BUFFER, "past the end", PIPE_SHADER_VERTEX, 1, 8192, 16, VERTICES),
    BAD(SET_SHADER_BUFFERS, "stage", STAGES, 0, 0, 16, VERTICES),
    BAD(SET_SHADER_BUFFERS, "slots", PIPE_SHADER_FRAGMENT, 32, 0, 16, VERTICES),
    BAD(SET_SHADER_BUFFERS, "buffer", PIPE_SHADER_FRAGMENT, 0, 0, 16, TEXTURE),
    BAD(SET_SHADER_BUFFERS, "past the end", PIPE_SHADER_FRAGMENT, 0, 8192, 16, VERTICES),
    BAD(SET_ATOMIC_BUFFERS, "slots", 32, 0, 16, VERTICES),
    BAD(SET_ATOMIC_BUFFERS, "unknown", 0, 0, 16, UNKNOWN),
    BAD(SET_SHADER_IMAGES, "stage", STAGES, 0, PIPE_FORMAT_B8G8R8A8_UNORM, 3, 0, 0, TEXTURE),
    BAD(SET_SHADER_IMAGES, "slots", PIPE_SHADER_FRAGMENT, 32, PIPE_FORMAT_B8G8R8A8_UNORM, 3, 0, 0,
        TEXTURE),
    BAD(SET_SHADER_IMAGES, "no image", PIPE_SHADER_FRAGMENT, 0, ~0u, 3, 0, 0, TEXTURE),
    BAD(SET_SHADER_IMAGES, "no image", PIPE_SHADER_FRAGMENT, 0, PIPE_FORMAT_B8G8R8A8_UNORM, 0x80, 0,
        0, TEXTURE),
    BAD(SET_SHADER_IMAGES, "level", PIPE_SHADER_FRAGMENT, 0, PIPE_FORMAT_B8G8R8A8_UNORM, 3, 0, 9,
        TEXTURE),
    BAD(SET_SHADER_IMAGES, "no image", PIPE_SHADER_FRAGMENT, 0, PIPE_FORMAT_R8_UNORM, 3, 0, 0,
        TEXTURE),
    BAD(SET_STREAMOUT_TARGETS, "is a", 0, BLEND),
    BAD(SET_STREAMOUT_TARGETS, "unknown", 0, TARGET, UNKNOWN),
    BAD(SET_STREAMOUT_TARGETS, "length", 0, TARGET, 0, 0, 0, 0),
    BAD(SET_RENDER_CONDITION, "unknown mode", QUERY, 0, 4),
    BAD(SET_RENDER_CONDITION, "is a", SURFACE, 0, 0),
    BAD(SET_RENDER_CONDITION, "has not ended", QUERY, 0, 0),
    BAD(SET_VERTEX_BUFFERS, "unknown", 16, 0, UNKNOWN),
    BAD(SET_VERTEX_BUFFERS, "buffer", 16, 0, TEXTURE),
    BAD(SET_VERTEX_BUFFERS, "stride", 16, 0, VERTICES, 65536, 0, VERTICES),
    BAD(SET_VERTEX_BUFFERS, "length", 16, 0),
    BAD(SET_INDEX_BUFFER, "unknown", UNKNOWN, 2, 0),
    BAD(SET_INDEX_BUFFER, "buffer", TEXTURE, 2, 0),
    BAD(SET_INDEX_BUFFER, "index size 3", VERTICES, 3, 0),
    BAD(SET_INDEX_BUFFER, "index size 0", VERTICES, 0, 0),
    BAD(SET_INDEX_BUFFER, "multiple", VERTICES, 4, 6),

    /* Framebuffers */
    BAD(SET_FRAMEBUFFER_STATE, "colour buffers", 2, 0, SURFACE),
    BAD(SET_FRAMEBUFFER_STATE, "colour buffers", ~0u, 0, SURFACE),
    BAD(SET_FRAMEBUFFER_STATE, "length", 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    BAD(SET_FRAMEBUFFER_STATE, "unknown", 1, 0, UNKNOWN),
    BAD(SET_FRAMEBUFFER_STATE, "is a", 1, 0, VIEW),
    BAD(SET_FRAMEBUFFER_STATE, "is a", 1, BLEND, SURFACE),
    BAD(SET_FRAMEBUFFER_STATE, "is colour", 1, SURFACE, SURFACE),
    BAD(SET_FRAMEBUFFER_STATE, "is depth", 1, 0, DEPTH_SURFACE),
    BAD(SET_FRAMEBUFFER_STATE_NO_ATTACH, "3 samples", 16 << 16 | 16, 3 << 16),
    BAD(SET_FRAMEBUFFER_STATE_NO_ATTACH, "64 samples", 16 << 16 | 16, 64 << 16),

    /* Values */
    BAD(SET_VIEWPORT_STATE, "slots", 16, 0, 0, 0, 0, 0, 0),
    BAD(SET_VIEWPORT_STATE, "slots", 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    BAD(SET_VIEWPORT_STATE, "length", 0, 0, 0, 0, 0),
    BAD(SET_VIEWPORT_STATE, "viewport 3 is not a number", 3, NAN_BITS, 0, 0, 0, 0, 0),
    BAD(SET_VIEWPORT_STATE, "not a number", 0, 0, NAN_BITS, 0, 0, 0, 0),
    BAD(SET_VIEWPORT_STATE, "not a number", 0, 0, 0, 0xffffffff, 0, 0, 0),
    BAD(SET_VIEWPORT_STATE, "not a number", 0, 0, 0, 0, NAN_BITS, 0, 0),
    BAD(SET_VIEWPORT_STATE, "not a number", 0, 0, 0, 0, 0, NAN_BITS, 0),
    BAD(SET_VIEWPORT_STATE, "viewport 1 is", 0, 1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, NAN_BITS),
    BAD(SET_SCISSOR_STATE, "slots", 16, 0, 0),
    BAD(SET_SCISSOR_STATE, "slots", ~0u, 0, 0),
    BAD(SET_SCISSOR_STATE, "length", 0, 0),
    BAD(SET_STENCIL_REF, "length", 0, 0),
    BAD(SET_BLEND_COLOR, "length", 0, 0, 0),
    BAD(SET_POLYGON_STIPPLE, "length", 0),
    BAD(SET_CLIP_STATE, "length", 0),
    BAD(SET_SAMPLE_MASK, "length", 0, 0),
    BAD(SET_MIN_SAMPLES, "33 samples", 33),
    BAD(SET_MIN_SAMPLES, "samples", ~0u),
    BAD(SET_TESS_STATE, "length", 0, 0, 0, 0, 0),

    /* Commands that depend on state */
    BAD(CLEAR, "unknown buffers", 1u << 31, 0, 0, 0, 0, 0, 0, 0),
    BAD(CLEAR_SURFACE, "is a", 0, VIEW, PIPE_CLEAR_COLOR0, 0, 0, 0, 0, 0, 0, 8 << 16 | 8),
    BAD(DRAW_VBO, "primitive", 0, 3, 99, 0, 1, 0, 0, 0, 0, 0, ~0u, 0),
    BAD(DRAW_VBO, "no index buffer", 0, 3, PIPE_PRIM_TRIANGLES, 1, 1, 0, 0, 0, 0, 0, ~0u, 0),
    BAD(DRAW_VBO, "vertices from", ~0u, 3, PIPE_PRIM_TRIANGLES, 0, 1, 0, 0, 0, 0, 0, ~0u, 0),
    BAD(DRAW_VBO, "instances from", 0, 3, PIPE_PRIM_TRIANGLES, 0, ~0u, 0, ~0u, 0, 0, 0, ~0u, 0),
};

static void make_objects(struct wire *w, uint32_t handles[NUM_PLACEHOLDERS])
{
    struct wire_draw_state s = wire_ready_to_draw(w);
    const uint32_t depth = wire_texture(w, PIPE_FORMAT_Z32_FLOAT, 64, 64);
    handles[UNKNOWN - UNKNOWN] = UNKNOWN;
    handles[BLEND - UNKNOWN] = s.blend;
    handles[DSA - UNKNOWN] = s.dsa;
    handles[RASTERIZER - UNKNOWN] = s.rasterizer;
    handles[ELEMENTS - UNKNOWN] = s.elements;
    handles[VS - UNKNOWN] = s.vs;
    handles[FS - UNKNOWN] = s.fs;
    handles[TEXTURE - UNKNOWN] = s.texture;
    handles[SURFACE - UNKNOWN] = s.surface;
    handles[VERTICES - UNKNOWN] = s.vertices;
    handles[SAMPLER - UNKNOWN] = wire_sampler(w);
    handles[VIEW - UNKNOWN] = wire_view(w, s.texture, PIPE_FORMAT_B8G8R8A8_UNORM);
    handles[TARGET - UNKNOWN] = wire_target(w, s.vertices, 0, 256);
    handles[QUERY - UNKNOWN] = wire_query(w, PIPE_QUERY_OCCLUSION_COUNTER, wire_result(w));
    handles[DEPTH_SURFACE - UNKNOWN] = wire_surface(w, depth, PIPE_FORMAT_Z32_FLOAT);
    /* After this draw, the driver has the delayed framebuffer and all other state. */
    wire_draw(w);
    wire_accept(w);
}

/* The state of a context, and the living objects. */
struct snapshot {
    struct null_context ctx;
    struct null_live live;
    unsigned draws, clears;
};

static void take(struct wire *w, struct snapshot *out)
{
    memcpy(&out->ctx, wire_context(w), sizeof(out->ctx));
    out->ctx.has_work = false;
    out->live = w->screen->live;
    out->draws = w->screen->counts.draws;
    out->clears = w->screen->counts.clears;
}

static void refused_without_a_trace(void **state)
{
    struct wire *w = *state;
    uint32_t handles[NUM_PLACEHOLDERS];
    static struct snapshot before, after;
    make_objects(w, handles);
    memset(&before, 0, sizeof(before));
    memset(&after, 0, sizeof(after));
    take(w, &before);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct bad_case *c = &cases[i];
        uint32_t dwords[MAX_DW];
        for (unsigned j = 0; j < c->num; j++) {
            uint32_t d = c->dwords[j];
            dwords[j] = d - UNKNOWN < NUM_PLACEHOLDERS ? handles[d - UNKNOWN] : d;
        }
        wire_command(w, c->command, c->type, dwords, c->num);
        wire_refuse(w, c->reason);
        take(w, &after);
        assert_memory_equal(&before, &after, sizeof(before));
    }
    /* The context must draw as before. */
    wire_draw(w);
    wire_accept(w);
    assert_int_equal(w->screen->counts.draws, before.draws + 1);
}

/* Sends a command with several values of which the last is wrong; checks that no value is set. */
static void all_or_nothing(void **state)
{
    struct wire *w = *state;
    uint32_t payload[1 + 16 * 6] = {0};
    WIRE(w, SET_STENCIL_REF, 0);
    wire_accept(w);
    for (unsigned i = 0; i < 16 * 6; i++)
        payload[1 + i] = wire_float(7);
    payload[16 * 6] = NAN_BITS;
    wire_command(w, GV_VIRGL_SET_VIEWPORT_STATE, 0, payload, 1 + 16 * 6);
    wire_refuse(w, "viewport 15 is not a number");
    const struct null_context *ctx = wire_context(w);
    assert_true(ctx->viewports[0].scale[0] == 0);
    payload[16 * 6] = 0;
    wire_command(w, GV_VIRGL_SET_VIEWPORT_STATE, 0, payload, 1 + 16 * 6);
    wire_accept(w);
    assert_true(ctx->viewports[15].scale[2] == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(refused_without_a_trace),
        WIRE_TEST(all_or_nothing),
    };
    return cmocka_run_group_tests_name("bad state", tests, NULL, NULL);
}
