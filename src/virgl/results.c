/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Query results that are to be written to the client's memory. Queries whose record was requested
 * and is not written yet form a list, oldest first. The list holds a reference to each query's
 * object. */
#include "virgl/results.h"

#include <string.h>

#include "pipe/p_context.h"
#include "util/checked.h"
#include "virgl/api/busy.h"
#include "virgl/api/fence.h"
#include "virgl/renderer.h"
#include "virgl/resource.h"
#include "virgl/sub_context.h"

void gv_virgl_result_expect(struct gv_virgl_renderer *r, struct gv_virgl_object *obj)
{
    struct gv_virgl_query *q = &obj->u.query;
    q->pending_prev = r->pending_tail;
    q->pending_next = NULL;
    if (r->pending_tail)
        r->pending_tail->u.query.pending_next = obj;
    else
        r->pending_head = obj;
    r->pending_tail = obj;
    q->pending = true;
    q->result->num_pending++;
    obj->refs++;
}

void gv_virgl_result_forget(struct gv_virgl_renderer *r, struct gv_virgl_object *obj)
{
    struct gv_virgl_query *q = &obj->u.query;
    if (q->pending_prev)
        q->pending_prev->u.query.pending_next = q->pending_next;
    else
        r->pending_head = q->pending_next;
    if (q->pending_next)
        q->pending_next->u.query.pending_prev = q->pending_prev;
    else
        r->pending_tail = q->pending_prev;
    q->pending = false;
    q->result->num_pending--;
    gv_virgl_object_unref(obj);
}

/* Reads the member of the result that this kind of query fills. */
static uint64_t result_value(const struct gv_virgl_query *q, const union pipe_query_result *result)
{
    switch (q->type) {
    case GV_VIRGL_QUERY_OCCLUSION_PREDICATE:
    case GV_VIRGL_QUERY_OCCLUSION_PREDICATE_CONSERVATIVE:
    case GV_VIRGL_QUERY_SO_OVERFLOW_PREDICATE:
    case GV_VIRGL_QUERY_SO_OVERFLOW_ANY_PREDICATE:
    case GV_VIRGL_QUERY_GPU_FINISHED:
        return result->b != 0;
    case GV_VIRGL_QUERY_TIMESTAMP_DISJOINT:
        return result->timestamp_disjoint.frequency;
    case GV_VIRGL_QUERY_SO_STATISTICS:
        return result->so_statistics.num_primitives_written;
    default:
        return result->u64;
    }
}

/* Writes the result and its size first. Writes the state last, because the state tells the client
 * that result and size are valid. If the backing was detached meanwhile, no client waits for the
 * record any more. */
static void write_record(const struct gv_virgl_query *q, uint64_t value)
{
    bool is_time = q->type == GV_VIRGL_QUERY_TIMESTAMP || q->type == GV_VIRGL_QUERY_TIME_ELAPSED;
    const struct gv_virgl_iov *iov = &q->result->iov;
    struct {
        uint32_t state, size_B;
        uint64_t value;
    } record = {GV_VIRGL_QUERY_STATE_DONE, is_time ? 8 : 4, value};

    _Static_assert(sizeof(record) == GV_VIRGL_QUERY_RECORD_B, "the wire's query record");
    if (!gv_range_fits_u64(q->offset_B, sizeof(record), iov->size_B))
        return;
    gv_virgl_iov_write(iov, q->offset_B + 4, &record.size_B, sizeof(record) - 4);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    gv_virgl_iov_write(iov, q->offset_B, &record.state, 4);
}

/* Writes the query's record if the result is available; if `wait` is true, waits for the result.
 * Returns whether the record was written. If the device is lost, writes 0, so that the client does
 * not wait for ever. */
static bool try_result(struct gv_virgl_renderer *r, struct gv_virgl_object *obj, bool wait)
{
    const struct gv_virgl_query *q = &obj->u.query;
    struct pipe_context *pipe = obj->sub->pipe;
    union pipe_query_result result;

    memset(&result, 0, sizeof(result));
    if (!r->lost && pipe->get_query_result(pipe, q->pipe, wait, &result)) {
        write_record(q, result_value(q, &result));
        return true;
    }
    if (!wait && !r->lost)
        return false;
    gv_virgl_mark_lost(r, "a query got no result");
    write_record(q, 0);
    return true;
}

void gv_virgl_poll_results(struct gv_virgl_renderer *r)
{
    while (r->pending_head && try_result(r, r->pending_head, false))
        gv_virgl_result_forget(r, r->pending_head);
}

void gv_virgl_finish_results(struct gv_virgl_renderer *r, struct gv_virgl_resource *res, bool wait)
{
    struct gv_virgl_object *next;
    for (struct gv_virgl_object *obj = r->pending_head; obj && res->num_pending; obj = next) {
        next = obj->u.query.pending_next;
        if (obj->u.query.result == res && try_result(r, obj, wait))
            gv_virgl_result_forget(r, obj);
    }
}

void gv_virgl_drop_results(struct gv_virgl_sub_context *sub)
{
    struct gv_virgl_object *next;
    for (struct gv_virgl_object *obj = sub->r->pending_head; obj; obj = next) {
        next = obj->u.query.pending_next;
        if (obj->sub == sub) {
            try_result(sub->r, obj, true);
            gv_virgl_result_forget(sub->r, obj);
        }
    }
}
