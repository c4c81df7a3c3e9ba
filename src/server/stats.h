/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Statistics of a server and its clients, for other processes of the same user. The listener
 * answers without the help of workers. A process that connects to a second socket is called an
 * asker. An asker gets a descriptor of memory with a struct gv_server_stats, so that the listener
 * never waits for the asker to read. On the same connection the asker can request a recording. The
 * clients' own socket reports nothing about other clients, because sandboxed programs can connect
 * to it. */
#ifndef GV_SERVER_STATS_H
#define GV_SERVER_STATS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/galvan.h"

enum {
    GV_STATS_VERSION = 3, /* version of the structs below */
    GV_STATS_PROGRAM_B = 64,
    GV_STATS_MAX_ASKERS = 8,
};

/* The worker reports these values itself, except for the ids of processes and users. A hostile
 * worker may report any values. */
struct gv_client_stats {
    uint32_t id; /* counted from 1 */
    uint32_t uid;
    int32_t pid;
    int32_t worker_pid;
    char program[GV_STATS_PROGRAM_B]; /* the name that the client gives itself, safe to
                                         print on a terminal; "": not known yet */
    uint64_t age_ns;
    uint64_t frames;
    struct galvan_screen_counters work;
};

struct gv_server_stats {
    uint32_t version;
    uint32_t size_B; /* size of this structure with all clients */
    int32_t pid;
    uint32_t max_clients;
    uint32_t num_waiting; /* number of clients that wait for a worker, or have not sent a byte */
    uint32_t num_served;  /* number of clients served so far */
    uint64_t time_ns;     /* CLOCK_MONOTONIC when these statistics were gathered */
    uint32_t num_clients;
    uint32_t recordable; /* 1: gv_ask_recording() can be used; 0: the server has closed the
                            connection */
    struct gv_client_stats clients[];
};

/* A request that an asker may send after it has received the statistics. The answer is one byte: 1
 * if the request succeeded. */
struct gv_recording_request {
    uint32_t id;
    uint32_t wanted; /* 0: end the recording */
};

/* Connections whose askers have received the statistics and may send a request, oldest first.
 * Initialize to zero. */
struct gv_askers {
    int fds[GV_STATS_MAX_ASKERS];
    uint32_t num;
};

/* Returns the size of struct gv_server_stats with num_clients clients. */
static inline size_t gv_server_stats_size(uint32_t num_clients)
{
    return sizeof(struct gv_server_stats) + num_clients * sizeof(struct gv_client_stats);
}

/* Writes to `out` the path of the second socket of the server at socket_path. Returns false if the
 * path is too long for a socket. */
bool gv_stats_path(const char *socket_path, char *out, size_t size_B);

/* Asks a server to begin recording the client `id`, or to end the recording if `wanted` is false.
 * The server does so at the end of the client's current frame. `sock` is the connection over which
 * the server has sent recordable statistics. Returns false with errno on failure; ESRCH: the client
 * does not exist any more. */
bool gv_ask_recording(int sock, uint32_t id, bool wanted);

/* Adds a connection and takes ownership of fd. Closes the oldest connection if there are too
 * many. */
void gv_askers_add(struct gv_askers *askers, int fd);

/* Fills in one entry of `polls` for each connection. */
void gv_askers_prepare_poll(const struct gv_askers *askers, struct pollfd *polls);

/* Removes the connection with that index and reads its request. Returns false, and closes the
 * connection, if the request is missing or invalid. Otherwise the caller must pass *out_fd to
 * gv_asker_answer(). */
bool gv_askers_take(struct gv_askers *askers, uint32_t idx,
                    struct gv_recording_request *out_request, int *out_fd);

/* Sends the answer and closes the connection. */
void gv_asker_answer(int fd, bool is_done);

/* Closes all connections. */
void gv_askers_finish(struct gv_askers *askers);

/* Sends the statistics over a connection. Returns false if the call would block. */
bool gv_stats_send(int fd, const struct gv_server_stats *stats);

#endif
