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
    int listen_fd; /* a listening socket, non-blocking, whose file somebody else has made and
                      removes: the above only names it. 0: none */

    /* Whose clients are taken, beside this process's user's; others are refused with a line in the
     * log. NULL: whoever the socket's file lets in. */
    const uid_t *uids;
    unsigned num_uids;

    unsigned max_workers;         /* clients at a time, others wait; 0: the default */
    unsigned max_workers_per_uid; /* clients of one user at a time; 0: the default */
    int idle_timeout_ms;          /* for the first message, and the rest of one that has begun; 0:
                                     vtest's default */
    unsigned time_limit_s;        /* for one message's work, and for one submission on the device,
                                     then the worker is killed; 0: none */
    bool clients_may_wait;        /* whose process lives; the time limit then is for what others
                                     left behind */
    const struct gv_virgl_limits
        *limits;                  /* of each client; must outlive the server; NULL: virgl's */
    uint64_t total_memory_B;      /* of all clients together, divided among users; 0: any */
    const struct galvan_log *log; /* must outlive the server; NULL: silent */

    /* Makes the screen of one client, which keeps its pipelines in the cache; called in its worker,
     * once, maybe before there is a client. It reports its failure itself. */
    enum galvan_result (*create_screen)(void *priv, const struct galvan_cache *cache,
                                        struct pipe_screen **out_screen);
    void *priv;

    /* Whether the screen's device runs on the CPU, so that its worker can do with few system calls;
     * NULL: none does. */
    bool (*is_software)(struct pipe_screen *screen);
    /* Tells a screen which program will draw; may be NULL. */
    void (*set_program)(struct pipe_screen *screen, const char *program);
    /* What a screen has done so far, and how far its device is. Called on a thread of its own;
     * NULL: nobody knows. */
    void (*counters)(struct pipe_screen *screen, struct galvan_screen_counters *out_counters);

    /* Called in each worker before create_screen(), with what its screen is to keep to, which
     * outlives it; NULL: no device is divided. */
    void (*use_pace)(void *priv, const struct galvan_pace *pace);

    /* Called when no more clients are taken and all are about to be ended; may be NULL. */
    void (*ending)(void *priv);

    /* Called in each worker before it confines itself, with whose client it serves; that of one
     * that is made ahead is this process's user's. May be NULL. */
    void (*for_cache_key)(void *priv, const struct gv_cache_key *cache_key);

    const char *program; /* that all clients are taken for, by path or name; NULL: each is what its
                            process runs */

    const char *cache_dir; /* where the listener keeps compiled pipelines, a directory for each
                              owner in it; NULL: nowhere */

    bool no_sandbox; /* workers may do what the user may */

    bool divides_cgroup; /* this process's control group, where it is given one to divide: each
                            worker gets an equal part of the processors */

    /* What else workers may open, as gv_landlock_restrict() has it. What drivers read they find
     * without being named. */
    const struct gv_path_rule *path_rules;
    bool core_files; /* of workers that die by a signal, where the system keeps them */

    const struct gv_vtest_hooks *hooks; /* called in the workers; may be NULL. With a tap that waits
                                           until it is wanted, gv_ask_recording() (stats.h) asks. */

    /* Called in the listener's process every GV_SERVER_PUBLISH_S while there are clients, and when
     * the last has gone; may be NULL. stats lives during the call. */
    void (*publish)(void *priv, const struct gv_server_stats *stats);

    /* When this becomes readable or its other end closes, no more clients are taken, and the
     * server ends once the last worker has, or after GV_SERVER_DRAIN_S. -1: never. */
    int drain_fd;

    /* While it lives, SIGTERM does not end the server, since it may be for all of a group of
     * processes; after it, SIGTERM does (PR_SET_PDEATHSIG). 0: SIGTERM always does. */
    pid_t parent;
};

/* Binds and listens. A file left behind by a server that is gone is replaced; a path where a server
 * answers is refused. One line in the log explains a failure; another warns where directories keep
 * others from a socket that is for them. A second socket beside it is for gv_stats_ask() (stats.h);
 * the server does without where there can be none. From here until gv_server_destroy() the process
 * takes SIGTERM, SIGINT and SIGHUP (unless it ignores these two) and SIGCHLD for the server. */
enum galvan_result gv_server_create(const struct gv_server_params *params,
                                    struct gv_server **out_server);

/* Makes the worker of the first client before that comes, and waits until it has its screen, so
 * that what is wrong shows early and the client waits less. Meanwhile clients can connect, and
 * wait. What create_screen() says; GALVAN_ERROR_IO when the worker ends without a word,
 * GALVAN_ERROR_TIMEOUT, also when told by drain_fd that no clients come. After a failure the server
 * takes no clients: those that connect wait until it ends. */
enum galvan_result gv_server_prepare(struct gv_server *server, int timeout_ms);

/* Serves until one of these signals tells it to end, or until drained, then ends all workers. The
 * process must have no other children. */
void gv_server_run(struct gv_server *server);

/* Stops listening, removes the socket and gives the signals back. NULL is fine. */
void gv_server_destroy(struct gv_server *server);

#endif
