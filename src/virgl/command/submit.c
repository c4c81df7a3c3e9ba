/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The loop over a buffer of commands: finds each command's row, checks its length and calls its
 * decoder. */
#include "virgl/api/submit.h"

#include "virgl/api/busy.h"
#include "virgl/api/notes.h"
#include "virgl/command/table.h"
#include "virgl/context.h"
#include "virgl/pipe.h"
#include "virgl/renderer.h"
#include "virgl/resource.h"
#include "virgl/sub_context.h"
#include "virgl/work.h"

static __attribute__((noinline)) void refuse_length(struct gv_virgl_cmd *cmd,
                                                    const struct gv_virgl_command *row)
{
    gv_virgl_fail(cmd, "length %u, wanted %u to %u", gv_virgl_header_len(cmd->header), row->min_dw,
                  row->max_dw);
}

/* Whether the command has a length that its row allows; reports it otherwise. */
static inline bool check_length(struct gv_virgl_cmd *cmd, const struct gv_virgl_command *row)
{
    unsigned len_dw = gv_virgl_header_len(cmd->header);
    cmd->name = row->name;
    if (len_dw >= row->min_dw && len_dw <= row->max_dw &&
        (row->stride_dw <= 1 || (len_dw - row->min_dw) % row->stride_dw == 0))
        return true;
    refuse_length(cmd, row);
    return false;
}

const char *gv_virgl_command_name(uint32_t header)
{
    unsigned number = gv_virgl_header_command(header), type = gv_virgl_header_type(header);

    if (header == 0)
        return "no command";
    if (number == GV_VIRGL_CREATE_OBJECT && type < GV_VIRGL_NUM_OBJECT_TYPES &&
        gv_virgl_objects[type].name)
        return gv_virgl_objects[type].name;
    return number < GV_VIRGL_NUM_COMMANDS && gv_virgl_commands[number].name
               ? gv_virgl_commands[number].name
               : "UNKNOWN";
}

/* The row of what CREATE_OBJECT makes; reports and returns NULL when there is none. */
static const struct gv_virgl_command *find_object(struct gv_virgl_cmd *cmd)
{
    unsigned type = gv_virgl_header_type(cmd->header);
    if (type < GV_VIRGL_NUM_OBJECT_TYPES && gv_virgl_objects[type].name)
        return &gv_virgl_objects[type];
    gv_virgl_fail(cmd, "unknown object type %u", type);
    return NULL;
}

static void decode(struct gv_virgl_cmd *cmd, const struct gv_virgl_command *row)
{
    if (row->flags & GV_VIRGL_NEEDS_PIPE) {
        cmd->pipe = cmd->sub->pipe ? cmd->sub->pipe : gv_virgl_sub_context_pipe(cmd->sub);
        if (!cmd->pipe) {
            gv_virgl_fail_with(cmd, GALVAN_ERROR_NO_MEMORY, "cannot make a context");
            return;
        }
    }
    enum galvan_result result = row->decode(cmd);
    if (result == GALVAN_OK && cmd->in.overrun)
        result = gv_virgl_fail(cmd, "too short for what it holds");
    if (result == GALVAN_OK) {
        cmd->r->has_work |= (row->flags & (GV_VIRGL_IS_WORK | GV_VIRGL_IS_FRAME)) != 0;
        cmd->r->worth_starting |= (row->flags & GV_VIRGL_IS_FRAME) != 0;
    }
}

/* Carries out the command at pos, which the submit has whole. Returns where the next one is. */
static size_t run_command(struct gv_virgl_cmd *cmd, const uint32_t *dwords, size_t num_dwords,
                          size_t pos)
{
    const uint32_t header = dwords[pos];
    const size_t end = pos + 1 + gv_virgl_header_len(header);
    struct gv_virgl_notes *notes = cmd->r->notes;
    cmd->sub = cmd->ctx->current;
    cmd->pipe = NULL;
    cmd->header = header;
    cmd->offset_dw = pos;
    cmd->in = (struct gv_virgl_reader){dwords + pos + 1, gv_virgl_header_len(header), 0, false};
    cmd->behind = (struct gv_virgl_reader){dwords + end, num_dwords - end, 0, false};
    unsigned number = gv_virgl_header_command(header);
    atomic_store_explicit(&notes->header, header, memory_order_relaxed);
    atomic_store_explicit(&notes->offset_dw, (uint32_t)pos, memory_order_relaxed);
    if (number >= GV_VIRGL_NUM_COMMANDS) {
        cmd->name = "UNKNOWN";
        gv_virgl_fail(cmd, "unknown command %u of %u dwords", number, gv_virgl_header_len(header));
        return end;
    }
    const struct gv_virgl_command *row = &gv_virgl_commands[number];
    if (!check_length(cmd, row))
        return end;
    if (number == GV_VIRGL_CREATE_OBJECT) {
        row = find_object(cmd);
        if (!row || !check_length(cmd, row))
            return end;
    }
    decode(cmd, row);
    return end + cmd->behind.pos_dw;
}

enum galvan_result gv_virgl_submit(struct gv_virgl_context *ctx, const uint32_t *dwords,
                                   size_t num_dwords)
{
    struct gv_virgl_renderer *r = ctx->r;
    enum galvan_result result = GALVAN_OK;

    if (r->lost)
        return GALVAN_ERROR_DEVICE_LOST;
    struct gv_virgl_cmd whole = {.r = r, .ctx = ctx, .name = "submit"}, cmd = whole;
    if (num_dwords > r->limits.max_submit_B / sizeof(uint32_t))
        return gv_virgl_fail_with(&whole, GALVAN_ERROR_LIMIT, "%zu dwords, at most %zu", num_dwords,
                                  r->limits.max_submit_B / sizeof(uint32_t));
    gv_virgl_make_current(r, ctx->current);
    r->num_submits++;
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
        pos = run_command(&cmd, dwords, num_dwords, pos);
    }
    if (!r->starts_work && r->worth_starting)
        gv_virgl_flush_work(r);
    gv_virgl_poll_results(r);
    if (r->retired)
        gv_virgl_resources_reap(r, false);
    return gv_virgl_check_device(r) ? GALVAN_ERROR_DEVICE_LOST : result;
}

bool gv_virgl_has_work(const struct gv_virgl_renderer *r)
{
    return r->starts_work && r->worth_starting;
}

void gv_virgl_start_work(struct gv_virgl_renderer *r)
{
    if (r->lost)
        return;
    gv_virgl_flush_work(r);
    gv_virgl_poll_results(r);
}
