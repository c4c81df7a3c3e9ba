/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vtest/frame.h"

#include "vtest/session.h"
#include "vtest/vtest.h"

static struct gv_vtest_frame frame_of(const struct gv_vtest_session *session,
                                      const struct gv_vtest_resource *resource)
{
    return (struct gv_vtest_frame){
        .idx = session->num_frames,
        .width = resource->width,
        .height = resource->height,
        .format = resource->format,
        .data = resource->shm.data,
        .data_size_B = resource->shm.size_B,
    };
}

void gv_vtest_present_frame(struct gv_vtest_session *session,
                            const struct gv_vtest_resource *resource)
{
    const struct gv_vtest_hooks *hooks = session->params->hooks;

    session->num_frames++;
    session->frame_handle = resource->handle;
    if (hooks && hooks->presented) {
        const struct gv_vtest_frame frame = frame_of(session, resource);
        hooks->presented(hooks->priv, &frame);
    }
}

void gv_vtest_retire_frame(struct gv_vtest_session *session, uint32_t handle)
{
    const struct gv_vtest_hooks *hooks = session->params->hooks;
    const struct gv_vtest_resource *resource;

    if (session->frame_handle == 0 || (handle != 0 && handle != session->frame_handle))
        return;
    resource = gv_vtest_resources_find(&session->resources, session->frame_handle);
    session->frame_handle = 0;
    if (resource && hooks && hooks->retired) {
        const struct gv_vtest_frame frame = frame_of(session, resource);
        hooks->retired(hooks->priv, &frame);
    }
}
