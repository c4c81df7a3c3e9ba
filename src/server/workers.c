/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/workers.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "confine/confine.h"
#include "server/handover.h"
#include "server/server.h"
#include "server/stats.h"
#include "server/status_page.h"
#include "util/clock.h"
#include "util/log.h"

struct gv_worker {
    pid_t pid; /* 0: the slot is free */
    uid_t uid;
    pid_t client_pid;
    uint32_t id;
    uint64_t since_ns;                           /* when the worker got its client */
    int connection;                              /* duplicate of the client's descriptor, to detect
                                                    that the client hangs up; -1: no client yet */
    struct gv_status_page *page;                 /* shared only with this worker */
    uint32_t last_heartbeat;                     /* the heartbeat at the last tick */
    struct galvan_screen_counters last_counters; /* the counters at the last tick */
    uint32_t stuck_ticks;   /* ticks for which the worker has executed one command or message */
    uint32_t device_ticks;  /* ticks for which the worker's device has executed one submission */
    uint32_t burning_ticks; /* ticks for which the worker has used processors without progress */
    uint32_t gone_ticks;    /* ticks since the worker's client has hung up */
    uint64_t granted_B;     /* this worker's part of the memory of all clients */
    uint32_t idle_ticks;    /* ticks for which the client has been silent; counted only while the
                               client has never drawn */
    bool killed;            /* the listener has killed the worker */
    bool dismissed;         /* the listener has ended the worker and logged the reason */
};

static void open_cgroups(struct gv_workers *ws)
{
    const struct galvan_log *log = ws->params->log;

    ws->cgroups.dir = -1;
    if (!ws->params->divides_cgroup)
        return;
    if (gv_cgroups_open(&ws->cgroups, &(struct gv_cgroups_params){0}))
        gv_info(log, "server", "control groups for clients: %s%s%s",
                ws->cgroups.divides_processors ? "equal parts of the processors" : "",
                ws->cgroups.divides_processors && ws->cgroups.limits_memory ? ", " : "",
                ws->cgroups.limits_memory ? "limits of memory" : "");
    else
        gv_info(log, "server", "no control groups for clients: %s", strerror(errno));
}

bool gv_workers_init(struct gv_workers *ws, const struct gv_server_params *params,
                     gv_workers_run_fn run, void *user)
{
    *ws = (struct gv_workers){.params = params, .run = run, .user = user};
    ws->all = calloc(params->max_workers, sizeof(*ws->all));
    ws->shares = calloc(params->max_workers, sizeof(*ws->shares));
    ws->device_users = calloc(params->max_workers, sizeof(*ws->device_users));
    if (!ws->all || !ws->shares || !ws->device_users ||
        !gv_cpu_throttle_init(&ws->cpu_throttle, params->max_workers)) {
        free(ws->all);
        free(ws->shares);
        free(ws->device_users);
        return false;
    }
    open_cgroups(ws);
    gv_cache_broker_init(&ws->cache_broker, params->cache_dir, params->max_workers, params->log);
    return true;
}

/* Frees the slot of a worker: in the listener after the worker has ended, in a worker's process for
 * all other workers. */
static void drop_worker(struct gv_worker *worker)
{
    gv_status_page_destroy(worker->page);
    if (worker->pid != 0 && worker->connection >= 0)
        close(worker->connection);
    worker->page = NULL;
    worker->pid = 0;
}

static void drop_workers(struct gv_workers *ws)
{
    for (uint32_t i = 0; i < ws->params->max_workers; i++)
        drop_worker(&ws->all[i]);
}

void gv_workers_finish(struct gv_workers *ws)
{
    gv_workers_let_go(ws);
    gv_cgroups_close(&ws->cgroups);
    gv_cache_broker_finish(&ws->cache_broker);
    gv_cpu_throttle_finish(&ws->cpu_throttle);
    drop_workers(ws);
    free(ws->all);
    free(ws->shares);
    free(ws->device_users);
}

void gv_workers_let_go(struct gv_workers *ws)
{
    if (ws->ahead) {
        close(ws->handover);
        ws->ahead = NULL;
    }
}

