/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/remote_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/clock.h"
#include "util/log.h"
#include "util/pass_fd.h"
#include "virglrenderer/error.h"

enum {
    MERCY_MS = 3000
};

int gv_vr_process_init(struct gv_vr_process *process, const char *program,
                       const struct galvan_log *log)
{
    *process = (struct gv_vr_process){.program = program, .log = log, .sock = -1, .event_fd = -1};
    int error = gv_vr_error(gv_shm_create(GV_VR_SHARED_B, &process->shared, &process->shared_fd));
    if (error)
        return error;
    munmap((char *)process->shared.data + GV_VR_COMMANDS_AT_B, GV_VR_MAX_COMMANDS_B);
    process->shared.size_B = GV_VR_COMMANDS_AT_B;
    process->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (process->event_fd < 0) {
        error = -errno;
        gv_shm_finish(&process->shared);
        close(process->shared_fd);
        return error;
    }
    pthread_mutex_init(&process->lock, NULL);
    return 0;
}

void gv_vr_process_finish(struct gv_vr_process *process)
{
    gv_shm_finish(&process->shared);
    close(process->shared_fd);
    close(process->event_fd);
    pthread_mutex_destroy(&process->lock);
}

/* ---- Start and end --------------------------------------------------------------------------- */

/* Duplicates a descriptor to a number above the numbers of the worker's descriptors, so that no
 * descriptor is overwritten before it is copied. The caller must close the duplicate. */
static int lift(int fd)
{
    return fcntl(fd, F_DUPFD_CLOEXEC, GV_VR_WORKER_NUM_FDS);
}

/* Starts the process with default signals, because the caller's threads may block or handle some
 * signals. */
static int spawn(struct gv_vr_process *process, const int fds[3])
{
    char *const argv[] = {"galvan-renderer", NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    pid_t pid;

    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int error = 0;
    for (int i = 0; i < 3 && !error; i++)
        error = posix_spawn_file_actions_adddup2(&actions, fds[i], GV_VR_WORKER_SOCKET_FD + i);
    if (!error)
        error = posix_spawn(&pid, process->program, &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return -error;
    process->pid = pid;
    process->has_clock = clock_getcpuclockid(pid, &process->clock) == 0;
    return 0;
}

/* Resets the counters for a new worker, except for fences, whose numbers continue. */
static void clear_shared(struct gv_vr_shared *shared, uint32_t last_fence)
{
    atomic_store(&shared->num_written, 0);
    atomic_store(&shared->num_read, 0);
    atomic_store(&shared->fences_passed, last_fence);
    atomic_store(&shared->notes.offset_dw, 0);
}

static int start(struct gv_vr_process *process, int other_end)
{
    const int fds[3] = {lift(other_end), lift(process->shared_fd), lift(process->event_fd)};
    int error = fds[0] < 0 || fds[1] < 0 || fds[2] < 0 ? -EMFILE : spawn(process, fds);
    for (unsigned i = 0; i < 3; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
    }
    return error;
}

int gv_vr_process_start(struct gv_vr_process *process, uint32_t last_fence)
{
    const struct timeval timeout = {.tv_usec = GV_VR_SLICE_MS * 1000};
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return -errno;
    setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout));
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
    clear_shared(gv_vr_process_shared(process), last_fence);
    int error = start(process, ends[1]);
    close(ends[1]);
    if (error) {
        gv_err(process->log, "virglrenderer", "%s does not start: %s", process->program,
               strerror(-error));
        close(ends[0]);
        return error;
    }
    pthread_mutex_lock(&process->lock);
    process->sock = ends[0];
    pthread_mutex_unlock(&process->lock);
    return 0;
}

