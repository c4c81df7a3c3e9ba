/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/varyings/indexed_io.h"

#include "spirv/translate/base/registers.h"
#include "spirv/translate/base/switch.h"

/* The switch over the registers that an operand can name. Each case is an array variable or a
 * single register. */
struct choice {
    struct gv_tgsi_candidates all;
    uint8_t numbers[GV_TGSI_MAX_IO]; /* the register's index minus the index of the first
                                        candidate */
    uint8_t cases[GV_TGSI_MAX_IO];
    uint8_t arrays[GV_TGSI_MAX_IO];
    uint8_t elements[GV_TGSI_MAX_IO];
    unsigned num_cases;
    uint32_t selector; /* uint id: the accessed register's number, clamped to the last number */
};

/* Finds the candidates of an operand. Returns false if the operand can name no register. */
static bool choose(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg,
                   const struct gv_spv_io_file *file, struct choice *out)
{
    const uint8_t *regs = out->all.regs;
    gv_tgsi_find_candidates(c->scan, reg, &out->all);
    unsigned num = out->all.num;
    if (!num) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "a computed register of none declared");
        return false;
    }
    out->num_cases = 0;
    for (unsigned i = 0; i < num; i++) {
        unsigned element = 0;
        unsigned same = 0;
        out->arrays[i] = (uint8_t)file->array_of(c, regs[i], &element);
        out->elements[i] = (uint8_t)element;
        out->numbers[i] = (uint8_t)(regs[i] - regs[0]);
        while (out->arrays[i] && out->arrays[same] != out->arrays[i])
            same++;
        bool is_new = !out->arrays[i] || same == i;
        out->cases[i] = is_new ? (uint8_t)out->num_cases++ : out->cases[same];
    }
    uint32_t last = gv_spv_uint(&c->b, out->numbers[num - 1], 1);
    uint32_t index = gv_spv_index(c, &reg->ind, reg->index - regs[0]);
    out->selector = gv_spv_ext2(&c->b, GLSLstd450UMin, gv_spv_type(&c->b, GV_U, 1), index, last);
    return true;
}

/* Returns the element of a constant array at a computed index. */
static uint32_t look_up(struct gv_spv_ctx *c, const uint32_t *words, unsigned num, uint32_t index)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t u32 = gv_spv_type_uint(b, 1);
    uint32_t type = gv_spv_type_array(b, u32, num);
    uint32_t ids[GV_TGSI_MAX_IO];
    for (unsigned i = 0; i < num; i++)
        ids[i] = gv_spv_const_uint(b, words[i]);
    uint32_t table = gv_spv_local(b, type, gv_spv_const_composite(b, type, ids, num));
    uint32_t pointer = gv_spv_type_pointer(b, SpvStorageClassFunction, u32);
    return gv_spv_op1(b, SpvOpLoad, u32, gv_spv_op2(b, SpvOpAccessChain, pointer, table, index));
}

/* Returns the element that the selector names in a case's array. `first` is the case's first
 * candidate. */
static uint32_t find_element(struct gv_spv_ctx *c, const struct choice *ch, unsigned first)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t u32 = gv_spv_type_uint(b, 1);
    uint32_t words[GV_TGSI_MAX_IO];
    unsigned base = ch->numbers[first], num = 1;
    bool constant = true, in_step = true;
    words[0] = ch->elements[first];
    for (unsigned i = first + 1; i < ch->all.num; i++) {
        if (ch->cases[i] != ch->cases[first])
            continue;
        for (; num <= ch->numbers[i] - base; num++)
            words[num] = ch->elements[i];
        constant &= ch->elements[i] == ch->elements[first];
        in_step &= ch->elements[i] - ch->elements[first] == ch->numbers[i] - ch->numbers[first];
    }
    if (constant)
        return gv_spv_const_uint(b, words[0]);
    uint32_t index = ch->selector;
    if (ch->num_cases > 1) {
        uint32_t most = gv_spv_const_uint(b, base + num - 1);
        uint32_t least = gv_spv_const_uint(b, base);
        index = gv_spv_ext3(b, GLSLstd450UClamp, u32, index, least, most);
    }
    uint32_t away = in_step ? words[0] - base : 0 - base;
    if (away)
        index = gv_spv_op2(b, SpvOpIAdd, u32, index, gv_spv_const_uint(b, away));
    return in_step ? index : look_up(c, words, num, index);
}

static unsigned first_of(const struct choice *ch, unsigned which)
{
    unsigned first = 0;
    while (ch->cases[first] != which)
        first++;
    return first;
}

static uint32_t element_of(struct gv_spv_ctx *c, const struct choice *ch, unsigned first)
{
    return ch->arrays[first] ? find_element(c, ch, first) : 0;
}

static void begin(struct gv_spv_ctx *c, const struct choice *ch, struct gv_spv_switch *out_switch)
{
    unsigned num = ch->all.num;
    gv_spv_switch_begin_shared(c, ch->selector, ch->numbers, ch->cases, num, ch->cases[num - 1],
                               out_switch);
}

void gv_spv_io_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t vertex,
                    const struct gv_spv_io_file *file, struct gv_val out_vals[4])
{
    struct choice ch;
    struct gv_spv_switch s;
    if (!reg->indirect) {
        file->read(c, (unsigned)reg->index, 0, vertex, out_vals);
        return;
    }
    if (!choose(c, reg, file, &ch))
        return;
    if (ch.num_cases == 1) {
        file->read(c, ch.all.regs[0], element_of(c, &ch, 0), vertex, out_vals);
        return;
    }
    begin(c, &ch, &s);
    for (unsigned i = 0; i < ch.num_cases; i++) {
        unsigned first = first_of(&ch, i);
        struct gv_val vals[4];
        gv_spv_switch_case(c, &s, i);
        file->read(c, ch.all.regs[first], element_of(c, &ch, first), vertex, vals);
        gv_spv_switch_value(&s, gv_spv_gather(&c->b, vals, 4, GV_F), s.labels[i]);
        gv_spv_switch_leave(c, &s);
    }
    gv_spv_switch_end(c, &s, GV_F, out_vals);
}

void gv_spv_io_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, uint32_t vertex,
                     unsigned mask, const struct gv_val vals[4], const struct gv_spv_io_file *file)
{
    struct gv_val floats[4];
    struct choice ch;
    struct gv_spv_switch s;
    if (!reg->indirect) {
        file->write(c, (unsigned)reg->index, 0, vertex, mask, vals);
        return;
    }
    if (!choose(c, reg, file, &ch))
        return;
    if (ch.num_cases == 1) {
        file->write(c, ch.all.regs[0], element_of(c, &ch, 0), vertex, mask, vals);
        return;
    }
    /* Converts the values once, before the switch. */
    for (unsigned i = 0; i < 4; i++)
        floats[i] = mask >> i & 1 ? gv_val_scalar(gv_spv_gather(&c->b, &vals[i], 1, GV_F), GV_F)
                                  : gv_val_imm(0);
    begin(c, &ch, &s);
    for (unsigned i = 0; i < ch.num_cases; i++) {
        unsigned first = first_of(&ch, i);
        gv_spv_switch_case(c, &s, i);
        file->write(c, ch.all.regs[first], element_of(c, &ch, first), vertex, mask, floats);
        gv_spv_switch_leave(c, &s);
    }
    gv_spv_switch_end(c, &s, GV_F, NULL);
}
