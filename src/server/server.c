/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The listener's loop: accepts clients, passes them to workers, watches the workers, and ends all
 * workers. */
#include "server/server.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "confine/confine.h"
#include "server/accept_queue.h"
#include "server/listen.h"
#include "server/stats.h"
#include "server/workers.h"
#include "util/clock.h"
#include "util/log.h"
#include "vtest/protocol.h"
#include "vtest/vtest.h"

enum {
    TICK_MS = 1000, /* interval at which workers are checked */
    SHARE_MS = 20,  /* interval at which the memory of all clients is divided, if their memory is
                       limited */
    SHARE_AGAIN_MS = 2,  /* interval if a client wanted more memory at the last division */
    BACK_OFF_MS = 200,   /* pause of accepting after the system has run out of a resource */
    TERM_WAIT_MS = 1000, /* time from SIGTERM to SIGKILL when the workers are ended */
    MAX_REFUSALS = 32, /* maximum number of log lines about clients that were refused because their
                          user is not served */
};

enum state {
    STATE_OPEN,     /* accepts clients */
    STATE_BARRED,   /* a screen could not be created: clients wait until the server ends */
    STATE_DRAINING, /* waits for the last worker to end */
    STATE_CLOSING,  /* has been asked to end */
};

struct gv_server {
    struct gv_server_params params;
    struct gv_listener listener;
    struct gv_listener asked; /* socket for processes that ask for statistics; closed if it could
                                 not be created */
    struct gv_askers askers;
    enum state state;
    uint32_t num_clients; /* number of clients so far; the last client has this number as its id */
    uint64_t next_tick_ms, next_share_ms;
    uint64_t next_publish_ms, next_throttle_step_ms, next_divide_ms;
    bool published_none;      /* the statistics that were published last had no clients */
    uint64_t accept_again_ms; /* 0: accept now */
    uint64_t drain_end_ms;
    bool out_of_files_reported, queue_reported, full_reported;
    unsigned num_refusals; /* refusals logged so far */

    int signal_fd; /* valid while the server runs */
    sigset_t old_mask;
    struct sigaction old_child;

    struct gv_workers workers;
    struct gv_accept_queue queue;
};

static uint64_t now_ms(void)
{
    return gv_now_ns() / 1000000u;
}

/* ---- Creation and destruction ---------------------------------------------------------------- */

static void set_defaults(struct gv_server_params *params)
{
    if (params->max_workers == 0)
        params->max_workers = GV_SERVER_DEFAULT_MAX_WORKERS;
    if (params->max_workers_per_uid == 0)
        params->max_workers_per_uid = GV_SERVER_DEFAULT_MAX_WORKERS_PER_UID;
    if (params->idle_timeout_ms == 0)
        params->idle_timeout_ms = GV_VTEST_DEFAULT_IDLE_TIMEOUT_MS;
}

