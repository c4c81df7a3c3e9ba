/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/remote_call.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/clock.h"
#include "util/log.h"
#include "virglrenderer/remote.h"

/* Limits the deaths of workers: a guest may crash its workers, but must not keep the monitor busy
 * with their restarts. */
enum {
    MAX_DEATHS = 16, /* maximum number of deaths within DEATHS_S; after more deaths no worker is
                        started until DEATHS_S have passed */
    LATE_DEATHS = 8, /* a worker that exceeded its time counts as this number of deaths */
    DEATHS_S = 60,
    MAX_LINES = 256, /* log lines during one call */
    MAX_ERRNO = 4095,
};

/* ---- The end of a worker --------------------------------------------------------------------- */

static unsigned num_contexts(const struct gv_vr_remote *remote)
{
    const struct gv_hash_entry *entry;
    unsigned num = 0;
    for (uint32_t pos = 0; (entry = gv_hash_next(&remote->contexts, &pos));)
        num += (uintptr_t)entry->value == remote->generation;
    return num;
}

static void count_death(struct gv_vr_remote *remote, unsigned num)
{
    const uint64_t now_ns = gv_now_ns();
    if (now_ns - remote->first_death_ns > DEATHS_S * UINT64_C(1000000000)) {
        remote->first_death_ns = now_ns;
        remote->num_deaths = 0;
    }
    const bool was_over = remote->num_deaths >= MAX_DEATHS;
    remote->num_deaths += num;
    if (!was_over && remote->num_deaths >= MAX_DEATHS)
        gv_err(&remote->log, "virglrenderer",
               "workers of the guest die too often; no other is started within %d seconds",
               DEATHS_S);
}

static void drop_answer_fd(struct gv_vr_remote *remote)
{
    int fd = gv_vr_remote_take_fd(remote);
    if (fd >= 0)
        close(fd);
}

void gv_vr_remote_lose(struct gv_vr_remote *remote, const char *why)
{
    char how[32];
    if (!remote->process.pid)
        return;
    drop_answer_fd(remote);
    gv_vr_process_end(&remote->process, false, how, sizeof(how));
    atomic_store_explicit(&remote->lost_fence, remote->last_fence, memory_order_release);
    gv_err(&remote->log, "virglrenderer",
           "the guest's worker %s, and ended %s: %u contexts of the guest are lost", why, how,
           num_contexts(remote));
    count_death(remote, remote->process.is_late ? LATE_DEATHS : 1);
    remote->process.is_late = false;
}

/* ---- Messages -------------------------------------------------------------------------------- */

void gv_vr_remote_drain(struct gv_vr_remote *remote)
{
    if (remote->process.pid &&
        !gv_vr_backings_drain(&remote->backings, gv_vr_process_shared(&remote->process)))
        gv_vr_remote_lose(remote, "wrote where the guest has no memory");
}

/* Logs a line of the worker, which may contain any bytes. */
static void log_line(struct gv_vr_remote *remote)
{
    struct gv_vr_answer *answer = &remote->answer;
    char component[16] = "";
    const size_t max = answer->data_B;
    size_t len = strnlen(answer->data, max);
    if (len >= max || answer->error < GALVAN_LOG_ERR || answer->error > GALVAN_LOG_DEBUG)
        return;
    for (size_t i = 0; i < len && i < sizeof(component) - 1; i++) {
        const char c = answer->data[i];
        component[i] = (c >= 'a' && c <= 'z') || c == '_' ? c : '?';
    }
    gv_log_at(&remote->log, (enum galvan_log_level)answer->error, component, "%.*s",
              (int)(max - len - 1), answer->data + len + 1);
}

static bool send_done(struct gv_vr_remote *remote)
{
    const struct gv_vr_request done = {.kind = GV_VR_DONE};
    return gv_vr_process_send(&remote->process, &done, -1);
}

/* Returns a phrase that says why a message could not be sent or received. */
static const char *why_none(const struct gv_vr_remote *remote)
{
    return remote->process.is_late ? "did not answer in time" : "went";
}

