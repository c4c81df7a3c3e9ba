/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A tap that begins in the middle of a connection (when_wanted of struct gv_vtest_tap). */
#ifndef GV_VTEST_LATE_TAP_H
#define GV_VTEST_LATE_TAP_H

#include "galvan/result.h"

struct gv_vtest_session;

/* If the session has a late tap, starts the history of the client's state; the tap will begin with
 * this history. Call once the renderer exists. Fails with GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_vtest_late_tap_init(struct gv_vtest_session *session);

/* Call after a message was executed. If a frame has just ended and another process has requested a
 * change, begins or ends the tap. Logs a line if the client's state cannot be described. */
void gv_vtest_late_tap_look(struct gv_vtest_session *session);

#endif