static bool is_ignored(int sig)
{
    struct sigaction action;

    return sigaction(sig, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static bool is_recordable(const struct gv_server_params *params)
{
    return params->hooks && params->hooks->tap && params->hooks->tap->when_wanted;
}

static enum galvan_result take_signals(struct gv_server *server)
{
    const struct sigaction ends = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDSTOP};
    sigset_t mask;

    sigaction(SIGCHLD, &ends, &server->old_child); /* a stopped worker causes no signal */
    sigemptyset(&mask);
    sigaddset(&mask, SIGCHLD);
    sigaddset(&mask, SIGTERM);
    if (!is_ignored(SIGINT))
        sigaddset(&mask, SIGINT);
    if (!is_ignored(SIGHUP))
        sigaddset(&mask, SIGHUP);
    sigprocmask(SIG_BLOCK, &mask, &server->old_mask);
    server->signal_fd = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
    if (server->signal_fd < 0) {
        gv_err(server->params.log, "server", "no signalfd: %s", strerror(errno));
        sigprocmask(SIG_SETMASK, &server->old_mask, NULL);
        sigaction(SIGCHLD, &server->old_child, NULL);
        return GALVAN_ERROR_IO;
    }
    return GALVAN_OK;
}

/* Restores the signals. Drops signals that arrived while the server was ending, since they
 * requested the end. */
static void give_signals_back(struct gv_server *server)
{
    struct signalfd_siginfo info;

    while (read(server->signal_fd, &info, sizeof(info)) > 0) {
    }
    close(server->signal_fd);
    sigprocmask(SIG_SETMASK, &server->old_mask, NULL);
    sigaction(SIGCHLD, &server->old_child, NULL);
}

/* Runs in the worker's process: closes the listener's descriptors, runs the worker, and exits. */
static void worker_process(void *user, const struct gv_worker_params *params)
{
    struct gv_server *server = user;

    close(server->listener.fd);
    if (server->asked.fd >= 0)
        close(server->asked.fd);
    gv_askers_finish(&server->askers);
    close(server->signal_fd);
    if (server->params.drain_fd >= 0)
        close(server->params.drain_fd);
    gv_workers_let_go(&server->workers);
    gv_accept_queue_finish(&server->queue);
    sigprocmask(SIG_SETMASK, &server->old_mask, NULL);
    int status = gv_worker_main(params);
    gv_workers_finish(&server->workers);
    free(server);
    exit(status);
}

static enum galvan_result listen_for_clients(struct gv_server *server)
{
    const struct gv_server_params *params = &server->params;
    const struct gv_socket_file file = {params->socket_path, params->socket_mode,
                                        params->socket_group};

    if (params->listen_fd <= 0)
        return gv_listener_init(&server->listener, &file, params->log);
    gv_listener_adopt(&server->listener, params->listen_fd);
    return GALVAN_OK;
}

static void listen_for_questions(struct gv_server *server)
{
    const struct galvan_log *log = server->params.log;
    char path[sizeof(server->asked.address.sun_path)];
    const struct gv_socket_file file = {.path = path};

    server->asked.fd = -1;
    if (!gv_stats_path(server->params.socket_path, path, sizeof(path)))
        gv_info(log, "server", "no stats: %s is too long", server->params.socket_path);
    else if (gv_listener_init(&server->asked, &file, log) != GALVAN_OK)
        gv_warn(log, "server", "no stats: there is no socket at %s", path);
}

enum galvan_result gv_server_create(const struct gv_server_params *params,
                                    struct gv_server **out_server)
{
    struct gv_server *server = calloc(1, sizeof(*server));
    enum galvan_result res = GALVAN_ERROR_NO_MEMORY;

    if (!server)
        goto out_of_memory;
    server->params = *params;
    set_defaults(&server->params);
    gv_listener_confine();
    if (!gv_workers_init(&server->workers, &server->params, worker_process, server))
        goto free_server;
    res = take_signals(server);
    if (res != GALVAN_OK)
        goto finish_workers;
    res = listen_for_clients(server);
    if (res != GALVAN_OK)
        goto give_signals_back;
    listen_for_questions(server);
    *out_server = server;
    return GALVAN_OK;

give_signals_back:
    give_signals_back(server);
finish_workers:
    gv_workers_finish(&server->workers);
free_server:
    free(server);
out_of_memory:
    if (res == GALVAN_ERROR_NO_MEMORY)
        gv_err(params->log, "server", "out of memory");
    return res;
}

void gv_server_destroy(struct gv_server *server)
{
    if (server) {
        gv_listener_finish(&server->listener);
        gv_listener_finish(&server->asked);
        gv_askers_finish(&server->askers);
        give_signals_back(server);
        gv_accept_queue_finish(&server->queue);
        gv_workers_finish(&server->workers);
        free(server);
    }
}

enum galvan_result gv_server_prepare(struct gv_server *server, int timeout_ms)
{
    enum galvan_result res =
        gv_workers_prepare(&server->workers, server->params.drain_fd, timeout_ms);

    if (res != GALVAN_OK)
        server->state = STATE_BARRED;
    return res;
}

/* ---- Clients --------------------------------------------------------------------------------- */

/* Returns why no client of this user can be served now, or NULL if a client can be served. */
static const char *obstacle(const struct gv_server *server, uid_t uid)
{
    if (server->workers.num >= server->params.max_workers && !server->workers.ahead)
        return "as many clients as --max-clients allows are connected";
    if (gv_workers_num_of(&server->workers, uid) >= server->params.max_workers_per_uid)
        return "as many clients of one user as --max-clients-per-user allows are connected";
    return NULL;
}

static void back_off(struct gv_server *server)
{
    if (!server->out_of_files_reported) {
        gv_err(server->params.log, "server", "no new client can be taken: %s; trying on",
               strerror(errno));
        server->out_of_files_reported = true;
    }
    server->accept_again_ms = now_ms() + BACK_OFF_MS;
}

static bool is_for(const struct gv_server_params *params, uid_t uid)
{
    if (!params->uids || uid == getuid())
        return true;
    for (unsigned i = 0; i < params->num_uids; i++) {
        if (params->uids[i] == uid)
            return true;
    }
    return false;
}

static void report_refusal(struct gv_server *server, const struct ucred *peer)
{
    if (server->num_refusals < MAX_REFUSALS) {
        const bool last = ++server->num_refusals == MAX_REFUSALS;
        gv_warn(server->params.log, "server",
                "client of pid %d, uid %u is refused: --allow-uid has other users%s",
                (int)peer->pid, (unsigned)peer->uid, last ? "; further refusals are not told" : "");
    }
}

static void accept_client(struct gv_server *server)
{
    struct ucred peer = {.uid = (uid_t)-1};
    socklen_t size = sizeof(peer);
    int fd = accept4(server->listener.fd, NULL, NULL, SOCK_CLOEXEC);

    if (fd < 0) {
        if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
            back_off(server);
        return;
    }
    server->out_of_files_reported = false;
    getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size);
    if (!is_for(&server->params, peer.uid)) {
        report_refusal(server, &peer);
        close(fd);
        return;
    }
    const struct gv_worker_client client = {.fd = fd, .pid = peer.pid, .uid = peer.uid};
    if (gv_accept_queue_add(&server->queue, &client,
                            now_ms() + (uint64_t)server->params.idle_timeout_ms))
        return;
    if (!server->full_reported)
        gv_warn(server->params.log, "server",
                "client of pid %d, uid %u is refused: %d clients wait, and no user has more of "
                "them; further refusals are not told",
                (int)peer.pid, (unsigned)peer.uid, GV_ACCEPT_QUEUE_MAX);
    server->full_reported = true;
    close(fd);
}

