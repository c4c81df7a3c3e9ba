/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/execute.h"

#include "driver/context.h"
#include "driver/draw/axis.h"
#include "driver/draw/emulation.h"
#include "driver/draw/pass_draw.h"
#include "driver/draw/user_vertices.h"
#include "driver/path/path.h"

void gv_execute(struct gv_context *ctx, const struct pipe_draw_info *info,
                const struct gv_indirect_draws *indirect, bool captured)
{
    const struct gv_draw draw = {
        .info = info, .indirect = indirect, .user_vertices = gv_has_user_vertices(&ctx->state)};
    if (!captured && ctx->path.captured && !ctx->emulation->capture(ctx, info, indirect))
        return;
    if (gv_path_computes_whole(&ctx->path))
        ctx->emulation->draw(ctx, &draw);
    else
        gv_draw_passes(ctx, &draw);
}
