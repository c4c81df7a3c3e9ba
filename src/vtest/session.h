/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The state of one vtest connection, shared by the files that carry out its commands. */
#ifndef GV_VTEST_SESSION_H
#define GV_VTEST_SESSION_H

#include <stdint.h>

#include "galvan/log.h"
#include "galvan/result.h"
#include "util/log_kinds.h"
#include "virgl/api/renderer.h"
#include "vtest/present_buffers.h"
#include "vtest/presenter.h"
#include "vtest/protocol.h"
#include "vtest/resources.h"
#include "vtest/stream.h"
#include "vtest/vtest.h"

struct gv_virgl_context;
struct gv_virgl_history;
struct gv_virgl_renderer;
struct pipe_screen;

struct gv_vtest_session {
    const struct gv_vtest_params *params;
    const struct gv_vtest_tap *tap; /* NULL: there is none, or not now */
    struct gv_virgl_memory_hook memory_hook;
    struct gv_virgl_history *history; /* for a tap that comes late; NULL: there is none */
    uint64_t tap_looked_frame;        /* up to which it is known whether that is wanted */
    bool has_tap;                     /* now or at another time: no memory is written unseen */
    struct gv_vtest_stream stream;
    struct pipe_screen *screen;         /* NULL until CREATE_RENDERER, unless it was there */
    struct gv_virgl_renderer *renderer; /* NULL until CREATE_RENDERER */
    struct gv_virgl_context *context;   /* the one of the renderer */
    struct gv_vtest_resources resources;
    uint32_t last_handle;    /* that the server chose, or the client before it could; 0: none yet */
    uint64_t shm_limit_B;    /* of one resource */
    struct gv_shm fence_shm; /* of all fence buffers; empty until the first */
    int fence_fd;            /* its other end; -1 until then */

    char name[128];              /* as the client told it, as far as it fits */
    char client[160];            /* for log lines */
    uint32_t version;            /* negotiated; 0 until PROTOCOL_VERSION */
    struct gv_log_kinds refused; /* commands */

    const char *command;       /* name of the one being carried out */
    uint64_t command_offset_B; /* where its header began in the stream */

    uint64_t num_frames;
    uint32_t frame_handle;       /* resource of the latest frame; 0: none (any more) */
    struct gv_vtest_frame frame; /* the latest, while there is a handle */

    struct gv_vtest_present_buffers present_buffers;
    struct gv_vtest_presenter presenter;
    struct gv_shm pool[GV_VTEST_MAX_POOL_PARTS]; /* what the client half gives out */
    uint32_t num_pool_parts;
    struct gv_shm progress; /* one 64-bit number for the client; empty: it has not asked */
};

#endif