/* Handles a message that the worker sends before its reply. First copies the worker's writes to the
 * guest's memory, so that memory which the worker fetches includes these writes. Returns NULL, or a
 * phrase about an error of the worker. */
static const char *serve(struct gv_vr_remote *remote)
{
    const struct gv_vr_answer *answer = &remote->answer;
    if (answer->kind != GV_VR_REPLY && !gv_vr_patience_ask(&remote->process.patience))
        return "asked too often";
    if (!gv_vr_backings_drain(&remote->backings, gv_vr_process_shared(&remote->process)))
        return "wrote where the guest has no memory";
    if (answer->kind == GV_VR_REPLY)
        return NULL;
    if (answer->kind == GV_VR_FETCH &&
        !gv_vr_backing_fetch(&remote->backings, answer->backing, answer->offset_B, answer->size_B))
        return "asked for memory that the guest does not have";
    return send_done(remote) ? NULL : why_none(remote);
}

/* Waits for the reply. Returns NULL, or a phrase that says why no reply came. */
static const char *await(struct gv_vr_remote *remote)
{
    struct gv_vr_answer *answer = &remote->answer;
    unsigned num_lines = 0;
    const char *why = NULL;

    do {
        drop_answer_fd(remote);
        if (!gv_vr_process_receive(&remote->process, answer, &remote->answer_fd))
            return why_none(remote);
        switch (answer->kind) {
        case GV_VR_LINE:
            if (num_lines++ < MAX_LINES)
                log_line(remote);
            break;
        case GV_VR_REPLY:
        case GV_VR_FETCH:
        case GV_VR_DRAIN:
            why = serve(remote);
            break;
        default:
            why = "sent what is no message";
        }
        if (!why && answer->kind != GV_VR_REPLY && !gv_vr_process_is_in_time(&remote->process))
            why = why_none(remote);
    } while (!why && answer->kind != GV_VR_REPLY);
    return why;
}

/* Whether a guest can wait for the request by a fence that is created later. False for submissions,
 * which have their own fence. */
static bool is_work(uint32_t kind)
{
    return kind == GV_VR_TRANSFER || kind == GV_VR_DMABUF_UPDATE || kind == GV_VR_DMABUF_REFRESH;
}

/* Sends a request to the current worker, and waits for its reply. */
static int call(struct gv_vr_remote *remote, const struct gv_vr_request *request, int fd)
{
    struct gv_vr_answer *answer = &remote->answer;
    remote->has_work |= is_work(request->kind);
    const char *why =
        gv_vr_process_send(&remote->process, request, fd) ? await(remote) : why_none(remote);
    if (why) {
        gv_vr_remote_lose(remote, why);
        return -EIO;
    }
    remote->num_changes = answer->num_changes;
    return answer->error > 0 || answer->error < -MAX_ERRNO ? -EIO : answer->error;
}

int gv_vr_remote_take_fd(struct gv_vr_remote *remote)
{
    int fd = remote->answer_fd;
    remote->answer_fd = -1;
    return fd;
}

/* ---- Resources ------------------------------------------------------------------------------- */

int gv_vr_remote_create_resource(struct gv_vr_remote *remote, struct gv_vr_remote_resource *res,
                                 enum gv_vr_request_kind kind, const struct iovec *iov,
                                 unsigned num_iov)
{
    struct gv_vr_request request = {.kind = kind, .handle = res->args.handle, .args = res->args};
    int fd = -1;
    if (num_iov) {
        int error = gv_vr_backing_add(&remote->backings, iov, num_iov, &request.backing,
                                      &request.size_B, &fd);
        if (error)
            return error;
    }
    int error = call(remote, &request, fd);
    if (fd >= 0)
        close(fd);
    if (error)
        gv_vr_backing_remove(&remote->backings, request.backing);
    else
        res->backing = request.backing;
    return error;
}

/* Sends a guest's resource to a new worker, with a new copy of its memory. */
static void create_again(struct gv_vr_remote *remote, struct gv_vr_remote_resource *res)
{
    const uint32_t old = res->backing;
    const struct gv_vr_backing *backing = old ? gv_hash_find(&remote->backings.table, old) : NULL;
    res->backing = 0;
    if (!res->blob)
        gv_vr_remote_create_resource(remote, res, GV_VR_RESOURCE_CREATE,
                                     backing ? backing->memory.entries : NULL,
                                     backing ? backing->memory.num_entries : 0);
    gv_vr_backing_remove(&remote->backings, old);
}

