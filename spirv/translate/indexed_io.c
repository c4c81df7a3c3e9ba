/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/indexed_io.h"

#include "spirv/translate/registers.h"
#include "spirv/translate/switch.h"

/* clamp: a number that names no register selects the last one; else it selects none. */
static bool begin(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, bool clamp,
                  struct gv_tgsi_candidates *out_candidates, struct gv_spv_switch *out_switch)
{
    gv_tgsi_find_candidates(c->scan, reg, out_candidates);
    unsigned num = out_candidates->num;
    if (!num) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "a computed register of none declared");
        return false;
    }
    gv_spv_switch_begin(c, gv_spv_index(c, &reg->ind, reg->index), out_candidates->regs, num,
                        clamp ? num - 1 : num, out_switch);
    return true;
}

void gv_spv_indexed_io_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t vertex,
                            gv_spv_read_fn fn, struct gv_val out_vals[4])
{
    struct gv_tgsi_candidates candidates;
    struct gv_spv_switch s;
    if (!begin(c, reg, true, &candidates, &s))
        return;
    for (unsigned i = 0; i < candidates.num; i++) {
        struct gv_val vals[4];
        gv_spv_switch_case(c, &s, i);
        fn(c, candidates.regs[i], vertex, vals);
        gv_spv_switch_value(&s, gv_spv_gather(&c->b, vals, 4, GV_F), s.labels[i]);
        gv_spv_switch_leave(c, &s);
    }
    gv_spv_switch_end(c, &s, GV_F, out_vals);
}

void gv_spv_indexed_io_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t vertex,
                             unsigned mask, const struct gv_val vals[4], gv_spv_write_fn fn)
{
    struct gv_val floats[4];
    struct gv_tgsi_candidates candidates;
    struct gv_spv_switch s;
    /* Converted once, before the switch. */
    for (unsigned i = 0; i < 4; i++)
        floats[i] = mask >> i & 1 ? gv_val_scalar(gv_spv_gather(&c->b, &vals[i], 1, GV_F), GV_F)
                                  : gv_val_imm(0);
    if (!begin(c, reg, false, &candidates, &s))
        return;
    for (unsigned i = 0; i < candidates.num; i++) {
        gv_spv_switch_case(c, &s, i);
        fn(c, candidates.regs[i], vertex, mask, floats);
        gv_spv_switch_leave(c, &s);
    }
    gv_spv_switch_end(c, &s, GV_F, NULL);
}
