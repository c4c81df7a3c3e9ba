/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The process of a worker, the socket to it, and the memory that it shares with this process. */
#ifndef GV_VR_REMOTE_PROCESS_H
#define GV_VR_REMOTE_PROCESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "util/shm.h"
#include "virglrenderer/patience.h"
#include "virglrenderer/worker_protocol.h"

struct galvan_log;

struct gv_vr_process {
    const char *program;
    const struct galvan_log *log;
    struct gv_shm shared; /* reused by one worker after the other */
    int shared_fd, event_fd;
    pid_t pid;       /* 0: there is no worker */
    clockid_t clock; /* measures the worker's processor time */
    bool has_clock;
    struct gv_vr_patience patience; /* limits of the last request */
    bool is_late;                   /* a limit was reached */
    pthread_mutex_t lock;           /* protects sock, which another thread may read */
    int sock;                       /* -1: there is no worker */
};

/* Creates the memory that is shared with workers. Returns 0 or a negative errno value. */
int gv_vr_process_init(struct gv_vr_process *process, const char *program,
                       const struct galvan_log *log);
void gv_vr_process_finish(struct gv_vr_process *process);

/* Starts a worker, if none is running. last_fence: number of the last fence that has passed. */
int gv_vr_process_start(struct gv_vr_process *process, uint32_t last_fence);

/* Ends the worker and waits for its end. If `mercy` is true, the worker first gets time to notice
 * that the socket is closed. out_how gets a phrase that says how the worker ended. */
void gv_vr_process_end(struct gv_vr_process *process, bool mercy, char *out_how, size_t size_B);

/* Writes the commands of the next SUBMIT to the shared memory. The kernel copies the commands: no
 * instruction of this process reads them. Returns 0 or a negative errno value. */
int gv_vr_process_put_commands(struct gv_vr_process *process, const void *commands, size_t size_B);

/* Sends a message with descriptor fd, or without a descriptor if fd is -1. False if the worker is
 * gone, or does not read in time (is_late). */
bool gv_vr_process_send(struct gv_vr_process *process, const struct gv_vr_request *request, int fd);

/* Waits for a complete message. The caller must close *out_fd, unless it is -1. False if the worker
 * is gone, or a limit is reached (is_late). */
bool gv_vr_process_receive(struct gv_vr_process *process, struct gv_vr_answer *out_answer,
                           int *out_fd);

/* Whether the worker is within its limits. Call after a message that is not the reply. */
bool gv_vr_process_is_in_time(struct gv_vr_process *process);

/* Whether the worker is gone. Any thread may call this. */
bool gv_vr_process_is_gone(struct gv_vr_process *process);

static inline struct gv_vr_shared *gv_vr_process_shared(const struct gv_vr_process *process)
{
    return process->shared.data;
}

#endif