/* Whether the process has ended within timeout_ms. */
static bool wait_for_end(pid_t pid, int *out_status, unsigned timeout_ms)
{
    const struct timespec pause = {.tv_nsec = 1000 * 1000};
    for (unsigned i = 0; i <= timeout_ms; i++) {
        pid_t ended = waitpid(pid, out_status, WNOHANG);
        if (ended == pid || (ended < 0 && errno != EINTR))
            return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

void gv_vr_process_end(struct gv_vr_process *process, bool mercy, char *out_how, size_t size_B)
{
    int status = -1; /* status stays -1 if the caller of the library has already waited for all of
                        its children */

    if (!process->pid)
        return;
    pthread_mutex_lock(&process->lock);
    close(process->sock);
    process->sock = -1;
    pthread_mutex_unlock(&process->lock);
    if (!wait_for_end(process->pid, &status, mercy ? MERCY_MS : 0)) {
        kill(process->pid, SIGKILL);
        while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
            continue;
    }
    process->pid = 0;
    if (status != -1 && WIFSIGNALED(status))
        snprintf(out_how, size_B, "by signal %d", WTERMSIG(status));
    else if (status != -1 && WIFEXITED(status))
        snprintf(out_how, size_B, "with status %d", WEXITSTATUS(status));
    else
        snprintf(out_how, size_B, "somehow");
}

/* ---- Messages -------------------------------------------------------------------------------- */

int gv_vr_process_put_commands(struct gv_vr_process *process, const void *commands, size_t size_B)
{
    const char *from = commands;
    off_t to_B = GV_VR_COMMANDS_AT_B;
    while (size_B) {
        ssize_t put_B = pwrite(process->shared_fd, from, size_B, to_B);
        if (put_B < 0 && errno == EINTR)
            continue;
        if (put_B <= 0)
            return put_B < 0 ? -errno : -EIO;
        from += put_B;
        to_B += put_B;
        size_B -= (size_t)put_B;
    }
    return 0;
}

bool gv_vr_process_is_in_time(struct gv_vr_process *process)
{
    const struct gv_vr_shared *shared = gv_vr_process_shared(process);
    struct timespec cpu = {0};
    if (process->has_clock && clock_gettime(process->clock, &cpu) != 0)
        cpu = (struct timespec){0}; /* if the worker's clock cannot be read, the worker counts as
                                       sleeping */
    const struct gv_vr_sight sight = {
        .now_ns = gv_now_ns(),
        .cpu_ns = (uint64_t)cpu.tv_sec * 1000000000 + (uint64_t)cpu.tv_nsec,
        .progress = (uint64_t)atomic_load(&shared->notes.offset_dw) << 32 |
                    atomic_load(&shared->fences_passed),
    };
    process->is_late = !gv_vr_patience_look(&process->patience, &sight);
    return !process->is_late;
}

/* Whether to repeat a failed send or receive. */
static bool again(struct gv_vr_process *process)
{
    return errno == EINTR ||
           ((errno == EAGAIN || errno == EWOULDBLOCK) && gv_vr_process_is_in_time(process));
}

bool gv_vr_process_send(struct gv_vr_process *process, const struct gv_vr_request *request, int fd)
{
    ssize_t sent_B;
    if (request->kind != GV_VR_DONE) {
        gv_vr_patience_begin(&process->patience, request);
        process->is_late = false;
    }
    do {
        sent_B = gv_send_with_fd(process->sock, request, sizeof(*request), fd, MSG_NOSIGNAL);
    } while (sent_B < 0 && again(process));
    return sent_B == (ssize_t)sizeof(*request);
}

bool gv_vr_process_receive(struct gv_vr_process *process, struct gv_vr_answer *out_answer,
                           int *out_fd)
{
    const size_t header_B = offsetof(struct gv_vr_answer, data);
    ssize_t got_B;
    do {
        got_B = gv_recv_with_fd(process->sock, out_answer, sizeof(*out_answer), out_fd);
    } while (got_B < 0 && again(process));
    if (got_B >= (ssize_t)header_B && out_answer->data_B == (size_t)got_B - header_B)
        return true;
    if (*out_fd >= 0)
        close(*out_fd);
    *out_fd = -1;
    return false;
}

bool gv_vr_process_is_gone(struct gv_vr_process *process)
{
    pthread_mutex_lock(&process->lock);
    struct pollfd poll_fd = {.fd = process->sock};
    bool gone = process->sock < 0 || poll(&poll_fd, 1, 0) != 0;
    pthread_mutex_unlock(&process->lock);
    return gone;
}
