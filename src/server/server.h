/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The listener: accepts vtest clients on a Unix socket and gives each a worker process of its own,
 * so that a client can take down nothing but its own worker. The listener never opens Vulkan. */
#ifndef GV_SERVER_H
#define GV_SERVER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "galvan/log.h"
#include "galvan/result.h"

struct galvan_cache;
struct galvan_pace;
struct galvan_screen_counters;
struct gv_cache_key;
struct gv_path_rule;
struct gv_server;
struct gv_server_stats;
struct gv_virgl_limits;
struct gv_vtest_hooks;
struct pipe_screen;

enum {
    GV_SERVER_DEFAULT_MAX_WORKERS = 64,
    GV_SERVER_DEFAULT_MAX_WORKERS_PER_UID = 16,
    GV_SERVER_DEFAULT_TIME_LIMIT_S = 60,
    GV_SERVER_DRAIN_S = 10,
    GV_SERVER_PUBLISH_S = 5,
};

struct gv_server_params {
    const char *socket_path;
    mode_t socket_mode;        /* of its file; 0: 0600 */
    const gid_t *socket_group; /* of its file; NULL: the process's */
    int listen_fd; /* an existing non-blocking listening socket, whose file another process has
                      created and removes; socket_path is then used in messages only. 0: none */

    /* The users whose clients are accepted, in addition to the process's own user. Other clients
     * are refused with a line in the log. NULL: everybody who can open the socket's file. */
    const uid_t *uids;
    unsigned num_uids;

    unsigned max_workers;         /* clients served at a time; others wait; 0: the default */
    unsigned max_workers_per_uid; /* clients of one user served at a time; 0: the default */
    int idle_timeout_ms; /* for the first message, and for the rest of a message that has begun; 0:
                            vtest's default */
    unsigned time_limit_s; /* for the work of one message and for one submission on the device; the
                              worker is killed after it; 0: unlimited */
    bool clients_may_wait; /* a client may be silent as long as its process lives; time_limit_s then
                              applies to the work that others left behind */
    const struct gv_virgl_limits
        *limits;             /* of each client; must outlive the server; NULL: virgl's defaults */
    uint64_t total_memory_B; /* of all clients together, divided among users; 0: unlimited */
    const struct galvan_log *log; /* must outlive the server; NULL: silent */

    /* Creates the screen of one client, which stores its pipelines in the cache. Called once in
     * each worker, possibly before the worker has a client. Reports its own failure. */
    enum galvan_result (*create_screen)(void *priv, const struct galvan_cache *cache,
                                        struct pipe_screen **out_screen);
    void *priv;

    /* Whether the screen's device runs on the CPU, so that its worker needs few system calls; NULL:
     * no device does. */
    bool (*is_software)(struct pipe_screen *screen);
    /* Passes the name of the client's program to the screen; may be NULL. */
    void (*set_program)(struct pipe_screen *screen, const char *program);
    /* Reads what the screen has done so far and how far its device is. Called on a thread of its
     * own; NULL: there are no counters. */
    void (*counters)(struct pipe_screen *screen, struct galvan_screen_counters *out_counters);

    /* Called in each worker before create_screen(), with the pace that the screen must follow,
     * which outlives the screen; NULL: device time is not divided. */
    void (*use_pace)(void *priv, const struct galvan_pace *pace);

    /* Called once no more clients are accepted, before all are ended; may be NULL. */
    void (*ending)(void *priv);

    /* Called in each worker before it confines itself, with the cache key of its client. A
     * pre-forked worker gets the key of this process's user. May be NULL. */
    void (*for_cache_key)(void *priv, const struct gv_cache_key *cache_key);

    const char *program; /* the program that all clients are taken for, by path or name; NULL: each
                            client is the program that its process runs */

    const char *cache_dir; /* where the listener stores compiled pipelines, with a directory for
                              each cache key; NULL: nowhere */

    bool no_sandbox; /* workers keep all privileges of the user */

    bool divides_cgroup; /* if this process has been delegated a control group: each worker gets an
                            equal share of the processors */

    /* Further files that workers may open, as for gv_landlock_restrict(). Files that drivers read
     * need not be listed. */
    const struct gv_path_rule *path_rules;
    bool core_files; /* workers that die by a signal leave core files, if the system stores them */

    const struct gv_vtest_hooks *hooks; /* called in the workers; may be NULL. If their tap waits
                                           until it is wanted, gv_ask_recording() (stats.h) can
                                           request it. */

    /* Called in the listener's process every GV_SERVER_PUBLISH_S while there are clients, and after
     * the last has gone; may be NULL. stats is valid during the call. */
    void (*publish)(void *priv, const struct gv_server_stats *stats);

    /* Once this becomes readable or its other end closes, no more clients are accepted, and the
     * server ends after the last worker, or after GV_SERVER_DRAIN_S. -1: never. */
    int drain_fd;

    /* While this process lives, SIGTERM does not end the server, since it may have been sent to a
     * whole process group. Once the process has ended, SIGTERM does (PR_SET_PDEATHSIG). 0: SIGTERM
     * always ends the server. */
    pid_t parent;
};

/* Binds the socket and listens. A socket file that a dead server left is replaced; a path on which
 * a server answers is refused. A failure is explained by one line in the log; another line warns if
 * directories keep permitted users from the socket. A second socket beside it answers
 * gv_stats_ask() (stats.h); the server works without it if it cannot be created. Until
 * gv_server_destroy() the server handles SIGCHLD, SIGTERM and, unless the process ignores them,
 * SIGINT and SIGHUP. */
enum galvan_result gv_server_create(const struct gv_server_params *params,
                                    struct gv_server **out_server);

/* Forks the first client's worker before the client connects, and waits until that worker has
 * created its screen, so that errors show early and the client waits less. Clients can connect
 * meanwhile and wait. Returns the result of create_screen(); GALVAN_ERROR_IO if the worker ends
 * without a report; GALVAN_ERROR_TIMEOUT after timeout_ms or once drain_fd announces the end. After
 * a failure the server serves no clients: those that connect wait until it ends. */
enum galvan_result gv_server_prepare(struct gv_server *server, int timeout_ms);

/* Serves until a signal ends it or it has drained, then ends all workers. The process must have no
 * other children. */
void gv_server_run(struct gv_server *server);

/* Stops listening, removes the socket and restores the signal handlers. NULL is fine. */
void gv_server_destroy(struct gv_server *server);

#endif
