/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Functions that decoders share: refusals, and checks of stages and slots. */
#include "virgl/command/command.h"

#include <stdarg.h>

#include "virgl/context.h"
#include "virgl/renderer.h"
#include "virgl/report.h"
#include "virgl/sub_context.h"

static enum galvan_result refuse(struct gv_virgl_cmd *cmd, enum galvan_result result,
                                 const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

static enum galvan_result refuse(struct gv_virgl_cmd *cmd, enum galvan_result result,
                                 const char *format, va_list args)
{
    const struct gv_virgl_command_place place = {
        .context_name = cmd->ctx->name,
        .command = cmd->row->name,
        .offset_dw = cmd->offset_dw,
    };
    gv_virgl_refuse_command(cmd->r, result, &place, format, args);
    cmd->r->refused_creation |= gv_virgl_header_command(cmd->header) == GV_VIRGL_CREATE_OBJECT;
    return result;
}

enum galvan_result gv_virgl_fail_with(struct gv_virgl_cmd *cmd, enum galvan_result result,
                                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    refuse(cmd, result, format, args);
    va_end(args);
    return result;
}

enum galvan_result gv_virgl_fail(struct gv_virgl_cmd *cmd, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    refuse(cmd, GALVAN_ERROR_INVALID, format, args);
    va_end(args);
    return GALVAN_ERROR_INVALID;
}

enum galvan_result gv_virgl_fail_unsupported(struct gv_virgl_cmd *cmd)
{
    return gv_virgl_fail_with(cmd, GALVAN_ERROR_UNSUPPORTED, "not supported by this driver");
}

bool gv_virgl_no_stage(struct gv_virgl_cmd *cmd, uint32_t stage)
{
    gv_virgl_fail(cmd, "unknown shader stage %u", stage);
    return false;
}

bool gv_virgl_slots_ok(struct gv_virgl_cmd *cmd, uint32_t start, uint32_t count, uint32_t max)
{
    if (count <= max && start <= max - count)
        return true;
    gv_virgl_fail(cmd, "%u slots from %u, there are %u", count, start, max);
    return false;
}