static bool may_serve(void *server, uid_t uid)
{
    return !obstacle(server, uid);
}

static void report_queue(struct gv_server *server)
{
    const struct gv_worker_client *next = gv_accept_queue_next(&server->queue);

    if (next && !server->queue_reported)
        gv_warn(server->params.log, "server", "client of pid %d, uid %u waits for its turn: %s",
                (int)next->pid, (unsigned)next->uid, obstacle(server, next->uid));
    server->queue_reported = next != NULL;
    server->full_reported &= server->queue.num == GV_ACCEPT_QUEUE_MAX;
}

/* Passes clients from the queue to workers, as long as a client may be served now. */
static void serve_waiting(struct gv_server *server)
{
    struct gv_worker_client client;

    while (gv_accept_queue_take(&server->queue, may_serve, server, &client)) {
        client.id = ++server->num_clients;
        gv_workers_serve(&server->workers, &client);
        close(client.fd);
    }
    report_queue(server);
}

/* ---- Statistics ------------------------------------------------------------------------------ */

/* Returns the current statistics, which the caller must free; NULL if memory runs out. */
static struct gv_server_stats *collect_stats(const struct gv_server *server)
{
    struct gv_server_stats *stats = malloc(gv_server_stats_size(server->workers.num));

    if (!stats)
        return NULL;
    *stats = (struct gv_server_stats){
        .version = GV_STATS_VERSION,
        .pid = getpid(),
        .max_clients = server->params.max_workers,
        .num_waiting = server->queue.num,
        .num_served = server->num_clients,
        .time_ns = gv_now_ns(),
        .recordable = is_recordable(&server->params),
    };
    stats->num_clients = gv_workers_stats(&server->workers, stats->clients);
    stats->size_B = (uint32_t)gv_server_stats_size(stats->num_clients);
    return stats;
}

/* Accepts a connection that asks for statistics, and sends the statistics. Only processes of this
 * user and of root get an answer; other connections are closed. */
