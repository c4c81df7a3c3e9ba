/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A tap that a connection gets when it has long begun (when_wanted of struct gv_vtest_tap). */
#ifndef GV_VTEST_LATE_TAP_H
#define GV_VTEST_LATE_TAP_H

#include "galvan/result.h"

struct gv_vtest_session;

/* Once there is a renderer: takes note of what the client does from here on, if there is such a
 * tap. GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_vtest_late_tap_init(struct gv_vtest_session *session);

/* A message has been carried out. At the end of a frame the tap begins or ends, if that is wanted.
 * That the client cannot be told of is a line in the log. */
void gv_vtest_late_tap_look(struct gv_vtest_session *session);

#endif
