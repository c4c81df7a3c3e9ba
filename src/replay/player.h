/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Plays a stream of a recording: acts as the client of a session. */
#ifndef GV_REPLAY_PLAYER_H
#define GV_REPLAY_PLAYER_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/result.h"
#include "vtest/transport.h"
#include "vtest/vtest.h"

struct gv_recording;
struct gv_recording_cursor;

enum {
    GV_PLAYER_SLOTS = 4
};

struct gv_player {
    struct gv_vtest_transport transport; /* to pass to the session */
    struct gv_vtest_tap tap;             /* to pass to the session */

    struct gv_recording_cursor *cursor;
    const uint8_t *at; /* the unread bytes of the current record */
    uint32_t left_B;
    uint32_t message;    /* command number of the current message */
    uint64_t num_frames; /* number of frames whose last message has begun */
    uint64_t last_frame; /* the stream ends after this frame */
    uint64_t missing_B;  /* number of bytes that messages needed, but that the recording lacks */

    bool real_time;
    uint64_t start_ns;     /* system time that corresponds to time 0 of the recording */
    uint64_t max_pause_ns; /* longer pauses are shortened to this time */

    int present_fd; /* receives notices of finished presents; -1: the client did not request them */
    uint64_t num_requested, num_presented;
    int present_timeout_ms;
    bool timed_out;                  /* a present did not finish in time, so the stream has ended */
    uint64_t shown[GV_PLAYER_SLOTS]; /* for each slot, the number of its last present, from 1 on */
};

/* Prepares to play the stream up to the end of last_frame, in real time or as fast as possible. The
 * recording must outlive the player. Fails with GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_player_init(struct gv_player *player, const struct gv_recording *recording,
                                  uint32_t stream_idx, uint64_t last_frame, bool real_time);
void gv_player_finish(struct gv_player *player);

#endif
