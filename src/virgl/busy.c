/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The one question of synchronisation that clients ask: is this resource busy?
 *
 * Commands have read a resource's backing when gv_virgl_submit() returns, and transfers are done
 * when they return, so most resources are always idle. A blob, whose memory the client writes
 * itself, is busy while the device uses it. A buffer bound CUSTOM of 8 bytes is a fence: busy until
 * the work submitted before its creation is done. A buffer bound CUSTOM of 16 bytes is for a query
 * result: busy until the query's record was written.
 *
 * Mesa caches such buffers and reuses them without notice, even a result buffer as a fence. Before
 * Mesa reuses a buffer, it asks whether the buffer is busy. So after the answer "idle", the buffer
 * counts as a new fence: the next question captures all work submitted up to that question. Further
 * questions are about the captured work only, so that polling ends even if the client submits more
 * work. */
#include "virgl/api/busy.h"

#include "pipe/p_defines.h"
#include "virgl/api/fence.h"
#include "virgl/blob.h"
#include "virgl/renderer.h"
#include "virgl/resource.h"
#include "virgl/resource_table.h"
#include "virgl/results.h"
#include "virgl/work.h"

/* Whether the captured work is done. If `wait` is true, first waits for that work. */
static bool fence_passed(struct gv_virgl_renderer *r, struct gv_virgl_resource *res, bool wait)
{
    if (!res->fence || r->lost)
        return true;
    if (!gv_virgl_fence_done(r, res->fence, wait ? r->limits.gpu_timeout_ns : 0)) {
        if (!wait)
            return false;
        gv_virgl_mark_lost(r, "no answer within the time limit");
    }
    gv_virgl_check_device(r); /* all fences of a lost device have passed */
    gv_virgl_fence_release(r, &res->fence);
    return true;
}

bool gv_virgl_resource_busy(struct gv_virgl_renderer *r, uint32_t handle, bool wait)
{
    struct gv_virgl_resource *res = gv_virgl_resource_get(r, handle);
    if (res && res->is_blob)
        return gv_virgl_blob_busy(r, res, wait);
    if (!res || !res->is_custom)
        return false;
    if (res->num_pending)
        gv_virgl_finish_results(r, res, wait);
    if (res->num_pending)
        return true;
    if (res->rearm) {
        gv_virgl_fence_release(r, &res->fence);
        res->fence = gv_virgl_fence_now(r);
        res->rearm = false;
    }
    if (!fence_passed(r, res, wait))
        return true;
    res->rearm = true;
    return false;
}