static void answer_question(struct gv_server *server)
{
    struct ucred peer = {.uid = (uid_t)-1};
    socklen_t size = sizeof(peer);
    struct gv_server_stats *stats = NULL;
    int fd = accept4(server->asked.fd, NULL, NULL, SOCK_CLOEXEC);

    if (fd < 0)
        return;
    getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size);
    if (peer.uid == geteuid() || peer.uid == 0)
        stats = collect_stats(server);
    const bool answered = stats && gv_stats_send(fd, stats);
    if (stats && !answered)
        gv_info(server->params.log, "server", "pid %d gets no stats: %s", (int)peer.pid,
                strerror(errno));
    free(stats);
    if (answered && is_recordable(&server->params))
        gv_askers_add(&server->askers, fd);
    else
        close(fd);
}

static void handle_request(struct gv_server *server, uint32_t idx)
{
    struct gv_recording_request request;
    int fd;

    if (!gv_askers_take(&server->askers, idx, &request, &fd))
        return;
    const bool wanted = request.wanted != 0;
    const bool is_done =
        request.id != 0 && gv_workers_want_tap(&server->workers, request.id, wanted);
    gv_asker_answer(fd, is_done);
    if (is_done)
        gv_info(server->params.log, "server", "client %u is %s recorded", request.id,
                wanted ? "to be" : "no longer");
}

/* Handles the requests of askers. `polls` has one entry for each asker that existed when the polls
 * were prepared. */
static void handle_requests(struct gv_server *server, const struct pollfd *polls)
{
    for (uint32_t i = server->askers.num; i-- > 0;) {
        if (polls[i].revents)
            handle_request(server, i);
    }
}

static void publish(struct gv_server *server, uint64_t now)
{
    const bool has_none = server->workers.num == 0;
    struct gv_server_stats *stats = NULL;

    if (!server->params.publish ||
        (has_none ? server->published_none : now < server->next_publish_ms))
        return;
    stats = collect_stats(server);
    if (stats)
        server->params.publish(server->params.priv, stats);
    free(stats);
    server->published_none = has_none;
    server->next_publish_ms = now + GV_SERVER_PUBLISH_S * 1000u;
}

/* ---- The loop -------------------------------------------------------------------------------- */

static bool is_for_clients(const struct gv_server *server, const struct signalfd_siginfo *info)
{
    return info->ssi_signo == SIGTERM && server->params.parent != 0 &&
           getppid() == server->params.parent;
}

