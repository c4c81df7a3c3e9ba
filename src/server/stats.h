/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a server and its clients are at, in numbers, for other processes of the same user. The
 * listener answers by itself, without its workers: whoever connects to a second socket gets a
 * descriptor of memory that holds struct gv_server_stats, so that the listener never waits, and can
 * ask for a recording on the same connection. The socket that clients use says nothing of other
 * clients, since sandboxes have it inside. */
#ifndef GV_SERVER_STATS_H
#define GV_SERVER_STATS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/galvan.h"

enum {
    GV_STATS_VERSION = 3, /* of the structs below */
    GV_STATS_PROGRAM_B = 64,
    GV_STATS_MAX_ASKERS = 8,
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
    uint32_t recordable; /* 1: gv_ask_recording() asks; 0: the connection has ended */
    struct gv_client_stats clients[];
};

/* What an asker may send once it has its answer; a byte comes back, 1 for what is done. */
struct gv_recording_request {
    uint32_t id;
    uint32_t wanted; /* 0: no longer */
};

/* Connections whose askers have their answer and may send a request, oldest first; zeroed before
 * the first. */
struct gv_askers {
    int fds[GV_STATS_MAX_ASKERS];
    uint32_t num;
};

/* The size of stats about so many clients. */
static inline size_t gv_server_stats_size(uint32_t num_clients)
{
    return sizeof(struct gv_server_stats) + num_clients * sizeof(struct gv_client_stats);
}

/* Where the server on socket_path answers questions. False when that path is too long for a
 * socket. */
bool gv_stats_path(const char *socket_path, char *out, size_t size_B);

/* Asks the server that sent stats over sock, which is of a recordable one, to begin, or to end,
 * recording the client of that id, from the end of its frame on. False and errno when it does not;
 * ESRCH: it has no such client now. */
bool gv_ask_recording(int sock, uint32_t id, bool wanted);

/* Takes over a connection. Where there is no room the oldest ends. */
void gv_askers_add(struct gv_askers *askers, int fd);

/* Fills as many polls as there are connections. */
void gv_askers_prepare_poll(const struct gv_askers *askers, struct pollfd *polls);

/* Takes the connection of that index out. False, and it has been closed, when no request came over
 * it; otherwise *out_fd is for gv_asker_answer(). */
bool gv_askers_take(struct gv_askers *askers, uint32_t idx,
                    struct gv_recording_request *out_request, int *out_fd);

/* Ends the connection. */
void gv_asker_answer(int fd, bool is_done);

/* Closes all. */
void gv_askers_finish(struct gv_askers *askers);

/* Sends stats over a connection. False when that cannot be done without waiting. */
bool gv_stats_send(int fd, const struct gv_server_stats *stats);

#endif