uint32_t gv_workers_num_of(const struct gv_workers *ws, uid_t uid)
{
    uint32_t num = 0;

    for (uint32_t i = 0; i < ws->params->max_workers; i++)
        num += ws->all[i].pid != 0 && ws->all[i].uid == uid;
    return num;
}

static struct gv_client_stats stats_of(const struct gv_worker *worker)
{
    const struct gv_status_page *page = worker->page;
    struct gv_client_stats stats = {
        .id = worker->id,
        .uid = (uint32_t)worker->uid,
        .pid = worker->client_pid,
        .worker_pid = worker->pid,
        .age_ns = gv_now_ns() - worker->since_ns,
        .frames = atomic_load_explicit(&page->notes.frames, memory_order_relaxed),
    };

    gv_status_page_program(page, stats.program, sizeof(stats.program));
    gv_status_page_read_counters(page, &stats.work);
    return stats;
}

uint32_t gv_workers_stats(const struct gv_workers *ws, struct gv_client_stats *out_stats)
{
    uint32_t num = 0;

    for (uint32_t i = 0; i < ws->params->max_workers; i++) {
        if (ws->all[i].pid != 0 && ws->all[i].id != 0)
            out_stats[num++] = stats_of(&ws->all[i]);
    }
    return num;
}

static struct gv_worker *find_worker(struct gv_workers *ws, pid_t pid)
{
    for (uint32_t i = 0; i < ws->params->max_workers; i++) {
        if (ws->all[i].pid == pid)
            return &ws->all[i];
    }
    return NULL;
}

static void set_client(struct gv_worker *worker, const struct gv_worker_client *client)
{
    worker->id = client->id;
    worker->client_pid = client->pid;
    worker->uid = client->uid;
    worker->since_ns = gv_now_ns();
    worker->connection = client->fd < 0 ? -1 : fcntl(client->fd, F_DUPFD_CLOEXEC, 0);
}

static uint32_t slot_of_worker(const struct gv_workers *ws, const struct gv_worker *worker)
{
    return (uint32_t)(worker - ws->all);
}

/* Runs in the worker's process: releases the resources of the listener and of the other workers,
 * and serves. */
static void run_worker(struct gv_workers *ws, uint32_t slot, const struct gv_worker_params *params)
{
    drop_workers(ws);
    gv_cache_broker_finish(&ws->cache_broker);
    gv_cgroups_enter(&ws->cgroups, slot, gv_worker_memory_limit(params->server));
    ws->run(ws->user, params);
}

/* Returns the cache key of the client. A worker without a client gets the cache key of this
 * process's user. */
static struct gv_cache_key cache_key_of(const struct gv_workers *ws,
                                        const struct gv_worker_client *client)
{
    const struct gv_mac_key *key = &ws->cache_broker.key;
    const char *program = ws->params->program;
    const uid_t uid = client->fd < 0 ? getuid() : client->uid;

    return program ? gv_cache_key_of_program(key, uid, program)
                   : gv_cache_key_of_process(key, uid, client->pid);
}

/* Forks a worker into a free slot, for this client or, if `handover` is not -1, for the client that
 * will be passed over `handover`. Returns false with errno on failure. */
static bool fork_worker(struct gv_workers *ws, struct gv_worker *worker,
                        const struct gv_worker_client *client, int handover)
{
    const uint32_t slot = slot_of_worker(ws, worker);
    struct gv_worker_params params = {
        .server = ws->params, .client = *client, .handover = handover, .listener_pid = getpid()};

    *worker = (struct gv_worker){0};
    params.page = gv_status_page_create();
    if (!params.page)
        return false;
    atomic_store(&params.page->notes.virgl.grant.allowed_B, ws->params->total_memory_B > 0);
    params.cache_key = cache_key_of(ws, client);
    params.cache_fd = gv_cache_broker_connect(&ws->cache_broker, slot, &params.cache_key);
    if (params.cache_fd < 0)
        params.cache_key.program[0] = '\0';
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0)
        run_worker(ws, slot, &params);
    if (params.cache_fd >= 0)
        close(params.cache_fd);
    if (pid < 0) {
        gv_cache_broker_disconnect(&ws->cache_broker, slot);
        gv_status_page_destroy(params.page);
        return false;
    }
    set_client(worker, client);
    worker->page = params.page;
    worker->pid = pid;
    gv_cpu_throttle_add(&ws->cpu_throttle, slot, pid);
    ws->device_users[slot] = (struct gv_device_user){0};
    ws->num++;
    return true;
}

