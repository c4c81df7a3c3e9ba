/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Internal commands by which a client presents its windows without waiting. The client library
 * sends these commands, see docs/client-half.md. */
#include "vtest/session.h"

#include "virgl/api/fence.h"
#include "virgl/api/present_buffer.h"
#include "virgl/api/renderer.h"
#include "vtest/frame.h"
#include "vtest/handlers.h"
#include "vtest/present_buffers.h"
#include "vtest/presenter.h"
#include "vtest/protocol.h"
#include "vtest/reply.h"
#include "vtest/vtest.h"

static uint64_t timeout_ns(const struct gv_vtest_session *session)
{
    const struct gv_virgl_limits *limits = session->params->limits;

    return limits ? limits->gpu_timeout_ns : gv_virgl_limits_default().gpu_timeout_ns;
}

enum galvan_result gv_vtest_present_open(struct gv_vtest_session *session,
                                         const struct gv_vtest_message *message)
{
    uint32_t version = 0;
    int fd = -1;

    if (message->payload[0] == GV_VTEST_INTERNAL_VERSION && !session->presenter.runs &&
        gv_vtest_presenter_start(&session->presenter, session->renderer, session->params->hooks,
                                 timeout_ns(session), &fd) == GALVAN_OK)
        version = GV_VTEST_INTERNAL_VERSION;
    return gv_vtest_answer(session, GV_VTEST_PRESENTS_OPEN, version, fd);
}

/* Whether the resource can be presented: four bytes per pixel, rows without padding. */
static bool can_be_presented(const struct gv_vtest_resource *resource)
{
    return resource && (resource->args.bind & GV_VTEST_BIND_DISPLAY_TARGET) &&
           (resource->args.format == GV_VTEST_FORMAT_BGRA ||
            resource->args.format == GV_VTEST_FORMAT_BGRX) &&
           resource->shm.size_B == (uint64_t)resource->args.width * resource->args.height * 4;
}

enum galvan_result gv_vtest_present_create(struct gv_vtest_session *session,
                                           const struct gv_vtest_message *message)
{
    uint32_t handle = message->payload[0], slot = message->payload[1];
    const struct gv_vtest_resource *resource = gv_vtest_resources_find(&session->resources, handle);
    bool made = false;
    int fd = -1;

    gv_vtest_presenter_drain(&session->presenter);
    if (session->presenter.runs && slot < GV_VTEST_MAX_SLOTS && can_be_presented(resource) &&
        resource->args.width == message->payload[2] &&
        resource->args.height == message->payload[3]) {
        gv_vtest_forget_present_buffer(session, handle, slot);
        made = gv_vtest_present_buffers_create(&session->present_buffers, session->renderer, handle,
                                               slot, resource->shm.size_B, &fd) == GALVAN_OK;
    }
    return gv_vtest_answer(session, GV_VTEST_PRESENT_BUFFER_CREATE, made, fd);
}

/* Adds a pending present. The client gets a notice for each serial, even if the present has
 * failed. */
static void show(struct gv_vtest_session *session, uint32_t serial,
                 const struct gv_vtest_resource *resource,
                 const struct gv_vtest_present_buffer *buffer, struct pipe_fence_handle *fence)
{
    struct gv_vtest_pending_present present = {.fence = fence, .serial = serial, .failed = !buffer};

    if (buffer)
        present.frame = gv_vtest_frame_of_present_buffer(session, resource, buffer);
    gv_vtest_presenter_add(&session->presenter, &present);
}

enum galvan_result gv_vtest_present_show(struct gv_vtest_session *session,
                                         const struct gv_vtest_message *message)
{
    uint32_t handle = message->payload[0];
    uint32_t slot = message->payload[1] & ~GV_VTEST_PRESENT_BY_EGL;
    const struct gv_vtest_resource *resource = gv_vtest_resources_find(&session->resources, handle);
    const struct gv_vtest_present_buffer *buffer =
        handle ? gv_vtest_present_buffers_find(&session->present_buffers, handle, slot) : NULL;
    struct pipe_fence_handle *fence = NULL;
    enum galvan_result res = GALVAN_ERROR_INVALID;

    if (!session->presenter.runs)
        return gv_vtest_fail(session, GALVAN_ERROR_INVALID,
                             "no presenter runs: PRESENTS_OPEN did not come");
    if (atomic_load(&session->presenter.hung))
        gv_virgl_mark_lost(session->renderer, "no answer within the time limit");
    if (resource && buffer && (message->payload[1] & GV_VTEST_PRESENT_BY_EGL))
        gv_virgl_present_buffer_forget_depth(session->context, handle);
    if (resource && buffer)
        res = gv_virgl_present_buffer_fill(session->context, buffer->virgl, handle, &fence);
    else
        gv_vtest_refuse(session, "resource %u has no present buffer %u", handle, slot);
    if (res == GALVAN_ERROR_DEVICE_LOST)
        return gv_vtest_fail(session, res, "the Vulkan device was lost");
    show(session, message->payload[2], resource, res == GALVAN_OK ? buffer : NULL, fence);
    return GALVAN_OK;
}
