/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Frames: resources that the client reads back, for the hooks to see. */
#ifndef GV_VTEST_FRAME_H
#define GV_VTEST_FRAME_H

#include <stdint.h>

struct gv_vtest_resource;
struct gv_vtest_session;

/* The resource has been read back: the hook gets to see it as a frame. */
void gv_vtest_present_frame(struct gv_vtest_session *session,
                            const struct gv_vtest_resource *resource);

/* The memory of resource handle (0: of any) goes: if it is the latest frame, the hook hears of it.
 */
void gv_vtest_retire_frame(struct gv_vtest_session *session, uint32_t handle);

#endif