static void serve_cache_broker(void *broker)
{
    gv_cache_broker_serve(broker);
}

static void kill_worker(struct gv_worker *worker)
{
    worker->killed = true;
    kill(worker->pid, SIGKILL);
}

static void dismiss(struct gv_worker *worker)
{
    worker->dismissed = true;
    kill_worker(worker);
}

enum galvan_result gv_workers_prepare(struct gv_workers *ws, int stop_fd, int timeout_ms)
{
    static const struct gv_worker_client nobody = {.fd = -1, .uid = (uid_t)-1};
    struct gv_worker *worker = find_worker(ws, 0);
    int ends[GV_HANDOVER_ENDS];

    if (gv_handover_init(ends) != GALVAN_OK)
        return GALVAN_ERROR_IO;
    ws->ahead = worker;
    ws->handover = ends[GV_HANDOVER_LISTENER];
    bool forked = fork_worker(ws, worker, &nobody, ends[GV_HANDOVER_WORKER]);
    close(ends[GV_HANDOVER_WORKER]);
    const struct gv_handover_service service = {ws->cache_broker.poll_fd, serve_cache_broker,
                                                &ws->cache_broker};
    enum galvan_result res =
        forked ? gv_handover_ask(ws->handover, stop_fd, &service, timeout_ms) : GALVAN_ERROR_IO;
    if (res == GALVAN_ERROR_TIMEOUT)
        dismiss(worker);
    if (res != GALVAN_OK)
        gv_workers_let_go(ws);
    return res;
}

/* Passes the client to the pre-forked worker. False if there is no pre-forked worker, or if the
 * worker has not taken the client. */
static bool hand_over(struct gv_workers *ws, const struct gv_worker_client *client)
{
    bool given = ws->ahead && gv_handover_give(ws->handover, client);

    if (given)
        set_client(ws->ahead, client);
    gv_workers_let_go(ws);
    return given;
}

void gv_workers_serve(struct gv_workers *ws, const struct gv_worker_client *client)
{
    const struct galvan_log *log = ws->params->log;
    struct gv_worker *worker = ws->ahead;

    if (!hand_over(ws, client)) {
        worker = find_worker(ws, 0);
        if (!worker || !fork_worker(ws, worker, client, -1)) {
            gv_err(log, "server", "client %u, pid %d: no process for it: %s; connection closed",
                   client->id, (int)client->pid, strerror(errno));
            return;
        }
    }
    gv_workers_share_memory(ws);
    gv_info(log, "server", "client %u, pid %d, uid %u: served by process %d", worker->id,
            (int)client->pid, (unsigned)client->uid, (int)worker->pid);
}

static void explain_death(const struct gv_worker *worker, int sig, bool has_core,
                          const struct galvan_log *log)
{
    char phrase[512];

    gv_err(log, "server",
           "client %u, pid %d: its process %d was ended by signal %d (%s); other clients are "
           "not affected",
           worker->id, (int)worker->client_pid, (int)worker->pid, sig, strsignal(sig));
    gv_status_page_describe(worker->page, phrase, sizeof(phrase));
    gv_err(log, "server", "client %u, pid %d: %s%s", worker->id, (int)worker->client_pid, phrase,
           has_core ? "; a core file was written" : "");
}

static void explain_memory(struct gv_workers *ws, const struct gv_worker *worker)
{
    gv_err(ws->params->log, "server",
           "client %u, pid %d: with what drivers take its process %d has come to more than %" PRIu64
           " MiB (--memory-limit), and the kernel has ended it",
           worker->id, (int)worker->client_pid, (int)worker->pid,
           gv_worker_memory_limit(ws->params) >> 20);
}

