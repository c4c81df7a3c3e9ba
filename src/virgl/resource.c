/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creation and destruction of resources and their backing. A blob's memory is unmapped only after
 * the driver has released its buffer, since bound state may hold the buffer after the client has
 * dropped the handle. Until then the blob is in the list of retired blobs. */
#include "virgl/resource.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "pipe/p_screen.h"
#include "virgl/api/fence.h"
#include "virgl/budget.h"
#include "virgl/renderer.h"
#include "virgl/watch.h"

struct gv_virgl_resource *gv_virgl_resource_ref(struct gv_virgl_resource *res)
{
    res->refs++;
    return res;
}

/* The last step of each release: frees the structure and uncharges the resource's memory. */
static void free_resource(struct gv_virgl_renderer *r, struct gv_virgl_resource *res)
{
    gv_virgl_watch_end(r, res);
    gv_virgl_iov_finish(&res->iov);
    gv_virgl_uncharge(r, res->charged_B);
    gv_virgl_uncount_object(r);
    free(res);
}

static void retire(struct gv_virgl_renderer *r, struct gv_virgl_resource *res)
{
    gv_virgl_fence_release(r, &res->fence);
    res->fence = gv_virgl_fence_now(r); /* so that destroying the blob does not wait */
    res->next_retired = r->retired;
    r->retired = res;
}

void gv_virgl_resource_release(struct gv_virgl_renderer *r, struct gv_virgl_resource *res)
{
    if (!res || --res->refs)
        return;
    if (res->is_blob) {
        retire(r, res);
        return;
    }
    gv_virgl_fence_release(r, &res->fence);
    pipe_resource_reference(&res->pipe, NULL);
    pipe_resource_reference(&res->imported, NULL);
    free_resource(r, res);
}

static void end_retired(struct gv_virgl_renderer *r, struct gv_virgl_resource *res)
{
    const struct iovec memory = res->iov.entries[0];
    gv_virgl_fence_release(r, &res->fence);
    pipe_resource_reference(&res->pipe, NULL);
    munmap(memory.iov_base, memory.iov_len);
    free_resource(r, res);
}

static bool is_let_go(struct gv_virgl_renderer *r, const struct gv_virgl_resource *res)
{
    return res->pipe->reference.count == 1 &&
           (!res->fence || gv_virgl_fence_done(r, res->fence, 0));
}

void gv_virgl_resources_reap(struct gv_virgl_renderer *r, bool all)
{
    struct gv_virgl_resource **link = &r->retired;
    while (*link) {
        struct gv_virgl_resource *res = *link;
        if (all || is_let_go(r, res)) {
            *link = res->next_retired;
            end_retired(r, res);
        } else {
            link = &res->next_retired;
        }
    }
}

struct pipe_resource *gv_virgl_import_pages(struct gv_virgl_renderer *r, void *memory,
                                            uint64_t size_B, unsigned flags)
{
    const uint64_t page_B = (uint64_t)sysconf(_SC_PAGESIZE);
    struct pipe_screen *screen = r->screen;
    if (!screen->resource_from_user_memory || (uintptr_t)memory % page_B ||
        size_B > INT32_MAX - page_B)
        return NULL;
    const struct pipe_resource templ = {
        .target = PIPE_BUFFER,
        .format = PIPE_FORMAT_R8_UNORM,
        .width0 = (unsigned)((size_B + page_B - 1) / page_B * page_B),
        .height0 = 1,
        .depth0 = 1,
        .array_size = 1,
        .usage = PIPE_USAGE_STAGING,
        .flags = flags,
    };
    return screen->resource_from_user_memory(screen, &templ, memory);
}

struct pipe_resource *gv_virgl_resource_import(struct gv_virgl_renderer *r,
                                               struct gv_virgl_resource *res)
{
    if (res->imported || res->import_failed)
        return res->imported;
    if (res->iov.num_entries == 1)
        res->imported = gv_virgl_import_pages(r, res->iov.entries[0].iov_base, res->iov.size_B, 0);
    res->import_failed = !res->imported;
    return res->imported;
}

void gv_virgl_resource_set_hook(const struct gv_virgl_renderer *r, struct gv_virgl_resource *res)
{
    res->iov.hook = r->backing_hook;
    res->iov.handle = res->handle;
}

void gv_virgl_resource_drop_backing(struct gv_virgl_renderer *r, struct gv_virgl_resource *res)
{
    if (res->is_blob)
        return;
    pipe_resource_reference(&res->imported, NULL); /* releases the pages at once */
    res->import_failed = false;
    gv_virgl_uncharge(r, res->iov.size_B);
    res->charged_B -= res->iov.size_B;
    gv_virgl_iov_finish(&res->iov);
}
