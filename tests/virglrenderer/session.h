/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A short session with a little of every operation of a guest, for tests in which allocations or
 * calls fail. */
#ifndef VR_SESSION_H
#define VR_SESSION_H

#include <stdbool.h>
#include <stdint.h>

enum {
    VR_SESSION_COLOR = 0xff0000ff, /* blue, as B8G8R8A8 */
    VR_SESSION_FENCES = 2
};

/* Runs the session. Call it between init, with vr_seen as cookie, and cleanup. Returns whether all
 * functions succeeded. Sets *out_pixel to the read-back value of a pixel that was cleared to
 * VR_SESSION_COLOR. A fence that was created and is not reported within a minute fails the test. */
bool vr_session_run(uint32_t *out_pixel);

#endif
