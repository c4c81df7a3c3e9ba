/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/screen/slot_names.h"

#include <stddef.h>

#include "galvan/spirv.h"
#include "util/text.h"

void gv_slot_name_add(struct gv_text *t, unsigned slot)
{
    static const struct {
        uint8_t first, num;
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
