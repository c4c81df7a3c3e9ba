/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virgl/api/share.h"

#include <stdlib.h>
#include <string.h>

#include "pipe/p_context.h"
#include "pipe/p_format.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "pipe/p_screen.h"
#include "pipe/p_state.h"
#include "virgl/api/fence.h"
#include "virgl/budget.h"
#include "virgl/renderer.h"
#include "virgl/resource.h"
#include "virgl/resource_table.h"
#include "virgl/work.h"

struct gv_virgl_share {
    struct pipe_resource *from, *copy; /* holds a reference to each */
    uint64_t charged_B;
};

void gv_virgl_share_get_peer(struct gv_virgl_renderer *r, struct gv_virgl_share_peer *out_peer)
{
    struct pipe_screen *screen = r->screen;
    memset(out_peer, 0, sizeof(*out_peer));
    if (!screen->get_driver_uuid || !screen->get_param(screen, PIPE_CAP_MEMOBJ))
        return;
    screen->get_driver_uuid(screen, (char *)out_peer->driver_uuid);
    screen->get_device_uuid(screen, (char *)out_peer->device_uuid);
}

/* Returns the parameters of the copy. Two formats are enough for all textures, because the copy is
 * a blit, and blits reorder channels. */
static struct pipe_resource copy_of(const struct gv_virgl_resource *res)
{
    bool ten_bit = res->format == PIPE_FORMAT_B10G10R10A2_UNORM;
    return (struct pipe_resource){
        .target = PIPE_TEXTURE_2D,
        .format = ten_bit ? PIPE_FORMAT_R10G10B10A2_UNORM : PIPE_FORMAT_R8G8B8A8_UNORM,
        .width0 = res->layout.levels[0].width,
        .height0 = (uint16_t)res->layout.levels[0].height,
        .depth0 = 1,
        .array_size = 1,
        .bind = PIPE_BIND_SHARED | PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW,
    };
}

enum galvan_result gv_virgl_share_create(struct gv_virgl_renderer *r, uint32_t handle,
                                         struct gv_virgl_share **out)
{
    struct pipe_screen *screen = r->screen;
    const struct gv_virgl_resource *res = gv_virgl_resource_get(r, handle);
    if (!screen->get_param(screen, PIPE_CAP_MEMOBJ))
        return GALVAN_ERROR_UNSUPPORTED;
    if (!res || !res->pipe || res->layout.samples > 1 ||
        (res->layout.target != PIPE_TEXTURE_2D && res->layout.target != PIPE_TEXTURE_RECT))
        return GALVAN_ERROR_INVALID;
    const struct pipe_resource templ = copy_of(res);
    const uint64_t size_B = (uint64_t)templ.width0 * templ.height0 * 4;
    if (!gv_virgl_charge(r, size_B))
        return GALVAN_ERROR_LIMIT;
    struct gv_virgl_share *share = calloc(1, sizeof(*share));
    struct pipe_resource *copy = share ? screen->resource_create(screen, &templ) : NULL;
    if (!copy) {
        free(share);
        gv_virgl_uncharge(r, size_B);
        return GALVAN_ERROR_NO_MEMORY;
    }
    share->copy = copy;
    share->charged_B = size_B;
    pipe_resource_reference(&share->from, res->pipe);
    *out = share;
    return GALVAN_OK;
}

void gv_virgl_share_destroy(struct gv_virgl_renderer *r, struct gv_virgl_share *share)
{
    if (!share)
        return;
    pipe_resource_reference(&share->from, NULL);
    pipe_resource_reference(&share->copy, NULL);
    gv_virgl_uncharge(r, share->charged_B);
    free(share);
}

int gv_virgl_share_open(struct gv_virgl_renderer *r, const struct gv_virgl_share *share,
                        uint64_t *out_size_B)
{
    struct winsys_handle handle = {.type = WINSYS_HANDLE_TYPE_OPAQUE_FD};
    if (!r->screen->resource_get_handle(r->screen, share->copy, &handle,
                                        PIPE_HANDLE_USAGE_READ | PIPE_HANDLE_USAGE_WRITE))
        return -1;
    *out_size_B = handle.size;
    return (int)handle.handle;
}

bool gv_virgl_share_is_ten_bit(const struct gv_virgl_share *share)
{
    return share->copy->format == PIPE_FORMAT_R10G10B10A2_UNORM;
}

static bool finish(struct gv_virgl_renderer *r)
{
    struct pipe_fence_handle *fence = gv_virgl_fence_now(r);
    bool done = !fence || gv_virgl_fence_done(r, fence, r->limits.gpu_timeout_ns);
    gv_virgl_fence_release(r, &fence);
    if (!done)
        gv_virgl_mark_lost(r, "no answer within the time limit");
    return done && !gv_virgl_check_device(r);
}

enum galvan_result gv_virgl_share_update(struct gv_virgl_renderer *r, struct gv_virgl_share *share,
                                         const struct pipe_box *box)
{
    struct pipe_context *pipe = r->lost ? NULL : gv_virgl_current_pipe(r);
    struct pipe_blit_info info = {
        .dst = {.resource = share->copy, .format = share->copy->format, .box = *box},
        .src = {.resource = share->from,
                .format = util_format_linear(share->from->format),
                .box = *box},
        .mask = PIPE_MASK_RGBA,
        .filter = PIPE_TEX_FILTER_NEAREST,
    };
    if (!pipe)
        return r->lost ? GALVAN_ERROR_DEVICE_LOST : GALVAN_ERROR_NO_MEMORY;
    pipe->blit(pipe, &info);
    pipe->flush_resource(pipe, share->copy);
    r->has_work = true;
    return finish(r) ? GALVAN_OK : GALVAN_ERROR_DEVICE_LOST;
}
