/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/base/context.h"

#include "spirv/translate/base/context.h"

void gv_spv_unsupported(struct gv_spv_ctx *c, uint32_t code, const char *what)
{
    if (c->result == GALVAN_OK)
        c->result = gv_tgsi_fail(&c->pos, code, "not supported: %s", what);
}
