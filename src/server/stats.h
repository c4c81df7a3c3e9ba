/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a server and its clients are at, in numbers, for other processes of the same user. The
 * listener answers by itself, without its workers: whoever connects to a second socket gets a
 * descriptor of memory that holds struct gv_server_stats, so that the listener never waits. The
 * socket that clients use says nothing of other clients, since sandboxes have it inside. */
#ifndef GV_SERVER_STATS_H
#define GV_SERVER_STATS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/galvan.h"

enum {
    GV_STATS_VERSION = 2, /* of the structs below */
    GV_STATS_PROGRAM_B = 64,
    GV_STATS_RECORD_SIGNAL = SIGUSR1, /* with a client's id to record it, negated to end that */
};

/* All but the numbers of processes and users a worker says of itself; a hostile one may say
 * anything. */
struct gv_client_stats {
    uint32_t id; /* counted from 1 */
    uint32_t uid;
    int32_t pid;
    int32_t worker_pid;
    char program[GV_STATS_PROGRAM_B]; /* as the client calls itself, fit for a terminal; "": it has
                                         not yet */
    uint64_t age_ns;
    uint64_t frames;
    struct galvan_screen_counters work;
};

struct gv_server_stats {
    uint32_t version;
    uint32_t size_B; /* of all */
    int32_t pid;
    uint32_t max_clients;
    uint32_t num_waiting; /* for a worker, or to say a first word */
    uint32_t num_served;  /* clients so far */
    uint64_t time_ns;     /* CLOCK_MONOTONIC when this was put together */
    uint32_t num_clients;
    uint32_t recordable; /* 1: gv_ask_recording() asks; 0: nobody listens, and its signal kills */
    struct gv_client_stats clients[];
};

/* The size of stats about so many clients. */
static inline size_t gv_server_stats_size(uint32_t num_clients)
{
    return sizeof(struct gv_server_stats) + num_clients * sizeof(struct gv_client_stats);
}

/* Where the server on socket_path answers questions. False when that path is too long for a
 * socket. */
bool gv_stats_path(const char *socket_path, char *out, size_t size_B);

/* Asks the server of the stats to begin, or to end, recording the client of that id, from the end
 * of its frame on. By a signal, so the kernel lets nobody ask but the server's user and root. False
 * and errno when it cannot be asked. */
bool gv_ask_recording(const struct gv_server_stats *stats, uint32_t id, bool wanted);

/* Sends stats over a connection. False when that cannot be done without waiting. */
bool gv_stats_send(int fd, const struct gv_server_stats *stats);

#endif
