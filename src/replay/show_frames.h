/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Displays frames that arrive through a pipe in a window of an X server. */
#ifndef GV_REPLAY_SHOW_FRAMES_H
#define GV_REPLAY_SHOW_FRAMES_H

#include <stdio.h>

#include "galvan/log.h"

enum gv_show_end {
    GV_SHOW_DONE,   /* the frames have ended */
    GV_SHOW_CLOSED, /* the user has closed the window */
    GV_SHOW_FAILED, /* an error, which has been logged */
};

/* Displays the frames. Opens the window at the first frame, and resizes the window to the size of
 * each frame. */
enum gv_show_end gv_show_frames(FILE *frames, const char *title, const struct galvan_log *log);

#endif
