/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A worker process: it confines itself, gets its client, opens the device once the client has
 * sent its first byte, serves, and ends. A pre-forked worker opens the device before it gets the
 * client. */
#include "server/worker.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "confine/confine.h"
#include "confine/syscalls.h"
#include "pipe/p_screen.h"
#include "server/cache_channel.h"
#include "server/device_gate.h"
#include "server/fault.h"
#include "server/handover.h"
#include "server/server.h"
#include "server/status_page.h"
#include "server/watch.h"
#include "util/log.h"
#include "virgl/api/renderer.h"
#include "vtest/transport.h"
#include "vtest/vtest.h"

/* The time after which a client that does not read a reply is disconnected. */
enum {
    SEND_TIMEOUT_MS = 30000
};

/* Memory that a worker may use in addition to its client's limit: code, caches, stacks. */
#define UNCOUNTED_B (UINT64_C(1) << 30)

/* Ignores signals of the terminal, because the listener handles these signals and ends the
 * workers. */
static void set_signals(void)
{
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    signal(SIGCHLD, SIG_DFL);
}

/* Gets the client. A pre-forked worker first reports whether it has a screen, and then waits for
 * the client. */
static bool get_client(const struct gv_worker_params *params, enum galvan_result screen,
                       struct gv_worker_client *out_client)
{
    if (params->handover < 0) {
        *out_client = params->client;
        return true;
    }
    gv_handover_report(params->handover, screen);
    bool got = screen == GALVAN_OK && gv_handover_take(params->handover, out_client);
    close(params->handover);
    return got;
}

struct worker {
    const struct gv_worker_params *params;
    struct pipe_screen *screen; /* NULL: not created yet */
    struct gv_watch watch;
    struct gv_cache_channel cache_line;
    struct gv_device_gate gate;
};

/* Returns the client's limits, without a timeout for the device: the listener ends a worker that
 * waits for the device for too long. */
static struct gv_virgl_limits limits_of(const struct gv_server_params *server)
{
    struct gv_virgl_limits limits = server->limits ? *server->limits : gv_virgl_limits_default();

    limits.gpu_timeout_ns = UINT64_MAX;
    return limits;
}

uint64_t gv_worker_memory_limit(const struct gv_server_params *server)
{
    return limits_of(server).memory_B + UNCOUNTED_B;
}

/* Creates the screen, and then filters system calls. */
static enum galvan_result open_screen(void *priv, struct pipe_screen **out_screen)
{
    struct worker *worker = priv;
    struct gv_status_page *page = worker->params->page;
    const struct gv_server_params *server = worker->params->server;
    enum galvan_result res;

    gv_device_gate_init(&worker->gate, &page->gate);
    if (server->use_pace)
        server->use_pace(server->priv, &worker->gate.pace);
    res = server->create_screen(server->priv, &worker->cache_line.cache, &worker->screen);
    if (res != GALVAN_OK)
        return res;
    gv_fault_learn_objects();
    const bool software = server->is_software && server->is_software(worker->screen);
    if (software) /* the memory of a software device is the process's heap */
        gv_worker_limit_heap(gv_worker_memory_limit(server), server->log);
    if (!server->no_sandbox) {
        if (!gv_worker_filter_syscalls(software, server->log))
            atomic_fetch_or(&page->lacks, GV_LACKS_FILTER);
    }
    atomic_store(&page->confined, true);
    atomic_store(&page->gate.obeys, server->use_pace && !software);
    gv_watch_start(&worker->watch, server, worker->screen, page);
    *out_screen = worker->screen;
    return GALVAN_OK;
}

static void set_program(void *priv, struct pipe_screen *screen, const char *name)
{
    const struct worker *worker = priv;

    if (worker->params->server->set_program)
        worker->params->server->set_program(screen, name);
}

static enum galvan_result serve(struct worker *worker, const struct gv_worker_client *client)
{
    const struct gv_server_params *server = worker->params->server;
    const struct gv_virgl_limits limits = limits_of(server);
    struct gv_vtest_socket sock;
    char name[64];

    gv_vtest_socket_init(&sock, client->fd, SEND_TIMEOUT_MS);
    snprintf(name, sizeof(name), "client %u, pid %d, uid %u", client->id, (int)client->pid,
             (unsigned)client->uid);
    const struct gv_vtest_params vtest_params = {
        .transport = &sock.base,
        .screen = worker->screen,
        .open_screen = open_screen,
        .priv = worker,
        .set_program = set_program,
        .log = server->log,
        .client = name,
        .limits = &limits,
        .idle_timeout_ms = server->idle_timeout_ms,
        .hooks = server->hooks,
        .notes = &worker->params->page->notes,
    };
    return gv_vtest_serve(&vtest_params);
}

int gv_worker_main(const struct gv_worker_params *params)
{
    const struct gv_server_params *server = params->server;
    struct worker worker = {.params = params};
    struct gv_worker_client client;
    enum galvan_result res = GALVAN_OK;

    gv_cache_channel_init(&worker.cache_line, params->cache_fd);
    set_signals();
    gv_fault_catch(&params->page->fault);
    if (server->for_cache_key)
        server->for_cache_key(server->priv, &params->cache_key);
    atomic_store(&params->page->lacks,
                 gv_worker_confine(&(struct gv_confine_params){.no_sandbox = server->no_sandbox,
                                                               .core_files = server->core_files,
                                                               .path_rules = server->path_rules,
                                                               .log = server->log}));
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != params->listener_pid) {
        return 1; /* the listener died before it could be watched */
    }
    if (params->handover >= 0)
        res = open_screen(&worker, &worker.screen);
    bool has_client = get_client(params, res, &client);
    if (has_client && res == GALVAN_OK) {
        res = serve(&worker, &client);
        shutdown(client.fd, SHUT_RDWR); /* closes the connection early, so that the client does not
                                           wait for the cleanup */
    }
    gv_watch_stop(&worker.watch);
    if (worker.screen)
        worker.screen->destroy(worker.screen);
    gv_cache_channel_finish(&worker.cache_line);
    if (has_client)
        close(client.fd);
    return res == GALVAN_OK ? 0 : 1;
}
