/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The geometry stage: its modes, its system values, and EMIT and ENDPRIM. */
#include "spirv/translate/base/branch.h"
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/interface/outputs.h"
#include "spirv/translate/stages/stages.h"

static const struct primitive {
    SpvExecutionMode mode;
    uint8_t num_vertices; /* 0: geometry shaders cannot have this input primitive */
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

bool gv_spv_geometry_primitives(struct gv_spv_ctx *c, SpvExecutionMode *out_input,
                                SpvExecutionMode *out_output)
{
    const char *why = NULL;
    if (!input_mode(c, out_input))
        why = "this GS_INPUT_PRIMITIVE";
    else if (!output_mode(c->scan->properties[TGSI_PROPERTY_GS_OUTPUT_PRIM], out_output))
        why = "this GS_OUTPUT_PRIMITIVE";
    else if (c->tgsi->info.streams_mask > 1 && *out_output != SpvExecutionModeOutputPoints)
        why = "several vertex streams of anything but points";
    if (why)
        gv_spv_unsupported(c, GV_DIAG_PROPERTY_UNSUPPORTED, why);
    return !why;
}

static void modes(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    SpvExecutionMode input, output;
    if (!gv_spv_geometry_primitives(c, &input, &output))
        return;
    if (c->tgsi->info.streams_mask > 1)
        gv_spv_capability(b, SpvCapabilityGeometryStreams);
    gv_spv_capability(b, SpvCapabilityGeometry);
    gv_spv_mode(b, input);
    gv_spv_mode(b, output);
    gv_spv_mode1(b, SpvExecutionModeOutputVertices, c->tgsi->info.gs_max_vertices);
    gv_spv_mode1(b, SpvExecutionModeInvocations, c->tgsi->info.gs_invocations);
    gv_spv_stream_output_modes(c);
}

static bool system_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    switch (semantic) {
    case TGSI_SEMANTIC_INVOCATIONID:
        c->sv[i][0] = gv_val_scalar(gv_spv_load_uint(c, SpvBuiltInInvocationId), GV_U);
        return true;
    case TGSI_SEMANTIC_PRIMID:
        c->sv[i][0] = gv_val_scalar(gv_spv_load_uint(c, SpvBuiltInPrimitiveId), GV_U);
        return true;
    default:
        return false;
    }
}

/* Generates `op` or, if the shader uses several streams, `stream_op` with the stream. */
static void cut(struct gv_spv_ctx *c, SpvOp op, SpvOp stream_op, unsigned stream)
{
    if (c->tgsi->info.streams_mask <= 1) {
        gv_spv_stmt(&c->b, op, NULL, 0);
        return;
    }
    uint32_t id = gv_spv_const_uint(&c->b, stream);
    gv_spv_stmt(&c->b, stream_op, &id, 1);
}

/* Emits a vertex. Only stream 0 is drawn; streams 1 to 3 can only be captured. */
static void emit_vertex(struct gv_spv_ctx *c, unsigned stream)
{
    if (stream == 0)
        gv_spv_vertex_outputs(c);
    else
        gv_spv_stream_output(c, stream);
    cut(c, SpvOpEmitVertex, SpvOpEmitStreamVertex, stream);
}

static void end_primitive(struct gv_spv_ctx *c, unsigned stream)
{
    cut(c, SpvOpEndPrimitive, SpvOpEndStreamPrimitive, stream);
}

/* Generates an unreachable EmitVertex for a shader that emits nothing. Such a shader must still
 * declare the outputs that the next stage reads, and lavapipe of Mesa 22.3 draws uninitialized
 * memory if a module has no EmitVertex. */
static void end(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    if (c->outputs_created)
        return;
    uint32_t cond = gv_spv_never(c), then = gv_spv_id(b), merge = gv_spv_id(b);
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){cond, then, merge}, 3);
    gv_spv_label(b, then);
    emit_vertex(c, 0);
    gv_spv_branch(b, merge);
    gv_spv_label(b, merge);
}

const struct gv_spv_stage gv_spv_geometry_stage = {
    .model = SpvExecutionModelGeometry,
    .modes = modes,
    .read_input = gv_spv_read_vertex_input,
    .system_value = system_value,
    .emit_vertex = emit_vertex,
    .end_primitive = end_primitive,
    .end = end,
    .reads_driver_block = gv_spv_vertex_reads_driver_block,
    .varying_builtin = SpvBuiltInInvocationId,
    .varying_components = 1,
    .point_size = SpvCapabilityGeometryPointSize,
    .layer = SpvCapabilityGeometry,
    .viewport_index = SpvCapabilityMultiViewport,
    .first_border = GV_SPV_NO_BORDERS,
    .passes_primitive_id = true,
};
