/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A worker's process, the socket to it, and the memory shared with it. */
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
    struct gv_shm shared; /* of one worker after the other */
    int shared_fd, event_fd;
    pid_t pid;       /* 0: there is none */
    clockid_t clock; /* of its processor time */
    bool has_clock;
    struct gv_vr_patience patience; /* with the last request */
    bool is_late;                   /* it has run out */
    pthread_mutex_t lock;           /* of the socket; another thread may read it */
    int sock;                       /* -1: none */
};

/* Creates the memory that workers share. 0 or a negative errno value. */
int gv_vr_process_init(struct gv_vr_process *process, const char *program,
                       const struct galvan_log *log);
void gv_vr_process_finish(struct gv_vr_process *process);

/* Starts a worker if there is none. last_fence: number of the last fence that has passed. */
int gv_vr_process_start(struct gv_vr_process *process, uint32_t last_fence);

/* Ends the worker, at once or, with mercy, once it has seen that the socket is closed, and waits
 * for its end. The phrase says how it ended. */
void gv_vr_process_end(struct gv_vr_process *process, bool mercy, char *out_how, size_t size_B);

/* Gives the worker the commands of the next SUBMIT. The kernel copies them: no instruction of this
 * process reads one. 0 or a negative errno value. */
int gv_vr_process_put_commands(struct gv_vr_process *process, const void *commands, size_t size_B);

/* Sends a message; fd -1: none. False if the worker is gone, or does not read (is_late). */
bool gv_vr_process_send(struct gv_vr_process *process, const struct gv_vr_request *request, int fd);

/* Waits for a complete message. The caller must close *out_fd, unless it is -1. False if there
 * is none, or a limit is reached (is_late). */
bool gv_vr_process_receive(struct gv_vr_process *process, struct gv_vr_answer *out_answer,
                           int *out_fd);

/* Whether the worker is within its limits, after a message that is not the reply. */
bool gv_vr_process_is_in_time(struct gv_vr_process *process);

/* Whether the worker has gone. From any thread. */
bool gv_vr_process_is_gone(struct gv_vr_process *process);

static inline struct gv_vr_shared *gv_vr_process_shared(const struct gv_vr_process *process)
{
    return process->shared.data;
}

#endif
