/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Queries and conditional rendering. */
#include "pipe/p_context.h"
#include "util/checked.h"
#include "virgl/api/fence.h"
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/command/handles.h"
#include "virgl/resource.h"
#include "virgl/results.h"
#include "virgl/sub_context.h"

/* Converts a query type of the wire to Gallium's. The numbers are equal, but pipeline statistics
 * are queried one at a time. */
static unsigned pipe_query_type(unsigned type)
{
    return type == GV_VIRGL_QUERY_PIPELINE_STATISTICS
               ? (unsigned)PIPE_QUERY_PIPELINE_STATISTICS_SINGLE
               : type;
}

static bool query_index_ok(unsigned type, unsigned index)
{
    switch (type) {
    case GV_VIRGL_QUERY_PRIMITIVES_GENERATED:
    case GV_VIRGL_QUERY_PRIMITIVES_EMITTED:
    case GV_VIRGL_QUERY_SO_STATISTICS:
    case GV_VIRGL_QUERY_SO_OVERFLOW_PREDICATE:
        return index < PIPE_MAX_VERTEX_STREAMS;
    case GV_VIRGL_QUERY_PIPELINE_STATISTICS:
        return index <= PIPE_STAT_QUERY_CS_INVOCATIONS;
    default:
        return true; /* the index has no meaning */
    }
}

enum galvan_result gv_virgl_decode_create_query(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_reader *in = &cmd->in;
    uint32_t handle = gv_virgl_u32(in);
    uint32_t type_index = gv_virgl_u32(in);
    uint32_t offset_B = gv_virgl_u32(in);
    uint32_t res_handle = gv_virgl_u32(in);
    unsigned type = type_index & 0xffff, index = type_index >> 16;

    if (type >= GV_VIRGL_NUM_QUERY_TYPES || !query_index_ok(type, index))
        return gv_virgl_fail(cmd, "unknown query type %u, index %u", type, index);
    struct gv_virgl_resource *res = gv_virgl_need_resource(cmd, res_handle);
    if (!res)
        return GALVAN_ERROR_INVALID;
    if (!gv_range_fits_u64(offset_B, GV_VIRGL_QUERY_RECORD_B, res->iov.size_B))
        return gv_virgl_fail(cmd, "a result at %u does not fit resource %u", offset_B, res_handle);
    struct gv_virgl_object *obj = gv_virgl_new_object(cmd, handle, GV_VIRGL_OBJECT_QUERY);
    if (!obj)
        return GALVAN_ERROR_INVALID;
    struct gv_virgl_query *q = &obj->u.query;
    q->type = (uint8_t)type;
    q->index = (uint8_t)index;
    q->offset_B = offset_B;
    q->pipe = cmd->pipe->create_query(cmd->pipe, pipe_query_type(type), index);
    if (q->pipe) {
        q->result = gv_virgl_resource_ref(res);
        return GALVAN_OK;
    }
    gv_virgl_object_remove(obj);
    return gv_virgl_fail_with(cmd, GALVAN_ERROR_UNSUPPORTED, "query type %u is not supported",
                              type);
}

static bool has_only_end(const struct gv_virgl_query *q)
{
    return q->type == GV_VIRGL_QUERY_TIMESTAMP || q->type == GV_VIRGL_QUERY_GPU_FINISHED;
}

/* Drops the previous result of a query that begins again, as GL does. */
static void forget_result(struct gv_virgl_renderer *r, struct gv_virgl_object *obj)
{
    if (obj->u.query.pending)
        gv_virgl_result_forget(r, obj);
}

