/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The state of a vtest connection, shared by the files that execute its commands. */
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
    const struct gv_vtest_tap *tap; /* NULL: the session has no tap, or the tap is inactive */
    struct gv_virgl_memory_hook memory_hook;
    struct gv_virgl_history *history; /* history for a late tap; NULL: the session has no late
                                         tap */
    uint64_t tap_looked_frame;        /* number of the frame after which
                                         tap_wanted was last checked */
    bool has_tap;                     /* a tap is or may become active, so the client must get
                                         no memory that it can write without a message */
    struct gv_vtest_stream stream;
    struct pipe_screen *screen; /* NULL until CREATE_RENDERER, unless the caller supplied it */
    struct gv_virgl_renderer *renderer; /* NULL until CREATE_RENDERER */
    struct gv_virgl_context *context;   /* the renderer's context */
    struct gv_vtest_resources resources;
    uint32_t last_handle;    /* last handle that was chosen, by the server or by a client of an
                                older version; 0: no handle yet */
    uint64_t shm_limit_B;    /* limit for the memory of one resource */
    struct gv_shm fence_shm; /* memory shared by all fence buffers; empty until the first fence
                                buffer is created */
    int fence_fd;            /* descriptor of fence_shm; -1 while fence_shm is empty */

    char name[128];              /* the client's name, truncated */
    char client[160];            /* the client's name in log lines */
    uint32_t version;            /* negotiated; 0 until PROTOCOL_VERSION */
    struct gv_log_kinds refused; /* kinds of refused commands */

    const char *command;       /* name of the current command */
    uint64_t command_offset_B; /* position of its header in the stream */

    uint64_t num_frames;
    uint32_t frame_handle; /* resource of the latest frame; 0: no frame yet, or the resource was
                              freed */
    struct gv_vtest_frame frame; /* the latest frame, if frame_handle is not 0 */

    struct gv_vtest_present_buffers present_buffers;
    struct gv_vtest_presenter presenter;
    struct gv_shm pool[GV_VTEST_MAX_POOL_PARTS]; /* memory in which the client
                                                    library places resources */
    uint32_t num_pool_parts;
    struct gv_shm progress; /* 64-bit counter of executed bytes, shared
                               with the client; empty: not requested */
};

#endif
