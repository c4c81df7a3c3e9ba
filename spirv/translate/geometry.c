/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What geometry shaders are made of beside their inputs: execution modes, EMIT and ENDPRIM. */
#include "spirv/translate/translate.h"

static const struct primitive {
    SpvExecutionMode mode;
    uint8_t num_vertices; /* 0: no input of geometry shaders */
} primitives[] = {
    [GV_TGSI_PRIM_POINTS] = {SpvExecutionModeInputPoints, 1},
    [GV_TGSI_PRIM_LINES] = {SpvExecutionModeInputLines, 2},
    [GV_TGSI_PRIM_TRIANGLES] = {SpvExecutionModeTriangles, 3},
    [GV_TGSI_PRIM_LINES_ADJACENCY] = {SpvExecutionModeInputLinesAdjacency, 4},
    [GV_TGSI_PRIM_TRIANGLES_ADJACENCY] = {SpvExecutionModeInputTrianglesAdjacency, 6},
};

static bool input_mode(struct gv_spv_ctx *c, SpvExecutionMode *out_mode)
{
    uint32_t prim = c->scan->properties[TGSI_PROPERTY_GS_INPUT_PRIM];
    if (prim >= sizeof(primitives) / sizeof(primitives[0]) || !primitives[prim].num_vertices)
        return false;
    *out_mode = primitives[prim].mode;
    c->num_in_vertices = primitives[prim].num_vertices;
    return true;
}

static bool output_mode(uint32_t prim, SpvExecutionMode *out_mode)
{
    switch (prim) {
    case GV_TGSI_PRIM_POINTS:
        *out_mode = SpvExecutionModeOutputPoints;
        return true;
    case GV_TGSI_PRIM_LINE_STRIP:
        *out_mode = SpvExecutionModeOutputLineStrip;
        return true;
    case GV_TGSI_PRIM_TRIANGLE_STRIP:
        *out_mode = SpvExecutionModeOutputTriangleStrip;
        return true;
    default:
        return false;
    }
}

static uint32_t at_least_one(uint32_t value)
{
    return value ? value : 1;
}

void gv_spv_geometry_modes(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    const uint32_t *properties = c->scan->properties;
    SpvExecutionMode input, output;
    if (!input_mode(c, &input)) {
        gv_spv_unsupported(c, GV_DIAG_PROPERTY_UNSUPPORTED, "this GS_INPUT_PRIMITIVE");
        return;
    }
    if (!output_mode(properties[TGSI_PROPERTY_GS_OUTPUT_PRIM], &output)) {
        gv_spv_unsupported(c, GV_DIAG_PROPERTY_UNSUPPORTED, "this GS_OUTPUT_PRIMITIVE");
        return;
    }
    bool many_streams = c->tgsi->info.streams_mask > 1;
    if (many_streams && output != SpvExecutionModeOutputPoints) {
        gv_spv_unsupported(c, GV_DIAG_PROPERTY_UNSUPPORTED,
                           "several vertex streams of anything but points");
        return;
    }
    if (many_streams)
        gv_spv_capability(b, SpvCapabilityGeometryStreams);
    gv_spv_capability(b, SpvCapabilityGeometry);
    gv_spv_mode(b, input);
    gv_spv_mode(b, output);
    gv_spv_mode1(b, SpvExecutionModeOutputVertices,
                 at_least_one(properties[TGSI_PROPERTY_GS_MAX_OUTPUT_VERTICES]));
    gv_spv_mode1(b, SpvExecutionModeInvocations,
                 at_least_one(properties[TGSI_PROPERTY_GS_INVOCATIONS]));
}

/* The stream of EMIT and ENDPRIM, which is an immediate; old texts have no operand. */
static bool stream_of(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned *out_stream)
{
    struct gv_val vals[4] = {gv_val_imm(0)};
    if (in->num_src)
        gv_spv_fetch(c, &in->src[0], 1, vals);
    if (vals[0].type != GV_IMM || vals[0].id >= GALVAN_MAX_STREAMS)
        return false;
    *out_stream = vals[0].id;
    return true;
}

/* EMIT or ENDPRIM. */
static void cut(struct gv_spv_ctx *c, bool is_emit, unsigned stream)
{
    if (c->tgsi->info.streams_mask <= 1) {
        gv_spv_stmt(&c->b, is_emit ? SpvOpEmitVertex : SpvOpEndPrimitive, NULL, 0);
        return;
    }
    uint32_t id = gv_spv_const_uint(&c->b, stream);
    gv_spv_stmt(&c->b, is_emit ? SpvOpEmitStreamVertex : SpvOpEndStreamPrimitive, &id, 1);
}

void gv_spv_emit_geometry(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    bool is_emit = in->opcode == TGSI_OPCODE_EMIT;
    unsigned stream;
    if (!stream_of(c, in, &stream)) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "this vertex stream");
        return;
    }
    /* What is drawn is stream 0; the others are captured at most. */
    if (is_emit && stream == 0)
        gv_spv_vertex_outputs(c);
    else if (is_emit)
        gv_spv_stream_output(c, stream);
    cut(c, is_emit, stream);
}

/* Where nothing is drawn the next stage still reads outputs, which must be there; and lavapipe of
 * Mesa 22.3 draws what it finds in memory where it sees no EmitVertex. So there is one that is not
 * reached. */
void gv_spv_geometry_end(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    if (c->outputs_made)
        return;
    uint32_t cond = gv_spv_never(c), then = gv_spv_id(b), merge = gv_spv_id(b);
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){cond, then, merge}, 3);
    gv_spv_label(b, then);
    gv_spv_vertex_outputs(c);
    cut(c, true, 0);
    gv_spv_branch(b, merge);
    gv_spv_label(b, merge);
}
