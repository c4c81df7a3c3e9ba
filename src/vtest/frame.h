/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Frames, as the hooks get them: resources that the client reads back, and present buffers. */
#ifndef GV_VTEST_FRAME_H
#define GV_VTEST_FRAME_H

#include <stdint.h>

#include "vtest/vtest.h"

struct gv_vtest_present_buffer;
struct gv_vtest_resource;
struct gv_vtest_session;

/* Called after the resource was read back: passes it to the hook as a frame, after all pending
 * presents. */
void gv_vtest_present_frame(struct gv_vtest_session *session,
                            const struct gv_vtest_resource *resource);

/* Makes the contents of a present buffer the latest frame, which the hook gets once the present has
 * finished. */
struct gv_vtest_frame
gv_vtest_frame_of_present_buffer(struct gv_vtest_session *session,
                                 const struct gv_vtest_resource *resource,
                                 const struct gv_vtest_present_buffer *buffer);

/* Called before the memory of a resource (0: any) and its present buffers are freed. Tells the hook
 * if it is the latest frame. */
void gv_vtest_retire_frame(struct gv_vtest_session *session, uint32_t handle);

/* Destroys the present buffers of a resource (0: all), once their presents have finished. */
void gv_vtest_drop_present_buffers(struct gv_vtest_session *session, uint32_t handle);

/* Called before a present buffer is destroyed. Tells the hook if it is the latest frame. */
void gv_vtest_forget_present_buffer(struct gv_vtest_session *session, uint32_t handle,
                                    uint32_t slot);

#endif
