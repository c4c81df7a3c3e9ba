/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A tap that begins in the middle of a connection (when_wanted of struct gv_vtest_tap). */
#ifndef GV_VTEST_LATE_TAP_H
#define GV_VTEST_LATE_TAP_H

#include "galvan/result.h"

struct gv_vtest_session;

/* Called once there is a renderer: records the client's state from here on, if there is such a tap.
 * GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_vtest_late_tap_init(struct gv_vtest_session *session);

/* Called after a message was executed. Begins or ends the tap at the end of a frame, if requested.
 * A client whose state cannot be described is reported in the log. */
void gv_vtest_late_tap_look(struct gv_vtest_session *session);

#endif