static void handle_signals(struct gv_server *server)
{
    struct signalfd_siginfo info;

    while (read(server->signal_fd, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
        if (info.ssi_signo != SIGCHLD && !is_for_clients(server, &info)) {
            gv_info(server->params.log, "server", "ending on signal %u", info.ssi_signo);
            server->state = STATE_CLOSING;
        }
    }
    gv_workers_reap(&server->workers, server->state == STATE_CLOSING);
}

static void begin_draining(struct gv_server *server)
{
    gv_listener_finish(&server->listener);
    gv_workers_let_go(&server->workers);
    server->state = STATE_DRAINING;
    server->drain_end_ms = now_ms() + GV_SERVER_DRAIN_S * 1000u;
}

static int until_ms(uint64_t then, uint64_t now)
{
    return then > now ? (int)(then - now) : 0;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Returns how long the loop may sleep; -1 (no limit) if there are no workers. */
static int poll_timeout_ms(const struct gv_server *server, uint64_t now)
{
    uint64_t then = UINT64_MAX;

    if (server->accept_again_ms > now)
        then = server->accept_again_ms;
    else if (server->workers.num + server->queue.num > 0)
        then = server->params.total_memory_B > 0 ? server->next_share_ms : server->next_tick_ms;
    if (server->workers.cpu_throttle.works)
        then = earlier(then, server->next_throttle_step_ms);
    if (server->workers.device_time.works)
        then = earlier(then, server->next_divide_ms);
    return then == UINT64_MAX ? -1 : until_ms(then, now);
}

static void tick(struct gv_server *server, uint64_t now)
{
    if (now >= server->next_share_ms) {
        const bool any_wants = gv_workers_share_memory(&server->workers);
        server->next_share_ms = now + (any_wants ? SHARE_AGAIN_MS : SHARE_MS);
    }
    if (now >= server->next_tick_ms) {
        server->next_tick_ms = now + TICK_MS;
        gv_workers_tick(&server->workers, gv_accept_queue_next(&server->queue) != NULL);
    }
    if (server->workers.cpu_throttle.works && now >= server->next_throttle_step_ms) {
        server->next_throttle_step_ms = now + GV_CPU_THROTTLE_SLOT_MS;
        gv_cpu_throttle_step(&server->workers.cpu_throttle);
    }
    if (server->workers.device_time.works && now >= server->next_divide_ms) {
        server->next_divide_ms = now + GV_DEVICE_TIME_LOOK_MS;
        gv_workers_divide_device(&server->workers);
    }
    publish(server, now);
    if (server->state == STATE_DRAINING &&
        (server->workers.num + server->queue.num == 0 || now >= server->drain_end_ms))
        server->state = STATE_CLOSING;
}

enum {
    POLL_SIGNALS,
    POLL_LISTENER,
    POLL_DRAIN,
    POLL_QUESTIONS,
    POLL_CACHE_BROKER,
    POLL_QUEUE, /* the first entry of the accept queue; entries of askers follow */
    MAX_POLLS = POLL_QUEUE + GV_ACCEPT_QUEUE_MAX + GV_STATS_MAX_ASKERS
};

/* Fills in `polls` and returns the number of entries, which never exceeds the process's limit on
 * descriptors. */
static nfds_t prepare_polls(const struct gv_server *server, uint64_t now, struct pollfd *polls)
{
    const bool takes = server->state == STATE_OPEN && server->accept_again_ms <= now;
    const bool draining = server->state == STATE_DRAINING;

    polls[POLL_SIGNALS] = (struct pollfd){.fd = server->signal_fd, .events = POLLIN};
    polls[POLL_LISTENER] =
        (struct pollfd){.fd = takes ? server->listener.fd : -1, .events = POLLIN};
    polls[POLL_DRAIN] =
        (struct pollfd){.fd = draining ? -1 : server->params.drain_fd, .events = POLLIN};
    polls[POLL_QUESTIONS] = (struct pollfd){.fd = server->asked.fd, .events = POLLIN};
    polls[POLL_CACHE_BROKER] =
        (struct pollfd){.fd = server->workers.cache_broker.poll_fd, .events = POLLIN};
    gv_accept_queue_prepare_poll(&server->queue, polls + POLL_QUEUE);
    gv_askers_prepare_poll(&server->askers, polls + POLL_QUEUE + server->queue.num);
    return POLL_QUEUE + server->queue.num + server->askers.num;
}

static void loop(struct gv_server *server)
{
    struct pollfd polls[MAX_POLLS];

    while (server->state != STATE_CLOSING) {
        const uint64_t now = now_ms();
        const nfds_t num = prepare_polls(server, now, polls);
        const struct pollfd *askers = polls + POLL_QUEUE + server->queue.num;
        if (poll(polls, num, poll_timeout_ms(server, now)) < 0) {
            if (errno == EINTR)
                continue;
            gv_err(server->params.log, "server", "poll: %s", strerror(errno));
            return;
        }
        gv_accept_queue_expire(&server->queue, polls + POLL_QUEUE, now_ms());
        if (polls[POLL_SIGNALS].revents)
            handle_signals(server);
        serve_waiting(server);
        if (polls[POLL_LISTENER].revents)
            accept_client(server);
        handle_requests(server, askers);
        if (polls[POLL_QUESTIONS].revents)
            answer_question(server);
        if (polls[POLL_CACHE_BROKER].revents)
            gv_cache_broker_serve(&server->workers.cache_broker);
        if (polls[POLL_DRAIN].revents)
            begin_draining(server);
        tick(server, now_ms());
    }
}

/* Asks all workers to end, and kills the workers that have not ended after a while. */
static void end_workers(struct gv_server *server)
{
    uint64_t end_ms = now_ms() + TERM_WAIT_MS;

    server->state = STATE_CLOSING;
    gv_workers_signal(&server->workers, SIGTERM);
    while (server->workers.num > 0) {
        struct pollfd signals = {.fd = server->signal_fd, .events = POLLIN};
        uint64_t now = now_ms();
        if (now >= end_ms) {
            gv_workers_signal(&server->workers, SIGKILL);
            end_ms = UINT64_MAX;
        }
        poll(&signals, 1, end_ms == UINT64_MAX ? -1 : until_ms(end_ms, now));
        handle_signals(server);
    }
}

void gv_server_run(struct gv_server *server)
{
    loop(server);
    if (server->params.ending)
        server->params.ending(server->params.priv);
    gv_listener_finish(&server->listener);
    gv_listener_finish(&server->asked);
    end_workers(server);
}
