/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Stream output: every captured piece is an output variable of its own, at a location behind the
 * interface, that holds the register as the shader wrote it. So a register may be captured in
 * pieces, twice, or not at all by the next stage, and what is done to the real outputs for the
 * rasterizer is not captured. */
#include "translate.h"

enum {
    MAX_LOCATIONS = 32, /* of 4 components; what every device with stream output has */
};

static void capture(struct gv_spv_ctx *c, const struct galvan_spirv_capture *piece,
                    uint32_t stride_dw, unsigned location, uint32_t *var)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_val vals[4] = {gv_val_imm(0), gv_val_imm(0), gv_val_imm(0), gv_val_imm(0)};
    gv_spv_out_read(c, piece->register_index, vals);
    if (!*var) {
        *var = gv_spv_global(b, SpvStorageClassOutput, gv_spv_type_float(b, piece->num_components));
        gv_spv_decorate1(b, *var, SpvDecorationLocation, location);
        gv_spv_decorate1(b, *var, SpvDecorationXfbBuffer, piece->buffer);
        gv_spv_decorate1(b, *var, SpvDecorationXfbStride, 4 * stride_dw);
        gv_spv_decorate1(b, *var, SpvDecorationOffset, 4 * piece->dst_offset_dw);
    }
    gv_spv_store(b, *var,
                 gv_spv_gather(c, vals + piece->start_component, piece->num_components, GV_F));
}

static bool is_valid(const struct gv_spv_ctx *c, const struct galvan_spirv_stream_output *so,
                     const struct galvan_spirv_capture *piece)
{
    return piece->register_index < c->scan->num_out && piece->num_components >= 1 &&
           piece->start_component + piece->num_components <= 4 && piece->buffer < 4 &&
           piece->stream == 0 &&
           piece->dst_offset_dw + piece->num_components <= so->stride_dw[piece->buffer];
}

void gv_spv_stream_output(struct gv_spv_ctx *c)
{
    const struct galvan_spirv_stream_output *so = c->key->stream_output;
    if (!so || !so->num_captures)
        return;
    unsigned location = (unsigned)__builtin_popcountll(c->key->consumer_mask);
    if (so->num_captures > GALVAN_MAX_CAPTURES || location + so->num_captures > MAX_LOCATIONS) {
        gv_spv_unsupported(c, GV_DIAG_STREAM_OUTPUT, "more outputs than locations");
        return;
    }
    gv_spv_capability(&c->b, SpvCapabilityTransformFeedback);
    if (!c->outputs_made)
        gv_spv_mode(&c->b, SpvExecutionModeXfb);
    for (unsigned i = 0; i < so->num_captures; i++) {
        const struct galvan_spirv_capture *piece = &so->captures[i];
        if (!is_valid(c, so, piece)) {
            gv_spv_unsupported(c, GV_DIAG_STREAM_OUTPUT, "a piece that is not in the outputs");
            return;
        }
        capture(c, piece, so->stride_dw[piece->buffer], location++, &c->capture_var[i]);
    }
}