/* ---- The start of a worker ------------------------------------------------------------------- */

static int greet(struct gv_vr_remote *remote)
{
    const struct gv_vr_request hello = {
        .kind = GV_VR_HELLO, .handle = GV_VR_WORKER_VERSION, .size_B = remote->hello_flags};
    const struct gv_vr_answer *answer = &remote->answer;
    int error = call(remote, &hello, -1);
    if (error)
        return error;
    gv_info(&remote->log, "virglrenderer",
            "version " GALVAN_VERSION " is in use in worker %d: %.*s", (int)remote->process.pid,
            (int)answer->data_B, answer->data);
    return 0;
}

static int start(struct gv_vr_remote *remote)
{
    int error = gv_vr_process_start(&remote->process, remote->last_fence);
    if (error)
        return error;
    remote->generation++;
    remote->num_changes = 0;
    gv_vr_backings_restart(&remote->backings);
    error = greet(remote);
    if (error)
        gv_vr_remote_lose(remote, "has no device");
    return error;
}

static bool may_start(const struct gv_vr_remote *remote)
{
    return remote->num_deaths < MAX_DEATHS ||
           gv_now_ns() - remote->first_death_ns > DEATHS_S * UINT64_C(1000000000);
}

bool gv_vr_remote_has_worker(struct gv_vr_remote *remote)
{
    const struct gv_hash_entry *entry;
    if (remote->process.pid)
        return true;
    if (!may_start(remote) || start(remote) != 0)
        return false;
    for (uint32_t pos = 0; remote->process.pid && (entry = gv_hash_next(&remote->resources, &pos));)
        create_again(remote, entry->value);
    return remote->process.pid;
}

int gv_vr_remote_call(struct gv_vr_remote *remote, const struct gv_vr_request *request, int fd)
{
    return gv_vr_remote_has_worker(remote) ? call(remote, request, fd) : -EIO;
}

bool gv_vr_remote_tell(struct gv_vr_remote *remote, const struct gv_vr_request *request, int fd)
{
    if (!gv_vr_remote_has_worker(remote))
        return false;
    remote->has_work |= is_work(request->kind);
    if (gv_vr_process_send(&remote->process, request, fd))
        return true;
    gv_vr_remote_lose(remote, why_none(remote));
    return false;
}

void gv_vr_remote_tell_if(struct gv_vr_remote *remote, const struct gv_vr_request *request)
{
    if (remote->process.pid)
        gv_vr_remote_tell(remote, request, -1);
}

/* ---- Creation and destruction ---------------------------------------------------------------- */

int gv_vr_remote_init(struct gv_vr_remote *remote, const struct gv_vr_remote_params *params)
{
    remote->log = *params->log;
    remote->answer_fd = -1;
    remote->hello_flags = (params->serves_sockets ? GV_VR_HELLO_SERVES_SOCKETS : 0) |
                          (params->waits_for_fences ? GV_VR_HELLO_WANTS_EVENTS : 0);
    if (snprintf(remote->program, PATH_MAX, "%s", params->program) >= PATH_MAX)
        return -ENAMETOOLONG;
    int error = gv_vr_process_init(&remote->process, remote->program, &remote->log);
    if (error)
        return error;
    gv_hash_init(&remote->contexts);
    gv_hash_init(&remote->resources);
    gv_vr_backings_init(&remote->backings);
    error = start(remote);
    if (error)
        gv_vr_remote_finish(remote);
    return error;
}

void gv_vr_remote_finish(struct gv_vr_remote *remote)
{
    char how[32];
    drop_answer_fd(remote);
    gv_vr_process_end(&remote->process, true, how, sizeof(how));
    gv_hash_finish(&remote->contexts);
    gv_hash_finish(&remote->resources);
    gv_vr_backings_finish(&remote->backings);
    gv_vr_process_finish(&remote->process);
}
