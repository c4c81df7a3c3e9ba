/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A tap that begins in the middle of a connection (when_wanted of struct gv_vtest_tap). */
#ifndef GV_VTEST_LATE_TAP_H
#define GV_VTEST_LATE_TAP_H

#include "galvan/result.h"

struct gv_vtest_session;

/* If the session has a late tap, starts the history of the client's state, from which the tap can
 * begin. Call once the renderer exists. Fails with GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_vtest_late_tap_init(struct gv_vtest_session *session);

/* Begins or ends the tap if a begin or end was requested and a frame has just ended. Call after a
 * message was executed. Logs a line if the client's state cannot be described. */
void gv_vtest_late_tap_look(struct gv_vtest_session *session);

#endif
