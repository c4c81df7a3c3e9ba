/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Stream output. The wire has no commands to begin, pause or resume a capture. A list of targets
 * that was not bound before begins a capture; a list that was bound before continues after its last
 * output; an empty list pauses or ends the capture. */
#include "virgl/command/streamout.h"

#include <string.h>

#include "pipe/p_context.h"
#include "util/checked.h"
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/command/handles.h"
#include "virgl/resource.h"
#include "virgl/sub_context.h"

enum galvan_result gv_virgl_decode_create_streamout_target(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_reader *in = &cmd->in;
    uint32_t handle = gv_virgl_u32(in);
    uint32_t res_handle = gv_virgl_u32(in);
    uint32_t offset_B = gv_virgl_u32(in);
    uint32_t size_B = gv_virgl_u32(in);

    if (!cmd->pipe->create_stream_output_target)
        return gv_virgl_fail_unsupported(cmd);
    struct gv_virgl_resource *res = gv_virgl_need_buffer(cmd, res_handle);
    if (!res)
        return GALVAN_ERROR_INVALID;
    if (offset_B % 4 || !gv_range_fits_u64(offset_B, size_B, gv_virgl_buffer_size(res)))
        return gv_virgl_fail(cmd, "bytes %u of %u do not fit resource %u", size_B, offset_B,
                             res_handle);
    struct gv_virgl_object *obj =
        gv_virgl_new_object(cmd, handle, GV_VIRGL_OBJECT_STREAMOUT_TARGET);
    if (!obj)
        return GALVAN_ERROR_INVALID;
    obj->u.target = cmd->pipe->create_stream_output_target(cmd->pipe, res->pipe, offset_B, size_B);
    if (obj->u.target)
        return GALVAN_OK;
    gv_virgl_object_remove(obj);
    return gv_virgl_fail_with(cmd, GALVAN_ERROR_NO_MEMORY, "the driver refused it");
}

/* Whether this list was bound before. Remembers a new list. If there are too many lists, forgets
 * the oldest list, which begins a new capture if it is bound again. */
static bool seen_tuple(struct gv_virgl_sub_context *sub, const struct gv_virgl_so_tuple *tuple)
{
    for (unsigned i = 0; i < GV_VIRGL_MAX_SO_TUPLES; i++) {
        if (!memcmp(&sub->so_tuples[i], tuple, sizeof(*tuple)))
            return true;
    }
    sub->so_tuples[sub->next_so_tuple] = *tuple;
    sub->next_so_tuple = (sub->next_so_tuple + 1) % GV_VIRGL_MAX_SO_TUPLES;
    return false;
}

void gv_virgl_forget_so_tuples(struct gv_virgl_sub_context *sub, uint32_t handle)
{
    for (unsigned i = 0; i < GV_VIRGL_MAX_SO_TUPLES; i++) {
        struct gv_virgl_so_tuple *t = &sub->so_tuples[i];
        for (unsigned j = 0; j < t->num_targets; j++) {
            if (t->handles[j] == handle) {
                *t = (struct gv_virgl_so_tuple){0};
                break;
            }
        }
    }
}

enum galvan_result gv_virgl_decode_set_streamout_targets(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_sub_context *sub = cmd->sub;
    struct gv_virgl_object *objects[GV_VIRGL_MAX_SO_BUFFERS] = {NULL};
    struct pipe_stream_output_target *targets[GV_VIRGL_MAX_SO_BUFFERS] = {NULL};
    unsigned offsets[GV_VIRGL_MAX_SO_BUFFERS];
    struct gv_virgl_so_tuple tuple = {0};

    gv_virgl_u32(&cmd->in); /* the append mask, which is always 0, is ignored */
    tuple.num_targets = (uint32_t)gv_virgl_left(&cmd->in);
    for (unsigned i = 0; i < tuple.num_targets; i++) {
        tuple.handles[i] = gv_virgl_u32(&cmd->in);
        if (!tuple.handles[i])
            continue;
        objects[i] = gv_virgl_need_object(cmd, tuple.handles[i], GV_VIRGL_OBJECT_STREAMOUT_TARGET);
        if (!objects[i])
            return GALVAN_ERROR_INVALID;
        targets[i] = objects[i]->u.target;
    }
    if (!cmd->pipe->set_stream_output_targets)
        return tuple.num_targets ? gv_virgl_fail_unsupported(cmd) : GALVAN_OK;

    bool resume = tuple.num_targets && seen_tuple(sub, &tuple);
    sub->so_clock++;
    for (unsigned i = 0; i < GV_VIRGL_MAX_SO_BUFFERS; i++) {
        offsets[i] = resume ? ~0u : 0;
        if (objects[i])
            objects[i]->captured_at = sub->so_clock;
    }
    cmd->pipe->set_stream_output_targets(cmd->pipe, tuple.num_targets, targets, offsets);
    for (unsigned i = 0; i < GV_VIRGL_MAX_SO_BUFFERS; i++)
        gv_virgl_object_bind(&sub->so_targets[i], objects[i]);
    sub->num_so_targets = tuple.num_targets;
    return GALVAN_OK;
}

static bool is_bound(const struct gv_virgl_sub_context *sub, const struct gv_virgl_object *obj)
{
    for (unsigned i = 0; i < GV_VIRGL_MAX_SO_BUFFERS; i++) {
        if (sub->so_targets[i] == obj)
            return true;
    }
    return false;
}

/* Whether a vertex buffer begins inside of target's range. */
static bool is_read(const struct gv_virgl_sub_context *sub,
                    const struct pipe_stream_output_target *target)
{
    for (unsigned i = 0; i < sub->num_vertex_buffers; i++) {
        const uint32_t offset_B = sub->vertices_said.words[i][1];
        if (sub->vertices_said.buffers[i] == target->buffer && offset_B >= target->buffer_offset &&
            offset_B - target->buffer_offset < target->buffer_size)
            return true;
    }
    return false;
}

struct pipe_stream_output_target *gv_virgl_so_target_by_size(struct gv_virgl_sub_context *sub,
                                                             uint32_t size_B)
{
    const struct gv_virgl_object *best = NULL;
    const struct gv_hash_entry *entry;
    unsigned best_rank = 0;
    for (uint32_t pos = 0; (entry = gv_hash_next(&sub->objects, &pos));) {
        const struct gv_virgl_object *obj = entry->value;
        if (obj->type != GV_VIRGL_OBJECT_STREAMOUT_TARGET || !obj->captured_at ||
            obj->u.target->buffer_size != size_B)
            continue;
        const unsigned rank = (is_bound(sub, obj) ? 0 : 2) + (is_read(sub, obj->u.target) ? 1 : 0);
        if (!best || rank > best_rank ||
            (rank == best_rank && obj->captured_at > best->captured_at)) {
            best = obj;
            best_rank = rank;
        }
    }
    return best ? best->u.target : NULL;
}
