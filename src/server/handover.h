/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* How a worker that was made ahead gets its client: two ends of a socket pair, one the listener's
 * and one the worker's. The worker tells how making its screen went, then takes a client. */
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

/* Both ends are closed on exec. GALVAN_ERROR_IO. */
enum galvan_result gv_handover_init(int out_ends[GV_HANDOVER_ENDS]);

/* From the worker, once. */
void gv_handover_report(int end, enum galvan_result screen);

/* Something that has to be done while one waits. */
struct gv_handover_service {
    int fd; /* when it is readable; -1: never */
    void (*serve)(void *user);
    void *user;
};

/* What the worker said of its screen. GALVAN_ERROR_IO when it ended without a word;
 * GALVAN_ERROR_TIMEOUT, also once something comes from stop_fd, if that is not -1, or its other end
 * closes. */
enum galvan_result gv_handover_ask(int end, int stop_fd, const struct gv_handover_service *service,
                                   int timeout_ms);

/* From the listener; the client's descriptor stays the caller's to close. false when the worker
 * is gone. */
bool gv_handover_give(int end, const struct gv_worker_client *client);

/* Waits for the client; false when the listener will send none. */
bool gv_handover_take(int end, struct gv_worker_client *out_client);

#endif
