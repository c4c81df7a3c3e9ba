/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The listener: accepts vtest clients on a Unix socket and gives each client a separate worker
 * process, so that a client can crash only its own worker. The listener never opens Vulkan. */
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
    mode_t socket_mode;        /* mode of the socket file; 0: 0600 */
    const gid_t *socket_group; /* group of the socket file; NULL: the process's group */
    int listen_fd; /* an existing non-blocking listening socket, whose file another process has
                      created and removes; socket_path is then used in messages only. 0: the server
                      creates the socket */

    /* The users whose clients are accepted, in addition to the process's own user. Other clients
     * are refused with a line in the log. NULL: everybody who can open the socket's file. */
    const uid_t *uids;
    unsigned num_uids;

    unsigned max_workers;         /* number of clients served at the same time; further clients
                                     wait; 0: the default */
    unsigned max_workers_per_uid; /* number of clients of one user served at the same time; 0: the
                                     default */
    int idle_timeout_ms;          /* timeout for the first message, and for the remainder
                                     of an incomplete message; 0: vtest's default */
    unsigned time_limit_s; /* time limit for the work of one message, and for one submission on the
                              device; a worker that exceeds the limit is killed; 0: unlimited */
    bool clients_may_wait; /* a client may be silent as long as its process lives; after the process
                              has ended, time_limit_s limits the remaining work */
    /* Limits of each client; must outlive the server; NULL: virgl's defaults. */
    const struct gv_virgl_limits *limits;
    uint64_t total_memory_B;      /* memory limit of all clients together, divided among users; 0:
                                     unlimited */
    const struct galvan_log *log; /* must outlive the server; NULL: silent */

    /* Creates the screen of one client. The screen stores its pipelines in `cache`. Called once in
     * each worker, possibly before the worker has a client. create_screen() must itself report its
     * failures. */
    enum galvan_result (*create_screen)(void *priv, const struct galvan_cache *cache,
                                        struct pipe_screen **out_screen);
    void *priv;

    /* Whether the screen's device runs on the CPU, so that its worker needs fewer system calls;
     * NULL: devices never run on the CPU. */
    bool (*is_software)(struct pipe_screen *screen);
    /* Passes the name of the client's program to the screen. The function pointer may be NULL. */
    void (*set_program)(struct pipe_screen *screen, const char *program);
    /* Reads the screen's counters and the device's progress. Called on a separate thread. NULL:
     * there are no counters. */
    void (*counters)(struct pipe_screen *screen, struct galvan_screen_counters *out_counters);

    /* Called in each worker before create_screen(), with the pace that the screen must follow. The
     * pace outlives the screen. NULL: device time is not divided. */
    void (*use_pace)(void *priv, const struct galvan_pace *pace);

    /* Called once the server accepts no more clients, before it ends the workers. May be NULL. */
    void (*ending)(void *priv);

    /* Called in each worker before the worker confines itself, with the cache key of its client. A
     * pre-forked worker gets the key of this process's user. May be NULL. */
    void (*for_cache_key)(void *priv, const struct gv_cache_key *cache_key);

    const char *program; /* the path or name of the program whose cache key all clients get; NULL:
                            each client gets the cache key of the program that its process runs */

    const char *cache_dir; /* directory in which the listener stores compiled pipelines, with a
                              subdirectory for each cache key; NULL: pipelines are not stored */

    bool no_sandbox; /* workers keep all privileges of the user */

    bool divides_cgroup; /* true: if a control group has been delegated to this process, each worker
                            gets an equal share of the processors */

    /* Further files that workers may open, as for gv_landlock_restrict(). Files that drivers read
     * need not be listed. */
    const struct gv_path_rule *path_rules;
    bool core_files; /* workers that die by a signal leave core files, if the system stores them */

    const struct gv_vtest_hooks *hooks; /* called in the workers; may be NULL. If the hooks have
                                           a tap whose `when_wanted` is set, other processes can
                                           start the tap by gv_ask_recording() (stats.h). */

    /* Called in the listener's process every GV_SERVER_PUBLISH_S while there are clients, and once
     * after the last client has gone. May be NULL. `stats` is valid only during the call. */
    void (*publish)(void *priv, const struct gv_server_stats *stats);

    /* Once drain_fd becomes readable or its other end closes, the server accepts no more clients.
     * The server then ends after the last worker has ended, or after GV_SERVER_DRAIN_S. -1: the
     * server is never drained. */
    int drain_fd;

    /* Process without which the server should not run. While `parent` lives, the server ignores
     * SIGTERM, since the signal may have been sent to a whole process group. After `parent` has
     * ended, SIGTERM ends the server (PR_SET_PDEATHSIG). 0: SIGTERM always ends the server. */
    pid_t parent;
};

/* Binds the socket and listens. Replaces a socket file that a dead server has left, and fails if
 * another server answers on the path. Logs one line about a failure, and a warning if directories
 * keep permitted users from the socket. A second socket file beside the first answers
 * gv_stats_ask() (stats.h); if this file cannot be created, the server works without it. Until
 * gv_server_destroy() the server handles SIGCHLD, SIGTERM and, unless the process ignores them,
 * SIGINT and SIGHUP. */
enum galvan_result gv_server_create(const struct gv_server_params *params,
                                    struct gv_server **out_server);

/* Forks the first client's worker before the client connects, and waits until that worker has
 * created its screen, so that errors are reported early and the first client waits less. Clients
 * that connect meanwhile wait in the accept queue. Returns the result of create_screen();
 * GALVAN_ERROR_IO if the worker ends without a report; GALVAN_ERROR_TIMEOUT after timeout_ms or
 * once drain_fd announces the end. After a failure the server serves no clients: clients that
 * connect wait until the server ends. */
enum galvan_result gv_server_prepare(struct gv_server *server, int timeout_ms);

/* Serves clients until a signal ends the server or the server has drained, and then ends all
 * workers. The process must have no other children. */
void gv_server_run(struct gv_server *server);

/* Stops listening, removes the socket and restores the signal handlers. `server` may be NULL. */
void gv_server_destroy(struct gv_server *server);

#endif
