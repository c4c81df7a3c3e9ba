/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Passes a client to a pre-forked worker over a socket pair, of which the listener has one end and
 * the worker the other. The worker first reports whether it could create its screen, and then
 * receives a client. */
#ifndef GV_SERVER_HANDOVER_H
#define GV_SERVER_HANDOVER_H

#include <stdbool.h>

#include "galvan/result.h"

struct gv_worker_client;

enum {
    GV_HANDOVER_LISTENER = 0,
    GV_HANDOVER_WORKER,
    GV_HANDOVER_ENDS,
};

/* Creates the socket pair. Both ends are closed on exec. Fails with GALVAN_ERROR_IO. */
enum galvan_result gv_handover_init(int out_ends[GV_HANDOVER_ENDS]);

/* Reports the result of creating the screen. Called by the worker, once. */
void gv_handover_report(int end, enum galvan_result screen);

/* Work to do while gv_handover_ask() waits. */
struct gv_handover_service {
    int fd; /* serve() is called when fd is readable; -1: never */
    void (*serve)(void *user);
    void *user;
};

/* Waits for the worker's report and returns it. GALVAN_ERROR_IO if the worker ends without a
 * report. GALVAN_ERROR_TIMEOUT after timeout_ms, or once stop_fd becomes readable or its other end
 * closes. stop_fd may be -1. */
enum galvan_result gv_handover_ask(int end, int stop_fd, const struct gv_handover_service *service,
                                   int timeout_ms);

/* Sends the client to the worker. Called by the listener. The caller must still close the client's
 * descriptor. Returns false if the worker has ended. */
bool gv_handover_give(int end, const struct gv_worker_client *client);

/* Waits for the client. Called by the worker. Returns false if the listener will not send a
 * client. */
bool gv_handover_take(int end, struct gv_worker_client *out_client);

#endif
