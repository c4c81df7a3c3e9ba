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
#include "virgl/report.h"
#include "virgl/resource.h"
#include "virgl/sub_context.h"
#include "virgl/work.h"

/* Returns the table row of the command or, for CREATE_OBJECT, of the object type. */
static inline const struct gv_virgl_command *find_row(uint32_t header)
{
    const unsigned number = gv_virgl_header_command(header), type = gv_virgl_header_type(header);
    if (number >= GV_VIRGL_NUM_COMMANDS)
        return &gv_virgl_unknown_command;
    if (number == GV_VIRGL_CREATE_OBJECT && type < GV_VIRGL_NUM_OBJECT_TYPES &&
        gv_virgl_objects[type].name)
        return &gv_virgl_objects[type];
    return &gv_virgl_commands[number];
}

const char *gv_virgl_command_name(uint32_t header)
{
    return header ? find_row(header)->name : "no command";
}

static __attribute__((noinline)) void refuse_length(struct gv_virgl_cmd *cmd, unsigned len_dw)
{
    gv_virgl_fail(cmd, "length %u, wanted %u to %u", len_dw, cmd->row->min_dw, cmd->row->max_dw);
}

/* Sets cmd->pipe to the pipe_context of the current sub-context. False if the pipe_context cannot
 * be created, or if the context skips commands (ctx->skips). */
static bool make_pipe(struct gv_virgl_cmd *cmd)
{
    if (cmd->ctx->skips)
        return false;
    cmd->pipe = gv_virgl_sub_context_pipe(cmd->sub);
    if (!cmd->pipe)
        gv_virgl_fail_with(cmd, GALVAN_ERROR_NO_MEMORY, "cannot make a context");
    return cmd->pipe != NULL;
}

static void note_work(struct gv_virgl_renderer *r, unsigned flags)
{
    r->has_work = true;
    r->worth_starting |= (flags & GV_VIRGL_IS_FRAME) != 0;
}

static inline bool has_length(const struct gv_virgl_command *row, unsigned len_dw)
{
    return len_dw >= row->min_dw && len_dw <= row->max_dw &&
           (row->stride_dw <= 1 || (len_dw - row->min_dw) % row->stride_dw == 0);
}

static inline void run_command(struct gv_virgl_cmd *cmd, const struct gv_virgl_command *row)
{
    if ((row->flags & GV_VIRGL_NEEDS_PIPE) && !cmd->pipe && !make_pipe(cmd))
        return;
    enum galvan_result result = row->decode(cmd);
    if (result == GALVAN_OK && cmd->in.overrun)
        result = gv_virgl_fail(cmd, "too short for what it holds");
    if (result == GALVAN_OK && (row->flags & (GV_VIRGL_IS_WORK | GV_VIRGL_IS_FRAME)))
        note_work(cmd->r, row->flags);
}

enum galvan_result gv_virgl_submit(struct gv_virgl_context *ctx, const uint32_t *dwords,
                                   size_t num_dwords)
{
    struct gv_virgl_renderer *r = ctx->r;
    struct gv_virgl_notes *notes = r->notes;
    enum galvan_result result = GALVAN_OK;
    struct gv_virgl_cmd cmd = {
        .r = r,
        .ctx = ctx,
        .sub = ctx->current,
        .pipe = ctx->skips ? NULL : ctx->current->pipe,
        .submit = {dwords, num_dwords, 0, false},
    };

    if (r->lost)
        return GALVAN_ERROR_DEVICE_LOST;
    if (num_dwords > r->limits.max_submit_B / sizeof(uint32_t))
        return gv_virgl_refuse(r, GALVAN_ERROR_LIMIT, "submit", "%zu dwords, at most %zu",
                               num_dwords, r->limits.max_submit_B / sizeof(uint32_t));
    gv_virgl_make_current(r, ctx->current);
    r->num_submits++;
    for (size_t pos = 0; pos < num_dwords && !r->lost; pos = cmd.submit.pos_dw) {
        const uint32_t header = dwords[pos], len_dw = gv_virgl_header_len(header);
        const size_t next = pos + 1 + len_dw;
        const struct gv_virgl_command *row = find_row(header);
        cmd.row = row;
        cmd.header = header;
        cmd.offset_dw = pos;
        if (next > num_dwords) {
            result = gv_virgl_fail(&cmd, "length %u runs past the end, %zu dwords are left", len_dw,
                                   num_dwords - pos - 1);
            break;
        }
        cmd.in = (struct gv_virgl_reader){&dwords[pos + 1], len_dw, 0, false};
        cmd.submit.pos_dw = next;
        atomic_store_explicit(&notes->header, header, memory_order_relaxed);
        atomic_store_explicit(&notes->offset_dw, (uint32_t)pos, memory_order_relaxed);
        if (has_length(row, len_dw))
            run_command(&cmd, row);
        else
            refuse_length(&cmd, len_dw);
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
