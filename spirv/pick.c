/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "pick.h"

struct ways {
    struct gv_tgsi_named named;
    uint32_t labels[GV_TGSI_MAX_IO];
    uint32_t merge;
};

/* clamp: a number that names none goes the last way, else past all of them. */
static bool begin(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, bool clamp,
                  struct ways *out_ways)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t words[2 + 2 * GV_TGSI_MAX_IO];
    struct ways *w = out_ways;
    gv_tgsi_named_by(c->scan, reg, &w->named);
    unsigned num = w->named.num;
    if (!num) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "a computed register of none declared");
        return false;
    }
    w->merge = gv_spv_id(b);
    for (unsigned i = 0; i < num; i++) {
        w->labels[i] = gv_spv_id(b);
        words[2 + 2 * i] = w->named.regs[i];
        words[3 + 2 * i] = w->labels[i];
    }
    words[0] = gv_spv_index(c, &reg->ind, reg->index);
    words[1] = clamp ? w->labels[num - 1] : w->merge;
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){w->merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpSwitch, words, 2 + 2 * num);
    return true;
}

static void open_way(struct gv_spv_ctx *c, const struct ways *w, unsigned i)
{
    gv_spv_label(&c->b, w->labels[i]);
    gv_spv_cache_push(&c->cache);
}

static void close_way(struct gv_spv_ctx *c, const struct ways *w)
{
    gv_spv_cache_pop(&c->cache);
    gv_spv_branch(&c->b, w->merge);
}

void gv_spv_pick_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t vertex,
                      gv_spv_read_fn fn, struct gv_val out_vals[4])
{
    uint32_t phi[2 * GV_TGSI_MAX_IO];
    struct ways w;
    if (!begin(c, reg, true, &w))
        return;
    for (unsigned i = 0; i < w.named.num; i++) {
        struct gv_val vals[4];
        open_way(c, &w, i);
        fn(c, w.named.regs[i], vertex, vals);
        phi[2 * i] = gv_spv_gather(c, vals, 4, GV_F);
        phi[2 * i + 1] = w.labels[i];
        close_way(c, &w);
    }
    gv_spv_label(&c->b, w.merge);
    uint32_t id = gv_spv_op(&c->b, SpvOpPhi, gv_spv_type(c, GV_F, 4), phi, 2 * w.named.num);
    for (unsigned i = 0; i < 4; i++)
        out_vals[i] = gv_val_comp(id, GV_F, 4, i);
}

void gv_spv_pick_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t vertex,
                       unsigned mask, const struct gv_val vals[4], gv_spv_write_fn fn)
{
    struct gv_val floats[4];
    struct ways w;
    /* Converted once, in front of all ways. */
    for (unsigned i = 0; i < 4; i++)
        floats[i] = mask >> i & 1 ? gv_val_scalar(gv_spv_gather(c, &vals[i], 1, GV_F), GV_F)
                                  : gv_val_imm(0);
    if (!begin(c, reg, false, &w))
        return;
    for (unsigned i = 0; i < w.named.num; i++) {
        open_way(c, &w, i);
        fn(c, w.named.regs[i], vertex, mask, floats);
        close_way(c, &w);
    }
    gv_spv_label(&c->b, w.merge);
}
