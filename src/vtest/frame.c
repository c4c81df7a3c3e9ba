/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vtest/frame.h"

#include "vtest/present_buffers.h"
#include "vtest/presenter.h"
#include "vtest/session.h"

enum {
    /* Number of frames after which a client without present buffers counts as a client that
     * presents frames by reading them back. A client that uses present buffers requests the first
     * one no later than at its second swap. */
    FRAMES_TO_DECIDE = 16
};

/* Begins the next frame, which becomes the latest frame. */
static struct gv_vtest_frame next_frame(struct gv_vtest_session *session,
                                        const struct gv_vtest_resource *resource,
                                        const struct gv_shm *shm, bool may_draw)
{
    struct gv_vtest_notes *notes = session->params->notes;

    if (session->tap && session->tap->frame)
        session->tap->frame(session->tap->priv);
    if (notes)
        atomic_fetch_add_explicit(&notes->frames, 1, memory_order_relaxed);
    session->frame_handle = resource->args.handle;
    session->frame = (struct gv_vtest_frame){
        .idx = ++session->num_frames,
        .width = resource->args.width,
        .height = resource->args.height,
        .format = resource->args.format,
        .data = shm->data,
        .data_size_B = shm->size_B,
        .may_draw = may_draw,
    };
    return session->frame;
}

void gv_vtest_present_frame(struct gv_vtest_session *session,
                            const struct gv_vtest_resource *resource)
{
    const struct gv_vtest_hooks *hooks = session->params->hooks;
    const bool shows = !session->presenter.runs && session->num_frames >= FRAMES_TO_DECIDE;
    const struct gv_vtest_frame frame = next_frame(session, resource, &resource->shm, shows);

    gv_vtest_presenter_drain(&session->presenter);
    if (hooks && hooks->presented)
        hooks->presented(hooks->priv, &frame);
}

struct gv_vtest_frame gv_vtest_frame_of_present_buffer(struct gv_vtest_session *session,
                                                       const struct gv_vtest_resource *resource,
                                                       const struct gv_vtest_present_buffer *buffer)
{
    return next_frame(session, resource, &buffer->shm, true);
}

static void retire(struct gv_vtest_session *session)
{
    const struct gv_vtest_hooks *hooks = session->params->hooks;

    session->frame_handle = 0;
    gv_vtest_presenter_drain(&session->presenter);
    if (hooks && hooks->retired)
        hooks->retired(hooks->priv, &session->frame);
}

void gv_vtest_retire_frame(struct gv_vtest_session *session, uint32_t handle)
{
    if (session->frame_handle != 0 && (handle == 0 || handle == session->frame_handle))
        retire(session);
}

void gv_vtest_drop_present_buffers(struct gv_vtest_session *session, uint32_t handle)
{
    if (!gv_vtest_present_buffers_has(&session->present_buffers, handle))
        return;
    gv_vtest_presenter_drain(&session->presenter);
    gv_vtest_present_buffers_drop(&session->present_buffers, session->renderer, handle);
}

void gv_vtest_forget_present_buffer(struct gv_vtest_session *session, uint32_t handle,
                                    uint32_t slot)
{
    const struct gv_vtest_present_buffer *buffer =
        gv_vtest_present_buffers_find(&session->present_buffers, handle, slot);

    if (buffer && session->frame_handle == handle && session->frame.data == buffer->shm.data)
        retire(session);
}
