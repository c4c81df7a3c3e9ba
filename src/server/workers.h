/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The listener's workers: a process for each client, and perhaps one that was made ahead and waits
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

/* Called in a worker's fresh process: drops what is the listener's alone, serves, and exits. */
typedef void (*gv_workers_run_fn)(void *user, const struct gv_worker_params *params);

struct gv_workers {
    const struct gv_server_params *params;
    gv_workers_run_fn run;
    void *user;
    uint32_t num;
    struct gv_worker *all;   /* params->max_workers places */
    struct gv_share *shares; /* as many, for gv_workers_share_memory() */
    struct gv_worker *ahead; /* the one that waits for its client; NULL: none does */
    int handover;            /* the listener's end, while there is such a worker */
    bool lacks_reported;     /* of the first worker */
    uint32_t num_ticks;
    struct gv_cgroups cgroups;
    struct gv_cache_broker cache_broker;
    struct gv_cpu_throttle cpu_throttle;
    struct gv_device_time device_time;
    struct gv_device_user *device_users; /* of places */
    uint64_t last_divide_ns;
};

/* params, whose defaults are filled in, is kept. False: out of memory. */
bool gv_workers_init(struct gv_workers *workers, const struct gv_server_params *params,
                     gv_workers_run_fn run, void *user);
void gv_workers_finish(struct gv_workers *workers);

/* As gv_server_prepare() describes; stop_fd as in gv_handover_ask(). */
enum galvan_result gv_workers_prepare(struct gv_workers *workers, int stop_fd, int timeout_ms);

/* The worker that waits ends, unless it has got its client. */
void gv_workers_let_go(struct gv_workers *workers);

/* Gives the client, whose fd stays the caller's, to the worker that waits or to a new one. */
void gv_workers_serve(struct gv_workers *workers, const struct gv_worker_client *client);

uint32_t gv_workers_num_of(const struct gv_workers *workers, uid_t uid);

/* Fills at most workers->num entries: of those that have a client. The value is their number. */
uint32_t gv_workers_stats(const struct gv_workers *workers, struct gv_client_stats *out_stats);

/* Takes note of those that have ended; expected: they were told to. */
void gv_workers_reap(struct gv_workers *workers, bool expected);

/* Whether the tap of this client is wanted. False: there is no such client. */
bool gv_workers_want_tap(const struct gv_workers *workers, uint32_t id, bool wanted);

/* To all of them, none of which rests any more. */
void gv_workers_signal(struct gv_workers *workers, int sig);

/* Divides params->total_memory_B anew, if it is not 0; whether somebody wanted more than it had. */
bool gv_workers_share_memory(struct gv_workers *workers);

/* Divides the device's time anew: to be called every GV_DEVICE_TIME_LOOK_MS while device_time
 * works. */
void gv_workers_divide_device(struct gv_workers *workers);

/* Ends workers that are stuck: whose heartbeat has stood at one odd number, or whose device has
 * been at one submission, for params->time_limit_s ticks; whatever their pages say, those that have
 * used processors for as long while nothing on their pages changed, and those whose clients have
 * hung up as long ago. When others wait for a place, also one whose client has never sent a command
 * and has said nothing for params->idle_timeout_ms. */
void gv_workers_tick(struct gv_workers *workers, bool others_wait);

#endif
