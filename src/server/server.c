/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The listener's loop: accept, start a worker, watch the workers, end them all. */
#include "server/server.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "server/handover.h"
#include "server/listen.h"
#include "server/worker.h"
#include "util/log.h"

enum {
    TICK_MS = 1000,      /* how often workers are looked at */
    BACK_OFF_MS = 200,   /* no accepting while the system is out of something */
    TERM_WAIT_MS = 1000, /* from SIGTERM to SIGKILL for workers at the end */
};

struct worker {
    pid_t pid; /* 0: the place is free */
    uid_t uid;
    pid_t client_pid;
    uint32_t id;
    uint32_t last_pulse;  /* as of the last tick */
    uint32_t stuck_ticks; /* ticks for which it has been at one piece of work */
};

enum state {
    STATE_OPEN,     /* takes clients */
    STATE_DRAINING, /* waits for the last worker */
    STATE_CLOSING,  /* told to end */
};

struct gv_server {
    struct gv_server_params params;
    struct gv_listener listener;
    enum state state;
    uint32_t num_clients; /* so far; numbers them */
    uint64_t next_tick_ms;
    uint64_t accept_again_ms; /* 0: now */
    uint64_t drain_end_ms;
    bool out_of_files_told;

    int signal_fd; /* while running */
    sigset_t old_mask;

    uint32_t num_workers;
    struct worker *workers;   /* max_workers places */
    struct worker *ahead;     /* the one that waits for its client; NULL: none does */
    int handover;             /* the listener's end, while there is such a worker */
    _Atomic uint32_t *pulses; /* as many, shared with the workers */
    size_t pulses_size_B;
};

static uint64_t now_ms(void)
{
    struct timespec ts;

    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * 1000u + (uint64_t)ts.tv_nsec / 1000000u;
}

/* ---- Making and ending --------------------------------------------------------------------- */

static void set_defaults(struct gv_server_params *params)
{
    if (params->max_workers == 0) {
        params->max_workers = GV_SERVER_DEFAULT_MAX_WORKERS;
    }
    if (params->max_workers_per_uid == 0) {
        params->max_workers_per_uid = GV_SERVER_DEFAULT_MAX_WORKERS_PER_UID;
    }
}

