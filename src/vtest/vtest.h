/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Serves a vtest client from its first byte to its last: the handshake, resources in shared memory,
 * command buffers and transfers. */
#ifndef GV_VTEST_H
#define GV_VTEST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/log.h"
#include "galvan/result.h"
#include "virgl/api/notes.h"

struct gv_virgl_limits;
struct gv_virgl_shader_hook;
struct gv_vtest_transport;
struct pipe_screen;

/* A frame that the client has read back in order to display it in its window. Row 0 is at the top;
 * rows have no padding. */
struct gv_vtest_frame {
    uint64_t idx; /* 1 is the first frame of this connection */
    uint32_t width;
    uint32_t height;
    uint32_t format; /* the wire's format number */
    void *data;      /* valid only during the call */
    size_t data_size_B;
    bool may_draw; /* hooks may change the pixels: a client without present buffers has read back
                      a whole window, and probably only displays the pixels */
};

/* Observes the whole connection of a client, in order to record or replay it. Each function may be
 * NULL. The functions are called on the thread that serves the client, before the current message
 * is executed. */
struct gv_vtest_tap {
    /* Called for each message with its two header dwords and the part of the payload that has been
     * read. */
    void (*message)(void *priv, const uint32_t header[2], const void *payload, size_t size_B);
    /* Called with further bytes of the payload. */
    void (*more)(void *priv, const void *data, size_t size_B);
    /* As gv_virgl_memory_hook.read. */
    void (*memory)(void *priv, uint32_t handle, uint64_t offset_B, void *memory, size_t size_B);
    /* Called when the message ends a frame. */
    void (*frame)(void *priv);
    /* Called when the client gets the device's capabilities. `client` is the client's name in log
     * lines, `version` the negotiated version, and `set` the number of the capability set, whose
     * contents are in `data`. */
    void (*caps)(void *priv, const char *client, uint32_t version, uint32_t set, const void *data,
                 size_t size_B);
    /* Called when the connection or the tap has ended. No other function is called afterwards. Not
     * called if no message was received. */
    void (*ended)(void *priv, const char *client);
    void *priv;

    /* The tap does not begin until another process requests it (tap_wanted of struct
     * gv_vtest_notes). It then begins at the end of a frame, and first gets messages that create
     * the client's current state. */
    bool when_wanted;
};

/* Callbacks for the program that serves the client. Each function may be NULL. */
struct gv_vtest_hooks {
    /* Called when the client has sent its name. */
    void (*named)(void *priv, const char *name);
    /* Called when a frame has been presented. */
    void (*presented)(void *priv, const struct gv_vtest_frame *frame);
    /* Called before the memory of the latest presented frame is freed: when the frame's resource is
     * unreferenced, or when the connection ends. */
    void (*retired)(void *priv, const struct gv_vtest_frame *frame);
    /* Called at the end of the connection, when all commands of the client have been executed. */
    void (*ended)(void *priv);
    /* The shader hook, which has its own `priv`; may be NULL. */
    const struct gv_virgl_shader_hook *shader;
    /* The tap, which has its own `priv`; may be NULL. With a tap, the client gets no memory that it
     * could write without a message (blobs). */
    const struct gv_vtest_tap *tap;
    void *priv;
};

enum {
    GV_VTEST_NOTED_NAME_B = 63
};

/* The state of a connection, updated continuously. Another process may share this memory. */
struct gv_vtest_notes {
    _Atomic uint32_t heartbeat; /* incremented when the execution of a message begins
                                   and when it ends, so it is odd during execution */
    _Atomic uint32_t message; /* command number of the current or last message; 0: no message yet */
    _Atomic uint64_t frames;  /* number of presented frames */
    _Atomic char program[GV_VTEST_NOTED_NAME_B]; /* the client's name, truncated; without a NUL if
                                                    truncated */
    struct gv_virgl_notes virgl;

    _Atomic bool tap_wanted; /* another process sets this to request a late tap */
};

/* Returns the name of the message with this command number; never NULL. */
const char *gv_vtest_message_name(uint32_t number);

struct gv_vtest_params {
    struct gv_vtest_transport *transport;
    struct pipe_screen *screen; /* must outlive the call; NULL: open_screen() creates it */

    /* Creates the screen after the client's first message. The time of the call is not limited. The
     * function itself must report a failure. */
    enum galvan_result (*open_screen)(void *priv, struct pipe_screen **out_screen);
    void *priv;

    /* Passes the client's name, if it has one, to the screen. The function pointer may be NULL. */
    void (*set_program)(void *priv, struct pipe_screen *screen, const char *name);

    const struct galvan_log *log;         /* NULL: silent */
    const char *client;                   /* the client's name in log lines, e.g. "client 3, pid
                                             1234" */
    const struct gv_virgl_limits *limits; /* NULL: virgl's defaults */
    uint64_t shm_limit_B; /* limit for the memory of one resource; virgl limits the sum over all
                             resources. 0: the client's limit */
    int idle_timeout_ms;  /* timeout for the remainder of an incomplete message; 0: the default */
    const struct gv_vtest_hooks *hooks; /* may be NULL */
    struct gv_vtest_notes *notes;       /* may be NULL */
};

/* Serves the client until the client ends the stream or an unrecoverable error occurs. Returns
 * GALVAN_OK if the client has ended the stream, even before a message; otherwise returns the error.
 * After an error, one line in the log has the client, the command, the command's position and the
 * reason. */
enum galvan_result gv_vtest_serve(const struct gv_vtest_params *params);

#endif
