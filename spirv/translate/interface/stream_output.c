/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Stream output (transform feedback). Each captured part of a register has its own Output variable,
 * with a location after the varyings. The variable contains the value that the shader wrote, so
 * lowered rasterizer state does not change it. A register may be captured in parts, more than once,
 * or without being read by the next stage. If a whole register is captured and the next stage reads
 * the register unchanged, the varying's variable is captured instead, because a device has 32
 * locations, and a program may have 32 varyings. */
#include <assert.h>

#include "spirv/translate/base/registers.h"
#include "spirv/translate/base/stage.h"
#include "spirv/translate/interface/outputs.h"
#include "spirv/translate/varyings/locations.h"

enum {
    MAX_LOCATIONS = 32, /* locations of 4 components; every device with transform feedback has at
                           least this number */
};

static bool is_valid(const struct gv_spv_ctx *c, const struct galvan_spirv_stream_output *so,
                     const struct galvan_spirv_capture *piece)
{
    unsigned num_streams = c->stage->emit_vertex ? GALVAN_MAX_STREAMS : 1;
    return piece->register_index < c->scan->num_out && piece->num_components >= 1 &&
           piece->start_component + piece->num_components <= 4 && piece->buffer < 4 &&
           piece->stream < num_streams &&
           piece->dst_offset_dw + piece->num_components <= so->stride_dw[piece->buffer];
}

/* Whether a buffer would capture the vertices of two streams, which Vulkan forbids. */
static bool shares_buffers(const struct galvan_spirv_stream_output *so)
{
    for (unsigned i = 0; i < so->num_captures; i++) {
        for (unsigned j = 0; j < i; j++) {
            if (so->captures[i].buffer == so->captures[j].buffer &&
                so->captures[i].stream != so->captures[j].stream)
                return true;
        }
    }
    return false;
}

static bool is_whole_register(const struct galvan_spirv_capture *piece)
{
    return piece->num_components == 4 && piece->stream == 0;
}

/* Whether the varying's variable is captured for this piece: the piece is a whole register that the
 * next stage reads unchanged, and no earlier piece captures the same variable. */
static bool is_varying(const struct gv_spv_ctx *c, const struct galvan_spirv_stream_output *so,
                       unsigned piece)
{
    const unsigned index = so->captures[piece].register_index;
    const int slot = c->scan->out[index].slot;
    if (!is_whole_register(&so->captures[piece]) || slot < 0 ||
        !(c->key->vertex.consumer_mask >> slot & 1) ||
        gv_spv_find_slot(c, (unsigned)slot) != (int)index ||
        gv_spv_clamps_varying(c, (unsigned)slot))
        return false;
    for (unsigned i = 0; i < piece; i++) {
        if (so->captures[i].register_index == index && is_whole_register(&so->captures[i]))
            return false;
    }
    return true;
}

/* Returns the location of a piece that is captured from its own variable. Such locations follow the
 * locations of the varyings, in the order of the pieces. */
static unsigned find_location(const struct gv_spv_ctx *c,
                              const struct galvan_spirv_stream_output *so, unsigned piece)
{
    unsigned location = (unsigned)__builtin_popcountll(c->key->vertex.consumer_mask) +
                        (unsigned)__builtin_popcount(c->key->raster.extra_mask);
    for (unsigned i = 0; i < piece; i++)
        location += !is_varying(c, so, i);
    return location;
}

static const char *problem(const struct gv_spv_ctx *c, const struct galvan_spirv_stream_output *so,
                           bool at_locations)
{
    if (so->num_captures > GALVAN_MAX_CAPTURES)
        return "more pieces than can be captured";
    for (unsigned i = 0; i < so->num_captures; i++) {
        if (!is_valid(c, so, &so->captures[i]))
            return "a piece that is not in the outputs";
    }
    if (at_locations && find_location(c, so, so->num_captures) > MAX_LOCATIONS)
        return "more outputs than locations";
    return shares_buffers(so) ? "one buffer for several streams" : NULL;
}

void gv_spv_count_captures(struct gv_spv_ctx *c, bool at_locations)
{
    const struct galvan_spirv_stream_output *so = c->key->vertex.stream_output;
    if (!so || !so->num_captures)
        return;
    const char *why = problem(c, so, at_locations);
    if (why)
        gv_spv_unsupported(c, GV_DIAG_STREAM_OUTPUT, why);
    else
        c->num_captures = so->num_captures;
}

void gv_spv_stream_output_modes(struct gv_spv_ctx *c)
{
    if (c->key->vertex.last_vertex_stage)
        gv_spv_count_captures(c, true);
    if (!c->num_captures)
        return;
    gv_spv_capability(&c->b, SpvCapabilityTransformFeedback);
    gv_spv_mode(&c->b, SpvExecutionModeXfb);
}

static void capture(struct gv_spv_ctx *c, uint32_t var, const struct galvan_spirv_capture *piece)
{
    struct gv_spv_builder *b = &c->b;
    const uint32_t stride_dw = c->key->vertex.stream_output->stride_dw[piece->buffer];
    gv_spv_decorate1(b, var, SpvDecorationXfbBuffer, piece->buffer);
    gv_spv_decorate1(b, var, SpvDecorationXfbStride, 4u * stride_dw);
    gv_spv_decorate1(b, var, SpvDecorationOffset, 4u * piece->dst_offset_dw);
    if (piece->stream)
        gv_spv_decorate1(b, var, SpvDecorationStream, piece->stream);
}

static uint32_t capture_var(struct gv_spv_ctx *c, unsigned i)
{
    const struct galvan_spirv_stream_output *so = c->key->vertex.stream_output;
    const struct galvan_spirv_capture *piece = &so->captures[i];
    struct gv_spv_builder *b = &c->b;
    uint32_t *var = &c->capture_var[i];
    if (*var)
        return *var;
    *var = gv_spv_global(b, SpvStorageClassOutput, gv_spv_type_float(b, piece->num_components));
    gv_spv_decorate1(b, *var, SpvDecorationLocation, find_location(c, so, i));
    capture(c, *var, piece);
    return *var;
}

/* Captures the varying's variable as piece `i`, unless this piece is captured already. */
static void capture_varying(struct gv_spv_ctx *c, unsigned i)
{
    const struct galvan_spirv_capture *piece = &c->key->vertex.stream_output->captures[i];
    const uint32_t var = c->out_var[c->scan->out[piece->register_index].slot];
    assert(var);
    if (c->capture_var[i])
        return;
    c->capture_var[i] = var;
    capture(c, var, piece);
}

void gv_spv_stream_output(struct gv_spv_ctx *c, unsigned stream)
{
    for (unsigned i = 0; i < c->num_captures; i++) {
        const struct galvan_spirv_capture *piece = &c->key->vertex.stream_output->captures[i];
        struct gv_val vals[4];
        if (piece->stream != stream)
            continue;
        if (is_varying(c, c->key->vertex.stream_output, i)) {
            capture_varying(c, i);
            continue;
        }
        gv_spv_out_read(c, piece->register_index, vals);
        uint32_t value =
            gv_spv_gather(&c->b, vals + piece->start_component, piece->num_components, GV_F);
        gv_spv_store(&c->b, capture_var(c, i), value);
    }
}
