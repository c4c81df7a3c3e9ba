/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The listener's workers: one process for each client, and possibly a pre-forked process that waits
 * for its client. */
#ifndef GV_SERVER_WORKERS_H
#define GV_SERVER_WORKERS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "galvan/result.h"
#include "server/cache_broker.h"
#include "server/cgroups.h"
#include "server/cpu_throttle.h"
#include "server/device_time.h"
#include "server/shares.h"
#include "server/worker.h"

struct gv_client_stats;
struct gv_worker;

/* A function that runs in a newly forked worker process: it releases the listener's resources,
 * serves, and exits. */
typedef void (*gv_workers_run_fn)(void *user, const struct gv_worker_params *params);

struct gv_workers {
    const struct gv_server_params *params;
    gv_workers_run_fn run;
    void *user;
    uint32_t num;
    struct gv_worker *all;   /* params->max_workers slots */
    struct gv_share *shares; /* one for each slot, for gv_workers_share_memory() */
    struct gv_worker *ahead; /* the pre-forked worker that waits for its client; NULL: there is no
                                such worker */
    int handover;            /* the listener's end of the pre-forked worker's socket pair */
    bool lacks_reported; /* true once the log has named the parts of the confinement that workers
                            lack */
    uint32_t num_ticks;
    struct gv_cgroups cgroups;
    struct gv_cache_broker cache_broker;
    struct gv_cpu_throttle cpu_throttle;
    struct gv_device_time device_time;
    struct gv_device_user *device_users; /* one for each slot */
    uint64_t last_divide_ns;
};

/* Stores `params`, whose defaults must be filled in. Returns false if memory runs out. */
bool gv_workers_init(struct gv_workers *workers, const struct gv_server_params *params,
                     gv_workers_run_fn run, void *user);
void gv_workers_finish(struct gv_workers *workers);

/* Pre-forks a worker; see gv_server_prepare(). stop_fd is passed to gv_handover_ask(). */
enum galvan_result gv_workers_prepare(struct gv_workers *workers, int stop_fd, int timeout_ms);

/* Ends the pre-forked worker, unless it already has its client. */
void gv_workers_let_go(struct gv_workers *workers);

/* Passes the client to the pre-forked worker or to a new worker. The caller must still close
 * client->fd. */
void gv_workers_serve(struct gv_workers *workers, const struct gv_worker_client *client);

uint32_t gv_workers_num_of(const struct gv_workers *workers, uid_t uid);

/* Fills in one entry for each worker that has a client, at most workers->num, and returns their
 * number. */
uint32_t gv_workers_stats(const struct gv_workers *workers, struct gv_client_stats *out_stats);

/* Handles workers that have ended. `expected`: the listener has asked the workers to end. */
void gv_workers_reap(struct gv_workers *workers, bool expected);

/* Sets whether the hooks' tap should record the client with that id. Returns false if no client has
 * this id. */
bool gv_workers_want_tap(const struct gv_workers *workers, uint32_t id, bool wanted);

/* Continues the workers that are stopped, and sends the signal to all workers. */
void gv_workers_signal(struct gv_workers *workers, int sig);

/* Divides params->total_memory_B anew, if it is not 0. Returns whether a client wanted more memory
 * than it was allowed. */
bool gv_workers_share_memory(struct gv_workers *workers);

/* Divides the device's time anew. Call every GV_DEVICE_TIME_LOOK_MS while device_time.works. */
void gv_workers_divide_device(struct gv_workers *workers);

/* Ends workers that have been stuck for params->time_limit_s ticks. A worker is stuck if its
 * heartbeat keeps one odd value, or if its device works on one submission. Whatever the status page
 * says, a worker is also stuck if it used processors while its page did not change, or if its
 * client has hung up. If others_wait is true, also ends one worker whose client has never sent a
 * command and has been silent for params->idle_timeout_ms. */
void gv_workers_tick(struct gv_workers *workers, bool others_wait);

#endif
