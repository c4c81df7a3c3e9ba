/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/base/switch.h"

void gv_spv_switch_begin_shared(struct gv_spv_ctx *c, uint32_t selector, const uint8_t *numbers,
                                const uint8_t *cases, unsigned num, unsigned other,
                                struct gv_spv_switch *out_switch)
{
    struct gv_spv_switch *s = out_switch;
    struct gv_spv_builder *b = &c->b;
    uint32_t words[2 + 2 * GV_TGSI_MAX_IO];
    unsigned num_cases = 0;
    s->num_phi = 0;
    s->merge = gv_spv_id(b);
    for (unsigned i = 0; i < num; i++) {
        while (num_cases <= cases[i])
            s->labels[num_cases++] = gv_spv_id(b);
        words[2 + 2 * i] = numbers[i];
        words[3 + 2 * i] = s->labels[cases[i]];
    }
    words[0] = selector;
    words[1] = other < num_cases ? s->labels[other] : s->merge;
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){s->merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpSwitch, words, 2 + 2 * num);
}

void gv_spv_switch_begin(struct gv_spv_ctx *c, uint32_t selector, const uint8_t *numbers,
                         unsigned num, unsigned other, struct gv_spv_switch *out_switch)
{
    uint8_t cases[GV_TGSI_MAX_IO];
    for (unsigned i = 0; i < num; i++)
        cases[i] = (uint8_t)i;
    gv_spv_switch_begin_shared(c, selector, numbers, cases, num, other, out_switch);
}

void gv_spv_switch_case(struct gv_spv_ctx *c, const struct gv_spv_switch *s, unsigned i)
{
    gv_spv_label(&c->b, s->labels[i]);
    gv_spv_cache_push(&c->b.cache);
}

void gv_spv_switch_leave(struct gv_spv_ctx *c, const struct gv_spv_switch *s)
{
    gv_spv_cache_pop(&c->b.cache);
    gv_spv_branch(&c->b, s->merge);
}

void gv_spv_switch_value(struct gv_spv_switch *s, uint32_t value, uint32_t block)
{
    s->phi[s->num_phi++] = value;
    s->phi[s->num_phi++] = block;
}

void gv_spv_switch_end(struct gv_spv_ctx *c, const struct gv_spv_switch *s, unsigned type,
                       struct gv_val out_vals[4])
{
    gv_spv_label(&c->b, s->merge);
    if (!out_vals)
        return;
    uint32_t id = gv_spv_op(&c->b, SpvOpPhi, gv_spv_type(&c->b, type, 4), s->phi, s->num_phi);
    gv_val_vector(id, type, 4, 4, out_vals);
}
