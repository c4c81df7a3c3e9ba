/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The families of opcodes. Each family has a file with a function that translates one of its
 * instructions. */
#ifndef GV_SPV_FAMILIES_H
#define GV_SPV_FAMILIES_H

#include "spirv/translate/base/context.h"

void gv_spv_emit_barrier(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_compare(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_control(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_convert(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_derivative(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_discard(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_double(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_fb_fetch(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_float(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_function(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_geometry(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_int(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_int64(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_interpolate(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_memory(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_move(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_old(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_sample(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_subgroup(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_texture(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);

#endif
