/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Plays a stream of a recording: it is the client that a session serves. */
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
    struct gv_vtest_transport transport; /* for the session */
    struct gv_vtest_tap tap;             /* likewise */

    struct gv_recording_cursor *cursor;
    const uint8_t *at; /* what is left of a record */
    uint32_t left_B;
    uint32_t message;    /* number of the one under way */
    uint64_t num_frames; /* that have begun to end */
    uint64_t last_frame; /* the stream ends behind it */
    uint64_t missing_B;  /* of memory that a message read and the recording has not */

    bool real_time;
    uint64_t start_ns;     /* of the recording's clock */
    uint64_t max_pause_ns; /* a longer one is cut to it */

    int present_fd; /* tells of pictures that have come; -1: the client did not ask */
    uint64_t num_requested, num_presented;
    int present_timeout_ms;
    bool timed_out;                  /* a picture did not come, and the stream has ended */
    uint64_t shown[GV_PLAYER_SLOTS]; /* the last one from each slot, counted from 1 */
};

/* Plays up to the end of last_frame; in real time, or as fast as it is served. The recording must
 * outlive the player. GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_player_init(struct gv_player *player, const struct gv_recording *recording,
                                  uint32_t stream_idx, uint64_t last_frame, bool real_time);
void gv_player_finish(struct gv_player *player);

#endif