enum galvan_result gv_virgl_decode_begin_query(struct gv_virgl_cmd *cmd)
{
    uint32_t handle = gv_virgl_u32(&cmd->in);
    struct gv_virgl_object *obj = gv_virgl_need_object(cmd, handle, GV_VIRGL_OBJECT_QUERY);
    if (!obj)
        return GALVAN_ERROR_INVALID;
    struct gv_virgl_query *q = &obj->u.query;
    if (has_only_end(q))
        return gv_virgl_fail(cmd, "query %u has no begin", handle);
    if (q->active || cmd->sub->render_condition == obj)
        return gv_virgl_fail(cmd, "query %u is %s", handle,
                             q->active ? "active" : "the render condition");
    forget_result(cmd->r, obj);
    if (!cmd->pipe->begin_query(cmd->pipe, q->pipe))
        return gv_virgl_fail_with(cmd, GALVAN_ERROR_NO_MEMORY, "query %u cannot be begun", handle);
    q->active = true;
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_end_query(struct gv_virgl_cmd *cmd)
{
    uint32_t handle = gv_virgl_u32(&cmd->in);
    struct gv_virgl_object *obj = gv_virgl_need_object(cmd, handle, GV_VIRGL_OBJECT_QUERY);
    if (!obj)
        return GALVAN_ERROR_INVALID;
    struct gv_virgl_query *q = &obj->u.query;
    if (!q->active && !has_only_end(q))
        return gv_virgl_fail(cmd, "query %u is not active", handle);
    if (has_only_end(q))
        forget_result(cmd->r, obj);
    q->active = false;
    if (!cmd->pipe->end_query(cmd->pipe, q->pipe))
        return gv_virgl_fail_with(cmd, GALVAN_ERROR_NO_MEMORY, "query %u cannot be ended", handle);
    q->ended = true;
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_get_query_result(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_renderer *r = cmd->r;
    uint32_t handle = gv_virgl_u32(&cmd->in);
    gv_virgl_u32(&cmd->in); /* wait flag: unused, since the client asks in any case whether the
                               result's resource is busy */

    struct gv_virgl_object *obj = gv_virgl_need_object(cmd, handle, GV_VIRGL_OBJECT_QUERY);
    if (!obj)
        return GALVAN_ERROR_INVALID;
    struct gv_virgl_query *q = &obj->u.query;
    if (!q->ended || q->active)
        return gv_virgl_fail(cmd, "query %u has not ended", handle);

    /* From now on the query's resource is busy until this result is written, see busy.c. */
    q->result->rearm = false;
    gv_virgl_fence_release(r, &q->result->fence);
    if (!q->pending)
        gv_virgl_result_expect(r, obj);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_get_query_result_qbo(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_reader *in = &cmd->in;
    uint32_t handle = gv_virgl_u32(in);
    uint32_t res_handle = gv_virgl_u32(in);
    bool wait = gv_virgl_u32(in) != 0;
    uint32_t value_type = gv_virgl_u32(in);
    uint32_t offset_B = gv_virgl_u32(in);
    int32_t index = gv_virgl_i32(in);

    struct gv_virgl_object *obj = gv_virgl_need_object(cmd, handle, GV_VIRGL_OBJECT_QUERY);
    struct gv_virgl_resource *res = obj ? gv_virgl_need_buffer(cmd, res_handle) : NULL;
    if (!res)
        return GALVAN_ERROR_INVALID;
    const struct gv_virgl_query *q = &obj->u.query;
    if (!cmd->pipe->get_query_result_resource)
        return gv_virgl_fail_unsupported(cmd);
    if (!q->ended || q->active)
        return gv_virgl_fail(cmd, "query %u has not ended", handle);
    if (value_type > PIPE_QUERY_TYPE_U64)
        return gv_virgl_fail(cmd, "unknown value type %u", value_type);
    uint32_t value_B = value_type >= PIPE_QUERY_TYPE_I64 ? 8 : 4;
    if (offset_B % 4 || (uint64_t)offset_B + value_B > gv_virgl_buffer_size(res))
        return gv_virgl_fail(cmd, "a value at %u does not fit resource %u", offset_B, res_handle);
    cmd->pipe->get_query_result_resource(cmd->pipe, q->pipe, wait,
                                         (enum pipe_query_value_type)value_type, index < 0 ? -1 : 0,
                                         res->pipe, offset_B);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_set_render_condition(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_sub_context *sub = cmd->sub;
    uint32_t handle = gv_virgl_u32(&cmd->in);
    bool inverted = gv_virgl_u32(&cmd->in) != 0;
    uint32_t mode = gv_virgl_u32(&cmd->in);
    struct gv_virgl_object *obj = NULL;

    if (mode > PIPE_RENDER_COND_BY_REGION_NO_WAIT)
        return gv_virgl_fail(cmd, "unknown mode %u", mode);
    if (handle && !(obj = gv_virgl_need_object(cmd, handle, GV_VIRGL_OBJECT_QUERY)))
        return GALVAN_ERROR_INVALID;
    if (obj && (!obj->u.query.ended || obj->u.query.active))
        return gv_virgl_fail(cmd, "query %u has not ended", handle);
    if (!cmd->pipe->render_condition)
        return gv_virgl_fail_unsupported(cmd);
    cmd->pipe->render_condition(cmd->pipe, obj ? obj->u.query.pipe : NULL, inverted, mode);
    gv_virgl_object_bind(&sub->render_condition, obj);
    sub->condition_inverted = inverted;
    sub->condition_mode = mode;
    return GALVAN_OK;
}
