/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Frames, for the hooks to see: resources that the client reads back, and pictures of them. */
#ifndef GV_VTEST_FRAME_H
#define GV_VTEST_FRAME_H

#include <stdint.h>

#include "vtest/vtest.h"

struct gv_vtest_present_buffer;
struct gv_vtest_resource;
struct gv_vtest_session;

/* The resource has been read back: the hook gets to see it as a frame, behind all pictures. */
void gv_vtest_present_frame(struct gv_vtest_session *session,
                            const struct gv_vtest_resource *resource);

/* A picture of the resource is the latest frame: what the hook gets to see when it is there. */
struct gv_vtest_frame
gv_vtest_frame_of_present_buffer(struct gv_vtest_session *session,
                                 const struct gv_vtest_resource *resource,
                                 const struct gv_vtest_present_buffer *picture);

/* The memory of resource handle (0: of any) goes, with its pictures: if it is the latest frame, the
 * hook hears of it. */
void gv_vtest_retire_frame(struct gv_vtest_session *session, uint32_t handle);

/* Ends the pictures of resource handle (0: of all), once they have come. */
void gv_vtest_drop_present_buffers(struct gv_vtest_session *session, uint32_t handle);

/* One picture goes: if it is the latest frame, the hook hears of it. */
void gv_vtest_forget_present_buffer(struct gv_vtest_session *session, uint32_t handle,
                                    uint32_t slot);

#endif