/* Logs which parts of the confinement workers lack. All workers lack the same parts, so the parts
 * are logged once. */
static void report_lacks(struct gv_workers *ws, const struct gv_worker *worker)
{
    char phrase[256];

    if (ws->lacks_reported || !atomic_load(&worker->page->confined))
        return;
    ws->lacks_reported = true;
    gv_confine_describe(atomic_load(&worker->page->lacks), phrase, sizeof(phrase));
    if (phrase[0])
        gv_warn(ws->params->log, "server", "this system confines a client's process less: %s",
                phrase);
}

static void log_end(struct gv_workers *ws, pid_t pid, int status, bool expected)
{
    const struct galvan_log *log = ws->params->log;
    struct gv_worker *worker = find_worker(ws, pid);

    if (!worker)
        return;
    const uint32_t slot = slot_of_worker(ws, worker);
    if (worker == ws->ahead)
        gv_workers_let_go(ws);
    report_lacks(ws, worker); /* since the worker may have ended before the first tick */
    if (WIFSIGNALED(status) && gv_cgroups_ran_out(&ws->cgroups, slot))
        explain_memory(ws, worker);
    if (WIFSIGNALED(status) && !expected && !worker->dismissed)
        explain_death(worker, WTERMSIG(status), WCOREDUMP(status), log);
    else
        gv_info(log, "server", "client %u: process %d ended with status %d", worker->id, (int)pid,
                WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    gv_cgroups_remove(&ws->cgroups, slot);
    gv_cache_broker_disconnect(&ws->cache_broker, slot);
    gv_cpu_throttle_remove(&ws->cpu_throttle, slot);
    drop_worker(worker);
    ws->num--;
}

void gv_workers_reap(struct gv_workers *ws, bool expected)
{
    int status;
    pid_t pid;

    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        log_end(ws, pid, status, expected);
}

bool gv_workers_want_tap(const struct gv_workers *ws, uint32_t id, bool wanted)
{
    for (uint32_t i = 0; i < ws->params->max_workers; i++) {
        const struct gv_worker *worker = &ws->all[i];
        if (worker->pid != 0 && worker->id == id) {
            atomic_store(&worker->page->notes.tap_wanted, wanted);
            return true;
        }
    }
    return false;
}

void gv_workers_signal(struct gv_workers *ws, int sig)
{
    gv_cpu_throttle_release(&ws->cpu_throttle);
    for (uint32_t i = 0; i < ws->params->max_workers; i++) {
        if (ws->all[i].pid != 0)
            kill(ws->all[i].pid, sig);
    }
}

static void end_stuck(struct gv_workers *ws, struct gv_worker *worker, const char *what)
{
    gv_err(ws->params->log, "server",
           "client %u, pid %d: %s more than %u s (--time-limit); its process %d is ended",
           worker->id, (int)worker->client_pid, what, ws->params->time_limit_s, (int)worker->pid);
    kill_worker(worker);
}

static void end_idle(struct gv_workers *ws, struct gv_worker *worker)
{
    gv_warn(ws->params->log, "server",
            "client %u, pid %d: has never drawn and is silent while others wait for a worker; its "
            "process %d is ended",
            worker->id, (int)worker->client_pid, (int)worker->pid);
    dismiss(worker);
}

/* Whether the client has hung up. Also true if the worker itself has closed the connection. */
static bool has_hung_up(const struct gv_worker *worker)
{
    struct pollfd connection = {.fd = worker->connection};

    return poll(&connection, 1, 0) == 1 && (connection.revents & (POLLHUP | POLLERR));
}

/* Updates the worker's counts of ticks. Ticks are counted rather than time, because a worker that
 * was stopped together with the listener must not be blamed for that time. A worker that waits for
 * a device which makes progress is not stuck. The status page may lie, but two facts come from the
 * kernel: that the client has hung up, and that the worker uses processors while its page does not
 * change. A worker can wait for its share of device time only while device time is divided
 * (`divides`). */
static void count_tick(struct gv_worker *worker, bool divides, bool uses_processors)
{
    const struct gv_status_page *page = worker->page;
    struct galvan_screen_counters counters;
    gv_status_page_read_counters(page, &counters);
    const uint32_t heartbeat = atomic_load_explicit(&page->notes.heartbeat, memory_order_relaxed);
    const uint32_t header = atomic_load_explicit(&page->notes.virgl.header, memory_order_relaxed);
    const bool same = heartbeat == worker->last_heartbeat, works = heartbeat % 2 == 1;
    const bool same_counters = memcmp(&counters, &worker->last_counters, sizeof(counters)) == 0;
    const bool advanced = counters.finished != worker->last_counters.finished;
    const bool busy = counters.finished < counters.submitted;

    worker->last_heartbeat = heartbeat;
    worker->last_counters = counters;
    const bool waits = divides && atomic_load_explicit(&page->gate.waits, memory_order_relaxed);
    worker->stuck_ticks = same && works && !advanced && !waits ? worker->stuck_ticks + 1 : 0;
    worker->device_ticks = busy && !advanced ? worker->device_ticks + 1 : 0;
    worker->burning_ticks =
        same && same_counters && uses_processors ? worker->burning_ticks + 1 : 0;
    worker->gone_ticks += worker->gone_ticks > 0 || has_hung_up(worker);
    worker->idle_ticks = same && !works && !header && worker->id ? worker->idle_ticks + 1 : 0;
}

/* ---- Memory of all clients together ---------------------------------------------------------- */

/* Returns the memory that the worker reports as used, clamped to the worker's allowance, because
 * the worker may lie. */
static uint64_t used_by(const struct gv_worker *worker)
{
    const uint64_t used_B = atomic_load(&worker->page->notes.virgl.grant.used_B);

    return used_B < worker->granted_B ? used_B : worker->granted_B;
}

/* Increments each worker's count of divisions. Call before and after a division of memory. */
static void count_division(struct gv_workers *ws)
{
    for (uint32_t i = 0; i < ws->params->max_workers; i++) {
        if (ws->all[i].pid != 0)
            atomic_fetch_add(&ws->all[i].page->notes.virgl.grant.divisions, 1);
    }
}

/* Limits each worker to the memory that it uses now: no worker's used_B grows afterwards. */
static void freeze(struct gv_workers *ws)
{
    for (uint32_t i = 0; i < ws->params->max_workers; i++) {
        const struct gv_worker *worker = &ws->all[i];
        if (worker->pid != 0)
            atomic_store(&worker->page->notes.virgl.grant.allowed_B, used_by(worker) | 1);
    }
}

bool gv_workers_share_memory(struct gv_workers *ws)
{
    uint32_t num = 0;
    bool any_wants = false;

    if (ws->params->total_memory_B == 0)
        return false;
    count_division(ws);
    freeze(ws);
    for (uint32_t i = 0; i < ws->params->max_workers; i++) {
        const struct gv_worker *worker = &ws->all[i];
        if (worker->pid != 0)
            ws->shares[num++] = (struct gv_share){
                .uid = worker->uid,
                .used_B = used_by(worker),
                .wanted_B = atomic_load(&worker->page->notes.virgl.grant.wanted_B),
            };
    }
    gv_shares_divide(ws->shares, num, ws->params->total_memory_B);
    for (uint32_t i = 0; i < num; i++)
        any_wants |= ws->shares[i].wanted_B > 0;
    num = 0;
    for (uint32_t i = 0; i < ws->params->max_workers; i++) {
        struct gv_worker *worker = &ws->all[i];
        if (worker->pid == 0)
            continue;
        worker->granted_B = ws->shares[num++].allowed_B;
        atomic_store(&worker->page->notes.virgl.grant.allowed_B, worker->granted_B | 1);
    }
    count_division(ws);
    return any_wants;
}

/* ---- The device's time ----------------------------------------------------------------------- */

static void read_device_users(struct gv_workers *ws)
{
    for (uint32_t i = 0; i < ws->params->max_workers; i++) {
        const struct gv_worker *worker = &ws->all[i];
        struct gv_device_user *user = &ws->device_users[i];
        struct galvan_screen_counters counters;
        user->here = worker->pid != 0 && atomic_load(&worker->page->gate.obeys) != 0;
        if (!user->here)
            continue;
        gv_status_page_read_counters(worker->page, &counters);
        user->used_ns = counters.device_ns;
        user->submitted = counters.submitted;
        user->finished = counters.finished;
        user->waits = atomic_load(&worker->page->gate.waits) != 0;
    }
}

static void publish_device_shares(struct gv_workers *ws)
{
    for (uint32_t i = 0; i < ws->params->max_workers; i++) {
        struct gv_status_page *page = ws->all[i].page;
        if (!ws->device_users[i].here)
            continue;
        atomic_store(&page->gate.allowed_ns, ws->device_users[i].allowed_ns);
        atomic_fetch_add(&page->gate.updates, 1);
    }
}

void gv_workers_divide_device(struct gv_workers *ws)
{
    const uint64_t now_ns = gv_now_ns();

    read_device_users(ws);
    gv_device_time_divide(&ws->device_time, ws->device_users, ws->params->max_workers,
                          now_ns - ws->last_divide_ns);
    ws->last_divide_ns = now_ns;
    publish_device_shares(ws);
}

static void tick_device(struct gv_workers *ws)
{
    const bool worked = ws->device_time.works;

    read_device_users(ws);
    gv_device_time_tick(&ws->device_time, ws->device_users, ws->params->max_workers);
    if (!worked)
        ws->last_divide_ns = gv_now_ns();
    else if (!ws->device_time.works)
        publish_device_shares(ws);
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* Whether the client has ended, as far as the listener can detect. */
static bool client_has_ended(const struct gv_worker *worker)
{
    if (worker->gone_ticks > 0)
        return true;
    return worker->client_pid > 0 && kill(worker->client_pid, 0) != 0 && errno == ESRCH;
}

static bool is_over(const struct gv_workers *ws, const struct gv_worker *worker, uint32_t ticks)
{
    const struct gv_server_params *params = ws->params;

    return params->time_limit_s > 0 && ticks >= params->time_limit_s &&
           (!params->clients_may_wait || client_has_ended(worker));
}

/* Whether the listener skips this tick for the worker. While the CPU throttle stops a worker for a
 * part of the time, the same part of the worker's ticks is skipped. */
static bool rests(const struct gv_workers *ws, const struct gv_worker *worker)
{
    return ws->num_ticks % GV_PACE_SLOTS <
           gv_cpu_throttle_stopped_slots(&ws->cpu_throttle, slot_of_worker(ws, worker));
}

/* If an action of the worker has taken too long, returns the beginning of a log line about that
 * action; else NULL. */
static const char *overrun(const struct gv_workers *ws, const struct gv_worker *worker)
{
    if (is_over(ws, worker, worker->stuck_ticks))
        return "one command has taken";
    if (is_over(ws, worker, worker->device_ticks))
        return "one submission to the device has taken";
    if (is_over(ws, worker, worker->burning_ticks))
        return "processors have been used, and nothing got on, for";
    if (worker->gone_ticks > 0 && is_over(ws, worker, worker->gone_ticks - 1))
        return "it has been gone for";
    return NULL;
}

void gv_workers_tick(struct gv_workers *ws, bool others_wait)
{
    const uint32_t idle_ticks = (uint32_t)ws->params->idle_timeout_ms / 1000 + 1;

    gv_cpu_throttle_sample(&ws->cpu_throttle);
    tick_device(ws);
    ws->num_ticks++;
    for (uint32_t i = 0; i < ws->params->max_workers; i++) {
        struct gv_worker *worker = &ws->all[i];
        if (worker->pid == 0 || worker->killed || rests(ws, worker))
            continue;
        report_lacks(ws, worker);
        count_tick(worker, ws->device_time.works, gv_cpu_throttle_is_busy(&ws->cpu_throttle, i));
        const char *what = overrun(ws, worker);
        if (what) {
            end_stuck(ws, worker, what);
        } else if (others_wait && worker->idle_ticks > idle_ticks) {
            end_idle(ws, worker);
            others_wait = false; /* only one slot is freed at each tick */
        }
    }
}
