/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* State that the interface has once per process: the instance that init created, its lock, and
 * the destination of messages. */
#ifndef GV_VR_GLOBAL_H
#define GV_VR_GLOBAL_H

#include "galvan/virglrenderer.h"

struct galvan_log;
struct gv_vr_instance;
struct pipe_screen;

/* Implement virgl_renderer_init() and virgl_renderer_cleanup(). */
int gv_vr_open(void *cookie, int flags, const struct virgl_renderer_callbacks *callbacks);
void gv_vr_close(void);

/* Implement virgl_renderer_get_cap_set() and virgl_renderer_fill_caps(), for Galvan's sets and the
 * stock library's. */
void gv_vr_get_any_cap_set(uint32_t set, uint32_t *max_ver, uint32_t *max_size);
void gv_vr_fill_any_caps(uint32_t set, uint32_t version, void *caps);

/* Takes the lock, and returns the instance. -EBUSY inside of a log callback or a callback about the
 * caller's OpenGL, -EINVAL without an instance; after an error the lock is not held. */
int gv_vr_enter(struct gv_vr_instance **out_instance);

/* Calls the pending callbacks for fences of the stock library, and releases the lock. Returns
 * `error`, so that the caller can return it. */
int gv_vr_leave(int error);

/* Implements virgl_renderer_poll(). */
void gv_vr_call_back(void);

/* Opens the device for an instance. On success the caller owns *out_screen. */
int gv_vr_open_screen(const struct galvan_log *log, struct pipe_screen **out_screen,
                      uint64_t *out_device_B);

#endif
