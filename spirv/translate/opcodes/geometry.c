/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* EMIT and ENDPRIM. */
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"
#include "spirv/translate/base/stage.h"

/* Sets *out_stream to the stream of EMIT or ENDPRIM: an immediate operand, or 0 in old shaders,
 * which lack this operand. Returns false if the operand is no valid stream. */
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

void gv_spv_emit_geometry(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    unsigned stream;
    if (!stream_of(c, in, &stream))
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "this vertex stream");
    else if (in->opcode == TGSI_OPCODE_EMIT)
        c->stage->emit_vertex(c, stream);
    else
        c->stage->end_primitive(c, stream);
}
