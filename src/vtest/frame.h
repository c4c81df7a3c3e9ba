/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Frames for the hooks: resources that the client reads back, and present buffers. */
#ifndef GV_VTEST_FRAME_H
#define GV_VTEST_FRAME_H

#include <stdint.h>

#include "vtest/vtest.h"

struct gv_vtest_present_buffer;
struct gv_vtest_resource;
struct gv_vtest_session;

/* After the client has read back a resource, passes the resource to the hook as a frame. First
 * waits until the hook has got all pending presents. */
void gv_vtest_present_frame(struct gv_vtest_session *session,
                            const struct gv_vtest_resource *resource);

/* Makes the contents of a present buffer the latest frame. The hook gets the frame once the present
 * has finished. */
struct gv_vtest_frame
gv_vtest_frame_of_present_buffer(struct gv_vtest_session *session,
                                 const struct gv_vtest_resource *resource,
                                 const struct gv_vtest_present_buffer *buffer);

/* Notifies the hook if the latest frame is in the memory or the present buffers of this resource
 * (0: of any resource). Call before the memory or the present buffers are freed. */
void gv_vtest_retire_frame(struct gv_vtest_session *session, uint32_t handle);

/* Destroys the present buffers of a resource (0: of all resources), once their presents have
 * finished. */
void gv_vtest_drop_present_buffers(struct gv_vtest_session *session, uint32_t handle);

/* Notifies the hook if the latest frame is in the memory of this present buffer. Call before the
 * present buffer is destroyed. */
void gv_vtest_forget_present_buffer(struct gv_vtest_session *session, uint32_t handle,
                                    uint32_t slot);

#endif
