/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Common parts of the texts of generated shaders, and the text of tessellation control shaders. */
#include "driver/shader/shader_text.h"

#include "util/text.h"

/* Adds the semantic of a varying, and ends the line. */
static void add_semantic(struct gv_text *t, unsigned slot)
{
    static const struct {
        unsigned first, num;
        const char *name;
    } ranges[] = {
        {GALVAN_SLOT_COLOR(0), 2, "COLOR"},
        {GALVAN_SLOT_BCOLOR(0), 2, "BCOLOR"},
        {GALVAN_SLOT_FOG, 1, "FOG"},
        {GALVAN_SLOT_TEXCOORD(0), 8, "TEXCOORD"},
        {GALVAN_SLOT_CLIPVERTEX, 1, "CLIPVERTEX"},
        {GALVAN_SLOT_CLIPDIST(0), 2, "CLIPDIST"},
        {GALVAN_SLOT_GENERIC(0), 48, "GENERIC"},
    };
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        if (slot >= ranges[i].first && slot - ranges[i].first < ranges[i].num)
            gv_text_add(t, "%s[%u]\n", ranges[i].name, slot - ranges[i].first);
    }
}

unsigned gv_text_declare_varyings(struct gv_text *t, const char *file, uint64_t slots,
                                  unsigned first)
{
    for (; slots; slots &= slots - 1) {
        gv_text_add(t, "DCL %s[%u], ", file, first++);
        add_semantic(t, (unsigned)__builtin_ctzll(slots));
    }
    return first;
}

void gv_text_declare_distances(struct gv_text *t, unsigned num_clipdist, unsigned num_culldist)
{
    if (num_clipdist)
        gv_text_add(t, "PROPERTY NUM_CLIPDIST_ENABLED %u\n", num_clipdist);
    if (num_culldist)
        gv_text_add(t, "PROPERTY NUM_CULLDIST_ENABLED %u\n", num_culldist);
}

/* ---- Geometry shaders of passes */

unsigned gv_pass_text_next_register(const struct gv_pass_shader_key *key)
{
    return 1 + (unsigned)__builtin_popcountll(key->slots);
}

void gv_pass_text_declare(struct gv_text *t, const struct gv_pass_shader_key *key,
                          const char *input, const char *output, unsigned max_vertices)
{
    gv_text_add(t,
                "GEOM\n"
                "PROPERTY GS_INPUT_PRIMITIVE %s\n"
                "PROPERTY GS_OUTPUT_PRIMITIVE %s\n"
                "PROPERTY GS_MAX_OUTPUT_VERTICES %u\n"
                "PROPERTY GS_INVOCATIONS 1\n",
                input, output, max_vertices);
    gv_text_declare_distances(t, key->num_clipdist, key->num_culldist);
    gv_text_add(t, "DCL IN[][0], POSITION\nDCL OUT[0], POSITION\n");
    gv_text_declare_varyings(t, "IN[]", key->slots, 1);
    gv_text_declare_varyings(t, "OUT", key->slots, 1);
}

void gv_pass_text_move(struct gv_text *t, const struct gv_pass_shader_key *key, unsigned vertex,
                       unsigned provoking)
{
    unsigned reg = 1;
    for (uint64_t left = key->slots; left; left &= left - 1, reg++) {
        bool flat = key->flat_slots & (left & -left);
        gv_text_add(t, "MOV OUT[%u], IN[%u][%u]\n", reg, flat ? provoking : vertex, reg);
    }
}

/* ---- Tessellation control shaders. Registers: 0 is the position, then the varyings, the point
 * size, and the levels. */

static unsigned declare(struct gv_text *t, const struct gv_tess_ctrl_key *key, const char *file)
{
    gv_text_add(t, "DCL %s[0], POSITION\n", file);
    unsigned reg = gv_text_declare_varyings(t, file, key->slots, 1);
    if (key->point_size)
        gv_text_add(t, "DCL %s[%u].x, PSIZE\n", file, reg++);
    return reg;
}

void gv_tess_ctrl_text(struct gv_text *t, const void *data)
{
    const struct gv_tess_ctrl_key *key = data;
    gv_text_add(t, "TESS_CTRL\nPROPERTY TCS_VERTICES_OUT %u\n", key->num_vertices);
    declare(t, key, "IN[]");
    unsigned num = declare(t, key, "OUT[]");
    gv_text_add(t,
                "DCL OUT[%u], TESSOUTER\n"
                "DCL OUT[%u].xy, TESSINNER\n"
                "DCL SV[0], INVOCATIONID\n"
                "DCL SV[1], TESS_DEFAULT_OUTER_LEVEL\n"
                "DCL SV[2], TESS_DEFAULT_INNER_LEVEL\n"
                "DCL ADDR[0..1]\n"
                "UARL ADDR[1].x, SV[0].xxxx\n",
                num, num + 1);
    for (unsigned reg = 0; reg < num; reg++)
        gv_text_add(t, "MOV OUT[ADDR[1].x][%u], IN[ADDR[1].x][%u]\n", reg, reg);
    gv_text_add(t, "MOV OUT[%u], SV[1]\nMOV OUT[%u].xy, SV[2]\nEND\n", num, num + 1);
}