static bool is_ignored(int sig)
{
    struct sigaction action;

    return sigaction(sig, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static enum galvan_result take_signals(struct gv_server *server)
{
    sigset_t mask;

    sigemptyset(&mask);
    sigaddset(&mask, SIGCHLD);
    sigaddset(&mask, SIGTERM);
    if (!is_ignored(SIGINT)) {
        sigaddset(&mask, SIGINT);
    }
    if (!is_ignored(SIGHUP)) {
        sigaddset(&mask, SIGHUP);
    }
    sigprocmask(SIG_BLOCK, &mask, &server->old_mask);
    server->signal_fd = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
    if (server->signal_fd < 0) {
        gv_err(server->params.log, "server", "no signalfd: %s", strerror(errno));
        sigprocmask(SIG_SETMASK, &server->old_mask, NULL);
        return GALVAN_ERROR_IO;
    }
    return GALVAN_OK;
}

/* What arrived in the meantime has been obeyed by ending. */
static void give_signals_back(struct gv_server *server)
{
    struct signalfd_siginfo info;

    while (read(server->signal_fd, &info, sizeof(info)) > 0) {
    }
    close(server->signal_fd);
    sigprocmask(SIG_SETMASK, &server->old_mask, NULL);
}

enum galvan_result gv_server_create(const struct gv_server_params *params,
                                    struct gv_server **out_server)
{
    struct gv_server *server = calloc(1, sizeof(*server));
    enum galvan_result res = GALVAN_ERROR_NO_MEMORY;

    if (!server) {
        goto out_of_memory;
    }
    server->params = *params;
    set_defaults(&server->params);
    server->workers = calloc(server->params.max_workers, sizeof(*server->workers));
    if (!server->workers) {
        goto free_server;
    }
    server->pulses_size_B = server->params.max_workers * sizeof(*server->pulses);
    server->pulses = mmap(NULL, server->pulses_size_B, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (server->pulses == MAP_FAILED) {
        goto free_workers;
    }
    res = take_signals(server);
    if (res != GALVAN_OK) {
        goto unmap_pulses;
    }
    res = gv_listener_init(&server->listener, params->socket_path, params->log);
    if (res != GALVAN_OK) {
        goto give_signals_back;
    }
    *out_server = server;
    return GALVAN_OK;

give_signals_back:
    give_signals_back(server);
unmap_pulses:
    munmap(server->pulses, server->pulses_size_B);
free_workers:
    free(server->workers);
free_server:
    free(server);
out_of_memory:
    if (res == GALVAN_ERROR_NO_MEMORY) {
        gv_err(params->log, "server", "out of memory");
    }
    return res;
}

static void free_memory(struct gv_server *server)
{
    munmap(server->pulses, server->pulses_size_B);
    free(server->workers);
    free(server);
}

/* The worker that waits ends, unless it has got its client. */
static void let_go_of_ahead(struct gv_server *server)
{
    if (server->ahead) {
        close(server->handover);
        server->ahead = NULL;
    }
}

void gv_server_destroy(struct gv_server *server)
{
    if (server) {
        let_go_of_ahead(server);
        gv_listener_finish(&server->listener);
        give_signals_back(server);
        free_memory(server);
    }
}

/* ---- Workers ------------------------------------------------------------------------------- */

/* In the worker's process: keeps what a worker needs, drops the listener's things, and ends. */
static void worker_process(struct gv_server *server, const struct worker *worker,
                           const struct gv_worker_client *client, int handover, pid_t listener_pid)
{
    const struct gv_server_params params = server->params;
    const struct gv_worker_params worker_params = {
        .server = &params,
        .client = *client,
        .handover = handover,
        .listener_pid = listener_pid,
        .pulse = &server->pulses[worker - server->workers],
    };
    int status;

    close(server->listener.fd);
    close(server->signal_fd);
    if (params.drain_fd >= 0) {
        close(params.drain_fd);
    }
    if (server->ahead) {
        close(server->handover);
    }
    sigprocmask(SIG_SETMASK, &server->old_mask, NULL);
    status = gv_worker_main(&worker_params);
    free_memory(server);
    exit(status);
}

static struct worker *find_worker(struct gv_server *server, pid_t pid)
{
    for (uint32_t i = 0; i < server->params.max_workers; i++) {
        if (server->workers[i].pid == pid) {
            return &server->workers[i];
        }
    }
    return NULL;
}

static uint32_t count_workers_of(const struct gv_server *server, uid_t uid)
{
    uint32_t num = 0;

    for (uint32_t i = 0; i < server->params.max_workers; i++) {
        num += server->workers[i].pid != 0 && server->workers[i].uid == uid;
    }
    return num;
}

static void set_client(struct worker *worker, const struct gv_worker_client *client)
{
    worker->id = client->id;
    worker->client_pid = client->pid;
    worker->uid = client->uid;
}

/* A process in a free place, for this client or for the one that comes through handover; false and
 * errno when there is none. */
static bool fork_worker(struct gv_server *server, struct worker *worker,
                        const struct gv_worker_client *client, int handover)
{
    *worker = (struct worker){0};
    set_client(worker, client);
    atomic_store(&server->pulses[worker - server->workers], 0);
    fflush(NULL);
    pid_t listener_pid = getpid();
    pid_t pid = fork();
    if (pid == 0) {
        worker_process(server, worker, client, handover, listener_pid);
    }
    if (pid < 0) {
        return false;
    }
    worker->pid = pid;
    server->num_workers++;
    return true;
}

enum galvan_result gv_server_prepare(struct gv_server *server, int timeout_ms)
{
    static const struct gv_worker_client nobody = {.fd = -1, .uid = (uid_t)-1};
    struct worker *worker = find_worker(server, 0);
    int ends[GV_HANDOVER_ENDS];

    if (gv_handover_init(ends) != GALVAN_OK) {
        return GALVAN_ERROR_IO;
    }
    server->ahead = worker;
    server->handover = ends[GV_HANDOVER_LISTENER];
    bool forked = fork_worker(server, worker, &nobody, ends[GV_HANDOVER_WORKER]);
    close(ends[GV_HANDOVER_WORKER]);
    enum galvan_result res =
        forked ? gv_handover_ask(server->handover, timeout_ms) : GALVAN_ERROR_IO;
    if (res == GALVAN_ERROR_TIMEOUT) {
        kill(worker->pid, SIGKILL);
    }
    if (res != GALVAN_OK) {
        let_go_of_ahead(server);
    }
    return res;
}

/* Whether the worker that was made ahead, if there is one, has got the client. */
static bool hand_over(struct gv_server *server, const struct gv_worker_client *client)
{
    bool given = server->ahead && gv_handover_give(server->handover, client);

    if (given) {
        set_client(server->ahead, client);
    }
    let_go_of_ahead(server);
    return given;
}

static void start_worker(struct gv_server *server, int fd, const struct ucred *peer)
{
    const struct galvan_log *log = server->params.log;
    const struct gv_worker_client client = {
        .fd = fd, .id = ++server->num_clients, .pid = peer->pid, .uid = peer->uid};
    struct worker *worker = server->ahead;

    if (!hand_over(server, &client)) {
        worker = find_worker(server, 0);
        if (!worker || !fork_worker(server, worker, &client, -1)) {
            gv_err(log, "server", "client %u, pid %d: no process for it: %s; connection closed",
                   client.id, (int)peer->pid, strerror(errno));
            return;
        }
    }
    gv_info(log, "server", "client %u, pid %d, uid %u: served by process %d", worker->id,
            (int)peer->pid, (unsigned)peer->uid, (int)worker->pid);
}

static void note_end(struct gv_server *server, pid_t pid, int status)
{
    const struct galvan_log *log = server->params.log;
    struct worker *worker = find_worker(server, pid);

    if (!worker) {
        return;
    }
    if (worker == server->ahead) {
        let_go_of_ahead(server);
    }
    if (WIFSIGNALED(status) && server->state != STATE_CLOSING) {
        gv_err(log, "server",
               "client %u, pid %d: its process %d was ended by signal %d (%s); other clients are "
               "not affected",
               worker->id, (int)worker->client_pid, (int)pid, WTERMSIG(status),
               strsignal(WTERMSIG(status)));
    } else {
        gv_info(log, "server", "client %u: process %d ended with status %d", worker->id, (int)pid,
                WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    }
    worker->pid = 0;
    server->num_workers--;
}

static void reap_workers(struct gv_server *server)
{
    int status;
    pid_t pid;

    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        note_end(server, pid, status);
    }
}

static void signal_workers(const struct gv_server *server, int sig)
{
    for (uint32_t i = 0; i < server->params.max_workers; i++) {
        if (server->workers[i].pid != 0) {
            kill(server->workers[i].pid, sig);
        }
    }
}

/* A worker whose pulse stands at the same odd number for time_limit_s ticks is stuck. Counting
 * ticks, not time, spares workers that were stopped together with the listener. */
static void check_workers(struct gv_server *server)
{
    uint32_t limit = server->params.time_limit_s;

    for (uint32_t i = 0; limit > 0 && i < server->params.max_workers; i++) {
        struct worker *worker = &server->workers[i];
        uint32_t pulse = atomic_load_explicit(&server->pulses[i], memory_order_relaxed);
        if (worker->pid == 0) {
            continue;
        }
        bool stuck = pulse % 2 == 1 && pulse == worker->last_pulse;
        worker->stuck_ticks = stuck ? worker->stuck_ticks + 1 : 0;
        worker->last_pulse = pulse;
        if (worker->stuck_ticks == limit) {
            gv_err(server->params.log, "server",
                   "client %u, pid %d: one command has taken more than %u s (--time-limit); its "
                   "process %d is ended",
                   worker->id, (int)worker->client_pid, limit, (int)worker->pid);
            kill(worker->pid, SIGKILL);
        }
    }
}

/* ---- Clients ------------------------------------------------------------------------------- */

/* Says why a client cannot be served now, or NULL. */
static const char *refusal(const struct gv_server *server, const struct ucred *peer)
{
    if (server->num_workers >= server->params.max_workers && !server->ahead) {
        return "as many clients as --max-clients allows are connected";
    }
    if (count_workers_of(server, peer->uid) >= server->params.max_workers_per_uid) {
        return "as many clients of one user as --max-clients-per-user allows are connected";
    }
    return NULL;
}

static void back_off(struct gv_server *server)
{
    if (!server->out_of_files_told) {
        gv_err(server->params.log, "server", "no new client can be taken: %s; trying on",
               strerror(errno));
        server->out_of_files_told = true;
    }
    server->accept_again_ms = now_ms() + BACK_OFF_MS;
}

static void accept_client(struct gv_server *server)
{
    struct ucred peer = {.uid = (uid_t)-1};
    socklen_t size = sizeof(peer);
    int fd = accept4(server->listener.fd, NULL, NULL, SOCK_CLOEXEC);

    if (fd < 0) {
        if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) {
            back_off(server);
        }
        return;
    }
    server->out_of_files_told = false;
    getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size);
    const char *reason = refusal(server, &peer);
    if (reason) {
        gv_warn(server->params.log, "server", "client of pid %d, uid %u refused: %s", (int)peer.pid,
                (unsigned)peer.uid, reason);
    } else {
        start_worker(server, fd, &peer);
    }
    close(fd);
}

/* ---- The loop ------------------------------------------------------------------------------ */

static void handle_signals(struct gv_server *server)
{
    struct signalfd_siginfo info;

    while (read(server->signal_fd, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
        if (info.ssi_signo != SIGCHLD) {
            gv_info(server->params.log, "server", "ending on signal %u", info.ssi_signo);
            server->state = STATE_CLOSING;
        }
    }
    reap_workers(server);
}

static void begin_draining(struct gv_server *server)
{
    gv_listener_finish(&server->listener);
    let_go_of_ahead(server);
    server->state = STATE_DRAINING;
    server->drain_end_ms = now_ms() + GV_SERVER_DRAIN_S * 1000u;
}

static int until_ms(uint64_t then, uint64_t now)
{
    return then > now ? (int)(then - now) : 0;
}

/* How long the loop may sleep: for ever without workers. */
static int poll_timeout_ms(const struct gv_server *server, uint64_t now)
{
    if (server->accept_again_ms > now) {
        return until_ms(server->accept_again_ms, now);
    }
    return server->num_workers > 0 ? until_ms(server->next_tick_ms, now) : -1;
}

static void tick(struct gv_server *server, uint64_t now)
{
    if (now >= server->next_tick_ms) {
        server->next_tick_ms = now + TICK_MS;
        check_workers(server);
    }
    if (server->state == STATE_DRAINING &&
        (server->num_workers == 0 || now >= server->drain_end_ms)) {
        server->state = STATE_CLOSING;
    }
}

static void loop(struct gv_server *server)
{
    enum {
        POLL_SIGNALS,
        POLL_LISTENER,
        POLL_DRAIN,
        NUM_POLLS
    };

    while (server->state != STATE_CLOSING) {
        uint64_t now = now_ms();
        bool open = server->state == STATE_OPEN;
        struct pollfd polls[NUM_POLLS] = {
            [POLL_SIGNALS] = {.fd = server->signal_fd, .events = POLLIN},
            [POLL_LISTENER] = {.fd = open && server->accept_again_ms <= now ? server->listener.fd
                                                                            : -1,
                               .events = POLLIN},
            [POLL_DRAIN] = {.fd = open ? server->params.drain_fd : -1, .events = POLLIN},
        };
        if (poll(polls, NUM_POLLS, poll_timeout_ms(server, now)) < 0 && errno != EINTR) {
            gv_err(server->params.log, "server", "poll: %s", strerror(errno));
            return;
        }
        if (polls[POLL_SIGNALS].revents) {
            handle_signals(server);
        }
        if (polls[POLL_LISTENER].revents) {
            accept_client(server);
        }
        if (polls[POLL_DRAIN].revents) {
            begin_draining(server);
        }
        tick(server, now_ms());
    }
}

/* Asks all workers to end and, a while later, ends those that do not. */
static void end_workers(struct gv_server *server)
{
    uint64_t end_ms = now_ms() + TERM_WAIT_MS;

    server->state = STATE_CLOSING;
    signal_workers(server, SIGTERM);
    while (server->num_workers > 0) {
        struct pollfd signals = {.fd = server->signal_fd, .events = POLLIN};
        uint64_t now = now_ms();
        if (now >= end_ms) {
            signal_workers(server, SIGKILL);
            end_ms = UINT64_MAX;
        }
        poll(&signals, 1, end_ms == UINT64_MAX ? -1 : until_ms(end_ms, now));
        handle_signals(server);
    }
}

void gv_server_run(struct gv_server *server)
{
    loop(server);
    gv_listener_finish(&server->listener);
    end_workers(server);
}
