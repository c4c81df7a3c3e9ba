/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The loop over a buffer of commands: finds each command's row, checks its length and calls its
 * decoder. */
#include <stdarg.h>

#include "pipe/p_context.h"
#include "virgl/blob.h"
#include "virgl/command/command.h"
#include "virgl/context.h"
#include "virgl/renderer.h"
#include "virgl/results.h"
#include "virgl/sub_context.h"

enum galvan_result gv_virgl_fail_with(struct gv_virgl_cmd *cmd, enum galvan_result result,
                                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    gv_virgl_refuse_at(cmd->ctx, result, cmd->name, cmd->offset_dw, format, args);
    va_end(args);
    return result;
}

enum galvan_result gv_virgl_fail(struct gv_virgl_cmd *cmd, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    gv_virgl_refuse_at(cmd->ctx, GALVAN_ERROR_INVALID, cmd->name, cmd->offset_dw, format, args);
    va_end(args);
    return GALVAN_ERROR_INVALID;
}

enum galvan_result gv_virgl_fail_unsupported(struct gv_virgl_cmd *cmd)
{
    return gv_virgl_fail_with(cmd, GALVAN_ERROR_UNSUPPORTED, "not supported by this driver");
}

enum galvan_result gv_virgl_decode_unsupported(struct gv_virgl_cmd *cmd)
{
    return gv_virgl_fail_with(cmd, GALVAN_ERROR_UNSUPPORTED, "not supported, nor announced");
}

enum galvan_result gv_virgl_decode_ignore(struct gv_virgl_cmd *cmd)
{
    (void)cmd;
    return GALVAN_OK;
}

bool gv_virgl_stage_ok(struct gv_virgl_cmd *cmd, uint32_t stage)
{
    if (stage < GV_VIRGL_NUM_STAGES)
        return true;
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

/* Whether a command of this length may be decoded. */
static bool length_ok(const struct gv_virgl_command *row, unsigned len_dw)
{
    if (len_dw < row->min_dw || len_dw > row->max_dw)
        return false;
    return !row->stride_dw || (len_dw - row->min_dw) % row->stride_dw == 0;
}

/* Checks the length against the row and decodes. */
static enum galvan_result run_row(struct gv_virgl_cmd *cmd, const struct gv_virgl_command *row)
{
    cmd->name = row->name;
    if (!length_ok(row, gv_virgl_header_len(cmd->header)))
        return gv_virgl_fail(cmd, "length %u, wanted %u to %u", gv_virgl_header_len(cmd->header),
                             row->min_dw, row->max_dw);
    if (row->flags & GV_VIRGL_NEEDS_PIPE) {
        cmd->pipe = gv_virgl_sub_context_pipe(cmd->sub);
        if (!cmd->pipe)
            return gv_virgl_fail_with(cmd, GALVAN_ERROR_NO_MEMORY, "cannot make a context");
    }
    enum galvan_result result = row->decode(cmd);
    if (result == GALVAN_OK && cmd->in.overrun)
        result = gv_virgl_fail(cmd, "too short for what it holds");
    if (result == GALVAN_OK) {
        cmd->r->has_work |= (row->flags & (GV_VIRGL_IS_WORK | GV_VIRGL_IS_FRAME)) != 0;
        cmd->r->flush_at_end |= (row->flags & GV_VIRGL_IS_FRAME) != 0;
    }
    return result;
}

enum galvan_result gv_virgl_decode_create_object(struct gv_virgl_cmd *cmd)
{
    unsigned type = gv_virgl_header_type(cmd->header);
    if (type >= GV_VIRGL_NUM_OBJECT_TYPES || !gv_virgl_objects[type].name)
        return gv_virgl_fail(cmd, "unknown object type %u", type);
    return run_row(cmd, &gv_virgl_objects[type]);
}

static void run_command(struct gv_virgl_context *ctx, uint32_t header, const uint32_t *payload,
                        size_t offset_dw)
{
    struct gv_virgl_cmd cmd = {
        .r = ctx->r,
        .ctx = ctx,
        .sub = ctx->current,
        .header = header,
        .offset_dw = offset_dw,
        .in = {.dwords = payload, .len_dw = gv_virgl_header_len(header)},
    };
    unsigned number = gv_virgl_header_command(header);
    if (number >= GV_VIRGL_NUM_COMMANDS) {
        cmd.name = "UNKNOWN";
        gv_virgl_fail(&cmd, "unknown command %u of %u dwords", number, gv_virgl_header_len(header));
        return;
    }
    run_row(&cmd, &gv_virgl_commands[number]);
}

enum galvan_result gv_virgl_submit(struct gv_virgl_context *ctx, const uint32_t *dwords,
                                   size_t num_dwords)
{
    struct gv_virgl_renderer *r = ctx->r;
    enum galvan_result result = GALVAN_OK;

    if (r->lost)
        return GALVAN_ERROR_DEVICE_LOST;
    struct gv_virgl_cmd whole = {.r = r, .ctx = ctx, .name = "submit"};
    if (num_dwords > r->limits.max_submit_B / sizeof(uint32_t))
        return gv_virgl_fail_with(&whole, GALVAN_ERROR_LIMIT, "%zu dwords, at most %zu", num_dwords,
                                  r->limits.max_submit_B / sizeof(uint32_t));
    gv_virgl_make_current(r, ctx->current);
    for (size_t pos = 0; pos < num_dwords && !r->lost;) {
        unsigned len_dw = gv_virgl_header_len(dwords[pos]);
        if (len_dw > num_dwords - pos - 1) {
            unsigned number = gv_virgl_header_command(dwords[pos]);
            whole.name =
                number < GV_VIRGL_NUM_COMMANDS ? gv_virgl_commands[number].name : "UNKNOWN";
            whole.offset_dw = pos;
            result = gv_virgl_fail(&whole, "length %u runs past the end, %zu dwords are left",
                                   len_dw, num_dwords - pos - 1);
            break;
        }
        run_command(ctx, dwords[pos], dwords + pos + 1, pos);
        pos += 1 + len_dw;
    }
    if (r->flush_at_end)
        gv_virgl_flush_work(r);
    r->flush_at_end = false;
    gv_virgl_poll_results(r);
    if (r->retired)
        gv_virgl_blobs_reap(r, false);
    return gv_virgl_check_device(r) ? GALVAN_ERROR_DEVICE_LOST : result;
}
